//! Constant vectors of sums of products, in the form in which they are read.
//!
//! Key-switching keys are read once in each key switch, from memory. So that they come as one stream
//! that hardware prefetches, a table holds its vectors interleaved: [`CHUNK`] words of the first, as
//! many of the second, and so on, then the next words of each. Memory is what such sums wait for, so where unpacking
//! is cheap ([`Lanes::PACKED_TABLES`]) words take only as many bits as their modulus has: groups of eight, as in
//! [`packed`](crate::packed).

use bytemuck::{cast_slice, cast_slice_mut};

use crate::{
    AlignedVec, Zq,
    lanes::{Lanes, Task, array},
    packed::{GROUP, IN_A_WORD, NARROWEST, pack_group_into},
    table::prepare_into,
};

/// Neighbouring words of a vector in a table: whole vectors of every backend.
pub(super) const CHUNK: usize = 32;

/// So many bytes before a table's words are multiplied they are asked for. Hardware that recognises a stream
/// stops at the end of each page of 4 KiB and recognises it anew behind it; tables are larger than caches.
const AHEAD: usize = 8192;

/// The bytes of a cache line.
pub(super) const LINE: usize = 64;

/// Asks for the cache line of byte `at` of a slice, or of whatever lies there behind its end: without a branch, for
/// inner loops.
#[inline(always)]
#[allow(unused_variables)]
pub(super) fn prefetch<T>(slice: &[T], at: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching reads nothing and takes any address. SSE is part of x86-64.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().cast::<i8>().wrapping_add(at));
    }
}

/// Constant vectors for [`Zq::inner_product_into`], prepared for the backend of one [`Zq`].
#[derive(Debug, Clone)]
pub struct InnerTable {
    /// Chunk after chunk, within a chunk vector after vector; the last chunk may have fewer words. If they are packed,
    /// whole groups of them, and what is loaded with the last.
    values: AlignedVec,
    /// The bits of a word if words are packed, else 0.
    pub(super) bits: u32,
    /// Likewise; empty where the backend's sums need no quotients.
    quotients: AlignedVec,
    pub(super) terms: usize,
    pub(super) len: usize,
}

impl InnerTable {
    /// These vectors, canonical residues modulo an odd q. Takes no memory but the table's own.
    ///
    /// # Panics
    /// When q is even, there are no vectors, or they are not equally long.
    pub fn new<'a>(
        zq: &Zq,
        vectors: impl IntoIterator<IntoIter: ExactSizeIterator<Item = &'a [u64]>>,
    ) -> Self {
        assert!(!zq.q().is_multiple_of(2), "sums of products need an odd modulus");
        let mut vectors = vectors.into_iter().peekable();
        let (terms, len) = (vectors.len(), vectors.peek().map_or(0, |vector| vector.len()));
        assert!(terms != 0, "at least one vector");
        let (words, bits) = (terms * len, packed_bits(zq));
        if bits > 0 {
            return Self::packed(zq, vectors, [terms, len], bits);
        }
        let mut values = AlignedVec::zeroed(words);
        let mut quotients = AlignedVec::zeroed(if with_quotients(zq) { words } else { 0 });
        for (i, vector) in vectors.enumerate() {
            assert_eq!(vector.len(), len, "vectors of equal length");
            for (chunk, from) in vector.chunks(CHUNK).enumerate() {
                let start = chunk * terms * CHUNK + i * from.len();
                let own = start..start + from.len();
                if quotients.is_empty() {
                    zq.run(Prepare { to: &mut values[own], from, one: zq.prepare_dot(1).0, zq });
                } else {
                    let to = [&mut values[own.clone()], &mut quotients[own]];
                    prepare_into(zq, &mut from.iter().copied(), true, to);
                }
            }
        }
        Self { values, bits: 0, quotients, terms, len }
    }

    fn packed<'a>(
        zq: &Zq,
        vectors: impl Iterator<Item = &'a [u64]>,
        [terms, len]: [usize; 2],
        bits: u32,
    ) -> Self {
        let bytes = Self::bytes_of(zq, terms, len);
        let mut values = AlignedVec::zeroed((bytes + size_of::<Window>()).div_ceil(8));
        let packed: &mut [u8] = cast_slice_mut(&mut values);
        let (one, group_bytes) = (zq.prepare_dot(1).0, bits as usize);
        for (i, vector) in vectors.enumerate() {
            assert_eq!(vector.len(), len, "vectors of equal length");
            for (chunk, from) in vector.chunks(CHUNK).enumerate() {
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
        Self { values, bits, quotients: AlignedVec::zeroed(0), terms, len }
    }

    /// The bytes in memory of a table of so many vectors of this length.
    pub fn bytes_of(zq: &Zq, terms: usize, len: usize) -> usize {
        match packed_bits(zq) {
            0 => 8 * terms * len * if with_quotients(zq) { 2 } else { 1 },
            bits => terms * len.div_ceil(GROUP) * bits as usize,
        }
    }

    /// The number of vectors.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// The length of each.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes in memory: [`InnerTable::bytes_of`].
    pub fn bytes(&self) -> usize {
        match self.bits {
            0 => 8 * (self.values.len() + self.quotients.len()),
            bits => self.terms * self.len.div_ceil(GROUP) * bits as usize,
        }
    }

    /// Whether words are packed, and what unpacking them takes; of all tables of a modulus alike.
    #[inline(always)]
    pub(super) fn unpacking<L: Lanes>(&self, lanes: L) -> Option<L::Unpacking> {
        if L::PACKED_TABLES && self.bits > 0 { Some(lanes.unpacking(self.bits)) } else { None }
    }

    /// Whether they are empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The columns from one of a chunk on.
    #[inline(always)]
    pub(super) fn columns(&self, chunk: usize, at: usize) -> Columns<'_> {
        let (width, before) = (CHUNK.min(self.len - chunk * CHUNK), chunk * self.terms);
        let (start, stride) = match self.bits as usize {
            0 => (before * CHUNK + at, width),
            // A group takes as many bytes as a word has bits.
            bytes => {
                (bytes * (before * (CHUNK / GROUP) + at / GROUP), bytes * width.div_ceil(GROUP))
            }
        };
        Columns { table: self, start, stride }
    }
}

/// Neighbouring columns of a table within a chunk: where the words of a term lie is computed once for all terms.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    table: &'a InnerTable,
    /// Where those of the first term begin: which word, or which byte if words are packed.
    start: usize,
    /// From a term to the next.
    stride: usize,
}

impl Columns<'_> {
    /// Multipliers of a term in `W` vectors of lanes.
    #[inline(always)]
    pub(super) fn multipliers<L: Lanes, const W: usize>(
        self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        term: usize,
    ) -> [L::D; W] {
        if let Some(unpacking) = unpacking {
            return self.groups(lanes, unpacking, term);
        }
        let [values, quotients] = self.words::<L>(term, W * L::LANES);
        let (values, quotients) = (L::blocks(values).0, L::blocks(quotients).0);
        array(
            #[inline(always)]
            |w| lanes.dot_multipliers(&values[w], &quotients[w]),
        )
    }

    /// Likewise of `count` words, which are less than a vector.
    #[inline(always)]
    pub(super) fn last_multipliers<L: Lanes>(
        self,
        lanes: L,
        unpacking: Option<L::Unpacking>,
        term: usize,
        count: usize,
    ) -> [L::D; 1] {
        if let Some(unpacking) = unpacking {
            return self.groups(lanes, unpacking, term);
        }
        let [values, quotients] = self.words::<L>(term, count);
        [lanes.dot_multipliers(&L::pad(values), &L::pad(quotients))]
    }

    /// The words of a term, and their quotients where there are any, else the words again.
    #[inline(always)]
    fn words<L: Lanes>(&self, term: usize, count: usize) -> [&[u64]; 2] {
        let InnerTable { values, quotients, .. } = self.table;
        let start = self.start + term * self.stride;
        for line in 0..(8 * count).div_ceil(LINE) {
            prefetch(values, 8 * start + AHEAD + line * LINE);
        }
        let values = &values[start..start + count];
        [values, if L::DOT_QUOTIENTS { &quotients[start..start + count] } else { values }]
    }

    /// `W` groups of packed words of a term.
    #[inline(always)]
    fn groups<L: Lanes, const W: usize>(
        &self,
        lanes: L,
        unpacking: L::Unpacking,
        term: usize,
    ) -> [L::D; W] {
        let group_bytes = self.table.bits as usize;
        let start = self.start + term * self.stride;
        let bytes: &[u8] = cast_slice(&self.table.values);
        let bytes = &bytes[start..start + (W - 1) * group_bytes + size_of::<Window>()];
        array(
            #[inline(always)]
            |w| {
                prefetch(bytes, w * group_bytes + AHEAD);
                // SAFETY: w < W, so these are bytes of the slice; bytes need no alignment.
                let window: &Window = unsafe { &*bytes.as_ptr().add(w * group_bytes).cast() };
                lanes.dot_packed(window, unpacking)
            },
        )
    }
}

/// As many bytes as a group of packed words is loaded with.
type Window = [u8; 64];

/// The bits of a word where tables of a modulus are packed, else 0.
fn packed_bits(zq: &Zq) -> u32 {
    struct Packs;

    impl Task for Packs {
        type Output = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, _lanes: L) -> bool {
            L::PACKED_TABLES
        }
    }
    let bits = zq.modulus().bits();
    if zq.run(Packs) && (NARROWEST..=IN_A_WORD).contains(&bits) { bits } else { 0 }
}

/// Whether the backend's sums of products need quotients.
fn with_quotients(zq: &Zq) -> bool {
    struct WithQuotients;

    impl Task for WithQuotients {
        type Output = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, _lanes: L) -> bool {
            L::DOT_QUOTIENTS
        }
    }
    zq.run(WithQuotients)
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
