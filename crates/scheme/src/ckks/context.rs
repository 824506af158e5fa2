//! Rings and tables of an instance.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use ringassay_ring::{
    Crt, RnsRing,
    sample::{Distribution, Sampler},
};

use super::Parameters;
use crate::{
    Error, Ring,
    hybrid::{RlweSampler, product_modulo},
    noise::Model,
};

/// An instance of CKKS, ready to compute. A handle, shared by all who use it.
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

/// Tables by the numbers of limbs before and after, which are the first of all, and whether those of P are
/// among the first.
type Switches<R> = HashMap<(usize, usize, usize), Arc<<R as Ring>::Switch>>;

#[derive(Debug)]
struct Inner<R: Ring> {
    parameters: Parameters,
    /// Modulo Q·P.
    ring: R,
    tables: Vec<OnceLock<LevelTables<R>>>,
    switches: Mutex<Switches<R>>,
    p_modulo_qp: Vec<u64>,
    model: Model,
    secret: Sampler,
    ephemeral: Sampler,
    error: Sampler,
}

/// What belongs to one level.
#[derive(Debug)]
pub(super) struct LevelTables<R: Ring> {
    /// Z_Q\[X\]/(X^N + 1) for Q of this level.
    pub(super) ring: R,
    /// Modulo Q·P.
    pub(super) extended: R,
    /// The limbs of the extended ring in the ring of all primes.
    pub(super) limbs: Vec<usize>,
    /// The number of limbs of Q.
    pub(super) limbs_of_q: usize,
    pub(super) gadget: R::Gadget,
    /// Which digits of all.
    pub(super) digits: Vec<usize>,
    /// log2 of each digit's modulus.
    pub(super) log2_digits: Vec<f64>,
    /// 1 and X^(N/2), which is i in every slot.
    units: OnceLock<[R::Element<Crt>; 2]>,
}

impl Context<RnsRing> {
    /// An instance that computes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or no ring with these primes.
    pub fn exact(parameters: &Parameters) -> Result<Self, Error> {
        let primes: Vec<u64> = parameters.primes().collect();
        Self::new(parameters, &RnsRing::new(&parameters.index, &primes)?)
    }
}

impl<R: Ring> Context<R> {
    /// The instance over `ring`, which has the parameters' index and all their primes.
    ///
    /// # Errors
    /// When there is no such instance ([`Parameters::check`]), or the ring is another.
    pub fn new(parameters: &Parameters, ring: &R) -> Result<Self, Error> {
        parameters.check()?;
        if *ring.index() != parameters.index
            || !parameters.primes().eq(ring.moduli().iter().copied())
        {
            return Err(Error::OtherParameters { what: "the ring" });
        }
        let (secret, error) = (parameters.secret, parameters.error());
        let ephemeral = match secret {
            // Only the bound of a key enters every operation.
            Distribution::BoundedTernary => Distribution::Ternary,
            other => other,
        };
        let inner = Inner {
            tables: parameters.levels.iter().map(|_| OnceLock::new()).collect(),
            switches: Mutex::default(),
            p_modulo_qp: product_modulo(&parameters.special, ring.moduli()),
            model: Model::new(&parameters.index, 1, secret, error)?,
            secret: Sampler::new(&parameters.index, secret)?,
            ephemeral: Sampler::new(&parameters.index, ephemeral)?,
            error: Sampler::new(&parameters.index, error)?,
            parameters: parameters.clone(),
            ring: ring.clone(),
        };
        Ok(Self { shared: Arc::new(inner), insists: false })
    }

    /// The same instance, which refuses nothing because a message might reach the modulus: for whoever
    /// studies noise, and takes what comes.
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

    /// The ring modulo Q·P, of secret keys and those for key switching.
    pub fn ring(&self) -> &R {
        &self.shared.ring
    }

    /// How operations change errors.
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

    pub(super) fn rlwe_sampler(&self) -> RlweSampler<'_> {
        RlweSampler { errors: &self.shared.error, t: 1 }
    }

    /// P modulo each prime.
    pub(super) fn p_modulo_qp(&self) -> &[u64] {
        &self.shared.p_modulo_qp
    }

    /// Rings and tables of a level, made when first used.
    pub(super) fn tables_at(&self, level: usize) -> Result<&LevelTables<R>, Error> {
        let Some(tables) = self.shared.tables.get(level) else {
            return Err(Error::Modulus {
                what: "a ciphertext",
                found: self.parameters().top(),
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
        let own = parameters.limbs(level);
        let all = parameters.limbs(parameters.top());
        let limbs: Vec<usize> = (0..own).chain(all..ring.moduli().len()).collect();
        let extended = ring.pick(&limbs);
        let (mut groups, mut digits, mut log2_digits) = (Vec::new(), Vec::new(), Vec::new());
        for (digit, range) in parameters.digits().into_iter().enumerate() {
            let group = range.start..range.end.min(own);
            if !group.is_empty() {
                let moduli = &ring.moduli()[group.clone()];
                log2_digits.push(moduli.iter().map(|&q| (q as f64).log2()).sum());
                groups.push(group);
                digits.push(digit);
            }
        }
        Ok(LevelTables {
            ring: ring.pick(&limbs[..own]),
            gadget: extended.gadget(&groups)?,
            limbs_of_q: own,
            digits,
            log2_digits,
            extended,
            limbs,
            units: OnceLock::new(),
        })
    }

    /// The ring of ciphertexts at a level.
    pub(crate) fn ring_at(&self, level: usize) -> Result<&R, Error> {
        Ok(&self.tables_at(level)?.ring)
    }

    /// 1 and X^(N/2) modulo Q of a level, made when first used.
    pub(super) fn units_at(&self, level: usize) -> Result<&[R::Element<Crt>; 2], Error> {
        let tables = self.tables_at(level)?;
        if let Some(units) = tables.units.get() {
            return Ok(units);
        }
        let half = self.parameters().slots();
        let monomial = |exponent: usize| {
            let mut coefficients = vec![0; 2 * half];
            coefficients[exponent] = 1;
            Ok::<_, Error>(R::into_crt(tables.ring.integers(&coefficients, 2)?))
        };
        let made = [monomial(0)?, monomial(half)?];
        Ok(tables.units.get_or_init(|| made))
    }

    /// Division by what the first `from` limbs and, if there are any, the first `special` of P have beyond
    /// the first `to`: made when first used.
    pub(super) fn division(
        &self,
        from: usize,
        special: usize,
        to: usize,
    ) -> Result<Arc<R::Switch>, Error> {
        let key = (from, special, to);
        let lock = || self.shared.switches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(switch) = lock().get(&key).map(Arc::clone) {
            return Ok(switch);
        }
        let all = self.parameters().limbs(self.parameters().top());
        let source: Vec<usize> = (0..from).chain(all..all + special).collect();
        let target: Vec<usize> = (0..to).collect();
        let switch = Arc::new(self.shared.ring.switch_between(&source, &target, 1)?);
        Ok(Arc::clone(lock().entry(key).or_insert(switch)))
    }
}
