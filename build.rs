//! Migrations are embedded when the store is compiled, and the page when the
//! edge is: a new file has to be noticed.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=web/app");
}
