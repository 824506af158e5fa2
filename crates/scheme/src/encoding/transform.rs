//! Slots modulo a prime t ≡ 1 mod m: the transform of the ring modulo t.

use ringassay_ring::{Crt, Element, Powerful, RnsRing};

use super::codec::{Codec, Named, Visibility};
use super::{EncodingError, PlaintextRing};

/// The slots as positions of the CRT basis.
pub(super) struct TransformCodec {
    ring: RnsRing,
    /// The position of each slot in the CRT basis.
    positions: Vec<u32>,
}

impl TransformCodec {
    /// The codec of a ring with d = r = 1. It makes no matrices, so that none can be too large.
    pub(super) fn build(plaintexts: &PlaintextRing) -> Result<Named, EncodingError> {
        let ring = RnsRing::new(plaintexts.index(), &[plaintexts.modulus()])?;
        let mut positions = vec![0; ring.degree()];
        for (position, &unit) in (0..).zip(ring.crt_exponents()) {
            // With d = 1 every unit has a slot of its own.
            if let Some(place) = plaintexts.slots().place(u64::from(unit)) {
                positions[place.slot] = position;
            }
        }
        let factor = vec![plaintexts.modulus() - ring.root(0)];
        Ok((factor, Box::new(Self { ring, positions })))
    }
}

impl Codec for TransformCodec {
    fn table_bytes(&self) -> usize {
        size_of_val(&self.positions[..])
    }

    fn encode_into(&self, values: &[u64], _: Visibility, coefficients: &mut [u64]) {
        let mut element = Element::<Crt>::zero(&self.ring);
        element.set_secret(true);
        let limb = element.limb_mut(0);
        for (&value, &position) in values.iter().zip(&self.positions) {
            limb[position as usize] = value;
        }
        coefficients.copy_from_slice(element.into_powerful().limb(0));
    }

    fn decode_into(&self, coefficients: &[u64], values: &mut [u64]) -> Result<(), EncodingError> {
        let mut element = Element::<Powerful>::from_residues(&self.ring, coefficients)?;
        element.set_secret(true);
        let element = element.into_crt();
        let limb = element.limb(0);
        for (value, &position) in values.iter_mut().zip(&self.positions) {
            *value = limb[position as usize];
        }
        Ok(())
    }
}
