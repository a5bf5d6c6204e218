use wire::TableId;

use super::{AdminStore, StoreContents, SummaryRow, TableSummary, summary};
use crate::store::sqlite::failure;
use crate::store::writer::WriteRequest;
use crate::store::{SqliteStore, StoreError, StoreFuture, StoredTable};

impl AdminStore for SqliteStore {
    fn contents(&self) -> StoreFuture<'_, StoreContents> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            let (secret, copying, tables, lines): (Option<Vec<u8>>, Option<bool>, i64, i64) = sqlx::query_as(
                "SELECT (SELECT secret FROM house), (SELECT copying FROM house),
                 (SELECT count(*) FROM tables), (SELECT count(*) FROM lines) + (SELECT count(*) FROM recent)",
            )
            .fetch_one(&mut *reader)
            .await
            .map_err(failure)?;
            let secret = secret.map(TryInto::try_into).transpose().map_err(|_| StoreError::Damaged)?;
            let (tables, lines) = (tables.cast_unsigned(), lines.cast_unsigned());
            Ok(StoreContents { secret, copying: copying.unwrap_or(false), tables, lines })
        })
    }

    fn summaries(&self, after: Option<TableId>, limit: u32) -> StoreFuture<'_, Vec<TableSummary>> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            let rows: Vec<SummaryRow> = sqlx::query_as(
                "SELECT tables.id, coalesce(last.seq, last_seq), coalesce(last.hash, tables.hash), stage, over
                 FROM tables LEFT JOIN (SELECT id, max(seq) AS seq, hash FROM recent GROUP BY id) AS last
                     ON last.id = tables.id
                 WHERE tables.id > ? ORDER BY tables.id LIMIT ?",
            )
            .bind(after.map_or(String::new(), |table| table.to_string()))
            .bind(limit)
            .fetch_all(&mut *reader)
            .await
            .map_err(failure)?;
            rows.into_iter().map(|row| summary(row).ok_or(StoreError::Damaged)).collect()
        })
    }

    fn begin_copy(&self, secret: [u8; 32]) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::BeginCopy(secret)).await.map(drop) })
    }

    fn import(&self, table: TableId, stored: StoredTable) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Import(table, Box::new(stored))).await.map(drop) })
    }

    fn finish_copy(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::FinishCopy).await.map(drop) })
    }
}
