//! Selections: entries of one ciphertext where a mask is 1, of another where it is 0.

use std::borrow::Cow;

use super::{Ciphertext, Context, Plaintext, Prepared};
use crate::{Error, Fused, Ring, hybrid::Role, noise::Noise};

impl<R: Ring> Context<R> {
    /// a·m in the slots where the mask is 1, and b in the others: b + (a - b)·m.
    ///
    /// # Errors
    /// Returns an error as [`Context::select_assign`].
    pub fn select(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Prepared<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let [r, s] = self.multiples_at_one_level([a, b])?;
        let [a, b] = [self.multiplied(a, r)?, self.multiplied(b, s)?];
        let noise = self.selected(&a, &b, mask)?;
        let pairs = a.parts.iter().zip(&b.parts);
        let parts =
            pairs.map(|(x, y)| R::Fused::select(x, y, &mask.element)).collect::<Result<_, _>>()?;
        Ok(Ciphertext::new(parts, a.level, a.scale, noise))
    }

    /// Likewise for a mask that is not prepared; brings both to the smaller modulus of the two.
    pub(super) fn select_by(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        let level = a.level.min(b.level);
        let [a, b] = self.at_one_factor([a, b], level)?;
        let mask = self.prepare(mask, level, Role::Factor)?;
        match a {
            Cow::Borrowed(a) => self.select(a, &b, &mask),
            Cow::Owned(mut a) => {
                self.select_assign(&mut a, &b, &mask)?;
                Ok(a)
            }
        }
    }

    /// a = b + (a - b)·m.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if it is not guaranteed that the result decrypts, another error if the operands
    /// and m do not lie at one level, or not as many parts make up a and b.
    pub fn select_assign(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Prepared<R>,
    ) -> Result<(), Error> {
        let [r, s] = self.multiples_at_one_level([a, b])?;
        let b = self.multiplied(b, s)?;
        self.multiply_by(a, r)?;
        let noise = self.selected(a, &b, mask)?;
        for (x, y) in a.parts.iter_mut().zip(&b.parts) {
            R::Fused::select_assign(x, y, &mask.element)?;
        }
        a.estimate = noise;
        a.seed = None;
        Ok(())
    }

    /// The noise of a selection, if one is possible and certain to decrypt.
    fn selected(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Prepared<R>,
    ) -> Result<Noise, Error> {
        if a.parts.len() != b.parts.len() {
            let remedy = "relinearise both operands before one is selected";
            let (found, needed) = (a.parts.len().max(b.parts.len()), 2);
            return Err(Error::Components { found, needed, remedy });
        }
        let model = self.model();
        let difference = model.add(&a.estimate, &b.estimate);
        let noise = model.add(&model.multiply_plain(&difference, &mask.known.size), &b.estimate);
        self.check_budget("the selection", a.level, &noise)?;
        Ok(noise)
    }
}
