//! Grand Cam, the small game for four (`rules.md 8.8`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "grand-cam",
    aliases: &[],
    title: "Grand Cam",
    section: "8.8",
    rules: RuleSet::WCF,
    board: "G F-H D-J C-K*2 B-L A-M B-L C-K*2 D-J F-H G",
    water: "",
    tree_squares: &[],
    seats: &SeatName::FOUR,
    castles: &["G1", "G13", "A7", "M7"],
    array: "1/GgG/2ggg2/4g4/9/Bb7yY/1bbb5yyy1/Bb7yY/9/4r4/2rrr2/RrR/1",
    array_name: None,
    switches: Switches::CAM,
};
