//! Sums in every basis, products in the CRT basis.

use ringassay_kernels::Zq;

use super::Element;
use crate::{Basis, Crt, ElementError, meter, parallel, recorder::Kernel};

impl<B: Basis> Element<B> {
    /// `f`, which is this kernel, on each limb of `self` and of `other`.
    fn zip_rows(
        &mut self,
        other: &Self,
        kernel: Kernel,
        f: impl Fn(&Zq, &mut [u64], &[u64]) + Sync,
    ) -> Result<(), ElementError> {
        self.same_ring(other)?;
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(kernel, ring.zq(i), ring.degree());
            f(ring.zq(i), row, other.row(i));
        });
        self.buffer.secret |= other.buffer.secret;
        Ok(())
    }

    /// self += other.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_add_assign(&mut self, other: &Self) -> Result<(), ElementError> {
        self.zip_rows(other, Kernel::Add, |zq, x, y| zq.add_assign(x, y))
    }

    /// self -= other.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_sub_assign(&mut self, other: &Self) -> Result<(), ElementError> {
        self.zip_rows(other, Kernel::Sub, |zq, x, y| zq.sub_assign(x, y))
    }

    /// self = -self.
    pub fn neg_assign(&mut self) {
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Neg, ring.zq(i), ring.degree());
            ring.zq(i).neg_assign(row);
        });
    }

    /// Multiplies by an integer, which is public: ±1 takes no products.
    pub fn scale_assign(&mut self, factor: i64) {
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            let zq = ring.zq(i);
            meter::row(Kernel::Scale, zq, ring.degree());
            match factor {
                1 => {}
                -1 => zq.neg_assign(row),
                _ => zq.scale_assign(row, zq.prepare(zq.modulus().reduce_i64(factor))),
            }
        });
    }

    /// Multiplies limb i by `factors[i]`: by the element of Z_Q that has these residues.
    ///
    /// # Errors
    /// When there is not one factor for each limb, or one is not below its modulus.
    pub fn scale_limbs_assign(&mut self, factors: &[u64]) -> Result<(), ElementError> {
        ElementError::check_factors(factors, self.ring.moduli())?;
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            let zq = ring.zq(i);
            meter::row(Kernel::Scale, zq, ring.degree());
            zq.scale_assign(row, zq.prepare(factors[i]));
        });
        Ok(())
    }

    /// self + other, as a new element.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_add(&self, other: &Self) -> Result<Self, ElementError> {
        self.combined(other, Kernel::Add, Zq::add_into)
    }

    /// self - other, as a new element.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_sub(&self, other: &Self) -> Result<Self, ElementError> {
        self.combined(other, Kernel::Sub, Zq::sub_into)
    }

    /// `f`, which is this kernel, of each limb of `self` and of `other`, in a new element: written
    /// once and not copied before.
    fn combined(
        &self,
        other: &Self,
        kernel: Kernel,
        f: fn(&Zq, &mut [u64], &[u64], &[u64]),
    ) -> Result<Self, ElementError> {
        self.same_ring(other)?;
        let mut result = Self::uninitialised(&self.ring, self.is_secret() || other.is_secret());
        result.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(kernel, ring.zq(i), ring.degree());
            f(ring.zq(i), row, self.row(i), other.row(i));
        });
        Ok(result)
    }
}

/// Products. They exist in the CRT basis only:
///
/// ```compile_fail,E0369
/// use ringassay_ring::{Element, Powerful, RnsRing, index::Index};
/// let ring = RnsRing::new(&Index::new(7)?, &[29])?;
/// let a = Element::<Powerful>::constant(&ring, 3);
/// let product = &a * &a; // no such operator: a.to_crt() first
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same in the CRT basis compiles:
///
/// ```
/// use ringassay_ring::{Element, Powerful, RnsRing, index::Index};
/// let ring = RnsRing::new(&Index::new(7)?, &[29])?;
/// let a = Element::<Powerful>::constant(&ring, 3).to_crt();
/// let product = &a * &a;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Element<Crt> {
    /// self *= other.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_mul_assign(&mut self, other: &Self) -> Result<(), ElementError> {
        self.zip_rows(other, Kernel::Mul, |zq, x, y| zq.mul_assign(x, y))
    }

    /// self·other, as a new element.
    ///
    /// # Errors
    /// When `other` lies in another ring.
    pub fn try_mul(&self, other: &Self) -> Result<Self, ElementError> {
        let mut product = Self::uninitialised(&self.ring, false);
        self.mul_into(other, &mut product)?;
        Ok(product)
    }

    /// self·other, into `product`, which becomes secret if a factor is.
    ///
    /// # Errors
    /// When the three do not lie in the same ring.
    pub fn mul_into(&self, other: &Self, product: &mut Self) -> Result<(), ElementError> {
        self.same_ring(other)?;
        self.same_ring(product)?;
        product.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Mul, ring.zq(i), ring.degree());
            ring.zq(i).mul_into(row, self.row(i), other.row(i));
        });
        product.set_secret(self.is_secret() || other.is_secret());
        Ok(())
    }

    /// self += a·b.
    ///
    /// # Errors
    /// When the three do not lie in the same ring.
    pub fn mul_add_assign(&mut self, a: &Self, b: &Self) -> Result<(), ElementError> {
        self.same_ring(a)?;
        self.same_ring(b)?;
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::MulAdd, ring.zq(i), ring.degree());
            ring.zq(i).mul_add_assign(row, a.row(i), b.row(i));
        });
        self.buffer.secret |= a.is_secret() || b.is_secret();
        Ok(())
    }

    /// y + (self - y)·m, as a new element: self in the slots where m is 1, y where it is 0.
    ///
    /// # Errors
    /// When the three do not lie in the same ring.
    pub fn select(&self, y: &Self, m: &Self) -> Result<Self, ElementError> {
        self.same_ring(y)?;
        self.same_ring(m)?;
        let secret = self.is_secret() || y.is_secret() || m.is_secret();
        let mut selected = Self::uninitialised(&self.ring, secret);
        selected.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Select, ring.zq(i), ring.degree());
            ring.zq(i).select_into(row, self.row(i), y.row(i), m.row(i));
        });
        Ok(selected)
    }

    /// self = y + (self - y)·m: self in the slots where m is 1, y where it is 0.
    ///
    /// # Errors
    /// When the three do not lie in the same ring.
    pub fn select_assign(&mut self, y: &Self, m: &Self) -> Result<(), ElementError> {
        self.same_ring(y)?;
        self.same_ring(m)?;
        self.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(Kernel::Select, ring.zq(i), ring.degree());
            ring.zq(i).select_assign(row, y.row(i), m.row(i));
        });
        self.buffer.secret |= y.is_secret() || m.is_secret();
        Ok(())
    }
}
