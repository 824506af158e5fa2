//! Fan-in circuits: gates AND, OR and XOR of many operands, in levels.
//!
//! The paper only mentions them (HEtest, §3: "wide, shallow Boolean circuits with large fan-in");
//! families, parameters and the choice of operands are those of the original generator:
//!
//! - **family 1**: one level of G gates over the wires, and the output gate over all G;
//! - **family 2**: a level of X XOR gates, one of G gates, again one of X XOR gates, and the output
//!   gate over all X;
//! - **family 3**: D levels of W gates with two operands, the first from the newest level, the
//!   second any other earlier node; the output gate is one of the last level.
//!
//! In families 1 and 2 the number of operands is normal around `share · n`, n being the size of
//! the level above, with a third of the distance to the nearer end as deviation, cut to `2..=n`.
//!
//! A wide AND is almost always 0. So each gate is **balanced** on one random input, as in the
//! original: its value there is a fair coin, reached by turning around negations. Gates that do
//! not lead to the output are dropped; ids count from W (family 3: from 0) before that.

mod growth;

use crate::generate::{GenerateError, Stream};
use crate::model::{Circuit, Decimal, Family, FanIn, Shape, Space, Vectors};
use growth::Growth;

/// The shape of a fan-in circuit to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanInLevels {
    /// Family 1.
    One {
        /// Gates of the level, G, `2..=10^4`.
        gates: u32,
        /// Mean share of the wires that a gate takes, in 1024ths; 1024 takes all.
        share: u16,
    },
    /// Family 2.
    Two {
        /// Gates of the middle level, G, at least 2.
        gates: u32,
        /// Mean share of the level above that a gate of the middle level takes, in 1024ths.
        share: u16,
        /// Gates of each XOR level, X, `2..=10^4`.
        xor_gates: u32,
        /// Mean share of the level above that an XOR gate takes, in 1024ths.
        xor_share: u16,
    },
    /// Family 3.
    Three {
        /// Levels of W gates, D, the output's included.
        levels: u32,
    },
}

/// A fan-in circuit to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanInConfig {
    /// Input wires W, at least 2.
    pub wires: u32,
    /// Family and size.
    pub levels: FanInLevels,
    /// Operation of the gates (except the XOR levels of family 2); `None` draws each one's.
    pub op: Option<FanIn>,
}

/// Generates a fan-in circuit; equal configurations and streams give equal circuits.
///
/// # Errors
/// [`GenerateError`] when the configuration cannot be met.
pub fn generate(config: &FanInConfig, stream: &mut Stream) -> Result<Circuit, GenerateError> {
    generate_balanced(config, stream).map(|(circuit, _)| circuit)
}

/// As [`generate`], with the input on which every gate is balanced, the first input of the
/// circuit in the original's test suites.
///
/// # Errors
/// [`GenerateError`] when the configuration cannot be met.
pub fn generate_balanced(
    config: &FanInConfig,
    stream: &mut Stream,
) -> Result<(Circuit, Vectors), GenerateError> {
    let mut growth = Growth::new(config, stream)?;
    let (family, first_id) = match config.levels {
        FanInLevels::One { gates, share } => {
            growth.level(gates, share, config.op, stream)?;
            growth.output(config.op, stream)?;
            (Family::One { gates: gates.into() }, config.wires)
        }
        FanInLevels::Two { gates, share, xor_gates, xor_share } => {
            growth.level(xor_gates, xor_share, Some(FanIn::Xor), stream)?;
            growth.level(gates, share, config.op, stream)?;
            growth.level(xor_gates, xor_share, Some(FanIn::Xor), stream)?;
            growth.output(config.op, stream)?;
            (Family::Two { gates: gates.into(), x: xor_gates.into() }, config.wires)
        }
        FanInLevels::Three { levels } => {
            growth.pair_levels(levels, config.op, stream)?;
            let depth = Decimal::new(levels.into(), 0).ok_or(GenerateError::Empty)?;
            (Family::Three { depth }, 0)
        }
    };
    let shape = Shape { space: Space::Gf2, batch: 1 };
    let input = growth.balanced_input(config.wires);
    let circuit = growth.keep(config.wires, family, first_id)?;
    Ok((circuit, Vectors::trusted(shape, input)))
}
