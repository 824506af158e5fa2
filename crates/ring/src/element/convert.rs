//! From basis to basis.

use std::ops::Range;

use super::Element;
use crate::{
    Basis, Crt, Decoding, ElementError, Powerful, RnsRing,
    crt::{CrtPlan, Run},
    meter, parallel,
    recorder::Kernel,
};

/// Transforms each limb in place, but for some: `map` is the kernel.
fn transform<B: Basis>(
    element: &mut Element<B>,
    except: &Range<usize>,
    kernel: fn(u32) -> Kernel,
    map: fn(&CrtPlan, &mut [u64], Run<'_>),
) {
    let secret = element.is_secret();
    let split = parallel::within_rows(element.words().len(), element.ring().limbs());
    element.for_each_row(parallel::TRANSFORM, |ring, i, row| {
        if except.contains(&i) {
            return;
        }
        let run = Run { lender: ring.shape().lender(), secret, split };
        meter::transform(ring.index(), ring.zq(i), kernel);
        map(ring.limb(i).crt(), &mut row[..ring.degree()], run);
        meter::scratch(ring.index(), ring.zq(i), secret);
    });
}

impl<B: Basis> Element<B> {
    /// Copies all words of `self`, read in another basis, into `to`.
    fn words_into<C: Basis>(&self, to: &mut Element<C>) -> Result<(), ElementError> {
        self.same_ring(to)?;
        meter::rows(Kernel::Copy, self.ring.degree(), self.ring.limbs());
        to.words_mut().copy_from_slice(self.words());
        to.set_secret(self.is_secret());
        Ok(())
    }
}

impl Element<Powerful> {
    /// The same element in the CRT basis, in the same buffer.
    pub fn into_crt(mut self) -> Element<Crt> {
        forward(&mut self);
        self.in_basis()
    }

    /// The same element in the CRT basis.
    pub fn to_crt(&self) -> Element<Crt> {
        self.clone().into_crt()
    }

    /// The same element in the CRT basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn crt_into(&self, to: &mut Element<Crt>) -> Result<(), ElementError> {
        self.words_into(to)?;
        forward(to);
        Ok(())
    }

    /// The same element in the decoding basis, in the same buffer: L⁻¹ (2013/293 §6.2).
    pub fn into_decoding(mut self) -> Element<Decoding> {
        self.difference_axes();
        self.in_basis()
    }

    /// The same element in the decoding basis.
    pub fn to_decoding(&self) -> Element<Decoding> {
        self.clone().into_decoding()
    }

    /// The same element in the decoding basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn decoding_into(&self, to: &mut Element<Decoding>) -> Result<(), ElementError> {
        self.words_into(to)?;
        to.difference_axes();
        Ok(())
    }
}

impl Element<Decoding> {
    /// The same element in the powerful basis, in the same buffer: L (2013/293 §6.2).
    pub fn into_powerful(mut self) -> Element<Powerful> {
        self.sum_axes();
        self.in_basis()
    }

    /// The same element in the powerful basis.
    pub fn to_powerful(&self) -> Element<Powerful> {
        self.clone().into_powerful()
    }

    /// The same element in the powerful basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn powerful_into(&self, to: &mut Element<Powerful>) -> Result<(), ElementError> {
        self.words_into(to)?;
        to.sum_axes();
        Ok(())
    }

    /// The same element in the CRT basis, in the same buffer.
    pub fn into_crt(self) -> Element<Crt> {
        self.into_powerful().into_crt()
    }

    /// The same element in the CRT basis.
    pub fn to_crt(&self) -> Element<Crt> {
        self.clone().into_crt()
    }

    /// The same element in the CRT basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn crt_into(&self, to: &mut Element<Crt>) -> Result<(), ElementError> {
        self.words_into(to)?;
        to.sum_axes();
        forward(to);
        Ok(())
    }
}

impl Element<Crt> {
    /// The words, powerful coefficients, become values, except in some limbs.
    pub(crate) fn transform_except(&mut self, except: &Range<usize>) {
        transform(self, except, |m| Kernel::CrtForward { m }, CrtPlan::forward);
    }

    /// For each limb: values of which `transform` is told where they go, and by which plan, and to which `after` does
    /// something (it sees the words up to the stride as well).
    pub(crate) fn for_each_transformed_row(
        &mut self,
        kernel: fn(u32) -> Kernel,
        transform: impl Fn(usize, &mut [u64], &CrtPlan, Run<'_>) + Sync,
        after: impl Fn(usize, &mut [u64]) + Sync,
    ) {
        let secret = self.is_secret();
        let split = parallel::within_rows(self.words().len(), self.ring().limbs());
        self.for_each_row(parallel::TRANSFORM, |ring, i, row| {
            let degree = ring.degree();
            let run = Run { lender: ring.shape().lender(), secret, split };
            transform(i, &mut row[..degree], ring.limb(i).crt(), run);
            meter::transform(ring.index(), ring.zq(i), kernel);
            meter::scratch(ring.index(), ring.zq(i), secret);
            after(i, row);
        });
    }

    /// The same element in the powerful basis, in the same buffer.
    pub fn into_powerful(mut self) -> Element<Powerful> {
        inverse(&mut self);
        self.in_basis()
    }

    /// The same element in the powerful basis.
    pub fn to_powerful(&self) -> Element<Powerful> {
        self.limbs_to_powerful(self.ring(), 0)
    }

    /// The element modulo the primes of `ring`, which are this element's from the limb `first` on, in the powerful
    /// basis.
    pub(crate) fn limbs_to_powerful(&self, ring: &RnsRing, first: usize) -> Element<Powerful> {
        let secret = self.is_secret();
        let mut powerful = Element::uninitialised(ring, secret);
        let split = parallel::within_rows(ring.words(), ring.limbs());
        meter::rows(Kernel::Copy, ring.degree(), ring.limbs());
        // Row by row, so that each is still in the cache when it is transformed.
        powerful.for_each_row(parallel::TRANSFORM, |ring, i, row| {
            let row = &mut row[..ring.degree()];
            row.copy_from_slice(self.limb(first + i));
            meter::transform(ring.index(), ring.zq(i), |m| Kernel::CrtInverse { m });
            let run = Run { lender: ring.shape().lender(), secret, split };
            ring.limb(i).crt().inverse(row, run);
            meter::scratch(ring.index(), ring.zq(i), secret);
        });
        powerful
    }

    /// The same element in the powerful basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn powerful_into(&self, to: &mut Element<Powerful>) -> Result<(), ElementError> {
        self.words_into(to)?;
        inverse(to);
        Ok(())
    }

    /// The same element in the decoding basis, in the same buffer.
    pub fn into_decoding(self) -> Element<Decoding> {
        self.into_powerful().into_decoding()
    }

    /// The same element in the decoding basis.
    pub fn to_decoding(&self) -> Element<Decoding> {
        self.clone().into_decoding()
    }

    /// The same element in the decoding basis, into `to`, which becomes secret if this is.
    ///
    /// # Errors
    /// When `to` lies in another ring.
    pub fn decoding_into(&self, to: &mut Element<Decoding>) -> Result<(), ElementError> {
        self.words_into(to)?;
        inverse(to);
        to.difference_axes();
        Ok(())
    }
}

/// The words of `element`, powerful coefficients, become values.
fn forward<B: Basis>(element: &mut Element<B>) {
    transform(element, &(0..0), |m| Kernel::CrtForward { m }, CrtPlan::forward);
}

/// The words of `element`, values, become powerful coefficients.
fn inverse<B: Basis>(element: &mut Element<B>) {
    transform(element, &(0..0), |m| Kernel::CrtInverse { m }, CrtPlan::inverse);
}
