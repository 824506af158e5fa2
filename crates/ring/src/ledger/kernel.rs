//! Kernels with their shapes.

use super::Draw;
use crate::BasisKind;

/// A kernel, with all but the length that its cost depends on. m is the index of the ring.
///
/// Unless it says otherwise, one call works on one row: the n coefficients of one limb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// From the powerful to the CRT basis.
    CrtForward {
        /// The index.
        m: u32,
    },
    /// From the CRT to the powerful basis.
    CrtInverse {
        /// The index.
        m: u32,
    },
    /// x += y.
    Add,
    /// x -= y.
    Sub,
    /// x = -x.
    Neg,
    /// Product with one constant.
    Scale,
    /// Product coefficient by coefficient.
    Mul,
    /// sum += x·y.
    MulAdd,
    /// Product with a row of constants: g, or its inverse, in the CRT basis.
    MulTable,
    /// A row is copied.
    Copy,
    /// A row is filled with zeros.
    Clear,
    /// A row is permuted: an automorphism in the CRT basis.
    Gather,
    /// An automorphism on one axis in the powerful basis.
    MoveAxis {
        /// The index.
        m: u32,
        /// The prime of the axis.
        prime: u32,
    },
    /// From the decoding to the powerful basis (L).
    SumAxes {
        /// The index.
        m: u32,
    },
    /// From the powerful to the decoding basis.
    DifferenceAxes {
        /// The index.
        m: u32,
    },
    /// Product with g in a basis of coefficients.
    MulG {
        /// The index.
        m: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// Division by g in a basis of coefficients.
    DivG {
        /// The index.
        m: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// Integers become residues.
    Reduce,
    /// Residues become the integers nearest to 0.
    Centre,
    /// Exact extension of all columns of `from` limbs to `to` others, in one call.
    BaseExtension {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// Likewise, of some representative.
    FastBaseExtension {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// What a division by `from` limbs adds to `to` others, in one call.
    Correction {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// The division itself, in a basis of coefficients, in one call.
    Divide {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// x = constant·x + correction.
    Merge,
    /// Residues modulo all limbs become large integers, in one call.
    Lift {
        /// The number of limbs.
        limbs: u32,
    },
    /// The largest coefficient is looked for, in one call.
    Largest {
        /// The number of limbs.
        limbs: u32,
    },
    /// Digits in base 2^b of all columns, modulo each limb, in one call.
    BaseDigits {
        /// The number of limbs.
        limbs: u32,
        /// The number of digits.
        digits: u32,
    },
    /// Sum of digits times gadget elements.
    Recompose {
        /// The number of digits.
        digits: u32,
    },
    /// Constant rows are prepared for [`Kernel::InnerProduct`].
    PrepareTable {
        /// Their number.
        terms: u32,
    },
    /// Sum of products of rows with constant ones.
    InnerProduct {
        /// The number of products.
        terms: u32,
    },
    /// Uniform residues are expanded from a seed.
    Uniform,
    /// Small coefficients are drawn.
    Sample(Draw),
    /// From a subring to the ring.
    Embed {
        /// The index of the subring.
        small: u32,
        /// The index of the ring.
        big: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// From a ring to its subring.
    Twace {
        /// The index of the subring.
        small: u32,
        /// The index of the ring.
        big: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// Sum or difference of integer elements.
    IntegerAdd,
    /// Multiple of an integer element.
    IntegerScale,
    /// An automorphism of an integer element on one axis.
    IntegerMoveAxis {
        /// The index.
        m: u32,
        /// The prime of the axis.
        prime: u32,
    },
    /// From the decoding to the powerful basis, of integers.
    IntegerSumAxes {
        /// The index.
        m: u32,
    },
    /// From the powerful to the decoding basis, of integers.
    IntegerDifferenceAxes {
        /// The index.
        m: u32,
    },
    /// Product of integers with g.
    IntegerMulG {
        /// The index.
        m: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// Division of integers by g.
    IntegerDivG {
        /// The index.
        m: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// From a subring to the ring, of integers.
    IntegerEmbed {
        /// The index of the subring.
        small: u32,
        /// The index of the ring.
        big: u32,
        /// The basis.
        basis: BasisKind,
    },
    /// From a ring to its subring, of integers.
    IntegerTwace {
        /// The index of the subring.
        small: u32,
        /// The index of the ring.
        big: u32,
    },
}
