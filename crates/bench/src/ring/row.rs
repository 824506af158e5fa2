//! What is measured: an operation in a basis of a ring.

use crate::names::named;

named!(
    /// Whose code runs.
    Library, "library", {
        /// This project's.
        Ringassay = "ringassay",
        /// The definitions, written plainly: one division for each operation, no vectors.
        Plain = "plain",
    }
);

named!(
    /// The operations of the ring.
    Operation, "operation", {
        /// Powerful to CRT basis.
        Crt = "crt",
        /// CRT to powerful basis.
        CrtInverse = "crt_inverse",
        /// Decoding to powerful basis.
        L = "l",
        /// Powerful to decoding basis.
        LInverse = "l_inverse",
        /// Sum, coefficient by coefficient.
        Add = "add",
        /// Product, value by value.
        Multiply = "multiply",
        /// Product with g.
        MulG = "mul_g",
        /// Quotient by g.
        DivG = "div_g",
        /// From R_q to R.
        Lift = "lift",
        /// From the larger ring to the smaller.
        Twace = "twace",
        /// From the smaller ring to the larger.
        Embed = "embed",
        /// A butterfly of the number-theoretic transform with all operands in registers: the
        /// arithmetic limit of the machine. Time is for one butterfly.
        Butterfly = "butterfly",
    }
);

named!(
    /// The basis in which the operand lies.
    Basis, "basis", {
        /// Powerful basis.
        Powerful = "powerful",
        /// Decoding basis.
        Decoding = "decoding",
        /// CRT basis.
        Crt = "crt",
        /// None: the operation has no ring.
        None = "none",
    }
);

/// One row of a benchmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Whose code.
    pub library: Library,
    /// What it does.
    pub operation: Operation,
    /// The basis of its operand.
    pub basis: Basis,
    /// The index; of the smaller ring where there are two.
    pub m: u64,
    /// The index of the larger ring, for [`Operation::Twace`] and [`Operation::Embed`].
    pub m_big: Option<u64>,
    /// Number of primes.
    pub limbs: usize,
    /// Bits of each prime.
    pub modulus_bits: u32,
    /// Threads to work on it.
    pub threads: usize,
}
