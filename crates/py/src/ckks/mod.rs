//! CKKS for Python: handles, nothing is computed here. `ringassay.ckks` is the form for people.

mod facts;
mod parameters;

pub(crate) use parameters::{CkksParameters, judge_ckks};
