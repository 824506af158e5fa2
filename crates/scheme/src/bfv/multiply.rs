//! Products of ciphertexts.

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Ring,
    hybrid::{product_parts, square_parts},
    noise::Noise,
};

impl<R: Ring> Context<R> {
    /// a·b, relinearised; [`Context::square`] where they are one object.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not guaranteed that the product decrypts,
    /// [`Error::OtherParameters`] and others for foreign operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return self.square(a, keys);
        }
        self.check_budget(
            "the product",
            0,
            &self.switched_estimate(&self.product_noise(&a.estimate, &b.estimate), 0)?,
        )?;
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
        self.check_budget(
            "the square",
            0,
            &self.switched_estimate(&self.square_noise(&a.estimate), 0)?,
        )?;
        self.relinearise(&self.tensor_square(a)?, keys)
    }

    /// a·b with three parts: round(t/Q·(a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1)) modulo Q, of the
    /// representatives in (-Q/2, Q/2).
    ///
    /// # Errors
    /// When an operand is of other parameters or has not two parts.
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let noise = self.product_noise(&a.estimate, &b.estimate);
        let ([a0, a1], [b0, b1]) = (a.pair()?, b.pair()?);
        let a = [self.extended(a0)?, self.extended(a1)?];
        let b = [self.extended(b0)?, self.extended(b1)?];
        let product = product_parts::<R>(&a, &b)?;
        drop((a, b));
        Ok(Ciphertext::with_noise(self.scaled_parts(product)?, 0, noise))
    }

    /// a² with three parts: half the extensions of [`Context::tensor`].
    ///
    /// # Errors
    /// As [`Context::tensor`].
    pub fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let noise = self.square_noise(&a.estimate);
        let [a0, a1] = a.pair()?;
        let a = [self.extended(a0)?, self.extended(a1)?];
        let square = square_parts::<R>(&a)?;
        drop(a);
        Ok(Ciphertext::with_noise(self.scaled_parts(square)?, 0, noise))
    }

    /// Parts modulo Q·B times t/Q, each before the next.
    fn scaled_parts(&self, parts: [R::Element<Crt>; 3]) -> Result<Vec<R::Element<Crt>>, Error> {
        parts.into_iter().map(|part| self.scaled(part)).collect()
    }

    /// A part modulo Q·B, of its representative in (-Q/2, Q/2). Values modulo Q stay what they are.
    fn extended(&self, x: &R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        R::extend_values(x, &self.own().qb)
    }

    /// round(t/Q·x) modulo Q for x modulo Q·B. What is between the modulus B and Q are coefficients, which
    /// are not transformed.
    fn scaled(&self, mut x: R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        R::scale_assign(&mut x, &self.own().t_modulo_qb)?;
        let x: R::Element<Powerful> = R::into_powerful(x);
        let quotient = R::switch_coefficients(&x, &self.own().drop_q)?;
        drop(x);
        Ok(R::into_crt(R::extend(&quotient, self.ring_at(0)?)?))
    }

    /// With phases A = (Q/t)·m_a + w_a + Q·k_a over the integers, t/Q·A·B is (Q/t)·m_a·m_b and multiples
    /// of Q, and F_a·w_b + F_b·w_a + t/Q·w_a·w_b, where F = m + t·k is t/Q times the phase but for w,
    /// and so t times two parts with coefficients in \[-1/2, 1/2\]. To that comes the rounding of three
    /// parts.
    fn product_noise(&self, a: &Noise, b: &Noise) -> Noise {
        let (model, factor) = (self.model(), self.factor());
        let mixed = model.add(&model.multiply(&factor, a), &model.multiply(&factor, b));
        self.rounded_product(&mixed, &model.multiply(a, b))
    }

    /// As [`Context::product_noise`] for b = a: 2·F·w + t/Q·w².
    fn square_noise(&self, a: &Noise) -> Noise {
        let model = self.model();
        let mixed = model.scaled(&model.multiply(&self.factor(), a), 1.0);
        self.rounded_product(&mixed, &model.square(a))
    }

    /// F.
    fn factor(&self) -> Noise {
        let model = self.model();
        model.scaled(&model.rounding(2), (self.parameters().t as f64).log2())
    }

    fn rounded_product(&self, mixed: &Noise, small: &Noise) -> Noise {
        let (model, parameters) = (self.model(), self.parameters());
        let log2_ratio = (parameters.t as f64).log2() - parameters.log2_q();
        let product = model.add(mixed, &model.scaled(small, log2_ratio));
        model.add_independent(&product, &model.rounding(3))
    }
}
