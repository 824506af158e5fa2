//! What the operations of [`Ring`] that take much are given: for switching keys, and for encrypting.

use ringassay_ring::{Crt, Powerful};

use super::Ring;

/// How an element is decomposed for key switching, and which parts of keys that takes.
#[derive(Debug)]
pub struct Switching<'a, R: Ring> {
    /// How it is decomposed.
    pub gadget: &'a R::Gadget,
    /// Modulo Q·P, Q's primes first.
    pub target: &'a R,
    /// Limb i of the target is this limb of keys.
    pub limbs: &'a [usize],
    /// Which digits of keys belong to those of the gadget.
    pub which: &'a [usize],
}

/// A key and the exponent k of the automorphism ζ ↦ ζ^k of what it has switched; none for what is not switched.
pub type Rotation<'a, R> = Option<([&'a <R as Ring>::Table; 2], u32)>;

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
    /// t: that of the switch, if there is one.
    pub t: u64,
    /// m modulo Q.
    pub message: &'a R::Element<Powerful>,
    /// From Q·P' to Q, and k_i·u + t·e_i modulo P', if there is a P'.
    pub divided: Option<Divided<'a, R>>,
}
