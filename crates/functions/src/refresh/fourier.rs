//! Between coefficients and slots: the canonical embedding as a product of sparse matrices.
//!
//! The value of a polynomial with coefficients c at ζ^(5^j) is the sum of (c_k + i·c_(k+n))·ζ^(5^j·k) over k below n, a Fourier
//! transform with log2 n stages of butterflies (2018/153 §5.2, 2018/1043 §3). A stage has three diagonals at most, a product of
//! g stages 2^(g+1) - 1. The permutation by reversed bits is left out: reduction modulo q_0 does not care for the order of
//! coefficients, and the way back takes them in the order in which the way there left them.

use std::{collections::BTreeMap, f64::consts::TAU};

use ringassay_scheme::ckks::encoding::Complex64;

/// A matrix by its diagonals: (M·z)_p is the sum of M_d\[p\]·z_(p+d).
pub(super) type Diagonals = BTreeMap<usize, Vec<Complex64>>;

/// The factors that take c_k + i·c_(k+n), in the order of reversed bits, to slots; the first is applied first.
pub(super) fn to_slots(slots: usize, factors: usize) -> Vec<Diagonals> {
    let stages: Vec<Diagonals> = lengths(slots).map(|length| butterflies(slots, length)).collect();
    grouped(&stages, factors, slots)
}

/// The factors of the inverse.
pub(super) fn to_coefficients(slots: usize, factors: usize) -> Vec<Diagonals> {
    let mut stages: Vec<Diagonals> =
        lengths(slots).map(|length| inverse_butterflies(slots, length)).collect();
    stages.reverse();
    grouped(&stages, factors, slots)
}

/// 2, 4, …, `slots`.
fn lengths(slots: usize) -> impl Iterator<Item = usize> {
    (1..=slots.ilog2()).map(|log2| 1 << log2)
}

/// (u, v) ↦ (u + v·w_j, u - v·w_j) in each block.
fn butterflies(slots: usize, length: usize) -> Diagonals {
    stage(slots, length, |root, lower| match lower {
        false => (1.0.into(), root),
        true => (-root, 1.0.into()),
    })
}

/// (x, y) ↦ ((x + y)/2, (x - y)/(2·w_j)).
fn inverse_butterflies(slots: usize, length: usize) -> Diagonals {
    stage(slots, length, |root, lower| {
        let half = root.conj().scale(0.5);
        match lower {
            false => (0.5.into(), 0.5.into()),
            true => (-half, half),
        }
    })
}

/// A stage by what a place takes of itself and of its partner: of the root w_j, and whether it is the lower half's.
fn stage(
    slots: usize,
    length: usize,
    of: impl Fn(Complex64, bool) -> (Complex64, Complex64),
) -> Diagonals {
    let half = length / 2;
    let mut diagonals = Diagonals::new();
    let mut power = 1;
    let roots: Vec<Complex64> = (0..half)
        .map(|_| {
            let angle = TAU * power as f64 / (4 * length) as f64;
            power = power * 5 % (4 * length);
            Complex64::new(libm::cos(angle), libm::sin(angle))
        })
        .collect();
    for place in 0..slots {
        let (within, lower) = (place % half, place % length >= half);
        let (own, partner) = of(roots[within], lower);
        let distance = if lower { slots - half } else { half };
        for (index, entry) in [(0, own), (distance, partner)] {
            let zeros = || vec![Complex64::default(); slots];
            let diagonal = diagonals.entry(index).or_insert_with(zeros);
            diagonal[place] = diagonal[place] + entry;
        }
    }
    diagonals
}

/// Products of stages one after another, in so many groups as equal as can be.
fn grouped(stages: &[Diagonals], factors: usize, slots: usize) -> Vec<Diagonals> {
    let groups = factors.clamp(1, stages.len().max(1));
    let bounds = |group: usize| group * stages.len() / groups;
    let product = |group: usize| {
        let mut stages = stages[bounds(group)..bounds(group + 1)].iter();
        let first = stages.next().cloned().unwrap_or_else(|| identity(slots));
        stages.fold(first, |product, stage| composed(stage, &product, slots))
    };
    (0..groups).map(product).collect()
}

fn identity(slots: usize) -> Diagonals {
    Diagonals::from([(0, vec![1.0.into(); slots])])
}

/// second·first.
fn composed(second: &Diagonals, first: &Diagonals, slots: usize) -> Diagonals {
    let mut product = Diagonals::new();
    for (&outer, a) in second {
        for (&inner, b) in first {
            let zeros = || vec![Complex64::default(); slots];
            let diagonal = product.entry((outer + inner) % slots).or_insert_with(zeros);
            for (place, entry) in diagonal.iter_mut().enumerate() {
                *entry = *entry + a[place] * b[(place + outer) % slots];
            }
        }
    }
    product
}

/// Every entry times a number.
pub(super) fn scaled(diagonals: &Diagonals, factor: f64) -> Diagonals {
    let scale = |entries: &Vec<Complex64>| entries.iter().map(|z| z.scale(factor)).collect();
    diagonals.iter().map(|(&index, entries)| (index, scale(entries))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(matrix: &Diagonals, z: &[Complex64]) -> Vec<Complex64> {
        let n = z.len();
        let entry = |p: usize| {
            let terms = matrix.iter().map(|(d, entries)| entries[p] * z[(p + d) % n]);
            terms.fold(Complex64::default(), |sum, term| sum + term)
        };
        (0..n).map(entry).collect()
    }

    fn close(found: &[Complex64], wanted: &[Complex64]) {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((*found - *wanted).abs() < 1e-10, "{found:?} {wanted:?}");
        }
    }

    /// Values at the roots by the definition.
    #[test]
    fn polynomials_are_evaluated() {
        for slots in [2, 4, 8, 64] {
            let coefficients: Vec<f64> =
                (0..2 * slots).map(|k| f64::from((k * k % 17) as u32) / 8.0 - 1.0).collect();
            let index = 4 * slots;
            let value = |j: u32| {
                let exponent = (0..j).fold(1, |power, _| power * 5 % index);
                let term = |(k, &c): (usize, &f64)| {
                    let angle = TAU * (exponent * k % index) as f64 / index as f64;
                    Complex64::new(c * angle.cos(), c * angle.sin())
                };
                let terms = coefficients.iter().enumerate().map(term);
                terms.fold(Complex64::default(), |sum, term| sum + term)
            };
            let wanted: Vec<Complex64> = (0..slots as u32).map(value).collect();
            let bits = slots.ilog2();
            let reversed = |k: usize| (k as u32).reverse_bits() as usize >> (32 - bits);
            let packed: Vec<Complex64> = (0..slots)
                .map(|k| {
                    let k = reversed(k);
                    Complex64::new(coefficients[k], coefficients[k + slots])
                })
                .collect();
            for factors in 1..=bits as usize + 1 {
                let there = to_slots(slots, factors);
                close(&there.iter().fold(packed.clone(), |z, m| times(m, &z)), &wanted);
                let back = to_coefficients(slots, factors);
                close(&back.iter().fold(wanted.clone(), |z, m| times(m, &z)), &packed);
                let groups = factors.min(bits as usize);
                assert_eq!((there.len(), back.len()), (groups, groups));
                let most = (2 << (bits as usize).div_ceil(groups)) - 1;
                assert!(there.iter().chain(&back).all(|m| m.len() <= most));
            }
        }
    }
}
