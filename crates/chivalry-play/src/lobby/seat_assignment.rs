//! Assigns seats: partners share a team, and seat preferences are met.

use chivalry_rules::{Seat, Variant};

use super::seek::SeekParty;

/// Returns every assignment of seats to the players of `parties`, party by party. There are at
/// most 24.
pub(super) fn seat_assignments(variant: &Variant, parties: &[&SeekParty]) -> Vec<Vec<Seat>> {
    let mut found = Vec::new();
    seat_next(variant, parties, &mut Vec::new(), &mut found);
    found
}

fn seat_next(
    variant: &Variant,
    parties: &[&SeekParty],
    taken: &mut Vec<Seat>,
    found: &mut Vec<Vec<Seat>>,
) {
    let Some((party, rest)) = parties.split_first() else {
        found.push(taken.clone());
        return;
    };
    for seat in variant.seats() {
        if taken.contains(&seat) || party.seat.is_some_and(|wanted| wanted != seat) {
            continue;
        }
        let before = taken.len();
        taken.push(seat);
        let mut partners = variant.seats_of(variant.team_of(seat)).filter(|&other| other != seat);
        let fits = match party.players.len() {
            0 => false,
            1 => true,
            _ => partners.next().is_some_and(|other| {
                let is_free = !taken.contains(&other);
                taken.push(other);
                is_free
            }),
        };
        if fits {
            seat_next(variant, rest, taken, found);
        }
        taken.truncate(before);
    }
}
