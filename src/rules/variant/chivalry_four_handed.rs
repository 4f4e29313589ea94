//! Four-Handed Chivalry in partnership (`rules.md 8.3`).

use super::{RuleSet, SeatName, Switches, VariantSpec, chivalry};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "chivalry-four-handed",
    title: "Four-Handed Chivalry",
    section: "8.3",
    rules: RuleSet::WCF,
    seats: &SeatName::FOUR,
    castles: &["", "", "", ""],
    array: "2/GG5B/GG6BB/GG8BB/GG10BB/13B/14/14/14/14/R13/RR10YY/RR8YY/RR6YY/R5YY/2",
    switches: Switches {
        pieces_needed_to_win: 1,
        castle_moves: 0,
        castles_matter: false,
        ..Switches::WCF
    },
    ..chivalry::SPEC
};
