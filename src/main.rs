//! Arguments in, library calls out.

fn main() {}
