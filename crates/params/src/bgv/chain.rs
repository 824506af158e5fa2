//! How far the moduli of an instance carry: the noise along chains of operations.

use std::ops::Range;

use ringassay_ring::index::Index;

use super::primes::PrimeSource;
use ringassay_scheme::{
    bgv::{ModulusChain, PlaintextModulus, digit_groups, product_level},
    noise::{Model, Noise, PlaintextSize},
};

use crate::{Error, Rotations, slots::End};

/// Sizes of the primes of an instance that is being considered.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sizes {
    pub(super) large: Vec<f64>,
    pub(super) small: Vec<f64>,
    pub(super) special: Vec<f64>,
    pub(super) digit_limbs: usize,
}

impl Sizes {
    pub(super) fn log2_qp(&self) -> f64 {
        [&self.large, &self.small, &self.special].into_iter().flatten().sum()
    }

    pub(super) fn log2_p(&self) -> f64 {
        self.special.iter().sum()
    }

    /// The primes of these sizes: large, small and special ones.
    ///
    /// # Errors
    /// When there are too few.
    pub(super) fn primes(&self, source: &PrimeSource) -> Result<[Vec<u64>; 3], Error> {
        let mut used = Vec::new();
        let mut take = |sizes: &[f64]| -> Result<Vec<u64>, Error> {
            sizes.iter().map(|&size| source.take(size, &mut used)).collect()
        };
        let special = take(&self.special)?;
        Ok([take(&self.large)?, take(&self.small)?, special])
    }

    /// The sizes that the primes really have; nothing if there are too few.
    pub(super) fn of_primes(&self, source: &PrimeSource) -> Option<Self> {
        let primes = self.primes(source).ok()?;
        let [large, small, special] =
            primes.map(|primes| primes.iter().map(|&q| (q as f64).log2()).collect());
        Some(Self { large, small, special, digit_limbs: self.digit_limbs })
    }

    fn groups(&self) -> Vec<Range<usize>> {
        digit_groups(&self.large, &self.small, &self.special, self.digit_limbs)
    }

    /// log2 of the modulus of each digit of a ciphertext with these limbs.
    fn log2_digits(&self, limbs: &[usize]) -> Vec<f64> {
        let primes = [&self.large[..], &self.small].concat();
        let groups = self.groups();
        let sizes = groups.iter().map(|group| {
            let within = limbs.iter().filter(|limb| group.contains(limb));
            within.map(|&limb| primes[limb]).sum()
        });
        sizes.filter(|&size| size > 0.0).collect()
    }

    /// log2 of the largest digit.
    pub(super) fn log2_digit(&self) -> f64 {
        let limbs: Vec<usize> = (0..self.large.len() + self.small.len()).collect();
        self.log2_digits(&limbs).into_iter().fold(0.0, f64::max)
    }

    /// The bits of a key-switching key for each coefficient.
    pub(super) fn key_bits(&self) -> f64 {
        let groups = self.groups();
        groups.len() as f64 * self.log2_qp()
    }

    /// The mean number of transforms in a key switch over the moduli with all small primes: of digits,
    /// of the two parts that are divided by P, and back. And some for operations without one, whose
    /// time grows with the primes of Q.
    pub(super) fn work(&self) -> f64 {
        let (large, small) = (self.large.len(), self.small.len());
        let groups = self.groups();
        let at = |count: usize| {
            let has = |group: &&Range<usize>| group.start < count || group.end > large;
            let digits = groups.iter().filter(has).count();
            let limbs = count + small;
            ((digits + 2) * (limbs + self.special.len()) + LINEAR_WORK * limbs) as f64
        };
        (1..=large).map(at).sum::<f64>() / large.max(1) as f64
    }
}

/// What a prime of Q costs besides, in transforms.
const LINEAR_WORK: usize = 3;

/// What P is taken to be where none was chosen yet: its division leaves no noise but rounding.
const LARGE_ENOUGH_BITS: f64 = 40.0;

/// One kind of step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    Multiply,
    MultiplyConstant,
    Select,
    Rotate,
    /// Of a ciphertext with itself.
    Add,
}

impl Step {
    /// HEtest's depth of one step (§3.1 of the paper), the least that a rotation has.
    fn depth(self) -> f64 {
        match self {
            Self::Multiply => 1.0,
            Self::MultiplyConstant | Self::Rotate => 0.5,
            Self::Select => 0.6,
            Self::Add => 0.1,
        }
    }

    /// Its name in explanations.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Multiply => "products",
            Self::MultiplyConstant => "products with constants",
            Self::Select => "selections",
            Self::Rotate => "rotations",
            Self::Add => "sums",
        }
    }
}

/// What chains are made of, repeated as often as the depth allows: steps of one kind, and products
/// between others, whose noise falls between the moduli that suit products alone.
pub(crate) const CHAINS: [&[Step]; 9] = [
    &[Step::Multiply],
    &[Step::Rotate, Step::Multiply],
    &[Step::Select, Step::Multiply],
    &[Step::Add, Step::Multiply],
    &[Step::MultiplyConstant, Step::Multiply],
    &[Step::MultiplyConstant],
    &[Step::Select],
    &[Step::Rotate],
    &[Step::Add],
];

/// Follows the noise of instances of one index.
#[derive(Debug, Clone)]
pub(super) struct Follower {
    model: Model,
    /// A random mask as a factor.
    mask: PlaintextSize,
    rotations: Rotations,
    /// log2 of what operands are multiplied by, at most, for one factor of their messages; 0 where there are none.
    factor_bits: f64,
}

impl Follower {
    pub(super) fn new(
        model: Model,
        index: &Index,
        plaintext: PlaintextModulus,
        rotations: Rotations,
    ) -> Self {
        let mask = PlaintextSize::random(index.degree(), plaintext.value().unwrap_or(2));
        Self { model, mask, rotations, factor_bits: 0.0 }
    }

    /// With primes that are not 1 modulo t: each operand of a sum may have to be multiplied by a number up to √t, or up
    /// to t where that is no prime, as half of all numbers or less are units.
    pub(super) fn with_factors(self, plaintext: PlaintextModulus) -> Self {
        let share = if plaintext.exponent == 1 { 0.5 } else { 1.0 };
        let log2_t = (plaintext.value().unwrap_or(2) as f64).log2();
        Self { factor_bits: share * log2_t, ..self }
    }

    pub(super) fn modulus_chain(sizes: &Sizes) -> ModulusChain {
        ModulusChain::of_sizes(&sizes.large, &sizes.small, f64::INFINITY)
    }

    /// The noise after these steps over and over, as many as a depth allows.
    pub(super) fn follow(&self, sizes: &Sizes, chain: &[Step], depth: f64) -> Followed<'_> {
        let modulus_chain = Self::modulus_chain(sizes);
        let (mut level, mut noise) = (modulus_chain.top(), self.fresh(sizes));
        // Products and changes of modulus make factors; the first sum afterwards may meet another.
        let mut differ = false;
        for step in steps(chain, depth) {
            let model = &self.model;
            differ |= step == Step::Multiply;
            if differ && matches!(step, Step::Add | Step::Select) {
                noise = model.scaled(&noise, self.factor_bits);
                differ = false;
            }
            // Other steps add to the noise what does not depend on the modulus: a smaller one would
            // only be cheaper.
            let product = || product_level(model, &modulus_chain, [(level, &noise, 2); 2]);
            let target = if step == Step::Multiply { product() } else { level };
            if target != level {
                let ratio =
                    modulus_chain.levels()[target].log2_q - modulus_chain.levels()[level].log2_q;
                noise = model.switch(&noise, ratio, 2);
                level = target;
            }
            let limbs = &modulus_chain.levels()[level].limbs;
            noise = match step {
                Step::Multiply => {
                    let product = model.multiply(&noise, &noise);
                    model.add_independent(&product, &self.key_switch(sizes, limbs))
                }
                Step::MultiplyConstant => model.multiply_plain(&noise, &self.mask),
                Step::Select => {
                    let difference = model.add(&noise, &noise);
                    model.add(&model.multiply_plain(&difference, &self.mask), &noise)
                }
                Step::Rotate => {
                    let switched = self.key_switch(sizes, limbs);
                    let image = (0..self.rotations.key_switches)
                        .fold(noise, |image, _| model.add_independent(&image, &switched));
                    if self.rotations.masked {
                        // The terms are masked images of one ciphertext, under different
                        // automorphisms.
                        let term = model.mask(&image, &self.mask);
                        model.add(&term, &term)
                    } else {
                        image
                    }
                }
                Step::Add => model.add(&noise, &noise),
            };
        }
        let log2_q = modulus_chain.levels()[level].log2_q;
        Followed { model: &self.model, noise, log2_q }
    }

    fn fresh(&self, sizes: &Sizes) -> Noise {
        let zero = self.model.public_key_encryption();
        let special = sizes.special.first().unwrap_or(&LARGE_ENOUGH_BITS);
        let divided = self.model.switch(&zero, -special, 2);
        self.model.add_independent(&divided, &self.model.message())
    }

    /// Without special primes: as if P were large enough.
    fn key_switch(&self, sizes: &Sizes, limbs: &[usize]) -> Noise {
        if sizes.special.is_empty() {
            return self.model.rounding(2);
        }
        let sum = self.model.key_switch(&sizes.log2_digits(limbs));
        self.model.switch(&sum, -sizes.log2_p(), 2)
    }
}

/// Where a chain ends. A search asks for the budget of thousands, and for the probability, which takes as long as the
/// chain, of the best.
pub(super) struct Followed<'a> {
    model: &'a Model,
    noise: Noise,
    log2_q: f64,
}

impl Followed<'_> {
    /// As [`End::budget_bits`].
    pub(super) fn budget_bits(&self) -> f64 {
        self.log2_q - 1.0 - self.model.bound_bits(&self.noise)
    }

    /// As [`End::log2_failure`].
    pub(super) fn log2_failure(&self) -> f64 {
        self.model.log2_average_failure(&self.noise, self.log2_q)
    }

    /// Both.
    pub(super) fn end(&self) -> End {
        End { budget_bits: self.budget_bits(), log2_failure: self.log2_failure() }
    }
}

/// The steps of a chain up to a depth; sums where there is no room for another of its own.
pub(crate) fn steps(chain: &[Step], depth: f64) -> impl Iterator<Item = Step> + '_ {
    let mut left = depth + 1e-9;
    let mut cycle = chain.iter().copied().cycle();
    std::iter::from_fn(move || {
        let next = cycle.next().filter(|step| step.depth() <= left).unwrap_or(Step::Add);
        left -= next.depth();
        (left >= 0.0).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_use_up_the_depth() {
        let all = |chain: &[Step], depth| steps(chain, depth).collect::<Vec<_>>();
        assert_eq!(
            all(&[Step::Multiply], 2.2),
            [Step::Multiply, Step::Multiply, Step::Add, Step::Add]
        );
        assert_eq!(
            all(&[Step::Rotate, Step::Multiply], 2.0),
            [Step::Rotate, Step::Multiply, Step::Rotate]
        );
        assert_eq!(all(&[Step::Select], 0.5).len(), 5);
        for chain in CHAINS {
            let total: f64 = steps(chain, 13.0).map(Step::depth).sum();
            assert!((total - 13.0).abs() < 1e-6, "{chain:?}: {total}");
        }
    }
}
