//! Rebuilds the crate when a migration or a file of the embedded page changes.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    // A build with debug assertions reads the page from the folder.
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        for embedded in ["bundle", "fonts", "icons", "robots.txt", "vendor"] {
            println!("cargo:rerun-if-changed=web/app/{embedded}");
        }
    }
}
