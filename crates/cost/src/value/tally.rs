//! Elements that are counted.

use std::borrow::Cow;

use num_bigint::BigInt;
use ringassay_ring::{
    BasisKind, Crt, Decoding, ElementError, Powerful,
    recorder::{Call, Kernel},
    sample::{Distribution, SampleBasis, Sampler, Seed},
};
use ringassay_scheme::Ring;

use super::{InBasis, Value, ValueError};
use crate::{TallyElement, TallyInteger, TallyRing, in_each_basis};

/// An element without coefficients: they are 0 wherever they are asked for.
pub type TallyValue = InBasis<TallyElement<Powerful>, TallyElement<Decoding>, TallyElement<Crt>>;

impl TallyValue {
    /// The ring.
    pub fn ring(&self) -> &TallyRing {
        in_each_basis!(self, x => x.ring())
    }

    fn crt(&self) -> Cow<'_, TallyElement<Crt>> {
        match self {
            Self::Powerful(x) => Cow::Owned(x.clone().into_crt()),
            Self::Decoding(x) => Cow::Owned(x.clone().into_powerful().into_crt()),
            Self::Crt(x) => Cow::Borrowed(x),
        }
    }

    /// Element by element in one basis.
    fn zip(&self, other: &Self, kernel: Kernel) -> Result<Self, ValueError> {
        Ok(match (self, other) {
            (Self::Powerful(x), Self::Powerful(y)) => Self::Powerful(x.combined([y], kernel)?),
            (Self::Decoding(x), Self::Decoding(y)) => Self::Decoding(x.combined([y], kernel)?),
            (Self::Crt(x), Self::Crt(y)) => Self::Crt(x.combined([y], kernel)?),
            (x, y) => return Err(ValueError::Bases(x.kind(), y.kind())),
        })
    }

    fn has_coefficients(&self) -> Result<(), ValueError> {
        match self {
            Self::Crt(_) => Err(ValueError::NoCoefficients),
            _ => Ok(()),
        }
    }
}

impl Value for TallyValue {
    type Ring = TallyRing;

    fn constant(ring: &TallyRing, residues: &[u64]) -> Result<Self, ValueError> {
        let one: TallyElement<Powerful> = ring.zero();
        ElementError::check_factors(residues, ring.moduli())?;
        one.each_limb(Kernel::Scale);
        Ok(Self::Powerful(one))
    }

    fn from_integers(ring: &TallyRing, x: &[i64], kind: BasisKind) -> Result<Self, ValueError> {
        let (given, expected) = (x.len(), ring.degree());
        if kind == BasisKind::Crt {
            return Err(ValueError::Integers);
        }
        if given != expected {
            return Err(ElementError::Length { given, expected }.into());
        }
        let element = TallyElement::<Powerful>::given(ring, Kernel::Reduce, false);
        Ok(match kind {
            BasisKind::Decoding => Self::Decoding(element.in_basis()),
            _ => Self::Powerful(element),
        })
    }

    fn uniform(ring: &TallyRing, seed: &Seed) -> Self {
        Self::Crt(Ring::uniform(ring, seed))
    }

    fn sample(
        ring: &TallyRing,
        distribution: Distribution,
        _seed: &Seed,
    ) -> Result<Self, ValueError> {
        let sampler = Sampler::new(ring.index(), distribution)?;
        let element = TallyInteger::drawn(ring, &sampler).reduce(ring)?;
        Ok(match sampler.basis() {
            SampleBasis::Powerful => Self::Powerful(element),
            SampleBasis::Decoding => Self::Decoding(element.in_basis()),
        })
    }

    fn kind(&self) -> BasisKind {
        self.basis()
    }

    fn to_basis(&self, kind: BasisKind) -> Self {
        if let (Self::Crt(x), BasisKind::Powerful) = (self, kind) {
            return Self::Powerful(x.to_powerful());
        }
        match (self.clone(), kind) {
            (Self::Powerful(x), BasisKind::Crt) => Self::Crt(x.into_crt()),
            (Self::Decoding(x), BasisKind::Crt) => Self::Crt(x.into_powerful().into_crt()),
            (Self::Powerful(x), BasisKind::Decoding) => Self::Decoding(x.into_decoding()),
            (Self::Decoding(x), BasisKind::Powerful) => Self::Powerful(x.into_powerful()),
            (Self::Crt(x), BasisKind::Powerful) => Self::Powerful(x.into_powerful()),
            (Self::Crt(x), BasisKind::Decoding) => {
                Self::Decoding(x.into_powerful().into_decoding())
            }
            (same, _) => same,
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
        self.zip(other, Kernel::Add)
    }

    fn sub(&self, other: &Self) -> Result<Self, ValueError> {
        self.zip(other, Kernel::Sub)
    }

    fn mul(&self, other: &Self) -> Result<Self, ValueError> {
        let (x, y) = (self.crt(), other.crt());
        Ok(Self::Crt(x.combined([&*y], Kernel::Mul)?))
    }

    fn scale(&self, residues: &[u64]) -> Result<Self, ValueError> {
        let scaled = self.clone();
        ElementError::check_factors(residues, self.ring().moduli())?;
        in_each_basis!(&scaled, x => x.each_limb(Kernel::Scale));
        Ok(scaled)
    }

    fn automorphism(&self, k: u64) -> Result<Self, ValueError> {
        let m = self.ring().index().m();
        // The index is below 2^32, and a unit modulo it is named by its residue.
        let k = (k % m.max(1)) as u32;
        Ok(match self {
            Self::Powerful(x) => Self::Powerful(x.automorphism(k)?),
            Self::Decoding(x) => Self::Decoding(x.automorphism(k)?),
            Self::Crt(x) => Self::Crt(x.automorphism(k)?),
        })
    }

    fn lift(&self) -> Result<Vec<i64>, ValueError> {
        self.has_coefficients()?;
        let (ring, limbs) = (self.ring(), self.ring().limbs());
        let lifted = TallyInteger::lifted(ring);
        if limbs != 1 {
            return Err(ElementError::SeveralLimbs { limbs }.into());
        }
        ring.open().ran(ring.call(Kernel::Centre, 0), 1);
        drop(lifted);
        Ok(vec![0; ring.degree()])
    }

    fn lift_big(&self) -> Result<Vec<BigInt>, ValueError> {
        self.has_coefficients()?;
        let ring = self.ring();
        ring.is_basis()?;
        let kernel = Kernel::Lift { limbs: ring.limbs() as u32 };
        let call = Call::modulo(kernel, ring.degree(), ring.moduli().iter().copied());
        ring.open().ran(call, 1);
        Ok(vec![BigInt::ZERO; ring.degree()])
    }
}
