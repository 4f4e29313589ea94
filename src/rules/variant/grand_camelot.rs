//! Grand Camelot on the 1932 board, for four, from a house array
//! (`rules.md 8.9`).

use super::{RuleSet, SeatName, Switches, VariantSpec};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "grand-camelot",
    aliases: &[],
    title: "Grand Camelot",
    section: "8.9",
    rules: RuleSet::parker(1932),
    board: "H-I E-L D-M C-N B-O*3 A-P*2 B-O*3 C-N D-M E-L H-I",
    water: "",
    tree_squares: &[],
    seats: &SeatName::FOUR,
    castles: &["H1 I1", "H16 I16", "A8 A9", "P8 P9"],
    array: "2/2GGGG2/2gggggg2/5gg5/14/1b10y1/Bb10yY/1Bbb8yyY1/1Bbb8yyY1/Bb10yY/1b10y1/14/5rr5/2rrrrrr2/2RRRR2/2",
    array_name: Some("house"),
    switches: Switches::WCF,
};
