use sqlx::SqliteConnection;

use super::{
    KEEP_SIGN_OUT, NewTransfer, OVERLAP, PassStore, SignOut, SignOutCursor, SignOutPage, TransferCode,
};
use crate::Identity;
use crate::store::sqlite::failure;
use crate::store::writer::{WriteRequest, WriteResult};
use crate::store::{SqliteStore, StoreError, StoreFuture};

/// A write that is about passes.
pub(in crate::store) enum PassWrite {
    Offer(NewTransfer, u32),
    Cancel(Identity),
    Take(TransferCode),
    SignOut(SignOut, u32),
}

/// Executes a write.
pub(in crate::store) async fn execute(
    to: &mut SqliteConnection,
    write: &PassWrite,
) -> Result<WriteResult, sqlx::Error> {
    match write {
        PassWrite::Offer(transfer, limit) => offer(to, transfer, *limit).await.map(WriteResult::Noted),
        PassWrite::Cancel(person) => sqlx::query("DELETE FROM transfers WHERE person = ?")
            .bind(&person.bytes()[..])
            .execute(to)
            .await
            .map(|_| WriteResult::Written),
        PassWrite::Take(code) => {
            let content: Option<(Vec<u8>,)> = sqlx::query_as(
                "DELETE FROM transfers WHERE code = ? AND expires > unixepoch() RETURNING content",
            )
            .bind(&code[..])
            .fetch_optional(to)
            .await?;
            Ok(WriteResult::Taken(content.map(|(content,)| content)))
        }
        PassWrite::SignOut(sign_out, limit) => note(to, *sign_out, *limit).await.map(WriteResult::Noted),
    }
}

async fn offer(to: &mut SqliteConnection, transfer: &NewTransfer, limit: u32) -> Result<bool, sqlx::Error> {
    sqlx::query("DELETE FROM transfers WHERE expires <= unixepoch() OR person = ?")
        .bind(&transfer.person.bytes()[..])
        .execute(&mut *to)
        .await?;
    let stored = sqlx::query(
        "INSERT INTO transfers (code, person, content, expires) SELECT ?1, ?2, ?3, unixepoch() + ?4
         WHERE (SELECT count(*) FROM transfers) < ?5",
    )
    .bind(&transfer.code[..])
    .bind(&transfer.person.bytes()[..])
    .bind(&transfer.content)
    .bind(transfer.lifetime.as_secs().cast_signed())
    .bind(limit)
    .execute(to)
    .await?;
    Ok(stored.rows_affected() == 1)
}

async fn note(to: &mut SqliteConnection, sign_out: SignOut, limit: u32) -> Result<bool, sqlx::Error> {
    sqlx::query(
        "DELETE FROM sign_outs WHERE changed < unixepoch() - ? AND (SELECT count(*) FROM sign_outs) >= ?",
    )
    .bind(KEEP_SIGN_OUT.as_secs().cast_signed())
    .bind(limit)
    .execute(&mut *to)
    .await?;
    let noted = sqlx::query(
        "INSERT INTO sign_outs (person, generation, changed) SELECT ?1, ?2, unixepoch()
         WHERE EXISTS (SELECT 1 FROM sign_outs WHERE person = ?1) OR (SELECT count(*) FROM sign_outs) < ?3
         ON CONFLICT (person) DO UPDATE SET generation = excluded.generation, changed = excluded.changed
         WHERE excluded.generation > sign_outs.generation",
    )
    .bind(&sign_out.person.bytes()[..])
    .bind(sign_out.generation.cast_signed())
    .bind(limit)
    .execute(to)
    .await?;
    Ok(noted.rows_affected() == 1)
}

impl SqliteStore {
    async fn write_pass(&self, write: PassWrite) -> Result<bool, StoreError> {
        match self.write(WriteRequest::Pass(write)).await? {
            WriteResult::Noted(noted) => Ok(noted),
            _ => Err(StoreError::Damaged),
        }
    }
}

impl PassStore for SqliteStore {
    fn offer_transfer(&self, transfer: NewTransfer, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(self.write_pass(PassWrite::Offer(transfer, limit)))
    }

    fn cancel_transfer(&self, person: Identity) -> StoreFuture<'_, ()> {
        Box::pin(async move { self.write(WriteRequest::Pass(PassWrite::Cancel(person))).await.map(drop) })
    }

    fn transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            let row: Option<(Vec<u8>,)> =
                sqlx::query_as("SELECT content FROM transfers WHERE code = ? AND expires > unixepoch()")
                    .bind(&code[..])
                    .fetch_optional(&mut *reader)
                    .await
                    .map_err(failure)?;
            Ok(row.map(|(content,)| content))
        })
    }

    fn take_transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            match self.write(WriteRequest::Pass(PassWrite::Take(code))).await? {
                WriteResult::Taken(content) => Ok(content),
                _ => Err(StoreError::Damaged),
            }
        })
    }

    fn sign_out(&self, sign_out: SignOut, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(self.write_pass(PassWrite::SignOut(sign_out, limit)))
    }

    fn sign_outs(&self, since: Option<SignOutCursor>) -> StoreFuture<'_, SignOutPage> {
        Box::pin(async move {
            let mut reader = self.reader().await?;
            let (now,): (i64,) =
                sqlx::query_as("SELECT unixepoch()").fetch_one(&mut *reader).await.map_err(failure)?;
            let since =
                since.map_or(i64::MIN, |since| since.0.saturating_sub(OVERLAP.as_secs().cast_signed()));
            let rows: Vec<(Vec<u8>, i64)> =
                sqlx::query_as("SELECT person, generation FROM sign_outs WHERE changed >= ?")
                    .bind(since)
                    .fetch_all(&mut *reader)
                    .await
                    .map_err(failure)?;
            page(rows, now)
        })
    }
}

/// An answer from rows of persons and generations.
pub(super) fn page(rows: Vec<(Vec<u8>, i64)>, now: i64) -> Result<SignOutPage, StoreError> {
    let sign_out = |(person, generation): (Vec<u8>, i64)| {
        let person = Identity::from_bytes(&person)?;
        Some(SignOut { person, generation: generation.cast_unsigned() })
    };
    let sign_outs: Option<Vec<SignOut>> = rows.into_iter().map(sign_out).collect();
    Ok(SignOutPage { sign_outs: sign_outs.ok_or(StoreError::Damaged)?, next: SignOutCursor(now) })
}
