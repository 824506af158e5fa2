//! Encryption of bits.

use ringassay_ring::{
    Crt, Powerful,
    sample::{Label, Sampler, Seed},
};

use super::{Rgsw, RlweSecret};
use crate::{
    Error,
    purpose::{ERROR, UNIFORM},
    ring::LweRing,
};

/// Of one component of the mask of a row.
const COMPONENT: Label = Label::new("compon");

/// How bits are encrypted: what all ciphertexts of one key have in common.
#[derive(Debug)]
pub struct RgswEncryption<'a, R: LweRing> {
    /// The ring.
    pub ring: &'a R,
    /// The secrets.
    pub secret: &'a RlweSecret<R>,
    /// The digits.
    pub gadget: &'a R::LeadingGadget,
    /// The errors.
    pub errors: &'a Sampler,
}

impl<R: LweRing> RgswEncryption<'_, R> {
    /// Encrypts the bit that says whether coefficient `place` of a secret is `value`. Masks are expanded from `masks`,
    /// which is published; errors are drawn from `seed`.
    ///
    /// # Errors
    /// Returns an error if there is no such coefficient, or ring, secrets, gadget and errors do not belong together.
    pub fn encrypt_coefficient(
        &self,
        samples: &R::SampleSecret,
        (place, value): (usize, i64),
        masks: &Seed,
        seed: &Seed,
    ) -> Result<Rgsw<R>, Error> {
        let elements = R::gadget_elements(self.gadget);
        let mut bodies = Vec::with_capacity((self.secret.rank() + 1) * elements.len());
        let one = self.one()?;
        for factor in self.secret.negated().iter().chain([&one]) {
            for element in &elements {
                let mut message = factor.clone();
                R::scale_assign(&mut message, &[*element])?;
                R::keep_where(samples, place, value, &mut message)?;
                let row = bodies.len() as u64;
                bodies.push(self.body(&message, &masks.derive(UNIFORM, row), seed, row)?);
            }
        }
        Rgsw::from_parts(self.ring, self.secret.rank(), masks.clone().published(), bodies)
    }

    /// Σ A_j·S_j + E + `message`, public.
    fn body(
        &self,
        message: &R::Element<Crt>,
        mask: &Seed,
        seed: &Seed,
        row: u64,
    ) -> Result<R::Element<Crt>, Error> {
        let error = self.ring.error(self.errors, &mut seed.stream(ERROR, row), 1)?;
        let mut body = R::into_crt(error);
        R::add_assign(&mut body, message)?;
        for (j, minus_s) in self.secret.negated().iter().enumerate() {
            let mut a = mask_component(self.ring, mask, j);
            R::mul_assign(&mut a, minus_s)?;
            R::sub_assign(&mut body, &a)?;
        }
        R::publish(&mut body);
        Ok(body)
    }

    fn one(&self) -> Result<R::Element<Crt>, Error> {
        let mut one = vec![0; self.ring.index().degree()];
        one[0] = 1;
        let one: R::Element<Powerful> = self.ring.integers(&one, 2)?;
        Ok(R::into_crt(one))
    }
}

/// A_{j+1} of the row with this seed.
pub(super) fn mask_component<R: LweRing>(ring: &R, row: &Seed, j: usize) -> R::Element<Crt> {
    ring.uniform(&row.derive(COMPONENT, j as u64))
}
