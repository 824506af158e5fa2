//! Elements with their coefficients.

use std::borrow::Cow;

use num_bigint::BigInt;
use ringassay_ring::{
    BasisKind, Crt, Decoding, Element, IntElement, Powerful, RnsRing,
    rns::{Lift, Moduli},
    sample::{Distribution, SampleBasis, Sampler, Seed, uniform_into},
};

use super::{ELEMENT, InBasis, Value, ValueError};
use crate::in_each_basis;

/// An element that is computed.
pub type ExactValue = InBasis<Element<Powerful>, Element<Decoding>, Element<Crt>>;

/// The same expression, wrapped in its basis again.
macro_rules! same {
    ($any:expr, $x:ident => $body:expr) => {
        match $any {
            ExactValue::Powerful($x) => Ok(ExactValue::Powerful($body?)),
            ExactValue::Decoding($x) => Ok(ExactValue::Decoding($body?)),
            ExactValue::Crt($x) => Ok(ExactValue::Crt($body?)),
        }
    };
}

/// The same expression for two elements of one basis, wrapped in that basis again.
macro_rules! both {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            (ExactValue::Powerful($x), ExactValue::Powerful($y)) => {
                Ok(ExactValue::Powerful($body?))
            }
            (ExactValue::Decoding($x), ExactValue::Decoding($y)) => {
                Ok(ExactValue::Decoding($body?))
            }
            (ExactValue::Crt($x), ExactValue::Crt($y)) => Ok(ExactValue::Crt($body?)),
            (a, b) => Err(ValueError::Bases(a.kind(), b.kind())),
        }
    };
}

impl ExactValue {
    /// The element with the given canonical residues, limb by limb.
    ///
    /// # Errors
    /// When they are not canonical, or not as many.
    pub fn from_residues(
        ring: &RnsRing,
        words: &[u64],
        kind: BasisKind,
    ) -> Result<Self, ValueError> {
        Ok(match kind {
            BasisKind::Powerful => Self::Powerful(Element::from_residues(ring, words)?),
            BasisKind::Decoding => Self::Decoding(Element::from_residues(ring, words)?),
            BasisKind::Crt => Self::Crt(Element::from_residues(ring, words)?),
        })
    }

    /// The residues, limb by limb.
    pub fn residues(&self) -> Vec<u64> {
        in_each_basis!(self, x => x.iter_limbs().flatten().copied().collect())
    }

    /// The ring.
    pub fn ring(&self) -> &RnsRing {
        in_each_basis!(self, x => x.ring())
    }

    fn crt(&self) -> Cow<'_, Element<Crt>> {
        match self {
            Self::Powerful(x) => Cow::Owned(x.to_crt()),
            Self::Decoding(x) => Cow::Owned(x.to_crt()),
            Self::Crt(x) => Cow::Borrowed(x),
        }
    }
}

impl Value for ExactValue {
    type Ring = RnsRing;

    fn constant(ring: &RnsRing, residues: &[u64]) -> Result<Self, ValueError> {
        let mut one = Element::<Powerful>::constant(ring, 1);
        one.scale_limbs_assign(residues)?;
        Ok(Self::Powerful(one))
    }

    fn from_integers(ring: &RnsRing, x: &[i64], kind: BasisKind) -> Result<Self, ValueError> {
        match kind {
            BasisKind::Powerful => Ok(Self::Powerful(Element::from_i64(ring, x)?)),
            BasisKind::Decoding => Ok(Self::Decoding(Element::from_i64(ring, x)?)),
            BasisKind::Crt => Err(ValueError::Integers),
        }
    }

    fn uniform(ring: &RnsRing, seed: &Seed) -> Self {
        let mut element = Element::<Crt>::zero(ring);
        for (limb, &q) in element.iter_limbs_mut().zip(ring.moduli()) {
            uniform_into(limb, q, seed);
        }
        Self::Crt(element)
    }

    fn sample(ring: &RnsRing, distribution: Distribution, seed: &Seed) -> Result<Self, ValueError> {
        let index = ring.index();
        let sampler = Sampler::new(index, distribution)?;
        let mut stream = seed.stream(ELEMENT, 0);
        Ok(match sampler.basis() {
            SampleBasis::Powerful => {
                let mut drawn = IntElement::<Powerful>::zero(index);
                sampler.sample_into(drawn.coefficients_mut(), &mut stream);
                Self::Powerful(drawn.reduce(ring)?)
            }
            SampleBasis::Decoding => {
                let mut drawn = IntElement::<Decoding>::zero(index);
                sampler.sample_into(drawn.coefficients_mut(), &mut stream);
                Self::Decoding(drawn.reduce(ring)?)
            }
        })
    }

    fn kind(&self) -> BasisKind {
        self.basis()
    }

    fn to_basis(&self, kind: BasisKind) -> Self {
        match (self, kind) {
            (Self::Powerful(x), BasisKind::Crt) => Self::Crt(x.to_crt()),
            (Self::Decoding(x), BasisKind::Crt) => Self::Crt(x.to_crt()),
            (Self::Powerful(x), BasisKind::Decoding) => Self::Decoding(x.to_decoding()),
            (Self::Decoding(x), BasisKind::Powerful) => Self::Powerful(x.to_powerful()),
            (Self::Crt(x), BasisKind::Powerful) => Self::Powerful(x.to_powerful()),
            (Self::Crt(x), BasisKind::Decoding) => Self::Decoding(x.to_decoding()),
            _ => self.clone(),
        }
    }

    fn is_secret(&self) -> bool {
        in_each_basis!(self, x => x.is_secret())
    }

    fn public(&self) -> Self {
        let mut declared = self.clone();
        in_each_basis!(&mut declared, x => x.set_secret(false));
        declared
    }

    fn add(&self, other: &Self) -> Result<Self, ValueError> {
        both!(self, other, x, y => x.try_add(y))
    }

    fn sub(&self, other: &Self) -> Result<Self, ValueError> {
        both!(self, other, x, y => x.try_sub(y))
    }

    fn mul(&self, other: &Self) -> Result<Self, ValueError> {
        let (x, y) = (self.crt(), other.crt());
        Ok(Self::Crt(x.try_mul(&y)?))
    }

    fn scale(&self, residues: &[u64]) -> Result<Self, ValueError> {
        let mut scaled = self.clone();
        in_each_basis!(&mut scaled, x => x.scale_limbs_assign(residues))?;
        Ok(scaled)
    }

    fn automorphism(&self, k: u64) -> Result<Self, ValueError> {
        same!(self, x => x.automorphism(k))
    }

    fn lift(&self) -> Result<Vec<i64>, ValueError> {
        Ok(match self {
            Self::Powerful(x) => x.lift()?.coefficients().to_vec(),
            Self::Decoding(x) => x.lift()?.coefficients().to_vec(),
            Self::Crt(_) => return Err(ValueError::NoCoefficients),
        })
    }

    fn lift_big(&self) -> Result<Vec<BigInt>, ValueError> {
        if matches!(self, Self::Crt(_)) {
            return Err(ValueError::NoCoefficients);
        }
        let ring = self.ring();
        let zqs: Vec<_> = (0..ring.limbs()).map(|i| *ring.zq(i)).collect();
        let lift = Lift::new(&Moduli::new(&zqs)?);
        Ok(in_each_basis!(self, x => lift.lift_big(x.as_limbs())))
    }
}
