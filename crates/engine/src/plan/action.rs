//! Operations of the scheme, on registers.

use std::ops::Range;

/// The number of a value of a plan. Each is written once.
pub type Register = u32;

/// What a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Takes the ciphertext of an input wire.
    Input(u32),
    /// Makes a ciphertext of the constant of that number, without noise.
    Trivial(u32),
    /// Switches to the modulus of a level.
    Switch(Register, usize),
    /// a + b, at one level.
    Add(Register, Register),
    /// a - b, at one level.
    Sub(Register, Register),
    /// -a.
    Negate(Register),
    /// a + c, for the table of that number.
    AddConstant(Register, u32),
    /// a·c, for the table of that number.
    MulConstant(Register, u32),
    /// a·b, at one level, with three parts.
    Multiply(Register, Register),
    /// a², with three parts.
    Square(Register),
    /// The same message with two parts.
    Relinearise(Register),
    /// The images under ζ ↦ ζ^k for several k: the operand is decomposed once for all.
    Automorphisms(Register, Box<[u32]>),
}

impl Action {
    /// The registers that it reads, a repeated one repeatedly.
    pub fn operands(&self) -> impl Iterator<Item = Register> + use<> {
        let (first, second) = match *self {
            Self::Input(_) | Self::Trivial(_) => (None, None),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Multiply(a, b) => (Some(a), Some(b)),
            Self::Switch(a, _)
            | Self::Negate(a)
            | Self::AddConstant(a, _)
            | Self::MulConstant(a, _)
            | Self::Square(a)
            | Self::Relinearise(a)
            | Self::Automorphisms(a, _) => (Some(a), None),
        };
        first.into_iter().chain(second)
    }

    /// The number of registers that it writes.
    pub fn outputs(&self) -> u32 {
        match self {
            Self::Automorphisms(_, exponents) => exponents.len() as u32,
            _ => 1,
        }
    }

    /// What it is called in summaries.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Input(_) => "inputs",
            Self::Trivial(_) => "constants",
            Self::Switch(..) => "modulus switches",
            Self::Add(..) | Self::Sub(..) | Self::Negate(_) => "sums",
            Self::AddConstant(..) => "sums with constants",
            Self::MulConstant(..) => "products with constants",
            Self::Multiply(..) | Self::Square(_) => "products",
            Self::Relinearise(_) => "relinearisations",
            Self::Automorphisms(..) => "decompositions for automorphisms",
        }
    }

    /// The same action on other registers.
    pub(super) fn renumbered(self, number: impl Fn(Register) -> Register) -> Self {
        match self {
            Self::Input(_) | Self::Trivial(_) => self,
            Self::Switch(a, level) => Self::Switch(number(a), level),
            Self::Add(a, b) => Self::Add(number(a), number(b)),
            Self::Sub(a, b) => Self::Sub(number(a), number(b)),
            Self::Negate(a) => Self::Negate(number(a)),
            Self::AddConstant(a, c) => Self::AddConstant(number(a), c),
            Self::MulConstant(a, c) => Self::MulConstant(number(a), c),
            Self::Multiply(a, b) => Self::Multiply(number(a), number(b)),
            Self::Square(a) => Self::Square(number(a)),
            Self::Relinearise(a) => Self::Relinearise(number(a)),
            Self::Automorphisms(a, exponents) => Self::Automorphisms(number(a), exponents),
        }
    }
}

/// An action and where its results go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// The first of the registers that it writes.
    pub first: Register,
}

impl Step {
    /// The registers that it writes.
    pub fn registers(&self) -> Range<Register> {
        self.first..self.first + self.action.outputs()
    }
}
