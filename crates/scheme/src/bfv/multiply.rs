//! Products of ciphertexts.

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKeys};
use crate::{
    Error, Fused, Ring,
    hybrid::{product_parts, square_parts},
    noise::Noise,
};

impl<R: Ring> Context<R> {
    /// a·b, relinearised, at the level that suits their noise; a² where they are one object.
    pub(super) fn product(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        keys: &EvaluationKeys<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let is_square = std::ptr::eq(a, b);
        let operands = [a, b].map(|x| (x.level, &x.estimate, x.parts.len()));
        let level = self.level_of_product(operands);
        let a = self.at_level(a, level)?;
        if is_square {
            let noise = self.square_noise(&a.estimate, self.log2_q_at(level)?);
            self.check_budget("the square", level, &self.relinearised_estimate(&noise, level)?)?;
            return self.relinearise(&self.tensor_of_itself(&a)?, keys);
        }
        let b = self.at_level(b, level)?;
        let noise = self.product_noise(&a.estimate, &b.estimate, self.log2_q_at(level)?);
        self.check_budget("the product", level, &self.relinearised_estimate(&noise, level)?)?;
        self.relinearise(&self.tensor_product(&a, &b)?, keys)
    }

    /// a·b with three parts: round(t/Q·(a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1)) modulo Q, of the
    /// representatives in (-Q/2, Q/2).
    pub(super) fn tensor_product(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let level = a.level;
        if b.level != level {
            let (what, reason) = ("a factor", "both have to lie at one level: switch one of them");
            return Err(Error::Modulus { what, found: b.level, wanted: level, reason });
        }
        let tables = self.product_tables(level)?;
        let noise = self.product_noise(&a.estimate, &b.estimate, self.log2_q_at(level)?);
        let ([a0, a1], [b0, b1]) = (a.pair()?, b.pair()?);
        let extended = |x| R::Fused::extend_values(x, &tables.qb);
        let a = [extended(a0)?, extended(a1)?];
        let b = [extended(b0)?, extended(b1)?];
        let product = product_parts::<R>(&a, &b)?;
        drop((a, b));
        Ok(Ciphertext::with_noise(self.scaled_parts(product, level)?, level, noise))
    }

    /// a² with three parts: half the extensions of [`Context::tensor_product`].
    pub(super) fn tensor_of_itself(&self, a: &Ciphertext<R>) -> Result<Ciphertext<R>, Error> {
        let level = a.level;
        let tables = self.product_tables(level)?;
        let noise = self.square_noise(&a.estimate, self.log2_q_at(level)?);
        let [a0, a1] = a.pair()?;
        let a =
            [R::Fused::extend_values(a0, &tables.qb)?, R::Fused::extend_values(a1, &tables.qb)?];
        let square = square_parts::<R>(&a)?;
        drop(a);
        Ok(Ciphertext::with_noise(self.scaled_parts(square, level)?, level, noise))
    }

    /// Parts modulo Q·B times t/Q, each before the next.
    fn scaled_parts(
        &self,
        parts: [R::Element<Crt>; 3],
        level: usize,
    ) -> Result<Vec<R::Element<Crt>>, Error> {
        parts.into_iter().map(|part| self.scaled(part, level)).collect()
    }

    /// round(t/Q·x) modulo Q for x modulo Q·B. What is between the modulus B and Q are coefficients, which
    /// are not transformed.
    fn scaled(&self, mut x: R::Element<Crt>, level: usize) -> Result<R::Element<Crt>, Error> {
        let tables = self.product_tables(level)?;
        R::scale_assign(&mut x, &tables.t)?;
        let x: R::Element<Powerful> = R::into_powerful(x);
        let quotient = R::Fused::switch_coefficients(&x, &tables.drop_q)?;
        drop(x);
        Ok(R::into_crt(R::extend(&quotient, self.ring_at(level)?)?))
    }

    /// With phases A = (Q/t)·m_a + w_a + Q·k_a over the integers, t/Q·A·B is (Q/t)·m_a·m_b and multiples
    /// of Q, and F_a·w_b + F_b·w_a + t/Q·w_a·w_b, where F = m + t·k is t/Q times the phase but for w,
    /// and so t times two parts with coefficients in \[-1/2, 1/2\]. To that comes the rounding of three
    /// parts.
    pub(super) fn product_noise(&self, a: &Noise, b: &Noise, log2_q: f64) -> Noise {
        let (model, factor) = (self.model(), self.factor());
        let mixed = model.add(&model.multiply(&factor, a), &model.multiply(&factor, b));
        self.rounded_product(&mixed, &model.multiply(a, b), log2_q)
    }

    /// As [`Context::product_noise`] for b = a: 2·F·w + t/Q·w².
    pub(super) fn square_noise(&self, a: &Noise, log2_q: f64) -> Noise {
        let model = self.model();
        let mixed = model.scaled(&model.multiply(&self.factor(), a), 1.0);
        self.rounded_product(&mixed, &model.square(a), log2_q)
    }

    /// F.
    fn factor(&self) -> Noise {
        let model = self.model();
        model.scaled(&model.rounding(2), (self.parameters().t as f64).log2())
    }

    fn rounded_product(&self, mixed: &Noise, small: &Noise, log2_q: f64) -> Noise {
        let (model, parameters) = (self.model(), self.parameters());
        let log2_ratio = (parameters.t as f64).log2() - log2_q;
        let product = model.add(mixed, &model.scaled(small, log2_ratio));
        model.add_independent(&product, &model.rounding(3))
    }
}
