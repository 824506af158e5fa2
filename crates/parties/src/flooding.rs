//! Noise that hides what the noise of a ciphertext says of the secret.
//!
//! A share of a decryption is c_1·s_i + t·f_i; with all of them, the sum of the noise v of the ciphertext and of all t·f_i
//! is public. v depends on the secret. For f of independent normal coefficients of width σ, f and f + v/t have a
//! statistical distance of at most ‖v/t‖/(σ·√(2π)), where ‖·‖ is the Euclidean norm of coefficients. σ = 2^λ·B for a bound B
//! of that norm, which the ciphertext's estimate gives, makes it less than 2^-λ for each decryption. One party's f
//! suffices, so that all others may have conspired.
//!
//! **Cost.** The noise grows from a coefficient's to about 2^λ·√n times its bound, n the degree.
//!
//! **Source.** 2020/304 §IV.E.

use ringassay_ring::{
    Powerful,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{
    Ring,
    hybrid::{Ciphertext, Context, HybridScheme},
    noise::Noise,
};

use crate::{Error, Group};

const FLOOD: Label = Label::new("prt.fld");

/// log2 of the widest that is drawn at once.
const WIDEST: f64 = 55.0;

/// What is wider is 2^k times a sample of at most this, and a narrower one that is so many bits wider than 2^k.
const TOP: f64 = 50.0;
const OVERLAP: f64 = 6.0;

/// The width of the noise that each party adds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flooding {
    log2_sigma: f64,
    log2_largest: f64,
    cost_bits: f64,
}

impl Flooding {
    /// log2 σ, of the coefficients of f.
    pub fn log2_sigma(&self) -> f64 {
        self.log2_sigma
    }

    /// The bits that shared decryption takes of a ciphertext's noise budget; in CKKS by which its errors grow.
    pub fn cost_bits(&self) -> f64 {
        self.cost_bits
    }

    /// f, which `seed` determines: secret.
    pub(crate) fn draw<P: HybridScheme, R: Ring>(
        &self,
        context: &Context<P, R>,
        ring: &R,
        seed: &Seed,
    ) -> Result<R::Element<Powerful>, Error> {
        let mut flood = wide(ring, self.log2_sigma, seed, 0)?;
        let t = context.parameters().shape().t;
        if t != 1 {
            let factors: Vec<u64> = ring.moduli().iter().map(|q| t % q).collect();
            R::scale_assign(&mut flood, &factors)?;
        }
        Ok(flood)
    }
}

/// log2 of the factor k of the upper sample, and log2 of its width, for what is wider than [`WIDEST`].
fn split(log2_sigma: f64) -> Option<(u32, f64)> {
    let factor = (log2_sigma - TOP).ceil();
    (log2_sigma > WIDEST).then_some((factor as u32, log2_sigma - factor))
}

fn sampler<R: Ring>(ring: &R, log2_sigma: f64) -> Result<Sampler, Error> {
    let sigma = log2_sigma.exp2();
    let made = Sampler::new(ring.index(), Distribution::DiscreteGaussian { sigma });
    Ok(made.map_err(ringassay_scheme::Error::from)?)
}

/// An element of normal coefficients in the powerful basis.
pub(crate) fn wide<R: Ring>(
    ring: &R,
    log2_sigma: f64,
    seed: &Seed,
    part: u64,
) -> Result<R::Element<Powerful>, Error> {
    let draw = |log2_sigma| {
        let drawn = ring.secret(&sampler(ring, log2_sigma)?, &mut seed.stream(FLOOD, part))?;
        Ok::<_, Error>(ring.reduce(&drawn)?)
    };
    let Some((shift, top)) = split(log2_sigma) else { return draw(log2_sigma) };
    let mut sum = draw(top)?;
    R::scale_assign(&mut sum, &powers_of_two(ring.moduli(), shift))?;
    R::add_assign(&mut sum, &wide(ring, f64::from(shift) + OVERLAP, seed, part + 1)?)?;
    Ok(sum)
}

/// 2^`exponent` modulo each prime.
fn powers_of_two(moduli: &[u64], exponent: u32) -> Vec<u64> {
    let power = |&q: &u64| {
        (0..exponent).fold(1 % q, |power, _| (u128::from(power) * 2 % u128::from(q)) as u64)
    };
    moduli.iter().map(power).collect()
}

/// log2 of what no coefficient exceeds.
pub(crate) fn log2_largest<R: Ring>(ring: &R, log2_sigma: f64) -> Result<f64, Error> {
    let Some((shift, top)) = split(log2_sigma) else {
        return Ok((sampler(ring, log2_sigma)?.bound() as f64).log2());
    };
    let upper = f64::from(shift) + (sampler(ring, top)?.bound() as f64).log2();
    Ok(upper.max(log2_largest(ring, f64::from(shift) + OVERLAP)?) + 1.0)
}

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// The noise that each party adds in a shared decryption of a ciphertext.
    ///
    /// # Errors
    /// Returns [`Error::Flooding`] if nothing is guaranteed of the ciphertext's noise, or what there is room for below the
    /// modulus does not hide it.
    pub fn flooding(&self, a: &Ciphertext<P, R>) -> Result<Flooding, Error> {
        self.check_known(a)?;
        let (context, model) = (self.context(), self.context().model());
        let (_, estimate) = a.known();
        // No ciphertext that hides anything has less noise than rounding leaves.
        let errors = model.norm_bits(&P::errors(model, estimate));
        let norm = errors.max(model.norm_bits(&model.rounding(2)));
        let log2_sigma = norm + self.statistical_bits();
        let limit = context.limit_bits(a.level());
        if log2_sigma >= limit {
            return Err(self.no_room(log2_sigma - limit));
        }
        let log2_largest = log2_largest(context.ring(), log2_sigma)?;
        let flooding = Flooding { log2_sigma, log2_largest, cost_bits: 0.0 };
        let flooded = self.flooded(estimate, &flooding);
        let left = limit - P::bound_bits(model, &flooded);
        if left <= 0.0 {
            return Err(self.no_room(-left));
        }
        let [errors, all] = [estimate, &flooded].map(|x| model.bound_bits(&P::errors(model, x)));
        Ok(Flooding { cost_bits: all - errors, ..flooding })
    }

    /// Fails unless a bound of the ciphertext's message and noise is known.
    pub(crate) fn check_known(&self, a: &Ciphertext<P, R>) -> Result<(), Error> {
        let context = self.context();
        if context.insists() {
            return Err(Error::Flooding(
                "an instance that insists knows no bound of a ciphertext's noise, which flooding is derived from: take \
                 one that does not"
                    .into(),
            ));
        }
        let [_, _] = a.pair()?;
        let errors = P::errors(context.model(), a.known().1);
        if context.model().bound_bits(&errors).is_finite() && context.bound_bits(a).is_finite() {
            return Ok(());
        }
        Err(Error::Flooding(
            "the ciphertext has no estimate of its noise, which flooding is derived from: compute it from encryptions"
                .into(),
        ))
    }

    pub(crate) fn no_room(&self, missing: f64) -> Error {
        Error::Flooding(format!(
            "noise that hides the secret to 2^-{} takes {missing:.1} bits more than the modulus has above the noise of the \
             ciphertext: decrypt one with fewer operations behind it, choose parameters of greater depth, or allow a larger \
             statistical distance",
            self.statistical_bits()
        ))
    }

    /// The estimate with the noise of all active parties.
    pub(crate) fn flooded(&self, estimate: &P::Estimate, flooding: &Flooding) -> P::Estimate {
        let (model, Flooding { log2_sigma, log2_largest, .. }) =
            (self.context().model(), *flooding);
        let parties = (self.members().active().len() as f64).log2();
        let noise: Noise = model.flooding(log2_sigma + parties / 2.0, log2_largest + parties);
        P::with_noise(model, estimate, &noise)
    }
}
