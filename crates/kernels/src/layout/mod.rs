//! Copies between vectors of different layouts: every so-and-so-manyth block of words, and blocks by
//! table. They compute nothing; they are here to be compiled for the backend's vector registers.

mod blocks;
mod strided_map;

pub use blocks::BlockMap;
pub use strided_map::{MAX_LOOPS, StridedMap};

use crate::{
    Modulus, Zq,
    lanes::{Lanes, Task},
};

struct Pick<'a>(&'a StridedMap, &'a mut [u64], &'a [u64]);

impl Task for Pick<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        self.0.pick_into(self.1, self.2);
    }
}

struct Spread<'a>(&'a StridedMap, &'a mut [u64], &'a [u64]);

impl Task for Spread<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        self.0.spread_into(self.1, self.2, 0);
    }
}

struct PlaceNegated<'a>(&'a Modulus, &'a StridedMap, &'a mut [u64], &'a [u64]);

impl Task for PlaceNegated<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        self.1.place_with(
            self.2,
            self.3,
            #[inline(always)]
            |x| self.0.neg(x),
        );
    }
}

struct CopyBlocks<'a>(&'a BlockMap, &'a mut [u64], &'a [u64]);

impl Task for CopyBlocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        self.0.copy_into(self.1, self.2);
    }
}

impl Zq {
    /// [`StridedMap::pick_into`] with this backend's registers.
    pub fn pick_into(&self, strided_map: &StridedMap, out: &mut [u64], big: &[u64]) {
        match strided_map.as_block() {
            // A plain copy does not gain from entering the backend.
            Some(block) => out.copy_from_slice(&big[..block]),
            None => self.run(Pick(strided_map, out, big)),
        }
    }

    /// [`StridedMap::spread_into`], with 0 elsewhere, with this backend's registers.
    pub fn spread_into(&self, strided_map: &StridedMap, out: &mut [u64], small: &[u64]) {
        self.run(Spread(strided_map, out, small));
    }

    /// [`StridedMap::place_with`] negation modulo q, of canonical residues, with this backend's registers.
    pub fn place_negated(&self, strided_map: &StridedMap, out: &mut [u64], small: &[u64]) {
        self.run(PlaceNegated(self.modulus(), strided_map, out, small));
    }

    /// [`BlockMap::copy_into`] with this backend's registers.
    pub fn copy_blocks_into(&self, map: &BlockMap, out: &mut [u64], x: &[u64]) {
        self.run(CopyBlocks(map, out, x));
    }
}
