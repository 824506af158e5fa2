//! Rings and tables of parameters, and what is made or loaded with them.

use std::sync::Arc;

use pyo3::prelude::*;
use ringassay::{
    Error, FreshSeed, RotationKeys, Scheme, Session, ckks,
    parties::{Members, Refreshable},
};

use super::{
    PackedCiphertext, PackedEvaluationKeys, PackedPublicKey, PackedSecretKey, PackedTransform,
    entries::{Convert as _, Entries},
    error::scheme_error,
    parties::erased::{AnyGroup, group},
    vectors::PythonVectors,
};
use crate::{
    call::{detached, interruptible},
    circuit::Circuit,
};

/// Secret, public and evaluation keys.
type Keys = (PackedSecretKey, PackedPublicKey, PackedEvaluationKeys);

/// [`Session`] of any scheme.
pub(super) trait AnySession: Send + Sync {
    fn backend(&self) -> String;
    fn keys(&self, rotations: &RotationKeys) -> Result<Keys, Error>;
    fn transform(&self, matrix: &Entries) -> Result<PackedTransform, Error>;
    fn load_secret_key(&self, data: &[u8]) -> Result<PackedSecretKey, Error>;
    fn load_public_key(&self, data: &[u8]) -> Result<PackedPublicKey, Error>;
    fn load_evaluation_keys(&self, data: &[u8]) -> Result<PackedEvaluationKeys, Error>;
    fn load_ciphertext(&self, data: &[u8]) -> Result<PackedCiphertext, Error>;
    fn group(
        &self,
        members: Members,
        name: &str,
        seed: &[u8; 32],
        statistical_bits: f64,
    ) -> Result<Box<dyn AnyGroup>, Error>;
}

impl<P: Scheme<Vectors: PythonVectors<P>> + Refreshable> AnySession for Session<P> {
    fn backend(&self) -> String {
        self.scheme().ring().zq(0).backend().to_string()
    }

    fn keys(&self, rotations: &RotationKeys) -> Result<Keys, Error> {
        let keys = self.keys_with(rotations, FreshSeed::from_os()?)?;
        Ok((
            PackedSecretKey(Box::new(keys.secret)),
            PackedPublicKey(Box::new(keys.public)),
            PackedEvaluationKeys(Arc::new(keys.evaluation)),
        ))
    }

    fn transform(&self, matrix: &Entries) -> Result<PackedTransform, Error> {
        PackedTransform::of(P::Vectors::matrix(self, matrix))
    }

    fn load_secret_key(&self, data: &[u8]) -> Result<PackedSecretKey, Error> {
        Ok(PackedSecretKey(Box::new(self.load_secret_key(data)?)))
    }

    fn load_public_key(&self, data: &[u8]) -> Result<PackedPublicKey, Error> {
        Ok(PackedPublicKey(Box::new(self.load_public_key(data)?)))
    }

    fn load_evaluation_keys(&self, data: &[u8]) -> Result<PackedEvaluationKeys, Error> {
        Ok(PackedEvaluationKeys(Arc::new(self.load_evaluation_keys(data)?)))
    }

    fn load_ciphertext(&self, data: &[u8]) -> Result<PackedCiphertext, Error> {
        Ok(PackedCiphertext(Arc::new(self.load_ciphertext(data)?)))
    }

    fn group(
        &self,
        members: Members,
        name: &str,
        seed: &[u8; 32],
        statistical_bits: f64,
    ) -> Result<Box<dyn AnyGroup>, Error> {
        group(self, members, name, seed, statistical_bits)
    }
}

/// Rotations that keys are wanted for.
#[derive(FromPyObject)]
pub(super) enum Wanted<'py> {
    /// Those of a circuit.
    Circuit(Bound<'py, Circuit>),
    /// By these amounts, to the left.
    Amounts(Vec<i64>),
    /// Those of transforms.
    Transforms(Vec<PyRef<'py, PackedTransform>>),
}

impl Wanted<'_> {
    /// Which rotation keys serve them; at most so many, or as they were chosen, without any.
    pub(super) fn keys(wanted: Option<Self>, rotation_keys: Option<usize>) -> RotationKeys {
        match (wanted, rotation_keys) {
            (Some(Self::Circuit(circuit)), _) => RotationKeys::of_circuit(circuit.get().inner()),
            (Some(Self::Amounts(amounts)), _) => RotationKeys::For(amounts.into_iter().collect()),
            (Some(Self::Transforms(transforms)), _) => {
                RotationKeys::Automorphisms(PackedTransform::automorphisms(&transforms))
            }
            (None, Some(most)) => RotationKeys::AtMost(most),
            (None, None) => RotationKeys::Chosen,
        }
    }
}

/// An instance that computes.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedInstance(pub(super) Box<dyn AnySession>);

impl PackedInstance {
    /// The instance of a session of CKKS.
    pub(crate) fn of_numbers(session: ckks::Session) -> Self {
        Self(Box::new(session))
    }
}

#[pymethods]
impl PackedInstance {
    /// The backend that computes.
    #[getter]
    fn backend(&self) -> String {
        self.0.backend()
    }

    /// Secret, public and evaluation keys: with rotation keys for these rotations, or at most so many (0:
    /// none), or as they were chosen.
    #[pyo3(signature = (rotation_keys=None, rotations=None))]
    fn generate(
        &self,
        py: Python<'_>,
        rotation_keys: Option<usize>,
        rotations: Option<Wanted<'_>>,
    ) -> PyResult<Keys> {
        let rotations = Wanted::keys(rotations, rotation_keys);
        interruptible(py, || self.0.keys(&rotations))?.map_err(scheme_error)
    }

    /// The transform of a square matrix, its rows one after the other.
    fn transform(&self, py: Python<'_>, matrix: Entries) -> PyResult<PackedTransform> {
        detached(py, || self.0.transform(&matrix)).map_err(scheme_error)
    }

    /// A saved secret key.
    fn load_secret_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedSecretKey> {
        detached(py, || self.0.load_secret_key(data)).map_err(scheme_error)
    }

    /// A saved public key.
    fn load_public_key(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedPublicKey> {
        detached(py, || self.0.load_public_key(data)).map_err(scheme_error)
    }

    /// Saved evaluation keys.
    fn load_evaluation_keys(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedEvaluationKeys> {
        detached(py, || self.0.load_evaluation_keys(data)).map_err(scheme_error)
    }

    /// A saved ciphertext.
    fn load_ciphertext(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedCiphertext> {
        detached(py, || self.0.load_ciphertext(data)).map_err(scheme_error)
    }
}
