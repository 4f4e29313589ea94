//! Anti-Camelot: Camelot with its object reversed, by the World Camelot
//! Federation (`rules.md 8.11`).

use super::{RuleSet, Switches, VariantSpec, camelot};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "anti-camelot",
    aliases: &[],
    title: "Anti-Camelot",
    section: "8.11",
    rules: RuleSet::of_wcf(2009),
    switches: Switches { object_reversed: true, pieces_in_castle_to_win: 1, ..Switches::WCF },
    ..camelot::SPEC
};
