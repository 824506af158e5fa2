//! From bytes to words, which are compared with a bound on the way.

use super::{ForWidth, GROUP, IN_A_WORD, NARROWEST, WINDOW, packed_bytes, place, with_width};
use crate::{
    Zq,
    lanes::{Lanes, Task},
    secrecy,
};

/// Unpacks as many words of `bits` bits as `out` holds. Whether none exceeds `bound` and the bits behind the last are
/// zero: that alone is published.
///
/// # Panics
/// When `packed` has not as many bytes as they take.
#[must_use]
pub fn unpack_into(out: &mut [u64], packed: &[u8], bits: u32, bound: u64) -> bool {
    // Any modulus does: what counts is the backend.
    unpack_with(Zq::new(3).ok().as_ref(), out, packed, bits, bound)
}

/// Likewise, with the instructions of a backend or without any of their own.
pub(super) fn unpack_with(
    zq: Option<&Zq>,
    out: &mut [u64],
    packed: &[u8],
    bits: u32,
    bound: u64,
) -> bool {
    assert_eq!(packed.len(), packed_bytes(out.len(), bits), "the bytes of as many words");
    let used = out.len() * bits as usize % 8;
    let unpack = Unpack { out, packed, bits, bound };
    let within = match zq {
        Some(zq) => zq.run(unpack),
        None => unpack.word_by_word(),
    };
    let ends = used == 0 || packed.last().is_none_or(|last| last >> used == 0);
    secrecy::revealed(u8::from(within & ends)) == 1
}

struct Unpack<'a> {
    out: &'a mut [u64],
    packed: &'a [u8],
    bits: u32,
    bound: u64,
}

impl Task for Unpack<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        if L::UNPACKS && (NARROWEST..=IN_A_WORD).contains(&self.bits) {
            self.vectors(lanes)
        } else {
            self.word_by_word()
        }
    }
}

impl Unpack<'_> {
    /// Words of at most [`IN_A_WORD`] bits.
    #[inline(always)]
    fn vectors<L: Lanes>(self, lanes: L) -> bool {
        let unpacking = lanes.unpacking(self.bits);
        let mut check = Check {
            bounds: lanes.splat_word(self.bound.min(u64::MAX >> 1)),
            seen: lanes.splat_word(0),
        };
        let (groups, rest) = self.out.as_chunks_mut::<GROUP>();
        let mut packed = self.packed;
        for words in groups {
            match packed.first_chunk() {
                Some(bytes) => vectors_of_group(lanes, words, bytes, unpacking, &mut check),
                None => {
                    vectors_of_group(lanes, words, &padded(packed), unpacking, &mut check);
                }
            }
            packed = &packed[self.bits as usize..];
        }
        if !rest.is_empty() {
            let mut words = [0; GROUP];
            vectors_of_group(lanes, &mut words, &padded(packed), unpacking, &mut check);
            rest.copy_from_slice(&words[..rest.len()]);
        }
        let mut last = L::pad(&[]);
        lanes.store_words(&mut last, check.seen);
        L::words(&last).iter().fold(0, |all, &word| all | word) >> 63 == 0
    }

    fn word_by_word(self) -> bool {
        let Self { out, packed, bits, bound } = self;
        let each = UnpackAll { out: &mut *out, packed, bound };
        with_width(bits, each).unwrap_or_else(|| unpack_any(out, packed, bits, bound))
    }
}

/// Whether words exceed a bound.
struct Check<I> {
    bounds: I,
    /// Highest bits: see [`Lanes::exceeding`].
    seen: I,
}

#[inline(always)]
fn vectors_of_group<L: Lanes>(
    lanes: L,
    words: &mut [u64; GROUP],
    bytes: &[u8; 64],
    unpacking: L::Unpacking,
    check: &mut Check<L::I>,
) {
    for (part, block) in L::blocks_mut(words).0.iter_mut().enumerate() {
        let vector = lanes.unpacked(bytes, part, unpacking);
        check.seen = lanes.exceeding(check.seen, vector, check.bounds);
        lanes.store_words(block, vector);
    }
}

struct UnpackAll<'a> {
    out: &'a mut [u64],
    packed: &'a [u8],
    bound: u64,
}

impl ForWidth for UnpackAll<'_> {
    type Output = bool;

    fn run<const B: u32>(self) -> bool {
        let (groups, rest) = self.out.as_chunks_mut::<GROUP>();
        let (mut packed, mut seen) = (self.packed, 0);
        for group in groups {
            *group = match packed.first_chunk() {
                Some(window) => unpack_group::<B>(window),
                None => unpack_group::<B>(&padded(packed)),
            };
            seen |= exceeding::<B>(group, self.bound);
            packed = &packed[B as usize..];
        }
        if !rest.is_empty() {
            let group = unpack_group::<B>(&padded(packed));
            rest.copy_from_slice(&group[..rest.len()]);
            seen |= exceeding::<B>(rest, self.bound);
        }
        seen >> 63 == 0
    }
}

/// The highest bit, if one of the words exceeds the bound: that of their difference, where words leave it free.
#[inline(always)]
fn exceeding<const B: u32>(words: &[u64], bound: u64) -> u64 {
    let one = |&word: &u64| match B {
        64.. => u64::from(word > bound) << 63,
        _ => bound.min(u64::MAX >> 1).wrapping_sub(word),
    };
    words.iter().fold(0, |seen, word| seen | one(word))
}

/// At most a window of bytes, and zeros.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut window = [0; N];
    let count = bytes.len().min(N);
    window[..count].copy_from_slice(&bytes[..count]);
    window
}

#[inline(always)]
fn unpack_group<const B: u32>(bytes: &[u8; WINDOW]) -> [u64; GROUP] {
    let mut words = [0; GROUP];
    for (j, word) in words.iter_mut().enumerate() {
        let (byte, shift) = place(j, B);
        let all = if B <= IN_A_WORD {
            let mut own = [0; 8];
            own.copy_from_slice(&bytes[byte..byte + 8]);
            u64::from_le_bytes(own) >> shift
        } else {
            let mut own = [0; 16];
            own.copy_from_slice(&bytes[byte..byte + 16]);
            (u128::from_le_bytes(own) >> shift) as u64
        };
        *word = all & (u64::MAX >> (u64::BITS - B));
    }
    words
}

/// Words of any width, byte by byte.
fn unpack_any(out: &mut [u64], packed: &[u8], bits: u32, bound: u64) -> bool {
    let (mut pending, mut fill, mut within) = (0_u128, 0, true);
    let mut bytes = packed.iter();
    for word in out {
        while fill < bits {
            pending |= u128::from(bytes.next().copied().unwrap_or_default()) << fill;
            fill += 8;
        }
        *word = (pending & ((1 << bits) - 1)) as u64;
        within &= *word <= bound;
        (pending, fill) = (pending >> bits, fill - bits);
    }
    within
}
