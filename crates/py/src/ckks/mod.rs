//! CKKS for Python: handles, nothing is computed here. `ringassay.ckks` is the form for people.

mod ciphertext;
mod facts;
mod functions;
mod parameters;
mod session;

pub(crate) use ciphertext::CkksCiphertext;
pub(crate) use functions::{CkksPolynomials, CkksSign};
pub(crate) use parameters::{CkksParameters, judge_ckks};
pub(crate) use session::{
    CkksEvaluationKeys, CkksPublicKey, CkksSecretKey, CkksSession, ckks_precision,
};
