//! What parameters are asked for.

use pyo3::prelude::*;
use ringassay_params::bgv::{Objective, Request};
use ringassay_ring::primes::factorise;
use ringassay_scheme::bgv::PlaintextModulus;

use super::error::bgv_error;

/// A request as a dictionary; `_native.pyi` has its type.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RequestArguments {
    plaintext: u64,
    length: usize,
    depth: f64,
    security_bits: f64,
    objective: String,
    index: Option<u64>,
    most_log2_qp: Option<f64>,
    rotation_keys: Option<usize>,
    insist: bool,
}

impl RequestArguments {
    /// The request.
    pub(crate) fn read(self) -> PyResult<Request> {
        let plaintext = match factorise(self.plaintext)[..] {
            [(prime, exponent)] => PlaintextModulus { prime, exponent },
            _ => {
                return Err(bgv_error(format!(
                    "the plaintext modulus {} is no power of a prime: choose one that is, such as \
                     2, 257 or 65537",
                    self.plaintext
                )));
            }
        };
        let objective = match self.objective.as_str() {
            "speed" => Objective::Speed,
            "size" => Objective::Size,
            other => {
                return Err(bgv_error(format!("{other:?} is no objective: say speed or size")));
            }
        };
        Ok(Request {
            plaintext,
            length: self.length,
            depth: self.depth,
            security_bits: self.security_bits,
            objective,
            most_log2_qp: self.most_log2_qp,
            rotation_keys: self.rotation_keys,
            index: self.index,
            insist: self.insist,
        })
    }
}
