//! Camelot by Parker's later printing (`rules.md 8.5`).

use super::{RuleSet, Switches, VariantSpec, camelot};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "camelot-1931",
    aliases: &[],
    title: "Camelot (1931)",
    section: "8.5",
    rules: RuleSet::parker(1931),
    switches: Switches { enemy_reduced_to: 1, own_castle_jump_ends_turn: true, ..Switches::WCF },
    ..camelot::SPEC
};
