//! The ring R_Q in its three bases.

use num_bigint::BigInt;
use ringassay_kernels::Backend;
use ringassay_ring::index::Index;
use ringassay_ring::rns::{self, Lift, Moduli};
use ringassay_ring::{
    Basis as BasisType, Crt, Decoding, Element, IntElement, Powerful, RingError, RnsRing,
};

use super::must;
use crate::laws::{Basis, Limbs, Ring};
use crate::reference::numbers::pow_mod;

/// [`RnsRing`] under judgement.
#[derive(Clone, Debug)]
pub struct RingSubject {
    /// The ring.
    pub ring: RnsRing,
}

impl RingSubject {
    /// The ring of an index on a backend.
    ///
    /// # Errors
    /// As [`RnsRing::with_backend`].
    pub fn new(index: &Index, moduli: &[u64], backend: Backend) -> Result<Self, RingError> {
        Ok(Self { ring: RnsRing::with_backend(index, moduli, backend)? })
    }

    pub(super) fn element<B: BasisType>(&self, x: &Limbs) -> Element<B> {
        must(Element::from_residues(&self.ring, &x.concat()))
    }

    pub(super) fn limbs<B: BasisType>(x: &Element<B>) -> Limbs {
        let degree = x.ring().degree();
        x.iter_limbs().map(|limb| limb[..degree].to_vec()).collect()
    }
}

/// Runs code for the type of a basis; `$x` is the element of `$limbs` in it.
macro_rules! in_basis {
    ($self:ident, $basis:expr, |$($x:ident = $limbs:ident),+| $body:expr) => {
        match $basis {
            Basis::Powerful => { $(let $x = $self.element::<Powerful>($limbs);)+ $body }
            Basis::Decoding => { $(let $x = $self.element::<Decoding>($limbs);)+ $body }
            Basis::Crt => { $(let $x = $self.element::<Crt>($limbs);)+ $body }
        }
    };
}
pub(super) use in_basis;

impl Ring for RingSubject {
    fn subject(&self) -> String {
        let backends: Vec<String> =
            (0..self.ring.limbs()).map(|i| self.ring.zq(i).backend().to_string()).collect();
        format!("{} on {}", self.ring, backends.join(", "))
    }

    fn m(&self) -> u64 {
        self.ring.index().m()
    }

    fn moduli(&self) -> Vec<u64> {
        self.ring.moduli().to_vec()
    }

    fn roots(&self, limb: usize) -> Vec<u64> {
        let (q, root) = (self.ring.moduli()[limb], self.ring.root(limb));
        let root_at = |&unit: &u32| pow_mod(root, u64::from(unit), q);
        self.ring.crt_exponents().iter().map(root_at).collect()
    }

    fn convert(&self, x: &Limbs, from: Basis, to: Basis) -> Limbs {
        match (from, to) {
            (Basis::Powerful, Basis::Decoding) => {
                Self::limbs(&self.element::<Powerful>(x).into_decoding())
            }
            (Basis::Powerful, Basis::Crt) => Self::limbs(&self.element::<Powerful>(x).into_crt()),
            (Basis::Decoding, Basis::Powerful) => {
                Self::limbs(&self.element::<Decoding>(x).into_powerful())
            }
            (Basis::Decoding, Basis::Crt) => Self::limbs(&self.element::<Decoding>(x).into_crt()),
            (Basis::Crt, Basis::Powerful) => Self::limbs(&self.element::<Crt>(x).into_powerful()),
            (Basis::Crt, Basis::Decoding) => Self::limbs(&self.element::<Crt>(x).into_decoding()),
            (Basis::Powerful, Basis::Powerful)
            | (Basis::Decoding, Basis::Decoding)
            | (Basis::Crt, Basis::Crt) => in_basis!(self, from, |x = x| Self::limbs(&x)),
        }
    }

    fn add(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs {
        in_basis!(self, basis, |x = x, y = y| Self::limbs(&(x + &y)))
    }

    fn sub(&self, x: &Limbs, y: &Limbs, basis: Basis) -> Limbs {
        in_basis!(self, basis, |x = x, y = y| Self::limbs(&(x - &y)))
    }

    fn neg(&self, x: &Limbs, basis: Basis) -> Limbs {
        in_basis!(self, basis, |x = x| Self::limbs(&-x))
    }

    fn mul(&self, x: &Limbs, y: &Limbs) -> Limbs {
        Self::limbs(&(self.element::<Crt>(x) * &self.element::<Crt>(y)))
    }

    fn mul_g(&self, x: &Limbs, basis: Basis) -> Limbs {
        in_basis!(self, basis, |x = x| {
            let mut x = x;
            x.mul_g_assign();
            Self::limbs(&x)
        })
    }

    fn div_g(&self, x: &Limbs, basis: Basis) -> Option<Limbs> {
        in_basis!(self, basis, |x = x| {
            let mut x = x;
            x.div_g_assign();
            Some(Self::limbs(&x))
        })
    }

    fn automorphism(&self, x: &Limbs, k: u64, basis: Basis) -> Limbs {
        in_basis!(self, basis, |x = x| Self::limbs(&must(x.automorphism(k))))
    }

    fn reduce(&self, x: &[i64]) -> Limbs {
        Self::limbs(&must(Element::<Powerful>::from_i64(&self.ring, x)))
    }

    fn lift(&self, x: &Limbs, basis: Basis) -> Vec<BigInt> {
        if self.ring.limbs() == 1 {
            let big = |x: &[i64]| x.iter().map(|&x| BigInt::from(x)).collect();
            return match basis {
                Basis::Decoding => big(must(self.element::<Decoding>(x).lift()).coefficients()),
                _ => big(must(self.element::<Powerful>(x).lift()).coefficients()),
            };
        }
        let zqs: Vec<_> = (0..self.ring.limbs()).map(|i| *self.ring.zq(i)).collect();
        let degree = self.ring.degree();
        Lift::new(&must(Moduli::new(&zqs))).lift_big(rns::Limbs::new(&x.concat(), degree, degree))
    }

    fn mul_g_integers(&self, x: &[i64], basis: Basis) -> Vec<i64> {
        match basis {
            Basis::Decoding => {
                let mut x = self.integers::<Decoding>(x);
                must(x.mul_g_assign());
                x.coefficients().to_vec()
            }
            _ => {
                let mut x = self.integers::<Powerful>(x);
                must(x.mul_g_assign());
                x.coefficients().to_vec()
            }
        }
    }

    fn div_g_integers(&self, x: &[i64], basis: Basis) -> Option<Vec<i64>> {
        match basis {
            Basis::Decoding => {
                let mut x = self.integers::<Decoding>(x);
                x.div_g_assign().ok().map(|()| x.coefficients().to_vec())
            }
            _ => {
                let mut x = self.integers::<Powerful>(x);
                x.div_g_assign().ok().map(|()| x.coefficients().to_vec())
            }
        }
    }
}

impl RingSubject {
    fn integers<B: ringassay_ring::CoefficientBasis>(&self, x: &[i64]) -> IntElement<B> {
        must(IntElement::from_coefficients(self.ring.index(), x.to_vec()))
    }
}
