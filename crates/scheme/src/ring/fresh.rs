//! What is encrypted with.

use ringassay_ring::{Crt, Powerful};

use super::Ring;

/// From Q·P' to Q, and what is modulo P'.
pub type Divided<'a, R> = (&'a <R as Ring>::Switch, [&'a <R as Ring>::Element<Powerful>; 2]);

/// What is encrypted with under a public key.
#[derive(Debug)]
pub struct Fresh<'a, R: Ring> {
    /// The components of the key, modulo Q·P' or, without P', modulo Q.
    pub key: [&'a R::Element<Crt>; 2],
    /// u.
    pub ephemeral: &'a R::Integer,
    /// e_0 and e_1.
    pub errors: [&'a R::Integer; 2],
    /// m modulo Q.
    pub message: &'a R::Element<Powerful>,
    /// From Q·P' to Q, and k_i·u + e_i modulo P', if there is a P'.
    pub divided: Option<Divided<'a, R>>,
}
