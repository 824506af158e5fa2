//! Rings and tables of an instance.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use ringassay_kernels::Zq;
use ringassay_ring::{
    RnsRing,
    sample::{Distribution, Sampler},
};

use super::{ModulusChain, Parameters};
use crate::{Error, Ring, hybrid::product_modulo, noise::Model};

/// An instance of BGV, ready to compute: rings of all moduli, tables between them, samplers, the
/// noise model. A handle, shared by all who use it.
#[derive(Debug)]
pub struct Context<R: Ring> {
    shared: Arc<Inner<R>>,
    insists: bool,
}

impl<R: Ring> Clone for Context<R> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), insists: self.insists }
    }
}

/// Tables from some limbs to others.
type Switches<R> = HashMap<(Vec<usize>, Vec<usize>), Arc<<R as Ring>::Switch>>;

#[derive(Debug)]
struct Inner<R: Ring> {
    parameters: Parameters,
    ring: R,
    t: Zq,
    modulus_chain: ModulusChain,
    tables: Vec<OnceLock<LevelTables<R>>>,
    switches: Mutex<Switches<R>>,
    model: Model,
    secret: Sampler,
    ephemeral: Sampler,
    error: Sampler,
}

/// What belongs to one level.
#[derive(Debug)]
pub(super) struct LevelTables<R: Ring> {
    /// Z_Q\[ζ_m\] for Q of this level.
    pub(super) ring: R,
    /// Modulo Q·P.
    pub(super) extended: R,
    /// The limbs of the extended ring in the ring of all primes.
    pub(super) limbs: Vec<usize>,
    /// The number of limbs of Q.
    pub(super) limbs_of_q: usize,
    /// How to decompose, unless there are no special primes.
    pub(super) gadget: R::Gadget,
    /// Which digits of all.
    pub(super) digits: Vec<usize>,
    /// log2 of each digit's modulus.
    pub(super) log2_digits: Vec<f64>,
}

impl<R: Ring> LevelTables<R> {
    /// Whether there is a P.
    pub(super) fn has_special(&self) -> bool {
        self.limbs.len() > self.limbs_of_q
    }
}

impl Context<RnsRing> {
    /// An instance that computes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or no ring with these primes.
    pub fn exact(parameters: &Parameters) -> Result<Self, Error> {
        let primes: Vec<u64> = parameters.primes().collect();
        Self::new(parameters, RnsRing::new(&parameters.index, &primes)?)
    }
}

impl<R: Ring> Context<R> {
    /// The instance over `ring`, which has the parameters' index and all their primes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or the ring is another.
    pub fn new(parameters: &Parameters, ring: R) -> Result<Self, Error> {
        parameters.check()?;
        if *ring.index() != parameters.index
            || !parameters.primes().eq(ring.moduli().iter().copied())
        {
            return Err(Error::OtherParameters { what: "the ring" });
        }
        let t = Zq::new(parameters.t())
            .map_err(|error| Error::Ring(ringassay_ring::RingError::Zq(error)))?;
        let (secret, error) = (parameters.secret, parameters.error());
        let modulus_chain = parameters.modulus_chain();
        let inner = Inner {
            tables: modulus_chain.levels().iter().map(|_| OnceLock::new()).collect(),
            modulus_chain,
            switches: Mutex::default(),
            model: Model::new(&parameters.index, t.q(), secret, error)?,
            secret: Sampler::new(&parameters.index, secret)?,
            ephemeral: Sampler::new(&parameters.index, ephemeral(secret))?,
            error: Sampler::new(&parameters.index, error)?,
            parameters: parameters.clone(),
            ring,
            t,
        };
        Ok(Self { shared: Arc::new(inner), insists: false })
    }

    /// The same instance, computing and decrypting where no right result is guaranteed any more: for
    /// whoever studies noise, and takes what comes. [`Context::log2_failure`] says how likely it is
    /// wrong.
    #[must_use]
    pub fn insisting(&self) -> Self {
        Self { insists: true, ..self.clone() }
    }

    /// Whether nothing is refused: see [`Context::insisting`].
    pub fn insists(&self) -> bool {
        self.insists
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.shared.parameters
    }

    /// The ring modulo Q·P, the product of all primes.
    pub fn ring(&self) -> &R {
        &self.shared.ring
    }

    /// Arithmetic modulo t.
    pub fn t(&self) -> &Zq {
        &self.shared.t
    }

    /// The moduli of ciphertexts.
    pub fn modulus_chain(&self) -> &ModulusChain {
        &self.shared.modulus_chain
    }

    /// How operations change the noise.
    pub fn model(&self) -> &Model {
        &self.shared.model
    }

    pub(crate) fn secret_sampler(&self) -> &Sampler {
        &self.shared.secret
    }

    /// Of what encryptions use up.
    pub(super) fn ephemeral_sampler(&self) -> &Sampler {
        &self.shared.ephemeral
    }

    pub(super) fn error_sampler(&self) -> &Sampler {
        &self.shared.error
    }

    /// Rings and tables of a level, made when first used.
    pub(super) fn tables_at(&self, level: usize) -> Result<&LevelTables<R>, Error> {
        let Some(tables) = self.shared.tables.get(level) else {
            return Err(Error::Modulus {
                what: "a ciphertext",
                found: self.modulus_chain().top(),
                wanted: level,
                reason: "the chain ends before",
            });
        };
        if let Some(tables) = tables.get() {
            return Ok(tables);
        }
        let made = self.make_tables(level)?;
        Ok(tables.get_or_init(|| made))
    }

    fn make_tables(&self, level: usize) -> Result<LevelTables<R>, Error> {
        let (parameters, ring) = (&self.shared.parameters, &self.shared.ring);
        let own = &self.shared.modulus_chain.levels()[level].limbs;
        let special = parameters.ciphertext_primes()..ring.moduli().len();
        let limbs: Vec<usize> = own.iter().copied().chain(special).collect();
        let extended = ring.pick(&limbs);
        let (mut groups, mut digits, mut log2_digits) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for (digit, range) in parameters.digits().iter().enumerate() {
            let limbs = own.iter().filter(|limb| range.contains(limb));
            let length = limbs.clone().count();
            if length > 0 {
                groups.push(start..start + length);
                digits.push(digit);
                log2_digits.push(limbs.map(|&i| (ring.moduli()[i] as f64).log2()).sum());
                start += length;
            }
        }
        Ok(LevelTables {
            ring: ring.pick(own),
            gadget: extended.gadget(&groups)?,
            limbs_of_q: own.len(),
            digits,
            log2_digits,
            extended,
            limbs,
        })
    }

    /// The product of the primes of some limbs modulo those of others; 0 modulo its own.
    pub(super) fn factors(&self, product: &[usize], limbs: &[usize]) -> Vec<u64> {
        let moduli = |limbs: &[usize]| -> Vec<u64> {
            limbs.iter().map(|&limb| self.shared.ring.moduli()[limb]).collect()
        };
        product_modulo(&moduli(product), &moduli(limbs))
    }

    /// log2 of the product of the primes of some limbs.
    pub(super) fn log2_of(&self, limbs: &[usize]) -> f64 {
        limbs.iter().map(|&limb| (self.shared.ring.moduli()[limb] as f64).log2()).sum()
    }

    /// The change of modulus between two sets of limbs, made when first used.
    pub(super) fn switch_tables(
        &self,
        from: &[usize],
        to: &[usize],
    ) -> Result<Arc<R::Switch>, Error> {
        let key = (from.to_vec(), to.to_vec());
        let known = |tables: &Switches<R>| tables.get(&key).map(Arc::clone);
        let lock = || self.shared.switches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(switch) = known(&lock()) {
            return Ok(switch);
        }
        let switch = Arc::new(self.shared.ring.switch_between(from, to, self.shared.t.q())?);
        Ok(Arc::clone(lock().entry(key).or_insert(switch)))
    }
}

/// Only the bound of a key enters every operation; that of an ephemeral secret is not worth its time.
fn ephemeral(secret: Distribution) -> Distribution {
    match secret {
        Distribution::BoundedTernary => Distribution::Ternary,
        other => other,
    }
}
