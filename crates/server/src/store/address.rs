use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;
use wire::TableId;

use super::admin::AdminStore;
use super::{PostgresStore, SqliteStore, Store, StoreError};

/// Where a store is: `sqlite:FOLDER` or `postgres://USER@HOST/DATABASE`.
///
/// Parts that a PostgreSQL address leaves out come from the usual environment variables (`PGHOST`, `PGUSER`,
/// `PGPASSWORD`, `PGSSLMODE`, …) and from `.pgpass`. It is displayed without the password.
#[derive(Clone)]
pub enum StoreAddress {
    /// A SQLite database in this folder.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(Box<PgConnectOptions>),
}

impl StoreAddress {
    /// Opens the store for a server. It is created or upgraded if necessary.
    pub async fn open(&self) -> Result<Arc<dyn AdminStore>, StoreError> {
        Ok(match self {
            StoreAddress::Sqlite(folder) => Arc::new(SqliteStore::open(folder).await?),
            StoreAddress::Postgres(options) => Arc::new(PostgresStore::open(options).await?),
        })
    }

    /// Opens an existing store for reading, while servers may be using it. It is never changed: of an older
    /// SQLite database, a temporary copy is upgraded.
    pub async fn open_existing(&self) -> Result<Arc<dyn AdminStore>, StoreError> {
        Ok(match self {
            StoreAddress::Sqlite(folder) => Arc::new(SqliteStore::open_existing(folder).await?),
            StoreAddress::Postgres(options) => Arc::new(PostgresStore::open_existing(options).await?),
        })
    }

    /// Copies everything to a new SQLite file, while servers may be using the store. Returns the damaged
    /// tables that are not in the copy.
    pub async fn backup(&self, to: &Path) -> Result<Vec<TableId>, StoreError> {
        match self {
            // A backup of an older database stays one that the older program can read.
            StoreAddress::Sqlite(folder) => SqliteStore::open_read_only(folder).await?.backup(to).await,
            StoreAddress::Postgres(options) => PostgresStore::open_existing(options).await?.backup(to).await,
        }
    }
}

/// A text is no address of a store. It does not contain the text, which may have a password in it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseStoreAddressError {
    /// It starts with neither of the known words.
    #[error("an address of a store is sqlite:FOLDER or postgres://USER@HOST/DATABASE")]
    Scheme,
    /// The rest of a PostgreSQL address is wrong.
    #[error("this is no address of a PostgreSQL database")]
    Postgres,
}

impl FromStr for StoreAddress {
    type Err = ParseStoreAddressError;

    fn from_str(text: &str) -> Result<StoreAddress, ParseStoreAddressError> {
        if let Some(folder) = text.strip_prefix("sqlite:").filter(|folder| !folder.is_empty()) {
            return Ok(StoreAddress::Sqlite(PathBuf::from(folder)));
        }
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(ParseStoreAddressError::Scheme);
        }
        let options = text.parse().map_err(|_: sqlx::Error| ParseStoreAddressError::Postgres)?;
        Ok(StoreAddress::Postgres(Box::new(options)))
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::Sqlite(folder) => write!(f, "{}", folder.display()),
            StoreAddress::Postgres(options) => {
                let database = options.get_database().unwrap_or(options.get_username());
                match options.get_socket() {
                    Some(socket) => write!(f, "PostgreSQL database {database} at {}", socket.display()),
                    None => {
                        write!(
                            f,
                            "PostgreSQL database {database} at {}:{}",
                            options.get_host(),
                            options.get_port()
                        )
                    }
                }
            }
        }
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::{ParseStoreAddressError, StoreAddress};

    #[test]
    fn an_address_is_displayed_without_its_password() {
        let address: StoreAddress =
            "postgres://anna:geheim@db.example:5433/cards?sslmode=require".parse().unwrap();
        assert_eq!(address.to_string(), "PostgreSQL database cards at db.example:5433");
        assert!(!format!("{address:?}").contains("geheim"));
        let address: StoreAddress = "sqlite:/var/lib/cardroom".parse().unwrap();
        assert_eq!(address.to_string(), "/var/lib/cardroom");
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in ["", "sqlite:", "cards", "mysql://cards", "/var/lib/cardroom"] {
            assert_eq!(text.parse::<StoreAddress>().unwrap_err(), ParseStoreAddressError::Scheme, "{text}");
        }
        let wrong = "postgres://anna:geheim@db:port/cards".parse::<StoreAddress>().unwrap_err();
        assert_eq!(wrong, ParseStoreAddressError::Postgres);
    }
}
