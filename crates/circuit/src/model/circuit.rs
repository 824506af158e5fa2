//! A circuit: gates in an order in which every operand is defined before it is used.

use crate::model::{Const, Decimal, Gate, Literal, Node, Shape};

/// What the first line of a circuit file says beyond its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// A SIMD circuit: gates on vectors; the outputs are the nodes it names, else the last gate.
    Simd {
        /// Depth D of the deepest output, as declared.
        depth: Decimal,
    },
    /// A fan-in circuit: single bits, gates in levels, a named output gate.
    FanIn(Family),
}

/// The three families of fan-in circuits, told apart by their header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// `W=,G=,F=1`
    One {
        /// Declared number of gates G.
        gates: u64,
    },
    /// `W=,G=,X=,F=2`
    Two {
        /// Declared number of gates G.
        gates: u64,
        /// The declared X.
        x: u64,
    },
    /// `W=,D=,F=3`
    Three {
        /// Declared depth D.
        depth: Decimal,
    },
}

/// A valid circuit over a plaintext space; made by [`crate::Builder`] and never changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    pub(super) shape: Shape,
    pub(super) wires: u32,
    pub(super) header: Header,
    pub(super) gates: Vec<Gate>,
    pub(super) labels: Vec<u32>,
    pub(super) masks: Vec<u64>,
    pub(super) values: Vec<u64>,
    pub(super) coefficients: Vec<f64>,
    pub(super) literals: Vec<Literal>,
    pub(super) levels: Vec<u32>,
    pub(super) outputs: Vec<Node>,
}

impl Circuit {
    /// Plaintext space and batch of every value.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of input wires W.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// What the file's first line declares.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The gates in the order of their definition.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The gates' ids in the file, one per gate. The output of a fan-in circuit has none of its
    /// own; its entry repeats no other id.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// First gate of each level of a fan-in circuit, the output's level included; empty for SIMD.
    pub fn level_starts(&self) -> &[u32] {
        &self.levels
    }

    /// Number of nodes: wires and gates.
    pub fn nodes(&self) -> usize {
        self.wires as usize + self.gates.len()
    }

    /// The nodes of the outputs in their order, at least one. A node may be several outputs, and a
    /// wire may be one.
    pub fn outputs(&self) -> &[Node] {
        &self.outputs
    }

    /// Whether the last gate is the only output, which a file need not say.
    pub fn has_default_output(&self) -> bool {
        matches!(self.outputs[..], [only] if only.index() + 1 == self.nodes())
    }

    /// Each gate with its node.
    pub fn numbered_gates(&self) -> impl ExactSizeIterator<Item = (Node, Gate)> + '_ {
        let wires = self.wires;
        self.gates.iter().enumerate().map(move |(at, &gate)| (Node(wires + at as u32), gate))
    }

    /// The bits of a constant, packed as [`Shape::mask_words`]: the constants of gf2 gates and the
    /// masks of SELECT.
    pub fn mask(&self, constant: Const) -> &[u64] {
        let words = self.shape.mask_words();
        &self.masks[constant.0 as usize * words..][..words]
    }

    /// The words of a constant of a gate other than SELECT over integers or numbers, see [`Shape::words`].
    pub fn values(&self, constant: Const) -> &[u64] {
        let words = self.shape.words();
        &self.values[constant.0 as usize * words..][..words]
    }

    /// The numbers of a constant over reals, one per slot; over complex numbers two, the real part first.
    pub fn reals(&self, constant: Const) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.values(constant).chunks_exact(2).map(|pair| f64::from_bits(pair[0]))
    }

    /// The coefficients of a polynomial gate, the constant one first, over complex numbers as real and
    /// imaginary part in turn; empty for any other gate.
    pub fn coefficients(&self, gate: Gate) -> &[f64] {
        match gate {
            Gate::Poly { start, len, .. } => {
                &self.coefficients[start as usize..][..len as usize * self.shape.space.parts()]
            }
            _ => &[],
        }
    }

    /// The literals of a fan-in gate; empty for any other gate.
    pub fn literals(&self, gate: Gate) -> &[Literal] {
        match gate {
            Gate::FanIn { start, len, .. } => &self.literals[start as usize..][..len as usize],
            _ => &[],
        }
    }

    /// Calls `visit` with each operand node of `gate`, in order, repeated ones repeatedly.
    pub fn for_each_operand(&self, gate: Gate, mut visit: impl FnMut(Node)) {
        let (first, second) = gate.simd_operands();
        first.into_iter().chain(second).for_each(&mut visit);
        for literal in self.literals(gate) {
            visit(literal.node);
        }
    }
}
