//! Signals and gates of a netlist.

use std::ops::Not;

/// A node or its complement, numbered as AIGER's literals: 2·node, plus one for the complement.
/// Node 0 is the constant false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(u32);

impl Signal {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The node, or its complement.
    pub(crate) const fn new(node: u32, complemented: bool) -> Self {
        Self(node << 1 | complemented as u32)
    }

    /// A constant.
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    /// The node.
    pub const fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the node's complement is meant.
    pub const fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// The value, if it is a constant.
    pub fn as_constant(self) -> Option<bool> {
        (self.node() == 0).then_some(self.is_complemented())
    }

    /// The node without its complement.
    pub const fn positive(self) -> Self {
        Self(self.0 & !1)
    }

    /// The complement if `flip`, else the same.
    #[must_use]
    pub const fn flipped(self, flip: bool) -> Self {
        Self(self.0 ^ flip as u32)
    }

    /// The number: 2·node, plus one for the complement.
    pub(crate) const fn number(self) -> u32 {
        self.0
    }
}

impl Not for Signal {
    type Output = Self;

    fn not(self) -> Self {
        self.flipped(true)
    }
}

impl std::fmt::Debug for Signal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_constant() {
            Some(value) => write!(f, "{value}"),
            None if self.is_complemented() => write!(f, "!{}", self.node()),
            None => write!(f, "{}", self.node()),
        }
    }
}

/// What a gate computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Conjunction.
    And,
    /// Exclusive disjunction.
    Xor,
}

/// A gate of two operands, which are constants, inputs or earlier gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gate {
    /// What it computes.
    pub op: Op,
    /// The first operand.
    pub a: Signal,
    /// The second operand.
    pub b: Signal,
}
