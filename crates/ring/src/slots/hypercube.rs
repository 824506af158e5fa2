//! The quotient group (Z/m)*/⟨p⟩ as a direct product of cyclic groups.
//!
//! A finite abelian group is the direct product of its r-parts for the primes r, and each of them
//! of cyclic groups. In each r-part we take, again and again, an element of maximal order in the
//! quotient by ⟨p⟩ and what has been taken before; such an element has a multiple by an earlier one
//! that has the same order modulo ⟨p⟩ alone, so that the product is direct. Where there is a choice,
//! an element is preferred whose order in (Z/m)* is also the same: it makes a *good* dimension.
//! Dimensions of coprime orders are then multiplied together, good ones with good ones first.

use super::Shape;
use crate::arith::{mul_mod, pow_mod};
use crate::index::UnitGroup;

/// A cyclic factor of the quotient.
#[derive(Debug, Clone, Copy)]
pub(super) struct Factor {
    pub(super) generator: u64,
    /// Its order in the quotient.
    pub(super) size: u64,
    /// Its order in (Z/m)*.
    pub(super) order: u64,
}

impl Factor {
    fn is_good(&self) -> bool {
        self.order == self.size
    }
}

/// The cyclic factors of (Z/m)*/⟨p⟩, none of size 1.
///
/// `p` is a unit of Z/m of order `order`, and the quotient has `count` elements.
pub(super) fn decompose(
    group: &UnitGroup,
    m: u64,
    p: u64,
    order: u64,
    count: u64,
    shape: Shape,
) -> Vec<Factor> {
    let parts: Vec<Vec<Factor>> = crate::primes::factorise(count)
        .into_iter()
        .map(|(r, _)| decompose_part(group, m, r, pow_mod(p, order / power_in(order, r), m)))
        .collect();
    let largest = |count: fn(&[Factor]) -> usize| parts.iter().map(|part| count(part)).max();
    let dimensions = match shape {
        Shape::Fewest => largest(|part| part.len()),
        Shape::Good => largest(|part| part.iter().filter(|f| f.is_good()).count())
            .zip(largest(|part| part.iter().filter(|f| !f.is_good()).count()))
            .map(|(good, bad)| good + bad),
    };
    let mut merged = vec![Factor { generator: 1, size: 1, order: 1 }; dimensions.unwrap_or(0)];
    for part in parts {
        // Good ones from the front, bad ones from the back, the largest outermost.
        let (good, bad): (Vec<_>, Vec<_>) = part.into_iter().partition(Factor::is_good);
        let good = good.into_iter().enumerate();
        let last = merged.len();
        let bad = bad.into_iter().enumerate().map(|(i, factor)| (last - 1 - i, factor));
        for (place, factor) in good.chain(bad) {
            let into = &mut merged[place];
            into.generator = mul_mod(into.generator, factor.generator, m);
            into.size *= factor.size;
            into.order *= factor.order;
        }
    }
    merged
}

/// The cyclic factors of the r-part of the quotient, sizes descending; `p_part` generates the
/// r-part of ⟨p⟩.
fn decompose_part(group: &UnitGroup, m: u64, r: u64, p_part: u64) -> Vec<Factor> {
    let elements = part(group, m, r);
    let one = 1 % m;
    let base = membership(m, &group.powers(p_part));
    let order_modulo = |x: u64, subgroup: &dyn Fn(u64) -> bool| {
        std::iter::successors(Some((x, 1)), |&(power, k)| Some((pow_mod(power, r, m), k * r)))
            .find(|&(power, _)| subgroup(power))
            .map_or(1, |(_, k)| k)
    };
    let mut factors = Vec::new();
    let mut taken = group.powers(p_part);
    while taken.len() < elements.len() {
        let inside = membership(m, &taken);
        let candidates = elements.iter().filter_map(|&x| {
            let size = order_modulo(x, &|y| inside[y as usize]);
            if size == 1 || order_modulo(x, &|y| base[y as usize]) != size {
                return None;
            }
            Some(Factor { generator: x, size, order: order_modulo(x, &|y| y == one) })
        });
        // The largest, good before bad, the smallest number to decide: equal on every machine.
        let Some(best) = candidates
            .max_by_key(|f| (f.size, f.is_good(), std::cmp::Reverse((f.order, f.generator))))
        else {
            unreachable!("an element of maximal order lifts to the quotient by <p>")
        };
        let powers = (0..best.size).map(|k| pow_mod(best.generator, k, m));
        taken = powers
            .flat_map(|power| taken.iter().map(move |&x| mul_mod(u64::from(x), power, m) as u32))
            .collect();
        factors.push(best);
    }
    factors
}

/// The elements of (Z/m)* whose order is a power of `r`.
fn part(group: &UnitGroup, m: u64, r: u64) -> Vec<u64> {
    group.generators().iter().fold(vec![1 % m], |elements, generator| {
        let order = u64::from(generator.order);
        let size = power_in(order, r);
        let root = pow_mod(u64::from(generator.unit), order / size, m);
        let powers: Vec<u64> = (0..size).map(|k| pow_mod(root, k, m)).collect();
        let products = |&x: &u64| powers.iter().map(move |&y| mul_mod(x, y, m)).collect::<Vec<_>>();
        elements.iter().flat_map(products).collect()
    })
}

/// The largest power of `r` that divides `n`.
fn power_in(n: u64, r: u64) -> u64 {
    std::iter::successors(Some(1), |&power| Some(power * r))
        .take_while(|&power| n.is_multiple_of(power))
        .last()
        .unwrap_or(1)
}

/// Which residues modulo m are among `elements`.
fn membership(m: u64, elements: &[u32]) -> Vec<bool> {
    let mut inside = vec![false; m as usize];
    for &element in elements {
        inside[element as usize] = true;
    }
    inside
}
