//! Constant vectors of sums of products, in the form in which they are read.
//!
//! Key-switching keys are read once in each key switch, from memory. So that they come as one stream
//! that hardware prefetches, a table holds its vectors interleaved: [`CHUNK`] words of the first, as
//! many of the second, and so on, then the next words of each. Memory is what such sums wait for, so where unpacking
//! is cheap ([`Lanes::PACKED_TABLES`]) words take only as many bits as their modulus has: groups of eight, as in
//! [`packed`](crate::packed).

mod fill;

use std::{ops::Range, sync::Arc};

use bytemuck::cast_slice;

use self::fill::Shape;
use crate::{
    AlignedVec, Zq,
    lanes::{Lanes, array},
    packed::GROUP,
    prefetch::{LINE, prefetch, prefetch_once},
};

/// Neighbouring words of a vector in a table: whole vectors of every backend.
pub(super) const CHUNK: usize = 32;

/// So many bytes before a table's words are multiplied they are asked for. Hardware that recognises a stream
/// stops at the end of each page of 4 KiB and recognises it anew behind it; tables are larger than caches.
const AHEAD: usize = 8192;

/// From so many bytes on that tables have in common, none of them is still in a cache when it is read again; it is kept
/// from driving out what is.
const LARGE: usize = 1 << 24;

/// Constant vectors for [`Zq::inner_product_into`], prepared for the backend of one [`Zq`]. A copy shares their memory.
#[derive(Debug, Clone)]
pub struct InnerTable {
    /// In which the words lie: of this table, and of others that were made with it.
    memory: Arc<AlignedVec>,
    /// Chunk after chunk, within a chunk vector after vector; the last chunk may have fewer words. If they are packed,
    /// whole groups of them, and what is loaded with the last.
    values: Range<usize>,
    /// Likewise; empty where the backend's sums need no quotients.
    quotients: Range<usize>,
    /// The bits of a word if words are packed, else 0.
    pub(super) bits: u32,
    pub(super) terms: usize,
    pub(super) len: usize,
}

impl InnerTable {
    /// These vectors, canonical residues modulo an odd q. Takes no memory but the table's own.
    ///
    /// # Panics
    /// When q is even, there are no vectors, or they are not equally long.
    pub fn new<'a>(
        zq: &'a Zq,
        vectors: impl IntoIterator<IntoIter: ExactSizeIterator<Item = &'a [u64]>>,
    ) -> Self {
        Self::several([(zq, vectors)]).swap_remove(0)
    }

    /// Such a table for each modulus and its vectors, all in one piece of memory, so that it may have large pages.
    ///
    /// # Panics
    /// Likewise.
    pub fn several<'a, V>(tables: impl IntoIterator<Item = (&'a Zq, V)>) -> Vec<Self>
    where
        V: IntoIterator<IntoIter: ExactSizeIterator<Item = &'a [u64]>>,
    {
        let tables: Vec<(Shape<'a>, _)> = tables
            .into_iter()
            .map(|(zq, vectors)| {
                let mut vectors = vectors.into_iter().peekable();
                (Shape::new(zq, vectors.len(), vectors.peek().map_or(0, |x| x.len())), vectors)
            })
            .collect();
        let words = tables.iter().map(|(shape, _)| shape.words()).sum();
        let mut memory = AlignedVec::mapped(words);
        let (mut rest, mut start) = (&mut memory[..], 0);
        let mut made = Vec::with_capacity(tables.len());
        for (shape, vectors) in tables {
            let (own, later) = rest.split_at_mut(shape.words());
            shape.fill(own, vectors);
            made.push((shape.ranges(start), shape));
            start += own.len();
            rest = later;
        }
        let memory = Arc::new(memory);
        let table = |([values, quotients], shape): ([Range<usize>; 2], Shape<'a>)| {
            let Shape { bits, terms, len, .. } = shape;
            Self { memory: Arc::clone(&memory), values, quotients, bits, terms, len }
        };
        made.into_iter().map(table).collect()
    }

    /// The bytes in memory of a table of so many vectors of this length.
    pub fn bytes_of(zq: &Zq, terms: usize, len: usize) -> usize {
        Shape::new(zq, terms, len).bytes()
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
        let values = &self.memory[self.values.clone()];
        let quotients = &self.memory[self.quotients.clone()];
        let is_large = 8 * self.memory.len() >= LARGE;
        Columns { values, quotients, bits: self.bits, start, stride, is_large }
    }
}

/// Neighbouring columns of a table within a chunk: where the words of a term lie is computed once for all terms.
#[derive(Clone, Copy)]
pub(super) struct Columns<'a> {
    values: &'a [u64],
    quotients: &'a [u64],
    bits: u32,
    /// Where those of the first term begin: which word, or which byte if words are packed.
    start: usize,
    /// From a term to the next.
    stride: usize,
    is_large: bool,
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

    /// Asks for what is read soon.
    #[inline(always)]
    fn prefetch<T>(&self, table: &[T], at: usize) {
        if self.is_large { prefetch_once(table, at) } else { prefetch(table, at) }
    }

    /// The words of a term, and their quotients where there are any, else the words again.
    #[inline(always)]
    fn words<L: Lanes>(&self, term: usize, count: usize) -> [&[u64]; 2] {
        let Self { values, quotients, .. } = *self;
        let start = self.start + term * self.stride;
        for line in 0..(8 * count).div_ceil(LINE) {
            self.prefetch(values, 8 * start + AHEAD + line * LINE);
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
        let group_bytes = self.bits as usize;
        let start = self.start + term * self.stride;
        let bytes: &[u8] = cast_slice(self.values);
        let bytes = &bytes[start..start + (W - 1) * group_bytes + size_of::<Window>()];
        array(
            #[inline(always)]
            |w| {
                self.prefetch(bytes, w * group_bytes + AHEAD);
                // SAFETY: w < W, so these are bytes of the slice; bytes need no alignment.
                let window: &Window = unsafe { &*bytes.as_ptr().add(w * group_bytes).cast() };
                lanes.dot_packed(window, unpacking)
            },
        )
    }
}

/// As many bytes as a group of packed words is loaded with.
type Window = [u8; 64];
