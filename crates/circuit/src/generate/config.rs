//! What to generate.

use crate::model::{CircuitError, Decimal, DepthTable, GateKind, Shape, Space};

/// Why a circuit cannot be generated as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// A parameter that the circuit model does not allow.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// The distribution names a gate that the space does not have.
    #[error("{gate} is not a gate of {space} circuits: take it out of the distribution")]
    NotInSpace {
        /// The gate.
        gate: GateKind,
        /// The space.
        space: &'static str,
    },
    /// An application that is not one over this space.
    #[error(
        "{application} is no application over {space}: choose another, or the space real or complex"
    )]
    Application {
        /// The application.
        application: &'static str,
        /// The space.
        space: &'static str,
    },
    /// A Fourier transform of part of a vector.
    #[error("a spectrum takes all entries: leave size out, or make it the batch")]
    PartialSpectrum,
    /// No gate has a positive weight.
    #[error("the distribution gives no gate a positive weight")]
    EmptyDistribution,
    /// The depth can never be reached.
    #[error(
        "depth {depth} was not reached within {levels} levels: no gate of the distribution, or too \
         rarely one, adds depth"
    )]
    Unreachable {
        /// The depth asked for.
        depth: Decimal,
        /// Levels grown in vain.
        levels: usize,
    },
    /// Zero levels or depth.
    #[error("a circuit needs at least one level and a depth above 0")]
    Empty,
    /// Every output tried was constant over random inputs.
    #[error(
        "no output that depends on its input in {attempts} attempts: choose fewer levels, other \
         gates or a higher share of ones in the inputs, or allow constant outputs"
    )]
    OnlyConstant {
        /// Circuits grown in vain.
        attempts: usize,
    },
}

/// How often each gate kind is drawn: integer weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    weights: [u32; GateKind::ALL.len()],
}

impl Distribution {
    /// Equal weights for the kinds of a space: HEtest's six for gf2, eight for zt, nine for reals, ten for
    /// complex numbers.
    pub fn uniform(space: Space) -> Self {
        Self::of(GateKind::of_space(space).iter().map(|&kind| (kind, 1)))
    }

    /// The given weights; kinds not named have none.
    pub fn of(weights: impl IntoIterator<Item = (GateKind, u32)>) -> Self {
        let mut table = [0; GateKind::ALL.len()];
        for (kind, weight) in weights {
            table[kind as usize] = weight;
        }
        Self { weights: table }
    }

    /// The kinds with a positive weight, and their weight, in a fixed order.
    pub(super) fn kinds(&self) -> Vec<(GateKind, u32)> {
        GateKind::ALL.into_iter().zip(self.weights).filter(|&(_, weight)| weight > 0).collect()
    }
}

/// When a circuit is deep enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Until the newest level lies deeper than this depth.
    Depth(Decimal),
    /// This many levels.
    Levels(u32),
}

/// A SIMD circuit to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimdConfig {
    /// Plaintext space and batch ℓ.
    pub shape: Shape,
    /// Input wires, and gates per level, W.
    pub width: u32,
    /// When to stop.
    pub growth: Growth,
    /// How often each gate is drawn.
    pub distribution: Distribution,
    /// Depth of each gate.
    pub depths: DepthTable,
    /// Take only outputs that differ between random inputs with this share of ones (of 1024, see
    /// [`super::InputConfig`]); `None` takes any output, as the original does.
    pub avoid_constant: Option<u16>,
    /// Outputs, drawn like the one of the paper and different from each other; where fewer gates are
    /// fit, as many as there are.
    pub outputs: u32,
}

impl SimdConfig {
    /// The paper's mixed circuits: uniform gates, depth by Table 1.
    pub fn mixed(shape: Shape, width: u32, depth: Decimal) -> Self {
        Self {
            shape,
            width,
            growth: Growth::Depth(depth),
            distribution: Distribution::uniform(shape.space),
            depths: DepthTable::of_shape(shape),
            avoid_constant: None,
            outputs: 1,
        }
    }

    /// The paper's circuits of a single gate kind.
    pub fn single(shape: Shape, width: u32, levels: u32, kind: GateKind) -> Self {
        Self {
            growth: Growth::Levels(levels),
            distribution: Distribution::of([(kind, 1)]),
            ..Self::mixed(shape, width, Decimal::whole(levels))
        }
    }
}
