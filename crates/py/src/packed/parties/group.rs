//! Sessions of parties, and what parties send.

use std::path::PathBuf;

use pyo3::{exceptions::PyValueError, prelude::*, types::PyBytes};
use ringassay::{
    Error,
    parties::{Members, Share, Step},
};

use super::{PackedParty, erased::AnyGroup};
use crate::{
    call::detached,
    packed::{
        PackedCiphertext, PackedEvaluationKeys, PackedInstance, PackedPublicKey, PackedSecretKey,
        error::scheme_error, instance::Wanted,
    },
};

/// The step that Python names so; the exponent of a rotation key changes no length.
fn step_of(name: &str) -> PyResult<Step> {
    Ok(match name {
        "public key" => Step::PublicKey,
        "relinearisation key, round 1" => Step::RelinearisationOne,
        "relinearisation key, round 2" => Step::RelinearisationTwo,
        "rotation key" => Step::Automorphism(1),
        "decryption" => Step::Decryption,
        "switch" => Step::Switch,
        "refresh" => Step::Refresh,
        _ => return Err(PyValueError::new_err(format!("there is no step {name:?}"))),
    })
}

/// What a party sends, or a sum.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedShare(pub(super) Share);

#[pymethods]
impl PackedShare {
    /// Whose it is.
    #[getter]
    fn parties(&self) -> Vec<u32> {
        self.0.parties().iter().copied().collect()
    }

    /// Of what.
    #[getter]
    fn step(&self) -> String {
        self.0.step().to_string()
    }

    /// The sum with others.
    fn plus(&self, py: Python<'_>, others: Vec<PyRef<'_, Self>>) -> PyResult<Self> {
        let shares: Vec<&Share> = others.iter().map(|other| &other.0).collect();
        let sum = || Ok(Share::sum([&self.0].into_iter().chain(shares))?);
        detached(py, sum).map(Self).map_err(|error: Error| scheme_error(error))
    }
}

/// A session of parties.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedGroup(pub(super) Box<dyn AnyGroup>);

#[pymethods]
impl PackedGroup {
    /// A session of so many parties, of which these are active (all if they are not named).
    #[new]
    #[pyo3(signature = (instance, parties, name, seed, statistical_bits, active=None))]
    fn new(
        instance: &PackedInstance,
        parties: u32,
        name: &str,
        seed: [u8; 32],
        statistical_bits: f64,
        active: Option<Vec<u32>>,
    ) -> PyResult<Self> {
        let members = active.map_or(Ok(Members::all(parties)), |some| Members::of(parties, some));
        let made = members
            .map_err(Error::from)
            .and_then(|members| instance.0.group(members, name, &seed, statistical_bits));
        made.map(Self).map_err(scheme_error)
    }

    /// What keys and ciphertexts belong to.
    fn instance(&self) -> PackedInstance {
        self.0.instance()
    }

    /// A party with a fresh secret and a new ledger.
    fn party(&self, py: Python<'_>, number: u32, ledger: PathBuf) -> PyResult<PackedParty> {
        let made = detached(py, || self.0.party(number, &ledger)).map_err(scheme_error)?;
        Ok(PackedParty::of(made))
    }

    /// A saved party and its ledger.
    fn load_party(&self, py: Python<'_>, data: &[u8], ledger: PathBuf) -> PyResult<PackedParty> {
        let made = detached(py, || self.0.load_party(data, &ledger)).map_err(scheme_error)?;
        Ok(PackedParty::of(made))
    }

    /// The exponents of rotation keys for these rotations, or for at most so many, or as they were chosen.
    #[pyo3(signature = (rotation_keys=None, rotations=None))]
    fn exponents(
        &self,
        rotation_keys: Option<usize>,
        rotations: Option<Wanted<'_>>,
    ) -> PyResult<Vec<u32>> {
        self.0.exponents(&Wanted::keys(rotations, rotation_keys)).map_err(scheme_error)
    }

    /// The public key of a sum.
    fn public_key(&self, py: Python<'_>, sum: &PackedShare) -> PyResult<PackedPublicKey> {
        detached(py, || self.0.public_key(&sum.0)).map_err(scheme_error)
    }

    /// Evaluation keys of sums.
    fn evaluation_keys(
        &self,
        py: Python<'_>,
        relinearisation: Option<(PyRef<'_, PackedShare>, PyRef<'_, PackedShare>)>,
        automorphisms: Vec<PyRef<'_, PackedShare>>,
    ) -> PyResult<PackedEvaluationKeys> {
        let both = relinearisation.as_ref().map(|(one, two)| [&one.0, &two.0]);
        let automorphisms: Vec<Share> = automorphisms.iter().map(|sum| sum.0.clone()).collect();
        detached(py, || self.0.evaluation_keys(both, &automorphisms)).map_err(scheme_error)
    }

    /// log2 of the width of flooding, and what it costs in bits.
    fn flooding(&self, ciphertext: &PackedCiphertext) -> PyResult<(f64, f64)> {
        self.0.flooding(&*ciphertext.0).map_err(scheme_error)
    }

    /// The secret 0.
    fn nobody(&self) -> PyResult<PackedSecretKey> {
        self.0.nobody().map_err(scheme_error)
    }

    /// The ciphertext under the secret 0.
    fn opened(
        &self,
        py: Python<'_>,
        ciphertext: &PackedCiphertext,
        sum: &PackedShare,
    ) -> PyResult<PackedCiphertext> {
        PackedCiphertext::made(py, || self.0.opened(&*ciphertext.0, &sum.0))
    }

    /// The ciphertext at the top level.
    fn refreshed(
        &self,
        py: Python<'_>,
        ciphertext: &PackedCiphertext,
        sum: &PackedShare,
    ) -> PyResult<PackedCiphertext> {
        PackedCiphertext::made(py, || self.0.refreshed(&*ciphertext.0, &sum.0))
    }

    /// The ciphertext under a receiver's key.
    fn switched(
        &self,
        py: Python<'_>,
        ciphertext: &PackedCiphertext,
        receiver: &PackedPublicKey,
        sum: &PackedShare,
    ) -> PyResult<PackedCiphertext> {
        PackedCiphertext::made(py, || self.0.switched(&*ciphertext.0, &*receiver.0, &sum.0))
    }

    /// A share as bytes.
    fn save_share<'py>(
        &self,
        py: Python<'py>,
        share: &PackedShare,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save_share(&share.0)).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// How many bytes a saved share of a step takes, or a sum of so many parties.
    fn share_bytes(&self, step: &str, level: usize, parties: usize) -> PyResult<usize> {
        self.0.share_bytes(step_of(step)?, level, parties).map_err(scheme_error)
    }

    /// A saved share.
    fn load_share(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedShare> {
        detached(py, || self.0.load_share(data)).map(PackedShare).map_err(scheme_error)
    }
}
