//! What YASHE' and F-NTRU have in common: a secret f = t·f' + 1 that is invertible modulo q, and
//! h = t·g/f.

use ringassay_bigring::MultiprecisionError;
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{Error as SchemeError, purpose};

use crate::{Error, rlwe::Context, vocabulary::Multiprecision};

const CANDIDATE: Label = Label::new("candidat");
const NUMERATOR: Label = Label::new("numerat");

/// How often f is drawn before that is given up. Where t is odd and q even, every second f is
/// invertible; elsewhere nearly every one.
const DRAWS: u64 = 128;

/// f = t·f' + 1.
#[derive(Debug, Clone)]
pub struct SecretKey<R: Multiprecision> {
    small: R::Small,
    factor: R::EvaluationForm,
}

/// h = t·g/f, ready for products with errors.
#[derive(Debug, Clone)]
pub struct PublicKey<R: Multiprecision>(R::EvaluationForm);

impl<R: Multiprecision> SecretKey<R> {
    /// f, ready for products.
    pub(crate) fn factor(&self) -> &R::EvaluationForm {
        &self.factor
    }

    /// f as an element.
    pub(crate) fn element(&self, context: &Context<R>) -> Result<R::Vector, Error> {
        let mut f = context.ring().zero(1);
        R::add_small_assign(&mut f, 0, &self.small, 1)?;
        Ok(f)
    }
}

impl<R: Multiprecision> Context<R> {
    /// Draws f' and g until f = t·f' + 1 is invertible. The tally takes the first.
    ///
    /// # Errors
    /// [`MultiprecisionError::NotInvertible`] when none was.
    pub fn generate_ntru_keys(&self, seed: &Seed) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        let seed = &seed.derive(purpose::KEY_PAIR, 0);
        let t = small_t(self)?;
        for candidate in 0..DRAWS {
            let seed = seed.derive(CANDIDATE, candidate);
            let mut f = self.keys(&seed, purpose::SECRET, 1)?;
            R::affine_assign(&mut f, t, 1)?;
            let mut g = self.keys(&seed, NUMERATOR, 1)?;
            R::affine_assign(&mut g, t, 0)?;
            match self.ntru_keys(f, &g) {
                Err(Error::Ring(MultiprecisionError::NotInvertible)) => {}
                keys => return keys,
            }
        }
        Err(MultiprecisionError::NotInvertible.into())
    }

    /// The keys of a given f and t·g.
    ///
    /// # Errors
    /// [`MultiprecisionError::NotInvertible`] when f is not.
    pub fn ntru_keys(
        &self,
        f: R::Small,
        tg: &R::Small,
    ) -> Result<(SecretKey<R>, PublicKey<R>), Error> {
        let factor = self.factor(&f)?;
        let secret = SecretKey { small: f, factor };
        let inverse = R::invert(&secret.element(self)?)?;
        let mut h = R::product(&inverse, 0..1, &self.factor(tg)?)?;
        drop(inverse);
        R::publish(&mut h);
        Ok((secret, PublicKey(self.constant(&h, self.error_bound())?)))
    }

    /// h·s + factor·e for errors s and e, as many of each: NTRU encryptions of 0.
    pub(crate) fn ntru_zeros(
        &self,
        key: &PublicKey<R>,
        s: &R::Small,
        e: &R::Small,
        factor: i64,
    ) -> Result<R::Vector, Error> {
        let mut product = self.ring().transform_small(s, self.width_of(self.error_bound()))?;
        R::mul_assign(&mut product, &key.0)?;
        let mut zeros = R::reduce(product)?;
        R::add_small_assign(&mut zeros, 0, e, factor)?;
        Ok(zeros)
    }
}

fn small_t<R: Multiprecision>(context: &Context<R>) -> Result<i64, Error> {
    let t = context.parameters().t;
    i64::try_from(t)
        .map_err(|_| SchemeError::Parameters(format!("t has to lie below 2^63, not {t}")).into())
}
