use sqlx::Connection;
use wire::TableId;

use super::{AdminStore, StoreContents, SummaryRow, TableSummary, summary, without_row};
use crate::store::confirmed::{ConfirmedFile, verify};
use crate::store::sqlite::failure;
use crate::store::writer::WriteRequest;
use crate::store::{SqliteStore, StoreError, StoreFuture, StoredTable};

impl AdminStore for SqliteStore {
    fn contents(&self) -> StoreFuture<'_, StoreContents> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            let (secret, copying, tables, lines): (Option<Vec<u8>>, Option<bool>, i64, i64) = sqlx::query_as(
                "SELECT (SELECT secret FROM house), (SELECT copying FROM house),
                 (SELECT count(*) FROM tables), (SELECT count(*) FROM lines) +
                     (SELECT count(*) FROM recent JOIN tables USING (id)
                      WHERE seq > last_seq)",
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
                     ON last.id = tables.id AND last.seq > last_seq
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

    fn problems(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            // The file is never newer than the database.
            let confirmed = ConfirmedFile::read(&self.folder);
            let mut reader = self.reader().await?;
            let mut reader = reader.begin().await.map_err(failure)?;
            let found: Vec<(String,)> =
                sqlx::query_as("PRAGMA integrity_check").fetch_all(&mut *reader).await.map_err(failure)?;
            let mut problems: Vec<String> =
                found.into_iter().map(|(text,)| text).filter(|text| text != "ok").collect();
            if let Err(error) = verify(&mut reader, confirmed).await {
                problems.push(error.to_string());
            }
            let (lost,): (i64,) = sqlx::query_as(
                "SELECT count(DISTINCT id) FROM lines WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = lines.id)",
            )
            .fetch_one(&mut *reader)
            .await
            .map_err(failure)?;
            problems.extend(without_row(lost));
            Ok(problems)
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
