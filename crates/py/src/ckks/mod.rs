//! Parameters, polynomials and precision of CKKS for Python: handles, nothing is computed here. `ringassay.ckks` is the
//! form for people.

mod facts;
mod functions;
mod parameters;

pub(crate) use functions::{CkksPolynomials, CkksSign};
pub(crate) use parameters::{CkksParameters, ckks_precision, judge_ckks};
