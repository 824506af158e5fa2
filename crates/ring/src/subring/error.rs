//! Why two rings, or their roots, do not belong together.

/// What is wrong with a pair of rings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubringError {
    /// The ring is no subring.
    #[error(
        "the ring of index {small} is no subring of that of index {big}, for {small} does not \
         divide {big}: take a divisor of {big}, or a multiple of {small}"
    )]
    NotDivisor {
        /// The index m.
        small: u64,
        /// The index m'.
        big: u64,
    },
    /// The number is not a root of unity of the order that the larger ring needs.
    #[error(
        "{root} is not a primitive root of unity of order {order} modulo {q}: give the root at \
         whose powers the larger ring's CRT basis evaluates"
    )]
    NotRoot {
        /// The number.
        root: u64,
        /// The index m' of the larger ring.
        order: u64,
        /// The modulus.
        q: u64,
    },
}
