//! Circuits that are too deep.

use ringassay_circuit::Decimal;

/// A circuit of which an output could not be decrypted.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "the circuit is too deep for this key: its output (depth {}, {products} multiplications in a row) \
     lacks {missing_bits:.0} bits of modulus; values up to depth {} and {fitting_products} \
     multiplications in a row fit: make a key for a greater depth D, or use a shallower circuit",
    Decimal::from_hundredths(*depth_hundredths), Decimal::from_hundredths(*fitting_hundredths)
)]
pub struct TooDeep {
    /// HEtest's depth of the deepest output, in hundredths.
    pub depth_hundredths: u64,
    /// Multiplications of ciphertexts on the longest path to an output.
    pub products: u32,
    /// The largest depth, in hundredths, below which every value of the circuit fits.
    pub fitting_hundredths: u64,
    /// The most multiplications on a path, below which every value of the circuit fits.
    pub fitting_products: u32,
    /// How far the noise of the worst output exceeds its modulus.
    pub missing_bits: f64,
}
