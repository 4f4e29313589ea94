# Daily commands. Run `just` for a list; `just test-crate chivalry-rules` passes an argument.

default:
    @just --list

# Compile everything without building it
check:
    cargo check --workspace --all-targets

# Run all tests (Postgres and NATS tests are skipped without a server)
test:
    cargo test

# Run the tests of one crate
test-crate crate:
    cargo test -p {{crate}}

# Run clippy with warnings as errors
lint:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Format Rust and the page
fmt:
    cargo fmt
    cd web && npm run format

# Start a server on 127.0.0.1:8080
run *options:
    cargo run --release -- {{options}}

# Run one benchmark of the server, for example `just bench store`
bench name="load":
    cargo bench --bench {{name}}

# Check the page: style, types, bundles and unit tests
page:
    cd web && npm run check

# Build the documentation with warnings as errors
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# Run every check that a change must pass
gate:
    bash .ci/run
