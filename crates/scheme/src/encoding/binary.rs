//! Slots modulo 2: encoding and decoding by matrices of bits.

use rayon::prelude::*;

use ringassay_kernels::opaque;
use zeroize::Zeroizing;

use super::codec::{Codec, MatrixCodec, Visibility};
use super::exponents::Exponents;
use super::sequence::{Sequences, dilate_into};
use super::{EncodingError, PlaintextRing};

/// Tables for t = 2, 64 entries to a word.
pub(super) struct BinaryCodec {
    exponents: Exponents,
    /// E_s for each slot, as coefficients of 1, ζ, …, ζ^{m-1}.
    idempotents: BitRows,
    /// The functional of each slot on coefficients in the powerful basis.
    functionals: BitRows,
}

impl MatrixCodec for BinaryCodec {
    fn new(
        ring: &PlaintextRing,
        exponents: Exponents,
        sequences: &Sequences,
    ) -> Result<Self, EncodingError> {
        let m = ring.index().m() as usize;
        let bytes = |x: &[u64]| x.iter().map(|&x| x as u8).collect::<Vec<_>>();
        let (values, traces) = (bytes(&sequences.values), bytes(&sequences.traces));
        let units = ring.slots().units();
        let idempotents = BitRows::new(m, units, |unit, row| {
            dilate_into(&traces, (m - unit as usize) % m, row);
        });
        let functionals = BitRows::new(exponents.powerful().len(), units, |unit, row| {
            let mut dilated = vec![0; m];
            dilate_into(&values, unit as usize, &mut dilated);
            for (bit, &e) in row.iter_mut().zip(exponents.powerful()) {
                *bit = dilated[e as usize];
            }
        });
        Ok(Self { exponents, idempotents, functionals })
    }
}

impl Codec for BinaryCodec {
    fn table_bytes(&self) -> usize {
        size_of_val(&self.idempotents.bits[..]) + size_of_val(&self.functionals.bits[..])
    }

    fn encode_into(&self, values: &[u64], visibility: Visibility, coefficients: &mut [u64]) {
        let mut sum = Zeroizing::new(vec![0; self.idempotents.words]);
        let rows = self.idempotents.iter().zip(values);
        for (row, &value) in rows.filter(|(_, value)| visibility.counts(**value)) {
            let mask = opaque(value.wrapping_neg());
            for (sum, &word) in sum.iter_mut().zip(row) {
                *sum ^= word & mask;
            }
        }
        let mut powers = Zeroizing::new(vec![0u8; self.idempotents.len]);
        for (bits, &word) in powers.chunks_mut(64).zip(sum.iter()) {
            for (i, bit) in bits.iter_mut().enumerate() {
                *bit = (word >> i & 1) as u8;
            }
        }
        let mut reduced = Zeroizing::new(vec![0u8; coefficients.len()]);
        self.exponents.reduce_into(&powers, |x, y| x ^ y, &mut reduced);
        for (coefficient, &bit) in coefficients.iter_mut().zip(reduced.iter()) {
            *coefficient = u64::from(bit);
        }
    }

    fn decode_into(&self, coefficients: &[u64], values: &mut [u64]) -> Result<(), EncodingError> {
        let mut bits = Zeroizing::new(vec![0u8; self.functionals.words * 64]);
        for (bit, &coefficient) in bits.iter_mut().zip(coefficients) {
            *bit = coefficient as u8;
        }
        if !self.exponents.is_fixed(&bits[..coefficients.len()], |x, y| x ^ y) {
            return Err(EncodingError::NotScalar { modulus: 2 });
        }
        let packed = Zeroizing::new(bits.chunks_exact(64).map(pack).collect::<Vec<u64>>());
        for (value, row) in values.iter_mut().zip(self.functionals.iter()) {
            let products = row.iter().zip(packed.iter()).map(|(x, y)| x & y);
            let sum = products.fold(0, |sum, product| sum ^ product);
            *value = u64::from(sum.count_ones() & 1);
        }
        Ok(())
    }
}

/// A matrix of bits, each row filled up to whole words.
struct BitRows {
    len: usize,
    words: usize,
    bits: Vec<u64>,
}

impl BitRows {
    /// One row of `len` bits for each unit, written by `fill` as bytes.
    fn new(len: usize, units: &[u32], fill: impl Fn(u32, &mut [u8]) + Sync) -> Self {
        let words = len.div_ceil(64);
        let mut bits = vec![0; words * units.len()];
        bits.par_chunks_exact_mut(words).zip(units).for_each_init(
            || vec![0u8; words * 64],
            |bytes, (row, &unit)| {
                fill(unit, &mut bytes[..len]);
                for (word, bytes) in row.iter_mut().zip(bytes.chunks_exact(64)) {
                    *word = pack(bytes);
                }
            },
        );
        Self { len, words, bits }
    }

    fn iter(&self) -> impl Iterator<Item = &[u64]> {
        self.bits.chunks_exact(self.words)
    }
}

/// 64 bytes, 0 or 1 each, as the bits of a word; the first is the lowest.
fn pack(bytes: &[u8]) -> u64 {
    let eight = |bytes: &[u8]| {
        let word = bytes.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        // Byte i lands at bit 56 + i; no two of the products meet, so that there are no carries.
        word.wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    bytes.rchunks_exact(8).fold(0, |word, bytes| word << 8 | eight(bytes))
}
