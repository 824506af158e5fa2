//! How a polynomial is evaluated: which powers are made, where it is split.
//!
//! Idea (Paterson and Stockmeyer): p = h·x^m + l for m = 2^k, h and l likewise, down to polynomials of a degree
//! below 2^s, which are sums of the first powers. The depth of p is exactly ⌈log2(d + 1)⌉ (2020/1203 §5.1):
//! every part has a depth of its own, which the splits hand down, one less to h; where a sum of powers
//! would be too deep, it is split on. Of all s, the plan has the one with the fewest products, about
//! 2·√d + log2 d of them; odd and even polynomials need half of the first powers.

use std::collections::BTreeMap;

use ringassay_scheme::ckks::encoding::{Complex, DoubleDouble};

use super::{
    Basis, SlotPolynomials,
    coefficients::{depth_of, is_zero},
};
use crate::Number;

/// Coefficients of several polynomials, to be evaluated together.
pub(super) type Group<N> = Vec<Vec<N>>;

/// A part of a polynomial.
#[derive(Debug, Clone)]
pub(super) enum Part<N> {
    /// Σ c_i·x^i.
    Sum(Group<N>),
    /// high·x^m + low.
    Split { m: usize, high: Box<Part<N>>, low: Box<Part<N>> },
}

/// How a power is made and used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Use {
    /// It is multiplied with ciphertexts, so that it has to be relinearised.
    pub(super) is_operand: bool,
}

/// How a polynomial is evaluated.
#[derive(Debug, Clone)]
pub struct Plan<N = Complex<DoubleDouble>> {
    pub(super) depth: usize,
    pub(super) root: Part<N>,
    pub(super) powers: BTreeMap<usize, Use>,
    products: usize,
    relinearisations: usize,
    factors: usize,
}

impl<N: Number> Plan<N> {
    /// The plan with the fewest products, then the fewest relinearisations, at the least depth.
    pub fn new(polynomials: &SlotPolynomials<N>) -> Self {
        Self::with_depth(polynomials, 0)
    }

    /// As [`Plan::new`], with `extra` levels more than necessary, which may save a product.
    pub fn with_depth(polynomials: &SlotPolynomials<N>, extra: usize) -> Self {
        let group: Group<N> =
            polynomials.polynomials().iter().map(|p| p.coefficients().to_vec()).collect();
        let depth = depth_of(degree(&group)) + extra;
        let is_power = polynomials.basis() == Basis::Power;
        let first = Self::of_leaves(&group, depth, 1, is_power);
        (2..=depth).fold(first, |best, log2| {
            let plan = Self::of_leaves(&group, depth, log2, is_power);
            if plan.cost() < best.cost() { plan } else { best }
        })
    }

    fn cost(&self) -> (usize, usize, usize) {
        (self.products, self.relinearisations, self.factors)
    }

    /// The levels between operand and result, without that of an affine map.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Products of two ciphertexts, squares included.
    pub fn products(&self) -> usize {
        self.products
    }

    /// Relinearisations: a power that is only multiplied by coefficients has none of its own.
    pub fn relinearisations(&self) -> usize {
        self.relinearisations
    }

    /// Products of ciphertexts with coefficients.
    pub fn factors(&self) -> usize {
        self.factors
    }

    /// The powers of x, or Chebyshev polynomials, that are made of others.
    pub fn powers(&self) -> impl Iterator<Item = usize> + '_ {
        self.powers.keys().copied().filter(|&i| i > 1)
    }

    fn of_leaves(group: &Group<N>, depth: usize, log2_leaf: usize, is_power: bool) -> Self {
        let root = part(group.clone(), depth, log2_leaf, is_power);
        let mut powers = BTreeMap::new();
        let mut splits = 0;
        let mut factors = 0;
        collect(&root, &mut powers, &mut splits, &mut factors);
        // Powers that others are made of.
        let mut next = powers.keys().copied().max();
        while let Some(i) = next {
            if i > 1 {
                let [a, b] = halves(i);
                powers.entry(a).or_default().is_operand = true;
                powers.entry(b).or_default().is_operand = true;
                if a != b && !is_power {
                    powers.entry(a - b).or_default();
                    factors += 1;
                }
            }
            next = powers.range(..i).next_back().map(|(&i, _)| i);
        }
        let made = || powers.iter().filter(|(i, _)| **i > 1);
        let operands = made().filter(|(_, power)| power.is_operand).count();
        let sums = sums_to_relinearise(&root, &powers);
        Self {
            depth,
            products: made().count() + splits,
            relinearisations: operands + sums,
            factors,
            root,
            powers,
        }
    }
}

/// a + b = i with a the largest power of two below i: then the power i has depth ⌈log2 i⌉, and odd powers are
/// made of odd ones and of powers of two.
pub(super) fn halves(i: usize) -> [usize; 2] {
    let a = 1 << (i - 1).ilog2();
    [a, i - a]
}

/// The largest degree of a group.
pub(super) fn degree<N: Number>(group: &Group<N>) -> usize {
    let degree = |c: &Vec<N>| c.iter().rposition(|c| !is_zero(c)).unwrap_or_default();
    group.iter().map(degree).max().unwrap_or_default()
}

/// Whether a group has a coefficient at place i.
pub(super) fn has<N: Number>(group: &Group<N>, i: usize) -> bool {
    group.iter().any(|c| c.get(i).is_some_and(|c| !is_zero(c)))
}

fn part<N: Number>(group: Group<N>, depth: usize, log2_leaf: usize, is_power: bool) -> Part<N> {
    let degree = degree(&group);
    let used = (1..=degree).filter(|&i| has(&group, i)).max().unwrap_or(1);
    let is_shallow = (used.max(1) - 1).checked_ilog2().map_or(0, |log2| log2 as usize + 1) < depth;
    if degree < 1 << log2_leaf && is_shallow {
        return Part::Sum(group);
    }
    let m = 1 << degree.ilog2();
    let (high, low) = group.iter().map(|c| divided(c, m, is_power)).unzip();
    Part::Split {
        m,
        high: Box::new(part(high, depth - 1, log2_leaf, is_power)),
        low: Box::new(part(low, depth, log2_leaf, is_power)),
    }
}

/// (h, l) with p = h·x^m + l, or p = h·T_m + l by 2·T_m·T_i = T_{m+i} + T_{m-i}; m is at most the degree and
/// above half of it.
fn divided<N: Number>(p: &[N], m: usize, is_power: bool) -> (Vec<N>, Vec<N>) {
    let mut high: Vec<_> = p.get(m..).unwrap_or_default().to_vec();
    let mut low: Vec<_> = p[..m.min(p.len())].to_vec();
    if !is_power {
        for (i, c) in high.iter_mut().enumerate().skip(1) {
            low[m - i] = low[m - i] - *c;
            *c = *c + *c;
        }
    }
    if high.is_empty() {
        high.push(N::default());
    }
    (high, low)
}

fn collect<N: Number>(
    part: &Part<N>,
    powers: &mut BTreeMap<usize, Use>,
    splits: &mut usize,
    factors: &mut usize,
) {
    match part {
        Part::Sum(group) => {
            for i in (1..=degree(group)).filter(|&i| has(group, i)) {
                powers.entry(i).or_default();
                *factors += 1;
            }
        }
        Part::Split { m, high, low } => {
            let power = powers.entry(*m).or_default();
            if is_constant(high) {
                *factors += 1;
            } else {
                power.is_operand = true;
                *splits += 1;
                collect(high, powers, splits, factors);
            }
            collect(low, powers, splits, factors);
        }
    }
}

/// Whether a part is a number, in each polynomial.
pub(super) fn is_constant<N: Number>(part: &Part<N>) -> bool {
    matches!(part, Part::Sum(group) if degree(group) == 0)
}

/// The sums that are relinearised: those with a product or a power that was not.
fn sums_to_relinearise<N: Number>(root: &Part<N>, powers: &BTreeMap<usize, Use>) -> usize {
    fn is_pending<N: Number>(part: &Part<N>, powers: &BTreeMap<usize, Use>) -> bool {
        match part {
            Part::Sum(group) => {
                powers.iter().any(|(&i, power)| i > 1 && !power.is_operand && has(group, i))
            }
            Part::Split { m, high, low } => {
                !is_constant(high)
                    || powers.get(m).is_some_and(|power| *m > 1 && !power.is_operand)
                    || is_pending(low, powers)
            }
        }
    }
    fn count<N: Number>(part: &Part<N>, powers: &BTreeMap<usize, Use>) -> usize {
        match part {
            Part::Sum(_) => 0,
            Part::Split { high, low, .. } => {
                let of_high = if is_constant(high) {
                    0
                } else {
                    usize::from(is_pending(high, powers)) + count(high, powers)
                };
                of_high + count(low, powers)
            }
        }
    }
    usize::from(is_pending(root, powers)) + count(root, powers)
}
