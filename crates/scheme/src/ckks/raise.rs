//! Raising the modulus, and reading messages at another scale.

use super::{Ciphertext, Context, Magnitude, Scale};
use crate::{Error, Ring};

impl<R: Ring> Context<R> {
    /// A ciphertext of level 0, of this instance or one that has the same primes there, at the highest level: modulo Q its
    /// phase becomes phase + q_0·I for a polynomial I with small integer coefficients (2018/153 §4). `magnitude` says
    /// how large slots of phase + q_0·I are at most at the scale `scale`; that follows from the secret, and the caller
    /// states it.
    ///
    /// # Errors
    /// Returns an error if the ciphertext is of another level or other primes.
    pub fn raised(
        &self,
        a: &Ciphertext<R>,
        scale: &Scale,
        magnitude: &Magnitude,
    ) -> Result<Ciphertext<R>, Error> {
        if a.level != 0 {
            return Err(Error::Modulus {
                what: "a ciphertext",
                found: a.level,
                wanted: 0,
                reason: "the modulus is raised from that of level 0",
            });
        }
        let (top, ring) = (self.top(), self.ring_at(self.top())?);
        let raise = |part: &R::Element<_>| {
            Ok::<_, Error>(R::into_crt(R::extend(&R::into_powerful(part.clone()), ring)?))
        };
        let [c0, c1] = a.pair()?;
        let parts = vec![raise(c0)?, raise(c1)?];
        let raised = Ciphertext::new(parts, top, a.scale.clone(), a.estimate);
        let raised = self.assume(self.read_at_scale(raised, scale), magnitude);
        self.check_budget("raising the modulus", top, raised.estimate())?;
        Ok(raised)
    }

    /// The ciphertext with its message read at another scale: multiplied by the old scale over the new one.
    #[must_use]
    pub fn read_at_scale(&self, a: Ciphertext<R>, scale: &Scale) -> Ciphertext<R> {
        Ciphertext { scale: scale.clone(), ..a }
    }
}
