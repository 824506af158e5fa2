//! σ_k: ζ_m ↦ ζ_m^k on elements.

use ringassay_kernels::Zq;

use super::Element;
use crate::{
    Basis, BasisKind, ElementError, RnsRing, automorphism::AxisMap, meter, parallel,
    recorder::Kernel,
};

/// Shorter rows are worked on word by word.
const VECTOR_ROW: usize = 8;

impl<B: Basis> Element<B> {
    /// σ_k(self), for k coprime to m: a permutation in the CRT basis, a signed one with some sums in
    /// the powerful basis; the decoding basis goes through the powerful one.
    ///
    /// # Errors
    /// When k is no unit of Z/m.
    pub fn automorphism(&self, k: u64) -> Result<Self, ElementError> {
        let mut image = Self::uninitialised(&self.ring, self.is_secret());
        self.automorphism_into(k, &mut image)?;
        Ok(image)
    }

    /// As [`Element::automorphism`], into `image`, which becomes secret if this is.
    ///
    /// # Errors
    /// When k is no unit of Z/m, or `image` lies in another ring.
    pub fn automorphism_into(&self, k: u64, image: &mut Self) -> Result<(), ElementError> {
        self.same_ring(image)?;
        let (ring, secret) = (&self.ring, self.is_secret());
        let shape = ring.shape();
        let map = shape.automorphism(k)?;
        image.set_secret(secret);
        if B::KIND == BasisKind::Crt {
            image.for_each_row(parallel::LINEAR, |ring, i, row| {
                meter::row(Kernel::Gather, ring.zq(i), ring.degree());
                ring.zq(i).rearrange_into(&mut row[..ring.degree()], self.limb(i), map.crt());
            });
            return Ok(());
        }
        let axes = map.axes(ring.index());
        meter::rows(Kernel::Copy, ring.degree(), ring.limbs());
        image.words_mut().copy_from_slice(self.words());
        if B::KIND == BasisKind::Decoding {
            image.sum_axes();
        }
        image.for_each_row(parallel::LINEAR, |ring, i, row| {
            let mut source = shape.pool().take(ring.stride());
            source.secret = secret;
            for axis in axes {
                meter::rows(Kernel::Copy, ring.degree(), 1);
                source.copy_from_slice(row);
                move_axis(ring, i, axis, &source, row);
            }
        });
        if B::KIND == BasisKind::Decoding {
            image.difference_axes();
        }
        Ok(())
    }
}

fn move_axis(ring: &RnsRing, limb: usize, map: &AxisMap, source: &[u64], row: &mut [u64]) {
    let (zq, degree) = (ring.zq(limb), ring.degree());
    let (m, prime) = (ring.index().kernel_index(), map.prime());
    meter::row(Kernel::MoveAxis { m, prime }, zq, degree);
    map.apply(&source[..degree], &mut row[..degree], |out, plus, minus| match (plus, minus) {
        (Some(x), None) => out.copy_from_slice(x),
        (Some(x), Some(y)) => subtract(zq, out, x, y),
        (None, Some(y)) => {
            out.copy_from_slice(y);
            negate(zq, out);
        }
        (None, None) => out.fill(0),
    });
}

#[inline]
fn subtract(zq: &Zq, out: &mut [u64], x: &[u64], y: &[u64]) {
    if out.len() >= VECTOR_ROW {
        zq.sub_into(out, x, y);
    } else {
        let modulus = zq.modulus();
        out.iter_mut().zip(x.iter().zip(y)).for_each(|(out, (&x, &y))| *out = modulus.sub(x, y));
    }
}

#[inline]
fn negate(zq: &Zq, out: &mut [u64]) {
    if out.len() >= VECTOR_ROW {
        zq.neg_assign(out);
    } else {
        out.iter_mut().for_each(|x| *x = zq.modulus().neg(*x));
    }
}
