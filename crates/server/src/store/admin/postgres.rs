#[cfg(feature = "suite")]
use std::collections::BTreeMap;

use tokio::time::timeout;
use wire::TableId;

use super::{AdminStore, StoreContents, SummaryRow, TableSummary, summary, without_row};
use crate::store::postgres::{REQUEST_TIMEOUT, failure, insert_lines};
use crate::store::{PostgresStore, StoreError, StoreFuture, StoredTable, TableStage};

/// The secret, whether the store is an unfinished copy, and the numbers of tables and lines.
type ContentsRow = (Option<Vec<u8>>, Option<bool>, i64, i64);

#[cfg(feature = "suite")]
impl PostgresStore {
    /// The tables that the living node with this address owns.
    pub async fn tables_of(&self, address: &str) -> Result<Vec<TableId>, StoreError> {
        let rows: Vec<(String,)> = self
            .fetch(|| {
                sqlx::query_as(
                    "SELECT t.id FROM cardroom_tables t JOIN cardroom_nodes n ON n.id = t.owner
                     WHERE n.address = $1 AND n.expires_at > clock_timestamp()",
                )
                .bind(address.to_owned())
            })
            .await?;
        rows.iter().map(|(id,)| id.parse().map_err(|_| StoreError::Damaged)).collect()
    }

    /// The commands in the lines of a table by number, also if the table is damaged.
    pub async fn commands_of(&self, table: TableId) -> Result<BTreeMap<u64, u64>, StoreError> {
        let rows: Vec<(i64, i64)> = self
            .fetch(|| {
                sqlx::query_as(
                    "SELECT seq, command FROM cardroom_lines WHERE id = $1 AND command IS NOT NULL",
                )
                .bind(table.as_str().to_owned())
            })
            .await?;
        Ok(rows.into_iter().map(|(seq, command)| (seq.cast_unsigned(), command.cast_unsigned())).collect())
    }
}

impl AdminStore for PostgresStore {
    fn contents(&self) -> StoreFuture<'_, StoreContents> {
        Box::pin(async move {
            let row = self
                .fetch_one::<ContentsRow>(|| {
                    sqlx::query_as(
                        "SELECT (SELECT secret FROM cardroom_store), (SELECT copying FROM cardroom_store),
                         (SELECT count(*) FROM cardroom_tables), (SELECT count(*) FROM cardroom_lines)",
                    )
                })
                .await?;
            let (secret, copying, tables, lines) = row.ok_or(StoreError::Damaged)?;
            let secret = secret.map(TryInto::try_into).transpose().map_err(|_| StoreError::Damaged)?;
            let (tables, lines) = (tables.cast_unsigned(), lines.cast_unsigned());
            Ok(StoreContents { secret, copying: copying.unwrap_or(false), tables, lines })
        })
    }

    fn summaries(&self, after: Option<TableId>, limit: u32) -> StoreFuture<'_, Vec<TableSummary>> {
        Box::pin(async move {
            let rows: Vec<SummaryRow> = self
                .fetch(|| {
                    sqlx::query_as(
                        "SELECT id, last_seq, hash, stage::bigint, number FROM cardroom_tables
                         WHERE id > $1 ORDER BY id LIMIT $2",
                    )
                    .bind(after.map_or(String::new(), |table| table.to_string()))
                    .bind(i64::from(limit))
                })
                .await?;
            rows.into_iter().map(|row| summary(row).ok_or(StoreError::Damaged)).collect()
        })
    }

    fn problems(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let row: Option<(i64, i64)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "SELECT (SELECT count(DISTINCT l.id) FROM cardroom_lines l
                             WHERE NOT EXISTS (SELECT 1 FROM cardroom_tables t WHERE t.id = l.id)),
                         (SELECT count(*) FROM cardroom_tables WHERE number > (SELECT last_number FROM cardroom_store))",
                    )
                })
                .await?;
            let (lost, above) = row.ok_or(StoreError::Damaged)?;
            let mut problems: Vec<String> = without_row(lost).into_iter().collect();
            if above > 0 {
                problems.push(format!("{above} finished games have numbers that were not given yet"));
            }
            Ok(problems)
        })
    }

    fn begin_copy(&self, secret: [u8; 32]) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as("INSERT INTO cardroom_store (one, secret, copying) VALUES (1, $1, TRUE)")
                    .bind(secret.to_vec())
            })
            .await?;
            Ok(())
        })
    }

    fn import(&self, table: TableId, stored: StoredTable) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            match timeout(REQUEST_TIMEOUT, self.import_table(table, &stored)).await {
                Ok(imported) => imported.map_err(failure),
                Err(_) => Err(StoreError::Unavailable("it does not answer".to_owned())),
            }
        })
    }

    fn finish_copy(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "UPDATE cardroom_store SET copying = FALSE,
                     last_number = (SELECT coalesce(max(number), 0) FROM cardroom_tables WHERE number IS NOT NULL)",
                )
            })
            .await?;
            Ok(())
        })
    }
}

impl PostgresStore {
    async fn import_table(&self, table: TableId, stored: &StoredTable) -> Result<(), sqlx::Error> {
        let mut all = self.pool.begin().await?;
        for old in ["DELETE FROM cardroom_lines WHERE id = $1", "DELETE FROM cardroom_tables WHERE id = $1"] {
            sqlx::query(old).bind(table.as_str()).execute(&mut *all).await?;
        }
        sqlx::query(
            "INSERT INTO cardroom_tables (id, secret, creator, created, stage, epoch, last_seq, hash, number, ended)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10 THEN clock_timestamp() END)",
        )
        .bind(table.as_str())
        .bind(&stored.secret[..])
        .bind(&stored.creator.bytes()[..])
        .bind(stored.created.cast_signed())
        .bind(stored.stage as i16)
        .bind(stored.ownership.epoch.cast_signed())
        .bind(stored.ownership.head.seq.cast_signed())
        .bind(&stored.ownership.head.hash[..])
        .bind(stored.number.map(u64::cast_signed))
        .bind(stored.number.is_some() || stored.stage == TableStage::Over)
        .execute(&mut *all)
        .await?;
        insert_lines(&mut all, table, &stored.lines).await?;
        all.commit().await
    }
}
