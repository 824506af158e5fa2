//! The arithmetic of CKKS, for functions.

use ringassay_scheme::{
    Error, Ring,
    ckks::{
        Ciphertext, Constant, Context, EvaluationKeys, Magnitude, Plaintext, RingType, Scale,
        encoding::{Complex, Complex64, DoubleDouble, Encoder, MAX_BITS, Target},
    },
};

use crate::{ApproximateArithmetic, Arithmetic, Factor, polynomial::to_unit_interval};

/// A number in double-double.
type Extended = Complex<DoubleDouble>;

/// Doubles have so many bits: a factor at a larger scale is taken in two parts.
const DOUBLE_BITS: f64 = 53.0;

/// By how much a bound of a message may exceed an interval, relatively: bounds are sums of doubles.
const TOLERANCE: f64 = 1e-6;

/// A context with the keys, and with the encoder that factors of single entries need.
#[derive(Debug, Clone, Copy)]
pub struct Evaluator<'a, R: Ring> {
    context: &'a Context<R>,
    keys: &'a EvaluationKeys<R>,
    encoder: &'a Encoder,
    slots: usize,
}

impl<'a, R: Ring> Evaluator<'a, R> {
    /// For ciphertexts whose messages are packed into `slots` slots. The keys need that of relinearisation,
    /// and that of conjugation for signs in the standard ring.
    ///
    /// # Errors
    /// When the encoder is of another ring or generator than the context.
    pub fn new(
        context: &'a Context<R>,
        keys: &'a EvaluationKeys<R>,
        encoder: &'a Encoder,
        slots: usize,
    ) -> Result<Self, Error> {
        let parameters = context.parameters();
        let is_same = encoder.degree() == parameters.index.degree()
            && encoder.ring_type() == parameters.ring_type()
            && encoder.generator().value() == u64::from(parameters.generator);
        if !is_same || !slots.is_power_of_two() || slots > encoder.slots() {
            return Err(Error::OtherParameters { what: "the encoder" });
        }
        Ok(Self { context, keys, encoder, slots })
    }

    /// The plaintext with these slots at a scale; 0 in those that are not given.
    ///
    /// # Errors
    /// Returns an error if there are more values than slots, or one is too large for the scale.
    pub fn plaintext(&self, values: &[Complex64], scale: &Scale) -> Result<Plaintext, Error> {
        let log2_modulus = f64::from(MAX_BITS) + 2.0;
        let target = Target { slots: self.slots, scale, log2_modulus };
        let coefficients = self.encoder.encode(values, &target)?;
        let zeros = self.slots - values.len().min(self.slots);
        let sizes = values.iter().map(|z| z.abs()).chain(std::iter::repeat_n(0.0, zeros));
        Ok(Plaintext::new(coefficients, scale.clone(), Magnitude::of(sizes)))
    }
}

/// The two doubles of which a factor consists, the second only where the scale shows it.
fn parts(factor: &Extended, scale: &Scale) -> (Constant, Option<Constant>) {
    let ((re, re_low), (im, im_low)) = (factor.re.parts(), factor.im.parts());
    let is_shown = scale.log2() > DOUBLE_BITS && (re_low != 0.0 || im_low != 0.0);
    let low = is_shown.then_some(Constant { re: re_low, im: im_low });
    (Constant { re, im }, low)
}

/// The smallest scale at which factors are encoded, as log2: below, they would be rounded too much.
const MIN_LOG2_FACTOR: f64 = 10.0;

impl<R: Ring> Evaluator<'_, R> {
    /// What rescaling divides by at a level.
    fn divisor(&self, level: usize) -> Result<Scale, Error> {
        let primes = self.context.rescaling_primes(level);
        if level > 0 && !primes.is_empty() {
            return Ok(Scale::of_primes(primes));
        }
        let found = self.context.parameters().top();
        let reason = "it cannot be rescaled";
        Err(Error::Modulus { what: "a ciphertext", found, wanted: level, reason })
    }
}

impl<R: Ring> Arithmetic for Evaluator<'_, R> {
    type Ciphertext = Ciphertext<R>;
    type Number = Extended;
    type Scale = Scale;

    fn level(&self, a: &Ciphertext<R>) -> usize {
        a.level()
    }

    fn scale(&self, a: &Ciphertext<R>) -> Scale {
        a.scale().clone()
    }

    fn before_rescaling(&self, after: &Scale, level: usize) -> Result<Scale, Error> {
        Ok(after.multiplied(&self.divisor(level)?))
    }

    fn cofactor(&self, product: &Scale, a: &Ciphertext<R>) -> Scale {
        product.divided(a.scale())
    }

    fn integer(&self, x: i64) -> Extended {
        Complex64::from(x as f64).extended()
    }

    fn add(&self, mut a: Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.add_assign(&mut a, b)?;
        Ok(a)
    }

    fn sub(&self, mut a: Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.sub_assign(&mut a, b)?;
        Ok(a)
    }

    fn double(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.add(a, a)
    }

    fn multiply(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.tensor(a, b)
    }

    fn square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.tensor_square(a)
    }

    fn relinearise(&self, a: Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.relinearise(&a, self.keys)
    }

    fn rescale(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.rescale(a)
    }

    fn relinearise_and_rescale(&self, a: Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.context.relinearise_and_rescale(a, self.keys)
    }

    fn drop_to(&self, a: &Ciphertext<R>, level: usize) -> Result<Ciphertext<R>, Error> {
        self.context.drop_to(a, level)
    }

    fn multiply_to(
        &self,
        mut a: Ciphertext<R>,
        factor: &Factor<'_>,
        scale: &Scale,
    ) -> Result<Ciphertext<R>, Error> {
        let scale = scale.divided(a.scale());
        if scale.log2() < MIN_LOG2_FACTOR {
            return Err(Error::Unsupported(format!(
                "coefficients would be encoded at the scale 2^{:.1}: rescale the ciphertext first, or take a \
                 larger target scale",
                scale.log2()
            )));
        }
        match factor {
            Factor::Entries(values) => {
                self.context.multiply_plain(&a, &self.plaintext(&rounded(values), &scale)?)
            }
            Factor::Constant(z) => {
                let (high, low) = parts(z, &scale);
                let low = low.map(|c| self.context.multiply_constant(&a, c, &scale)).transpose()?;
                self.context.multiply_constant_assign(&mut a, high, &scale)?;
                if let Some(low) = low {
                    self.context.add_assign(&mut a, &low)?;
                }
                Ok(a)
            }
        }
    }

    fn add_to(&self, mut a: Ciphertext<R>, term: &Factor<'_>) -> Result<Ciphertext<R>, Error> {
        match term {
            Factor::Entries(values) => {
                self.context.add_plain(&a, &self.plaintext(&rounded(values), a.scale())?)
            }
            Factor::Constant(z) => {
                let (high, low) = parts(z, a.scale());
                for c in std::iter::once(high).chain(low) {
                    self.context.add_constant_assign(&mut a, c)?;
                }
                Ok(a)
            }
        }
    }

    /// Among all slots of the ring.
    fn rotate(&self, a: &Ciphertext<R>, steps: i64) -> Result<Ciphertext<R>, Error> {
        self.context.rotate(a, steps, self.keys)
    }

    fn to_unit_interval(
        &self,
        x: &Ciphertext<R>,
        from: f64,
        to: f64,
    ) -> Result<Ciphertext<R>, Error> {
        to_unit_interval(self, x, from, to)
    }

    fn check_range(&self, a: &Ciphertext<R>, largest: f64) -> Result<(), Error> {
        let found = a.estimate().log2_message(a.scale());
        if found <= (largest * (1.0 + TOLERANCE)).log2() {
            return Ok(());
        }
        Err(Error::Unsupported(format!(
            "slots may be as large as 2^{found:.1} by what is known of them, and the polynomial is for \
             numbers up to {largest}: take another interval, or declare how large they are at most"
        )))
    }

    fn bounded(&self, a: Ciphertext<R>, largest: f64) -> Ciphertext<R> {
        self.context.assume(a, &Magnitude::constant(largest))
    }
}

impl<R: Ring> ApproximateArithmetic for Evaluator<'_, R> {
    fn real_part(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        if self.context.parameters().ring_type() == RingType::ConjugateInvariant {
            return Ok(a.clone());
        }
        let mut sum = self.context.conjugate(a, self.keys)?;
        self.context.add_assign(&mut sum, a)?;
        Ok(self.context.divided_by_power_of_two(sum, 1))
    }

    fn approximated(&self, a: Ciphertext<R>, error: f64) -> Ciphertext<R> {
        self.context.approximates(a, error.log2())
    }
}

/// As doubles.
fn rounded(values: &[Extended]) -> Vec<Complex64> {
    values.iter().map(|z| z.rounded()).collect()
}
