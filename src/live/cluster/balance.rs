//! The decision to hand matches over to a node that owns fewer, as a pure state machine.

use crate::store::{Member, NodeId};

/// Maximum number of matches that a node offers per round.
const MAX_PER_ROUND: u64 = 16;

/// The excess over the mean up to which a node keeps its matches.
const MIN_EXCESS: u64 = 4;

/// The part of the mean by which a node may exceed it.
const EXCESS_PART: u64 = 5;

/// An offer of matches to another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) to: NodeId,
    pub(crate) matches: u64,
}

/// The balance of this node with the others. It begins to offer matches when it exceeds the mean
/// clearly, and ends at the mean. A small imbalance therefore moves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Balance {
    is_offering: bool,
}

impl Balance {
    /// Returns the offer of node `me` for this round. All nodes decide from the same table, and the
    /// donors share what a receiver lacks, so that no receiver exceeds the mean.
    pub(crate) fn next_offer(&mut self, me: NodeId, members: &[Member]) -> Option<Offer> {
        let own = members.iter().find(|member| member.node == me)?.matches;
        let receiver = members.iter().min_by_key(|member| member.matches)?;
        let total: u64 = members.iter().map(|member| member.matches).sum();
        let mean = total / members.len() as u64;
        let excess = own.saturating_sub(mean);
        let has_begun = excess > MIN_EXCESS.max(mean / EXCESS_PART);
        self.is_offering = (self.is_offering || has_begun) && excess > 1;
        if !self.is_offering || receiver.node == me {
            return None;
        }
        let donors = members.iter().filter(|member| member.matches > mean).count().max(1) as u64;
        let share = (mean.saturating_sub(receiver.matches)) / donors;
        let matches = excess.min(share).min(MAX_PER_ROUND);
        (matches > 0).then_some(Offer { to: receiver.node, matches })
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn node(number: usize) -> NodeId {
        NodeId(Uuid::from_u128(number as u128))
    }

    fn members(loads: &[u64]) -> Vec<Member> {
        let member =
            |(at, matches): (usize, &u64)| Member { node: node(at), url: None, matches: *matches };
        loads.iter().enumerate().map(member).collect()
    }

    /// Lets all nodes decide from one table until none offers anything. Returns the rounds.
    fn settle(loads: &mut [u64]) -> usize {
        let mut balances = vec![Balance::default(); loads.len()];
        for round in 0..10_000 {
            let table = members(loads);
            let offers: Vec<Option<Offer>> = balances
                .iter_mut()
                .enumerate()
                .map(|(at, balance)| balance.next_offer(node(at), &table))
                .collect();
            if offers.iter().all(Option::is_none) {
                return round;
            }
            for (at, offer) in offers.iter().enumerate() {
                let Some(Offer { to, matches }) = *offer else { continue };
                assert!(matches <= MAX_PER_ROUND);
                loads[at] -= matches;
                loads[to.0.as_u128() as usize] += matches;
            }
        }
        panic!("the nodes move matches without end: {loads:?}");
    }

    #[test]
    fn a_returned_node_receives_its_share_in_bounded_steps() {
        let mut loads = [150, 150, 0];
        let rounds = settle(&mut loads);
        assert_eq!(loads.iter().sum::<u64>(), 300);
        assert!(loads.iter().all(|load| (98..=102).contains(load)), "{loads:?}");
        assert!((4..=20).contains(&rounds), "{rounds} rounds");
    }

    #[test]
    fn a_small_imbalance_moves_nothing() {
        let unequal: [&[u64]; 6] =
            [&[0, 0, 0], &[5, 1], &[8, 4, 0], &[120, 100, 80], &[7], &[1_000, 900, 800]];
        for loads in unequal {
            let mut after = loads.to_vec();
            settle(&mut after);
            assert_eq!(after, loads, "nothing moves");
        }
    }

    #[test]
    fn any_imbalance_settles_and_no_receiver_exceeds_the_mean() {
        for seed in 0..2_000_u64 {
            let nodes = 2 + seed as usize % 6;
            let mut number = seed;
            let mut loads: Vec<u64> = (0..nodes)
                .map(|_| {
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (number >> 33) % 400
                })
                .collect();
            let (total, most) = (loads.iter().sum::<u64>(), *loads.iter().max().unwrap());
            settle(&mut loads);
            assert_eq!(loads.iter().sum::<u64>(), total, "no match is lost");
            assert!(*loads.iter().max().unwrap() <= most, "{loads:?}");
            settle(&mut loads.clone());
        }
    }

    #[test]
    fn a_node_without_a_row_or_alone_offers_nothing() {
        assert_eq!(Balance::default().next_offer(node(9), &members(&[50, 0])), None);
        assert_eq!(Balance::default().next_offer(node(0), &members(&[50])), None);
        assert_eq!(Balance::default().next_offer(node(0), &[]), None);
    }
}
