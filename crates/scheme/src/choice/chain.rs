//! How far the moduli of an instance carry: the noise along chains of operations.

use ringassay_ring::index::Index;

use crate::{
    bgv::{Ladder, digit_groups, product_rung},
    noise::{Model, Noise, PlaintextSize},
};

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

    /// log2 of the modulus of each digit of a ciphertext with these limbs.
    fn log2_digits(&self, limbs: &[usize]) -> Vec<f64> {
        let primes = [&self.large[..], &self.small].concat();
        let groups = digit_groups(self.large.len(), self.small.len(), self.digit_limbs);
        let sizes = groups.iter().map(|group| {
            let within = limbs.iter().filter(|limb| group.contains(limb));
            within.map(|&limb| primes[limb]).sum()
        });
        sizes.filter(|&size| size > 0.0).collect()
    }
}

/// One kind of step, repeated as often as a depth allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Multiply,
    MultiplyConstant,
    Select,
    Rotate,
    /// Of a ciphertext with itself.
    Add,
}

impl Step {
    pub(super) const ALL: [Self; 5] =
        [Self::Multiply, Self::MultiplyConstant, Self::Select, Self::Rotate, Self::Add];

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
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Multiply => "products",
            Self::MultiplyConstant => "products with constants",
            Self::Select => "selections",
            Self::Rotate => "rotations",
            Self::Add => "sums",
        }
    }
}

/// Where a chain ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    /// log2(Q/2) less the noise bound.
    pub(super) capacity_bits: f64,
    /// log2 of the probability of a wrong result.
    pub(super) log2_failure: f64,
    /// The transforms of the key switches of all steps.
    pub(super) work: f64,
}

/// Follows the noise of instances of one index.
#[derive(Debug, Clone)]
pub(super) struct Follower {
    model: Model,
    /// A random mask as a factor.
    mask: PlaintextSize,
    masked_rotations: bool,
}

impl Follower {
    /// `masked_rotations`: whether rotations are sums of masked automorphisms.
    pub(super) fn new(model: Model, index: &Index, t: u64, masked_rotations: bool) -> Self {
        let n = index.totient() as f64;
        let mask = PlaintextSize {
            log2_mean_square: (n * ((t * t) as f64 - 1.0) / 12.0).log2(),
            log2_worst: (n * t as f64 / 2.0).log2(),
        };
        Self { model, mask, masked_rotations }
    }

    pub(super) fn ladder(sizes: &Sizes) -> Ladder {
        Ladder::of_sizes(&sizes.large, &sizes.small, f64::INFINITY)
    }

    /// The noise after steps of one kind, up to a depth.
    pub(super) fn follow(&self, sizes: &Sizes, step: Step, depth: f64) -> End {
        let ladder = Self::ladder(sizes);
        let (mut rung, mut noise) = (ladder.top(), self.fresh(sizes));
        let (count, mut work) = ((depth / step.depth() - 1e-9).ceil().max(0.0) as usize, 0.0);
        for _ in 0..count {
            let model = &self.model;
            // Other steps add to the noise what does not depend on the modulus: a smaller one would
            // only be cheaper.
            let product = || product_rung(model, &ladder, [(rung, &noise, 2); 2]);
            let target = if step == Step::Multiply { product() } else { rung };
            if target != rung {
                let ratio = ladder.rungs()[target].log2_q - ladder.rungs()[rung].log2_q;
                noise = model.switch(&noise, ratio, 2);
                rung = target;
            }
            let limbs = &ladder.rungs()[rung].limbs;
            let digits = sizes.log2_digits(limbs);
            let extended = (limbs.len() + sizes.special.len()) as f64;
            // Transforms: of digits, of the two parts that are divided by P, and back.
            work += digits.len() as f64 * extended + 2.0 * extended;
            noise = match step {
                Step::Multiply => {
                    let product = model.multiply(&noise, &noise);
                    model.add_independent(&product, &self.key_switch(sizes, &digits))
                }
                Step::MultiplyConstant => model.multiply_plain(&noise, &self.mask),
                Step::Select => {
                    let difference = model.add(&noise, &noise);
                    model.add(&model.multiply_plain(&difference, &self.mask), &noise)
                }
                Step::Rotate => {
                    let image = model.add_independent(&noise, &self.key_switch(sizes, &digits));
                    if self.masked_rotations {
                        // The terms are masked images of one ciphertext, under different
                        // automorphisms.
                        let term = model.multiply_plain(&image, &self.mask);
                        model.add_independent(&term, &term)
                    } else {
                        image
                    }
                }
                Step::Add => model.add(&noise, &noise),
            };
        }
        let log2_q = ladder.rungs()[rung].log2_q;
        End {
            capacity_bits: log2_q - 1.0 - self.model.bound_bits(&noise),
            log2_failure: self.model.log2_failure(&noise, log2_q),
            work,
        }
    }

    fn fresh(&self, sizes: &Sizes) -> Noise {
        let zero = self.model.public_key_encryption();
        let divided = self.model.switch(&zero, -sizes.special.first().unwrap_or(&0.0), 2);
        self.model.add_independent(&divided, &self.model.message())
    }

    fn key_switch(&self, sizes: &Sizes, log2_digits: &[f64]) -> Noise {
        self.model.switch(&self.model.key_switch(log2_digits), -sizes.log2_p(), 2)
    }
}
