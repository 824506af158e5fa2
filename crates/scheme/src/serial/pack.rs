//! Residues side by side, without the bits that are always zero: see [`ringassay_kernels::packed`].
//!
//! Both directions take the same steps whatever the residues are: they may be secret.

use ringassay_kernels::packed;

pub(super) use ringassay_kernels::packed::packed_bytes;

/// The bits b that a residue modulo `q` takes: none modulo 1.
pub(super) fn bits(q: u64) -> u32 {
    u64::BITS - (q - 1).leading_zeros()
}

/// Unpacks residues modulo `q`. Whether all are below q and the bits behind the last are zero.
#[must_use]
pub(super) fn unpack_into(out: &mut [u64], packed: &[u8], q: u64) -> bool {
    packed::unpack_into(out, packed, bits(q), q - 1)
}

/// Unpacks words of so many bits. Whether the bits behind the last are zero.
#[must_use]
pub(super) fn unpack_words_into(out: &mut [u64], packed: &[u8], bits: u32) -> bool {
    packed::unpack_into(out, packed, bits, u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, bit by bit.
    fn by_definition(residues: &[u64], bits: u32) -> Vec<u8> {
        let mut out = vec![0; (residues.len() * bits as usize).div_ceil(8)];
        for (i, x) in residues.iter().enumerate() {
            for j in 0..bits as usize {
                let bit = i * bits as usize + j;
                out[bit / 8] |= u8::from(x >> j & 1 == 1) << (bit % 8);
            }
        }
        out
    }

    fn residues(q: u64, count: usize) -> Vec<u64> {
        let mut state = q;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 31
        };
        (0..count).map(|i| if i % 5 == 0 { q - 1 } else { next() % q }).collect()
    }

    #[test]
    fn every_width_and_length() {
        for bits in 0..=64 {
            let q = if bits == 64 { u64::MAX } else { (1_u64 << bits) - u64::from(bits > 1) };
            assert_eq!(super::bits(q), bits);
            for count in (0..40).chain([100, 257, 1024, 2057]) {
                let x = residues(q, count);
                let mut packed = Vec::new();
                packed::pack_onto(&mut packed, &x, bits);
                assert_eq!(packed, by_definition(&x, bits), "{count} residues of {bits} bits");
                let mut back = vec![u64::MAX; count];
                assert!(unpack_into(&mut back, &packed, q));
                assert_eq!(back, x, "{count} residues of {bits} bits");
            }
        }
    }

    #[test]
    fn only_canonical_residues_and_zero_padding() {
        // 11 residues modulo 5 take 33 bits; 7 bits are left.
        for position in 0..11 {
            for value in 0..8_u64 {
                let mut x = [4; 11];
                x[position] = value;
                assert_eq!(unpack_into(&mut [0; 11], &by_definition(&x, 3), 5), value < 5);
            }
        }
        let packed = by_definition(&[4; 11], 3);
        for bit in 1..8 {
            let mut padded = packed.clone();
            padded[4] |= 1 << bit;
            assert!(!unpack_into(&mut [0; 11], &padded, 5), "bit {bit}");
        }
    }
}
