//! One party.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay_kernels::fork::Mutex;

use super::{
    PackedGroup, PackedShare,
    erased::{AnyParty, Asked},
};
use crate::{
    call::{detached, interruptible},
    packed::{PackedCiphertext, PackedPublicKey, error::scheme_error},
};

/// A party.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedParty(Mutex<Box<dyn AnyParty>>);

impl PackedParty {
    pub(super) fn of(party: Box<dyn AnyParty>) -> Self {
        Self(Mutex::new(party))
    }

    fn share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        asked: Asked<'_>,
    ) -> PyResult<PackedShare> {
        let made = interruptible(py, || self.0.lock().share(&*group.0, asked))?;
        made.map(PackedShare).map_err(scheme_error)
    }
}

#[pymethods]
impl PackedParty {
    /// Its number.
    #[getter]
    fn number(&self) -> u32 {
        self.0.lock().number()
    }

    /// For how many polynomials it gave shares.
    #[getter]
    fn shares_given(&self) -> usize {
        self.0.lock().shares_given()
    }

    fn public_key_share(&self, py: Python<'_>, group: &PackedGroup) -> PyResult<PackedShare> {
        self.share(py, group, Asked::PublicKey)
    }

    /// Of the first round, or of the second with the sum of the first.
    #[pyo3(signature = (group, sum=None))]
    fn relinearisation_share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        sum: Option<&PackedShare>,
    ) -> PyResult<PackedShare> {
        let two = sum.map(|sum| Asked::RelinearisationTwo(&sum.0));
        self.share(py, group, two.unwrap_or(Asked::RelinearisationOne))
    }

    fn automorphism_share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        k: u32,
    ) -> PyResult<PackedShare> {
        self.share(py, group, Asked::Automorphism(k))
    }

    fn decryption_share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        ciphertext: &PackedCiphertext,
    ) -> PyResult<PackedShare> {
        self.share(py, group, Asked::Decryption(&*ciphertext.0))
    }

    fn switch_share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        ciphertext: &PackedCiphertext,
        receiver: &PackedPublicKey,
    ) -> PyResult<PackedShare> {
        self.share(py, group, Asked::Switch(&*ciphertext.0, &*receiver.0))
    }

    fn refresh_share(
        &self,
        py: Python<'_>,
        group: &PackedGroup,
        ciphertext: &PackedCiphertext,
    ) -> PyResult<PackedShare> {
        self.share(py, group, Asked::Refresh(&*ciphertext.0))
    }

    /// What it gives to each party, as bytes, by ascending numbers.
    fn deal<'py>(
        &self,
        py: Python<'py>,
        group: &PackedGroup,
        threshold: u32,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let dealt = detached(py, || self.0.lock().deal(&*group.0, threshold));
        let dealt = dealt.map_err(scheme_error)?;
        let save = |one| group.0.save_dealt(py, one).map_err(scheme_error);
        dealt.iter().map(save).collect()
    }

    /// Takes what each party gave it.
    fn collect(&self, group: &PackedGroup, dealt: Vec<Bound<'_, PyBytes>>) -> PyResult<()> {
        let load = |one: &Bound<'_, PyBytes>| group.0.load_dealt(one.as_bytes());
        let dealt = dealt.iter().map(load).collect::<Result<Vec<_>, _>>();
        let collected = dealt.and_then(|dealt| self.0.lock().collect(&*group.0, &dealt));
        collected.map_err(scheme_error)
    }

    /// The secret as bytes: keep them secret.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.0.lock().save(py).map_err(scheme_error)
    }
}
