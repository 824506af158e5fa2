//! Products of ciphertexts.

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{Error, Ring, hybrid::two_parts};

impl<R: Ring> Context<R> {
    /// a·b at the modulus that suits the noise of both, relinearised; [`Context::square`] where they are
    /// one object.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the key-switching key, [`Error::NoiseBudget`] when it is not
    /// guaranteed that the product decrypts, [`Error::OtherParameters`] for foreign operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return self.square(a, keys);
        }
        let operands = [(a.level, &a.noise, a.parts.len()), (b.level, &b.noise, b.parts.len())];
        let level = self.product_level(operands);
        let product = self.tensor(&*self.at_modulus(a, level)?, &*self.at_modulus(b, level)?)?;
        self.checked("the product", self.relinearise(product, keys)?)
    }

    /// a² at the modulus that suits its noise, relinearised.
    ///
    /// # Errors
    /// As [`Context::multiply`].
    pub fn square(
        &self,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let operand = (a.level, &a.noise, a.parts.len());
        let level = self.product_level([operand, operand]);
        let square = self.tensor_square(&*self.at_modulus(a, level)?)?;
        self.checked("the square", self.relinearise(square, keys)?)
    }

    /// The ciphertext, unless its decryption is not guaranteed.
    pub(super) fn checked(
        &self,
        operation: &'static str,
        a: Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.check_budget(operation, a.level, &a.noise)?;
        Ok(a)
    }

    /// The product of two ciphertexts at one level, with three parts.
    ///
    /// # Errors
    /// When they lie at different levels, or one has not two parts.
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let ([a0, a1], [b0, b1]) = (two_parts::<R>(&a.parts)?, two_parts::<R>(&b.parts)?);
        let mut middle = R::mul(a0, b1)?;
        R::mul_add_assign(&mut middle, a1, b0)?;
        let parts = vec![R::mul(a0, b0)?, middle, R::mul(a1, b1)?];
        Ok(Ciphertext::new(parts, a.level, self.model().multiply(&a.noise, &b.noise)))
    }

    /// The square of a ciphertext, with three parts.
    ///
    /// # Errors
    /// When it has not two parts.
    pub fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let [a0, a1] = two_parts::<R>(&a.parts)?;
        let product = R::mul(a0, a1)?;
        let mut middle = product.clone();
        R::add_assign(&mut middle, &product)?;
        let parts = vec![R::mul(a0, a0)?, middle, R::mul(a1, a1)?];
        Ok(Ciphertext::new(parts, a.level, self.model().square(&a.noise)))
    }
}
