//! Multiplication and division by g in R. The formulas are those of `ringassay_kernels::axis`.

use super::{
    IntElement,
    fibres::{Fibre, Map, Wide, on_axes, on_axes_always},
};
use crate::{
    BasisKind, CoefficientBasis, ElementError, NotDivisible, Overflow, meter, recorder::Kernel,
};

impl<B: CoefficientBasis> IntElement<B> {
    /// self *= g.
    ///
    /// # Errors
    /// When a coefficient exceeds 64 bits; the element is unchanged then.
    pub fn mul_g_assign(&mut self) -> Result<(), Overflow> {
        let kernel = Kernel::IntegerMulG { m: self.index.kernel_index(), basis: B::KIND };
        meter::rows(kernel, self.coefficients.len(), 1);
        match B::KIND {
            BasisKind::Decoding => on_axes_always(&self.index, &mut self.coefficients, MulDecoding),
            _ => on_axes_always(&self.index, &mut self.coefficients, MulPowerful),
        }
    }

    /// self /= g.
    ///
    /// # Errors
    /// When the element is no multiple of g in R, or a coefficient of the quotient exceeds 64 bits;
    /// the element is unchanged then.
    pub fn div_g_assign(&mut self) -> Result<(), ElementError> {
        let kernel = Kernel::IntegerDivG { m: self.index.kernel_index(), basis: B::KIND };
        meter::rows(kernel, self.coefficients.len(), 1);
        let map = match B::KIND {
            BasisKind::Decoding => div_decoding,
            _ => div_powerful,
        };
        on_axes(&self.index, &mut self.coefficients, map, |prime| NotDivisible { prime }.into())
    }
}

/// ·g in the powerful basis.
#[derive(Clone, Copy)]
struct MulPowerful;

impl Map for MulPowerful {
    fn apply<T: Wide>(self, x: &mut Fibre<'_, T>) {
        let last = x.get(x.rows() - 1);
        let mut previous = T::from(0);
        for j in 0..x.rows() {
            let current = x.get(j);
            x.set(j, current - previous + last);
            previous = current;
        }
    }
}

/// ·g in the decoding basis.
#[derive(Clone, Copy)]
struct MulDecoding;

impl Map for MulDecoding {
    fn apply<T: Wide>(self, x: &mut Fibre<'_, T>) {
        let mut previous = -x.total();
        for j in 0..x.rows() {
            let current = x.get(j);
            x.set(j, current - previous);
            previous = current;
        }
    }
}

fn div_powerful(x: &mut Fibre<'_, i128>, prime: u32) -> bool {
    let (last, exact) = divide(x.total(), prime);
    let mut sum = 0;
    for j in 0..x.rows() {
        sum += x.get(j) - last;
        x.set(j, sum);
    }
    exact
}

fn div_decoding(x: &mut Fibre<'_, i128>, prime: u32) -> bool {
    let (mut sum, mut sums) = (0, 0);
    for j in 0..x.rows() {
        sum += x.get(j);
        sums += sum;
    }
    let (total, exact) = divide(sums, prime);
    let mut sum = -total;
    for j in 0..x.rows() {
        sum += x.get(j);
        x.set(j, sum);
    }
    exact
}

/// x/p for an odd p, and whether p divides x. Without a division, whose time would depend on x: if
/// p divides x then x/p ≡ x·p⁻¹ modulo 2^128, and x/p is that number's signed representative.
fn divide(x: i128, prime: u32) -> (i128, bool) {
    let p = i128::from(prime);
    let mut inverse = p; // right in 3 bits; each step of Newton's doubles them
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_i128.wrapping_sub(p.wrapping_mul(inverse)));
    }
    let quotient = x.wrapping_mul(inverse);
    // |x| < 2^63·2^17·2^17, so a true quotient is small; a wrong one need not be.
    let small = quotient.unsigned_abs() < 1 << 100;
    (if small { quotient } else { 0 }, small && quotient * p == x)
}

#[cfg(test)]
mod tests {
    use super::divide;

    #[test]
    fn division_without_division() {
        for p in [3_u32, 5, 7, 127, 8191, 131_071] {
            for x in (-2000..2000).chain([i128::from(i64::MAX) << 30, i128::from(i64::MIN) * 7]) {
                let (quotient, exact) = divide(x, p);
                assert_eq!(exact, x % i128::from(p) == 0, "{x}/{p}");
                assert!(!exact || quotient == x / i128::from(p), "{x}/{p}");
            }
        }
    }
}
