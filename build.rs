//! Rebuilds the crate when a migration or a file of the embedded page changes.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=web/app");
}
