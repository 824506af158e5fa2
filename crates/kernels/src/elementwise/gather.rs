//! Rearrangements that are used again and again: automorphisms in a basis that they permute.
//!
//! Idea: where the index is a power of two, eight neighbouring results come from eight neighbouring operands, in one of
//! few orders: the transform puts values whose exponents differ in their highest bits beside one another, and an
//! automorphism, a product modulo m, mixes lower bits into higher ones only. Then one vector is loaded and rearranged
//! where eight words would be looked up. Whether it is so is found out, not assumed.

use crate::{
    Zq,
    lanes::{Lanes, Task},
};

crate::heap_bytes!(Rearrangement: index, blocks; Blocks: sources);

/// Words that are rearranged among themselves.
const BLOCK: usize = 8;

/// The most orders.
const ORDERS: usize = 16;

/// Where each result comes from: see [`Zq::rearrange_into`].
#[derive(Debug, Clone)]
pub struct Rearrangement {
    index: Vec<u32>,
    blocks: Option<Blocks>,
}

#[derive(Debug, Clone)]
struct Blocks {
    /// For each block of results [`ORDERS`] times the block of operands, plus the order.
    sources: Vec<u32>,
    orders: [[u64; BLOCK]; ORDERS],
}

impl Rearrangement {
    /// Result i is operand `index[i]`; indices may repeat.
    pub fn new(index: Vec<u32>) -> Self {
        Self { blocks: Blocks::of(&index), index }
    }

    /// Where each result comes from.
    pub fn index(&self) -> &[u32] {
        &self.index
    }

    /// Whether whole vectors are rearranged.
    pub fn is_by_blocks(&self) -> bool {
        self.blocks.is_some()
    }
}

impl Blocks {
    fn of(index: &[u32]) -> Option<Self> {
        let (blocks, []) = index.as_chunks::<BLOCK>() else { return None };
        let mut orders: Vec<[u64; BLOCK]> = Vec::new();
        let mut sources = Vec::with_capacity(blocks.len());
        for block in blocks {
            let source = block[0] / BLOCK as u32;
            if block.iter().any(|&i| i / BLOCK as u32 != source) {
                return None;
            }
            let order = block.map(|i| u64::from(i % BLOCK as u32));
            let known = orders.iter().position(|other| *other == order);
            let place = known.unwrap_or_else(|| {
                orders.push(order);
                orders.len() - 1
            });
            if place >= ORDERS {
                return None;
            }
            sources.push(source.checked_mul(ORDERS as u32)? + place as u32);
        }
        orders.resize(ORDERS, [0; BLOCK]);
        Some(Self { sources, orders: orders.try_into().ok()? })
    }
}

struct ByBlocks<'a> {
    out: &'a mut [u64],
    x: &'a [u64],
    blocks: &'a Blocks,
}

impl Task for ByBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let x = self.x.as_chunks::<BLOCK>().0;
        let out = self.out.as_chunks_mut::<BLOCK>().0;
        for (out, &source) in out.iter_mut().zip(&self.blocks.sources) {
            let (block, order) = (source as usize / ORDERS, source as usize % ORDERS);
            lanes.rearrange(out, &x[block], &self.blocks.orders[order]);
        }
    }
}

impl Zq {
    /// `out[i]` = `x[index[i]]` for the index of a rearrangement.
    ///
    /// # Panics
    /// When `out` and the index differ in length, or an index reaches beyond `x`.
    pub fn rearrange_into(&self, out: &mut [u64], x: &[u64], rearrangement: &Rearrangement) {
        assert_eq!(out.len(), rearrangement.index.len(), "as many indices as results");
        match &rearrangement.blocks {
            Some(blocks) => self.run(ByBlocks { out, x, blocks }),
            None => self.gather_into(out, x, &rearrangement.index),
        }
    }
}
