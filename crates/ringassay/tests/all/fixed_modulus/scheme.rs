//! How messages are packed, μ + t·e modulo Q, and what operations make of noise.

use std::{borrow::Cow, ops::Range};

use ringassay::{
    ring::{Powerful, RingError, sample::Distribution},
    scheme::{
        Error, PackedScheme, Plaintext, Ring, Role, Scheme,
        hybrid::{
            Ciphertext, Context, EvaluationKeys, HybridScheme, Shape, UnscaledScheme,
            product_parts, square_parts,
        },
        noise::{Model, Noise, PlaintextSize},
    },
};
use ringassay_kernels::Zq;

use super::{Parameters, SECRET, SIGMA};

impl HybridScheme for Parameters {
    const SCHEME: Scheme = Scheme::External;
    const CHECKS_RELINEARISATION: bool = true;

    /// Arithmetic modulo t.
    type Own<R: Ring> = Zq;
    type Scale = ();
    type Estimate = Noise;

    fn check(&self) -> Result<(), Error> {
        self.verify()
    }

    fn shape(&self) -> Shape<'_> {
        let own = self.primes.len();
        Shape {
            index: &self.index,
            primes: self.all_primes(),
            levels: vec![(0..own).collect()],
            special: own..own + self.special.len(),
            digits: (0..own).map(|limb| Range { start: limb, end: limb + 1 }).collect(),
            secret: SECRET,
            ephemeral: SECRET,
            error: Distribution::Spherical { sigma: SIGMA },
            t: self.t,
            special_of_public_keys: 1,
        }
    }

    fn own<R: Ring>(&self, _: &R) -> Result<Zq, Error> {
        Zq::new(self.t).map_err(|error| Error::Ring(RingError::Zq(error)))
    }

    fn with_noise(model: &Model, estimate: &Noise, noise: &Noise) -> Noise {
        model.add_independent(estimate, noise)
    }

    fn bound_bits(model: &Model, estimate: &Noise) -> f64 {
        model.bound_bits(estimate)
    }

    fn errors(_: &Model, estimate: &Noise) -> Noise {
        *estimate
    }

    fn limit_bits(&self, log2_q: f64) -> f64 {
        log2_q - 1.0
    }
}

impl UnscaledScheme for Parameters {
    fn switched_scale<R: Ring>(_: &Context<Self, R>, (): &(), _: [usize; 2]) {}
}

impl PackedScheme for Parameters {
    type Plaintext = Plaintext;
    type Known = PlaintextSize;

    fn encode<R: Ring>(
        on: &Context<Self, R>,
        plaintext: &Plaintext,
        ring: &R,
    ) -> Result<R::Element<Powerful>, Error> {
        ring.message(plaintext.coefficients(), on.own())
    }

    fn fresh<R: Ring>(
        on: &Context<Self, R>,
        _: &Plaintext,
        noise: Option<&Noise>,
    ) -> Result<((), Noise), Error> {
        let message = on.model().message();
        let sum = |noise| on.model().add_independent(noise, &message);
        Ok(((), noise.map_or(message, sum)))
    }

    fn at_level<'a, R: Ring>(
        on: &Context<Self, R>,
        a: &'a Ciphertext<Self, R>,
        level: usize,
    ) -> Result<Cow<'a, Ciphertext<Self, R>>, Error> {
        on.at_level(a, level)
    }

    fn aligned<'a, R: Ring>(
        _: &Context<Self, R>,
        _: &'static str,
        [a, b]: [&'a Ciphertext<Self, R>; 2],
    ) -> Result<[Cow<'a, Ciphertext<Self, R>>; 2], Error> {
        Ok([Cow::Borrowed(a), Cow::Borrowed(b)])
    }

    fn align_assign<'b, R: Ring>(
        _: &Context<Self, R>,
        _: &'static str,
        _: &mut Ciphertext<Self, R>,
        b: &'b Ciphertext<Self, R>,
    ) -> Result<Cow<'b, Ciphertext<Self, R>>, Error> {
        Ok(Cow::Borrowed(b))
    }

    fn sum_estimate<R: Ring>(on: &Context<Self, R>, a: &Noise, b: &Noise) -> Noise {
        on.model().add(a, b)
    }

    fn double_estimate<R: Ring>(on: &Context<Self, R>, a: &Noise) -> Noise {
        on.model().scaled(a, 1.0)
    }

    fn prepared<R: Ring>(
        on: &Context<Self, R>,
        plaintext: &Plaintext,
        ring: &R,
        _: Role,
    ) -> Result<(R::Element<Powerful>, PlaintextSize), Error> {
        let size = on.model().plaintext_size(plaintext.coefficients());
        Ok((Self::encode(on, plaintext, ring)?, size))
    }

    fn addend_estimate<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        _: &PlaintextSize,
    ) -> Result<Noise, Error> {
        Ok(on.model().add(a.noise(), &on.model().message()))
    }

    fn factor_estimate<R: Ring>(
        on: &Context<Self, R>,
        ((), noise): (&(), &Noise),
        m: &PlaintextSize,
    ) -> Result<((), Noise), Error> {
        Ok(((), on.model().multiply_plain(noise, m)))
    }

    fn multiply<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        b: &Ciphertext<Self, R>,
        keys: &EvaluationKeys<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error> {
        on.relinearise(&on.tensor(a, b)?, keys)
    }

    fn square<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        keys: &EvaluationKeys<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error> {
        on.relinearise(&on.tensor_square(a)?, keys)
    }

    fn tensor<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
        b: &Ciphertext<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error> {
        if std::ptr::eq(a, b) {
            return Self::tensor_square(on, a);
        }
        let parts = product_parts::<R>(a.pair()?, b.pair()?)?.into();
        Ok(Ciphertext::new(parts, a.level(), (), on.model().multiply(a.noise(), b.noise())))
    }

    fn tensor_square<R: Ring>(
        on: &Context<Self, R>,
        a: &Ciphertext<Self, R>,
    ) -> Result<Ciphertext<Self, R>, Error> {
        let parts = square_parts::<R>(a.pair()?)?.into();
        Ok(Ciphertext::new(parts, a.level(), (), on.model().square(a.noise())))
    }
}
