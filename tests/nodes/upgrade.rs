//! A cluster of the previous release is upgraded node by node, and goes back, while bots play.
//!
//! `CHIVALRY_PREVIOUS_SERVER` is the path of the previous release's program. `.ci/run` builds it
//! from the commit in `previous-release`.

use std::env;
use std::path::PathBuf;

use crate::node::current_program;
use crate::{MAX_PAUSE, NODES, Site, env_number, print_line};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_and_the_way_back_lose_no_move() {
    let Some(previous) = env::var_os("CHIVALRY_PREVIOUS_SERVER").map(PathBuf::from) else {
        return print_line("SKIPPED: CHIVALRY_PREVIOUS_SERVER names no program");
    };
    let Some(mut site) = Site::open_with(&previous, NODES, true, MAX_PAUSE).await else { return };
    let tables = site.start_tables(env_number("CHIVALRY_NODES_MATCHES", 40));
    site.restart_nodes_in_turn(current_program()).await;
    site.restart_nodes_in_turn(&previous).await;
    let result = site.close(tables).await;
    assert!(result.takeovers > 0, "nobody took a match over");
}
