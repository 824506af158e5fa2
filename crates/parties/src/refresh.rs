//! Collective refresh: a ciphertext of little room becomes one at the top level, by one message of each party.
//!
//! A party draws a mask M_i. Its share is c_1·s_i - M_i at the ciphertext's level, and -a·s_i + M_i + t·e at the top, with a
//! uniform a that is expanded from the session's seed and the hash of c_1. The first parts and c_0 add up to the masked message, which is public; with
//! the second parts it becomes the message under s again. The mask of one party hides the message from all others.
//!
//! - BGV and BFV: masks are uniform modulo t, the first part is flooded as in a [decryption](crate::Flooding), and the
//!   masked message is decoded: what comes out has the noise of an encryption.
//! - CKKS: masks are normal and 2^λ times as wide as the norm of message and errors, so that they hide both and nothing is
//!   decoded: the errors stay as they are.

use ringassay_ring::{
    Crt, Element, Powerful, RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    FreshSeed, Fused as _, IntegerScheme, PackedScheme, Plaintext, Ring, bfv, bgv, ckks,
    hybrid::{Ciphertext, Context, HybridScheme},
    noise::Noise,
};

use crate::{Error, Flooding, Group, Part, Permit, Share, Step, Subject, flooding};

const REFRESH: Label = Label::new("prt.ref");
const MASK: Label = Label::new("prt.msk");

/// An element at the level of a ciphertext, and one at the top level.
type Pair = [Element<Crt>; 2];

/// An element at the top level, and the scale and the estimate of what comes out.
pub type Unmasked<P> = (Element<Crt>, <P as HybridScheme>::Scale, <P as HybridScheme>::Estimate);

/// A scheme whose ciphertexts parties refresh.
pub trait Refreshable: PackedScheme {
    /// What masks take room for, and the noise of a share.
    type Masking;

    /// How a ciphertext is masked.
    ///
    /// # Errors
    /// Returns [`Error::Flooding`] if there is no room for it.
    fn masking(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
    ) -> Result<Self::Masking, Error>;

    /// -M_i and what hides the noise at the ciphertext's level, and M_i at the top: secret.
    ///
    /// # Errors
    /// Returns an error if the ciphertext is of other parameters.
    fn masks(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
        masking: &Self::Masking,
        seed: &Seed,
    ) -> Result<Pair, Error>;

    /// The masked message at the top, of its phase at the ciphertext's level, with scale and estimate of what comes out but
    /// for the noise of the second parts.
    ///
    /// # Errors
    /// Returns an error if the phase is none.
    fn unmasked(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
        masking: &Self::Masking,
        phase: Element<Crt>,
    ) -> Result<Unmasked<Self>, Error>;
}

fn top<P: PackedScheme>(context: &Context<P, RnsRing>) -> Result<&RnsRing, Error> {
    Ok(context.ring_at(context.levels().saturating_sub(1))?)
}

/// A uniform message modulo t, and its negative.
fn masks_of_integers<P: IntegerScheme>(
    on: &Context<P, RnsRing>,
    seed: &Seed,
) -> Result<[Plaintext; 2], Error> {
    let (n, t) = (on.ring().degree(), on.parameters().t());
    let mut own = vec![0; n];
    ringassay_ring::sample::uniform_into(&mut own, t, seed);
    let minus = own.iter().map(|&x| if x == 0 { 0 } else { t - x }).collect();
    Ok([on.plaintext(own)?, on.plaintext(minus)?])
}

/// Schemes of integers.
macro_rules! refreshable {
    ($($parameters:ty),*) => {$(
        impl Refreshable for $parameters {
            type Masking = Flooding;

            fn masking(
                group: &Group<Self, RnsRing>,
                a: &Ciphertext<Self, RnsRing>,
            ) -> Result<Flooding, Error> {
                group.flooding(a)
            }

            fn masks(
                group: &Group<Self, RnsRing>,
                a: &Ciphertext<Self, RnsRing>,
                masking: &Flooding,
                seed: &Seed,
            ) -> Result<Pair, Error> {
                let context = group.context();
                let ring = context.ring_at(a.level())?;
                let [mask, minus] = masks_of_integers(context, &seed.derive(MASK, 0))?;
                // What the sum with a plaintext adds to c_0: it knows of factors of messages.
                let masked = context.add_plain(a, &minus)?;
                let mut first = RnsRing::into_crt(masking.draw(context, ring, seed)?);
                RnsRing::add_assign(&mut first, &masked.parts()[0])?;
                RnsRing::sub_assign(&mut first, &a.parts()[0])?;
                let second = Self::encode(context, &mask, top(context)?)?;
                Ok([first, RnsRing::into_crt(second)])
            }

            fn unmasked(
                group: &Group<Self, RnsRing>,
                a: &Ciphertext<Self, RnsRing>,
                masking: &Flooding,
                phase: Element<Crt>,
            ) -> Result<Unmasked<Self>, Error> {
                let context = group.context();
                let (scale, estimate) = a.known();
                let flooded = group.flooded(estimate, masking);
                let opened = Ciphertext::new(vec![phase], a.level(), scale.clone(), flooded);
                let message = context.decrypt(&context.zero_key()?, &opened)?;
                let message = context.plaintext(message)?;
                let noise = group.key_errors();
                let (scale, estimate) = Self::fresh(context, &message, Some(&noise))?;
                let element = Self::encode(context, &message, top(context)?)?;
                Ok((RnsRing::into_crt(element), scale, estimate))
            }
        }
    )*};
}

refreshable!(bgv::Parameters, bfv::Parameters);

/// How wide masks of numbers are.
#[derive(Debug, Clone, Copy)]
pub struct Width {
    log2_sigma: f64,
}

impl Refreshable for ckks::Parameters {
    type Masking = Width;

    fn masking(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
    ) -> Result<Width, Error> {
        group.check_known(a)?;
        let context = group.context();
        let norm = context.bound_bits(a) + ((context.ring().degree() as f64).log2() + 1.0) / 2.0;
        let log2_sigma = norm + group.statistical_bits();
        let parties = (group.members().active().len() as f64).log2();
        let limit = context.limit_bits(a.level());
        // The message beside the masks is nothing, but for one bit.
        let largest = if log2_sigma < limit {
            flooding::log2_largest(context.ring(), log2_sigma)? + parties + 1.0
        } else {
            log2_sigma
        };
        if largest >= limit {
            return Err(group.no_room(largest - limit));
        }
        Ok(Width { log2_sigma })
    }

    fn masks(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
        masking: &Width,
        seed: &Seed,
    ) -> Result<Pair, Error> {
        let context = group.context();
        // The same integers in both rings.
        let mask = |ring: &RnsRing| -> Result<Element<Powerful>, Error> {
            flooding::wide(ring, masking.log2_sigma, &seed.derive(MASK, 0), 0)
        };
        let mut first = mask(context.ring_at(a.level())?)?;
        RnsRing::neg_assign(&mut first);
        Ok([RnsRing::into_crt(first), RnsRing::into_crt(mask(top(context)?)?)])
    }

    fn unmasked(
        group: &Group<Self, RnsRing>,
        a: &Ciphertext<Self, RnsRing>,
        _: &Width,
        phase: Element<Crt>,
    ) -> Result<Unmasked<Self>, Error> {
        let context = group.context();
        let top = top(context)?;
        let own = context.ring_at(a.level())?;
        let raised = if own == top {
            phase
        } else {
            RnsRing::into_crt(RnsRing::extend(&RnsRing::into_powerful(phase), top)?)
        };
        let (scale, estimate) = a.known();
        let noise = group.key_errors();
        let estimate = Self::with_noise(context.model(), estimate, &noise);
        Ok((raised, scale.clone(), estimate))
    }
}

impl<P: Refreshable> Group<P, RnsRing> {
    /// The sum of the errors of all active parties, as in an encryption under a secret each.
    pub(crate) fn key_errors(&self) -> Noise {
        let model = self.context().model();
        let one = model.secret_key_encryption();
        let all = self.members().active().iter();
        all.fold(Noise::ZERO, |sum, _| model.add_independent(&sum, &one))
    }

    /// A party's share of the refresh of a ciphertext.
    ///
    /// # Errors
    /// Returns an error as [`Group::decryption_share`].
    pub fn refresh_share(
        &self,
        part: &Part<RnsRing>,
        a: &Ciphertext<P, RnsRing>,
        permit: Permit,
        randomness: FreshSeed,
    ) -> Result<Share<RnsRing>, Error> {
        let (context, subject) = (self.context(), Subject::of(a)?);
        let masking = P::masking(self, a)?;
        self.check_active(part.party)?;
        let (level, [_, c1]) = (a.level(), a.pair()?);
        permit.check(subject, part.guard)?;
        let seed = randomness.into_seed().derive(REFRESH, u64::from(part.party));
        let [mut first, mut second] = P::masks(self, a, &masking, &seed)?;
        let own = context.modulo_level(&part.element, level)?;
        RnsRing::mul_add_assign(&mut first, c1, &own)?;
        let ring = top(context)?;
        let error = context.error(ring, &seed.derive(REFRESH, 1))?;
        RnsRing::add_assign(&mut second, &RnsRing::into_crt(error))?;
        let mut minus = context.modulo_level(&part.element, context.levels().saturating_sub(1))?;
        RnsRing::neg_assign(&mut minus);
        RnsRing::mul_add_assign(&mut second, &self.refreshed_uniform(ring, subject), &minus)?;
        for part in [&mut first, &mut second] {
            RnsRing::publish(part);
        }
        Ok(self.share(Step::Refresh, subject, part.party, vec![first, second]))
    }

    /// c_1 of what a ciphertext is refreshed to.
    fn refreshed_uniform(&self, ring: &RnsRing, Subject(own): Subject) -> Element<Crt> {
        let Subject(session) = self.identity();
        let Subject(seed) =
            Subject::hashed("ringassay 2026 common reference of a refresh", &[&session, &own]);
        Ring::uniform(ring, &Seed::from_bytes(seed).published())
    }

    /// The ciphertext at the top level.
    ///
    /// # Errors
    /// Returns an error if the sum is not that of the shares of all active parties for this ciphertext.
    pub fn refreshed(
        &self,
        a: &Ciphertext<P, RnsRing>,
        sum: &Share<RnsRing>,
    ) -> Result<Ciphertext<P, RnsRing>, Error> {
        let (context, subject) = (self.context(), Subject::of(a)?);
        let masking = P::masking(self, a)?;
        let parts = self.complete(Step::Refresh, subject, sum)?;
        let ([first, second], [c0, _]) = (parts, a.pair()?) else {
            return Err(Error::OtherShare { what: "parameter set" });
        };
        let phase = <RnsRing as Ring>::Fused::add(c0, first)?;
        let (mut b, scale, estimate) = P::unmasked(self, a, &masking, phase)?;
        RnsRing::add_assign(&mut b, second)?;
        let uniform = self.refreshed_uniform(top(context)?, subject);
        let level = context.levels().saturating_sub(1);
        Ok(Ciphertext::new(vec![b, uniform], level, scale, estimate))
    }
}
