//! Products of digits with constant elements: key switching, and products of gadget ciphertexts.

use ringassay_kernels::InnerTable;
use ringassay_ring::{gadget::DigitTable, meter::Held, parallel, recorder::Kernel};

use crate::{Gadget, Lift, MultiprecisionError, MultiprecisionRing, Shape, Vector, split::extract};

/// Constant elements T_{j,c}, j < terms, in several columns c, in the form that makes products with
/// digits fast.
#[derive(Debug, Clone)]
pub struct GadgetTable {
    ring: MultiprecisionRing,
    gadget: Gadget,
    width: usize,
    columns: usize,
    secret: bool,
    /// Column after column, for each of the primes.
    tables: Vec<InnerTable>,
    _held: Vec<Held>,
}

impl GadgetTable {
    /// The table of some elements, column after column: [`Gadget::terms`] each.
    ///
    /// # Errors
    /// When they are no whole columns, or the gadget is none.
    pub fn new(elements: &Vector, gadget: Gadget) -> Result<Self, MultiprecisionError> {
        gadget.check()?;
        let (ring, terms) = (elements.ring(), gadget.terms());
        let columns = (elements.count() / terms).max(1);
        Shape::check_count(elements.count(), columns * terms)?;
        let width = ring.shape().gadget_width(&gadget);
        let mut tables = Vec::with_capacity(columns * width);
        let mut bytes = 0;
        let mut held = Vec::with_capacity(columns);
        for column in 0..columns {
            let range = column * terms..(column + 1) * terms;
            let evaluations = elements.transform(range, Lift::Positive, width)?;
            ring.ran(Kernel::PrepareTable { terms: terms as u32 }, width);
            let stride = ring.shape().stride;
            tables.extend((0..width).map(|prime| {
                InnerTable::new(ring.rns().zq(prime), evaluations.rows(prime).chunks_exact(stride))
            }));
            let all: usize = tables.iter().map(InnerTable::bytes).sum();
            held.push(Held::new(all - bytes));
            bytes = all;
        }
        let secret = elements.is_secret();
        Ok(Self { ring: ring.clone(), gadget, width, columns, secret, tables, _held: held })
    }

    /// The gadget.
    pub fn gadget(&self) -> &Gadget {
        &self.gadget
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of primes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(InnerTable::bytes).sum()
    }
}

impl MultiprecisionRing {
    /// Bytes of a table for eight words of its elements' evaluation forms.
    pub fn table_bytes_of_eight(&self) -> usize {
        DigitTable::bytes_of(self.rns().zq(0), 1, 8)
    }
}

impl Vector {
    /// D_w(x)·T modulo q. The elements from `first` on make rows of `group` elements, x_{r,g} at
    /// `first` + g·rows + r, up to the last element; row r gives Σ_{g,i} D_w(x_{r,g})_i·T_{g·l+i,c},
    /// at c·rows + r.
    ///
    /// The digits of a row are made, transformed and multiplied for one prime after another, so that
    /// only those of one prime are ever in memory.
    ///
    /// # Errors
    /// When the rings differ, or the elements make no whole rows.
    pub fn gadget_product(
        &self,
        first: usize,
        table: &GadgetTable,
    ) -> Result<Self, MultiprecisionError> {
        let (ring, Gadget { group, digits, .. }) = (self.ring(), table.gadget);
        ring.same(&table.ring)?;
        Shape::check_range(self.count(), &(first..self.count()))?;
        let rows = ((self.count() - first) / group).max(1);
        Shape::check_count(self.count() - first, rows * group)?;
        let shape = ring.shape();
        Shape::check_bound(shape.log2_gadget(&table.gadget), table.width)?;
        let (stride, terms) = (shape.stride, group * digits);
        let (columns, width) = (table.columns, table.width);
        let secret = self.is_secret() | table.secret;
        let mut out = Self::uninitialised(ring, rows * columns, secret);
        let mut work = ring.pool().take(terms * stride);
        let mut sums = ring.pool().take(columns * width * stride);
        (work.secret, sums.secret) = (secret, secret);
        let calls = rows * width;
        ring.ran(Kernel::Digit { words: shape.words as u32 }, calls * terms);
        ring.ran(Kernel::CrtForward { m: ring.m() }, calls * terms);
        ring.ran(Kernel::InnerProduct { terms: terms as u32 }, calls * columns);
        ring.ran(Kernel::CrtInverse { m: ring.m() }, calls * columns);
        let (words, limbs) = (shape.words as u32, width as u32);
        ring.ran(Kernel::Join { words, limbs }, rows * columns);
        let which: Vec<usize> = (0..terms).collect();
        for row in 0..rows {
            for prime in 0..width {
                self.digits_into(&mut work, first + row, rows, table, prime);
                let digits: Vec<&[u64]> = work.chunks_exact(stride).collect();
                for column in 0..columns {
                    let sum = &mut sums[(column * width + prime) * stride..][..stride];
                    let table = &table.tables[column * width + prime];
                    ring.rns().zq(prime).inner_product_into(sum, &digits, table, &which);
                }
            }
            for column in 0..columns {
                let sums = &mut sums[column * width * stride..][..width * stride];
                ring.join_rows(out.element_mut(column * rows + row), sums, secret);
            }
        }
        Ok(out)
    }

    /// The digits of one row of elements, the first of which is `element` and the others lie `rows`
    /// apart, in the CRT basis of one prime. Digits are below every prime: their own residues.
    fn digits_into(
        &self,
        out: &mut [u64],
        element: usize,
        rows: usize,
        table: &GadgetTable,
        prime: usize,
    ) {
        let (ring, Gadget { digits, log2_w, .. }) = (self.ring(), table.gadget);
        let (stride, width) = (ring.shape().stride, u64::from(log2_w));
        let secret = self.is_secret();
        parallel::for_each_row(out, stride, parallel::TRANSFORM, |at, row| {
            let x = self.element(element + at / digits * rows);
            extract(row, x, stride, (at % digits) as u64 * width, width);
            ring.forward(prime, row, secret);
        });
    }
}
