//! Vectors that Python gives and is given, and what schemes do with them.

use numpy::{Complex64 as Numpy, PyReadonlyArray1, ToPyArray as _};
use pyo3::{prelude::*, types::PyDict};
use ringassay::{
    Ciphertext, Error, Matrix, PublicKey, Scheme, SecretKey, Session, Transform,
    ckks::{self, Basis, Complex, Polynomial},
    scheme,
    vectors::{IntegerVectors, Numbers, Vectors},
};
use ringassay_params::Choosable;

/// The entries of a vector.
pub(super) enum Entries {
    Integers(Vec<u64>),
    Numbers(Vec<Complex>),
}

impl<'py> FromPyObject<'_, 'py> for Entries {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.extract::<PyReadonlyArray1<'py, u64>>() {
            return Ok(Self::Integers(array.as_array().iter().copied().collect()));
        }
        let array: PyReadonlyArray1<'py, Numpy> = object.extract()?;
        Ok(Self::Numbers(array.as_array().iter().map(|z| Complex::new(z.re, z.im)).collect()))
    }
}

impl<'py> IntoPyObject<'py> for Entries {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Self::Integers(vector) => vector.to_pyarray(py).into_any(),
            Self::Numbers(vector) => {
                let vector: Vec<Numpy> = vector.iter().map(|z| Numpy::new(z.re, z.im)).collect();
                vector.to_pyarray(py).into_any()
            }
        })
    }
}

impl Entries {
    fn integers(&self) -> Result<&[u64], Error> {
        match self {
            Self::Integers(vector) => Ok(vector),
            Self::Numbers(_) => Err(other_scheme()),
        }
    }

    fn numbers(&self) -> Result<&[Complex], Error> {
        match self {
            Self::Numbers(vector) => Ok(vector),
            Self::Integers(_) => Err(other_scheme()),
        }
    }
}

fn other_scheme() -> Error {
    scheme::Error::OtherParameters { what: "a vector" }.into()
}

/// What is done with a scheme's vectors where entries differ: integers, or complex numbers.
pub(super) trait Convert<P: Scheme<Vectors = Self>>: Vectors<P> {
    fn encrypt(key: &PublicKey<P>, vector: &Entries) -> Result<Ciphertext<P>, Error>;
    fn encrypt_secret(key: &SecretKey<P>, vector: &Entries) -> Result<Ciphertext<P>, Error>;
    fn decrypt(key: &SecretKey<P>, a: &Ciphertext<P>) -> Result<Entries, Error>;
    fn add_plain(a: &Ciphertext<P>, vector: &Entries) -> Result<Ciphertext<P>, Error>;
    fn multiply_plain(a: &Ciphertext<P>, vector: &Entries) -> Result<Ciphertext<P>, Error>;
    fn matrix(session: &Session<P>, matrix: &Entries) -> Result<Transform<P>, Error>;
    /// A polynomial with integer coefficients.
    fn polynomial(a: &Ciphertext<P>, coefficients: &[i64]) -> Result<Ciphertext<P>, Error>;
    fn measure(key: &SecretKey<P>, a: &Ciphertext<P>) -> Result<(f64, f64), Error>;
    /// Writes what is known of a ciphertext.
    fn facts(noise: &Self::Noise, dict: &Bound<'_, PyDict>) -> PyResult<()>;
}

impl<P: Choosable + Scheme<Vectors = Self>> Convert<P> for IntegerVectors {
    fn encrypt(key: &PublicKey<P>, vector: &Entries) -> Result<Ciphertext<P>, Error> {
        key.encrypt(vector.integers()?)
    }

    fn encrypt_secret(key: &SecretKey<P>, vector: &Entries) -> Result<Ciphertext<P>, Error> {
        key.encrypt(vector.integers()?)
    }

    fn decrypt(key: &SecretKey<P>, a: &Ciphertext<P>) -> Result<Entries, Error> {
        Ok(Entries::Integers(key.decrypt(a)?))
    }

    fn add_plain(a: &Ciphertext<P>, vector: &Entries) -> Result<Ciphertext<P>, Error> {
        a.add_plain(vector.integers()?)
    }

    fn multiply_plain(a: &Ciphertext<P>, vector: &Entries) -> Result<Ciphertext<P>, Error> {
        a.multiply_plain(vector.integers()?)
    }

    fn matrix(session: &Session<P>, matrix: &Entries) -> Result<Transform<P>, Error> {
        session.transform(Matrix::new(matrix.integers()?.to_vec(), session.length())?)
    }

    fn polynomial(a: &Ciphertext<P>, coefficients: &[i64]) -> Result<Ciphertext<P>, Error> {
        a.polynomial(&Polynomial::of_integers(coefficients.to_vec())?.into())
    }

    fn measure(key: &SecretKey<P>, a: &Ciphertext<P>) -> Result<(f64, f64), Error> {
        key.measure(a)
    }

    fn facts(noise: &ringassay::Noise, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("level", noise.level)?;
        dict.set_item("parts", noise.parts)?;
        dict.set_item("modulus_bits", noise.modulus_bits)?;
        dict.set_item("bound_bits", noise.bound_bits)?;
        dict.set_item("budget_bits", noise.budget_bits)?;
        dict.set_item("noise_bits", noise.coefficient_bits)?;
        dict.set_item("embedding_bits", noise.embedding_bits)?;
        dict.set_item("worst_bits", noise.worst_bits)?;
        dict.set_item("log2_failure", noise.log2_failure)?;
        dict.set_item("log2_average_failure", noise.log2_average_failure)
    }
}

impl Convert<ckks::Parameters> for Numbers {
    fn encrypt(key: &ckks::PublicKey, vector: &Entries) -> Result<ckks::Ciphertext, Error> {
        key.encrypt_complex(vector.numbers()?)
    }

    fn encrypt_secret(key: &ckks::SecretKey, vector: &Entries) -> Result<ckks::Ciphertext, Error> {
        key.encrypt_complex(vector.numbers()?)
    }

    fn decrypt(key: &ckks::SecretKey, a: &ckks::Ciphertext) -> Result<Entries, Error> {
        Ok(Entries::Numbers(key.decrypt_complex(a)?))
    }

    fn add_plain(a: &ckks::Ciphertext, vector: &Entries) -> Result<ckks::Ciphertext, Error> {
        a.add_complex(vector.numbers()?)
    }

    fn multiply_plain(a: &ckks::Ciphertext, vector: &Entries) -> Result<ckks::Ciphertext, Error> {
        a.multiply_complex(vector.numbers()?)
    }

    fn matrix(session: &ckks::Session, matrix: &Entries) -> Result<ckks::Transform, Error> {
        session.transform(Matrix::new(matrix.numbers()?.to_vec(), session.length())?)
    }

    fn polynomial(a: &ckks::Ciphertext, coefficients: &[i64]) -> Result<ckks::Ciphertext, Error> {
        let coefficients: Vec<f64> = coefficients.iter().map(|&c| c as f64).collect();
        a.polynomial(&Polynomial::of_reals(Basis::Power, &coefficients)?.into())
    }

    fn measure(_: &ckks::SecretKey, _: &ckks::Ciphertext) -> Result<(f64, f64), Error> {
        Err(integers_only("noise is measured beside a message that is known"))
    }

    fn facts(noise: &ckks::Noise, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        dict.set_item("level", noise.level)?;
        dict.set_item("parts", noise.parts)?;
        dict.set_item("modulus_bits", noise.modulus_bits)?;
        dict.set_item("bound_bits", noise.bound_bits)?;
        dict.set_item("budget_bits", noise.budget_bits)?;
        dict.set_item("log2_scale", noise.log2_scale)?;
        dict.set_item("largest", noise.largest)?;
        dict.set_item("average_error", noise.average_error)?;
        dict.set_item("worst_error", noise.worst_error)
    }
}

pub(super) fn integers_only(what: &str) -> Error {
    scheme::Error::Unsupported(format!("{what}: CKKS has no such function here")).into()
}
