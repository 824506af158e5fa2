//! What is known of a ciphertext without its key: message, noise, error of approximation.
//!
//! All three are followed in the canonical embedding, where sums and products are taken slot by slot: as
//! [`Noise`], with average, bound and worst case each. The phase of a ciphertext is Δ·m + a + e: m is the
//! message as it was meant, a what it was approximated by (rounded constants, polynomials in place of
//! functions), e the noise. With t = 1 the noise model of BGV is that of e; the message multiplies noise as
//! the plaintext does there.

use super::{Ciphertext, Context, Magnitude, Parameters, Scale};
use crate::{
    Ring,
    hybrid::HybridScheme,
    noise::{Noise, Profile, Tail, log2_sum},
};

/// Message, noise and error of approximation of one ciphertext, all times its scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Δ·m.
    pub message: Noise,
    /// e.
    pub noise: Noise,
    /// a.
    pub approximation: Noise,
}

/// What certainly is no larger than Δ·`magnitude`.
fn certain(scale: &Scale, magnitude: &Magnitude) -> Noise {
    let log2 = scale.log2();
    let largest = magnitude.largest();
    let profile = |x: f64| Profile::monomial(x, 0);
    Noise {
        mean: profile(magnitude.mean_square()).scaled(log2),
        fourth: profile(magnitude.mean_fourth() / 2.0).scaled(2.0 * log2),
        bound: profile(largest * largest).scaled(log2),
        tail: if largest > 0.0 { Tail::certain(largest.log2() + log2) } else { Tail::ZERO },
        log2_worst: largest.log2() + log2,
    }
}

impl Estimate {
    /// The size of Δ·m, as an estimate without errors.
    pub(super) fn exact(scale: &Scale, magnitude: &Magnitude) -> Self {
        let message = certain(scale, magnitude);
        Self { message, noise: Noise::ZERO, approximation: Noise::ZERO }
    }

    /// The same of a message rounded to integer coefficients.
    pub(super) fn encoded<R: Ring>(
        context: &Context<R>,
        scale: &Scale,
        magnitude: &Magnitude,
    ) -> Self {
        let noise = context.model().rounding(1);
        Self { noise, ..Self::exact(scale, magnitude) }
    }

    /// f of each of the three.
    fn each(&self, f: impl Fn(&Noise) -> Noise) -> Self {
        let Self { message, noise, approximation } = self;
        Self { message: f(message), noise: f(noise), approximation: f(approximation) }
    }

    /// log2 of a slot's noise and error of approximation together, root mean square, in units of the
    /// message: as complex numbers. The real part is √2 smaller.
    pub fn log2_average_error(&self, scale: &Scale) -> f64 {
        self.noise.mean.plus(&self.approximation.mean).log2_mean() / 2.0 - scale.log2()
    }

    /// log2 of what no slot's error exceeds, with all but a probability of about
    /// 2^-[`FAILURE_BITS`](crate::noise::FAILURE_BITS) over keys and encryptions, however operands are
    /// related; in units of the message.
    pub fn log2_worst_error(&self, scale: &Scale) -> f64 {
        let both = self.noise.tail.plus_dependent(&self.approximation.tail);
        both.log2() - scale.log2()
    }

    /// log2 of what no slot's error exceeds, whatever was drawn; in units of the message.
    pub fn log2_certain_error(&self, scale: &Scale) -> f64 {
        log2_sum(self.noise.log2_worst, self.approximation.log2_worst) - scale.log2()
    }

    /// log2 of what no slot of the message exceeds.
    pub fn log2_message(&self, scale: &Scale) -> f64 {
        self.message.tail.log2() - scale.log2()
    }
}

impl<R: Ring> Context<R> {
    /// The sum of messages and errors.
    pub(super) fn estimate_sum(&self, a: &Estimate, b: &Estimate) -> Estimate {
        let model = self.model();
        Estimate {
            message: model.add(&a.message, &b.message),
            noise: model.add(&a.noise, &b.noise),
            approximation: model.add(&a.approximation, &b.approximation),
        }
    }

    /// 2^`log2` times message and errors.
    pub(super) fn estimate_scaled(&self, a: &Estimate, log2: f64) -> Estimate {
        a.each(|noise| self.model().scaled(noise, log2))
    }

    /// With further noise that is independent by construction.
    pub(super) fn estimate_plus(&self, a: &Estimate, noise: &Noise) -> Estimate {
        Parameters::with_noise(self.model(), a, noise)
    }

    /// With a further error of approximation, |a| in every slot at most 2^`log2`, times the scale.
    pub(super) fn estimate_approximated(&self, a: &Estimate, log2: f64) -> Estimate {
        let profile = Profile::monomial(1.0, 0).scaled(log2);
        let error = Noise {
            mean: profile,
            fourth: profile.times(&profile).scaled(-0.5),
            bound: profile,
            tail: Tail::certain(log2),
            log2_worst: log2,
        };
        if log2 == f64::NEG_INFINITY {
            return *a;
        }
        Estimate { approximation: self.model().add(&a.approximation, &error), ..*a }
    }

    /// (M_a + a_a + e_a)·(M_b + a_b + e_b), M = Δ·m: noise is whatever has a factor of noise.
    pub(super) fn estimate_product(&self, a: &Estimate, b: &Estimate) -> Estimate {
        let model = self.model();
        let sum = |terms: &[(&Noise, &Noise)]| {
            let product = |&(x, y): &(&Noise, &Noise)| model.multiply(x, y);
            terms.iter().map(product).fold(Noise::ZERO, |sum, term| model.add(&sum, &term))
        };
        let [wide_a, wide_b] = [a, b].map(|x| model.add(&x.message, &x.approximation));
        let approximations = [
            (&a.message, &b.approximation),
            (&b.message, &a.approximation),
            (&a.approximation, &b.approximation),
        ];
        Estimate {
            message: model.multiply(&a.message, &b.message),
            noise: sum(&[(&wide_a, &b.noise), (&wide_b, &a.noise), (&a.noise, &b.noise)]),
            approximation: sum(&approximations),
        }
    }

    /// As [`Context::estimate_product`] of a ciphertext with itself: M² + 2·M·e + e².
    pub(super) fn estimate_square(&self, a: &Estimate) -> Estimate {
        let model = self.model();
        let twice = |x: &Noise, y: &Noise| model.scaled(&model.multiply(x, y), 1.0);
        let wide = model.add(&a.message, &a.approximation);
        Estimate {
            message: model.square(&a.message),
            noise: model.add(&twice(&wide, &a.noise), &model.square(&a.noise)),
            approximation: model
                .add(&twice(&a.message, &a.approximation), &model.square(&a.approximation)),
        }
    }

    /// log2 of the root mean square of the error of a slot, a complex number, in the average case.
    pub fn log2_average_error(&self, a: &Ciphertext<R>) -> f64 {
        a.estimate.log2_average_error(&a.scale)
    }

    /// log2 of what no slot's error exceeds: see [`Estimate::log2_worst_error`].
    pub fn log2_worst_error(&self, a: &Ciphertext<R>) -> f64 {
        a.estimate.log2_worst_error(&a.scale)
    }

    /// The ciphertext of a message whose slots the caller knows to be no larger than `magnitude`, as the
    /// values of a polynomial that stays in a range: sizes that were followed through sums add up as if all
    /// terms were extreme. Errors are left as they are.
    #[must_use]
    pub fn assume(&self, a: Ciphertext<R>, magnitude: &Magnitude) -> Ciphertext<R> {
        let message = certain(&a.scale, magnitude);
        Ciphertext { estimate: Estimate { message, ..a.estimate }, ..a }
    }

    /// The ciphertext, as an approximation of another message: no slot differs by more than 2^`log2`.
    #[must_use]
    pub fn approximates(&self, a: Ciphertext<R>, log2: f64) -> Ciphertext<R> {
        let estimate = self.estimate_approximated(&a.estimate, log2 + a.scale.log2());
        Ciphertext { estimate, ..a }
    }
}
