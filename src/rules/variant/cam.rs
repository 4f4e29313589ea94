//! Cam, the small game (`rules.md 8.6`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "cam",
    aliases: &[],
    title: "Cam",
    section: "8.6",
    rules: RuleSet::WCF,
    board: "D C-E B-F A-G*7 B-F C-E D",
    water: "",
    tree_squares: &[],
    seats: &SeatName::TWO,
    castles: &["D1", "D13"],
    array: "1/3/5/2B1B2/1bbbbb1/7/7/7/1wwwww1/2W1W2/5/3/1",
    array_name: None,
    switches: Switches::CAM,
};
