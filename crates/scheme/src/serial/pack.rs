//! Residues side by side, without the bits that are always zero: see [`ringassay_kernels::packed`].
//!
//! Both directions take the same steps whatever the residues are: they may be secret.

use ringassay_kernels::{packed, secrecy};

pub use ringassay_kernels::packed::packed_bytes;

/// The bits b that a residue modulo `q` takes: none modulo 1.
pub fn bits(q: u64) -> u32 {
    u64::BITS - (q - 1).leading_zeros()
}

/// Unpacks residues modulo `q`. Whether all are below q and the bits behind the last are zero, which alone is published.
#[must_use]
pub(super) fn unpack_into(out: &mut [u64], packed: &[u8], q: u64) -> bool {
    secrecy::revealed(packed::unpack_into(out, packed, bits(q), q - 1))
}

/// Unpacks words of so many bits. Whether the bits behind the last are zero.
#[must_use]
pub fn unpack_words_into(out: &mut [u64], packed: &[u8], bits: u32) -> bool {
    packed::unpack_into(out, packed, bits, u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed_words(words: &[u64], bits: u32) -> Vec<u8> {
        let mut out = Vec::new();
        packed::pack_onto(&mut out, words, bits);
        out
    }

    #[test]
    fn a_residue_takes_the_bits_of_the_largest() {
        for (q, expected) in [(1, 0), (2, 1), (3, 2), (4, 2), (5, 3), ((1 << 40) + 1, 41)] {
            assert_eq!(bits(q), expected, "q = {q}");
        }
        assert_eq!(bits(u64::MAX), 64);
    }

    #[test]
    fn only_canonical_residues_and_zero_padding() {
        // 11 residues modulo 5 take 33 bits; 7 bits are left.
        for position in 0..11 {
            for value in 0..8_u64 {
                let mut x = [4; 11];
                x[position] = value;
                assert_eq!(unpack_into(&mut [0; 11], &packed_words(&x, 3), 5), value < 5);
            }
        }
        let packed = packed_words(&[4; 11], 3);
        for bit in 1..8 {
            let mut padded = packed.clone();
            padded[4] |= 1 << bit;
            assert!(!unpack_into(&mut [0; 11], &padded, 5), "bit {bit}");
        }
    }
}
