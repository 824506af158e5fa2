//! Products of ciphertexts. They have the product of the scales: rescale them before the next product.

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Ring,
    hybrid::{product_parts, square_parts},
};

impl<R: Ring> Context<R> {
    /// a·b at the lower level of the two, relinearised; [`Context::square`] where they are one object.
    ///
    /// # Errors
    /// [`Error::MissingKey`] without the relinearisation key, [`Error::NoiseBudget`] when the product might
    /// exceed the modulus, [`Error::OtherParameters`] and others for foreign operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.relinearise(&self.tensor(a, b)?, keys)
    }

    /// a², relinearised.
    ///
    /// # Errors
    /// As [`Context::multiply`].
    pub fn square(
        &self,
        a: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.relinearise(&self.tensor_square(a)?, keys)
    }

    /// a·b with three components.
    ///
    /// # Errors
    /// As [`Context::multiply`], and when an operand has not two components.
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return self.tensor_square(a);
        }
        a.pair()?;
        b.pair()?;
        let level = a.level.min(b.level);
        let estimate = self.estimate_product(&a.estimate, &b.estimate);
        self.check_budget("a product", level, &estimate)?;
        let (left, right) = (self.at_level(a, level)?, self.at_level(b, level)?);
        let parts = product_parts::<R>(left.pair()?, right.pair()?)?.into();
        Ok(Ciphertext::new(parts, level, a.scale.multiplied(&b.scale), estimate))
    }

    /// a² with three components.
    ///
    /// # Errors
    /// As [`Context::tensor`].
    pub fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let estimate = self.estimate_square(&a.estimate);
        self.check_budget("a square", a.level, &estimate)?;
        let parts = square_parts::<R>(a.pair()?)?.into();
        Ok(Ciphertext::new(parts, a.level, a.scale.squared(), estimate))
    }
}
