//! Migrations are embedded when the store is compiled: a new file has to be
//! noticed.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
