//! Sums, and products with plaintexts.

use ringassay_ring::Crt;

use super::{Ciphertext, Context, Plaintext, Prepared};
use crate::{Error, Ring};

/// x += y, or x -= y.
type Combine<R> =
    fn(&mut <R as Ring>::Element<Crt>, &<R as Ring>::Element<Crt>) -> Result<(), Error>;

impl<R: Ring> Context<R> {
    /// a + b. Brings both to the smaller modulus of the two.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn add(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.sum(a, b, R::add_assign)
    }

    /// a - b. Brings both to the smaller modulus of the two.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn sub(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        self.sum(a, b, R::sub_assign)
    }

    fn sum(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let rung = a.rung.min(b.rung);
        let mut sum = self.switch_to(a, rung)?;
        let other;
        let b = if b.rung == rung {
            b
        } else {
            other = self.switch_to(b, rung)?;
            &other
        };
        self.combine_assign(&mut sum, b, combine)?;
        Ok(sum)
    }

    /// a += b.
    ///
    /// # Errors
    /// When the operands are not at the same rung, or of other parameters.
    pub fn add_assign(&self, a: &mut Ciphertext<R>, b: &Ciphertext<R>) -> Result<(), Error> {
        self.combine_assign(a, b, R::add_assign)
    }

    fn combine_assign(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        combine: Combine<R>,
    ) -> Result<(), Error> {
        if a.parts.len() < b.parts.len() {
            let ring = &self.level(a.rung)?.ring;
            a.parts.resize_with(b.parts.len(), || ring.zero());
        }
        for (x, y) in a.parts.iter_mut().zip(&b.parts) {
            combine(x, y)?;
        }
        a.noise = self.model().add(&a.noise, &b.noise);
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
        self.add_prepared_assign(&mut sum, &self.prepare(m, a.rung)?)?;
        Ok(sum)
    }

    /// a += m.
    ///
    /// # Errors
    /// When m is prepared for another rung.
    pub fn add_prepared_assign(&self, a: &mut Ciphertext<R>, m: &Prepared<R>) -> Result<(), Error> {
        R::add_assign(&mut a.parts[0], &m.element)?;
        a.noise = self.model().add(&a.noise, &self.model().message());
        Ok(())
    }

    /// a·m.
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn multiply_plain(&self, a: &Ciphertext<R>, m: &Plaintext) -> Result<Ciphertext<R>, Error> {
        self.multiply_prepared(a, &self.prepare(m, a.rung)?)
    }

    /// a·m.
    ///
    /// # Errors
    /// When m is prepared for another rung.
    pub fn multiply_prepared(
        &self,
        a: &Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let parts =
            a.parts.iter().map(|part| R::mul(part, &m.element)).collect::<Result<_, _>>()?;
        let noise = self.model().multiply_plain(&a.noise, &m.size);
        Ok(Ciphertext::new(parts, a.rung, noise))
    }

    /// a *= m.
    ///
    /// # Errors
    /// When m is prepared for another rung.
    pub fn multiply_prepared_assign(
        &self,
        a: &mut Ciphertext<R>,
        m: &Prepared<R>,
    ) -> Result<(), Error> {
        for part in &mut a.parts {
            R::mul_assign(part, &m.element)?;
        }
        a.noise = self.model().multiply_plain(&a.noise, &m.size);
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
        let mut selected = a.clone();
        self.select_assign(&mut selected, b, mask)?;
        Ok(selected)
    }

    /// a = b + (a - b)·m.
    ///
    /// # Errors
    /// When the operands and m do not lie at one rung, or not as many parts make up a and b.
    pub fn select_assign(
        &self,
        a: &mut Ciphertext<R>,
        b: &Ciphertext<R>,
        mask: &Prepared<R>,
    ) -> Result<(), Error> {
        if a.parts.len() != b.parts.len() {
            return Err(Error::Unsupported(format!(
                "a selection between ciphertexts of {} and {} parts: relinearise both first",
                a.parts.len(),
                b.parts.len()
            )));
        }
        for (x, y) in a.parts.iter_mut().zip(&b.parts) {
            R::select_assign(x, y, &mask.element)?;
        }
        let model = self.model();
        let difference = model.add(&a.noise, &b.noise);
        a.noise = model.add(&model.multiply_plain(&difference, &mask.size), &b.noise);
        a.seed = None;
        Ok(())
    }
}
