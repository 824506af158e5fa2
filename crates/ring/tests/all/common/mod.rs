//! Oracles and data shared by the tests.

pub(crate) mod cyclotomic;
pub(crate) mod random;
