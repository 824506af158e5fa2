//! From words to bytes.

use std::mem::MaybeUninit;

use super::{ForWidth, GROUP, IN_A_WORD, WINDOW, packed_bytes, place, with_width};

/// Appends words below 2^`bits`: [`packed_bytes`] of them. Does not move what is there if there is room.
pub fn pack_onto(out: &mut Vec<u8>, words: &[u64], bits: u32) {
    debug_assert!(
        bits <= u64::BITS && words.iter().all(|&x| x.leading_zeros() >= u64::BITS - bits)
    );
    let bytes = packed_bytes(words.len(), bits);
    out.reserve(bytes);
    let room = &mut out.spare_capacity_mut()[..bytes];
    if with_width(bits, PackAll { out: &mut *room, words }).is_none() {
        pack_any(room, words, bits);
    }
    // SAFETY: both ways write every byte of `room`, which is what follows on the present length.
    unsafe { out.set_len(out.len() + bytes) };
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
    type Output = ();

    fn run<const B: u32>(self) {
        pack_group::<B>(self.window, self.group);
    }
}

struct PackAll<'a> {
    out: &'a mut [MaybeUninit<u8>],
    words: &'a [u64],
}

impl ForWidth for PackAll<'_> {
    type Output = ();

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
        let (byte, shift) = place(j, B);
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
