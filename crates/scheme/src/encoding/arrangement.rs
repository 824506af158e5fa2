//! Where in a subgroup of classes the entries of a vector lie.

use std::collections::BTreeMap;

use ringassay_ring::primes::factorise;

use super::PlaintextRing;
use super::subgroup::Subgroup;

/// ℓ entries in a box of positions, row-major in a box within.
#[derive(Debug, Clone)]
pub(super) struct Arrangement {
    pub(super) subgroup: Subgroup,
    /// How many coordinates are used along each axis, the slowest first.
    pub(super) extents: Vec<usize>,
    /// The position of each entry.
    pub(super) positions: Vec<usize>,
}

impl Arrangement {
    /// The best arrangement of `length` entries; `None` if there are fewer slots.
    pub(super) fn best(ring: &PlaintextRing, length: usize) -> Option<Self> {
        divisors(ring.slots().count())
            .into_iter()
            .filter(|&order| order >= length)
            .flat_map(|order| {
                let subgroup = Subgroup::of_order(ring, order);
                let axes: Vec<usize> = (0..subgroup.sizes.len()).collect();
                let orders = permutations(&axes).into_iter();
                orders.map(move |axes| Self::new(subgroup.reordered(&axes), length))
            })
            .min_by_key(Self::cost)
    }

    fn new(subgroup: Subgroup, length: usize) -> Self {
        let extents = extents(&subgroup.sizes, length);
        let position = |entry: usize| {
            let (mut rest, mut position, mut inner) = (entry, 0, 1);
            for (&extent, &size) in extents.iter().zip(&subgroup.sizes).rev() {
                position += rest % extent * inner;
                rest /= extent;
                inner *= size;
            }
            position
        };
        let positions = (0..length).map(position).collect();
        Self { subgroup, extents, positions }
    }

    /// For a rotation by `steps`, below ℓ, the positions of the classes by which slots' units have to
    /// be multiplied, each with the positions of the slots for which that is so.
    ///
    /// An entry occurs once in every coset of the subgroup. A class outside the subgroup takes entries
    /// from another coset, where they lie just so; hence no choice of classes has fewer terms.
    pub(super) fn moves(&self, steps: usize) -> BTreeMap<usize, Vec<usize>> {
        let mut moves = BTreeMap::<usize, Vec<usize>>::new();
        for (entry, &source) in self.positions.iter().enumerate() {
            let target = self.positions[(entry + steps) % self.positions.len()];
            moves.entry(self.subgroup.difference(target, source)).or_default().push(target);
        }
        moves
    }

    /// The largest number of terms in a sample of rotations, by one step among them; then the size of
    /// the subgroup, as a smaller one takes fewer keys; then the terms of the whole sample.
    fn cost(&self) -> (usize, usize, usize) {
        const SAMPLES: usize = 8;
        let length = self.positions.len();
        let amounts = (1..SAMPLES).map(|i| i * length / SAMPLES + i % 2);
        let amounts = amounts.chain([1, length - 1]);
        let terms: Vec<usize> = amounts.map(|steps| self.moves(steps % length).len()).collect();
        let most = terms.iter().max().copied().unwrap_or_default();
        (most, self.subgroup.order(), terms.iter().sum())
    }
}

/// How many coordinates to use along each axis.
///
/// At the end of the vector contents wrap around all axes. Along the slowest axis that needs no
/// automorphism of its own if all its coordinates are used: so if ℓ is a multiple of all lengths but
/// the last, only the fastest axis is used in part. Otherwise only the slowest is.
fn extents(sizes: &[usize], length: usize) -> Vec<usize> {
    let Some((&last, slower)) = sizes.split_last() else { return Vec::new() };
    let rows: usize = slower.iter().product();
    let mut extents = sizes.to_vec();
    if length.is_multiple_of(rows) && length / rows <= last {
        extents[slower.len()] = length / rows;
    } else {
        extents[0] = length.div_ceil(sizes[1..].iter().product());
    }
    extents
}

/// The divisors of n, ascending.
fn divisors(n: usize) -> Vec<usize> {
    let mut divisors =
        factorise(n as u64).into_iter().fold(vec![1], |divisors, (prime, exponent)| {
            let multiples = (0..=exponent).map(|e| prime.pow(e) as usize);
            multiples.flat_map(|power| divisors.iter().map(move |d| d * power)).collect()
        });
    divisors.sort_unstable();
    divisors
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |&first: &usize| {
        let rest: Vec<usize> = items.iter().copied().filter(|&item| item != first).collect();
        permutations(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    items.iter().flat_map(with_first).collect()
}
