//! Matrices times encrypted vectors.

use std::{collections::BTreeMap, fmt, sync::Arc};

use ringassay_functions::{
    polynomial::SlotPolynomials,
    transform::{LinearTransform, TransformPlan, apply},
};
use ringassay_kernels::fork::Mutex;
use ringassay_ring::RnsRing;

pub use ringassay_functions::transform::Matrix;

use crate::{
    Ciphertext, Error, Session,
    vectors::{Scheme, Vectors},
};

/// An entry of a matrix: an integer modulo t, or a complex number.
type Coefficient<P> = <<P as Scheme>::Vectors as Vectors<P>>::Coefficient;

/// A coefficient of a polynomial: an integer, or a complex number in double-double.
type Number<P> = <<P as Scheme>::Vectors as Vectors<P>>::Number;

/// Diagonals prepared for ciphertexts of one level.
type Prepared<P> = Arc<LinearTransform<P, RnsRing>>;

/// A square matrix that multiplies encrypted vectors, by baby steps and giant steps with double hoisting: see
/// [`functions::transform`](ringassay_functions::transform). Its diagonals are prepared when they are first used, for
/// each level of ciphertexts.
pub struct Transform<P: Scheme> {
    session: Session<P>,
    matrix: Matrix<Coefficient<P>>,
    plan: TransformPlan,
    prepared: Mutex<BTreeMap<usize, Prepared<P>>>,
}

impl<P: Scheme> fmt::Debug for Transform<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (length, plan) = (self.matrix.length(), &self.plan);
        f.debug_struct("Transform").field("length", &length).field("plan", plan).finish()
    }
}

impl<P: Scheme> Session<P> {
    /// The transform of a matrix of ℓ rows.
    ///
    /// # Errors
    /// Returns an error if the matrix has another number of rows.
    pub fn transform(&self, matrix: Matrix<Coefficient<P>>) -> Result<Transform<P>, Error> {
        let plan = self.vectors().plan(self.scheme(), &matrix)?;
        Ok(Transform { session: self.clone(), matrix, plan, prepared: Mutex::default() })
    }
}

impl<P: Scheme> Transform<P> {
    /// How the diagonals are divided into steps.
    pub fn plan(&self) -> &TransformPlan {
        &self.plan
    }

    /// The exponents of the automorphisms that it takes: [`RotationKeys::Automorphisms`](crate::RotationKeys).
    pub fn exponents(&self) -> Vec<u32> {
        self.plan.exponents()
    }

    fn at(&self, level: usize) -> Result<Prepared<P>, Error> {
        if let Some(prepared) = self.prepared.lock().get(&level) {
            return Ok(Arc::clone(prepared));
        }
        let (vectors, scheme) = (self.session.vectors(), self.session.scheme());
        let made = vectors.transform(scheme, &self.matrix, self.plan.clone(), level)?;
        Ok(Arc::clone(self.prepared.lock().entry(level).or_insert(Arc::new(made))))
    }
}

impl<P: Scheme> Ciphertext<P> {
    /// The matrix times the vector; in CKKS one level.
    ///
    /// # Errors
    /// Returns [`Error::TransformKeys`] without the keys of [`Transform::exponents`], another error if the transform is of
    /// other parameters or the result would not be certain to decrypt.
    pub fn transform(&self, transform: &Transform<P>) -> Result<Self, Error> {
        self.session().check(&transform.session, "the transform")?;
        let keys = self.keys()?.inner();
        let exponents = transform.exponents();
        let missing = exponents.iter().filter(|&&k| !keys.has_automorphism(k)).count();
        if missing > 0 {
            return Err(Error::TransformKeys { missing, needed: exponents.len() });
        }
        self.made(|vectors, scheme| {
            let a = vectors.factor(scheme, self.inner())?;
            let prepared = transform.at(a.level())?;
            Ok(apply(scheme, &a, &prepared, keys)?)
        })
    }

    /// A polynomial of all entries, or one for each: see [`evaluate`](ringassay_functions::polynomial::evaluate).
    ///
    /// # Errors
    /// Returns an error if a key is missing, or the result would not be certain to decrypt; in CKKS if the ciphertext has
    /// too few levels, or entries may lie outside of the interval.
    pub fn polynomial(&self, polynomials: &SlotPolynomials<Number<P>>) -> Result<Self, Error> {
        let keys = self.keys()?;
        let keys = (keys.set(), keys.inner());
        self.made(|vectors, scheme| vectors.polynomial(scheme, self.inner(), polynomials, keys))
    }

    /// The sum of all entries, in every entry; in CKKS of all [slots](crate::vectors::Numbers::slots).
    ///
    /// # Errors
    /// Returns an error without evaluation keys that compose the rotations, or as [`Ciphertext::add_plain`].
    pub fn sum_of_entries(&self) -> Result<Self, Error> {
        let keys = self.keys()?;
        let keys = (keys.set(), keys.inner());
        self.made(|vectors, scheme| vectors.sum(scheme, self.inner(), keys))
    }
}
