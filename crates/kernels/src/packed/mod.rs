//! Words of equal width side by side, without the bits that are always zero.
//!
//! Word i takes the bits from i·b on, where bit k is bit k mod 8 of byte ⌊k/8⌋ (the least significant is
//! bit 0). Bits behind the last word are zero.
//!
//! Idea: eight words of b bits take exactly b bytes, so each of them lies at a place within its group that
//! depends on b alone. Vector lanes unpack whole vectors of a group: a rearrangement of bytes, a shift of each word,
//! a mask. For every width from `NARROWEST` to `WIDEST` there is also a function in which all places
//! and shifts are constants, and which works on words independently of one another: a load, a shift and a mask,
//! or two shifts and a store. Other widths go bit string by bit string.
//!
//! Both directions take the same steps whatever the words are: they may be secret.

mod pack;
mod unpack;

#[cfg(test)]
mod tests;

pub(crate) use self::pack::pack_group_into;
pub use self::{pack::pack_onto, unpack::unpack_into};

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

/// The byte of a group in which a word begins, and the bit within it.
#[inline(always)]
pub(crate) const fn place(word: usize, bits: u32) -> (usize, u32) {
    let bit = word * bits as usize;
    (bit / 8, (bit % 8) as u32)
}

/// Work that is compiled for each width.
trait ForWidth {
    type Output;

    fn run<const B: u32>(self) -> Self::Output;
}

/// What comes of the function for this width, if there is one.
fn with_width<W: ForWidth>(bits: u32, work: W) -> Option<W::Output> {
    macro_rules! widths {
        ($($width:literal)*) => {
            Some(match bits {
                $($width => work.run::<$width>(),)*
                _ => return None,
            })
        };
    }
    debug_assert!(bits <= WIDEST);
    widths!(
        8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43
        44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
        63 64
    )
}
