//! Kernels with their shapes.

use serde::{Deserialize, Serialize};

use super::Draw;
use crate::BasisKind;

/// A kernel, with all but the length that its cost depends on. m is the index of the ring, or half of it
/// for a conjugate-invariant one ([`Index::kernel_index`](crate::index::Index::kernel_index)).
///
/// Unless it says otherwise, one call works on one row: the n coefficients of one limb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kernel {
    /// From the powerful to the CRT basis.
    CrtForward {
        /// The index.
        m: u32,
    },
    /// Likewise of the residues of coefficients modulo another prime, which are centred and reduced as the
    /// transform reads them.
    CrtForwardReduced {
        /// The index.
        m: u32,
    },
    /// From the CRT to the powerful basis.
    CrtInverse {
        /// The index.
        m: u32,
    },
    /// Coefficients in the conjugate-invariant ring are folded before a transform, or unfolded after its
    /// inverse.
    Fold,
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
    /// x = y + (x - y)·m.
    Select,
    /// Product with a row of constants: g, or its inverse, in the CRT basis.
    MulTable,
    /// A row is copied.
    Copy,
    /// A row is filled with zeros.
    Clear,
    /// Memory that held secrets is cleared before it is used for anything else; of the length are
    /// all its words.
    Erase,
    /// The working memory of a transform of secrets is cleared; m is no power of two.
    EraseScratch {
        /// The index.
        m: u32,
    },
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
    /// The constants of an exact extension that is used once.
    PlanExtension {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// Exact extension of all columns of `from` limbs to `to` others, in one call.
    BaseExtension {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// Likewise, to moduli of which one is even: no vector unit computes its row.
    EvenExtension {
        /// Limbs that are read.
        from: u32,
        /// Limbs that are written.
        to: u32,
    },
    /// Exact extension as [`Kernel::BaseExtension`], of some representative.
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
    /// Residues modulo all limbs become integers of 128 bits, in one call. (Larger integers take more:
    /// their allocation has no price.)
    Lift {
        /// The number of limbs.
        limbs: u32,
    },
    /// The largest coefficient is looked for, in one call.
    Largest {
        /// The number of limbs.
        limbs: u32,
    },
    /// The largest coefficient is estimated in floating point, in one call.
    EstimateLargest {
        /// The number of limbs.
        limbs: u32,
    },
    /// Residues of a message become the integers nearest to 0.
    CentreMessage,
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
    /// Uniform residues are expanded from a seed; the length is that of the words which that takes on average.
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
    // Whole coefficients of several words: see `crate::multiprecision`. One call works on one element.
    /// x += y modulo q.
    WholeAdd {
        /// Words of a coefficient.
        words: u32,
    },
    /// x -= y modulo q.
    WholeSub {
        /// Words of a coefficient.
        words: u32,
    },
    /// x = -x modulo q.
    WholeNeg {
        /// Words of a coefficient.
        words: u32,
    },
    /// Product with a constant of one word, modulo q.
    WholeScale {
        /// Words of a coefficient.
        words: u32,
    },
    /// A multiple of small integers is added.
    WholeAddSmall {
        /// Words of a coefficient.
        words: u32,
    },
    /// A message of one word is multiplied with a constant, modulo q.
    WholeMessage {
        /// Words of a coefficient.
        words: u32,
    },
    /// Uniform coefficients are expanded from a seed.
    WholeUniform {
        /// Words of a coefficient.
        words: u32,
    },
    /// round(t/q·x) modulo t.
    WholeDecode {
        /// Words of a coefficient.
        words: u32,
    },
    /// Centred coefficients modulo t.
    WholeResidues {
        /// Words of a coefficient.
        words: u32,
    },
    /// Whole coefficients become residues modulo several primes.
    Split {
        /// Planes of 48 bits of a coefficient.
        planes: u32,
        /// The number of primes.
        limbs: u32,
        /// Whether coefficients above q/2 stand for negative integers.
        centred: bool,
    },
    /// Residues modulo several primes, scaled, become whole coefficients modulo q.
    Join {
        /// Words of a coefficient.
        words: u32,
        /// The number of primes.
        limbs: u32,
    },
    /// Likewise round(t/q·x) modulo q.
    Round {
        /// Words of a coefficient.
        words: u32,
        /// The number of primes.
        limbs: u32,
    },
    /// One digit of each coefficient.
    Digit {
        /// Words of a coefficient.
        words: u32,
    },
    /// The inverse of an element of degree at most 8, by the definition.
    InvertLast {
        /// Words of a coefficient.
        words: u32,
    },
    /// x = factor·x + constant, of small integers.
    SmallAffine,
}

impl Kernel {
    /// Whether it is a transform between coefficients and values, either way.
    pub fn is_transform(self) -> bool {
        self.is_forward_transform() || matches!(self, Self::CrtInverse { .. })
    }

    /// Whether it is a transform from coefficients to values.
    pub fn is_forward_transform(self) -> bool {
        matches!(self, Self::CrtForward { .. } | Self::CrtForwardReduced { .. })
    }

    /// Whether it runs in multiprecision rings only.
    pub fn is_multiprecision(self) -> bool {
        matches!(
            self,
            Self::WholeAdd { .. }
                | Self::WholeSub { .. }
                | Self::WholeNeg { .. }
                | Self::WholeScale { .. }
                | Self::WholeAddSmall { .. }
                | Self::WholeMessage { .. }
                | Self::WholeUniform { .. }
                | Self::WholeDecode { .. }
                | Self::WholeResidues { .. }
                | Self::Split { .. }
                | Self::Join { .. }
                | Self::Round { .. }
                | Self::Digit { .. }
                | Self::InvertLast { .. }
                | Self::SmallAffine
        )
    }

    /// What runs, in words, whatever its sizes: for tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::CrtForward { .. } => "transform",
            Self::CrtForwardReduced { .. } => "reduced transform",
            Self::CrtInverse { .. } => "inverse transform",
            Self::Fold => "fold",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Neg => "neg",
            Self::Scale => "scale",
            Self::Mul => "mul",
            Self::MulAdd => "mul add",
            Self::Select => "select",
            Self::MulTable => "mul table",
            Self::Copy => "copy",
            Self::Clear => "clear",
            Self::Erase => "erase",
            Self::EraseScratch { .. } => "erase scratch",
            Self::Gather => "gather",
            Self::MoveAxis { .. } => "move axis",
            Self::SumAxes { .. } => "sum axes",
            Self::DifferenceAxes { .. } => "difference axes",
            Self::MulG { .. } => "multiply by g",
            Self::DivG { .. } => "divide by g",
            Self::Reduce => "reduce",
            Self::Centre => "centre",
            Self::PlanExtension { .. } => "plan extension",
            Self::BaseExtension { .. } => "base extension",
            Self::EvenExtension { .. } => "even extension",
            Self::FastBaseExtension { .. } => "fast base extension",
            Self::Correction { .. } => "correction",
            Self::Divide { .. } => "divide",
            Self::Merge => "merge",
            Self::Lift { .. } => "lift",
            Self::Largest { .. } => "largest",
            Self::EstimateLargest { .. } => "estimate largest",
            Self::CentreMessage => "centre message",
            Self::BaseDigits { .. } => "base digits",
            Self::Recompose { .. } => "recompose",
            Self::PrepareTable { .. } => "prepare table",
            Self::InnerProduct { .. } => "inner product",
            Self::Uniform => "uniform",
            Self::Sample(_) => "sample",
            Self::Embed { .. } => "embed",
            Self::Twace { .. } => "twace",
            Self::IntegerAdd => "integer add",
            Self::IntegerScale => "integer scale",
            Self::IntegerMoveAxis { .. } => "integer move axis",
            Self::IntegerSumAxes { .. } => "integer sum axes",
            Self::IntegerDifferenceAxes { .. } => "integer difference axes",
            Self::IntegerMulG { .. } => "integer multiply by g",
            Self::IntegerDivG { .. } => "integer divide by g",
            Self::IntegerEmbed { .. } => "integer embed",
            Self::IntegerTwace { .. } => "integer twace",
            Self::WholeAdd { .. } => "whole add",
            Self::WholeSub { .. } => "whole sub",
            Self::WholeNeg { .. } => "whole neg",
            Self::WholeScale { .. } => "whole scale",
            Self::WholeAddSmall { .. } => "whole add small",
            Self::WholeMessage { .. } => "whole message",
            Self::WholeUniform { .. } => "whole uniform",
            Self::WholeDecode { .. } => "whole decode",
            Self::WholeResidues { .. } => "whole residues",
            Self::Split { .. } => "split",
            Self::Join { .. } => "join",
            Self::Round { .. } => "round",
            Self::Digit { .. } => "digit",
            Self::InvertLast { .. } => "invert last",
            Self::SmallAffine => "small affine",
        }
    }
}
