//! BGV and BFV: keys and operands, over any ring.

mod check;
mod instance;
mod operations;

use std::{collections::BTreeSet, sync::Arc};

use ringassay_kernels::fork::Mutex;
use ringassay_ring::sample::Seed;
use ringassay_scheme::{
    Error, IntegerScheme, Plaintext, Ring, Role,
    encoding::{KeySet, VectorEncoder},
    hybrid::{Ciphertext, Context, EvaluationKeys, Prepared, PublicKey, SecretKey},
};

pub(super) use instance::SlotInstance;

use super::Operation;
use crate::BenchError;

/// Context, keys and operands.
pub(super) struct Subject<P: IntegerScheme, R: Ring> {
    pub(super) context: Context<P, R>,
    pub(super) encoder: VectorEncoder,
    pub(super) secret: SecretKey<P, R>,
    pub(super) public: PublicKey<P, R>,
    /// For products and all rotations that were asked for, shared by all operations.
    keys: Mutex<Arc<EvaluationKeys<P, R>>>,
    pub(super) vectors: [Vec<u64>; 2],
    pub(super) plaintexts: [Plaintext; 2],
    pub(super) ciphertexts: [Ciphertext<P, R>; 2],
    pub(super) product: Ciphertext<P, R>,
}

/// What an operation needs besides.
pub(super) struct Material<P: IntegerScheme, R: Ring> {
    pub(super) keys: Arc<EvaluationKeys<P, R>>,
    /// The automorphisms of its rotations, by steps.
    pub(super) exponents: Vec<u32>,
    /// What composes rotations of them.
    pub(super) set: KeySet,
    pub(super) prepared: Option<Prepared<P, R>>,
}

/// Entries of vectors: neither zeros nor related.
fn vectors(length: usize, t: u64) -> [Vec<u64>; 2] {
    let entries = |entry: fn(u64) -> u64| (0..length as u64).map(|i| entry(i) % t).collect();
    [entries(|i| i * i * 31 + 7 * i + 3), entries(|i| i * 12345 + 678)]
}

impl<P: IntegerScheme, R: Ring> Subject<P, R> {
    pub(super) fn new(context: Context<P, R>, encoder: VectorEncoder) -> Result<Self, BenchError> {
        let seed = Seed::from_os()?;
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let keys = context.generate_evaluation_keys(&secret, true, &[], &Seed::from_os()?)?;
        let vectors = vectors(encoder.length(), context.parameters().t());
        let plaintext =
            |vector: &Vec<u64>| Ok::<_, BenchError>(context.plaintext(encoder.encode(vector)?)?);
        let plaintexts = [plaintext(&vectors[0])?, plaintext(&vectors[1])?];
        let encrypt = |message: &Plaintext| {
            Ok::<_, BenchError>(context.encrypt(&public, message, &Seed::from_os()?)?)
        };
        let ciphertexts = [encrypt(&plaintexts[0])?, encrypt(&plaintexts[1])?];
        let product = tensor(&context.insisting(), &ciphertexts)?;
        Ok(Self {
            context,
            encoder,
            secret,
            public,
            keys: Mutex::new(Arc::new(keys)),
            vectors,
            plaintexts,
            ciphertexts,
            product,
        })
    }

    /// The highest level.
    pub(super) fn top(&self) -> usize {
        self.context.levels().saturating_sub(1)
    }

    pub(super) fn keys(&self) -> Arc<EvaluationKeys<P, R>> {
        Arc::clone(&self.keys.lock())
    }

    /// Keys that have these automorphisms as well.
    pub(super) fn publish(
        &self,
        exponents: &BTreeSet<u32>,
    ) -> Result<Arc<EvaluationKeys<P, R>>, BenchError> {
        let keys = self.keys();
        let there: BTreeSet<u32> = keys.automorphisms().collect();
        if exponents.is_subset(&there) {
            return Ok(keys);
        }
        let (all, seed) = (Vec::from_iter(&there | exponents), Seed::from_os()?);
        let made = self.context.generate_evaluation_keys(&self.secret, true, &all, &seed)?;
        let made = Arc::new(made);
        *self.keys.lock() = Arc::clone(&made);
        Ok(made)
    }

    /// The automorphisms that an operation takes, by steps.
    pub(super) fn exponents(&self, operation: Operation) -> Result<Vec<u32>, BenchError> {
        let mut exponents = Vec::new();
        for steps in operation.rotations(self.encoder.length()) {
            let plan = self.encoder.layout().rotation(-steps);
            let [term] = plan.terms() else {
                return Err(BenchError::Shape("a rotation is no single automorphism".to_owned()));
            };
            exponents.push(term.exponent);
        }
        Ok(exponents)
    }

    /// What an operation needs; `None` where the scheme has no such operation.
    pub(super) fn material(
        &self,
        operation: Operation,
    ) -> Result<Option<Material<P, R>>, BenchError> {
        let is_function = operation.degree().is_some() || operation.diagonals(1).is_some();
        // A chain of one modulus has nothing to drop.
        let is_fixed = operation == Operation::Rescale && self.top() == 0;
        let is_of_reals = matches!(operation, Operation::Conjugate | Operation::MultiplyRescale);
        if is_function || is_fixed || is_of_reals {
            return Ok(None);
        }
        let mut prepared = None;
        if operation == Operation::MultiplyPlain {
            let factor = &self.plaintexts[1];
            prepared = Some(self.context.prepare(factor, self.top(), Role::Factor)?);
        }
        let exponents = self.exponents(operation)?;
        let keys = self.publish(&exponents.iter().copied().collect())?;
        let set = KeySet::new(self.encoder.layout().ring(), &exponents)?;
        Ok(Some(Material { keys, exponents, set, prepared }))
    }
}

/// A product of three components, at the level that suits its operands.
pub(super) fn tensor<P: IntegerScheme, R: Ring>(
    context: &Context<P, R>,
    [a, b]: &[Ciphertext<P, R>; 2],
) -> Result<Ciphertext<P, R>, Error> {
    let operands = [a, b].map(|x| (x.level(), x.noise(), x.parts().len()));
    let level = context.product_level(operands);
    context.tensor(&*context.at_level(a, level)?, &*context.at_level(b, level)?)
}
