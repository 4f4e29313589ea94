//! River Camelot, by the World Camelot Federation (`rules.md 8.10`).

use super::{RuleSet, VariantSpec, camelot};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "river-camelot",
    aliases: &[],
    title: "River Camelot",
    section: "8.10",
    rules: RuleSet::of_wcf(2012),
    water: "A5 A6 B6 C6 A7 B7 C7 E7 C8 E8 F8 G8 F9 G9 H9 J9 H10 J10 K10 L10 J11 K11 L11 L12",
    tree_squares: &[
        "C2 D2 I2 J2 B3 C3 D3 E3 F3 G3 H3 I3 J3 K3 A4 B4 K4 L4 B5 C5 J5 K5 L5 F6 G6 H6 I6 J6 K6 \
         L6 F7 G7 H7 I7 J7 K7 L7 K8 L8 K9 L9",
        "A8 B8 A9 B9 A10 B10 C10 D10 E10 F10 G10 A11 B11 C11 D11 E11 F11 G11 A12 B12 C12 J12 K12 \
         A13 B13 K13 L13 B14 C14 D14 E14 F14 G14 H14 I14 J14 K14 C15 D15 I15 J15",
    ],
    array: "2/8/10/2BbbbbbbB2/3BbbbbB3/12/12/12/12/12/12/3WwwwwW3/2WwwwwwwW2/10/8/2",
    ..camelot::SPEC
};
