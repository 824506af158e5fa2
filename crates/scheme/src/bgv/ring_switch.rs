//! From a ring to a subring: `twace` of ciphertexts.

use super::{Ciphertext, Context, KeySwitchingKey, SecretKey};
use crate::{Error, Ring, noise::log2_coefficient_variance};
use ringassay_ring::{Crt, sample::Seed};

/// Takes ciphertexts of index m' to those of index m | m' whose messages are the `twace` of theirs
/// (C. Gentry, S. Halevi, C. Peikert, N. Smart, 2012/240; "Λ∘λ", 2015/1134 §4): a key-switching key from the
/// secret of the larger ring to that of the smaller one, embedded.
///
/// **Security** is that of the smaller ring at the modulus of the key-switching key, all primes included.
#[derive(Debug, Clone)]
pub struct RingSwitch<R: Ring> {
    small: Context<R>,
    switching_key: KeySwitchingKey<R>,
}

impl<R: Ring> RingSwitch<R> {
    /// The instance over the smaller ring.
    pub fn target(&self) -> &Context<R> {
        &self.small
    }
}

/// Fails unless both instances have the same moduli and the same plaintext modulus.
pub(super) fn check_primes<R: Ring>(a: &Context<R>, b: &Context<R>) -> Result<(), Error> {
    let (a, b) = (a.parameters(), b.parameters());
    let same = a.plaintext == b.plaintext
        && (&a.large, &a.small, &a.special) == (&b.large, &b.small, &b.special)
        && a.fresh_log2_q.total_cmp(&b.fresh_log2_q).is_eq();
    if same {
        return Ok(());
    }
    Err(Error::Parameters(
        "between rings, both need the same primes and the same plaintext modulus: take primes of \
         the common multiple of their indices for both"
            .into(),
    ))
}

impl<R: Ring> Context<R> {
    /// What [`Context::switch_ring`] needs to take ciphertexts to the subring of `small`.
    ///
    /// # Errors
    /// When the index of `small` does not divide this one, or the primes differ.
    pub fn generate_ring_switch(
        &self,
        key: &SecretKey<R>,
        small: &Context<R>,
        small_key: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<RingSwitch<R>, Error> {
        check_primes(self, small)?;
        let extension = small.ring().extension(self.ring())?;
        let target = R::embed(&small_key.element, &extension)?;
        Ok(RingSwitch {
            small: small.clone(),
            switching_key: self.key_switching_key([&target, &key.element], seed)?,
        })
    }

    /// The ciphertext of twace(μ) over the subring, at the same level.
    ///
    /// # Errors
    /// When the ciphertext has not two parts, or is of other parameters.
    pub fn switch_ring(
        &self,
        a: &Ciphertext<R>,
        switch: &RingSwitch<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let [c0, c1] = a.pair()?;
        let digits = self.decompose(c1, a.level)?;
        let [mut b, second] = self.switch_key(&digits, &switch.switching_key, a.level)?;
        R::add_assign(&mut b, c0)?;
        let extension = switch.small.ring_at(a.level)?.extension(self.ring_at(a.level)?)?;
        let parts = [b, second].into_iter().map(|part| R::twace::<Crt>(&part, &extension));
        let added = self.key_switch_noise(a.level)?;
        let noise = self.model().add_independent(&a.estimate, &added);
        // twace takes coefficients of the powerful basis: their variance stays.
        let [big, small] =
            [self, &switch.small].map(|c| log2_coefficient_variance(&c.parameters().index));
        let noise = self.model().scaled(&noise, (big - small) / 2.0);
        Ok(Ciphertext::new(parts.collect::<Result<_, _>>()?, a.level, a.scale, noise))
    }
}
