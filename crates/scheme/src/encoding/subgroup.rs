//! Subgroups of (Z/m)*/⟨p⟩, along which vectors are laid.

use ringassay_ring::primes::factorise;

use super::PlaintextRing;
use super::galois::mul_mod;

/// A direct product of cyclic subgroups of the classes (Z/m)*/⟨p⟩: a box of positions, each of which
/// is a class.
#[derive(Debug, Clone)]
pub(super) struct Subgroup {
    /// The number of positions along each axis, the slowest first.
    pub(super) sizes: Vec<usize>,
    /// A unit for each axis, whose class has that order.
    pub(super) generators: Vec<u32>,
}

impl Subgroup {
    /// The subgroup of that order, a divisor of the number of slots, with as few axes as there are in
    /// one; the largest axis first.
    pub(super) fn of_order(ring: &PlaintextRing, order: usize) -> Self {
        let m = ring.index().m();
        let mut group = Self { sizes: Vec::new(), generators: Vec::new() };
        for (prime, exponent) in factorise(order as u64) {
            // The largest cyclic parts first; every axis takes a part of another dimension.
            let mut parts: Vec<(u64, u32)> = ring
                .slots()
                .dimensions()
                .iter()
                .map(|dimension| {
                    let size = dimension.size as u64;
                    let of_prime = factorise(size).into_iter().find(|part| part.0 == prime);
                    let available = of_prime.map_or(0, |(_, exponent)| exponent);
                    (
                        power(u64::from(dimension.generator), size / prime.pow(available), m),
                        available,
                    )
                })
                .collect();
            parts.sort_by_key(|part| std::cmp::Reverse(part.1));
            let mut left = exponent;
            for (axis, (generator, available)) in parts.into_iter().enumerate() {
                let taken = left.min(available);
                if taken == 0 {
                    break;
                }
                left -= taken;
                if axis == group.sizes.len() {
                    group.sizes.push(1);
                    group.generators.push((1 % m) as u32);
                }
                let generator = power(generator, prime.pow(available - taken), m);
                let into = &mut group.generators[axis];
                // Below m, which is below 2^20; sizes are below it too.
                *into = mul_mod(u64::from(*into), generator, m) as u32;
                group.sizes[axis] *= prime.pow(taken) as usize;
            }
        }
        group
    }

    /// The same subgroup with its axes in another order.
    pub(super) fn reordered(&self, axes: &[usize]) -> Self {
        Self {
            sizes: axes.iter().map(|&axis| self.sizes[axis]).collect(),
            generators: axes.iter().map(|&axis| self.generators[axis]).collect(),
        }
    }

    /// The number of positions.
    pub(super) fn order(&self) -> usize {
        self.sizes.iter().product()
    }

    /// A unit for the class at each position, row-major; that at position 0 is 1.
    pub(super) fn units(&self, m: u64) -> Vec<u32> {
        self.sizes.iter().zip(&self.generators).fold(vec![(1 % m) as u32], |units, (&size, &g)| {
            let steps = |&unit: &u32| {
                // Below m.
                let next = move |&x: &u32| Some(mul_mod(u64::from(x), u64::from(g), m) as u32);
                std::iter::successors(Some(unit), next).take(size)
            };
            units.iter().flat_map(steps).collect()
        })
    }

    /// The position of the class of `to` divided by that of `from`: their coordinates' differences.
    pub(super) fn difference(&self, mut from: usize, mut to: usize) -> usize {
        let (mut position, mut inner) = (0, 1);
        for &size in self.sizes.iter().rev() {
            position += (to % size + size - from % size) % size * inner;
            inner *= size;
            from /= size;
            to /= size;
        }
        position
    }
}

/// `base`^`exponent` mod m.
fn power(base: u64, exponent: u64, m: u64) -> u64 {
    (0..u64::BITS - exponent.leading_zeros()).rev().fold(1 % m, |power, bit| {
        let square = mul_mod(power, power, m);
        if exponent >> bit & 1 == 1 { mul_mod(square, base, m) } else { square }
    })
}
