//! The secret key: encryption and decryption.

use ringassay_kernels::secrecy;
use ringassay_ring::{
    lwe::LweDistribution,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{
    FreshSeed,
    purpose::{ERROR, SECRET, UNIFORM},
    rgsw::{RgswEncryption, RlweSecret, RotationKey},
    ring::LweRing,
};

use zeroize::{Zeroize, Zeroizing};

use crate::{Bit, Context, Error, EvaluationKey, Word, word::MAX_WORD_BITS};

/// Of encryptions of bits.
const BITS: Label = Label::new("bits");
/// Of encryptions of words.
const WORDS: Label = Label::new("words");
/// Of a rotation key.
const ROTATION: Label = Label::new("rotation");
/// Of a switching key.
const SWITCH: Label = Label::new("switch");

/// The secrets: ternary S_1, …, S_k of the ring, under whose coefficients bits are encrypted, and a binary one of length n.
#[derive(Debug)]
pub struct SecretKey<R: LweRing> {
    ring: RlweSecret<R>,
    pub(crate) flattened: R::SampleSecret,
    pub(crate) small: R::SampleSecret,
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

    /// The key of its parts, as they were saved.
    pub(crate) fn of_parts(
        ring: RlweSecret<R>,
        flattened: R::SampleSecret,
        small: R::SampleSecret,
    ) -> Self {
        Self { ring, flattened, small }
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
        let [zero, one] = [-1, 1].map(|eighth| context.turns(eighth, 3));
        // By a mask: no branch takes the bit.
        let message = |&bit: &bool| zero ^ ((zero ^ one) & u64::from(bit).wrapping_neg());
        let mut messages: Vec<u64> = bits.iter().map(message).collect();
        let samples = self.encrypt_messages(context, &messages, &seed.into_seed().derive(BITS, 0));
        messages.zeroize();
        let variance = context.noise().fresh;
        Ok(samples?.into_iter().map(|x| Bit::new(x, variance, f64::NEG_INFINITY)).collect())
    }

    /// Encrypts words of `bits` bits.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context, there are no words, they have no or more than 8 bits, or one
    /// is 2^`bits` or more.
    pub fn encrypt_words(
        &self,
        context: &Context<R>,
        bits: u32,
        words: &[u64],
        seed: FreshSeed,
    ) -> Result<Vec<Word<R>>, Error> {
        if !(1..=MAX_WORD_BITS).contains(&bits) {
            let text = format!("words of 1 to {MAX_WORD_BITS} bits, not of {bits}");
            return Err(Error::Table(text));
        }
        if !secrecy::all_below(words, 1 << bits) {
            return Err(Error::Table(format!("words of {bits} bits lie below {}", 1 << bits)));
        }
        // Rounded, below 2^60 before: by a product and a shift.
        let message = |&word: &u64| (word * context.parameters().q + (1 << bits)) >> (bits + 1);
        let mut messages: Vec<u64> = words.iter().map(message).collect();
        let samples = self.encrypt_messages(context, &messages, &seed.into_seed().derive(WORDS, 0));
        messages.zeroize();
        let (variance, log2_failure) = (context.noise().fresh, f64::NEG_INFINITY);
        Ok(samples?
            .into_iter()
            .map(|sample| Word { sample, bits, variance, log2_failure })
            .collect())
    }

    fn encrypt_messages(
        &self,
        context: &Context<R>,
        messages: &[u64],
        seed: &Seed,
    ) -> Result<Vec<R::Sample>, Error> {
        Ok(R::encrypt_samples(
            &context.encryption(),
            messages,
            &self.flattened,
            &seed.derive(UNIFORM, 0).published(),
            &mut seed.stream(ERROR, 0),
        )?)
    }

    /// Decrypts words. What is more than a quarter of the distance of two words from all of them is refused, and what has
    /// its padding bit set: with right keys, and sums below 2^p, that does not occur.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context, or a phase is that of no word.
    pub fn decrypt_words(
        &self,
        context: &Context<R>,
        words: &[Word<R>],
    ) -> Result<Vec<u64>, Error> {
        let word = |(position, word): (usize, &Word<R>)| {
            let phase = R::phase(&word.sample, &self.flattened)?;
            nearest(phase, context.parameters().q, (word.bits, 0))
                .ok_or(Error::Undecryptable { position })
        };
        words.iter().enumerate().map(word).collect()
    }

    /// Decrypts bits. What is further from the phase of a bit than q/16 is refused: with right keys that does not occur.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context, or a phase is that of no bit.
    pub fn decrypt(&self, context: &Context<R>, bits: &[Bit<R>]) -> Result<Vec<bool>, Error> {
        let word = |(position, bit): (usize, &Bit<R>)| {
            let phase = R::phase(&bit.sample, &self.flattened)?;
            // An eighth of a turn more makes 0 and 1/4 of it, a word of one bit.
            nearest(phase, context.parameters().q, (1, 2)).ok_or(Error::Undecryptable { position })
        };
        let words: Zeroizing<Vec<u64>> =
            bits.iter().enumerate().map(word).collect::<Result<Vec<_>, Error>>()?.into();
        // Not collected from results: whether one is an error would be told by the byte that holds the bit.
        let mut found = vec![false; words.len()];
        found.iter_mut().zip(words.iter()).for_each(|(bit, &word)| *bit = word == 1);
        Ok(found)
    }

    /// b - Σ a_i·s_i of the sample of a bit or word, modulo q, secret: for studies of noise.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context.
    pub fn phase(&self, sample: &R::Sample) -> Result<u64, Error> {
        Ok(R::phase(sample, &self.flattened)?)
    }
}

/// The word of so many bits to which a phase modulo q is nearest, after some quarters of the distance of two words are
/// added: none, if the rest is more than a quarter, or the padding bit is set. That alone is published; which word it is takes
/// no branch.
fn nearest(phase: u64, q: u64, (bits, quarters): (u32, i64)) -> Option<u64> {
    // Phases lie below 2^52: a double holds them.
    let unit = f64::from(bits + 3).exp2() / q as f64;
    let quarters = (phase as i64 as f64 * unit) as i64 + 1 + quarters;
    let message = quarters >> 2 & ((2 << bits) - 1);
    let is_none = secrecy::revealed(((quarters & 2) | (message >> bits)) as u64);
    (is_none == 0).then_some(message as u64)
}
