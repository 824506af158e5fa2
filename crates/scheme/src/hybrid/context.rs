//! Instances: rings and tables of one parameter set.

use std::{collections::HashMap, fmt, ops::Range, sync::Arc};

use ringassay_kernels::fork::{Mutex, OnceLock};
use ringassay_ring::{RnsRing, sample::Sampler};

use super::{
    HybridScheme, LevelTables, Shape,
    sample::{RlweSampler, product_modulo},
};
use crate::{Error, Ring, noise::Model};

/// An instance of a scheme, ready to compute: rings of all moduli, tables between them, samplers, the noise
/// model. A handle, shared by all who use it.
pub struct Context<P: HybridScheme, R: Ring> {
    shared: Arc<Inner<P, R>>,
    model: Arc<Model>,
    parties: u32,
    insists: bool,
}

impl<P: HybridScheme, R: Ring> Clone for Context<P, R> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), model: Arc::clone(&self.model), ..*self }
    }
}

impl<P: HybridScheme, R: Ring> fmt::Debug for Context<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shared, model: _, parties, insists } = self;
        let mut fields = f.debug_struct("Context");
        fields.field("shared", shared).field("parties", parties).field("insists", insists).finish()
    }
}

/// Tables from some limbs to others.
type Switches<R> = HashMap<(Vec<usize>, Vec<usize>), Arc<<R as Ring>::Switch>>;

#[derive(Debug)]
struct Inner<P: HybridScheme, R: Ring> {
    parameters: P,
    /// Modulo Q·P.
    ring: R,
    /// P modulo each prime of that ring.
    p: Vec<u64>,
    t: u64,
    levels: Vec<Level<R>>,
    digits: Vec<Range<usize>>,
    special: Range<usize>,
    special_of_public_keys: usize,
    switches: Mutex<Switches<R>>,
    secret: Sampler,
    ephemeral: Sampler,
    error: Sampler,
    own: P::Own<R>,
}

#[derive(Debug)]
struct Level<R: Ring> {
    limbs: Vec<usize>,
    log2_q: f64,
    /// Made when first used.
    tables: OnceLock<LevelTables<R>>,
}

impl<P: HybridScheme> Context<P, RnsRing> {
    /// An instance that computes.
    ///
    /// # Errors
    /// When there is no such instance, or no ring with these primes.
    pub fn exact(parameters: &P) -> Result<Self, Error> {
        parameters.check()?;
        let Shape { index, primes, .. } = parameters.shape();
        Self::new(parameters, &RnsRing::new(index, &primes)?)
    }
}

impl<P: HybridScheme, R: Ring> Context<P, R> {
    /// The instance over `ring`, which has the parameters' index and all their primes.
    ///
    /// # Errors
    /// When there is no such instance, or the ring is another.
    pub fn new(parameters: &P, ring: &R) -> Result<Self, Error> {
        parameters.check()?;
        let shape = parameters.shape();
        if *ring.index() != *shape.index || shape.primes != ring.moduli() {
            return Err(Error::OtherParameters { what: "the ring" });
        }
        let own = parameters.own(ring)?;
        let keys = if shape.special.end == shape.primes.len() {
            ring.clone()
        } else {
            ring.pick(&(0..shape.special.end).collect::<Vec<_>>())
        };
        let log2 = |&limb: &usize| (shape.primes[limb] as f64).log2();
        let level = |limbs: Vec<usize>| Level {
            log2_q: limbs.iter().map(log2).sum(),
            limbs,
            tables: OnceLock::new(),
        };
        let special = &shape.primes[shape.special.clone()];
        let model = Arc::new(Model::new(shape.index, shape.t, shape.secret, shape.error)?);
        let inner = Inner {
            p: keys.moduli().iter().map(|&q| product_modulo(special, q)).collect(),
            ring: keys,
            t: shape.t,
            levels: shape.levels.into_iter().map(level).collect(),
            digits: shape.digits,
            special: shape.special,
            special_of_public_keys: shape.special_of_public_keys,
            switches: Mutex::default(),
            secret: Sampler::new(shape.index, shape.secret)?,
            ephemeral: Sampler::new(shape.index, shape.ephemeral)?,
            error: Sampler::new(shape.index, shape.error)?,
            parameters: parameters.clone(),
            own,
        };
        let context = Self { shared: Arc::new(inner), model, parties: 1, insists: false };
        if context.levels() == 1 {
            // Whatever is computed needs them.
            context.tables_at(0)?;
        }
        Ok(context)
    }

    /// The same instance, computing and decrypting where no right result is guaranteed any more: for whoever
    /// studies noise, and takes what comes.
    #[must_use]
    pub fn insisting(&self) -> Self {
        Self { insists: true, ..self.clone() }
    }

    /// The same instance for keys whose secret is the sum of those of so many parties: what is known of noise follows
    /// from that. Saved objects of instances for different numbers of parties have different fingerprints.
    ///
    /// # Errors
    /// Returns an error for no party, for more than [`Context::MAX_PARTIES`], and from an instance that is one for
    /// several already.
    pub fn for_parties(&self, parties: u32) -> Result<Self, Error> {
        if !(1..=Self::MAX_PARTIES).contains(&parties) || self.parties != 1 {
            let most = Self::MAX_PARTIES;
            return Err(Error::Parameters(match self.parties {
                1 => format!("1 to {most} parties share a key, not {parties}"),
                own => format!(
                    "an instance for {own} parties becomes none for {parties}: take the one for one party"
                ),
            }));
        }
        let model = Arc::new(self.model.for_parties(parties));
        Ok(Self { shared: Arc::clone(&self.shared), model, parties, ..*self })
    }

    /// The most parties.
    pub const MAX_PARTIES: u32 = 1 << 10;

    /// The number of parties whose secrets add up to the secret of keys: 1 unless the instance is one
    /// [for several](Context::for_parties).
    pub fn parties(&self) -> u32 {
        self.parties
    }

    /// Whether nothing is refused: see [`Context::insisting`].
    pub fn insists(&self) -> bool {
        self.insists
    }

    /// The parameters.
    pub fn parameters(&self) -> &P {
        &self.shared.parameters
    }

    /// The ring modulo Q·P, of secret keys and those for key switching.
    pub fn ring(&self) -> &R {
        &self.shared.ring
    }

    /// How operations change the noise.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// What only this scheme has.
    pub fn own(&self) -> &P::Own<R> {
        &self.shared.own
    }

    /// Which limbs make each digit of key switching.
    pub(crate) fn digits(&self) -> &[Range<usize>] {
        &self.shared.digits
    }

    pub(crate) fn secret_sampler(&self) -> &Sampler {
        &self.shared.secret
    }

    /// Of what encryptions use up.
    pub(super) fn ephemeral_sampler(&self) -> &Sampler {
        &self.shared.ephemeral
    }

    pub(super) fn rlwe_sampler(&self) -> RlweSampler<'_> {
        RlweSampler { errors: &self.shared.error, t: self.shared.t }
    }

    /// log2 P.
    pub(super) fn log2_p(&self) -> f64 {
        self.ring().moduli()[self.shared.special.clone()].iter().map(|&q| (q as f64).log2()).sum()
    }

    /// P modulo each prime of the ring.
    pub(crate) fn p(&self) -> &[u64] {
        &self.shared.p
    }

    /// P modulo the primes of a level.
    pub(crate) fn p_at(&self, tables: &LevelTables<R>) -> Vec<u64> {
        tables.own().iter().map(|&limb| self.shared.p[limb]).collect()
    }

    /// The number of levels, at least 1. Fresh ciphertexts lie at the highest.
    pub fn levels(&self) -> usize {
        self.shared.levels.len()
    }

    /// log2 Q at a level; 0 where there is no such level.
    pub fn log2_q(&self, level: usize) -> f64 {
        self.log2_q_at(level).unwrap_or(0.0)
    }

    /// The number of primes of Q at a level; 0 where there is no such level.
    pub fn limbs(&self, level: usize) -> usize {
        self.limbs_at(level).map_or(0, <[usize]>::len)
    }

    /// log2 of what the coefficients that [`Context::bound_bits`] bounds have to stay below at a level for decryption.
    pub fn limit_bits(&self, level: usize) -> f64 {
        self.parameters().limit_bits(self.log2_q(level))
    }

    /// The level of fresh ciphertexts.
    pub(crate) fn top(&self) -> usize {
        self.levels().saturating_sub(1)
    }

    fn level(&self, level: usize) -> Result<&Level<R>, Error> {
        self.shared.levels.get(level).ok_or(Error::Modulus {
            what: "a ciphertext",
            found: self.top(),
            wanted: level,
            reason: "the chain ends before",
        })
    }

    /// The limbs of Q of a level.
    pub(crate) fn limbs_at(&self, level: usize) -> Result<&[usize], Error> {
        Ok(&self.level(level)?.limbs)
    }

    /// log2 Q of a level.
    pub(crate) fn log2_q_at(&self, level: usize) -> Result<f64, Error> {
        Ok(self.level(level)?.log2_q)
    }

    /// Rings and tables of a level, made when first used.
    pub(crate) fn tables_at(&self, level: usize) -> Result<&LevelTables<R>, Error> {
        let Level { limbs, tables, .. } = self.level(level)?;
        if let Some(tables) = tables.get() {
            return Ok(tables);
        }
        let Inner { ring, special, digits, .. } = &*self.shared;
        let made = LevelTables::new(ring, limbs, special.clone(), digits)?;
        Ok(tables.get_or_init(|| made))
    }

    /// The ring of ciphertexts at a level.
    ///
    /// # Errors
    /// Returns an error if there is no such level.
    pub fn ring_at(&self, level: usize) -> Result<&R, Error> {
        Ok(&self.tables_at(level)?.ring)
    }

    /// The limbs in which public key encryptions are computed: those of fresh ciphertexts, and some of P, by
    /// which they are then divided, so that fresh noise is hardly more than rounding.
    pub(crate) fn encryption_limbs(&self) -> Result<&[usize], Error> {
        Ok(self.tables_at(self.top())?.with_special(self.shared.special_of_public_keys))
    }

    /// The ring of public keys: modulo the primes of fresh ciphertexts, and perhaps some of P.
    ///
    /// # Errors
    /// Returns an error if there is no such ring.
    pub fn public_key_ring(&self) -> Result<R, Error> {
        Ok(self.ring().pick(self.encryption_limbs()?))
    }

    /// The primes of some limbs.
    pub(crate) fn primes_of(&self, limbs: &[usize]) -> Vec<u64> {
        limbs.iter().map(|&limb| self.ring().moduli()[limb]).collect()
    }

    /// The change of modulus between two sets of limbs, made when first used.
    pub(crate) fn switch_tables(
        &self,
        from: &[usize],
        to: &[usize],
    ) -> Result<Arc<R::Switch>, Error> {
        let key = (from.to_vec(), to.to_vec());
        let known = |tables: &Switches<R>| tables.get(&key).map(Arc::clone);
        let lock = || self.shared.switches.lock();
        if let Some(switch) = known(&lock()) {
            return Ok(switch);
        }
        let switch = Arc::new(self.shared.ring.switch_between(from, to, self.shared.t)?);
        Ok(Arc::clone(lock().entry(key).or_insert(switch)))
    }
}
