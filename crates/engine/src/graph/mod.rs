//! Circuits as arithmetic on slots.
//!
//! A [`Graph`] has one node for each value that has to be computed: sums, products, automorphisms.
//! It is built by way of constructors that know the rules of arithmetic ([`Builder`]): equal nodes
//! are one node, what is known without an input is folded, and nothing remains that does not lead to
//! an output.

mod build;
mod builder;
mod constant;
mod paths;
mod rotate;
mod vector;

pub use builder::Builder;
pub use constant::Constant;

/// A node of a graph.
pub type Id = u32;

/// What a node computes, slot by slot, from earlier nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The vector of an input wire.
    Input(u32),
    /// a + b.
    Add(Id, Id),
    /// a - b.
    Sub(Id, Id),
    /// -a.
    Neg(Id),
    /// a + c, for the constant of that number.
    AddConstant(Id, u32),
    /// a·c, for the constant of that number.
    MulConstant(Id, u32),
    /// a·b.
    Mul(Id, Id),
    /// a².
    Square(Id),
    /// The slots moved as ζ ↦ ζ^k moves them, k not 1 modulo ⟨p⟩.
    Automorphism(Id, u32),
}

impl Operation {
    /// The nodes that it needs.
    pub fn operands(&self) -> impl Iterator<Item = Id> {
        let (first, second) = match *self {
            Self::Input(_) => (None, None),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Mul(a, b) => (Some(a), Some(b)),
            Self::Neg(a)
            | Self::AddConstant(a, _)
            | Self::MulConstant(a, _)
            | Self::Square(a)
            | Self::Automorphism(a, _) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// Whether it is a product of ciphertexts.
    pub fn is_product(&self) -> bool {
        matches!(self, Self::Mul(..) | Self::Square(_))
    }

    /// Whether its operands must be ciphertexts of two parts.
    pub fn wants_two_parts(&self) -> bool {
        self.is_product() || matches!(self, Self::Automorphism(..))
    }

    fn renumbered(self, number: impl Fn(Id) -> Id) -> Self {
        match self {
            Self::Input(wire) => Self::Input(wire),
            Self::Add(a, b) => Self::Add(number(a), number(b)),
            Self::Sub(a, b) => Self::Sub(number(a), number(b)),
            Self::Neg(a) => Self::Neg(number(a)),
            Self::AddConstant(a, c) => Self::AddConstant(number(a), c),
            Self::MulConstant(a, c) => Self::MulConstant(number(a), c),
            Self::Mul(a, b) => Self::Mul(number(a), number(b)),
            Self::Square(a) => Self::Square(number(a)),
            Self::Automorphism(a, k) => Self::Automorphism(number(a), k),
        }
    }
}

/// What a value of the circuit has become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// A node.
    Node(Id),
    /// The constant of that number: no input changes it.
    Known(u32),
}

/// A circuit as arithmetic on slots. Operands come before what is computed of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Graph {
    pub(crate) operations: Vec<Operation>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) outputs: Vec<Value>,
    /// What each value of the circuit became, wires first; `None` where nothing needs it.
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) wires: u32,
}

impl Graph {
    /// The nodes.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The constants.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// The outputs, in the circuit's order.
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// The number of input wires of the circuit.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// The graph without the nodes that do not lead to an output.
    fn pruned(self) -> Self {
        let mut needed = vec![false; self.operations.len()];
        for output in &self.outputs {
            if let Value::Node(output) = *output {
                needed[output as usize] = true;
            }
        }
        for (at, operation) in self.operations.iter().enumerate().rev() {
            if needed[at] {
                operation.operands().for_each(|operand| needed[operand as usize] = true);
            }
        }
        let mut numbers = vec![None; self.operations.len()];
        let mut operations = Vec::new();
        for (at, operation) in self.operations.into_iter().enumerate().filter(|(at, _)| needed[*at])
        {
            numbers[at] = Some(operations.len() as Id);
            // Operands of what is needed are needed.
            operations.push(operation.renumbered(|id| numbers[id as usize].unwrap_or_default()));
        }
        let value = |value: Value| match value {
            Value::Node(id) => numbers[id as usize].map(Value::Node),
            Value::Known(constant) => Some(Value::Known(constant)),
        };
        Self {
            operations,
            outputs: self
                .outputs
                .into_iter()
                .map(|output| value(output).unwrap_or(output))
                .collect(),
            values: self.values.into_iter().map(|v| v.and_then(value)).collect(),
            ..self
        }
    }
}
