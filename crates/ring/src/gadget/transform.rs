//! Sums of products of rotated key switches with tables: the baby steps of linear transforms.
//!
//! Wanted are Σ_i w_i·y_{j_i} for many constant elements w_i, and a few y_j, each the image of one pair (c_0, c_1)
//! under an automorphism σ_k after its key switch, all modulo Q·P:
//!
//! y = (σ_k(P·c_0 + Σ D·b), σ_k(Σ D·a)) for the digits D of c_1 and a key (b, a), or (P·c_0, P·c_1) itself.
//!
//! Idea: none of this mixes limbs. So all is done modulo one prime before the next: the digits modulo it, each y, and
//! the sums. Nothing but the sums is kept, keys and constants are read once, and what is read more than once, the
//! y's of one limb, takes J·n words in place of J·(L + k)·n for J of them: these fit in a cache, or nearly.
//!
//! Double hoisting: ePrint 2020/1203, §4.

use rayon::prelude::*;
use ringassay_kernels::{PairSum, Rearrangement};

use super::{
    DigitTable, Gadget,
    switch::{DigitRows, Switching, inner_products},
};
use crate::{
    Crt, Element, ElementError, meter, parallel,
    pool::Buffer,
    recorder::Kernel,
    rns::{RnsError, check_index, check_moduli},
};

/// Words between a row of an image and the next, besides those of a row of an element. For powers of two, rows would
/// lie a multiple of 4096 bytes apart otherwise: a column of all of them in the same few sets of a cache.
pub const IMAGE_PADDING: usize = 32;

/// A key and the automorphism ζ ↦ ζ^k of what it has switched; none for the pair itself.
pub type Rotation<'a> = Option<([&'a DigitTable; 2], u64)>;

/// Constant elements, and which image goes with each.
pub type ConstantSum<'a> = (&'a DigitTable, &'a [usize]);

impl Element<Crt> {
    /// For each of the sums Σ_i w_i·y_{j_i}, both components. w_i are the elements of its
    /// table, j_i the images that it names, of those that `rotations` give; `factors` are P modulo each prime of Q.
    ///
    /// # Errors
    /// When moduli or indices differ from those of the gadget, the target or the tables, an exponent is no unit
    /// modulo m, there are not as many factors as primes of Q, or a sum names other images than there are.
    pub fn rotated_sums(
        [c0, c1]: [&Self; 2],
        switching: &Switching<'_>,
        factors: &[u64],
        rotations: &[Rotation<'_>],
        sums: &[ConstantSum<'_>],
    ) -> Result<Vec<[Self; 2]>, ElementError> {
        let target = switching.target;
        ElementError::check_factors(factors, c0.ring().moduli())?;
        check([c0, c1], switching, rotations, sums)?;
        let maps = rotations.iter().map(|rotation| match rotation {
            Some((_, k)) => target.shape().automorphism(*k).map(Some),
            None => Ok(None),
        });
        let maps = maps.collect::<Result<Vec<_>, _>>()?;
        let secret = c0.is_secret() || c1.is_secret();
        let digits = match rotations.iter().any(Option::is_some) {
            true => Some(DigitRows::new(c1, switching.gadget, target)?),
            false => None,
        };
        let pair = |_| [0, 1].map(|_| Self::uninitialised(target, secret));
        let mut results: Vec<[Self; 2]> = (0..sums.len()).map(pair).collect();
        let work = Work { c: [c0, c1], factors, switching, rotations, sums, digits, secret };
        let (stride, degree) = (target.stride(), target.degree());
        let mut limbs: Vec<Vec<[&mut [u64]; 2]>> =
            (0..target.limbs()).map(|_| Vec::new()).collect();
        for [first, second] in &mut results {
            let rows = first.words_mut().chunks_exact_mut(stride);
            let rows = rows.zip(second.words_mut().chunks_exact_mut(stride));
            for (limb, (first, second)) in limbs.iter_mut().zip(rows) {
                limb.push([&mut first[..degree], &mut second[..degree]]);
            }
        }
        let gathers: Vec<Option<&Rearrangement>> =
            maps.iter().map(|map| map.as_ref().map(|map| map.crt())).collect();
        if rayon::current_num_threads() > 1 {
            let limbs = limbs.into_par_iter().enumerate();
            limbs.for_each(|(i, mut rows)| work.limb(i, &mut rows, &gathers));
        } else {
            let limbs = limbs.into_iter().enumerate();
            limbs.for_each(|(i, mut rows)| work.limb(i, &mut rows, &gathers));
        }
        drop(work);
        Ok(results)
    }
}

fn check(
    c: [&Element<Crt>; 2],
    switching: &Switching<'_>,
    rotations: &[Rotation<'_>],
    sums: &[ConstantSum<'_>],
) -> Result<(), ElementError> {
    let Switching { gadget, target, limbs, which } = *switching;
    check_moduli(target, gadget.target())?;
    for c in c {
        check_moduli(c.ring(), gadget.source())?;
        check_index(c.ring(), target)?;
    }
    for (tables, _) in rotations.iter().flatten() {
        for table in tables {
            table.covers(target, gadget.digits(), limbs, which)?;
        }
    }
    for (table, images) in sums {
        let all: Vec<usize> = (0..table.digits()).collect();
        let own: Vec<usize> = (0..target.limbs()).collect();
        table.covers(target, images.len(), &own, &all[..images.len().min(all.len())])?;
        if images.len() != all.len() || images.iter().any(|&image| image >= rotations.len()) {
            let (given, expected) = (images.len(), all.len());
            return Err(RnsError::DigitCount { given, expected }.into());
        }
    }
    Ok(())
}

/// What is done modulo each prime.
struct Work<'a> {
    c: [&'a Element<Crt>; 2],
    /// P modulo each prime of Q.
    factors: &'a [u64],
    switching: &'a Switching<'a>,
    rotations: &'a [Rotation<'a>],
    sums: &'a [ConstantSum<'a>],
    digits: Option<DigitRows<'a>>,
    secret: bool,
}

impl Work<'_> {
    fn limb(&self, i: usize, results: &mut [[&mut [u64]; 2]], gathers: &[Option<&Rearrangement>]) {
        let target = self.switching.target;
        let zq = target.zq(i);
        let images = self.images(i, gathers);
        let degree = target.degree();
        let stride = target.stride() + IMAGE_PADDING;
        let pairs: Vec<[&[u64]; 2]> = images
            .chunks_exact(2 * stride)
            .map(|pair| {
                let (first, second) = pair.split_at(stride);
                [&first[..degree], &second[..degree]]
            })
            .collect();
        let sums: Vec<PairSum<'_>> = self
            .sums
            .iter()
            .map(|&(table, pairs)| PairSum { table: &table.limbs[i], pairs })
            .collect();
        for sum in &sums {
            let terms = sum.pairs.len() as u32;
            for _ in 0..2 {
                meter::row(Kernel::InnerProduct { terms }, zq, degree);
            }
        }
        zq.pair_sums_into(results, &pairs, &sums);
    }

    /// The images modulo a prime, two rows each.
    fn images(&self, i: usize, gathers: &[Option<&Rearrangement>]) -> Buffer {
        let Switching { gadget, target, limbs, which } = *self.switching;
        let (stride, degree, zq) = (target.stride(), target.degree(), target.zq(i));
        let image_stride = stride + IMAGE_PADDING;
        let mut images = self.take(2 * self.rotations.len() * image_stride);
        // P·c_0, P·c_1, and the sums of a key before they are rotated.
        let mut memory = self.take(4 * stride);
        let (raised, switched) = memory.split_at_mut(2 * stride);
        let (raised0, raised1) = raised.split_at_mut(stride);
        let is_own = self.raise(i, 0, &mut raised0[..degree]);
        if self.rotations.iter().any(Option::is_none) {
            self.raise(i, 1, &mut raised1[..degree]);
        }
        let mut digit_memory =
            self.take(if self.digits.is_some() { gadget.digits() * stride } else { 0 });
        let rows = self.digits.as_ref().map(|digits| {
            let split = parallel::within_rows(gadget.digits() * target.words(), target.limbs());
            digits.rows(i, &mut digit_memory, split)
        });
        let (first, second) = switched.split_at_mut(stride);
        let (first, second) = (&mut first[..degree], &mut second[..degree]);
        let both = images.chunks_exact_mut(2 * image_stride);
        for (image, (rotation, gather)) in both.zip(self.rotations.iter().zip(gathers)) {
            let (b, a) = image.split_at_mut(image_stride);
            let (b, a) = (&mut b[..degree], &mut a[..degree]);
            match (rotation, gather, &rows) {
                (Some((tables, _)), Some(gather), Some(rows)) => {
                    let sums = [&mut *first, &mut *second];
                    inner_products(zq, sums, rows, *tables, limbs[i], which);
                    if is_own {
                        meter::row(Kernel::Add, zq, degree);
                        zq.add_assign(first, &raised0[..degree]);
                    }
                    for (image, sum) in [(b, &*first), (a, &*second)] {
                        meter::row(Kernel::Gather, zq, degree);
                        zq.rearrange_into(image, sum, gather);
                    }
                }
                _ => {
                    for (image, raised) in [(b, &*raised0), (a, &*raised1)] {
                        meter::rows(Kernel::Copy, degree, 1);
                        image.copy_from_slice(&raised[..degree]);
                    }
                }
            }
        }
        images
    }

    fn take(&self, words: usize) -> Buffer {
        let mut buffer = self.switching.target.shape().pool().take(words);
        buffer.secret = self.secret && words > 0;
        buffer
    }

    /// P times a component modulo a prime: 0 modulo those of P. Whether it is one of Q.
    fn raise(&self, i: usize, component: usize, row: &mut [u64]) -> bool {
        let zq = self.switching.target.zq(i);
        match self.factors.get(i) {
            Some(&factor) => {
                meter::row(Kernel::Scale, zq, row.len());
                zq.scale_into(row, self.c[component].limb(i), zq.prepare(factor));
                true
            }
            None => {
                meter::rows(Kernel::Clear, row.len(), 1);
                row.fill(0);
                false
            }
        }
    }
}
