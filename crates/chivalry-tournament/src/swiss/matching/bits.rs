//! Sets of vertices, and symmetric relations of vertices, with a bit for each.

const BITS: usize = u64::BITS as usize;

/// A set of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::swiss) struct BitSet(Vec<u64>);

impl BitSet {
    /// Returns an empty set of vertices below `size`.
    pub(in crate::swiss) fn new(size: usize) -> BitSet {
        BitSet(vec![0; size.div_ceil(BITS)])
    }

    /// Returns the set of some vertices below `size`.
    pub(in crate::swiss) fn of(size: usize, members: impl IntoIterator<Item = usize>) -> BitSet {
        let mut set = BitSet::new(size);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    #[inline]
    pub(in crate::swiss) fn insert(&mut self, member: usize) {
        self.0[member / BITS] |= 1 << (member % BITS);
    }

    #[inline]
    pub(in crate::swiss) fn remove(&mut self, member: usize) {
        self.0[member / BITS] &= !(1 << (member % BITS));
    }

    #[inline]
    pub(in crate::swiss) fn contains(&self, member: usize) -> bool {
        self.0[member / BITS] >> (member % BITS) & 1 == 1
    }

    pub(in crate::swiss) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn intersects(&self, other: &BitSet) -> bool {
        self.0.iter().zip(&other.0).any(|(own, their)| own & their != 0)
    }

    pub(super) fn add_all(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, their)| *own |= their);
    }

    pub(super) fn remove_all(&mut self, other: &BitSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, their)| *own &= !their);
    }

    /// Returns the vertices of both sets.
    pub(super) fn intersection(&self, other: &BitSet) -> BitSet {
        BitSet(self.0.iter().zip(&other.0).map(|(own, their)| own & their).collect())
    }

    /// The vertices, in ascending order.
    pub(in crate::swiss) fn iter(&self) -> impl Iterator<Item = usize> {
        ones(self.0.iter().copied())
    }
}

/// A symmetric relation of vertices: the edges of a graph.
#[derive(Clone, Debug)]
pub(in crate::swiss) struct BitMatrix {
    row_length: usize,
    bits: Vec<u64>,
}

impl BitMatrix {
    /// Returns an empty relation of vertices below `size`.
    pub(in crate::swiss) fn new(size: usize) -> BitMatrix {
        let row_length = size.div_ceil(BITS);
        BitMatrix { row_length, bits: vec![0; row_length * size] }
    }

    #[inline]
    pub(in crate::swiss) fn contains(&self, a: usize, b: usize) -> bool {
        self.row(a)[b / BITS] >> (b % BITS) & 1 == 1
    }

    /// The bits of the vertices related to `vertex`.
    #[inline]
    fn row(&self, vertex: usize) -> &[u64] {
        &self.bits[vertex * self.row_length..(vertex + 1) * self.row_length]
    }

    fn row_mut(&mut self, vertex: usize) -> &mut [u64] {
        &mut self.bits[vertex * self.row_length..(vertex + 1) * self.row_length]
    }

    /// The vertices related to `vertex` in a set, in ascending order.
    pub(in crate::swiss) fn related<'a>(
        &'a self,
        vertex: usize,
        set: &'a BitSet,
    ) -> impl Iterator<Item = usize> + 'a {
        ones(self.row(vertex).iter().zip(&set.0).map(|(own, their)| own & their))
    }

    /// Returns the first vertex related to `vertex` that is in both sets and not
    /// in `except`.
    #[inline]
    pub(super) fn first_related(
        &self,
        vertex: usize,
        [one, other]: [&BitSet; 2],
        except: Option<&BitSet>,
    ) -> Option<usize> {
        let in_sets = self.row(vertex).iter().zip(&one.0).zip(&other.0).enumerate();
        for (at, ((own, one), other)) in in_sets {
            let except = except.map_or(0, |except| except.0[at]);
            let bits = own & one & other & !except;
            if bits != 0 {
                return Some(at * BITS + bits.trailing_zeros() as usize);
            }
        }
        None
    }

    /// True if a vertex is related to one of `set` that is not in `except`.
    pub(super) fn reaches(&self, vertex: usize, set: &BitSet, except: Option<&BitSet>) -> bool {
        self.first_related(vertex, [set, set], except).is_some()
    }

    pub(in crate::swiss) fn remove(&mut self, a: usize, b: usize) {
        self.row_mut(a)[b / BITS] &= !(1 << (b % BITS));
        self.row_mut(b)[a / BITS] &= !(1 << (a % BITS));
    }

    /// Relates each vertex of one set to each other vertex of the other set.
    pub(in crate::swiss) fn insert_between(&mut self, one: &BitSet, other: &BitSet) {
        for (from, to) in [(one, other), (other, one)] {
            for vertex in from.iter() {
                self.row_mut(vertex).iter_mut().zip(&to.0).for_each(|(own, it)| *own |= it);
                self.remove(vertex, vertex);
            }
        }
    }

    /// Removes all relations between two sets.
    pub(in crate::swiss) fn remove_between(&mut self, one: &BitSet, other: &BitSet) {
        for (from, to) in [(one, other), (other, one)] {
            for vertex in from.iter() {
                self.row_mut(vertex).iter_mut().zip(&to.0).for_each(|(own, it)| *own &= !it);
            }
        }
    }
}

/// The positions of the bits that are one.
fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, word)| {
        let without_lowest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
        std::iter::successors(Some(word).filter(|word| *word != 0), without_lowest)
            .map(move |word| at * BITS + word.trailing_zeros() as usize)
    })
}
