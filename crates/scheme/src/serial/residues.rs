//! Vectors of residues and elements of a ring, packed.

use ringassay_ring::{Crt, Element, RnsRing};

use super::{
    SerialError,
    fields::{Reader, Writer},
    pack::{bits, packed_bytes, unpack_into},
};

/// The bytes that an element of `ring` takes.
pub fn element_bytes(ring: &RnsRing) -> usize {
    limbs_bytes(ring.degree(), ring.moduli())
}

/// The bytes that `degree` residues modulo each of some primes take.
pub(super) fn limbs_bytes<'a>(degree: usize, primes: impl IntoIterator<Item = &'a u64>) -> usize {
    primes.into_iter().map(|&q| packed_bytes(degree, bits(q))).sum()
}

/// Residues modulo q.
pub fn write_residues(writer: &mut Writer, residues: &[u64], q: u64) {
    writer.pack(residues, bits(q));
}

/// As many residues modulo q as `out` holds.
///
/// # Errors
/// Returns an error if there are fewer, one is not below q, or padding is not 0.
pub fn read_residues(reader: &mut Reader<'_>, out: &mut [u64], q: u64) -> Result<(), SerialError> {
    let packed = reader.take(packed_bytes(out.len(), bits(q)))?;
    if unpack_into(out, packed, q) {
        Ok(())
    } else {
        Err(reader.wrong(format!("a residue is not below {q}, or padding is not 0")))
    }
}

/// Limb after limb.
pub fn write_element(writer: &mut Writer, x: &Element<Crt>) {
    for (limb, &q) in x.iter_limbs().zip(x.ring().moduli()) {
        write_residues(writer, limb, q);
    }
}

/// An element of `ring`.
///
/// # Errors
/// As [`read_residues`].
pub fn read_element(reader: &mut Reader<'_>, ring: &RnsRing) -> Result<Element<Crt>, SerialError> {
    Element::from_limbs(ring, |i, limb| read_residues(reader, limb, ring.moduli()[i]))
}
