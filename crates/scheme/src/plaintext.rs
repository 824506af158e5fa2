//! Plaintexts.

use ringassay_kernels::secrecy;

use crate::Error;

/// A plaintext: n residues modulo t, coefficients in the powerful basis. See
/// [`encoding`](crate::encoding) for vectors in slots.
#[derive(Debug, Clone, PartialEq)]
pub struct Plaintext {
    coefficients: Vec<u64>,
}

impl Plaintext {
    /// The plaintext with these coefficients, if they are n residues modulo t.
    pub(crate) fn checked(coefficients: Vec<u64>, n: usize, t: u64) -> Result<Self, Error> {
        if coefficients.len() != n || !secrecy::all_below(&coefficients, t) {
            return Err(Error::Message { coefficients: n, t });
        }
        Ok(Self { coefficients })
    }

    /// The coefficients.
    pub fn coefficients(&self) -> &[u64] {
        &self.coefficients
    }

    /// The coefficients.
    pub fn into_coefficients(self) -> Vec<u64> {
        self.coefficients
    }
}
