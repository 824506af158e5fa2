//! Inner products of digits with constant elements: the heart of key switching.

use ringassay_kernels::{InnerTable, Zq};

use super::{Gadget, RnsGadget};
use crate::{
    Crt, Element, RnsRing,
    crt::Run,
    meter::{self, Held},
    parallel,
    pool::Buffer,
    recorder::Kernel,
    rns::{LimbsMut, RnsError, check_index, check_moduli},
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
    limbs: Vec<InnerTable>,
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
            InnerTable::new(ring.zq(i), elements.iter().map(|x| x.limb(i)))
        };
        let limbs: Vec<InnerTable> = (0..ring.limbs()).map(limb).collect();
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
        let mut element = Element::uninitialised(&self.ring, false);
        element.for_each_row(parallel::LINEAR, |ring, i, row| {
            let row = &mut row[..degree];
            meter::row(Kernel::InnerProduct { terms: 1 }, ring.zq(i), degree);
            ring.zq(i).inner_product_into(row, &ones, degree, &self.limbs[i], &[digit]);
        });
        Ok(element)
    }

    /// Bytes of the table in memory.
    pub fn bytes(&self) -> usize {
        self.limbs.iter().map(InnerTable::bytes).sum()
    }

    /// Bytes in memory for each coefficient of an element modulo this prime: what its backend needs.
    pub fn bytes_per_word(zq: &Zq) -> usize {
        InnerTable::new(zq, [[0].as_slice()]).bytes()
    }
}

impl Element<Crt> {
    /// Σ digit_j · table_{`which[j]`} for each of two tables, as [`Element::digits`] and
    /// [`ElementDigits::inner_product`] of its result, bit by bit. The digits of a limb are multiplied as soon as
    /// they are transformed, while they are in a near cache.
    ///
    /// # Errors
    /// As of both.
    pub fn digit_products(
        &self,
        gadget: &RnsGadget,
        target: &RnsRing,
        tables: [&DigitTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[Self; 2], RnsError> {
        let mut digits = self.untransformed_digits(gadget, target)?;
        for table in tables {
            digits.check_table(table, limbs, which)?;
        }
        let mut sums = tables.map(|_| Self::uninitialised(target, self.is_secret()));
        let (count, stride, degree) = (digits.count, target.stride(), target.degree());
        let split = parallel::within_rows(digits.buffer.len(), count * target.limbs());
        let row = |limb: usize, rows: &mut [u64], sums: [&mut [u64]; 2]| {
            for (digit, row) in rows.chunks_exact_mut(stride).enumerate() {
                self.transform_digit(gadget, target, (digit, limb), split, &mut row[..degree]);
            }
            for (sum, table) in sums.into_iter().zip(tables) {
                let terms = count as u32;
                meter::row(Kernel::InnerProduct { terms }, target.zq(limb), degree);
                let table = &table.limbs[limbs[limb]];
                target.zq(limb).inner_product_into(&mut sum[..degree], rows, stride, table, which);
            }
        };
        let [b, a] = &mut sums;
        let work = parallel::TRANSFORM;
        parallel::for_each_rows(
            &mut digits.buffer,
            count * stride,
            work,
            [b, a].map(Self::words_mut),
            stride,
            row,
        );
        Ok(sums)
    }

    /// The digits of the coefficients in the powerful basis, as elements of `target`, which has the
    /// gadget's target moduli. Limbs in which a digit is this element itself are copied, all others
    /// transformed.
    ///
    /// # Errors
    /// When the moduli are not the gadget's, or the indices differ.
    pub fn digits(&self, gadget: &RnsGadget, target: &RnsRing) -> Result<ElementDigits, RnsError> {
        let mut digits = self.untransformed_digits(gadget, target)?;
        let (count, stride, degree) = (digits.count, target.stride(), target.degree());
        let split = parallel::within_rows(digits.buffer.len(), count * target.limbs());
        parallel::for_each_row(&mut digits.buffer, stride, parallel::TRANSFORM, |at, row| {
            let place = (at % count, at / count);
            self.transform_digit(gadget, target, place, split, &mut row[..degree]);
        });
        Ok(digits)
    }

    /// The digits, their coefficients in the powerful basis.
    fn untransformed_digits(
        &self,
        gadget: &RnsGadget,
        target: &RnsRing,
    ) -> Result<ElementDigits, RnsError> {
        check_moduli(self.ring(), gadget.source())?;
        check_moduli(target, gadget.target())?;
        check_index(self.ring(), target)?;
        let mut digits = ElementDigits::uninitialised(target, gadget.digits(), self.is_secret());
        let (count, stride, degree) = (digits.count, target.stride(), target.degree());
        let powerful = self.to_powerful();
        for digit in 0..count {
            let rows = digits.buffer.chunks_exact_mut(stride).skip(digit).step_by(count);
            let rows = LimbsMut::from_rows(rows.map(|row| &mut row[..degree]));
            gadget.decompose_digit_into(digit, rows, powerful.as_limbs());
        }
        Ok(digits)
    }

    /// A digit's values in one limb, from its coefficients in `row`: those of the element itself where it has
    /// them.
    fn transform_digit(
        &self,
        gadget: &RnsGadget,
        target: &RnsRing,
        (digit, limb): (usize, usize),
        split: bool,
        row: &mut [u64],
    ) {
        let (degree, secret) = (target.degree(), self.is_secret());
        let (shared, first) = gadget.shared(digit);
        if shared.contains(&limb) {
            meter::rows(Kernel::Copy, degree, 1);
            row.copy_from_slice(self.limb(first + limb - shared.start));
        } else {
            let m = target.index().m() as u32;
            meter::row(Kernel::CrtForward { m }, target.zq(limb), degree);
            let run = Run { lender: target.shape().lender(), secret, split };
            target.limb(limb).crt().forward(row, run);
            meter::scratch(target.index(), target.zq(limb), secret);
        }
    }
}

impl ElementDigits {
    fn uninitialised(ring: &RnsRing, count: usize, secret: bool) -> Self {
        let mut buffer = ring.shape().pool().take(ring.words() * count);
        buffer.secret = secret;
        Self { ring: ring.clone(), count, buffer }
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
        self.check_table(table, limbs, digits)?;
        let (stride, degree) = (self.ring.stride(), self.ring.degree());
        let mut sum = Element::uninitialised(&self.ring, self.buffer.secret);
        let work = parallel::LINEAR * self.count;
        sum.for_each_row(work, |ring, i, row| {
            let x = &self.buffer[i * self.count * stride..][..self.count * stride];
            let table = &table.limbs[limbs[i]];
            let terms = self.count as u32;
            meter::row(Kernel::InnerProduct { terms }, ring.zq(i), degree);
            ring.zq(i).inner_product_into(&mut row[..degree], x, stride, table, digits);
        });
        Ok(sum)
    }
}

impl ElementDigits {
    /// Fails unless the table has these limbs, with the moduli here, and these digits, as many as here.
    fn check_table(
        &self,
        table: &DigitTable,
        limbs: &[usize],
        digits: &[usize],
    ) -> Result<(), RnsError> {
        if digits.len() != self.count || digits.iter().any(|&digit| digit >= table.digits) {
            return Err(RnsError::DigitCount { given: digits.len(), expected: self.count });
        }
        check_index(&self.ring, &table.ring)?;
        let moduli = limbs.iter().map(|&limb| table.ring.moduli().get(limb));
        if moduli.eq(self.ring.moduli().iter().map(Some)) {
            return Ok(());
        }
        Err(RnsError::OtherModuli {
            element: self.ring.moduli().to_vec(),
            tables: table.ring.moduli().to_vec(),
        })
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
