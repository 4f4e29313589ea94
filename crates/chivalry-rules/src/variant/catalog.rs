//! Which variants there are: those that are built in, an operator's own, and
//! the earlier texts of those, by which old matches go on (`docs/variants.md`,
//! "Changes").
//!
//! What is told here is told once for the whole process, when it starts, and
//! is alive for as long: positions hold their variant by reference.

use super::compiled::Variant;
use super::file::error::{Fault, FileFault};
use super::file::lines::{File, Line};
use super::file::read::read_variant_file;
use std::sync::{LazyLock, RwLock};

/// The files of the built-in variants, in the order of `rules.md 8`.
const BUILT_IN: [&str; 13] = [
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
];

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let read = BUILT_IN.into_iter().map(read_variant_file);
    let mut variants: Vec<Variant> =
        read.collect::<Result<_, _>>().expect("built-in variants that can be read and played");
    variants.iter_mut().for_each(|variant| variant.pin = variant.spec.name);
    variants
});

/// A plain lock, held for one look-up or one addition.
static OWN: RwLock<Own> = RwLock::new(Own { offered: Vec::new(), kept: Vec::new() });

struct Own {
    /// What an operator offers now.
    offered: Vec<&'static Variant>,
    /// Every text that is known, the newest last.
    kept: Vec<&'static Variant>,
}

impl Variant {
    /// Every built-in variant, in the order of `rules.md 8`.
    #[must_use]
    pub fn all() -> &'static [Variant] {
        &VARIANTS
    }

    /// Every variant that new matches may be of: the built-in ones, then an
    /// operator's own.
    #[must_use]
    pub fn offered() -> Vec<&'static Variant> {
        let own = read();
        Variant::all().iter().chain(own.offered.iter().copied()).collect()
    }

    /// Whether new matches may be of it.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.is_built_in() || read().offered.iter().any(|other| other.pin == self.pin)
    }

    /// The variant of that name, alias or pin. By name or alias: a built-in
    /// one, or the newest text of an operator's.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Variant> {
        let is_called = |variant: &&Variant| variant.is_called(name);
        if let Some(variant) = VARIANTS.iter().find(is_called) {
            return Some(variant);
        }
        let own = read();
        let mut newest_first = own.offered.iter().chain(own.kept.iter().rev()).copied();
        newest_first.find(|variant| variant.is_called(name) || variant.pin == name)
    }

    /// Whether it comes with the program.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.pin == self.spec.name
    }

    /// What clients call it: its name while that means this text, else its pin.
    #[must_use]
    pub fn address(&self) -> &'static str {
        let is_newest = Variant::named(self.name()).is_some_and(|newest| newest.pin == self.pin);
        if is_newest { self.name() } else { self.pin }
    }

    /// Keeps a text by which matches were made, under the pin that they name,
    /// as the newest of its name. The same text is kept once.
    pub fn keep(mut self, pin: &str) -> &'static Variant {
        if self.pin != pin {
            self.pin = pin.to_owned().leak();
        }
        let mut own = OWN.write().expect("a lock whose holders do not panic");
        let known =
            own.kept.iter().position(|known| known.pin == self.pin && known.source == self.source);
        let variant = match known {
            Some(place) => own.kept.remove(place),
            None => Box::leak(Box::new(self)),
        };
        own.kept.push(variant);
        variant
    }

    /// Offers these of an operator's for new matches, in place of those before;
    /// their names have been looked at ([`Variant::check_names`]).
    pub fn offer(variants: Vec<Variant>) {
        let keep = |variant: Variant| {
            let pin = variant.pin;
            variant.keep(pin)
        };
        let offered = variants.into_iter().map(keep).collect();
        OWN.write().expect("a lock whose holders do not panic").offered = offered;
    }

    /// The same game, on the same board from the same array, by the rules
    /// that a text names: itself, if it can be.
    #[must_use]
    pub fn by_rules(&'static self, text: &str) -> Option<&'static Variant> {
        let is_same_game = |other: &&Variant| {
            let (own, other) = (&self.spec, &other.spec);
            (own.board, own.seats, own.array) == (other.board, other.seats, other.array)
                && own.switches.object_reversed == other.switches.object_reversed
        };
        let mut others = Variant::all().iter().filter(is_same_game);
        if self.rule_set().is_meant_by(text) {
            return Some(self);
        }
        others.find(|other| other.rule_set().is_meant_by(text))
    }

    /// Whether it can be offered beside the built-in variants and `others`.
    ///
    /// # Errors
    /// The line of a name or an alias that one of them has.
    pub fn check_names(&self, others: &[Variant]) -> Result<(), FileFault> {
        let is_taken = |line: &&Line| {
            let is_name = matches!(line.key, "name" | "also");
            is_name && Variant::all().iter().chain(others).any(|it| it.is_called(line.value))
        };
        let file = File::of(self.source);
        let fault = |line: &Line| FileFault {
            line: line.number,
            fault: Fault::Taken(line.value.to_owned()),
        };
        file.lines.iter().find(is_taken).map_or(Ok(()), |line| Err(fault(line)))
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name()].into_iter().chain(self.aliases().iter().copied())
    }

    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }
}

fn read() -> std::sync::RwLockReadGuard<'static, Own> {
    OWN.read().expect("a lock whose holders do not panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(variant: &str, text: &str) -> Option<&'static str> {
        Variant::named(variant).unwrap().by_rules(text).map(Variant::name)
    }

    #[test]
    fn every_variant_is_meant_by_its_own_rules() {
        for variant in Variant::all() {
            let text = variant.rule_set().to_string();
            assert_eq!(by(variant.name(), &text), Some(variant.name()), "{text}");
        }
    }

    #[test]
    fn the_same_game_is_found_by_the_rules_that_are_named() {
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
