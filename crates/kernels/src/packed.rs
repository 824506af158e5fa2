//! Words of equal width side by side, without the bits that are always zero.
//!
//! Word i takes the bits from i·b on, where bit k is bit k mod 8 of byte ⌊k/8⌋ (the least significant is
//! bit 0). Bits behind the last word are zero.
//!
//! Idea: eight words of b bits take exactly b bytes, so each of them lies at a place within its group that
//! depends on b alone. For every width from `NARROWEST` to `WIDEST` there is a function in which all places
//! and shifts are constants, and which works on words independently of one another: a load, a shift and a mask,
//! or two shifts and a store. Other widths go bit string by bit string.
//!
//! Both directions take the same steps whatever the words are: they may be secret.

use std::mem::MaybeUninit;

/// The widths of the functions for one width.
pub(crate) const NARROWEST: u32 = 8;
const WIDEST: u32 = 64;

/// Words that begin and end at whole bytes together.
pub(crate) const GROUP: usize = 8;

/// The bytes from the first of a group to the last that a word of it is loaded or stored with.
const WINDOW: usize = 72;

/// The widths of which a word at any place within its first byte is within eight bytes.
pub(crate) const IN_A_WORD: u32 = 56;

/// The bytes that `count` words of `bits` bits take.
#[must_use]
pub fn packed_bytes(count: usize, bits: u32) -> usize {
    (count * bits as usize).div_ceil(8)
}

/// Appends words below 2^`bits`: [`packed_bytes`] of them. Does not move what is there if there is room.
pub fn pack_onto(out: &mut Vec<u8>, words: &[u64], bits: u32) {
    debug_assert!(
        bits <= u64::BITS && words.iter().all(|&x| x.leading_zeros() >= u64::BITS - bits)
    );
    let bytes = packed_bytes(words.len(), bits);
    out.reserve(bytes);
    let room = &mut out.spare_capacity_mut()[..bytes];
    if !with_width(bits, PackAll { out: room, words }) {
        pack_any(room, words, bits);
    }
    // SAFETY: both ways write every byte of `room`, which is what follows on the present length.
    unsafe { out.set_len(out.len() + bytes) };
}

/// Unpacks as many words of `bits` bits as `out` holds. Whether the bits behind the last are zero.
///
/// # Panics
/// When `packed` has not as many bytes as they take.
#[must_use]
pub fn unpack_into(out: &mut [u64], packed: &[u8], bits: u32) -> bool {
    assert_eq!(packed.len(), packed_bytes(out.len(), bits), "the bytes of as many words");
    let used = out.len() * bits as usize % 8;
    if !with_width(bits, UnpackAll { out, packed }) {
        unpack_any(out, packed, bits);
    }
    used == 0 || packed.last().is_none_or(|last| last >> used == 0)
}

/// Packs a group of words of `bits` bits, from [`NARROWEST`] on, into as many bytes.
///
/// # Panics
/// When `out` has another number of bytes.
pub(crate) fn pack_group_into(out: &mut [u8], group: &[u64; GROUP], bits: u32) {
    assert_eq!(out.len(), bits as usize, "as many bytes as bits");
    let mut window = [MaybeUninit::new(0); WINDOW];
    with_width(bits, PackOne { window: &mut window, group });
    for (out, byte) in out.iter_mut().zip(&window) {
        // SAFETY: all bytes of the window were written when it was made.
        *out = unsafe { byte.assume_init() };
    }
}

struct PackOne<'a> {
    window: &'a mut [MaybeUninit<u8>; WINDOW],
    group: &'a [u64; GROUP],
}

impl ForWidth for PackOne<'_> {
    fn run<const B: u32>(self) {
        pack_group::<B>(self.window, self.group);
    }
}

/// Work that is compiled for each width.
trait ForWidth {
    fn run<const B: u32>(self);
}

/// Whether there is a function for this width, which is then called.
fn with_width(bits: u32, work: impl ForWidth) -> bool {
    macro_rules! widths {
        ($($width:literal)*) => {
            match bits {
                $($width => work.run::<$width>(),)*
                _ => return false,
            }
        };
    }
    widths!(
        8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43
        44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
        63 64
    );
    debug_assert!((NARROWEST..=WIDEST).contains(&bits));
    true
}

struct UnpackAll<'a> {
    out: &'a mut [u64],
    packed: &'a [u8],
}

impl ForWidth for UnpackAll<'_> {
    fn run<const B: u32>(self) {
        let (groups, rest) = self.out.as_chunks_mut::<GROUP>();
        let mut packed = self.packed;
        for group in groups {
            match packed.first_chunk() {
                Some(window) => *group = unpack_group::<B>(window),
                None => *group = unpack_group::<B>(&padded(packed)),
            }
            packed = &packed[B as usize..];
        }
        if !rest.is_empty() {
            let group = unpack_group::<B>(&padded(packed));
            rest.copy_from_slice(&group[..rest.len()]);
        }
    }
}

/// At most a window of bytes, and zeros.
fn padded(bytes: &[u8]) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    let count = bytes.len().min(WINDOW);
    window[..count].copy_from_slice(&bytes[..count]);
    window
}

#[inline(always)]
fn unpack_group<const B: u32>(bytes: &[u8; WINDOW]) -> [u64; GROUP] {
    let mut words = [0; GROUP];
    for (j, word) in words.iter_mut().enumerate() {
        let (byte, shift) = place::<B>(j);
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

/// The byte of a group in which a word begins, and the bit within it.
#[inline(always)]
const fn place<const B: u32>(word: usize) -> (usize, u32) {
    let bit = word * B as usize;
    (bit / 8, (bit % 8) as u32)
}

struct PackAll<'a> {
    out: &'a mut [MaybeUninit<u8>],
    words: &'a [u64],
}

impl ForWidth for PackAll<'_> {
    fn run<const B: u32>(self) {
        let (groups, rest) = self.words.as_chunks::<GROUP>();
        let mut out = self.out;
        for group in groups {
            match out.first_chunk_mut() {
                Some(window) => pack_group::<B>(window, group),
                None => pack_padded::<B>(out, group),
            }
            out = &mut out[B as usize..];
        }
        if !rest.is_empty() {
            let mut group = [0; GROUP];
            group[..rest.len()].copy_from_slice(rest);
            pack_padded::<B>(out, &group);
        }
    }
}

/// A group of which only the bytes that there are are written.
fn pack_padded<const B: u32>(out: &mut [MaybeUninit<u8>], group: &[u64; GROUP]) {
    let mut window = [MaybeUninit::new(0); WINDOW];
    pack_group::<B>(&mut window, group);
    let count = out.len().min(WINDOW);
    out[..count].copy_from_slice(&window[..count]);
}

/// Writes zeros behind the group, which the next one overwrites.
#[inline(always)]
fn pack_group<const B: u32>(out: &mut [MaybeUninit<u8>; WINDOW], group: &[u64; GROUP]) {
    for j in 0..GROUP {
        let (byte, shift) = place::<B>(j);
        // The bits of the word before that share the first byte.
        let before = if shift == 0 { 0 } else { group[j - 1] >> (B - shift) };
        if B <= IN_A_WORD {
            let own = (group[j] << shift | before).to_le_bytes();
            out[byte..byte + 8].copy_from_slice(&own.map(MaybeUninit::new));
        } else {
            let own = (u128::from(group[j]) << shift | u128::from(before)).to_le_bytes();
            out[byte..byte + 16].copy_from_slice(&own.map(MaybeUninit::new));
        }
    }
}

/// Words of any width, byte by byte.
fn pack_any(out: &mut [MaybeUninit<u8>], words: &[u64], bits: u32) {
    let (mut pending, mut fill, mut at) = (0_u128, 0, 0);
    for &x in words {
        pending |= u128::from(x) << fill;
        fill += bits;
        while fill >= 8 {
            out[at] = MaybeUninit::new(pending as u8);
            (pending, fill, at) = (pending >> 8, fill - 8, at + 1);
        }
    }
    if let Some(last) = out.get_mut(at) {
        *last = MaybeUninit::new(pending as u8);
    }
}

/// Likewise.
fn unpack_any(out: &mut [u64], packed: &[u8], bits: u32) {
    let (mut pending, mut fill) = (0_u128, 0);
    let mut bytes = packed.iter();
    for word in out {
        while fill < bits {
            pending |= u128::from(bytes.next().copied().unwrap_or_default()) << fill;
            fill += 8;
        }
        *word = (pending & ((1 << bits) - 1)) as u64;
        (pending, fill) = (pending >> bits, fill - bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, bit by bit.
    fn by_definition(words: &[u64], bits: u32) -> Vec<u8> {
        let mut out = vec![0; (words.len() * bits as usize).div_ceil(8)];
        for (i, x) in words.iter().enumerate() {
            for j in 0..bits as usize {
                let bit = i * bits as usize + j;
                out[bit / 8] |= u8::from(x >> j & 1 == 1) << (bit % 8);
            }
        }
        out
    }

    fn words(bits: u32, count: usize) -> Vec<u64> {
        let mask = if bits == 0 { 0 } else { u64::MAX >> (u64::BITS - bits) };
        let mut state = u64::from(bits);
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state ^ state >> 31) & mask
        };
        (0..count).map(|i| if i % 5 == 0 { mask } else { next() }).collect()
    }

    #[test]
    fn every_width_and_length() {
        for bits in 0..=64 {
            for count in (0..40).chain([100, 257]) {
                let x = words(bits, count);
                let mut packed = vec![7; 3];
                pack_onto(&mut packed, &x, bits);
                assert_eq!(packed[..3], [7; 3]);
                assert_eq!(packed[3..], by_definition(&x, bits), "{count} words of {bits} bits");
                let mut back = vec![u64::MAX; count];
                assert!(unpack_into(&mut back, &packed[3..], bits));
                assert_eq!(back, x, "{count} words of {bits} bits");
            }
        }
    }

    #[test]
    fn bits_behind_the_last_word_are_seen() {
        for bits in 1..=64_u32 {
            for count in [1, 3, 7, 9, 31] {
                let x = words(bits, count);
                let whole = by_definition(&x, bits);
                for bit in count * bits as usize..8 * whole.len() {
                    let mut padded = whole.clone();
                    padded[bit / 8] |= 1 << (bit % 8);
                    let mut back = vec![0; count];
                    assert!(!unpack_into(&mut back, &padded, bits), "bit {bit} of {bits}·{count}");
                    assert_eq!(back, x);
                }
            }
        }
    }

    #[test]
    fn nothing_moves_where_there_is_room() {
        let x = words(43, 1000);
        let mut out = Vec::with_capacity(packed_bytes(1000, 43));
        let address = out.as_ptr();
        pack_onto(&mut out, &x, 43);
        assert_eq!((out.as_ptr(), out.len()), (address, 5375));
    }
}
