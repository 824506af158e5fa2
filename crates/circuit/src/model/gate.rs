//! The gates.

use std::fmt;

/// A value in a circuit: nodes `0..wires` are the input wires, the gates follow in the order of
/// their definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Node {
    /// The node's position.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A constant of a circuit, see [`crate::Circuit::mask`] and [`crate::Circuit::values`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Const(pub(crate) u32);

/// The operation of a fan-in gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FanIn {
    /// One where all operands are one.
    And,
    /// One where some operand is one.
    Or,
    /// The sum of the operands mod 2.
    Xor,
}

/// An operand of a fan-in gate: a node, possibly negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The operand.
    pub node: Node,
    /// Whether its complement is meant: `N(node)`.
    pub negated: bool,
}

/// One gate. Operands are earlier nodes; vectors are slot-wise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Sum.
    Add(Node, Node),
    /// Sum with a constant.
    AddConst(Node, Const),
    /// Product.
    Mul(Node, Node),
    /// Product with a constant.
    MulConst(Node, Const),
    /// Cyclic rotation: slot i goes to slot (i + amount) mod ℓ.
    Rotate(Node, u32),
    /// The first operand where the mask is one, else the second.
    Select(Node, Node, Const),
    /// Difference (zt, real, complex).
    Sub(Node, Node),
    /// Negation (zt, real, complex).
    Neg(Node),
    /// Complex conjugate (complex).
    Conj(Node),
    /// A polynomial of a value (real, complex); see [`crate::Circuit::coefficients`].
    Poly {
        /// The operand x.
        x: Node,
        /// Position of the first number of the coefficients.
        start: u32,
        /// Number of coefficients, one more than the degree.
        len: u32,
    },
    /// AND, OR or XOR of a list of literals (fan-in circuits); see [`crate::Circuit::literals`].
    FanIn {
        /// The operation.
        op: FanIn,
        /// Position of the first literal.
        start: u32,
        /// Number of literals, at least two.
        len: u32,
    },
}

/// The kind of a gate: what it does, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum GateKind {
    /// LADD
    Add,
    /// LADDconst
    AddConst,
    /// LMUL
    Mul,
    /// LMULconst
    MulConst,
    /// LROTATE
    Rotate,
    /// LSELECT
    Select,
    /// LSUB
    Sub,
    /// LNEG
    Neg,
    /// AND
    And,
    /// OR
    Or,
    /// XOR
    Xor,
    /// LPOLY
    Poly,
    /// LCONJ
    Conj,
}

impl GateKind {
    /// Every kind, in the order of their discriminants.
    pub const ALL: [Self; 13] = [
        Self::Add,
        Self::AddConst,
        Self::Mul,
        Self::MulConst,
        Self::Rotate,
        Self::Select,
        Self::Sub,
        Self::Neg,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Poly,
        Self::Conj,
    ];
    /// The six gates of HEtest's SIMD circuits (Table 1 of the paper).
    pub const GF2: [Self; 6] =
        [Self::Add, Self::AddConst, Self::Mul, Self::MulConst, Self::Rotate, Self::Select];
    /// The eight gates of zt circuits.
    pub const ZT: [Self; 8] = [
        Self::Add,
        Self::AddConst,
        Self::Mul,
        Self::MulConst,
        Self::Rotate,
        Self::Select,
        Self::Sub,
        Self::Neg,
    ];
    /// The nine gates of circuits over reals.
    pub const REAL: [Self; 9] = [
        Self::Add,
        Self::AddConst,
        Self::Mul,
        Self::MulConst,
        Self::Rotate,
        Self::Select,
        Self::Sub,
        Self::Neg,
        Self::Poly,
    ];
    /// The ten gates of circuits over complex numbers.
    pub const COMPLEX: [Self; 10] = [
        Self::Add,
        Self::AddConst,
        Self::Mul,
        Self::MulConst,
        Self::Rotate,
        Self::Select,
        Self::Sub,
        Self::Neg,
        Self::Poly,
        Self::Conj,
    ];

    /// The name in circuit files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Add => "LADD",
            Self::AddConst => "LADDconst",
            Self::Mul => "LMUL",
            Self::MulConst => "LMULconst",
            Self::Rotate => "LROTATE",
            Self::Select => "LSELECT",
            Self::Sub => "LSUB",
            Self::Neg => "LNEG",
            Self::And => "AND",
            Self::Or => "OR",
            Self::Xor => "XOR",
            Self::Poly => "LPOLY",
            Self::Conj => "LCONJ",
        }
    }

    /// The kind with this name in circuit files.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for GateKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Gate {
    /// What the gate does.
    pub fn kind(self) -> GateKind {
        match self {
            Self::Add(..) => GateKind::Add,
            Self::AddConst(..) => GateKind::AddConst,
            Self::Mul(..) => GateKind::Mul,
            Self::MulConst(..) => GateKind::MulConst,
            Self::Rotate(..) => GateKind::Rotate,
            Self::Select(..) => GateKind::Select,
            Self::Sub(..) => GateKind::Sub,
            Self::Neg(..) => GateKind::Neg,
            Self::Conj(..) => GateKind::Conj,
            Self::Poly { .. } => GateKind::Poly,
            Self::FanIn { op, .. } => match op {
                FanIn::And => GateKind::And,
                FanIn::Or => GateKind::Or,
                FanIn::Xor => GateKind::Xor,
            },
        }
    }

    /// Products one after another that the gate takes at least: ⌈log2(d + 1)⌉ of a polynomial of degree
    /// d whose coefficients are no integers, 1 of others.
    pub(crate) fn products_in_a_row(self) -> u32 {
        match self {
            Self::Poly { len, .. } => len.next_power_of_two().ilog2(),
            _ => 1,
        }
    }

    /// The one or two operands of a SIMD gate; a fan-in gate's are in the circuit's literals.
    pub(crate) fn simd_operands(self) -> (Option<Node>, Option<Node>) {
        match self {
            Self::Add(a, b) | Self::Mul(a, b) | Self::Sub(a, b) | Self::Select(a, b, _) => {
                (Some(a), Some(b))
            }
            Self::AddConst(a, _)
            | Self::MulConst(a, _)
            | Self::Rotate(a, _)
            | Self::Neg(a)
            | Self::Conj(a) => (Some(a), None),
            Self::Poly { x, .. } => (Some(x), None),
            Self::FanIn { .. } => (None, None),
        }
    }
}
