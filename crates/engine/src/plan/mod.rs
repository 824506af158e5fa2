//! Plans: which operations of the scheme compute a circuit, in which order.

mod action;
mod cut;
mod depth;
mod emit;
mod encodings;
mod order;
mod planning;
mod relinearise;
mod report;
mod search;
mod shape_tables;
mod strategy;
mod work;

pub use crate::TooDeep;
pub use action::{Action, Register, Step};
pub use strategy::Strategy;

use ringassay_cost::CostRecord;
use ringassay_scheme::{IntegerScheme, Ring, Role, hybrid::Context, noise::Noise};

use crate::graph::Constant;

/// A constant as it is needed at one level, for sums or for products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Table {
    /// The number of the constant.
    pub constant: u32,
    /// The level.
    pub level: usize,
    /// What it is for; [`Role::Factor`] where that makes no difference.
    pub role: Role,
}

impl Table {
    /// The bytes of the element of the ring that it is.
    pub(crate) fn bytes<P: IntegerScheme, R: Ring>(&self, context: &Context<P, R>) -> u64 {
        let row_bytes = 8 * context.parameters().index().degree() as u64;
        context.limbs(self.level) as u64 * row_bytes
    }
}

/// What a register will hold.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// The level.
    pub level: usize,
    /// The number of parts.
    pub parts: usize,
    /// The noise.
    pub noise: Noise,
    /// log2 of half the modulus over the bound of the noise: decryption is guaranteed where it is
    /// positive.
    pub budget_bits: f64,
}

/// A circuit as operations on ciphertexts of given parameters.
///
/// Planned by running the scheme on shapes, so that level and noise of every register are known
/// ([`Plan::figures`]), and what an evaluation costs and takes in memory ([`Plan::tally`]).
#[derive(Debug, Clone)]
pub struct Plan {
    steps: Vec<Step>,
    /// For each register.
    figures: Vec<Figures>,
    outputs: Vec<Register>,
    constants: Vec<Constant>,
    tables: Vec<Table>,
    kept_tables: usize,
    wires: u32,
    strategy: Strategy,
    tally: CostRecord,
    peak_bytes: u64,
}

impl Plan {
    /// The steps in the order in which one thread takes them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The number of registers.
    pub fn registers(&self) -> usize {
        self.figures.len()
    }

    /// What each register will hold.
    pub fn figures(&self) -> &[Figures] {
        &self.figures
    }

    /// The registers of the outputs, in the circuit's order.
    pub fn outputs(&self) -> &[Register] {
        &self.outputs
    }

    /// The constants.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// Which constants are needed at which levels.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// How many tables, the first ones, are prepared before evaluations: those for which
    /// [`Target::constants_bytes`](crate::Target::constants_bytes) has room. The others are prepared anew whenever they
    /// are needed, which takes longer, and memory only then.
    pub fn kept_tables(&self) -> usize {
        self.kept_tables
    }

    /// The number of input wires.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// How moduli are switched.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The kernels of an evaluation on one thread, as phase [`EVALUATION`], with [`Plan::kept_tables`] constants
    /// prepared before; without encoding those that are prepared anew.
    pub fn tally(&self) -> &CostRecord {
        &self.tally
    }

    /// The most bytes that ciphertexts, and what is computed on the way to them, take at a time on one
    /// thread. Keys and the constants that are kept prepared come on top.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }
}

/// The phase of [`Plan::tally`] that is the evaluation.
pub const EVALUATION: &str = "evaluation";
