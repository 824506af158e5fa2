//! What one odd prime p contributes to L, L⁻¹ and g, on the middle axis of `[outer][p-1][inner]`.

use super::transform::by_fibres;
use super::verdict::{Verdict, equal};
use crate::inputs::Stream;
use crate::reference::{Cyclotomic, ModQ};

/// A map on the fibres (x_0, …, x_{p-2}), each the coefficients of an element of Z_q\[ζ_p\].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisMap {
    /// L: decoding to powerful coefficients.
    Sum,
    /// L⁻¹: powerful to decoding coefficients.
    Difference,
    /// Times 1 - ζ_p, powerful coefficients.
    MulPowerful,
    /// Divided by 1 - ζ_p, powerful coefficients.
    DivPowerful,
    /// Times 1 - ζ_p, decoding coefficients.
    MulDecoding,
    /// Divided by 1 - ζ_p, decoding coefficients.
    DivDecoding,
}

impl AxisMap {
    /// All of them.
    pub const ALL: [AxisMap; 6] = [
        AxisMap::Sum,
        AxisMap::Difference,
        AxisMap::MulPowerful,
        AxisMap::DivPowerful,
        AxisMap::MulDecoding,
        AxisMap::DivDecoding,
    ];
}

/// The maps of one prime on tensors of one shape.
pub trait PrimeAxis {
    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The modulus, prime to p.
    fn q(&self) -> u64;
    /// p.
    fn prime(&self) -> u64;
    /// The lengths of the axes before and behind.
    fn shape(&self) -> (usize, usize);
    /// The image of a tensor.
    fn apply(&self, map: AxisMap, x: &[u64]) -> Vec<u64>;
}

/// Each map is its definition in Z_q\[ζ_p\], on each fibre.
pub fn suite(axis: &impl PrimeAxis, stream: &mut Stream) -> Verdict {
    let (q, (outer, inner)) = (axis.q(), axis.shape());
    let model = Cyclotomic::new(ModQ(q), axis.prime());
    let n = model.degree();
    let powerful = |x: &[u64]| model.from_powerful(x);
    let decoding = |x: &[u64]| model.from_decoding(x);
    let times_g = |x: &[u64]| model.mul_g(x);
    let fibres = |x: &[u64], f: &dyn Fn(&[u64]) -> Vec<u64>| by_fibres(x, outer, n, inner, f);
    let count = outer * n * inner;
    for x in [stream.residues(count, q), vec![q - 1; count]] {
        for map in AxisMap::ALL {
            let subject = format!("{}, {map:?} on [{outer}][{n}][{inner}]", axis.subject());
            let y = axis.apply(map, &x);
            // The same element of each fibre, from the input and from the output.
            let (expected, found) = match map {
                AxisMap::Sum => (fibres(&x, &decoding), fibres(&y, &powerful)),
                AxisMap::Difference => (fibres(&x, &powerful), fibres(&y, &decoding)),
                AxisMap::MulPowerful => {
                    (fibres(&x, &|x| times_g(&powerful(x))), fibres(&y, &powerful))
                }
                AxisMap::DivPowerful => {
                    (fibres(&x, &powerful), fibres(&y, &|y| times_g(&powerful(y))))
                }
                AxisMap::MulDecoding => {
                    (fibres(&x, &|x| times_g(&decoding(x))), fibres(&y, &decoding))
                }
                AxisMap::DivDecoding => {
                    (fibres(&x, &decoding), fibres(&y, &|y| times_g(&decoding(y))))
                }
            };
            equal("the maps of an axis are their definitions", &subject, &found, &expected)?;
            equal(
                "canonical residues",
                &subject,
                &y,
                &y.iter().map(|y| y % q).collect::<Vec<_>>(),
            )?;
        }
    }
    Ok(())
}
