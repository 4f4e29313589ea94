//! Camette, the smallest game (`rules.md 8.7`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "camette",
    aliases: &[],
    title: "Camette",
    section: "8.7",
    rules: RuleSet::WCF,
    board: "C B-D A-E*3 B-D C",
    water: "",
    tree_squares: &[],
    seats: &SeatName::TWO,
    castles: &["C1", "C7"],
    array: "1/1B1/1bbb1/5/1www1/1W1/1",
    array_name: None,
    switches: Switches::CAM,
};
