//! One party.

use std::{fmt, path::Path};

use ringassay_parties::{self as parties, Ephemeral, Part, SecretShare, Subject, ThresholdShare};
use ringassay_ring::RnsRing;
use ringassay_scheme::FreshSeed;
use zeroize::Zeroizing;

use super::{Dealt, Group, Ledger, Members, PartiesError, Refreshable, Share, Step};
use crate::{Ciphertext, Error, PublicKey, Session, vectors::Scheme};

/// A party: its secret, its ledger, and what it keeps from one round to the next.
pub struct Party<P: Scheme> {
    session: Session<P>,
    secret: SecretShare<P, RnsRing>,
    /// What stands for the secrets of all, where not all are active.
    collected: Option<ThresholdShare<RnsRing>>,
    ledger: Ledger,
    kept: Option<(Subject, Ephemeral<RnsRing>)>,
}

impl<P: Scheme> fmt::Debug for Party<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Party({}, {:?})", self.number(), self.ledger)
    }
}

impl<P: Scheme> Party<P> {
    /// A party with a fresh secret, and a new ledger at this path.
    ///
    /// # Errors
    /// Returns an error if the group has no such party, or the ledger cannot be created: an old one is not replaced.
    pub fn new(group: &Group<P>, number: u32, ledger: &Path) -> Result<Self, Error> {
        Members::of(group.members().count(), [number])?;
        let ledger = Ledger::create(ledger).map_err(PartiesError::from)?;
        let seed = FreshSeed::from_os()?;
        let secret = SecretShare::generate(&group.group, number, ledger.guard(), seed)?;
        Ok(Self { session: group.session().clone(), secret, collected: None, ledger, kept: None })
    }

    /// A saved party, with its ledger.
    ///
    /// # Errors
    /// Returns an error if the bytes hold none of these parameters and so many parties, or the ledger is not that of the
    /// secret.
    pub fn load(group: &Group<P>, bytes: &[u8], ledger: &Path) -> Result<Self, Error> {
        let (secret, collected) = SecretShare::load_secret(group.session().scheme(), bytes)?;
        let ledger = Ledger::open(ledger).map_err(PartiesError::from)?;
        if secret.guard() != ledger.guard() {
            return Err(PartiesError::Permit("from another ledger").into());
        }
        Ok(Self { session: group.session().clone(), secret, collected, ledger, kept: None })
    }

    /// The secret as bytes: keep them as secret, and with them the ledger.
    ///
    /// # Errors
    /// Returns the errors of the format; none is known.
    pub fn save(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        Ok(self.secret.save_secret(self.session.scheme(), self.collected.as_ref())?)
    }

    /// Its number, from 1 on.
    pub fn number(&self) -> u32 {
        self.secret.part().party()
    }

    /// For how many polynomials it gave shares.
    pub fn shares_given(&self) -> usize {
        self.ledger.len()
    }

    /// The permit for a step, of a group of these parameters.
    fn permit(&mut self, group: &Group<P>, step: Step) -> Result<parties::Permit, Error> {
        self.session.check(group.session(), "the group")?;
        Ok(self.ledger.permit(group.group.subject(step)).map_err(PartiesError::from)?)
    }

    /// Its share of the public key.
    ///
    /// # Errors
    /// Returns an error if it gave one before in this session, or not all parties are active; likewise below.
    pub fn public_key_share(&mut self, group: &Group<P>) -> Result<Share, Error> {
        let permit = self.permit(group, Step::PublicKey)?;
        Ok(group.group.public_key_share(&self.secret, permit, FreshSeed::from_os()?)?)
    }

    /// Its share of the key for ζ ↦ ζ^k.
    ///
    /// # Errors
    /// Returns an error as [`Party::public_key_share`], and if k is no unit modulo m.
    pub fn automorphism_share(&mut self, group: &Group<P>, k: u32) -> Result<Share, Error> {
        let permit = self.permit(group, Step::Automorphism(k))?;
        Ok(group.group.automorphism_share(&self.secret, k, permit, FreshSeed::from_os()?)?)
    }

    /// Its share of the first round of the relinearisation key.
    ///
    /// # Errors
    /// Returns an error as [`Party::public_key_share`].
    pub fn relinearisation_share_one(&mut self, group: &Group<P>) -> Result<Share, Error> {
        let permit = self.permit(group, Step::RelinearisationOne)?;
        let seed = FreshSeed::from_os()?;
        let (share, own) = group.group.relinearisation_share_one(&self.secret, permit, seed)?;
        self.kept = Some((group.group.identity(), own));
        Ok(share)
    }

    /// Its share of the second round, from the sum of all shares of the first.
    ///
    /// # Errors
    /// Returns an error as [`Party::public_key_share`], and if it took no part in the first round of this session since it
    /// was made or loaded.
    pub fn relinearisation_share_two(
        &mut self,
        group: &Group<P>,
        sum: &Share,
    ) -> Result<Share, Error> {
        let is_own = |kept: &(Subject, _)| kept.0 == group.group.identity();
        let Some((_, own)) = self.kept.take_if(|kept| is_own(kept)) else {
            return Err(PartiesError::Members(format!(
                "party {} has nothing from the first round of this session: begin a session with a new name",
                self.number()
            ))
            .into());
        };
        let permit = self.permit(group, Step::RelinearisationTwo)?;
        let seed = FreshSeed::from_os()?;
        Ok(group.group.relinearisation_share_two(&self.secret, own, sum, permit, seed)?)
    }

    /// Its share of the decryption of a ciphertext.
    ///
    /// # Errors
    /// Returns an error if it gave a share for this ciphertext before, or flooding has no room.
    pub fn decryption_share(
        &mut self,
        group: &Group<P>,
        a: &Ciphertext<P>,
    ) -> Result<Share, Error> {
        // Before the ledger is written: what is refused uses nothing up.
        group.flooding(a)?;
        let permit = self.permit_for(group, a)?;
        let seed = FreshSeed::from_os()?;
        self.with_part(group, |part| {
            Ok(group.group.decryption_share(part, a.inner(), permit, seed)?)
        })
    }

    /// Its share of a ciphertext under the key of a receiver.
    ///
    /// # Errors
    /// Returns an error as [`Party::decryption_share`], and if the key is of other parameters.
    pub fn switch_share(
        &mut self,
        group: &Group<P>,
        a: &Ciphertext<P>,
        receiver: &PublicKey<P>,
    ) -> Result<Share, Error> {
        group.check_receiver(a, receiver)?;
        group.flooding(a)?;
        let (permit, seed) = (self.permit_for(group, a)?, FreshSeed::from_os()?);
        self.with_part(group, |part| {
            Ok(group.group.switch_share(part, a.inner(), receiver.inner(), permit, seed)?)
        })
    }

    /// Its share of the refresh of a ciphertext.
    ///
    /// # Errors
    /// Returns an error as [`Party::decryption_share`].
    pub fn refresh_share(&mut self, group: &Group<P>, a: &Ciphertext<P>) -> Result<Share, Error>
    where
        P: Refreshable,
    {
        group.check(a)?;
        P::masking(&group.group, a.inner())?;
        let (permit, seed) = (self.permit_for(group, a)?, FreshSeed::from_os()?);
        self.with_part(group, |part| {
            Ok(group.group.refresh_share(part, a.inner(), permit, seed)?)
        })
    }

    /// What it gives to each party, itself included, so that any `threshold` of them can stand for it. Of several such
    /// dealings each has a polynomial of its own.
    ///
    /// # Errors
    /// Returns an error if there are fewer parties, or not all are active.
    pub fn deal(&mut self, group: &Group<P>, threshold: u32) -> Result<Vec<Dealt>, Error> {
        self.session.check(group.session(), "the group")?;
        Ok(group.group.deal(&self.secret, threshold, FreshSeed::from_os()?)?)
    }

    /// Takes what each party gave it: from then on it takes part in sessions in which not all are active.
    ///
    /// # Errors
    /// Returns an error unless there is one from each party, to this one, for one threshold.
    pub fn collect(&mut self, group: &Group<P>, dealt: &[Dealt]) -> Result<(), Error> {
        self.session.check(group.session(), "the group")?;
        let guard = self.ledger.guard();
        self.collected = Some(group.group.collect(self.number(), guard, dealt)?);
        Ok(())
    }

    /// `step` with what it multiplies public polynomials with in this session.
    fn with_part(
        &self,
        group: &Group<P>,
        step: impl FnOnce(&Part<RnsRing>) -> Result<Share, Error>,
    ) -> Result<Share, Error> {
        match self.collected.as_ref().filter(|_| !group.members().are_all()) {
            Some(share) => step(&group.group.part(share)?),
            None => step(self.secret.part()),
        }
    }

    fn permit_for(
        &mut self,
        group: &Group<P>,
        a: &Ciphertext<P>,
    ) -> Result<parties::Permit, Error> {
        self.session.check(group.session(), "the group")?;
        if !group.members().active().contains(&self.number()) {
            return Err(PartiesError::Members(format!(
                "party {} takes no part in this session",
                self.number()
            ))
            .into());
        }
        if !group.members().are_all() {
            let Some(share) = &self.collected else {
                return Err(PartiesError::Members(format!(
                    "party {} has nothing that stands for the parties that are not active: all have to be, or to deal \
                     their secrets before",
                    self.number()
                ))
                .into());
            };
            // Whether they are enough.
            group.group.part(share)?;
        }
        Ok(self.ledger.permit(Subject::of(a.inner())?).map_err(PartiesError::from)?)
    }
}
