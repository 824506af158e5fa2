//! Inner products of digits with constant elements: the heart of key switching.

use ringassay_kernels::{InnerTable, Zq};

use super::{
    Gadget, RnsGadget,
    switch::{DigitRows, for_each_limb, inner_products},
};
use crate::{
    Crt, Element, RnsRing,
    meter::{self, Held},
    parallel,
    pool::Buffer,
    recorder::Kernel,
    rns::{RnsError, check_index, check_moduli},
};

/// The digits of an element in the CRT basis, limb after limb and within a limb digit after digit,
/// in the order in which [`ElementDigits::inner_product`] reads them.
///
/// Decomposing is most of the work of a key switch; digits serve any number of products with
/// key-switching keys ("hoisting", ePrint 2018/244).
pub struct ElementDigits {
    ring: RnsRing,
    count: usize,
    buffer: Buffer,
}

/// One constant element for each digit: one component of a key-switching key, in a form that makes
/// inner products fast.
#[derive(Debug, Clone)]
pub struct DigitTable {
    ring: RnsRing,
    digits: usize,
    pub(super) limbs: Vec<InnerTable>,
    _held: Held,
}

impl DigitTable {
    /// The table of these elements, one for each digit.
    ///
    /// # Errors
    /// When there are none, or they lie in different rings.
    pub fn new(elements: &[Element<Crt>]) -> Result<Self, RnsError> {
        let Some(first) = elements.first() else {
            return Err(RnsError::DigitCount { given: 0, expected: 1 });
        };
        let ring = first.ring();
        for element in elements {
            check_index(element.ring(), ring)?;
            check_moduli(element.ring(), &ring.zqs())?;
        }
        let limb = |i: usize| {
            let terms = elements.len() as u32;
            meter::row(Kernel::PrepareTable { terms }, ring.zq(i), ring.degree());
            (ring.zq(i), elements.iter().map(move |x| x.limb(i)))
        };
        let limbs = InnerTable::several((0..ring.limbs()).map(limb));
        let _held = Held::new(limbs.iter().map(InnerTable::bytes).sum());
        Ok(Self { ring: ring.clone(), digits: elements.len(), limbs, _held })
    }

    /// The ring of the elements.
    pub fn ring(&self) -> &RnsRing {
        &self.ring
    }

    /// The number of elements.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// The j-th element again. The table holds it in the form that the backend multiplies with, so
    /// it is multiplied by 1.
    ///
    /// # Errors
    /// When there is no j-th element.
    pub fn element(&self, digit: usize) -> Result<Element<Crt>, RnsError> {
        if digit >= self.digits {
            return Err(RnsError::DigitCount { given: digit, expected: self.digits });
        }
        let degree = self.ring.degree();
        let ones = vec![1; degree];
        let ones: [&[u64]; 1] = [&ones];
        let mut element = Element::uninitialised(&self.ring, false);
        element.for_each_row(parallel::LINEAR, |ring, i, row| {
            let row = &mut row[..degree];
            meter::row(Kernel::InnerProduct { terms: 1 }, ring.zq(i), degree);
            ring.zq(i).inner_product_into(row, &ones, &self.limbs[i], &[digit]);
        });
        Ok(element)
    }

    /// Fails unless the table has vectors for `count` digits in `ring`, namely its `digits` and `limbs`.
    pub(super) fn covers(
        &self,
        ring: &RnsRing,
        count: usize,
        limbs: &[usize],
        digits: &[usize],
    ) -> Result<(), RnsError> {
        if digits.len() != count || digits.iter().any(|&digit| digit >= self.digits) {
            return Err(RnsError::DigitCount { given: digits.len(), expected: count });
        }
        check_index(ring, &self.ring)?;
        let moduli = limbs.iter().map(|&limb| self.ring.moduli().get(limb));
        if moduli.eq(ring.moduli().iter().map(Some)) {
            return Ok(());
        }
        Err(RnsError::OtherModuli {
            element: ring.moduli().to_vec(),
            tables: self.ring.moduli().to_vec(),
        })
    }

    /// Bytes of the table in memory.
    pub fn bytes(&self) -> usize {
        self.limbs.iter().map(InnerTable::bytes).sum()
    }

    /// Bytes in memory of so many elements of degree n modulo this prime: what its backend needs.
    pub fn bytes_of(zq: &Zq, elements: usize, degree: usize) -> usize {
        InnerTable::bytes_of(zq, elements, degree)
    }
}

impl Element<Crt> {
    /// The digits of the coefficients in the powerful basis, as elements of `target`, which has the
    /// gadget's target moduli. Limbs in which a digit is this element itself are copied, all others
    /// transformed.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ.
    pub fn digits(&self, gadget: &RnsGadget, target: &RnsRing) -> Result<ElementDigits, RnsError> {
        check_moduli(target, gadget.target())?;
        check_index(self.ring(), target)?;
        let rows = DigitRows::new(self, gadget, target)?;
        let mut digits = ElementDigits::uninitialised(target, gadget.digits(), self.is_secret());
        let (count, stride, degree) = (digits.count, target.stride(), target.degree());
        let split = parallel::within_rows(digits.buffer.len(), count * target.limbs());
        parallel::for_each_row(&mut digits.buffer, stride, parallel::TRANSFORM, |at, row| {
            let (limb, digit) = (at / count, at % count);
            let row = &mut row[..degree];
            match rows.own(digit, limb) {
                Some(own) => {
                    meter::rows(Kernel::Copy, degree, 1);
                    row.copy_from_slice(own);
                }
                None => rows.write(digit, limb, row, split),
            }
        });
        drop(rows);
        Ok(digits)
    }
}

impl ElementDigits {
    pub(super) fn uninitialised(ring: &RnsRing, count: usize, secret: bool) -> Self {
        let mut buffer = ring.shape().pool().take(ring.words() * count);
        buffer.secret = secret;
        Self { ring: ring.clone(), count, buffer }
    }

    /// The words of all digits, limb after limb.
    pub(super) fn buffer_mut(&mut self) -> &mut [u64] {
        &mut self.buffer
    }

    /// The ring of the digits.
    pub fn ring(&self) -> &RnsRing {
        &self.ring
    }

    /// The number of digits.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Σ digit_j · table_{`digits[j]`}, where limb i of these digits is limb `limbs[i]` of the
    /// table: the table may be for more digits and more limbs.
    ///
    /// # Errors
    /// When `digits` or `limbs` are not as many as the digits and limbs here, or name what the
    /// table has not, or limbs of other moduli.
    pub fn inner_product(
        &self,
        table: &DigitTable,
        limbs: &[usize],
        digits: &[usize],
    ) -> Result<Element<Crt>, RnsError> {
        table.covers(&self.ring, self.count, limbs, digits)?;
        let degree = self.ring.degree();
        let mut sum = Element::uninitialised(&self.ring, self.buffer.secret);
        let work = parallel::LINEAR * self.count;
        sum.for_each_row(work, |ring, i, row| {
            let table = &table.limbs[limbs[i]];
            let terms = self.count as u32;
            meter::row(Kernel::InnerProduct { terms }, ring.zq(i), degree);
            ring.zq(i).inner_product_into(&mut row[..degree], &self.rows(i), table, digits);
        });
        Ok(sum)
    }

    /// [`ElementDigits::inner_product`] with two tables, in one pass over the digits: with both
    /// components of a key-switching key.
    ///
    /// # Errors
    /// As [`ElementDigits::inner_product`].
    pub fn inner_products(
        &self,
        tables: [&DigitTable; 2],
        limbs: &[usize],
        digits: &[usize],
    ) -> Result<[Element<Crt>; 2], RnsError> {
        for table in tables {
            table.covers(&self.ring, self.count, limbs, digits)?;
        }
        let secret = self.buffer.secret;
        let mut sums = [0, 1].map(|_| Element::uninitialised(&self.ring, secret));
        for_each_limb(&mut sums, parallel::LINEAR * self.count, |i, sums| {
            inner_products(self.ring.zq(i), sums, &self.rows(i), tables, limbs[i], digits);
        });
        Ok(sums)
    }

    /// The digits modulo the i-th prime.
    fn rows(&self, i: usize) -> Vec<&[u64]> {
        let (stride, degree) = (self.ring.stride(), self.ring.degree());
        let rows = self.buffer[i * self.count * stride..].chunks_exact(stride).take(self.count);
        rows.map(|row| &row[..degree]).collect()
    }
}

impl std::fmt::Debug for ElementDigits {
    /// Shape only: digits are long, and may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ElementDigits({} of {})", self.count, self.ring)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{index::Index, primes::search};
    use ringassay_kernels::Backend;

    #[test]
    fn elements_come_back_on_every_backend() {
        let index = Index::new(45).unwrap();
        let primes = [50, 33].map(|bits| search(&index, bits, 1, &[]).unwrap()[0]);
        for backend in Backend::available() {
            let ring = RnsRing::with_backend(&index, &primes, backend).unwrap();
            let element = |j: u64| {
                let word = |(i, q): (usize, u64)| {
                    let n = ring.degree() as u64;
                    (0..n).map(move |c| {
                        if c == j { q - 1 } else { (c + 1) * (i as u64 + 3) * j * 999_983 % q }
                    })
                };
                let words: Vec<u64> = primes.into_iter().enumerate().flat_map(word).collect();
                Element::from_residues(&ring, &words).unwrap()
            };
            let elements: Vec<Element<Crt>> = (0..5).map(element).collect();
            let table = DigitTable::new(&elements).unwrap();
            for (j, element) in elements.iter().enumerate() {
                assert_eq!(table.element(j).as_ref(), Ok(element), "{backend}");
            }
            assert!(table.element(5).is_err());
        }
    }
}
