//! Products of ciphertexts.

use ringassay_ring::{Crt, Powerful};

use super::{Ciphertext, Context, EvaluationKey};
use crate::{Error, Ring, noise::Noise};

impl<R: Ring> Context<R> {
    /// a·b.
    ///
    /// # Errors
    /// [`Error::NoiseBudget`] when it is not promised that the product decrypts,
    /// [`Error::OtherParameters`] and others for alien operands.
    pub fn multiply(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
        key: &EvaluationKey<R>,
    ) -> Result<Ciphertext<R>, Error> {
        let noise = self.product_noise(&a.noise, &b.noise);
        self.promise("the product", &noise)?;
        let [c0, c1, c2] = self.tensor(a, b)?;
        let parts = self.relinearise([c0, c1], &c2, key)?;
        Ok(Ciphertext::new(parts, noise))
    }

    /// round(t/Q·(a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1)) modulo Q, of the representatives in
    /// (-Q/2, Q/2).
    ///
    /// # Errors
    /// When an operand is of other parameters.
    pub fn tensor(
        &self,
        a: &Ciphertext<R>,
        b: &Ciphertext<R>,
    ) -> Result<[R::Element<Crt>; 3], Error> {
        let extended = |x: &R::Element<Crt>| {
            let x = R::into_powerful(x.clone());
            Ok::<_, Error>(R::into_crt(R::extend(&x, &self.shared.qb)?))
        };
        let (a0, a1) = (extended(&a.parts[0])?, extended(&a.parts[1])?);
        let (b0, b1) = (extended(&b.parts[0])?, extended(&b.parts[1])?);
        let mut middle = R::mul(&a0, &b1)?;
        R::mul_add_assign(&mut middle, &a1, &b0)?;
        let (first, last) = (R::mul(&a0, &b0)?, R::mul(&a1, &b1)?);
        drop((a0, a1, b0, b1));
        Ok([self.scaled(first)?, self.scaled(middle)?, self.scaled(last)?])
    }

    /// round(t/Q·x) modulo Q for x modulo Q·B.
    fn scaled(&self, mut x: R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        R::scale_assign(&mut x, &self.shared.t_modulo_qb)?;
        let quotient: R::Element<Powerful> = R::into_powerful(R::switch(&x, &self.shared.drop_q)?);
        drop(x);
        Ok(R::into_crt(R::extend(&quotient, &self.shared.q)?))
    }

    /// c_0 + c_1·s + c_2·s² under s alone.
    fn relinearise(
        &self,
        mut parts: [R::Element<Crt>; 2],
        c2: &R::Element<Crt>,
        key: &EvaluationKey<R>,
    ) -> Result<[R::Element<Crt>; 2], Error> {
        for (part, switched) in parts.iter_mut().zip(self.switch_key(c2, &key.0)?) {
            R::add_assign(part, &switched)?;
        }
        Ok(parts)
    }

    /// With phases A = (Q/t)·m_a + w_a + Q·k_a over the integers, t/Q·A·B is (Q/t)·m_a·m_b and multiples
    /// of Q, and F_a·w_b + F_b·w_a + t/Q·w_a·w_b, where F = m + t·k is t/Q times the phase but for w,
    /// and so t times two parts with coefficients in \[-1/2, 1/2\]. To that comes the rounding of three
    /// parts, and the key switch.
    fn product_noise(&self, a: &Noise, b: &Noise) -> Noise {
        let (model, parameters) = (&self.shared.model, self.parameters());
        let log2_t = (parameters.t as f64).log2();
        let factor = model.scaled(&model.rounding(2), log2_t);
        let mixed = model.add(&model.multiply(&factor, a), &model.multiply(&factor, b));
        let small = model.scaled(&model.multiply(a, b), log2_t - parameters.log2_q());
        let product = model.add(&mixed, &small);
        let rounded = model.add_independent(&product, &model.rounding(3));
        model.add_independent(&rounded, &self.key_switch_noise())
    }
}
