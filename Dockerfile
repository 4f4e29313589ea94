FROM rust:1-slim AS builder
WORKDIR /build

# The dependencies, in a layer that only a change of the manifest or the lock file rebuilds.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src benches migrations \
 && echo 'fn main() {}' | tee build.rs src/main.rs benches/rules.rs benches/store.rs \
 && touch src/lib.rs \
 && cargo build --release --locked \
 && rm -r src benches migrations

# The server. The files may be older than the stand-ins just built: cargo goes by their age.
COPY . .
RUN touch src/main.rs src/lib.rs \
 && cargo build --release --locked --bin chivalry


FROM debian:stable-slim

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --uid 10001 chivalry \
 && install --directory --owner chivalry --group chivalry /data

COPY --from=builder /build/target/release/chivalry /usr/local/bin/chivalry

USER chivalry
VOLUME /data
ENV CHIVALRY_DATA_DIR=/data \
    CHIVALRY_LISTEN=0.0.0.0:8080
EXPOSE 8080

# The image has neither curl nor wget: the server asks itself.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["chivalry", "health"]

ENTRYPOINT ["chivalry"]
