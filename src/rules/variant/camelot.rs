//! Camelot, by the World Camelot Federation (`rules.md 8.4`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "camelot",
    aliases: &["inside-moves"],
    title: "Camelot",
    section: "8.4",
    rules: RuleSet::WCF,
    board: "F-G C-J B-K A-L*10 B-K C-J F-G",
    water: "",
    tree_squares: &[],
    seats: &SeatName::TWO,
    castles: &["F1 G1", "F16 G16"],
    array: "2/8/10/12/12/2BbbbbbbB2/3BbbbbB3/12/12/3WwwwwW3/2WwwwwwwW2/12/12/10/8/2",
    array_name: None,
    switches: Switches::WCF,
};
