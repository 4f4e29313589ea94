//! Chivalry as George S. Parker published it in 1887 (`rules.md 8.2`).

use super::{RuleSet, Switches, VariantSpec, chivalry};

pub(super) const SPEC: VariantSpec = VariantSpec {
    name: "chivalry-1887",
    title: "Chivalry (1887)",
    section: "8.2",
    rules: RuleSet::parker(1887),
    switches: Switches { enemy_reduced_to: 1, ..Switches::WCF },
    ..chivalry::SPEC
};
