//! Operations coefficient by coefficient.
//!
//! All methods of [`Zq`] here share what its documentation says: slices are equally long (they
//! panic otherwise), hold canonical residues unless a method says something else, and may lie at
//! any address. The order of the coefficients means nothing to them. None allocates, and none
//! takes steps that depend on the values.

mod arithmetic;
mod centre;
mod digits;
mod gather;
mod inner;
mod inner_table;
mod multiply;
mod pairs;
mod permute;
mod reduce;

#[cfg(test)]
mod tests;

pub use digits::{Digits, DigitsError};
pub use gather::Rearrangement;
pub use inner_table::InnerTable;
pub use pairs::PairSum;

use crate::lanes::Lanes;

/// `x[i]` = f(`x[i]`, others[0][i], …), vector by vector; f's value is of class 4.
#[inline(always)]
pub(crate) fn update<L: Lanes, const K: usize>(
    lanes: L,
    x: &mut [u64],
    others: [&[u64]; K],
    f: impl Fn(&L::Block, [&L::Block; K]) -> L::V,
) {
    update_with(
        lanes,
        x,
        others,
        f,
        #[inline(always)]
        |block, v| lanes.store(block, v),
    );
}

/// Likewise where f's value is canonical.
#[inline(always)]
pub(crate) fn update_words<L: Lanes, const K: usize>(
    lanes: L,
    x: &mut [u64],
    others: [&[u64]; K],
    f: impl Fn(&L::Block, [&L::Block; K]) -> L::I,
) {
    update_with(
        lanes,
        x,
        others,
        f,
        #[inline(always)]
        |block, words| lanes.store_words(block, words),
    );
}

/// Likewise where f's value is what `put` stores.
///
/// `f` sees blocks and loads what it needs, so that kernels which only write x pay nothing for
/// reading it. The words left over at the end are filled up with zeros. Closures must be
/// `#[inline(always)]`, like everything that computes with lanes.
#[inline(always)]
fn update_with<L: Lanes, T, const K: usize>(
    _lanes: L,
    x: &mut [u64],
    others: [&[u64]; K],
    f: impl Fn(&L::Block, [&L::Block; K]) -> T,
    put: impl Fn(&mut L::Block, T),
) {
    let (blocks, rest) = L::blocks_mut(x);
    let (whole, left) = (blocks.len(), rest.len());
    let (mut other_blocks, mut other_rests) = ([&[] as &[L::Block]; K], [&[] as &[u64]; K]);
    for i in 0..K {
        assert_eq!(whole * L::LANES + left, others[i].len(), "slices of equal length");
        let (blocks, rest) = L::blocks(others[i]);
        (other_blocks[i], other_rests[i]) = (&blocks[..whole], rest);
    }
    for (j, block) in blocks.iter_mut().enumerate() {
        let mut refs = [&*block; K];
        for i in 0..K {
            refs[i] = &other_blocks[i][j];
        }
        let value = f(block, refs);
        put(block, value);
    }
    if !rest.is_empty() {
        let mut block = L::pad(rest);
        let mut pads = [block; K];
        for i in 0..K {
            pads[i] = L::pad(other_rests[i]);
        }
        let mut refs = [&block; K];
        for i in 0..K {
            refs[i] = &pads[i];
        }
        let value = f(&block, refs);
        put(&mut block, value);
        rest.copy_from_slice(&L::words(&block)[..left]);
    }
}

/// Declares a kernel: a task with these fields, and what it does with its lanes.
macro_rules! kernel {
    (
        $(#[$doc:meta])*
        $name:ident<$life:lifetime> { $($field:ident: $type:ty),* $(,)? },
        |$lanes:ident: $l:ident| $body:block
    ) => {
        $(#[$doc])*
        struct $name<$life> {
            $($field: $type),*
        }

        impl $crate::lanes::Task for $name<'_> {
            type Output = ();

            #[inline(always)]
            fn run<$l: $crate::lanes::Lanes>(self, $lanes: $l) {
                let Self { $($field),* } = self;
                $body
            }
        }
    };
}
pub(crate) use kernel;
