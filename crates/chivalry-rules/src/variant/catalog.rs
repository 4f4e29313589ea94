//! The registry of variants: built-in variants, the operator's variants, and earlier versions
//! of the latter (`docs/variants.md`, "Changes").
//!
//! Registered variants live until the process ends, because positions hold `&'static`
//! references to them.

use std::sync::{LazyLock, RwLock};

use super::compiled::Variant;
use super::file::error::{VariantFileError, VariantFileErrorKind};
use super::file::lines::{Line, VariantFile};
use super::file::read::read_variant_file;

/// The built-in variant files, in the order of `rules.md 8`.
const BUILT_IN_FILES: [&str; 14] = [
    include_str!("../../variants/chivalry.variant"),
    include_str!("../../variants/chivalry-1887.variant"),
    include_str!("../../variants/chivalry-four-handed.variant"),
    include_str!("../../variants/camelot.variant"),
    include_str!("../../variants/camelot-1931.variant"),
    include_str!("../../variants/cam.variant"),
    include_str!("../../variants/camette.variant"),
    include_str!("../../variants/grand-cam.variant"),
    include_str!("../../variants/grand-camelot.variant"),
    include_str!("../../variants/river-camelot.variant"),
    include_str!("../../variants/anti-camelot.variant"),
    include_str!("../../variants/camelot-all-knights.variant"),
    include_str!("../../variants/camette-all-knights.variant"),
    include_str!("../../variants/chivalry-four-singles.variant"),
];

static BUILT_IN_VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let read = BUILT_IN_FILES.into_iter().map(read_variant_file);
    let mut variants: Vec<Variant> =
        read.collect::<Result<_, _>>().expect("built-in variants that can be read and played");
    variants.iter_mut().for_each(|variant| variant.pin = variant.spec.name);
    variants
});

/// The operator's variants. The lock is held for single lookups and insertions.
static OPERATOR_VARIANTS: RwLock<OperatorVariants> = RwLock::new(OperatorVariants {
    offered: Vec::new(),
    on_trial: Vec::new(),
    registered: Vec::new(),
});

struct OperatorVariants {
    /// Variants that new matches can use.
    offered: Vec<&'static Variant>,
    /// Variants that are tried against the computer before they are offered.
    on_trial: Vec<&'static Variant>,
    /// All versions, in order of registration.
    registered: Vec<&'static Variant>,
}

impl OperatorVariants {
    /// All versions: those that are offered, those on trial, then the others.
    fn newest_first(&self) -> impl Iterator<Item = &'static Variant> {
        let current = self.offered.iter().chain(&self.on_trial);
        current.chain(self.registered.iter().rev()).copied()
    }
}

impl Variant {
    /// All built-in variants, in the order of `rules.md 8`.
    #[must_use]
    pub fn all() -> &'static [Variant] {
        &BUILT_IN_VARIANTS
    }

    /// All variants for new matches: the built-in ones, then the operator's.
    #[must_use]
    pub fn offered() -> Vec<&'static Variant> {
        let operator = operator_variants();
        Variant::all().iter().chain(operator.offered.iter().copied()).collect()
    }

    /// Returns true if new matches can use the variant.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.is_built_in() || operator_variants().offered.iter().any(|other| other.pin == self.pin)
    }

    /// The operator's variants that are tried before they are offered.
    #[must_use]
    pub fn on_trial() -> Vec<&'static Variant> {
        operator_variants().on_trial.clone()
    }

    /// Returns true if the variant is tried before it is offered: new matches with it are
    /// unrated, private and against the computer.
    #[must_use]
    pub fn is_on_trial(&self) -> bool {
        operator_variants().on_trial.iter().any(|other| other.pin == self.pin)
    }

    /// The newest version of each variant: built in, offered, on trial, or in earlier matches.
    #[must_use]
    pub fn known() -> Vec<&'static Variant> {
        let operator = operator_variants();
        let mut known: Vec<&'static Variant> = Vec::new();
        for variant in Variant::all().iter().chain(operator.newest_first()) {
            if known.iter().all(|other| other.name() != variant.name()) {
                known.push(variant);
            }
        }
        known
    }

    /// The variant with the given name, alias or pin.
    ///
    /// A name or alias of an operator's variant means its newest version.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Variant> {
        let has_name = |variant: &&Variant| variant.has_name(name);
        if let Some(variant) = BUILT_IN_VARIANTS.iter().find(has_name) {
            return Some(variant);
        }
        let operator = operator_variants();
        operator.newest_first().find(|variant| variant.has_name(name) || variant.pin == name)
    }

    /// Returns true if the variant is built in.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.pin == self.spec.name
    }

    /// The identifier for clients: the name if this version is the newest, else the pin.
    #[must_use]
    pub fn public_name(&self) -> &'static str {
        let is_newest = Variant::named(self.name()).is_some_and(|newest| newest.pin == self.pin);
        if is_newest { self.name() } else { self.pin }
    }

    /// Registers a version under its pin as the newest of its name.
    ///
    /// Registering the same text again returns the existing variant.
    pub fn register(mut self, pin: &str) -> &'static Variant {
        if self.pin != pin {
            self.pin = pin.to_owned().leak();
        }
        let mut operator = OPERATOR_VARIANTS.write().expect("a lock whose holders do not panic");
        let known = operator
            .registered
            .iter()
            .position(|known| known.pin == self.pin && known.source == self.source);
        let variant = match known {
            Some(index) => operator.registered.remove(index),
            None => Box::leak(Box::new(self)),
        };
        operator.registered.push(variant);
        variant
    }

    /// Replaces the operator's variants for new matches, and those on trial.
    ///
    /// The caller has checked the names ([`Variant::check_names`]).
    pub fn set_offered(variants: Vec<Variant>, on_trial: Vec<Variant>) {
        let register = |variant: Variant| {
            let pin = variant.pin;
            variant.register(pin)
        };
        let offered = variants.into_iter().map(register).collect();
        let on_trial = on_trial.into_iter().map(register).collect();
        let mut operator = OPERATOR_VARIANTS.write().expect("a lock whose holders do not panic");
        (operator.offered, operator.on_trial) = (offered, on_trial);
    }

    /// The variant with the same board, array and object under the rule set that `text` names.
    ///
    /// Returns `self` if its own rule set matches.
    #[must_use]
    pub fn by_rules(&'static self, text: &str) -> Option<&'static Variant> {
        let is_same_game = |other: &&Variant| {
            let (own, other) = (&self.spec, &other.spec);
            (own.board, own.seats, own.array) == (other.board, other.seats, other.array)
                && own.teams == other.teams
                && own.switches.object_reversed == other.switches.object_reversed
        };
        let mut others = Variant::all().iter().filter(is_same_game);
        if self.rule_set().matches_text(text) {
            return Some(self);
        }
        others.find(|other| other.rule_set().matches_text(text))
    }

    /// Checks that no built-in variant and none of `others` has the same name or alias.
    ///
    /// # Errors
    /// The line of the first name or alias in use.
    pub fn check_names(&self, others: &[Variant]) -> Result<(), VariantFileError> {
        let is_taken = |line: &&Line| {
            let is_name = matches!(line.key, "name" | "also");
            is_name && Variant::all().iter().chain(others).any(|other| other.has_name(line.value))
        };
        let file = VariantFile::parse(self.source);
        let error = |line: &Line| VariantFileError {
            line: line.number,
            kind: VariantFileErrorKind::NameTaken(line.value.to_owned()),
        };
        file.lines.iter().find(is_taken).map_or(Ok(()), |line| Err(error(line)))
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name()].into_iter().chain(self.aliases().iter().copied())
    }

    pub(crate) fn has_name(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }
}

fn operator_variants() -> std::sync::RwLockReadGuard<'static, OperatorVariants> {
    OPERATOR_VARIANTS.read().expect("a lock whose holders do not panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(variant: &str, text: &str) -> Option<&'static str> {
        Variant::named(variant).unwrap().by_rules(text).map(Variant::name)
    }

    #[test]
    fn variants_match_their_own_rule_set() {
        for variant in Variant::all() {
            let text = variant.rule_set().to_string();
            assert_eq!(by(variant.name(), &text), Some(variant.name()), "{text}");
        }
    }

    #[test]
    fn rule_sets_select_the_variant() {
        for (variant, text, found) in [
            ("chivalry", "Parker 1887", Some("chivalry-1887")),
            ("chivalry", "parker", Some("chivalry-1887")),
            ("chivalry-1887", "WCF", Some("chivalry")),
            ("chivalry-1887", "Rules of the WCF, 2009", Some("chivalry")),
            ("camelot", "Parker, 1931", Some("camelot-1931")),
            ("chivalry", "Parker 1931", None),
            ("cam", "Parker 1931", None),
            ("cam", "house rules", None),
            ("cam", "", None),
        ] {
            assert_eq!(by(variant, text), found, "{variant} {text}");
        }
    }
}
