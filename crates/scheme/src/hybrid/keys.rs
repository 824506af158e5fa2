//! Keys, of every scheme.

use std::{collections::BTreeMap, fmt, marker::PhantomData};

use ringassay_ring::{Crt, sample::Seed};

use super::HybridScheme;
use crate::{Error, Ring, purpose::UNIFORM};

/// Of which scheme a key is.
type Of<P> = PhantomData<fn() -> P>;

/// The secret key s. Cleared when dropped; never shown.
#[derive(Clone)]
pub struct SecretKey<P: HybridScheme, R: Ring> {
    pub(super) secret: R::Integer,
    /// s in the CRT basis modulo Q·P.
    pub(crate) element: R::Element<Crt>,
    scheme: Of<P>,
}

impl<P: HybridScheme, R: Ring> fmt::Debug for SecretKey<P, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(…)")
    }
}

impl<P: HybridScheme, R: Ring> SecretKey<P, R> {
    pub(super) fn new(secret: R::Integer, element: R::Element<Crt>) -> Self {
        Self { secret, element, scheme: PhantomData }
    }

    /// s itself.
    pub(crate) fn integer(&self) -> &R::Integer {
        &self.secret
    }
}

/// An encryption of 0 modulo the primes of fresh ciphertexts and perhaps some of P: b + a·s = t·g·e.
#[derive(Debug, Clone)]
pub struct PublicKey<P: HybridScheme, R: Ring> {
    pub(crate) b: R::Element<Crt>,
    pub(crate) a: R::Element<Crt>,
    /// From which a is expanded.
    pub(crate) seed: Seed,
    scheme: Of<P>,
}

impl<P: HybridScheme, R: Ring> PublicKey<P, R> {
    pub(crate) fn new(b: R::Element<Crt>, a: R::Element<Crt>, seed: Seed) -> Self {
        Self { b, a, seed, scheme: PhantomData }
    }
}

/// A key-switching key: for each digit j, b_j + a_j·s' = t·g·e_j + P·δ_j·s'', where δ_j is 1 modulo
/// the primes of digit j and 0 modulo the others; t = 1 but in BGV.
#[derive(Debug, Clone)]
pub struct KeySwitchingKey<R: Ring> {
    pub(crate) b: R::Table,
    pub(crate) a: R::Table,
    pub(crate) seed: Seed,
}

impl<R: Ring> KeySwitchingKey<R> {
    /// The key-switching key with these b_j, whose a_j are expanded from a seed.
    pub(crate) fn of_seed(ring: &R, b: &[R::Element<Crt>], seed: Seed) -> Result<Self, Error> {
        let a = |label| ring.uniform(&seed.derive(UNIFORM, label).published());
        let a: Vec<_> = (0..b.len() as u64).map(a).collect();
        Ok(Self { b: R::table(b)?, a: R::table(&a)?, seed })
    }

    pub(crate) fn tables(&self) -> [&R::Table; 2] {
        [&self.b, &self.a]
    }
}

/// From one secret to another, which may belong to other parameters. Published.
#[derive(Debug, Clone)]
pub struct SwitchingKey<P: HybridScheme, R: Ring> {
    key: KeySwitchingKey<R>,
    scheme: Of<P>,
}

impl<P: HybridScheme, R: Ring> SwitchingKey<P, R> {
    pub(crate) fn of_key(key: KeySwitchingKey<R>) -> Self {
        Self { key, scheme: PhantomData }
    }

    pub(crate) fn key(&self) -> &KeySwitchingKey<R> {
        &self.key
    }
}

/// What the holder of ciphertexts needs to multiply, rotate and conjugate them.
#[derive(Debug, Clone)]
pub struct EvaluationKeys<P: HybridScheme, R: Ring> {
    relinearisation: Option<KeySwitchingKey<R>>,
    /// By the exponent k of ζ ↦ ζ^k.
    automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
    scheme: Of<P>,
}

impl<P: HybridScheme, R: Ring> EvaluationKeys<P, R> {
    pub(crate) fn of_keys(
        relinearisation: Option<KeySwitchingKey<R>>,
        automorphisms: BTreeMap<u32, KeySwitchingKey<R>>,
    ) -> Self {
        Self { relinearisation, automorphisms, scheme: PhantomData }
    }

    /// The relinearisation key, if there is one, and those for automorphisms.
    pub(crate) fn key_switching_keys(
        &self,
    ) -> (Option<&KeySwitchingKey<R>>, &BTreeMap<u32, KeySwitchingKey<R>>) {
        (self.relinearisation.as_ref(), &self.automorphisms)
    }

    /// What tells keys that were generated together from all others: the published seed of the relinearisation
    /// key. None without one.
    pub fn identity(&self) -> Option<[u8; Seed::BYTES]> {
        self.relinearisation.as_ref().map(|key| *key.seed.expose())
    }

    /// Whether there is a relinearisation key.
    pub fn has_products(&self) -> bool {
        self.relinearisation.is_some()
    }

    /// The relinearisation key.
    ///
    /// # Errors
    /// [`Error::MissingKey`] if there is none.
    pub fn relinearisation(&self) -> Result<&KeySwitchingKey<R>, Error> {
        self.relinearisation.as_ref().ok_or_else(|| Error::MissingKey {
            operation: "a product of ciphertexts",
            key: "the relinearisation key".into(),
            remedy: "generate evaluation keys with products",
        })
    }

    /// The exponents k for which there is a key-switching key for ζ ↦ ζ^k.
    pub fn automorphisms(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.automorphisms.keys().copied()
    }

    /// Whether there is a key-switching key for ζ ↦ ζ^k.
    pub fn has_automorphism(&self, k: u32) -> bool {
        self.automorphisms.contains_key(&k)
    }

    /// Fails without a key-switching key for ζ ↦ ζ^k.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] if there is none.
    pub fn check_automorphism(&self, k: u32) -> Result<(), Error> {
        self.automorphism(k).map(drop)
    }

    /// The key-switching key for ζ ↦ ζ^k.
    pub(crate) fn automorphism(&self, k: u32) -> Result<&KeySwitchingKey<R>, Error> {
        self.automorphisms.get(&k).ok_or_else(|| Error::MissingKey {
            operation: "a rotation or another automorphism",
            key: format!("the key-switching key for ζ ↦ ζ^{k}"),
            remedy: "generate evaluation keys with its exponent, or rotate by a composition of others",
        })
    }

    /// Each key as a set of its own, the relinearisation key first: sets beyond the size of a saved object are
    /// saved and loaded one by one, and [merged](EvaluationKeys::merged).
    pub fn single_keys(&self) -> impl Iterator<Item = Self> + '_ {
        let first = self.relinearisation.iter();
        let first = first.map(|key| Self::of_keys(Some(key.clone()), BTreeMap::new()));
        let others = self.automorphisms.iter();
        first.chain(others.map(|(&k, key)| Self::of_keys(None, [(k, key.clone())].into())))
    }

    /// Keys of both; those of `other` where both have one.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        self.automorphisms.extend(other.automorphisms);
        Self { relinearisation: other.relinearisation.or(self.relinearisation), ..self }
    }
}
