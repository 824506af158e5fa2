//! The secret key: encryption and decryption.

use ringassay_ring::{
    lwe::LweDistribution,
    sample::{Distribution, Label, Sampler},
};
use ringassay_scheme::{
    FreshSeed,
    purpose::{ERROR, SECRET, UNIFORM},
    rgsw::{RgswEncryption, RlweSecret, RotationKey},
    ring::LweRing,
};

use crate::{Bit, Context, Error, EvaluationKey};

/// Of encryptions of bits.
const BITS: Label = Label::new("bits");
/// Of a rotation key.
const ROTATION: Label = Label::new("rotation");
/// Of a switching key.
const SWITCH: Label = Label::new("switch");

/// The secrets: ternary S_1, …, S_k of the ring, under whose coefficients bits are encrypted, and a binary one of length n.
#[derive(Debug)]
pub struct SecretKey<R: LweRing> {
    ring: RlweSecret<R>,
    flattened: R::SampleSecret,
    small: R::SampleSecret,
}

impl<R: LweRing> SecretKey<R> {
    /// A key drawn from a seed.
    ///
    /// # Errors
    /// Returns an error if the context's ring has no such secrets.
    pub fn new(context: &Context<R>, seed: FreshSeed) -> Result<Self, Error> {
        let (seed, parameters) = (seed.into_seed(), context.parameters());
        let mut stream = seed.stream(SECRET, 0);
        let ternary = Sampler::new(context.ring().index(), Distribution::Ternary);
        let ternary = ternary.map_err(ringassay_scheme::Error::from)?;
        let ring = RlweSecret::draw(context.ring(), parameters.rank, &ternary, &mut stream)?;
        let flattened = ring.flattened(context.ring());
        let binary = LweDistribution::Binary;
        let small = context.ring().sample_secret(parameters.dimension, binary, &mut stream)?;
        Ok(Self { ring, flattened, small })
    }

    /// What a server needs for gates.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context.
    pub fn evaluation_key(
        &self,
        context: &Context<R>,
        seed: FreshSeed,
    ) -> Result<EvaluationKey<R>, Error> {
        let (seed, parameters) = (seed.into_seed(), context.parameters());
        let (ring, gadget, errors) = (context.ring(), context.gadget(), context.errors()?);
        let encryption = RgswEncryption { ring, secret: &self.ring, gadget, errors: &errors };
        let [masks, own] = [UNIFORM, ERROR].map(|label| seed.derive(ROTATION, 0).derive(label, 0));
        let rotation =
            RotationKey::new(&encryption, &self.small, parameters.dimension, &masks, &own)?;
        let seed = seed.derive(SWITCH, 0);
        let switch = R::switch_key(
            parameters.switch_shape(),
            [&self.flattened, &self.small],
            parameters.sigma,
            &seed.derive(UNIFORM, 0),
            &mut seed.stream(ERROR, 0),
        )?;
        Ok(EvaluationKey { rotation, switch })
    }

    /// Encrypts bits.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context, or there are no bits.
    pub fn encrypt(
        &self,
        context: &Context<R>,
        bits: &[bool],
        seed: FreshSeed,
    ) -> Result<Vec<Bit<R>>, Error> {
        let seed = seed.into_seed().derive(BITS, 0);
        let messages: Vec<u64> =
            bits.iter().map(|&bit| context.eighths(if bit { 1 } else { -1 })).collect();
        let samples = R::encrypt_samples(
            &context.encryption(),
            &messages,
            &self.flattened,
            &seed.derive(UNIFORM, 0).published(),
            &mut seed.stream(ERROR, 0),
        )?;
        let variance = context.noise().fresh;
        Ok(samples.into_iter().map(|x| Bit::new(x, variance, f64::NEG_INFINITY)).collect())
    }

    /// Decrypts bits. What is further from the phase of a bit than q/16 is refused: with right keys that does not occur.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context, or a phase is that of no bit.
    pub fn decrypt(&self, context: &Context<R>, bits: &[Bit<R>]) -> Result<Vec<bool>, Error> {
        let q = context.parameters().q;
        let bit = |(position, bit): (usize, &Bit<R>)| {
            let phase = R::phase(&bit.sample, &self.flattened)?;
            let set = phase < q / 2;
            let magnitude = if set { phase } else { q - phase };
            // Between 1/16 and 3/16 of a turn.
            if (q / 16..=3 * (q / 16)).contains(&magnitude) {
                Ok(set)
            } else {
                Err(Error::Undecryptable { position })
            }
        };
        bits.iter().enumerate().map(bit).collect()
    }

    /// b - Σ a_i·s_i of a bit, modulo q, secret: for studies of noise.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context.
    pub fn phase(&self, bit: &Bit<R>) -> Result<u64, Error> {
        Ok(R::phase(&bit.sample, &self.flattened)?)
    }
}
