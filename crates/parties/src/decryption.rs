//! Decryption: key switching to the secret 0, from which anybody reads.

use ringassay_ring::sample::Label;
use ringassay_scheme::{
    FreshSeed, Fused as _, Ring,
    hybrid::{Ciphertext, HybridScheme},
};

use crate::{Error, Group, Part, Permit, Share, Step, Subject};

const DECRYPTION: Label = Label::new("prt.dec");

impl<P: HybridScheme, R: Ring> Group<P, R> {
    /// A party's share of the decryption of a ciphertext: c_1·s_i and [flooding](Group::flooding).
    ///
    /// The ciphertext is the result of a computation that the parties agreed on, its estimate that of the computation:
    /// whoever may state another estimate obtains a share that hides less.
    ///
    /// # Errors
    /// Returns an error if the permit is not for this ciphertext, flooding has no room, the party is not active, or the
    /// ciphertext is of other parameters or has not two components.
    pub fn decryption_share(
        &self,
        part: &Part<R>,
        a: &Ciphertext<P, R>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<R>, Error> {
        let (subject, flooding) = (Subject::of(a)?, self.flooding(a)?);
        self.check_active(part.party)?;
        permit.check(subject, part.guard)?;
        let (context, [_, c1]) = (self.context(), a.pair()?);
        let own = context.modulo_level(&part.element, a.level())?;
        let seed = randomness.into_seed().derive(DECRYPTION, u64::from(part.party));
        let mut share = R::into_crt(flooding.draw(context, context.ring_at(a.level())?, &seed)?);
        R::Fused::mul_add_assign(&mut share, c1, &own)?;
        R::publish(&mut share);
        Ok(self.share(Step::Decryption, subject, part.party, vec![share]))
    }

    /// The ciphertext under the secret 0, of one component: anybody
    /// [decrypts](ringassay_scheme::hybrid::Context::zero_key) it.
    ///
    /// # Errors
    /// Returns an error if the sum is not that of the shares of all active parties for this ciphertext.
    pub fn opened(&self, a: &Ciphertext<P, R>, sum: &Share<R>) -> Result<Ciphertext<P, R>, Error> {
        let parts = self.complete(Step::Decryption, Subject::of(a)?, sum)?;
        let ([part], [c0, _]) = (parts, a.pair()?) else {
            return Err(Error::OtherShare { what: "parameter set" });
        };
        let flooding = self.flooding(a)?;
        let phase = R::Fused::add(c0, part)?;
        let (scale, estimate) = a.known();
        let estimate = self.flooded(estimate, &flooding);
        Ok(Ciphertext::new(vec![phase], a.level(), scale.clone(), estimate))
    }
}
