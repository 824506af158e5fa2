//! Random real and complex numbers.

use crate::generate::Stream;

/// How far complex numbers stay below the radius of their disc, relative to it: no reader's rounding of an
/// absolute value matters.
const MARGIN: f64 = 1.0 / (1u64 << 40) as f64;

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

/// Real and imaginary part of a number in the disc of this radius around 0, uniform.
pub(super) fn complex(radius: f64, stream: &mut Stream) -> [f64; 2] {
    loop {
        let [re, im] = [number(1.0, stream), number(1.0, stream)];
        if re * re + im * im <= 1.0 - MARGIN {
            return [radius * re + 0.0, radius * im + 0.0];
        }
    }
}

/// Complex numbers in a disc, four words each.
pub(super) fn complexes(
    count: usize,
    radius: f64,
    stream: &mut Stream,
) -> impl Iterator<Item = u64> + '_ {
    (0..count).flat_map(move |_| {
        let [re, im] = complex(radius, stream);
        [re.to_bits(), 0, im.to_bits(), 0]
    })
}
