//! Groups and parties of any scheme.

use std::{any::Any, path::Path, sync::Arc};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay::{
    Ciphertext, Error, PublicKey, RotationKeys, Scheme, Session,
    parties::{Dealt, Group, Members, Party, Refreshable, Share, Step},
};

use crate::packed::{
    PackedEvaluationKeys, PackedInstance, PackedPublicKey, PackedSecretKey,
    ciphertext::{AnyCiphertext, Erased},
    erased::same,
    keys::AnyPublicKey,
    vectors::PythonVectors,
};

/// What a party is asked for.
pub(in crate::packed) enum Asked<'a> {
    PublicKey,
    RelinearisationOne,
    RelinearisationTwo(&'a Share),
    Automorphism(u32),
    Decryption(&'a dyn AnyCiphertext),
    Switch(&'a dyn AnyCiphertext, &'a dyn AnyPublicKey),
    Refresh(&'a dyn AnyCiphertext),
}

/// [`Group`] of any scheme.
pub(in crate::packed) trait AnyGroup: Any + Send + Sync {
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
    fn share_bytes(&self, step: Step, level: usize, parties: usize) -> Result<usize, Error>;
    fn load_share(&self, data: &[u8]) -> Result<Share, Error>;
    fn save_dealt<'py>(&self, py: Python<'py>, dealt: &Dealt)
    -> Result<Bound<'py, PyBytes>, Error>;
    fn load_dealt(&self, data: &[u8]) -> Result<Dealt, Error>;
}

/// [`Party`] of any scheme.
pub(in crate::packed) trait AnyParty: Send + Sync {
    fn number(&self) -> u32;
    fn shares_given(&self) -> usize;
    fn share(&mut self, group: &dyn AnyGroup, asked: Asked<'_>) -> Result<Share, Error>;
    fn deal(&mut self, group: &dyn AnyGroup, threshold: u32) -> Result<Vec<Dealt>, Error>;
    fn collect(&mut self, group: &dyn AnyGroup, dealt: &[Dealt]) -> Result<(), Error>;
    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>, Error>;
}

/// The group of a session.
pub(in crate::packed) fn group<P: Scheme<Vectors: PythonVectors<P>> + Refreshable>(
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

    fn share_bytes(&self, step: Step, level: usize, parties: usize) -> Result<usize, Error> {
        self.share_bytes(step, level, parties)
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
