//! Multiplication and division by g = ∏ (1 - ζ_p) over the odd primes p | m (ePrint 2013/293 §2.5.1).

use ringassay_kernels::axis::PrimeAxis;

use super::Element;
use crate::{Basis, BasisKind, meter, parallel, recorder::Kernel, ring::GTables};

impl<B: Basis> Element<B> {
    /// self *= g. In the powerful and in the decoding basis a few additions for each coefficient, in
    /// the CRT basis one product with a table.
    pub fn mul_g_assign(&mut self) {
        let kernel = Kernel::MulG { m: self.ring.index().kernel_index(), basis: B::KIND };
        match B::KIND {
            BasisKind::Powerful => self.on_axes(kernel, PrimeAxis::mul_g_powerful_assign),
            BasisKind::Decoding => self.on_axes(kernel, PrimeAxis::mul_g_decoding_assign),
            BasisKind::Crt => self.by_table(|tables| &tables.g),
        }
    }

    /// self /= g. Modulo primes q ≡ 1 mod m g is a unit, so that this always succeeds; division in R
    /// may not: [`IntElement::div_g_assign`](crate::IntElement::div_g_assign).
    pub fn div_g_assign(&mut self) {
        let kernel = Kernel::DivG { m: self.ring.index().kernel_index(), basis: B::KIND };
        match B::KIND {
            BasisKind::Powerful => self.on_axes(kernel, PrimeAxis::div_g_powerful_assign),
            BasisKind::Decoding => self.on_axes(kernel, PrimeAxis::div_g_decoding_assign),
            BasisKind::Crt => self.by_table(|tables| &tables.inverse),
        }
    }

    /// L on the words.
    pub(super) fn sum_axes(&mut self) {
        let m = self.ring.index().kernel_index();
        self.on_axes(Kernel::SumAxes { m }, PrimeAxis::sum_assign);
    }

    /// L⁻¹ on the words.
    pub(super) fn difference_axes(&mut self) {
        let m = self.ring.index().kernel_index();
        self.on_axes(Kernel::DifferenceAxes { m }, PrimeAxis::difference_assign);
    }

    /// `map`, which is this kernel, along each axis of an odd prime, on each limb.
    fn on_axes(&mut self, kernel: Kernel, map: impl Fn(&PrimeAxis, &mut [u64]) + Sync) {
        if self.ring.limb(0).axes().is_empty() {
            return; // a power of two: the bases are the same, and g = 1
        }
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(kernel, ring.zq(i), ring.degree());
            let row = &mut row[..ring.degree()];
            ring.limb(i).axes().iter().for_each(|axis| map(axis, row));
        });
    }

    fn by_table(&mut self, table: impl Fn(&GTables) -> &ringassay_kernels::Table + Sync) {
        if self.ring.limb(0).axes().is_empty() {
            return; // a power of two: g = 1
        }
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            let limb = ring.limb(i);
            let tables = limb.g_crt(ring.index(), ring.crt_exponents(), ring.stride());
            meter::row(Kernel::MulTable, limb.zq(), ring.degree());
            limb.zq().mul_table_assign(row, table(tables));
        });
    }
}
