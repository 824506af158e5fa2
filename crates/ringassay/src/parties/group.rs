//! Sessions of parties.

use std::{collections::BTreeSet, fmt};

use ringassay_parties as parties;
use ringassay_ring::{RnsRing, sample::Seed};
use zeroize::Zeroizing;

use super::{Dealt, Flooding, Members, PartiesError, Refreshable, Share, Step};
use crate::{
    Ciphertext, Error, EvaluationKeys, PublicKey, RotationKeys, SecretKey, Session,
    owner::Owner,
    vectors::{Scheme, Vectors},
};

/// A session of parties.
pub struct Group<P: Scheme> {
    session: Session<P>,
    pub(super) group: parties::Group<P, RnsRing>,
}

impl<P: Scheme> fmt::Debug for Group<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").field("members", self.members()).finish_non_exhaustive()
    }
}

impl<P: Scheme> Group<P> {
    /// A session of parties: they agree on `name`, which is used once, and on a public `seed`.
    ///
    /// # Errors
    /// Returns an error if there are too many parties, or `statistical_bits` is not from 20 to 128.
    pub fn new(
        session: &Session<P>,
        members: Members,
        name: &str,
        seed: &[u8; Seed::BYTES],
        statistical_bits: f64,
    ) -> Result<Self, Error> {
        let group = parties::Group::new(session.scheme(), members, name, seed, statistical_bits)?;
        let session = session.for_parties(group.context());
        Ok(Self { session, group })
    }

    /// What the keys and ciphertexts of so many parties belong to.
    pub fn session(&self) -> &Session<P> {
        &self.session
    }

    /// The parties.
    pub fn members(&self) -> &Members {
        self.group.members()
    }

    /// The steps themselves.
    pub fn steps(&self) -> &parties::Group<P, RnsRing> {
        &self.group
    }

    /// The exponents of automorphisms for which rotation keys are needed.
    ///
    /// # Errors
    /// Returns an error if they are too few to compose rotations of.
    pub fn exponents(&self, rotations: &RotationKeys) -> Result<BTreeSet<u32>, Error> {
        let exponents = self.session.vectors().exponents(self.session.parameters(), rotations)?;
        Ok(exponents.into_iter().filter(|&k| k != 1).collect())
    }

    /// The sum of shares.
    ///
    /// # Errors
    /// Returns an error if they are not of one step, session and object, or a party's is there twice.
    pub fn sum<'a>(&self, shares: impl IntoIterator<Item = &'a Share>) -> Result<Share, Error> {
        Ok(Share::sum(shares)?)
    }

    /// The public key.
    ///
    /// # Errors
    /// Returns an error if the sum is not that of the shares of all parties; likewise below.
    pub fn public_key(&self, sum: &Share) -> Result<PublicKey<P>, Error> {
        Ok(PublicKey::of(&self.session, self.group.public_key(sum)?))
    }

    /// Evaluation keys of the sums of both rounds of the relinearisation key, and of a sum for each automorphism.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key`].
    pub fn evaluation_keys(
        &self,
        relinearisation: Option<[&Share; 2]>,
        automorphisms: &[Share],
    ) -> Result<EvaluationKeys<P>, Error> {
        let keys = self.group.evaluation_keys(relinearisation, automorphisms)?;
        EvaluationKeys::new(&self.session, keys)
    }

    /// The noise that each party adds to its share of a decryption, and its cost.
    ///
    /// # Errors
    /// Returns an error if there is no room for it.
    pub fn flooding(&self, a: &Ciphertext<P>) -> Result<Flooding, Error> {
        self.check(a)?;
        Ok(self.group.flooding(a.inner())?)
    }

    /// The ciphertext as [everybody](Group::nobody) reads it.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key`].
    pub fn opened(&self, a: &Ciphertext<P>, sum: &Share) -> Result<Ciphertext<P>, Error> {
        self.check(a)?;
        let opened = self.group.opened(a.inner(), sum)?;
        Ok(Ciphertext::new(&self.session, opened, Owner::UNKNOWN))
    }

    /// The secret 0, which reads what was opened.
    ///
    /// # Errors
    /// Returns the errors of the scheme; none is known.
    pub fn nobody(&self) -> Result<SecretKey<P>, Error> {
        Ok(SecretKey::of(&self.session, self.group.context().zero_key()?))
    }

    /// The ciphertext under the key of a receiver, who is one party with the same parameters.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key`].
    pub fn switched(
        &self,
        a: &Ciphertext<P>,
        receiver: &PublicKey<P>,
        sum: &Share,
    ) -> Result<Ciphertext<P>, Error> {
        self.check_receiver(a, receiver)?;
        let switched = self.group.switched(a.inner(), receiver.inner(), sum)?;
        Ok(Ciphertext::new(receiver.session(), switched, receiver.owner()))
    }

    /// The ciphertext at the top level: in BGV and BFV with the noise of an encryption, in CKKS with the errors it has.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key`].
    pub fn refreshed(&self, a: &Ciphertext<P>, sum: &Share) -> Result<Ciphertext<P>, Error>
    where
        P: Refreshable,
    {
        self.check(a)?;
        let made = self.group.refreshed(a.inner(), sum)?;
        let made = Ciphertext::new(&self.session, made, a.owner());
        match a.evaluation() {
            Some(keys) => made.using(keys),
            None => Ok(made),
        }
    }

    pub(super) fn check(&self, a: &Ciphertext<P>) -> Result<(), Error> {
        if a.insists() {
            let reason = "a ciphertext that insists may have more noise than is known, from which flooding is derived";
            return Err(PartiesError::Flooding(reason.into()).into());
        }
        self.session.check(a.session(), "the ciphertext")
    }

    pub(super) fn check_receiver(
        &self,
        a: &Ciphertext<P>,
        receiver: &PublicKey<P>,
    ) -> Result<(), Error> {
        self.check(a)?;
        let own = receiver.session();
        if own.parameters() == self.session.parameters() && own.scheme().parties() == 1 {
            return Ok(());
        }
        Err(Error::other_parameters("the receiver's public key"))
    }
}

impl<P: Scheme> Group<P> {
    /// A share as bytes.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters.
    pub fn save_share(&self, share: &Share) -> Result<Vec<u8>, Error> {
        Ok(self.group.save_share(share)?)
    }

    /// How many bytes a share of a step takes, or the sum of those of so many parties; `level` is that of the ciphertext in
    /// steps that have one.
    ///
    /// # Errors
    /// Returns an error if there is no such level.
    pub fn share_bytes(&self, step: Step, level: usize, parties: usize) -> Result<usize, Error> {
        Ok(self.group.share_bytes(step, level, parties)?)
    }

    /// The share that these bytes hold.
    ///
    /// # Errors
    /// Returns an error if they hold none of this session.
    pub fn load_share(&self, bytes: &[u8]) -> Result<Share, Error> {
        Ok(self.group.load_share(bytes)?)
    }

    /// What a party gives to one other as bytes: for that one alone.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters.
    pub fn save_dealt(&self, dealt: &Dealt) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(self.group.save_dealt(dealt)?)
    }

    /// What these bytes hold of that. The caller clears them.
    ///
    /// # Errors
    /// Returns an error if they hold none of this session.
    pub fn load_dealt(&self, bytes: &[u8]) -> Result<Dealt, Error> {
        Ok(self.group.load_dealt(bytes)?)
    }
}
