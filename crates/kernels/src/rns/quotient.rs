//! The integer nearest to Σ y_i/q_i.

use crate::{
    NARROW_BITS, Zq,
    lanes::{Lanes, Task},
    rns::COLUMNS,
    to_nearest,
};

/// 2^52, whose last bit of the fraction counts ones: adding it to 0 ≤ x < 2^51 rounds x to the
/// nearest integer, which the fraction then holds.
const TWO_52: f64 = 4_503_599_627_370_496.0;

/// The integer nearest to Σ y_i/q_i for residues y_i in [0, q_i), estimated in doubles.
///
/// With y_i = \[x·(Q/q_i)^-1\]_{q_i} it is the v with x = Σ y_i·Q/q_i - v·Q in [-Q/2, Q/2]
/// (ePrint 2018/117, §2.2).
///
/// **Error.** Let u = 2^-53 and k the number of residues. Each term is rounded at most three times
/// (the residue if it exceeds 2^53, the inverse, the product), the partial sum after j terms lies
/// below j: the estimate is off by at most (3k + k(k+1)/2)·u·(1 + 2^-40) < (k+3)²·u =: ε. So its
/// nearest integer is right if it lies less than 1/2 - ε away, and else nothing is claimed: for a
/// uniform x this happens with probability 2ε, 2^-45 for eight residues.
///
/// The additions are made in the order of the residues and never fused: all backends agree.
#[derive(Debug, Clone)]
pub struct Quotient {
    /// Where the loop is compiled for.
    zq: Zq,
    inverses: Vec<f64>,
    /// The bits of 1/2 - ε.
    certain: u64,
    /// Whether all q_i are narrow.
    narrow: bool,
}

impl Quotient {
    /// For residues modulo these numbers, in this order.
    ///
    /// # Panics
    /// When there are none, or more than 2^12.
    pub fn new(moduli: &[Zq]) -> Self {
        assert!(!moduli.is_empty() && moduli.len() <= 1 << 12, "1 to 4096 moduli");
        let terms = moduli.len() as f64;
        let certain = 0.5 - (terms + 3.0) * (terms + 3.0) / 9_007_199_254_740_992.0;
        Self {
            zq: moduli[0],
            inverses: to_nearest(|| moduli.iter().map(|zq| 1.0 / zq.q() as f64).collect()),
            certain: certain.to_bits(),
            narrow: moduli.iter().all(|zq| zq.modulus().bits() <= NARROW_BITS),
        }
    }

    /// v for one number, if the estimate is sure of it.
    ///
    /// # Panics
    /// When the residues are not as many as the moduli.
    pub fn round(&self, residues: impl IntoIterator<Item = u64>) -> Option<u64> {
        let (nearest, distance) = to_nearest(|| self.estimate(residues));
        (distance < self.certain).then_some(nearest)
    }

    /// v or a neighbour: the integer nearest to the estimate.
    ///
    /// # Panics
    /// When the residues are not as many as the moduli.
    pub fn round_roughly(&self, residues: impl IntoIterator<Item = u64>) -> u64 {
        to_nearest(|| self.estimate(residues)).0
    }

    /// The nearest integer and the bits of the distance to it.
    #[inline(always)]
    fn estimate(&self, residues: impl IntoIterator<Item = u64>) -> (u64, u64) {
        let mut sum = 0.0;
        let mut count = 0;
        for (y, inverse) in residues.into_iter().zip(&self.inverses) {
            sum += y as f64 * inverse;
            count += 1;
        }
        assert_eq!(count, self.inverses.len(), "as many residues as moduli");
        nearest(sum)
    }

    /// out\[c\] = v for the residues rows\[i·stride + c\]; says whether all of it is certain.
    ///
    /// # Panics
    /// When `stride` is no multiple of [`COLUMNS`] or shorter than `out`, or the rows are not as
    /// many as the moduli.
    pub fn round_into(&self, out: &mut [u64], rows: &[u64], stride: usize) -> bool {
        assert!(stride.is_multiple_of(COLUMNS) && out.len() <= stride, "rows of {stride} words");
        assert_eq!(rows.len(), self.inverses.len() * stride, "as many rows as moduli");
        to_nearest(|| {
            if self.narrow {
                self.zq.run(Round { quotient: self, out, rows, stride })
            } else {
                round(
                    self,
                    out,
                    rows,
                    stride,
                    #[inline(always)]
                    |y| y as f64,
                )
            }
        })
    }
}

/// The integer nearest to a sum and the bits of the distance to it. The difference is exact: the
/// two are less than a factor 2 apart, or the integer is 0.
#[inline(always)]
fn nearest(sum: f64) -> (u64, u64) {
    let shifted = sum + TWO_52;
    let distance = (sum - (shifted - TWO_52)).abs();
    (shifted.to_bits() ^ TWO_52.to_bits(), distance.to_bits())
}

struct Round<'a> {
    quotient: &'a Quotient,
    out: &'a mut [u64],
    rows: &'a [u64],
    stride: usize,
}

impl Task for Round<'_> {
    type Output = bool;

    /// In plain doubles, which the compiler turns into the vectors of the lanes. A word below 2^52
    /// is the fraction of 2^52 + y.
    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> bool {
        round(
            self.quotient,
            self.out,
            self.rows,
            self.stride,
            #[inline(always)]
            |y| f64::from_bits(y | TWO_52.to_bits()) - TWO_52,
        )
    }
}

#[inline(always)]
fn round(
    quotient: &Quotient,
    out: &mut [u64],
    rows: &[u64],
    stride: usize,
    convert: impl Fn(u64) -> f64 + Copy,
) -> bool {
    // Distances are not negative, so their bits are ordered as they are.
    let mut farthest = [0; COLUMNS];
    for (group, out) in out.chunks_mut(COLUMNS).enumerate() {
        let mut sums = [0.0; COLUMNS];
        for (row, inverse) in rows.chunks_exact(stride).zip(&quotient.inverses) {
            let residues = &row[group * COLUMNS..][..COLUMNS];
            for (sum, &y) in sums.iter_mut().zip(residues) {
                *sum += convert(y) * inverse;
            }
        }
        let mut integers = [0; COLUMNS];
        for c in 0..COLUMNS {
            let (integer, distance) = nearest(sums[c]);
            integers[c] = integer;
            farthest[c] = farthest[c].max(distance);
        }
        let columns = out.len();
        out.copy_from_slice(&integers[..columns]);
    }
    farthest.iter().all(|&distance| distance < quotient.certain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlignedVec, Backend};

    /// ⌊Σ y_i/q_i + 1/2⌋ in integers, for products below 2^126; `None` if the sum is halfway.
    fn by_definition(residues: &[u64], moduli: &[u64]) -> Option<u64> {
        let product: u128 = moduli.iter().map(|&q| u128::from(q)).product();
        let sum: u128 = residues
            .iter()
            .zip(moduli)
            .map(|(&y, &q)| product / u128::from(q) * u128::from(y))
            .sum();
        (2 * (sum % product) != product).then(|| ((2 * sum + product) / (2 * product)) as u64)
    }

    #[test]
    fn every_pair_of_residues_of_tiny_moduli() {
        for moduli in [[2, 3], [3, 5], [4, 9], [7, 16]] {
            for backend in Backend::available() {
                let zqs = moduli.map(|q| Zq::with_backend(q, backend).expect("available"));
                let quotient = Quotient::new(&zqs);
                for y in 0..moduli[0] * moduli[1] {
                    let residues = [y % moduli[0], y % moduli[1]];
                    let expected = by_definition(&residues, &moduli);
                    assert_eq!(
                        quotient.round(residues),
                        expected,
                        "{residues:?} modulo {moduli:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_claim_is_right_and_equal_on_every_backend() {
        let systems =
            [vec![(1_u64 << 50) - 27, (1 << 50) - 35], vec![(1 << 61) - 1, (1 << 62) - 57]];
        for moduli in systems {
            let product = u128::from(moduli[0]) * u128::from(moduli[1]);
            // x near 0, near Q/2 (where no claim may be made), and scattered.
            let near = |x: u128| (0..40).map(move |d| (x + product + d - 20) % product);
            let scattered = (0..400).map(|i| product / 401 * i + i * i);
            let numbers: Vec<u128> =
                near(0).chain(near(product / 2)).chain(scattered.map(|x| x % product)).collect();
            let hats = [moduli[1], moduli[0]];
            let stride = numbers.len().next_multiple_of(COLUMNS);
            let mut rows = AlignedVec::zeroed(2 * stride);
            for (i, (&q, &hat)) in moduli.iter().zip(&hats).enumerate() {
                let modulus = crate::Modulus::new(q).expect("a modulus");
                let inverse = modulus.inverse(hat % q).expect("coprime");
                for (c, &x) in numbers.iter().enumerate() {
                    rows[i * stride + c] = modulus.mul(modulus.reduce_u128(x), inverse);
                }
            }
            for backend in Backend::available() {
                let zqs: Vec<Zq> = moduli
                    .iter()
                    .map(|&q| Zq::with_backend(q, backend).expect("available"))
                    .collect();
                let quotient = Quotient::new(&zqs);
                let mut out = vec![0; numbers.len()];
                let certain = quotient.round_into(&mut out, &rows, stride);
                assert!(!certain, "numbers next to Q/2 are uncertain");
                let mut claims = 0;
                for c in 0..numbers.len() {
                    let residues = [rows[c], rows[stride + c]];
                    assert_eq!(quotient.round_roughly(residues), out[c]);
                    if let Some(claim) = quotient.round(residues) {
                        claims += 1;
                        assert_eq!(claim, out[c]);
                        assert_eq!(
                            Some(claim),
                            by_definition(&residues, &moduli),
                            "{}",
                            numbers[c]
                        );
                    }
                }
                assert_eq!(claims, numbers.len() - 40, "only those next to Q/2 are uncertain");
                assert!(quotient.round_into(&mut out[..40], &rows, stride), "near 0");
            }
        }
    }
}
