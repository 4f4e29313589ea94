//! Properties of everything that a client sends.

use std::str;

use chivalry::protocol::records::import;
use chivalry::protocol::{
    AnalyseGameRequest, AnalyseRequest, ChallengeRequest, ClientFrame, CreateRequest, Credentials,
    SeekRequest, TournamentRequest, read_fields,
};
use chivalry_play::player::PlayerId;
use chivalry_rules::Variant;
use chivalry_rules::notation::record::RecordReader;
use uuid::Uuid;

/// A frame of a client, or the body of a request.
pub(crate) fn frames(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let ClientFrame { id: _, message } = ClientFrame::read(text);
    if let Ok(message) = message {
        let _ = message.scope();
    }
    if let Ok(create) = read_fields::<CreateRequest>(text) {
        let _ = create.resolve(None);
    }
    if let Ok(seek) = read_fields::<SeekRequest>(text) {
        let _ = seek.resolve(None);
    }
    if let Ok(challenge) = read_fields::<ChallengeRequest>(text) {
        let _ = challenge.resolve();
    }
    if let Ok(TournamentRequest { plan, .. }) = read_fields(text) {
        let _ = plan.resolve();
    }
    if let Ok(analyse) = read_fields::<AnalyseRequest>(text) {
        let _ = analyse.resolve();
    }
    let _ = read_fields::<AnalyseGameRequest>(text).map(|analyse| analyse.nodes());
    let _ = read_fields::<Credentials>(text).map(|credentials| credentials.checked());
}

/// Game records: each is imported or refused.
pub(crate) fn imports(bytes: &[u8]) {
    let mut reader = RecordReader::new();
    reader.push(bytes);
    reader.finish();
    while let Some(read) = reader.next_game() {
        let _ = import(&read, Variant::named("camelot"), PlayerId(Uuid::nil()));
    }
}
