//! The scenes of a match, ply by ply.

use chivalry_play::matches::{AppliedEvent, Event};
use chivalry_rules::notation::move_text::Turn;
use chivalry_rules::{Square, Variant};

use crate::http::images::drawing::Scene;

/// The scene after each ply of a match, from 0, without the plies that were taken back.
pub(crate) fn scenes_of(history: &[AppliedEvent]) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::with_capacity(history.len());
    for AppliedEvent { recorded, ply, position, .. } in history {
        match &recorded.event {
            Event::Created { .. } => scenes.push(Scene { position: *position, path: Vec::new() }),
            Event::Moved { text, .. } => {
                let path = path_of(position.variant(), text);
                scenes.push(Scene { position: *position, path });
            }
            Event::TookBack { .. } => scenes.truncate(*ply as usize + 1),
            _ => {}
        }
    }
    scenes
}

/// The squares of a move. Empty for a pass-turn and a placement of trees.
pub(crate) fn path_of(variant: &Variant, text: &str) -> Vec<Square> {
    let Ok(Turn::Move(written)) = text.parse() else { return Vec::new() };
    if written.is_placement() {
        return Vec::new();
    }
    let names = [written.from].into_iter().chain(written.legs.iter().map(|&(_, to)| to));
    names.filter_map(|name| variant.board().square(name)).collect()
}
