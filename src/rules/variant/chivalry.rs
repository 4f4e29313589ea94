//! Chivalry, by the World Camelot Federation (`rules.md 8.1`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "chivalry",
    aliases: &[],
    title: "Chivalry",
    section: "8.1",
    rules: RuleSet::WCF,
    board: "G-H D-K C-L B-M A-N*8 B-M C-L D-K G-H",
    water: "",
    tree_squares: &[],
    seats: &SeatName::TWO,
    castles: &["G1 H1", "G16 H16"],
    array: "2/8/10/12/14/2BBbbbbbbBB2/2BBbbbbbbBB2/14/14/2WWwwwwwwWW2/2WWwwwwwwWW2/14/12/10/8/2",
    array_name: None,
    switches: Switches::WCF,
};
