//! What programs do with ciphertexts of integer vectors, beside what all schemes have.

use ringassay_ring::RnsRing;

use super::IntegerScheme;
use crate::{
    Error, Plaintext, Ring,
    encoding::{Encoder, KeySet, RotationPlan, VectorEncoder},
    hybrid::{Ciphertext, Context, EvaluationKeys, Hoisted, SecretKey},
    noise::{Measured, Noise},
};

impl<P: IntegerScheme, R: Ring> Context<P, R> {
    /// The plaintext with these coefficients in the powerful basis.
    ///
    /// # Errors
    /// Returns an error if they are not n residues below t.
    pub fn plaintext(&self, coefficients: Vec<u64>) -> Result<Plaintext, Error> {
        let parameters = self.parameters();
        Plaintext::checked(coefficients, parameters.index().degree(), parameters.t())
    }

    /// The coefficients of the plaintext.
    ///
    /// # Errors
    /// Returns [`Error::Undecryptable`] if it is not guaranteed that it decrypts, [`Error::DecryptionFailure`] if the
    /// noise that is found exceeds its bound: then a coefficient has wrapped around, or the ciphertext is none of this
    /// key; neither if the context [insists](Context::insisting). Returns [`Error::OtherParameters`] for a foreign
    /// ciphertext.
    pub fn decrypt(
        &self,
        key: &SecretKey<P, R>,
        a: &Ciphertext<P, R>,
    ) -> Result<R::Message, Error> {
        P::decrypt(self, key, a)
    }

    /// The level at which a product of operands with these noises (level, noise, parts) leaves the largest
    /// noise budget, or nearly so with fewer primes.
    pub fn product_level(&self, operands: [(usize, &Noise, usize); 2]) -> usize {
        P::product_level(self, operands)
    }

    /// The entries of a where the mask is 1, those of b where it is 0, at the lower of their levels. The mask is the
    /// plaintext whose slots are 0 and 1.
    ///
    /// # Errors
    /// Returns an error as [`Context::add`].
    pub fn select_plain(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
        mask: &Plaintext,
    ) -> Result<Ciphertext<P, R>, Error> {
        P::select(self, a, b, mask)
    }

    /// The vector rotated to the left by `steps`: entry i becomes what entry i + `steps` was, modulo its length.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] if the keys compose no such rotation.
    pub fn rotate_vector(
        &self,
        a: &Ciphertext<P, R>,
        steps: i64,
        vectors: &VectorEncoder,
        keys: (&KeySet, &EvaluationKeys<P, R>),
    ) -> Result<Ciphertext<P, R>, Error> {
        // Layouts count to the right.
        let to_the_right = -(steps % vectors.length() as i64);
        P::rotate(self, a, &vectors.layout().rotation(to_the_right), vectors.encoder(), keys)
    }

    /// The masked sum of automorphisms of a rotation, its operand decomposed once.
    pub(super) fn sum_of_terms(
        &self,
        a: &Ciphertext<P, R>,
        plan: &RotationPlan,
        encoder: &Encoder,
        (set, keys): (&KeySet, &EvaluationKeys<P, R>),
    ) -> Result<Ciphertext<P, R>, Error> {
        let mut hoisted: Option<Hoisted<'_, P, R>> = None;
        let mut sum: Option<Ciphertext<P, R>> = None;
        for term in plan.terms() {
            let steps = set.steps(term.exponent).ok_or_else(|| Error::MissingKey {
                operation: "a rotation",
                key: format!("keys that compose ζ ↦ ζ^{}", term.exponent),
                remedy: "generate evaluation keys for the exponents of a KeySet of the layout",
            })?;
            let mut image = match steps.split_first() {
                None => a.clone(),
                Some((&first, rest)) => {
                    let hoisted = match &hoisted {
                        Some(hoisted) => hoisted,
                        None => hoisted.insert(self.hoist(a)?),
                    };
                    let first = self.automorphism_hoisted(hoisted, first, keys)?;
                    rest.iter().try_fold(first, |image, &k| self.automorphism(&image, k, keys))?
                }
            };
            if let Some(mask) = &term.mask {
                image =
                    self.multiply_plain(&image, &self.plaintext(encoder.encode_mask(mask)?)?)?;
            }
            match &mut sum {
                None => sum = Some(image),
                Some(sum) => self.add_assign(sum, &image)?,
            }
        }
        sum.ok_or_else(|| Error::Unsupported("a rotation has at least one term".to_owned()))
    }
}

impl<P: IntegerScheme> Context<P, RnsRing> {
    /// The noise of a ciphertext that decrypts, exactly: of its phase lifted to integers in (-Q/2, Q/2\]. It reveals the
    /// secret key to whoever knows the ciphertext's history. What does not decrypt has other noise than is found.
    ///
    /// # Errors
    /// Returns an error if an operand is of other parameters.
    pub fn measure(
        &self,
        key: &SecretKey<P, RnsRing>,
        a: &Ciphertext<P, RnsRing>,
    ) -> Result<Measured, Error> {
        P::measure(self, key, a)
    }
}
