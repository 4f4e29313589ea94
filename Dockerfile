FROM rust:1.95-slim-trixie AS builder
WORKDIR /build
COPY . .

# What was fetched and built before is kept between builds, and is in no layer.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/build/target \
    cargo build --profile dist --locked --bin chivalry \
 && install --strip target/dist/chivalry /usr/local/bin/chivalry


# The same system as the builder's: the program uses its C library.
FROM debian:trixie-slim

# The certificates are for a Postgres by TLS, and for webhooks.
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --uid 10001 chivalry \
 && install --directory --owner chivalry --group chivalry /data

COPY --from=builder /usr/local/bin/chivalry /usr/local/bin/chivalry

USER chivalry
VOLUME /data
ENV CHIVALRY_DATA_DIR=/data \
    CHIVALRY_LISTEN=0.0.0.0:8080
EXPOSE 8080

# The image has neither curl nor wget: the server asks itself.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["chivalry", "health"]

ENTRYPOINT ["chivalry"]
