//! Products of ciphertexts.

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKey};
use crate::{Error, Ring, hybrid::two_parts, noise::Noise};

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
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        if std::ptr::eq(a, b) {
            return self.square(a, key);
        }
        self.check_budget("the product", &self.switched(&self.product_noise(&a.noise, &b.noise)))?;
        self.relinearise(self.tensor(a, b)?, key)
    }

    /// a², relinearised.
    ///
    /// # Errors
    /// As [`Context::multiply`].
    pub fn square(
        &self,
        a: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        self.check_budget("the square", &self.switched(&self.square_noise(&a.noise)))?;
        self.relinearise(self.tensor_square(a)?, key)
    }

    /// a·b with three parts: round(t/Q·(a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1)) modulo Q, of the
    /// representatives in (-Q/2, Q/2).
    ///
    /// # Errors
    /// When an operand is of other parameters or has not two parts.
    pub fn tensor(&self, a: &Ciphertext<R>, b: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let ([a0, a1], [b0, b1]) = (two_parts::<R>(&a.parts)?, two_parts::<R>(&b.parts)?);
        let (a0, a1) = (self.extended(a0)?, self.extended(a1)?);
        let (b0, b1) = (self.extended(b0)?, self.extended(b1)?);
        let mut middle = R::mul(&a0, &b1)?;
        R::mul_add_assign(&mut middle, &a1, &b0)?;
        let (first, last) = (R::mul(&a0, &b0)?, R::mul(&a1, &b1)?);
        drop((a0, a1, b0, b1));
        let parts = vec![self.scaled(first)?, self.scaled(middle)?, self.scaled(last)?];
        Ok(Ciphertext::new(parts, self.product_noise(&a.noise, &b.noise)))
    }

    /// a² with three parts: half the extensions of [`Context::tensor`].
    ///
    /// # Errors
    /// As [`Context::tensor`].
    pub fn tensor_square(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let [a0, a1] = two_parts::<R>(&a.parts)?;
        let (a0, a1) = (self.extended(a0)?, self.extended(a1)?);
        let product = R::mul(&a0, &a1)?;
        let mut middle = product.clone();
        R::add_assign(&mut middle, &product)?;
        drop(product);
        let (first, last) = (R::mul(&a0, &a0)?, R::mul(&a1, &a1)?);
        drop((a0, a1));
        let parts = vec![self.scaled(first)?, self.scaled(middle)?, self.scaled(last)?];
        Ok(Ciphertext::new(parts, self.square_noise(&a.noise)))
    }

    /// A part modulo Q·B, of its representative in (-Q/2, Q/2). Values modulo Q stay what they are.
    fn extended(&self, x: &R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        R::extend_values(x, &self.shared.qb)
    }

    /// round(t/Q·x) modulo Q for x modulo Q·B. What is between the modulus B and Q are coefficients, which
    /// are not transformed.
    fn scaled(&self, mut x: R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        R::scale_assign(&mut x, &self.shared.t_modulo_qb)?;
        let x: R::Element<Powerful> = R::into_powerful(x);
        let quotient = R::switch_coefficients(&x, &self.shared.drop_q)?;
        drop(x);
        Ok(R::into_crt(R::extend(&quotient, &self.shared.q)?))
    }

    /// With phases A = (Q/t)·m_a + w_a + Q·k_a over the integers, t/Q·A·B is (Q/t)·m_a·m_b and multiples
    /// of Q, and F_a·w_b + F_b·w_a + t/Q·w_a·w_b, where F = m + t·k is t/Q times the phase but for w,
    /// and so t times two parts with coefficients in \[-1/2, 1/2\]. To that comes the rounding of three
    /// parts.
    fn product_noise(&self, a: &Noise, b: &Noise) -> Noise {
        let (model, factor) = (&self.shared.model, self.factor());
        let mixed = model.add(&model.multiply(&factor, a), &model.multiply(&factor, b));
        self.rounded_product(&mixed, &model.multiply(a, b))
    }

    /// As [`Context::product_noise`] for b = a: 2·F·w + t/Q·w².
    fn square_noise(&self, a: &Noise) -> Noise {
        let model = &self.shared.model;
        let mixed = model.scaled(&model.multiply(&self.factor(), a), 1.0);
        self.rounded_product(&mixed, &model.square(a))
    }

    /// F.
    fn factor(&self) -> Noise {
        let model = &self.shared.model;
        model.scaled(&model.rounding(2), (self.parameters().t as f64).log2())
    }

    fn rounded_product(&self, mixed: &Noise, small: &Noise) -> Noise {
        let (model, parameters) = (&self.shared.model, self.parameters());
        let log2_ratio = (parameters.t as f64).log2() - parameters.log2_q();
        let product = model.add(mixed, &model.scaled(small, log2_ratio));
        model.add_independent(&product, &model.rounding(3))
    }

    /// The noise after a key switch.
    fn switched(&self, noise: &Noise) -> Noise {
        self.shared.model.add_independent(noise, &self.key_switch_noise())
    }
}
