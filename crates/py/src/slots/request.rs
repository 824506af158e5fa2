//! What parameters are asked for.

use pyo3::prelude::*;
use ringassay::bgv::{Objective, PlaintextModulus, Request};

use super::error::scheme_error;

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
        let plaintext = PlaintextModulus::try_from(self.plaintext).map_err(scheme_error)?;
        let objective = match self.objective.as_str() {
            "speed" => Objective::Speed,
            "size" => Objective::Size,
            other => {
                return Err(scheme_error(format!("{other:?} is no objective: say speed or size")));
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
