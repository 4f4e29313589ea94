//! REST (`docs/protocol.md`, "REST"): one file for each part of the paths.

mod identity;
