//! Sums, and products with plaintexts.

use std::borrow::Cow;

use ringassay_ring::Crt;

use super::{Ciphertext, Context, Plaintext, Prepared};
use crate::{Error, Fused, Ring, noise::Noise};

type Part<R> = <R as Ring>::Element<Crt>;

type New<R> = fn(&Part<R>, &Part<R>) -> Result<Part<R>, Error>;
type Assign<R> = fn(&mut Part<R>, &Part<R>) -> Result<(), Error>;

/// x + y, or x - y: in memory of its own, and in that of x.
struct Combine<R: Ring> {
    new: New<R>,
    assign: Assign<R>,
}

impl<R: Ring> Context<R> {
    /// a + b. Brings both to the smaller modulus of the two, and to one factor of their messages.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the result decrypts, here and below; when an
    /// operand is of other parameters.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.sum(a, b, &Combine { new: R::Fused::add, assign: R::add_assign })
    }

    /// a - b. Brings both to the smaller modulus of the two.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn sub(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.sum(a, b, &Combine { new: R::Fused::sub, assign: R::sub_assign })
    }

    /// Where a has to be switched, or has fewer parts, the sum is made in its copy; else it is
    /// written once.
    fn sum(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: &Combine<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let same = std::ptr::eq(a, b);
        let level = a.level.min(b.level);
        let [a, b] = self.aligned([a, b], level)?;
        let noise = if same {
            self.model().scaled(&b.estimate, 1.0)
        } else {
            self.model().add(&a.estimate, &b.estimate)
        };
        if matches!(a, Cow::Owned(_)) || a.parts.len() != b.parts.len() {
            let mut sum = a.into_owned();
            self.combine_assign(&mut sum, &b, noise, combine.assign)?;
            return Ok(sum);
        }
        self.check_budget("the sum", level, &noise)?;
        let pairs = a.parts.iter().zip(&b.parts);
        let parts = pairs.map(|(x, y)| (combine.new)(x, y)).collect::<Result<_, _>>()?;
        Ok(Ciphertext::new(parts, level, a.scale, noise))
    }

    /// a += b.
    ///
    /// # Errors
    /// When the operands are not at the same level, or of other parameters.
    pub fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        let [r, s] = self.multiples_at_one_level([a, b])?;
        let b = self.multiplied(b, s)?;
        let noise = self.model().add(&self.multiplied_noise(a, r), &b.estimate);
        self.check_budget("the sum", a.level, &noise)?;
        self.multiply_by(a, r)?;
        self.combine_assign(a, &b, noise, R::add_assign)
    }

    fn combine_assign(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        noise: Noise,
        combine: fn(&mut Part<R>, &Part<R>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.check_budget("the sum", a.level, &noise)?;
        if a.parts.len() < b.parts.len() {
            let ring = &self.tables_at(a.level)?.ring;
            a.parts.resize_with(b.parts.len(), || ring.zero());
        }
        for (x, y) in a.parts.iter_mut().zip(&b.parts) {
            combine(x, y)?;
        }
        a.estimate = noise;
        a.seed = None;
        Ok(())
    }

    /// -a.
    pub fn negate(&self, a: &Ciphertext<R>) -> Ciphertext<R> {
        let mut negative = a.clone();
        negative.seed = None;
        negative.parts.iter_mut().for_each(R::neg_assign);
        negative
    }

    /// a + m.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn add_plain(&self, a: &Ciphertext<R>, m: &Plaintext) -> Result<Ciphertext<R>, Error> {
        let mut sum = a.clone();
        self.add_prepared_assign(&mut sum, &self.prepare(m, a.level)?)?;
        Ok(sum)
    }

    /// a += m. Where the message of a has a factor, m is multiplied by it modulo t and transformed anew.
    ///
    /// # Errors
    /// When m is prepared for another level.
    pub fn add_prepared_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        let noise = self.model().add(&a.estimate, &self.model().message());
        self.check_budget("the sum with a plaintext", a.level, &noise)?;
        let multiple = self.addend(m, a)?;
        R::add_assign(&mut a.parts[0], multiple.as_ref().unwrap_or(&m.element))?;
        a.estimate = noise;
        Ok(())
    }

    /// a·m.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn multiply_plain(&self, a: &Ciphertext<R>, m: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.multiply_prepared(a, &self.prepare(m, a.level)?)
    }

    /// a·m.
    ///
    /// # Errors
    /// When m is prepared for another level.
    pub fn multiply_prepared(
        &self,
        a: &Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let noise = self.model().multiply_plain(&a.estimate, &m.size);
        self.check_budget("the product with a plaintext", a.level, &noise)?;
        let parts =
            a.parts.iter().map(|part| R::Fused::mul(part, &m.element)).collect::<Result<_, _>>()?;
        Ok(Ciphertext::new(parts, a.level, a.scale, noise))
    }

    /// a *= m.
    ///
    /// # Errors
    /// When m is prepared for another level.
    pub fn multiply_prepared_assign(
        &self,
        a: &mut Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<(), Error> {
        let noise = self.model().multiply_plain(&a.estimate, &m.size);
        self.check_budget("the product with a plaintext", a.level, &noise)?;
        self.multiply_parts(a, m)?;
        a.estimate = noise;
        Ok(())
    }

    /// a *= m for a mask that is not related to the noise ([`Model::mask`](crate::noise::Model::mask)).
    pub(super) fn mask_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        self.multiply_parts(a, m)?;
        a.estimate = self.model().mask(&a.estimate, &m.size);
        Ok(())
    }

    fn multiply_parts(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        for part in &mut a.parts {
            R::mul_assign(part, &m.element)?;
        }
        a.seed = None;
        Ok(())
    }

    /// a·m in the slots where the mask is 1, and b in the others: b + (a - b)·m.
    ///
    /// # Errors
    /// As [`Context::select_assign`].
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
    ///
    /// # Errors
    /// As [`Context::select_assign`].
    pub fn select_plain(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<R>, Error> {
        let level = a.level.min(b.level);
        let [a, b] = self.aligned([a, b], level)?;
        let mask = self.prepare(mask, level)?;
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
    /// When the operands and m do not lie at one level, or not as many parts make up a and b.
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
        let noise = model.add(&model.multiply_plain(&difference, &mask.size), &b.estimate);
        self.check_budget("the selection", a.level, &noise)?;
        Ok(noise)
    }
}
