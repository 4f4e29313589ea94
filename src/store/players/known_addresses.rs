//! Addresses from which accounts signed in, as keyed hashes.

use chivalry_play::clock::Timestamp;
use chivalry_play::player::PlayerId;

use crate::store::db::Database;
use crate::store::error::StoreError;
use crate::store::sql::key::Key as _;

/// Days after the last sign-in until an address is deleted.
pub const ADDRESSES_KEPT_DAYS: u32 = 90;

/// Maximum addresses of one account. The least recently used ones are deleted.
const MAX_ADDRESSES: i64 = 32;

/// A keyed hash of an address. The address itself is not stored.
pub type AddressHash = [u8; 32];

/// The addresses from which accounts signed in.
#[derive(Clone, Copy, Debug)]
pub struct KnownAddresses<'a>(pub(crate) &'a Database);

impl KnownAddresses<'_> {
    /// Returns true if the account has signed in from the address.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn is_known(
        self,
        player: PlayerId,
        address: &AddressHash,
    ) -> Result<bool, StoreError> {
        let sql = "select at from known_addresses where player_id = $1 and address = $2";
        let select = sqlx::query(sql).bind(player.key()).bind(address.as_slice());
        Ok(select.fetch_optional(&self.0.reads).await?.is_some())
    }

    /// Stores that the account signed in from the address at `at`.
    ///
    /// # Errors
    /// Returns an error if the player is unknown or the database fails.
    pub async fn add(
        self,
        player: PlayerId,
        address: &AddressHash,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let work = async {
            let mut transaction = self.0.writes.begin().await?;
            let sql = "insert into known_addresses (player_id, address, at) values ($1, $2, $3)
                   on conflict (player_id, address) do update set at = excluded.at";
            let insert = sqlx::query(sql).bind(player.key()).bind(address.as_slice()).bind(at.0);
            insert.execute(&mut *transaction).await?;
            let sql = "delete from known_addresses where player_id = $1 and address not in
                   (select address from known_addresses where player_id = $1
                    order by at desc, address limit $2)";
            let delete = sqlx::query(sql).bind(player.key()).bind(MAX_ADDRESSES);
            delete.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(())
        };
        self.0.writes.in_time(work).await
    }
}
