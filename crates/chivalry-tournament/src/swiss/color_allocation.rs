//! Allocation of colors to a pair (section E of 2017, article 5 of
//! 2026, which have the same rules).

use chivalry_rules::Team;

use super::player::{Player, Preference, Strength};

/// Returns the pair with the first side first, and the applied rule.
pub(super) fn first_side<'a>(
    a: &'a Player,
    b: &'a Player,
    initial: Team,
) -> (&'a Player, &'a Player, ColorRule) {
    let (high, low) = if a.rank() <= b.rank() { (a, b) } else { (b, a) };
    let (high_side, rule) = side_of_higher(high, low, initial);
    match high_side {
        Team::First => (high, low, rule),
        _ => (low, high, rule),
    }
}

/// The rule by which sides are allocated (E, 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorRule {
    /// E.1, 5.2.1: both preferences are granted.
    Both,
    /// E.2, 5.2.2: the stronger preference, or the larger color difference, is
    /// granted.
    Stronger,
    /// E.3, 5.2.3: the sides alternate in relation to the last round in which they
    /// differed.
    Alternate,
    /// E.4, 5.2.4: the preference of the higher ranked player is granted.
    Higher,
    /// E.5, 5.2.5: by the initial lot and the pairing number of the higher ranked
    /// player.
    Lot,
}

fn side_of_higher(high: &Player, low: &Player, initial: Team) -> (Team, ColorRule) {
    let (own, their) = match (high.preference, low.preference) {
        (None, None) => {
            let is_odd = high.number % 2 == 1;
            return (if is_odd { initial } else { initial.other_of_two() }, ColorRule::Lot);
        }
        (Some(own), None) => return (own.side, ColorRule::Both),
        (None, Some(their)) => return (their.side.other_of_two(), ColorRule::Both),
        (Some(own), Some(their)) => (own, their),
    };
    if own.side != their.side {
        return (own.side, ColorRule::Both);
    }
    let width = |player: &Player, preference: Preference| {
        let is_absolute = preference.strength == Strength::Absolute;
        (preference.strength, if is_absolute { player.difference.abs() } else { 0 })
    };
    match width(high, own).cmp(&width(low, their)) {
        std::cmp::Ordering::Greater => return (own.side, ColorRule::Stronger),
        std::cmp::Ordering::Less => return (their.side.other_of_two(), ColorRule::Stronger),
        std::cmp::Ordering::Equal => {}
    }
    // Unplayed rounds are skipped (C.04.2 D.5).
    let mut back = high.sides.iter().rev().zip(low.sides.iter().rev());
    match back.find(|(own, their)| own != their) {
        Some((own, _)) => (own.other_of_two(), ColorRule::Alternate),
        None => (own.side, ColorRule::Higher),
    }
}
