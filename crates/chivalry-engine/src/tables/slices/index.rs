//! The number of a placement among all placements with the same material.
//!
//! The four groups of pieces are ranked one after another: own Knights, enemy
//! Knights, own Men, enemy Men. Each group is a combination of the squares that
//! the groups before it leave free. The first groups form the lead. On a board
//! with a mirror symmetry, a lead and its mirror image share one number, which
//! removes nearly half of all numbers.
//! A placement whose lead is its own mirror image has the lower of the numbers of
//! itself and its mirror image, and the other number is vacant.

use crate::tables::material::Material;
use crate::tables::position::bits::SquareBits;
use crate::tables::position::board::TableBoard;
use crate::tables::position::placement::Placement;

/// The lead grows by a further group up to this number of combinations.
const MAX_LEAD: u64 = 1 << 16;
const GROUPS: usize = 4;
/// The lead has the number of its mirror image.
const MIRRORED: u32 = 1;
/// The lead is its own mirror image.
const SYMMETRIC: u32 = 2;

/// The numbering of the placements of one [`Material`].
#[derive(Debug)]
pub(crate) struct SliceIndex<B> {
    material: Material,
    squares: u8,
    counts: [u8; GROUPS],
    lead_groups: usize,
    /// By rank of the lead: its number times 4, and [`MIRRORED`] or [`SYMMETRIC`].
    lead_numbers: Vec<u32>,
    leads: Vec<[B; GROUPS]>,
    /// The combinations of each group after the lead.
    sizes: [u64; GROUPS],
    subsets: [Vec<B>; GROUPS],
    binomials: Box<[[u64; 256]; 9]>,
}

impl<B: SquareBits> SliceIndex<B> {
    /// The numbering for `material` on `board`.
    pub(crate) fn new(board: &TableBoard<B>, material: Material) -> SliceIndex<B> {
        let Material { own, enemy, .. } = material;
        let counts = [own.knights, enemy.knights, own.men, enemy.men];
        let mut index = SliceIndex {
            material,
            squares: board.squares,
            counts,
            lead_groups: 0,
            lead_numbers: Vec::new(),
            leads: Vec::new(),
            sizes: [1; GROUPS],
            subsets: Default::default(),
            binomials: binomials(),
        };
        let mut lead_size = 1;
        let mut free = board.squares;
        for (group, &count) in counts.iter().enumerate() {
            let size = index.binomial(free, count);
            let has_lead = counts[..group].iter().any(|&count| count > 0);
            if index.lead_groups == group && (!has_lead || lead_size * size <= MAX_LEAD) {
                index.lead_groups += 1;
                lead_size *= size;
            } else {
                index.sizes[group] = size;
            }
            index.subsets[group] = index.subsets_of(free, count);
            free -= count;
        }
        index.number_leads(board, lead_size);
        index
    }

    /// Assigns equal numbers to a lead and its mirror image.
    fn number_leads(&mut self, board: &TableBoard<B>, lead_size: u64) {
        self.lead_numbers = vec![0; lead_size as usize];
        for rank in 0..lead_size {
            let lead = self.lead_of_rank(rank);
            let image = board.mirrored(&lead).map(|lead| self.rank_lead(&lead));
            self.lead_numbers[rank as usize] = if let Some(image) = image.filter(|&it| it < rank) {
                self.lead_numbers[image as usize] | MIRRORED
            } else {
                self.leads.push(lead);
                let symmetry = if image == Some(rank) { SYMMETRIC } else { 0 };
                (self.leads.len() as u32 - 1) << 2 | symmetry
            };
        }
    }

    /// The material.
    pub(crate) fn material(&self) -> Material {
        self.material
    }

    /// The number of placements, with those in which the game is over.
    pub(crate) fn len(&self) -> u64 {
        self.leads.len() as u64 * self.sizes.iter().product::<u64>()
    }

    /// The number that `placement` shares with its mirror image. Its material
    /// must be that of the slice.
    #[inline]
    pub(crate) fn number(&self, board: &TableBoard<B>, placement: &Placement<B>) -> u64 {
        let groups = groups(placement);
        let lead = self.lead_numbers[self.rank_lead(&groups) as usize];
        if lead & (MIRRORED | SYMMETRIC) == 0 {
            return self.number_after_lead(lead, &groups);
        }
        let image = board.mirrored(&groups).unwrap_or(groups);
        let mirrored = self.number_after_lead(lead, &image);
        if lead & MIRRORED != 0 {
            return mirrored;
        }
        mirrored.min(self.number_after_lead(lead, &groups))
    }

    #[inline]
    fn number_after_lead(&self, lead: u32, groups: &[B; GROUPS]) -> u64 {
        let mut occupied = B::EMPTY;
        for &group in &groups[..self.lead_groups] {
            occupied = occupied | group;
        }
        let mut number = u64::from(lead >> 2);
        for (&group, &size) in groups.iter().zip(&self.sizes).skip(self.lead_groups) {
            number = number * size + self.rank(group, occupied);
            occupied = occupied | group;
        }
        number
    }

    /// Returns true if no position has this number: the game is over in
    /// `placement`, which has the number, a piece is where its seat cannot be, or
    /// its mirror image has a lower number.
    #[inline]
    pub(crate) fn is_vacant(
        &self,
        board: &TableBoard<B>,
        number: u64,
        placement: &Placement<B>,
    ) -> bool {
        placement.is_excluded(board) || self.number(board, placement) != number
    }

    /// The placement with the given number.
    #[inline]
    pub(crate) fn placement(&self, number: u64) -> Placement<B> {
        let mut ranks = [0; GROUPS];
        let mut rest = number;
        for group in (self.lead_groups..GROUPS).rev() {
            ranks[group] = rest % self.sizes[group];
            rest /= self.sizes[group];
        }
        let mut groups = self.leads[rest as usize];
        let mut occupied = B::EMPTY;
        for &group in &groups[..self.lead_groups] {
            occupied = occupied | group;
        }
        for group in self.lead_groups..GROUPS {
            groups[group] = self.unrank(group, ranks[group], occupied);
            occupied = occupied | groups[group];
        }
        let Material { own, enemy, .. } = self.material;
        Placement {
            knights: [groups[0], groups[1]],
            men: [groups[2], groups[3]],
            castle_moves: [own.castle_moves, enemy.castle_moves],
        }
    }

    /// The rank of `set` among the combinations of the squares outside `occupied`.
    #[inline]
    fn rank(&self, set: B, occupied: B) -> u64 {
        let mut rank = 0;
        for (chosen, square) in set.squares().enumerate() {
            let place = u32::from(square) - (occupied & B::below(square)).len();
            rank += self.binomials[chosen + 1][place as usize & 255];
        }
        rank
    }

    #[inline]
    fn unrank(&self, group: usize, rank: u64, occupied: B) -> B {
        let compact = self.subsets[group][rank as usize];
        occupied.squares().fold(compact, |set, square| set.with_gap(square))
    }

    #[inline]
    fn rank_lead(&self, groups: &[B; GROUPS]) -> u64 {
        let mut occupied = B::EMPTY;
        let mut rank = 0;
        let mut free = self.squares;
        for (group, &count) in self.counts.iter().enumerate().take(self.lead_groups) {
            rank = rank * self.binomial(free, count) + self.rank(groups[group], occupied);
            occupied = occupied | groups[group];
            free -= count;
        }
        rank
    }

    fn lead_of_rank(&self, rank: u64) -> [B; GROUPS] {
        let mut ranks = [0; GROUPS];
        let mut rest = rank;
        for group in (0..self.lead_groups).rev() {
            let size = self.subsets[group].len() as u64;
            ranks[group] = rest % size;
            rest /= size;
        }
        let mut groups = [B::EMPTY; GROUPS];
        let mut occupied = B::EMPTY;
        for group in 0..self.lead_groups {
            groups[group] = self.unrank(group, ranks[group], occupied);
            occupied = occupied | groups[group];
        }
        groups
    }

    /// All combinations of `count` of the first `free` squares, by rank.
    fn subsets_of(&self, free: u8, count: u8) -> Vec<B> {
        let mut subsets = vec![B::EMPTY];
        // A combination ranks first by its highest square, then by the others.
        for chosen in 1..=count {
            let smaller = std::mem::take(&mut subsets);
            for highest in 0..free {
                let below = self.binomial(highest, chosen - 1) as usize;
                subsets.extend(smaller[..below].iter().map(|&set| set | B::of(highest)));
            }
        }
        subsets
    }

    #[inline]
    fn binomial(&self, squares: u8, count: u8) -> u64 {
        self.binomials[usize::from(count)][usize::from(squares)]
    }
}

#[inline]
fn groups<B: SquareBits>(placement: &Placement<B>) -> [B; GROUPS] {
    let Placement { knights, men, .. } = placement;
    [knights[0], knights[1], men[0], men[1]]
}

/// Binomial coefficients by number of chosen squares and number of squares.
fn binomials() -> Box<[[u64; 256]; 9]> {
    let mut table = Box::new([[0; 256]; 9]);
    table[0] = [1; 256];
    for chosen in 1..table.len() {
        for squares in 1..256 {
            table[chosen][squares] =
                u64::saturating_add(table[chosen][squares - 1], table[chosen - 1][squares - 1]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use chivalry_rules::Variant;

    /// Reads every number of a slice back from its placement, and returns the
    /// count of those in use.
    fn check<B: SquareBits>(variant: &str, material: &str) -> u64 {
        let material: Material = material.parse().unwrap();
        let variant = Variant::named(variant).unwrap();
        let board = TableBoard::<B>::new(variant, material.opponents).unwrap();
        let index = SliceIndex::new(&board, material);
        let mut used = 0;
        for number in 0..index.len() {
            let placement = index.placement(number);
            assert_eq!(placement.material(&board), index.material());
            let shared = index.number(&board, &placement);
            if shared == number {
                used += 1;
            } else {
                assert!(shared < number);
                assert_eq!(index.number(&board, &index.placement(shared)), shared);
            }
        }
        used
    }

    #[test]
    fn every_number_belongs_to_its_placement() {
        check::<u32>("camette", "K1M0-K1M0");
        check::<u32>("camette", "K0M3-K0M1");
        check::<u32>("camette", "K1M2-K0M2");
        check::<u32>("camette-all-knights", "K3M0-K1M0");
        check::<u128>("cam", "K2M0-K0M1");
        check::<u128>("cam", "K0M1-K0M2");
        check::<u128>("grand-cam", "K1M1-K0M1");
        check::<u128>("grand-cam", "K1M1-K0M1-adjacent");
    }

    #[test]
    fn both_words_number_alike() {
        let material = "K1M2-K0M1";
        assert_eq!(check::<u32>("camette", material), check::<u128>("camette", material));
    }

    #[test]
    fn mirror_images_share_a_number() {
        // 23 * 22 * 21 * 20 placements, of which 7 * 6 * 5 * 4 are on the middle file.
        assert_eq!(check::<u32>("camette", "K1M1-K1M1"), (212_520 + 840) / 2);
        // The middle file of Grand Cam has 13 of 93 squares. Adjacent seats have no mirror images.
        assert_eq!(check::<u128>("grand-cam", "K1M0-K0M1"), (93 * 92 + 13 * 12) / 2);
        assert_eq!(check::<u128>("grand-cam", "K1M0-K0M1-adjacent"), 93 * 92);
    }
}
