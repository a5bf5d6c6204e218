use super::sqlite::page;
use super::{
    KEEP_SIGN_OUT, NewTransfer, OVERLAP, PassStore, SignOut, SignOutCursor, SignOutPage, TransferCode,
};
use crate::Identity;
use crate::store::{PostgresStore, StoreError, StoreFuture};

impl PassStore for PostgresStore {
    /// The limit is a matter of resources, so servers that add rows at the same moment may exceed it by a
    /// few.
    fn offer_transfer(&self, transfer: NewTransfer, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as("DELETE FROM cardroom_transfers WHERE expires_at <= clock_timestamp()")
            })
            .await?;
            let stored: Vec<(i32,)> = self
                .fetch(|| {
                    sqlx::query_as(
                        "INSERT INTO cardroom_transfers (code, person, content, expires_at)
                         SELECT $1, $2, $3, clock_timestamp() + $4 * interval '1 second'
                         WHERE EXISTS (SELECT 1 FROM cardroom_transfers WHERE person = $2)
                         OR (SELECT count(*) FROM cardroom_transfers) < $5
                         ON CONFLICT (person) DO UPDATE
                         SET code = excluded.code, content = excluded.content, expires_at = excluded.expires_at
                         RETURNING 1",
                    )
                    .bind(transfer.code.to_vec())
                    .bind(transfer.person.bytes().to_vec())
                    .bind(transfer.content.clone())
                    .bind(transfer.lifetime.as_secs().cast_signed())
                    .bind(i64::from(limit))
                })
                .await?;
            Ok(!stored.is_empty())
        })
    }

    fn cancel_transfer(&self, person: Identity) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as("DELETE FROM cardroom_transfers WHERE person = $1")
                    .bind(person.bytes().to_vec())
            })
            .await
            .map(drop)
        })
    }

    fn transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let row: Option<(Vec<u8>,)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "SELECT content FROM cardroom_transfers WHERE code = $1 AND expires_at > clock_timestamp()",
                    )
                    .bind(code.to_vec())
                })
                .await?;
            Ok(row.map(|(content,)| content))
        })
    }

    /// If the connection breaks, the transfer may be gone. Then its owner has to make another one.
    fn take_transfer(&self, code: TransferCode) -> StoreFuture<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let row: Option<(Vec<u8>,)> = self
                .fetch_one(|| {
                    sqlx::query_as(
                        "DELETE FROM cardroom_transfers WHERE code = $1 AND expires_at > clock_timestamp()
                         RETURNING content",
                    )
                    .bind(code.to_vec())
                })
                .await?;
            Ok(row.map(|(content,)| content))
        })
    }

    fn sign_out(&self, sign_out: SignOut, limit: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move {
            self.fetch::<()>(|| {
                sqlx::query_as(
                    "DELETE FROM cardroom_sign_outs WHERE changed < clock_timestamp() - $1 * interval '1 second'
                     AND (SELECT count(*) FROM cardroom_sign_outs) >= $2",
                )
                .bind(KEEP_SIGN_OUT.as_secs().cast_signed())
                .bind(i64::from(limit))
            })
            .await?;
            let noted: Vec<(i32,)> = self
                .fetch(|| {
                    sqlx::query_as(
                        "INSERT INTO cardroom_sign_outs AS s (person, generation, changed)
                         SELECT $1, $2, clock_timestamp()
                         WHERE EXISTS (SELECT 1 FROM cardroom_sign_outs WHERE person = $1)
                         OR (SELECT count(*) FROM cardroom_sign_outs) < $3
                         ON CONFLICT (person) DO UPDATE
                         SET generation = excluded.generation, changed = excluded.changed
                         WHERE excluded.generation > s.generation RETURNING 1",
                    )
                    .bind(sign_out.person.bytes().to_vec())
                    .bind(sign_out.generation.cast_signed())
                    .bind(i64::from(limit))
                })
                .await?;
            Ok(!noted.is_empty())
        })
    }

    /// Cursors are microseconds of the database's clock.
    fn sign_outs(&self, since: Option<SignOutCursor>) -> StoreFuture<'_, SignOutPage> {
        Box::pin(async move {
            let micros = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
            let now: Option<(i64,)> = self.fetch_one(|| sqlx::query_as(micros)).await?;
            let overlap = i64::try_from(OVERLAP.as_micros()).unwrap_or(i64::MAX);
            let since = since.map_or(0, |since| since.0.saturating_sub(overlap));
            let rows: Vec<(Vec<u8>, i64)> = self
                .fetch(|| {
                    sqlx::query_as(
                        "SELECT person, generation FROM cardroom_sign_outs
                         WHERE changed >= to_timestamp($1::double precision / 1000000)",
                    )
                    .bind(since)
                })
                .await?;
            page(rows, now.ok_or(StoreError::Damaged)?.0)
        })
    }
}
