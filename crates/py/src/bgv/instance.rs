//! Rings and tables of parameters, and what is made or loaded with them.

use std::sync::Arc;

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    bgv::{Ciphertext, Context, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    encoding::{Encoder, KeySet, Layout, PlaintextRing},
    serial::Saved,
};

use super::{BgvCiphertext, BgvEvaluationKeys, BgvPublicKey, BgvSecretKey, error::bgv_error};
use crate::call::interruptible;

/// The most hints for rotations under parameters that were loaded, unless told otherwise.
const ROTATION_KEYS: usize = 64;
const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const EVALUATE: Label = Label::new("evaluate");

/// An instance that computes.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct BgvInstance {
    shared: Arc<Shared>,
    /// The automorphisms for which keys have hints, if they were chosen with the parameters.
    rotations: Option<Vec<u32>>,
}

/// What all keys and ciphertexts of an instance refer to.
pub(crate) struct Shared {
    pub(crate) context: Context<RnsRing>,
    pub(crate) encoder: Encoder,
    pub(crate) layout: Layout,
}

impl Shared {
    /// The instance, as it computes with ciphertexts that insist or do not.
    pub(crate) fn context(&self, insists: bool) -> Context<RnsRing> {
        if insists { self.context.insisting() } else { self.context.clone() }
    }

    /// The plaintext that holds a vector.
    pub(crate) fn encode(&self, vector: &[u64]) -> PyResult<Plaintext> {
        let slots = self.layout.spread(vector).map_err(bgv_error)?;
        let coefficients = self.encoder.encode(&slots).map_err(bgv_error)?;
        self.context.plaintext(coefficients).map_err(bgv_error)
    }

    /// The vector that a message holds.
    pub(crate) fn decode(&self, message: &[u64]) -> PyResult<Vec<u64>> {
        let slots = self.encoder.decode(message).map_err(bgv_error)?;
        self.layout.gather(&slots).map_err(bgv_error)
    }
}

impl BgvInstance {
    pub(crate) fn new(
        parameters: &Parameters,
        length: usize,
        rotations: Option<Vec<u32>>,
    ) -> PyResult<Self> {
        let context = Context::exact(parameters).map_err(bgv_error)?;
        let plaintext = parameters.plaintext;
        let slots = PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent)
            .map_err(bgv_error)?;
        let layout = Layout::for_length(&slots, length).map_err(bgv_error)?;
        let encoder = Encoder::new(&slots).map_err(bgv_error)?;
        Ok(Self { shared: Arc::new(Shared { context, encoder, layout }), rotations })
    }

    fn read<T: Saved + Send>(&self, py: Python<'_>, data: &[u8]) -> PyResult<T> {
        py.detach(|| T::load(&self.shared.context, data)).map_err(bgv_error)
    }
}

#[pymethods]
impl BgvInstance {
    /// The backend that computes.
    #[getter]
    fn backend(&self) -> String {
        self.shared.context.ring().zq(0).backend().to_string()
    }

    /// Secret, public and evaluation keys, with at most so many hints for rotations (0: none), or as
    /// they were chosen.
    fn generate(
        &self,
        py: Python<'_>,
        rotation_keys: Option<usize>,
    ) -> PyResult<(BgvSecretKey, BgvPublicKey, BgvEvaluationKeys)> {
        let shared = &self.shared;
        let (context, layout) = (&shared.context, &shared.layout);
        interruptible(py, || {
            let seed = Seed::from_os().map_err(bgv_error)?;
            let rotations = match (rotation_keys, &self.rotations) {
                (Some(0), _) => Vec::new(),
                (None, Some(chosen)) => chosen.clone(),
                (most, _) => {
                    let most = most.unwrap_or(ROTATION_KEYS);
                    let set = KeySet::for_rotations(layout, most).map_err(bgv_error)?;
                    set.exponents().to_vec()
                }
            };
            let secret = context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(bgv_error)?;
            let public =
                context.generate_public_key(&secret, &seed.derive(PUBLIC, 0)).map_err(bgv_error)?;
            let keys = context
                .generate_evaluation_keys(&secret, true, &rotations, &seed.derive(EVALUATE, 0))
                .map_err(bgv_error)?;
            Ok((
                BgvSecretKey::new(shared, secret),
                BgvPublicKey::new(shared, public),
                BgvEvaluationKeys::new(shared, keys)?,
            ))
        })?
    }

    /// A saved secret key.
    fn load_secret_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvSecretKey> {
        let secret = py.detach(|| SecretKey::load_secret(&self.shared.context, data));
        Ok(BgvSecretKey::new(&self.shared, secret.map_err(bgv_error)?))
    }

    /// A saved public key.
    fn load_public_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvPublicKey> {
        Ok(BgvPublicKey::new(&self.shared, self.read::<PublicKey<RnsRing>>(py, data)?))
    }

    /// Saved evaluation keys.
    fn load_evaluation_keys(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvEvaluationKeys> {
        BgvEvaluationKeys::new(&self.shared, self.read::<EvaluationKeys<RnsRing>>(py, data)?)
    }

    /// A saved ciphertext.
    fn load_ciphertext(&self, py: Python<'_>, data: &[u8]) -> PyResult<BgvCiphertext> {
        Ok(BgvCiphertext::new(&self.shared, self.read::<Ciphertext<RnsRing>>(py, data)?, false))
    }
}

/// A vector that Python gave.
pub(crate) fn entries(vector: &PyReadonlyArray1<'_, u64>) -> Vec<u64> {
    vector.as_array().iter().copied().collect()
}
