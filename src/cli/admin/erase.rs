//! `chivalry erase`: erases a player on behalf of the operator.

use std::io::Write as _;

use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::live::Time;
use crate::store::{EraseError, Store, StoreOptions};
use chivalry_play::player::PlayerId;

use crate::cli::console::Console;
use crate::cli::error::{CliError, NO};

/// The options of `erase`.
#[derive(Debug, clap::Args)]
pub struct Erase {
    /// The player's name (letter case is ignored) or id
    player: String,
    #[command(flatten)]
    store: StoreOptions,
}

impl Erase {
    pub(crate) fn run(&self, console: &mut Console) -> Result<u8, CliError> {
        let erased = Runtime::new()?.block_on(async {
            let (store, _writer) = Store::open(&self.store).await?;
            let known = match Uuid::try_parse(&self.player) {
                Ok(id) => Some(PlayerId(id)),
                Err(_) => store.players().by_name(&self.player).await?.map(|player| player.id),
            };
            let erased = match known {
                Some(id) => store.erasures().erase(id, Time::from_system().now()).await,
                None => Err(EraseError::NoSuchPlayer),
            };
            store.close().await;
            Ok::<_, CliError>(erased)
        })?;
        let player = &self.player;
        let refusal = match erased {
            Ok(ghost) => {
                writeln!(console, "{player} is {} from now on", ghost.name)?;
                return Ok(0);
            }
            Err(EraseError::Store(error)) => return Err(error.into()),
            Err(EraseError::NoSuchPlayer) => format!("there is no player {player}"),
            Err(EraseError::UnderWay { matches, tournaments }) => format!(
                "{player} has unfinished matches ({matches}) or tournaments ({tournaments})"
            ),
        };
        console.write_remark(&format!("chivalry: {refusal}"))?;
        Ok(NO)
    }
}
