//! How keys are switched, and what is rotated after it.

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
