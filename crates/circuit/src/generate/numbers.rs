//! Random real numbers.

use crate::generate::Stream;

/// A number in [-scale, scale], uniform up to 2^-53.
pub(super) fn number(scale: f64, stream: &mut Stream) -> f64 {
    let unit = (stream.word() >> 11) as f64 / (1u64 << 53) as f64;
    scale * (2.0 * unit - 1.0)
}

/// Numbers in [-scale, scale], two words each.
pub(super) fn vector(
    count: usize,
    scale: f64,
    stream: &mut Stream,
) -> impl Iterator<Item = u64> + '_ {
    (0..count).flat_map(move |_| [(number(scale, stream) + 0.0).to_bits(), 0])
}
