//! How tables of constant vectors are laid out and filled.

use std::ops::Range;

use bytemuck::cast_slice_mut;

use super::{CHUNK, Window};
use crate::{
    Zq,
    lanes::{Lanes, Task},
    packed::{GROUP, IN_A_WORD, NARROWEST, pack_group_into},
    table::prepare_into,
};

/// What a table holds, and where.
pub(super) struct Shape<'a> {
    zq: &'a Zq,
    pub(super) terms: usize,
    pub(super) len: usize,
    /// The bits of a word if words are packed, else 0.
    pub(super) bits: u32,
    with_quotients: bool,
}

impl<'a> Shape<'a> {
    pub(super) fn new(zq: &'a Zq, terms: usize, len: usize) -> Self {
        let [packs, with_quotients] = table_form(zq);
        let bits = zq.modulus().bits();
        let bits = if packs && (NARROWEST..=IN_A_WORD).contains(&bits) { bits } else { 0 };
        Self { zq, terms, len, bits, with_quotients }
    }

    /// Bytes of the vectors.
    pub(super) fn bytes(&self) -> usize {
        match self.bits {
            0 => 8 * self.terms * self.len * if self.with_quotients { 2 } else { 1 },
            bits => self.terms * self.len.div_ceil(GROUP) * bits as usize,
        }
    }

    /// The words of a table: whole cache lines.
    pub(super) fn words(&self) -> usize {
        let loaded = if self.bits > 0 { size_of::<Window>() } else { 0 };
        (self.bytes() + loaded).div_ceil(8).next_multiple_of(8)
    }

    /// The values and the quotients of a table that begins at a word.
    pub(super) fn ranges(&self, start: usize) -> [Range<usize>; 2] {
        let words = self.terms * self.len;
        let end = start + if self.bits > 0 { self.words() } else { words };
        [start..end, end..end + if self.with_quotients { words } else { 0 }]
    }

    /// Writes the vectors to a table's words, which are zero.
    ///
    /// # Panics
    /// When q is even, there are no vectors, or they are not equally long.
    pub(super) fn fill<'b>(&self, to: &mut [u64], vectors: impl Iterator<Item = &'b [u64]>) {
        let Self { zq, terms, len, bits, .. } = *self;
        assert!(!zq.q().is_multiple_of(2), "sums of products need an odd modulus");
        assert!(terms != 0, "at least one vector");
        let [values, quotients] = self.ranges(0);
        let (values, later) = to.split_at_mut(values.end);
        let quotients = &mut later[..quotients.len()];
        let one = zq.prepare_dot(1).0;
        for (i, vector) in vectors.enumerate() {
            assert_eq!(vector.len(), len, "vectors of equal length");
            for (chunk, from) in vector.chunks(CHUNK).enumerate() {
                if bits > 0 {
                    self.pack(values, [chunk, i], from, one);
                    continue;
                }
                let start = chunk * terms * CHUNK + i * from.len();
                let own = start..start + from.len();
                if self.with_quotients {
                    let to = [&mut values[own.clone()], &mut quotients[own]];
                    prepare_into(zq, &mut from.iter().copied(), true, to);
                } else {
                    zq.run(Prepare { to: &mut values[own], from, one, zq });
                }
            }
        }
    }

    /// Packs a chunk of vector `i`.
    fn pack(&self, values: &mut [u64], [chunk, i]: [usize; 2], from: &[u64], one: u64) {
        let Self { zq, terms, bits, .. } = *self;
        let (packed, group_bytes): (&mut [u8], _) = (cast_slice_mut(values), bits as usize);
        let mut prepared = [0; CHUNK];
        zq.run(Prepare { to: &mut prepared[..from.len()], from, one, zq });
        let groups = from.len().div_ceil(GROUP);
        let start = (chunk * terms * (CHUNK / GROUP) + i * groups) * group_bytes;
        let to = packed[start..].chunks_exact_mut(group_bytes);
        for (group, to) in prepared.as_chunks().0[..groups].iter().zip(to) {
            pack_group_into(to, group, bits);
        }
    }
}

/// Whether the backend packs tables, and whether its sums of products need quotients.
fn table_form(zq: &Zq) -> [bool; 2] {
    struct Form;

    impl Task for Form {
        type Output = [bool; 2];

        #[inline(always)]
        fn run<L: Lanes>(self, _lanes: L) -> [bool; 2] {
            [L::PACKED_TABLES, L::DOT_QUOTIENTS]
        }
    }
    zq.run(Form)
}

/// Multipliers of sums without quotients. In lanes of words what is stored of w is w times what is
/// stored of 1; in lanes of doubles it is the representative in [-q/2, q/2].
struct Prepare<'a> {
    to: &'a mut [u64],
    from: &'a [u64],
    one: u64,
    zq: &'a Zq,
}

impl Task for Prepare<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let one = L::prepare(self.zq.modulus(), if L::LAZY_IS_CANONICAL { self.one } else { 1 });
        let one = lanes.multiplier(one);
        let ((from, from_rest), (to, to_rest)) = (L::blocks(self.from), L::blocks_mut(self.to));
        for (from, to) in from.iter().zip(to) {
            prepare_block(lanes, from, to, one);
        }
        if !to_rest.is_empty() {
            let mut block = L::pad(to_rest);
            prepare_block(lanes, &L::pad(from_rest), &mut block, one);
            to_rest.copy_from_slice(&L::words(&block)[..to_rest.len()]);
        }
    }
}

#[inline(always)]
fn prepare_block<L: Lanes>(lanes: L, from: &L::Block, to: &mut L::Block, one: L::W) {
    let w = lanes.load(from);
    if L::LAZY_IS_CANONICAL {
        lanes.store_product(to, lanes.mul(w, one));
    } else {
        lanes.store_lazy(to, lanes.fold(w));
    }
}
