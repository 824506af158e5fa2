//! How often decryption fails at parameters so small that it does.

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes::is_prime,
    sample::{Distribution, Label, Seed},
};
use ringassay_scheme::{
    Error,
    bgv::{Ciphertext, Context, Parameters, PlaintextModulus},
};

/// What is decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A fresh encryption under the secret key.
    SecretKey,
    /// A fresh encryption under the public key.
    PublicKey,
    /// A product of two encryptions under the public key, in three parts, after a change of modulus.
    Product,
}

/// An instance whose errors are as wide as a failure probability takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) m: u64,
    pub(crate) t: u64,
    pub(crate) kind: Kind,
}

/// What was predicted and what was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) log2_predicted: f64,
    pub(crate) trials: u64,
    pub(crate) failures: u64,
}

impl Outcome {
    /// The observed rate over the predicted one.
    pub(crate) fn ratio(&self) -> f64 {
        self.failures as f64 / self.trials as f64 / self.log2_predicted.exp2()
    }
}

/// Trials with one key.
const TRIALS_PER_KEY: u64 = 50;

const TRIAL: Label = Label::new("trial");

impl Case {
    /// The instance with errors of this width. Its primes have 24 bits.
    fn context(&self, sigma: f64) -> Result<Context<RnsRing>, Error> {
        // Decrypts whatever the noise.
        let step = self.m * self.t;
        let step = if self.m.is_multiple_of(self.t) { self.m } else { step };
        let primes = (1..(1 << 24) / step).rev().map(|k| k * step + 1).filter(|&q| is_prime(q));
        let count = if self.kind == Kind::Product { 2 } else { 1 };
        let context = Context::exact(&Parameters {
            index: Index::new(self.m)?,
            plaintext: PlaintextModulus { prime: self.t, exponent: 1 },
            large: primes.take(count).collect(),
            small: Vec::new(),
            special: Vec::new(),
            digit_limbs: 1,
            fresh_log2_q: f64::INFINITY,
            secret: Distribution::Ternary,
            sigma,
        })?;
        Ok(context.insisting())
    }

    /// One key with so many ciphertexts; what `f` says of each.
    fn with_key(
        &self,
        context: &Context<RnsRing>,
        seed: &Seed,
        trials: u64,
        mut f: impl FnMut(&Ciphertext<RnsRing>, bool) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let key = context.generate_secret_key(&seed.derive(TRIAL, 0))?;
        let public = context.generate_public_key(&key, &seed.derive(TRIAL, 1))?;
        let message = vec![self.t / 2; context.parameters().index.degree()];
        let plaintext = context.plaintext(message)?;
        let mut expected: Option<Vec<u64>> = None;
        for trial in 1..=trials {
            let seed = |i: u64| seed.derive(TRIAL, 2 * trial + i);
            let x = match self.kind {
                Kind::SecretKey => context.encrypt_secret(&key, &plaintext, &seed(0))?,
                Kind::PublicKey => context.encrypt(&public, &plaintext, &seed(0))?,
                Kind::Product => {
                    let x = context.encrypt(&public, &plaintext, &seed(0))?;
                    let y = context.encrypt(&public, &plaintext, &seed(1))?;
                    context.switched(context.tensor(&x, &y)?, 0)?
                }
            };
            let right = |message: &[u64]| context.decrypt(&key, &x).map(|found| found == message);
            let right = match &expected {
                Some(message) => right(message)?,
                None if self.kind != Kind::Product => right(plaintext.coefficients())?,
                None => {
                    // The square of the message, without noise.
                    let trivial = context.trivial(&plaintext)?;
                    let square = context.tensor(&trivial, &trivial)?;
                    let message = context.decrypt(&key, &square)?;
                    let right = right(&message)?;
                    expected = Some(message);
                    right
                }
            };
            f(&x, right)?;
        }
        Ok(())
    }

    /// log2 of the predicted probability with errors of this width.
    fn log2_failure(&self, sigma: f64) -> Result<f64, Error> {
        let context = self.context(sigma)?;
        let mut log2 = 0.0;
        let found = self.with_key(&context, &Seed::from_bytes([1; Seed::BYTES]), 1, |x, _| {
            log2 = context.log2_average_failure(x)?;
            Ok(())
        });
        found.map(|()| log2)
    }

    /// The instance at which failures are predicted with the probability 2^-`bits`, so many times.
    ///
    /// # Errors
    /// When there is no such instance.
    pub(crate) fn run(&self, bits: f64, trials: u64, seed: &Seed) -> Result<Outcome, Error> {
        let (mut low, mut high) = (4.0_f64.log2(), 24.0);
        for _ in 0..24 {
            let middle = f64::midpoint(low, high);
            let within = self.context(middle.exp2()).is_ok();
            if within && self.log2_failure(middle.exp2())? < -bits {
                low = middle;
            } else {
                high = middle;
            }
        }
        let context = self.context(low.exp2())?;
        let (mut failures, mut done) = (0, 0);
        while done < trials {
            let count = TRIALS_PER_KEY.min(trials - done);
            self.with_key(&context, &seed.derive(TRIAL, done), count, |_, right| {
                failures += u64::from(!right);
                Ok(())
            })?;
            done += count;
        }
        Ok(Outcome { log2_predicted: self.log2_failure(low.exp2())?, trials, failures })
    }
}
