//! Keys: the public key, the relinearisation key, keys for automorphisms.
//!
//! **Relinearisation** takes two rounds (2020/304 §IV.B). Party i draws a secret u_i that is used once. With uniform
//! elements c_j and a_j of the common reference string, its shares are, for each digit j,
//!
//! - round 1: -c_j·u_i + P·δ_j·s_i + e and c_j·s_i + e', which add up to x_j and y_j;
//! - round 2: s_i·x_j + u_i·y_j - a_j·s_i + e''.
//!
//! The second shares add up to b_j = P·δ_j·s² - a_j·s + s·e + u·e' + e'', since c_j·u·s cancels. In the paper y_j takes the
//! place of a_j. An a_j of the reference string leaves a key that is saved with a seed, half as large, and a second share
//! of one element for each digit.

use std::{collections::BTreeMap, fmt};

use ringassay_interrupt::checkpoint;
use ringassay_ring::{
    Crt,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    FreshSeed, Fused as _, Ring,
    hybrid::{EvaluationKeys, HybridScheme, PublicKey, SwitchingParts},
};

use crate::{Error, Group, Permit, SecretShare, Share, Step, Subject};

const ERRORS: Label = Label::new("prt.err");
const EPHEMERAL: Label = Label::new("prt.eph");

/// u_i: what a party keeps from the first round of the relinearisation key to the second. Secret.
pub struct Ephemeral<R: Ring> {
    element: R::Element<Crt>,
    party: u32,
}

impl<R: Ring> fmt::Debug for Ephemeral<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ephemeral(party {}, …)", self.party)
    }
}

/// The seed of the errors of a step.
fn errors(randomness: FreshSeed, step: Step) -> Seed {
    let [kind, number] = step.numbers();
    randomness.into_seed().derive(ERRORS, kind).derive(ERRORS, number)
}

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// Fails unless a party may take this step.
    fn check_step(
        &self,
        step: Step,
        secret: &SecretShare<P, R>,
        permit: Permit,
    ) -> Result<u32, Error> {
        self.check_all()?;
        let party = secret.part().party();
        self.check_active(party)?;
        permit.check(self.subject(step), secret.guard())?;
        Ok(party)
    }

    // ---- Public key -----------------------------------------------------------------------------

    /// A party's share of the public key.
    ///
    /// # Errors
    /// Returns an error if the permit is not for this step, or the secret of other parameters; likewise below.
    pub fn public_key_share(
        &self,
        secret: &SecretShare<P, R>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<R>, Error> {
        let step = Step::PublicKey;
        let party = self.check_step(step, secret, permit)?;
        let (uniform, errors) = (self.uniform(step), errors(randomness, step));
        let part = self.context().public_key_part(&secret.key, &uniform, &errors)?;
        Ok(self.share(step, self.subject(step), party, vec![part]))
    }

    /// The public key, of the sum of all shares.
    ///
    /// # Errors
    /// Returns an error if the sum is not that of the shares of all parties; likewise below.
    pub fn public_key(&self, sum: &Share<R>) -> Result<PublicKey<P, R>, Error> {
        let step = Step::PublicKey;
        match self.complete(step, self.subject(step), sum)? {
            [b] => Ok(self.context().public_key_of(b.clone(), self.uniform(step))?),
            _ => Err(Error::OtherShare { what: "parameter set" }),
        }
    }

    // ---- Automorphisms --------------------------------------------------------------------------

    /// A party's share of the key for ζ ↦ ζ^k.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key_share`], and if k is no unit modulo m.
    pub fn automorphism_share(
        &self,
        secret: &SecretShare<P, R>,
        k: u32,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<R>, Error> {
        let step = Step::Automorphism(k);
        let party = self.check_step(step, secret, permit)?;
        let (uniform, errors) = (self.uniform(step), errors(randomness, step));
        let parts = self.context().automorphism_parts(&secret.key, k, &uniform, &errors)?;
        Ok(self.share(step, self.subject(step), party, parts))
    }

    // ---- Relinearisation ------------------------------------------------------------------------

    /// A party's share of the first round of the relinearisation key, and what it keeps for the second.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key_share`].
    pub fn relinearisation_share_one(
        &self,
        secret: &SecretShare<P, R>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<(Share<R>, Ephemeral<R>), Error> {
        let step = Step::RelinearisationOne;
        let party = self.check_step(step, secret, permit)?;
        let (context, uniform, errors) =
            (self.context(), self.uniform(step), errors(randomness, step));
        let ring = context.ring();
        let own = secret.key.element();
        let element = context.ephemeral(ring, &errors.derive(EPHEMERAL, 0))?;
        let mut minus_ephemeral = element.clone();
        R::neg_assign(&mut minus_ephemeral);
        let mut parts = Vec::with_capacity(2 * context.key_digits());
        for j in 0..context.key_digits() {
            checkpoint();
            let c = context.key_uniform(j, &uniform);
            let error = |i: usize| context.error(ring, &errors.derive(ERRORS, (2 * j + i) as u64));
            let mut x = R::into_crt(error(0)?);
            R::Fused::mul_add_assign(&mut x, &c, &minus_ephemeral)?;
            R::Fused::add_raised(&mut x, own, &context.key_factors(j))?;
            let mut y = R::into_crt(error(1)?);
            R::Fused::mul_add_assign(&mut y, &c, own)?;
            for mut part in [x, y] {
                R::publish(&mut part);
                parts.push(part);
            }
        }
        let share = self.share(step, self.subject(step), party, parts);
        Ok((share, Ephemeral { element, party }))
    }

    /// A party's share of the second round, from the sum of all shares of the first.
    ///
    /// # Errors
    /// Returns an error as [`Group::public_key_share`], and if the sum is not that of the shares of all parties.
    pub fn relinearisation_share_two(
        &self,
        secret: &SecretShare<P, R>,
        kept: Ephemeral<R>,
        sum: &Share<R>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<R>, Error> {
        let (first, step) = (Step::RelinearisationOne, Step::RelinearisationTwo);
        let parts = self.complete(first, self.subject(first), sum)?;
        let party = self.check_step(step, secret, permit)?;
        if kept.party != party {
            return Err(Error::OtherShare { what: "party" });
        }
        let context = self.context();
        if parts.len() != 2 * context.key_digits() {
            return Err(Error::OtherShare { what: "parameter set" });
        }
        let (uniform, errors) = (self.uniform(step), errors(randomness, step));
        let Ephemeral { element: ephemeral, .. } = kept;
        let mut shares = Vec::with_capacity(context.key_digits());
        for (j, pair) in parts.chunks_exact(2).enumerate() {
            checkpoint();
            let mut factor = pair[0].clone();
            R::sub_assign(&mut factor, &context.key_uniform(j, &uniform))?;
            let error = context.error(context.ring(), &errors.derive(ERRORS, j as u64))?;
            let mut part = R::into_crt(error);
            R::Fused::mul_add_assign(&mut part, &factor, secret.key.element())?;
            R::Fused::mul_add_assign(&mut part, &pair[1], &ephemeral)?;
            R::publish(&mut part);
            shares.push(part);
        }
        Ok(self.share(step, self.second_subject(parts), party, shares))
    }

    /// The object of shares of the second round: the sum of the first that they were made of.
    fn second_subject(&self, parts: &[R::Element<Crt>]) -> Subject {
        let digests: Vec<[u8; 32]> = parts.iter().map(R::digest).collect();
        let own = self.subject(Step::RelinearisationTwo);
        let parts: Vec<&[u8]> =
            [&own.0[..]].into_iter().chain(digests.iter().map(|digest| &digest[..])).collect();
        Subject::hashed("ringassay 2026 second round of a relinearisation key", &parts)
    }

    // ---- Evaluation keys ------------------------------------------------------------------------

    /// Evaluation keys: the relinearisation key of the sums of both rounds, if there are some, and keys for automorphisms,
    /// of a sum each.
    ///
    /// # Errors
    /// Returns an error if a sum is not that of the shares of all parties, or of another step.
    pub fn evaluation_keys(
        &self,
        relinearisation: Option<[&Share<R>; 2]>,
        automorphisms: &[Share<R>],
    ) -> Result<EvaluationKeys<P, R>, Error> {
        let relinearisation = relinearisation.map(|[one, two]| {
            let first = Step::RelinearisationOne;
            let parts = self.complete(first, self.subject(first), one)?;
            let step = Step::RelinearisationTwo;
            let parts = self.complete(step, self.second_subject(parts), two)?.to_vec();
            Ok::<SwitchingParts<R>, Error>((parts, self.uniform(step)))
        });
        let mut keys = BTreeMap::new();
        for sum in automorphisms {
            let step = sum.step();
            let Step::Automorphism(k) = step else {
                return Err(Error::OtherStep { found: step, wanted: Step::Automorphism(1) });
            };
            let parts = self.complete(step, self.subject(step), sum)?.to_vec();
            keys.insert(k, (parts, self.uniform(step)));
        }
        Ok(self.context().evaluation_keys_of(relinearisation.transpose()?, keys)?)
    }
}
