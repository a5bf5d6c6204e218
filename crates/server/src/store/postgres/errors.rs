//! What errors of the database mean.

use crate::store::StoreError;

/// The SQLSTATE of an error that the database reported.
fn code(error: &sqlx::Error) -> Option<String> {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).map(std::borrow::Cow::into_owned)
}

/// Whether the statement was rolled back and should be tried again: a serialization failure, a deadlock, or a
/// prepared statement from before an upgrade of the schema.
pub(super) fn is_retryable(error: &sqlx::Error) -> bool {
    matches!(code(error).as_deref(), Some("40001" | "40P01" | "0A000" | "26000"))
}

/// Whether the connection cannot be used any more, so that it is not known what was committed.
pub(super) fn is_connection_lost(error: &sqlx::Error) -> bool {
    match code(error).as_deref() {
        // The server shuts down or has crashed, or says itself that it does not know.
        Some("57P01" | "57P02" | "57P03" | "57P05" | "40003") => true,
        Some(code) => code.starts_with("08"),
        None => matches!(
            error,
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) | sqlx::Error::WorkerCrashed
        ),
    }
}

/// Converts an error of a statement that may have been committed.
pub(super) fn interrupted(error: sqlx::Error) -> StoreError {
    if is_connection_lost(&error) { StoreError::Unknown } else { failure(error) }
}

/// Converts an error of a statement that was not committed. The text never contains a password: sqlx does not
/// put connection options into its errors.
pub(in crate::store) fn failure(error: sqlx::Error) -> StoreError {
    let text = match &error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::NotFound => {
            "there is no such file (its socket, or what sslrootcert, sslcert or sslkey name)".to_owned()
        }
        error => error.to_string(),
    };
    match code(&error).as_deref() {
        Some("53100") => StoreError::Full,
        Some("XX001" | "XX002") => StoreError::Damaged,
        // Too many connections; a timeout; a standby that cannot write yet.
        Some("53300" | "55P03" | "57014" | "25006") => StoreError::Unavailable(text),
        // A wrong user or password, a missing database, missing rights.
        Some("28000" | "28P01" | "3D000" | "42501") => StoreError::Refused(text),
        // Tables or columns that are not ours.
        Some("42P01" | "42P07" | "42703" | "42804") => StoreError::Foreign(text),
        _ if is_connection_lost(&error) => StoreError::Unavailable(text),
        _ => match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => StoreError::Unavailable(text),
            _ => StoreError::Failed(text),
        },
    }
}
