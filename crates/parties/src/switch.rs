//! Switching to the key of a receiver: only who has its secret reads the result.
//!
//! With a receiver's public key (b, a), a party's share is (c_1·s_i + b·u_i + t·f_i, a·u_i + t·e_i): what it would give to
//! a [decryption](Group::decryption_share), encrypted (2020/304 §IV.D).

use ringassay_ring::sample::Label;
use ringassay_scheme::{
    FreshSeed, Fused as _, Ring,
    hybrid::{Ciphertext, HybridScheme, PublicKey},
};

use crate::{Error, Group, Part, Permit, Share, Step, Subject};

const SWITCH: Label = Label::new("prt.pck");
const ERROR: Label = Label::new("prt.err");

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// The ciphertext and whose key it is switched to.
    fn switched_subject(
        a: &Ciphertext<P, R>,
        receiver: &PublicKey<P, R>,
    ) -> Result<Subject, Error> {
        let [b, uniform] = receiver.pair().map(|part| R::digest(part));
        let Subject(own) = Subject::of(a)?;
        Ok(Subject::hashed("ringassay 2026 switch to a receiver", &[&own, &b, &uniform]))
    }

    /// A party's share of a ciphertext under the receiver's key. The permit is that of the ciphertext: there is one share of
    /// it, for a decryption or for one receiver.
    ///
    /// # Errors
    /// Returns an error as [`Group::decryption_share`], and if the key is of other parameters.
    pub fn switch_share(
        &self,
        part: &Part<R>,
        a: &Ciphertext<P, R>,
        receiver: &PublicKey<P, R>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<R>, Error> {
        let flooding = self.flooding(a)?;
        self.check_active(part.party)?;
        let (context, level, [_, c1]) = (self.context(), a.level(), a.pair()?);
        let (ring, [b, uniform]) =
            (context.ring_at(level)?, context.public_key_modulo(receiver, level)?);
        let own = context.modulo_level(&part.element, level)?;
        permit.check(Subject::of(a)?, part.guard)?;
        let seed = randomness.into_seed().derive(SWITCH, u64::from(part.party));
        let ephemeral = context.ephemeral(ring, &seed)?;
        let mut first = R::into_crt(flooding.draw(context, ring, &seed)?);
        R::Fused::mul_add_assign(&mut first, c1, &own)?;
        R::Fused::mul_add_assign(&mut first, &b, &ephemeral)?;
        let mut second = R::into_crt(context.error(ring, &seed.derive(ERROR, 1))?);
        R::Fused::mul_add_assign(&mut second, &uniform, &ephemeral)?;
        for share in [&mut first, &mut second] {
            R::publish(share);
        }
        let subject = Self::switched_subject(a, receiver)?;
        Ok(self.share(Step::Switch, subject, part.party, vec![first, second]))
    }

    /// The ciphertext under the receiver's key.
    ///
    /// # Errors
    /// Returns an error if the sum is not that of the shares of all active parties for this ciphertext and receiver.
    pub fn switched(
        &self,
        a: &Ciphertext<P, R>,
        receiver: &PublicKey<P, R>,
        sum: &Share<R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let subject = Self::switched_subject(a, receiver)?;
        let parts = self.complete(Step::Switch, subject, sum)?;
        let ([first, second], [c0, _]) = (parts, a.pair()?) else {
            return Err(Error::OtherShare { what: "parameter set" });
        };
        let (flooding, model) = (self.flooding(a)?, self.context().model());
        let (scale, estimate) = a.known();
        let estimate = self.flooded(estimate, &flooding);
        // n encryptions under one secret have the noise of one under n, but for an error that is counted once here, and
        // is nothing beside flooding.
        let estimate = P::with_noise(model, &estimate, &model.public_key_encryption());
        let parts = vec![R::Fused::add(c0, first)?, second.clone()];
        Ok(Ciphertext::new(parts, a.level(), scale.clone(), estimate))
    }
}
