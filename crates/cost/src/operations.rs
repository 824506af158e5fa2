//! Kernels in the terms of the paper: operations on words, by kind.
//!
//! PAnTHErS counts multiplications, additions, divisions, subtractions, reductions modulo q, random
//! draws and roundings of polynomials' coefficients, whatever their size; so q enters its costs only
//! through the number of digits. Here the unit is a word of 64 bits, and a kernel on coefficients of
//! several words, or on several primes, counts for what it does. How each kernel was counted is said
//! beside it; orders of transforms whose method depends on m are counted as for powers of two.

use std::{iter::Sum, ops::Add};

use ringassay_ring::recorder::{Call, CostRecord, Draw, Kernel};
use serde::Serialize;

/// Word operations by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Operations {
    /// Products of words.
    pub multiplications: u64,
    /// Sums of words.
    pub additions: u64,
    /// Differences of words, negations among them.
    pub subtractions: u64,
    /// Quotients: those that are wanted as such, when t/q is multiplied with, or digits are taken.
    pub divisions: u64,
    /// Reductions of one number, of however many words.
    pub modulo: u64,
    /// Words that are drawn.
    pub random: u64,
    /// Roundings of one number.
    pub round: u64,
}

impl Operations {
    /// What a call of a kernel does, an estimate within a small factor for kernels that are no
    /// arithmetic (copies count as nothing).
    pub fn of(call: Call) -> Self {
        let n = u64::from(call.length);
        let none = Self::default();
        let each = |x: Self| x.times(n);
        // A product and its reduction.
        let product = |count: u64| Self { multiplications: count, modulo: count, ..none };
        // A sum or difference of W words and the subtraction of q that may be due.
        let add = |words: u32| Self { additions: words.into(), subtractions: words.into(), ..none };
        match call.kernel {
            // n/2·log2 n butterflies.
            Kernel::CrtForward { .. }
            | Kernel::CrtForwardReduced { .. }
            | Kernel::CrtInverse { .. } => {
                let butterflies = n / 2 * u64::from(n.max(2).ilog2());
                let one = Self { additions: 1, subtractions: 1, ..product(1) };
                one.times(butterflies)
            }
            Kernel::Add | Kernel::IntegerAdd => each(add(1)),
            Kernel::Sub => each(Self { subtractions: 1, additions: 1, ..none }),
            Kernel::Neg => each(Self { subtractions: 1, ..none }),
            Kernel::Scale | Kernel::Mul | Kernel::MulTable => each(product(1)),
            Kernel::Fold | Kernel::MulAdd | Kernel::Merge => {
                each(Self { additions: 1, ..product(1) })
            }
            Kernel::Select => each(Self { additions: 1, subtractions: 1, ..product(1) }),
            Kernel::IntegerScale => each(Self { multiplications: 1, ..none }),
            Kernel::SmallAffine => each(Self { multiplications: 1, additions: 1, ..none }),
            // Words are moved.
            Kernel::Copy
            | Kernel::Clear
            | Kernel::Erase
            | Kernel::EraseScratch { .. }
            | Kernel::Gather
            | Kernel::Embed { .. }
            | Kernel::IntegerEmbed { .. } => none,
            // One sum or difference for each coefficient and axis.
            Kernel::MoveAxis { .. }
            | Kernel::SumAxes { .. }
            | Kernel::DifferenceAxes { .. }
            | Kernel::MulG { .. }
            | Kernel::IntegerMoveAxis { .. }
            | Kernel::IntegerSumAxes { .. }
            | Kernel::IntegerDifferenceAxes { .. }
            | Kernel::IntegerMulG { .. }
            | Kernel::Twace { .. }
            | Kernel::IntegerTwace { .. } => each(Self { additions: 1, ..none }),
            Kernel::DivG { .. } => each(Self { additions: 1, ..product(1) }),
            Kernel::IntegerDivG { .. } => each(Self { additions: 1, divisions: 1, ..none }),
            Kernel::Reduce | Kernel::CentreMessage => each(Self { modulo: 1, ..none }),
            Kernel::Centre => each(Self { subtractions: 1, ..none }),
            // A product for each limb that is read, and then for each that is written one for each
            // that is read, summed up before the reduction, and for the multiple of the modulus.
            Kernel::BaseExtension { from, to }
            | Kernel::EvenExtension { from, to }
            | Kernel::PlanExtension { from, to }
            | Kernel::FastBaseExtension { from, to }
            | Kernel::Correction { from, to }
            | Kernel::Divide { from, to } => {
                let (from, to) = (u64::from(from), u64::from(to));
                let sums = (from + 1) * to;
                each(Self {
                    multiplications: from + sums,
                    additions: sums,
                    modulo: from + to,
                    ..none
                })
            }
            Kernel::Lift { limbs }
            | Kernel::Largest { limbs }
            | Kernel::EstimateLargest { limbs } => {
                let limbs = u64::from(limbs);
                each(Self {
                    multiplications: limbs * (limbs + 1),
                    additions: limbs * limbs,
                    ..none
                })
            }
            Kernel::BaseDigits { limbs, digits } => each(Self { divisions: digits.into(), ..none })
                .plus(Self { multiplications: n * u64::from(limbs) * u64::from(limbs), ..none }),
            Kernel::Recompose { digits } => each(Self { additions: digits.into(), ..product(1) }),
            Kernel::PrepareTable { terms } => each(product(terms.into())),
            // Reduced once.
            Kernel::InnerProduct { terms } => {
                let terms = u64::from(terms);
                each(Self { multiplications: terms, additions: terms - 1, modulo: 1, ..none })
            }
            Kernel::Uniform => each(Self { random: 1, ..none }),
            Kernel::Sample(draw) => each(Self { random: drawn(draw), ..none }),
            Kernel::WholeAdd { words } => each(add(words)),
            Kernel::WholeSub { words } => {
                each(Self { subtractions: words.into(), additions: words.into(), ..none })
            }
            Kernel::WholeNeg { words } => each(Self { subtractions: words.into(), ..none }),
            // Barrett's product with q is counted in the reduction.
            Kernel::WholeScale { words } | Kernel::WholeMessage { words } => {
                each(Self { multiplications: words.into(), modulo: 1, ..none })
            }
            Kernel::WholeAddSmall { words } => {
                each(Self { additions: 2 * u64::from(words), modulo: 1, ..none })
            }
            Kernel::WholeUniform { words } => each(Self { random: words.into(), ..none }),
            Kernel::WholeDecode { words } => {
                each(Self { multiplications: words.into(), divisions: 1, round: 1, ..none })
            }
            Kernel::WholeResidues { words } => {
                each(Self { modulo: words.into(), additions: 1, ..none })
            }
            // Planes of 48 bits, one product each for each prime, reduced once.
            Kernel::Split { planes, limbs, centred } => {
                let planes = u64::from(planes) + u64::from(centred);
                let products = planes * u64::from(limbs);
                each(Self {
                    multiplications: products,
                    additions: products,
                    modulo: limbs.into(),
                    ..none
                })
            }
            // Each residue is scaled, and multiplied with W words.
            Kernel::Join { words, limbs } => each(joined(words, limbs)),
            // Likewise twice, with a division in between.
            Kernel::Round { words, limbs } => {
                let part = joined(words, limbs);
                each(part.plus(Self { divisions: 1, round: 1, modulo: 0, ..part }))
            }
            Kernel::Digit { .. } => each(Self { divisions: 1, ..none }),
            // 4·n² products of W words by W words in all degrees, and an inversion modulo q.
            Kernel::InvertLast { words } => {
                let words = u64::from(words);
                Self {
                    multiplications: 4 * n * n * words * words,
                    additions: 4 * n * n * words,
                    divisions: 64 * words * words,
                    modulo: 4 * n * n,
                    ..none
                }
            }
        }
    }

    /// All that was observed.
    pub fn of_record(seen: &CostRecord) -> Self {
        let counts = seen.phases.iter().flat_map(|phase| &phase.counts);
        counts.map(|(&call, &times)| Self::of(call).times(times)).sum()
    }

    /// One number, in multiplications of words: a reduction (Barrett) takes two, a division or
    /// rounding likewise, a drawn word of ChaCha20 about four, additions a quarter.
    pub fn complexity(&self) -> f64 {
        let twice = self.modulo + self.divisions + self.round;
        self.multiplications as f64
            + 2.0 * twice as f64
            + 4.0 * self.random as f64
            + 0.25 * (self.additions + self.subtractions) as f64
    }

    /// So often.
    #[must_use]
    pub fn times(self, times: u64) -> Self {
        self.map(Self::default(), |x, _| x * times)
    }

    fn plus(self, other: Self) -> Self {
        self.map(other, |x, y| x + y)
    }

    fn map(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            multiplications: f(self.multiplications, other.multiplications),
            additions: f(self.additions, other.additions),
            subtractions: f(self.subtractions, other.subtractions),
            divisions: f(self.divisions, other.divisions),
            modulo: f(self.modulo, other.modulo),
            random: f(self.random, other.random),
            round: f(self.round, other.round),
        }
    }
}

/// Random words for a coefficient.
fn drawn(draw: Draw) -> u64 {
    match draw {
        Draw::Ternary | Draw::SparseTernary | Draw::CenteredBinomial { .. } => 1,
        // Two digits of a wide one; two halves of a pair; more than half of all are accepted.
        Draw::DiscreteGaussian | Draw::Spherical { .. } | Draw::BoundedTernary { .. } => 2,
    }
}

/// A coefficient is joined from residues.
fn joined(words: u32, limbs: u32) -> Operations {
    let (words, limbs) = (u64::from(words), u64::from(limbs));
    let products = (limbs + 1) * words;
    Operations {
        multiplications: limbs + products,
        additions: products,
        modulo: limbs + 1,
        ..Operations::default()
    }
}

impl Add for Operations {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Sum for Operations {
    fn sum<I: Iterator<Item = Self>>(operations: I) -> Self {
        operations.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transform_is_its_butterflies() {
        let call = Call::plain(Kernel::CrtForward { m: 16 }, 8);
        let counted = Operations::of(call);
        assert_eq!((counted.multiplications, counted.additions, counted.modulo), (12, 12, 12));
        assert_eq!(counted.complexity(), 12.0 + 24.0 + 6.0);
    }

    #[test]
    fn wide_coefficients_count_for_their_words() {
        let complexity =
            |words| Operations::of(Call::plain(Kernel::WholeScale { words }, 8)).complexity();
        assert_eq!(complexity(5) - complexity(1), 32.0);
        let copies = Operations::of(Call::plain(Kernel::Copy, 8));
        assert_eq!(copies, Operations::default());
    }
}
