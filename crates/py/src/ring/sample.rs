//! Random elements.

use pyo3::prelude::*;
use ringassay_ring::{
    Crt, Decoding, Element, IntElement, Powerful, RnsRing,
    sample::{Distribution, Label, SampleBasis, Sampler, Seed, uniform_into},
};

use super::{element::Any, error::ring_error};

/// The label of the one stream that a sampled element takes from its seed.
const ELEMENT: Label = Label::new("element");

/// A seed's bytes.
pub(crate) type SeedBytes = [u8; Seed::BYTES];

/// A uniform element in the CRT basis, expanded from a seed (fresh where none is given).
pub(crate) fn uniform(ring: &RnsRing, seed: Option<SeedBytes>) -> PyResult<Any> {
    let seed = seed_of(seed)?;
    let mut element = Element::<Crt>::zero(ring);
    for (limb, &q) in element.iter_limbs_mut().zip(ring.moduli()) {
        uniform_into(limb, q, &seed);
    }
    Ok(Any::Crt(element))
}

/// A secret element of a distribution, which fixes its basis.
pub(crate) fn sample(
    ring: &RnsRing,
    distribution: Distribution,
    seed: Option<SeedBytes>,
) -> PyResult<Any> {
    let (index, seed) = (ring.index(), seed_of(seed)?);
    let sampler = Sampler::new(index, distribution).map_err(ring_error)?;
    let mut stream = seed.stream(ELEMENT, 0);
    Ok(match sampler.basis() {
        SampleBasis::Powerful => {
            let mut drawn = IntElement::<Powerful>::zero(index);
            sampler.sample_into(drawn.coefficients_mut(), &mut stream);
            Any::Powerful(drawn.reduce(ring).map_err(ring_error)?)
        }
        SampleBasis::Decoding => {
            let mut drawn = IntElement::<Decoding>::zero(index);
            sampler.sample_into(drawn.coefficients_mut(), &mut stream);
            Any::Decoding(drawn.reduce(ring).map_err(ring_error)?)
        }
    })
}

fn seed_of(bytes: Option<SeedBytes>) -> PyResult<Seed> {
    match bytes {
        Some(bytes) => Ok(Seed::from_bytes(bytes)),
        None => Seed::from_os().map_err(ring_error),
    }
}
