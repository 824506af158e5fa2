//! Random inputs.

use crate::generate::{Stream, numbers};
use crate::model::{Circuit, Space, Vectors};

/// What random inputs look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputConfig {
    /// Probability that a bit is one, in 1024ths (gf2; residues of zt, reals from -R to R, and complex
    /// numbers of at most C, are always uniform). A high
    /// share keeps products of many wires from being zero almost always.
    pub ones: u16,
}

impl Default for InputConfig {
    fn default() -> Self {
        Self { ones: 512 }
    }
}

/// One input for `circuit`: a vector for each wire.
pub fn random_inputs(circuit: &Circuit, config: InputConfig, stream: &mut Stream) -> Vectors {
    let shape = circuit.shape();
    let wires = circuit.wires() as usize;
    let mut words = Vec::with_capacity(wires * shape.words());
    for _ in 0..wires {
        match shape.space {
            Space::Gf2 => words.extend(stream.bits(shape.batch as usize, config.ones)),
            Space::Zt { modulus } => {
                words.extend((0..shape.batch).map(|_| stream.below(modulus)));
            }
            Space::Real { bound } => {
                words.extend(numbers::vector(shape.batch as usize, bound.value(), stream));
            }
            Space::Complex { bound } => {
                words.extend(numbers::complexes(shape.batch as usize, bound.value(), stream));
            }
        }
    }
    Vectors::trusted(shape, words)
}
