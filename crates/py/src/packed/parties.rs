//! Parties that share a key.

use std::{
    any::Any,
    path::{Path, PathBuf},
    sync::Arc,
};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay::{
    Ciphertext, Error, PublicKey, RotationKeys, Scheme, Session,
    parties::{Dealt, Group, Members, Party, Refreshable, Share},
};
use ringassay_kernels::fork::Mutex;

use super::{
    PackedCiphertext, PackedEvaluationKeys, PackedInstance, PackedPublicKey, PackedSecretKey,
    ciphertext::{AnyCiphertext, Erased},
    erased::same,
    error::scheme_error,
    instance::Wanted,
    keys::AnyPublicKey,
    vectors::PythonVectors,
};
use crate::call::{detached, interruptible};

/// What a party is asked for.
pub(super) enum Asked<'a> {
    PublicKey,
    RelinearisationOne,
    RelinearisationTwo(&'a Share),
    Automorphism(u32),
    Decryption(&'a dyn AnyCiphertext),
    Switch(&'a dyn AnyCiphertext, &'a dyn AnyPublicKey),
    Refresh(&'a dyn AnyCiphertext),
}

/// [`Group`] of any scheme.
pub(super) trait AnyGroup: Any + Send + Sync {
    fn instance(&self) -> PackedInstance;
    fn party(&self, number: u32, ledger: &Path) -> Result<Box<dyn AnyParty>, Error>;
    fn load_party(&self, data: &[u8], ledger: &Path) -> Result<Box<dyn AnyParty>, Error>;
    fn exponents(&self, rotations: &RotationKeys) -> Result<Vec<u32>, Error>;
    fn public_key(&self, sum: &Share) -> Result<PackedPublicKey, Error>;
    fn evaluation_keys(
        &self,
        relinearisation: Option<[&Share; 2]>,
        automorphisms: &[Share],
    ) -> Result<PackedEvaluationKeys, Error>;
    fn flooding(&self, ciphertext: &dyn AnyCiphertext) -> Result<(f64, f64), Error>;
    fn nobody(&self) -> Result<PackedSecretKey, Error>;
    fn opened(&self, ciphertext: &dyn AnyCiphertext, sum: &Share) -> Result<Erased, Error>;
    fn refreshed(&self, ciphertext: &dyn AnyCiphertext, sum: &Share) -> Result<Erased, Error>;
    fn switched(
        &self,
        ciphertext: &dyn AnyCiphertext,
        receiver: &dyn AnyPublicKey,
        sum: &Share,
    ) -> Result<Erased, Error>;
    fn save_share(&self, share: &Share) -> Result<Vec<u8>, Error>;
    fn load_share(&self, data: &[u8]) -> Result<Share, Error>;
    fn save_dealt<'py>(&self, py: Python<'py>, dealt: &Dealt)
    -> Result<Bound<'py, PyBytes>, Error>;
    fn load_dealt(&self, data: &[u8]) -> Result<Dealt, Error>;
}

/// [`Party`] of any scheme.
pub(super) trait AnyParty: Send + Sync {
    fn number(&self) -> u32;
    fn shares_given(&self) -> usize;
    fn share(&mut self, group: &dyn AnyGroup, asked: Asked<'_>) -> Result<Share, Error>;
    fn deal(&mut self, group: &dyn AnyGroup, threshold: u32) -> Result<Vec<Dealt>, Error>;
    fn collect(&mut self, group: &dyn AnyGroup, dealt: &[Dealt]) -> Result<(), Error>;
    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error>;
}

/// The group of a session.
pub(super) fn group<P: Scheme<Vectors: PythonVectors<P>> + Refreshable>(
    session: &Session<P>,
    members: Members,
    name: &str,
    seed: &[u8; 32],
    statistical_bits: f64,
) -> Result<Box<dyn AnyGroup>, Error> {
    Ok(Box::new(Group::new(session, members, name, seed, statistical_bits)?))
}

fn ciphertext<P: Scheme>(a: &dyn AnyCiphertext) -> Result<&Ciphertext<P>, Error> {
    same(a, "the ciphertext")
}

fn receiver<P: Scheme>(key: &dyn AnyPublicKey) -> Result<&PublicKey<P>, Error> {
    same(key, "the receiver's public key")
}

impl<P: Scheme<Vectors: PythonVectors<P>> + Refreshable> AnyGroup for Group<P> {
    fn instance(&self) -> PackedInstance {
        PackedInstance(Box::new(self.session().clone()))
    }

    fn party(&self, number: u32, ledger: &Path) -> Result<Box<dyn AnyParty>, Error> {
        Ok(Box::new(Party::new(self, number, ledger)?))
    }

    fn load_party(&self, data: &[u8], ledger: &Path) -> Result<Box<dyn AnyParty>, Error> {
        Ok(Box::new(Party::load(self, data, ledger)?))
    }

    fn exponents(&self, rotations: &RotationKeys) -> Result<Vec<u32>, Error> {
        Ok(self.exponents(rotations)?.into_iter().collect())
    }

    fn public_key(&self, sum: &Share) -> Result<PackedPublicKey, Error> {
        Ok(PackedPublicKey(Box::new(self.public_key(sum)?)))
    }

    fn evaluation_keys(
        &self,
        relinearisation: Option<[&Share; 2]>,
        automorphisms: &[Share],
    ) -> Result<PackedEvaluationKeys, Error> {
        let keys = self.evaluation_keys(relinearisation, automorphisms)?;
        Ok(PackedEvaluationKeys(Arc::new(keys)))
    }

    fn flooding(&self, a: &dyn AnyCiphertext) -> Result<(f64, f64), Error> {
        let flooding = self.flooding(ciphertext(a)?)?;
        Ok((flooding.log2_sigma(), flooding.cost_bits()))
    }

    fn nobody(&self) -> Result<PackedSecretKey, Error> {
        Ok(PackedSecretKey(Box::new(self.nobody()?)))
    }

    fn opened(&self, a: &dyn AnyCiphertext, sum: &Share) -> Result<Erased, Error> {
        Ok(Arc::new(self.opened(ciphertext(a)?, sum)?))
    }

    fn refreshed(&self, a: &dyn AnyCiphertext, sum: &Share) -> Result<Erased, Error> {
        Ok(Arc::new(self.refreshed(ciphertext(a)?, sum)?))
    }

    fn switched(
        &self,
        a: &dyn AnyCiphertext,
        key: &dyn AnyPublicKey,
        sum: &Share,
    ) -> Result<Erased, Error> {
        Ok(Arc::new(self.switched(ciphertext(a)?, receiver(key)?, sum)?))
    }

    fn save_share(&self, share: &Share) -> Result<Vec<u8>, Error> {
        self.save_share(share)
    }

    fn load_share(&self, data: &[u8]) -> Result<Share, Error> {
        self.load_share(data)
    }

    fn save_dealt<'py>(
        &self,
        py: Python<'py>,
        dealt: &Dealt,
    ) -> Result<Bound<'py, PyBytes>, Error> {
        Ok(PyBytes::new(py, &self.save_dealt(dealt)?))
    }

    fn load_dealt(&self, data: &[u8]) -> Result<Dealt, Error> {
        self.load_dealt(data)
    }
}

impl<P: Scheme<Vectors: PythonVectors<P>> + Refreshable> AnyParty for Party<P> {
    fn number(&self) -> u32 {
        self.number()
    }

    fn shares_given(&self) -> usize {
        self.shares_given()
    }

    fn share(&mut self, group: &dyn AnyGroup, asked: Asked<'_>) -> Result<Share, Error> {
        let group: &Group<P> = same(group, "the group")?;
        match asked {
            Asked::PublicKey => self.public_key_share(group),
            Asked::RelinearisationOne => self.relinearisation_share_one(group),
            Asked::RelinearisationTwo(sum) => self.relinearisation_share_two(group, sum),
            Asked::Automorphism(k) => self.automorphism_share(group, k),
            Asked::Decryption(a) => self.decryption_share(group, ciphertext(a)?),
            Asked::Switch(a, key) => self.switch_share(group, ciphertext(a)?, receiver(key)?),
            Asked::Refresh(a) => self.refresh_share(group, ciphertext(a)?),
        }
    }

    fn deal(&mut self, group: &dyn AnyGroup, threshold: u32) -> Result<Vec<Dealt>, Error> {
        self.deal(same(group, "the group")?, threshold)
    }

    fn collect(&mut self, group: &dyn AnyGroup, dealt: &[Dealt]) -> Result<(), Error> {
        self.collect(same(group, "the group")?, dealt)
    }

    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error> {
        Ok(PyBytes::new(py, &self.save()?))
    }
}

/// What a party sends, or a sum.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedShare(Share);

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
pub(crate) struct PackedGroup(Box<dyn AnyGroup>);

impl PackedGroup {
    pub(super) fn new(group: Box<dyn AnyGroup>) -> Self {
        Self(group)
    }
}

#[pymethods]
impl PackedGroup {
    /// What keys and ciphertexts belong to.
    fn instance(&self) -> PackedInstance {
        self.0.instance()
    }

    /// A party with a fresh secret and a new ledger.
    fn party(&self, py: Python<'_>, number: u32, ledger: PathBuf) -> PyResult<PackedParty> {
        let made = detached(py, || self.0.party(number, &ledger)).map_err(scheme_error)?;
        Ok(PackedParty(Mutex::new(made)))
    }

    /// A saved party and its ledger.
    fn load_party(&self, py: Python<'_>, data: &[u8], ledger: PathBuf) -> PyResult<PackedParty> {
        let made = detached(py, || self.0.load_party(data, &ledger)).map_err(scheme_error)?;
        Ok(PackedParty(Mutex::new(made)))
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

    /// A saved share.
    fn load_share(&self, py: Python<'_>, data: &[u8]) -> PyResult<PackedShare> {
        detached(py, || self.0.load_share(data)).map(PackedShare).map_err(scheme_error)
    }
}

/// A party.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedParty(Mutex<Box<dyn AnyParty>>);

impl PackedParty {
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

/// The number of parties, and those that are active: all unless they are named.
pub(super) fn members(count: u32, active: Option<Vec<u32>>) -> Result<Members, Error> {
    Ok(match active {
        Some(active) => Members::of(count, active)?,
        None => Members::all(count),
    })
}
