//! Residues side by side, without the bits that are always zero.
//!
//! Residue i takes the bits from i·b on, where bit k is bit k mod 8 of byte ⌊k/8⌋ (the least
//! significant is bit 0). Bits behind the last residue are zero.
//!
//! Both directions take the same steps whatever the residues are: they may be secret.

/// A word of bytes, which holds up to [`NARROW`] bits at any offset within its first byte.
const WORD: usize = 8;
/// Wider residues are taken as two pieces, the lower [`LOW`] bits first.
const NARROW: u32 = 56;
const LOW: u32 = 32;

/// The bits b that a residue modulo `q` takes: none modulo 1.
pub(super) fn bits(q: u64) -> u32 {
    u64::BITS - (q - 1).leading_zeros()
}

/// The bytes that `count` residues of `bits` bits take.
pub(super) fn packed_bytes(count: usize, bits: u32) -> usize {
    (count * bits as usize).div_ceil(8)
}

/// Packs residues below 2^`bits` into [`packed_bytes`].
pub(super) fn pack_into(out: &mut [u8], residues: &[u64], bits: u32) {
    debug_assert_eq!(out.len(), packed_bytes(residues.len(), bits));
    debug_assert!(residues.iter().all(|&x| x.leading_zeros() >= u64::BITS - bits));
    let mut packer = Packer { out, at: 0, pending: 0, fill: 0 };
    if bits <= NARROW {
        residues.iter().for_each(|&x| packer.push(x, bits));
    } else {
        for &x in residues {
            packer.push(x & u64::from(u32::MAX), LOW);
            packer.push(x >> LOW, bits - LOW);
        }
    }
}

struct Packer<'a> {
    out: &'a mut [u8],
    /// The byte that is not yet full.
    at: usize,
    /// Its bits, `fill` < 8 of them, so that no more than 63 are pending.
    pending: u64,
    fill: u32,
}

impl Packer<'_> {
    #[inline(always)]
    fn push(&mut self, x: u64, bits: u32) {
        self.pending |= x << self.fill;
        self.fill += bits;
        let word = self.pending.to_le_bytes();
        // Bytes beyond the bits at hand are written again later.
        let rest = &mut self.out[self.at..];
        match rest.first_chunk_mut::<WORD>() {
            Some(window) => *window = word,
            None => rest.copy_from_slice(&word[..rest.len()]),
        }
        self.pending >>= self.fill / 8 * 8;
        self.at += (self.fill / 8) as usize;
        self.fill %= 8;
    }
}

/// Unpacks residues modulo `q`. Whether all are below q and the bits behind the last are zero.
#[must_use]
pub(super) fn unpack_into(out: &mut [u64], packed: &[u8], q: u64) -> bool {
    let padded = unpack_words_into(out, packed, bits(q));
    padded && out.iter().fold(0, |largest, &x| largest.max(x)) < q
}

/// Unpacks words of so many bits. Whether the bits behind the last are zero.
#[must_use]
pub(super) fn unpack_words_into(out: &mut [u64], packed: &[u8], bits: u32) -> bool {
    debug_assert_eq!(packed.len(), packed_bytes(out.len(), bits));
    if bits == 0 {
        out.fill(0);
        return true;
    }
    for (i, x) in out.iter_mut().enumerate() {
        let start = i * bits as usize;
        *x = if bits <= NARROW {
            piece(packed, start, bits)
        } else {
            let high = piece(packed, start + LOW as usize, bits - LOW);
            piece(packed, start, LOW) | high << LOW
        };
    }
    let used = out.len() * bits as usize % 8;
    used == 0 || packed.last().is_none_or(|last| last >> used == 0)
}

/// The bits from bit `start` on, 1 to [`NARROW`] of them.
#[inline(always)]
fn piece(packed: &[u8], start: usize, bits: u32) -> u64 {
    let rest = &packed[start / 8..];
    let word = rest.first_chunk::<WORD>().copied().unwrap_or_else(|| {
        let mut word = [0; WORD];
        word[..rest.len()].copy_from_slice(rest);
        word
    });
    u64::from_le_bytes(word) >> (start % 8) & (u64::MAX >> (u64::BITS - bits))
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
            for count in (0..40).chain([100, 257]) {
                let x = residues(q, count);
                let mut packed = vec![0; packed_bytes(count, bits)];
                pack_into(&mut packed, &x, bits);
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
