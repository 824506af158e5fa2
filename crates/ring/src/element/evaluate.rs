//! Polynomials with elements as coefficients, at an element: phases of ciphertexts.

use super::Element;
use crate::{Crt, ElementError, RnsRing, meter, parallel, recorder::Kernel};

impl Element<Crt> {
    /// Σ x_j·y^j by Horner's rule, as an element of `ring`, whose limb i is limb `limbs[0][i]` of every x_j and limb
    /// `limbs[1][i]` of y: what other limbs hold is not read. Row by row, so that each stays in the cache.
    ///
    /// # Errors
    /// When `ring` has other primes than these limbs, or another index.
    pub fn evaluate(
        x: &[Self],
        y: &Self,
        ring: &RnsRing,
        [of_x, of_y]: [&[usize]; 2],
    ) -> Result<Self, ElementError> {
        x.iter().try_for_each(|x| x.has_limbs(ring, of_x))?;
        y.has_limbs(ring, of_y)?;
        let Some((last, rest)) = x.split_last() else { return Ok(Self::zero(ring)) };
        let secret = x.iter().fold(y.is_secret(), |secret, x| secret | x.is_secret());
        let mut value = Self::uninitialised(ring, secret);
        value.for_each_row(2 * x.len() * parallel::LINEAR, |ring, i, row| {
            let (zq, degree) = (ring.zq(i), ring.degree());
            let (limb, y) = (of_x[i], y.row(of_y[i]));
            let mut rest = rest.iter().rev();
            match rest.next() {
                None => {
                    meter::rows(Kernel::Copy, degree, 1);
                    row.copy_from_slice(last.row(limb));
                }
                Some(x) => {
                    meter::row(Kernel::Mul, zq, degree);
                    zq.mul_into(row, last.row(limb), y);
                    meter::row(Kernel::Add, zq, degree);
                    zq.add_assign(row, x.row(limb));
                }
            }
            for x in rest {
                meter::row(Kernel::Mul, zq, degree);
                zq.mul_assign(row, y);
                meter::row(Kernel::Add, zq, degree);
                zq.add_assign(row, x.row(limb));
            }
        });
        Ok(value)
    }
}
