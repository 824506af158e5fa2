//! Key switching in one pass: digits are made modulo one prime, multiplied, and forgotten.
//!
//! Idea: the two sums Σ digit_j·b_j and Σ digit_j·a_j need one limb of all digits at a time. With d digits
//! and L limbs, keeping all digits takes d·L rows of n words, which for n = 2^14 is more than caches
//! hold; limb by limb it takes d. The counts of kernels are those of
//! [`Element::digits`](crate::Element) and [`ElementDigits::inner_products`](super::ElementDigits),
//! without the copies of rows in which a digit is the element itself. Whoever needs the digits again
//! (hoisting, ePrint 2018/244) keeps them.

use ringassay_kernels::Zq;

use super::{DigitTable, Gadget, RnsGadget};
use crate::{
    Crt, Element, ElementError, Powerful, RnsRing,
    crt::Run,
    meter, parallel,
    pool::Buffer,
    recorder::Kernel,
    rns::{RnsError, check_index, check_moduli},
};

/// The digits of an element in the CRT basis, row by row.
pub(super) struct DigitRows<'a> {
    x: &'a Element<Crt>,
    /// x in coefficients, where digits are made of them and not only of what is prepared.
    powerful: Option<Element<Powerful>>,
    prepared: Buffer,
    gadget: &'a RnsGadget,
    target: &'a RnsRing,
}

impl<'a> DigitRows<'a> {
    /// Takes x to coefficients, and prepares base extensions. Of both only what rows are made of is kept.
    ///
    /// # Errors
    /// When the moduli are not the gadget's.
    pub(super) fn new(
        x: &'a Element<Crt>,
        gadget: &'a RnsGadget,
        target: &'a RnsRing,
    ) -> Result<Self, RnsError> {
        check_moduli(x.ring(), gadget.source())?;
        // Where digits are made of x itself, all of it; elsewhere never more than the limbs of one digit.
        let powerful = gadget.reads_residues().then(|| x.to_powerful());
        let mut prepared = target.shape().pool().take(gadget.prepared_words(target.degree()));
        prepared.secret = x.is_secret() && !prepared.is_empty();
        let mut others = &mut prepared[..];
        for (j, (limbs, words)) in gadget.prepared_parts(target.degree()).enumerate() {
            let own = others.split_off_mut(..words).unwrap_or_default();
            match &powerful {
                Some(powerful) => gadget.prepare_into(j, own, powerful.as_limbs().range(limbs)),
                None => {
                    let ring = x.ring().pick(&limbs.clone().collect::<Vec<_>>());
                    let part = x.limbs_to_powerful(&ring, limbs.start);
                    gadget.prepare_into(j, own, part.as_limbs());
                }
            }
        }
        Ok(Self { x, powerful, prepared, gadget, target })
    }

    /// The row of a digit that is a limb of the element itself, if it is one.
    pub(super) fn own(&self, digit: usize, limb: usize) -> Option<&'a [u64]> {
        let (shared, first) = self.gadget.shared(digit);
        shared.contains(&limb).then(|| self.x.limb(first + limb - shared.start))
    }

    /// All digits modulo a prime: those that are a limb of the element itself lie there, the others are made in
    /// `memory`, which has a row for each digit; with several threads within the row if `split`.
    pub(super) fn rows<'m>(&self, limb: usize, memory: &'m mut [u64], split: bool) -> Vec<&'m [u64]>
    where
        'a: 'm,
    {
        let (stride, degree) = (self.target.stride(), self.target.degree());
        let mut rows = Vec::with_capacity(self.gadget.digits());
        for (digit, row) in memory.chunks_exact_mut(stride).enumerate() {
            let row = &mut row[..degree];
            rows.push(match self.own(digit, limb) {
                Some(own) => own,
                None => {
                    self.write(digit, limb, row, split);
                    &*row
                }
            });
        }
        rows
    }

    /// Any other row of a digit; with several threads within the row if `split`.
    pub(super) fn write(&self, digit: usize, limb: usize, row: &mut [u64], split: bool) {
        let (target, secret) = (self.target, self.x.is_secret());
        let run = Run { lender: target.shape().lender(), secret, split };
        let crt = target.limb(limb).crt();
        match (&self.powerful, self.gadget.reduced_limb(digit, limb)) {
            (Some(x), Some((own, centred))) => {
                meter::transform(target.index(), target.zq(limb), |m| Kernel::CrtForwardReduced {
                    m,
                });
                crt.forward_centred(row, x.limb(own), centred, run);
            }
            _ => {
                self.gadget.digit_row_into(digit, limb, row, &self.prepared);
                meter::transform(target.index(), target.zq(limb), |m| Kernel::CrtForward { m });
                crt.forward(row, run);
            }
        }
        meter::scratch(target.index(), target.zq(limb), secret);
    }
}

/// `f(i, rows i)` for every limb of two elements of one ring, in parallel where it is worth it.
pub(crate) fn for_each_limb(
    sums: &mut [Element<Crt>; 2],
    work: usize,
    f: impl Fn(usize, [&mut [u64]; 2]) + Sync,
) {
    let [first, second] = sums;
    let (stride, degree) = (first.ring().stride(), first.ring().degree());
    let rows = [first.words_mut(), second.words_mut()];
    parallel::for_each_row_of_two(rows, stride, work, |i, rows| {
        f(i, rows.map(|row| &mut row[..degree]));
    });
}

/// The sums of one limb.
pub(super) fn inner_products(
    zq: &Zq,
    sums: [&mut [u64]; 2],
    rows: &[&[u64]],
    tables: [&DigitTable; 2],
    limb: usize,
    digits: &[usize],
) {
    let terms = rows.len() as u32;
    for sum in &sums {
        meter::row(Kernel::InnerProduct { terms }, zq, sum.len());
    }
    zq.inner_products_into(sums, rows, tables.map(|table| &table.limbs[limb]), digits);
}

impl Element<Crt> {
    /// Σ digit_j·table_{`which[j]`} for both tables, where digit_j are the digits of the coefficients in
    /// the powerful basis, and limb i of `target` is limb `limbs[i]` of the tables: what
    /// [`ElementDigits::inner_products`](super::ElementDigits::inner_products) of
    /// [`Element::digits`] gives.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ; when `which` or `limbs` are not as
    /// many as there are digits and limbs, or name what a table has not, or limbs of other moduli.
    pub fn digit_products(
        &self,
        gadget: &RnsGadget,
        target: &RnsRing,
        tables: [&DigitTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[Self; 2], RnsError> {
        check_moduli(target, gadget.target())?;
        check_index(self.ring(), target)?;
        let count = gadget.digits();
        for table in tables {
            table.covers(target, count, limbs, which)?;
        }
        let secret = self.is_secret();
        let digits = DigitRows::new(self, gadget, target)?;
        let mut sums = [0, 1].map(|_| Self::uninitialised(target, secret));
        let stride = target.stride();
        let split = parallel::within_rows(count * target.words(), target.limbs());
        for_each_limb(&mut sums, parallel::TRANSFORM * count, |i, sums| {
            let mut memory = target.shape().pool().take(count * stride);
            memory.secret = secret;
            let rows = digits.rows(i, &mut memory, split);
            inner_products(target.zq(i), sums, &rows, tables, limbs[i], which);
        });
        drop(digits);
        Ok(sums)
    }
}

/// How an element is decomposed for key switching, and which parts of keys that takes.
#[derive(Debug, Clone, Copy)]
pub struct Switching<'a> {
    /// How it is decomposed.
    pub gadget: &'a RnsGadget,
    /// Modulo Q·P, Q's primes first.
    pub target: &'a RnsRing,
    /// Limb i of the target is this limb of keys.
    pub limbs: &'a [usize],
    /// Which digits of keys belong to those of the gadget.
    pub which: &'a [usize],
}

impl Element<Crt> {
    /// `onto`, if there is one, and the image of what [`Element::digit_products`] gives under ζ ↦ ζ^k, `first` added
    /// to its first element before: row by row, so that each stays in the cache from the product to the sum.
    ///
    /// # Errors
    /// As [`Element::digit_products`]; when `first` or `onto` lie in another ring than the target, or k is no unit
    /// modulo m.
    pub fn rotated_products(
        &self,
        switching: &Switching<'_>,
        tables: [&DigitTable; 2],
        first: &Self,
        k: u64,
        onto: Option<[Self; 2]>,
    ) -> Result<[Self; 2], ElementError> {
        let Switching { gadget, target, limbs, which } = *switching;
        check_moduli(target, gadget.target())?;
        check_index(self.ring(), target)?;
        let count = gadget.digits();
        for table in tables {
            table.covers(target, count, limbs, which)?;
        }
        for x in onto.iter().flatten().chain([first]) {
            x.lies_in(target)?;
        }
        let map = target.shape().automorphism(k)?;
        let digits = DigitRows::new(self, gadget, target)?;
        let secret = self.is_secret() || first.is_secret();
        let adds = onto.is_some();
        let mut sums = onto.unwrap_or_else(|| [0, 1].map(|_| Self::uninitialised(target, secret)));
        let secret = sums.iter().fold(secret, |secret, sum| secret | sum.is_secret());
        sums.iter_mut().for_each(|sum| sum.set_secret(secret));
        let (stride, degree) = (target.stride(), target.degree());
        let split = parallel::within_rows(count * target.words(), target.limbs());
        for_each_limb(&mut sums, parallel::TRANSFORM * count, |i, sums| {
            let zq = target.zq(i);
            let mut memory = target.shape().pool().take((count + 3) * stride);
            memory.secret = secret;
            let (products, memory) = memory.split_at_mut(3 * stride);
            let rows = digits.rows(i, memory, split);
            let [b, a, image] = rows_of(products, stride, degree);
            inner_products(zq, [&mut *b, &mut *a], &rows, tables, limbs[i], which);
            meter::row(Kernel::Add, zq, degree);
            zq.add_assign(b, first.limb(i));
            for (sum, product) in sums.into_iter().zip([&*b, &*a]) {
                meter::row(Kernel::Gather, zq, degree);
                if adds {
                    zq.rearrange_into(image, product, map.crt());
                    meter::row(Kernel::Add, zq, degree);
                    zq.add_assign(sum, image);
                } else {
                    zq.rearrange_into(sum, product, map.crt());
                }
            }
        });
        drop(digits);
        Ok(sums)
    }
}

/// The first n words of three rows.
fn rows_of(words: &mut [u64], stride: usize, degree: usize) -> [&mut [u64]; 3] {
    let (first, rest) = words.split_at_mut(stride);
    let (second, third) = rest.split_at_mut(stride);
    [&mut first[..degree], &mut second[..degree], &mut third[..degree]]
}
