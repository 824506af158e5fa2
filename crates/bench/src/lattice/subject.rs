//! Keys and operands of a scheme, over any ring.

use std::{collections::BTreeSet, sync::Arc};

use ringassay_functions::Arithmetic as _;
use ringassay_kernels::fork::Mutex;
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Ring, Role,
    hybrid::{Ciphertext, Context, EvaluationKeys, Prepared, PublicKey, SecretKey},
};

use super::{
    Operation,
    vectors::{Function as _, PlaintextOf, Vectors},
};
use crate::BenchError;

/// Context, keys and operands.
pub(super) struct Subject<V: Vectors, R: Ring> {
    pub(super) context: Context<V::Scheme, R>,
    pub(super) vectors: V,
    pub(super) secret: SecretKey<V::Scheme, R>,
    pub(super) public: PublicKey<V::Scheme, R>,
    /// For products and all rotations that were asked for, shared by all operations.
    keys: Mutex<Arc<EvaluationKeys<V::Scheme, R>>>,
    pub(super) entries: [Vec<V::Entry>; 2],
    pub(super) plaintexts: [PlaintextOf<V>; 2],
    pub(super) ciphertexts: [Ciphertext<V::Scheme, R>; 2],
    /// Their product, with three components.
    pub(super) product: Ciphertext<V::Scheme, R>,
    /// The same relinearised, where products are rescaled.
    relinearised: Option<Ciphertext<V::Scheme, R>>,
}

/// What an operation needs besides.
pub(super) struct Material<V: Vectors, R: Ring> {
    pub(super) keys: Arc<EvaluationKeys<V::Scheme, R>>,
    /// What composes rotations of them.
    pub(super) set: V::KeySet,
    /// The automorphisms of its rotations, by steps.
    pub(super) exponents: Vec<u32>,
    pub(super) prepared: Option<Prepared<V::Scheme, R>>,
    pub(super) function: Option<V::Function<R>>,
}

impl<V: Vectors, R: Ring> Subject<V, R> {
    pub(super) fn new(context: Context<V::Scheme, R>, vectors: V) -> Result<Self, BenchError> {
        let seed = Seed::from_os()?;
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[], &Seed::from_os()?)?;
        let entries = vectors.operands();
        let plaintext = |vector| vectors.encode(&context, vector, Role::Addend);
        let plaintexts = [plaintext(&entries[0])?, plaintext(&entries[1])?];
        let encrypt = |message: &PlaintextOf<V>| {
            Ok::<_, BenchError>(context.encrypt(&public, message, &Seed::from_os()?)?)
        };
        let ciphertexts = [encrypt(&plaintexts[0])?, encrypt(&plaintexts[1])?];
        // Where the modulus is too small for it, nothing is measured of it.
        let insisting = context.insisting();
        let set = vectors.key_set(&[])?;
        let [a, b] = &ciphertexts;
        let product = vectors.evaluator(&insisting, (&set, &keys))?.multiply(a, b)?;
        let relinearised =
            if V::RESCALES_PRODUCTS { Some(insisting.relinearise(&product, &keys)?) } else { None };
        Ok(Self {
            context,
            vectors,
            secret,
            public,
            keys: Mutex::new(Arc::new(keys)),
            entries,
            plaintexts,
            ciphertexts,
            product,
            relinearised,
        })
    }

    /// The highest level.
    pub(super) fn top(&self) -> usize {
        self.context.levels().saturating_sub(1)
    }

    /// What is rescaled.
    pub(super) fn to_rescale(&self) -> &Ciphertext<V::Scheme, R> {
        self.relinearised.as_ref().unwrap_or(&self.ciphertexts[0])
    }

    pub(super) fn keys(&self) -> Arc<EvaluationKeys<V::Scheme, R>> {
        Arc::clone(&self.keys.lock())
    }

    /// Keys that have these automorphisms as well.
    pub(super) fn publish(
        &self,
        exponents: impl IntoIterator<Item = u32>,
    ) -> Result<Arc<EvaluationKeys<V::Scheme, R>>, BenchError> {
        let keys = self.keys();
        let there: BTreeSet<u32> = keys.automorphisms().collect();
        let mut all = there.clone();
        all.extend(exponents);
        if all == there {
            return Ok(keys);
        }
        let (all, seed) = (Vec::from_iter(all), Seed::from_os()?);
        let made = self.context.generate_evaluation_keys(&self.secret, true, &all, &seed)?;
        let made = Arc::new(made);
        *self.keys.lock() = Arc::clone(&made);
        Ok(made)
    }

    /// The automorphisms of the rotations of an operation, by steps.
    pub(super) fn rotations(&self, operation: Operation) -> Result<Vec<u32>, BenchError> {
        let steps = operation.rotations(self.vectors.slots());
        let exponent = |steps| self.vectors.exponent(self.context.parameters(), steps);
        steps.into_iter().map(exponent).collect()
    }

    /// All automorphisms that an operation takes.
    pub(super) fn exponents(&self, operation: Operation) -> Result<Vec<u32>, BenchError> {
        let mut exponents = self.rotations(operation)?;
        exponents.extend(V::Function::exponents(&self.context, operation)?);
        Ok(exponents)
    }

    /// What an operation needs; `None` where the scheme has no such operation, or there are too few levels.
    pub(super) fn material(
        &self,
        operation: Operation,
    ) -> Result<Option<Material<V, R>>, BenchError> {
        let divides = matches!(operation, Operation::Rescale | Operation::MultiplyRescale);
        let is_foreign = operation == Operation::MultiplyRescale && !V::RESCALES_PRODUCTS;
        if is_foreign || (divides && self.top() == 0) {
            return Ok(None);
        }
        let mut function = None;
        if operation.is_function() {
            function = V::Function::of(self, operation)?;
            if function.is_none() {
                return Ok(None);
            }
        }
        let mut prepared = None;
        if operation == Operation::MultiplyPlain {
            let factor = self.vectors.encode(&self.context, &self.entries[1], Role::Factor)?;
            prepared = Some(self.context.prepare(&factor, self.top(), Role::Factor)?);
        }
        let exponents = self.rotations(operation)?;
        let keys = self.publish(self.exponents(operation)?)?;
        let set = self.vectors.key_set(&exponents)?;
        Ok(Some(Material { keys, set, exponents, prepared, function }))
    }
}
