//! A ring R and a ring R' ⊇ R of a multiple of its index, and the maps between their elements.

use std::sync::Arc;

use ringassay_kernels::Zq;
use ringassay_kernels::fork::OnceLock;

use crate::{
    Basis, BasisKind, Element, ElementError, RingError, RnsRing, meter, parallel,
    recorder::Kernel,
    subring::{Subring, SubringError, TwaceWeights},
};

/// R_Q of index m inside R'_Q of index m', m | m', with everything that `embed` and `twace` need
/// precomputed ([`subring`](crate::subring) explains both maps). Cheap to clone.
///
/// ```
/// use ringassay_ring::{Element, Powerful, RingExtension, RnsRing, index::Index};
/// // 4733 = 13·364 + 1 is a prime.
/// let small = RnsRing::new(&Index::new(28)?, &[4733])?;
/// let big = RnsRing::new(&Index::new(364)?, &[4733])?;
/// let extension = RingExtension::new(&small, &big)?;
/// let a = Element::<Powerful>::constant(&small, 3);
/// assert_eq!(a.embed(&extension)?, Element::constant(&big, 3));
/// assert_eq!(a.embed(&extension)?.twace(&extension)?, a);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RingExtension {
    maps: Arc<Maps>,
}

struct Maps {
    small: RnsRing,
    big: RnsRing,
    subring: Subring,
    /// For each limb, made when first needed.
    weights: Vec<OnceLock<Result<TwaceWeights, SubringError>>>,
}

impl RingExtension {
    /// The ring `small` inside the ring `big`.
    ///
    /// # Errors
    /// When the index of `small` does not divide that of `big`, or their moduli differ.
    pub fn new(small: &RnsRing, big: &RnsRing) -> Result<Self, RingError> {
        let subring =
            Subring::new(small.index(), big.index(), small.crt_exponents(), big.crt_exponents())?;
        if small.moduli() != big.moduli() {
            let (left, right) = (small.to_string(), big.to_string());
            return Err(RingError::DifferentModuli { left, right });
        }
        let weights = vec![OnceLock::new(); big.limbs()];
        let maps = Maps { small: small.clone(), big: big.clone(), subring, weights };
        Ok(Self { maps: Arc::new(maps) })
    }

    /// R.
    pub fn small(&self) -> &RnsRing {
        &self.maps.small
    }

    /// R'.
    pub fn big(&self) -> &RnsRing {
        &self.maps.big
    }

    /// The maps of positions, which are the same for all moduli.
    pub fn subring(&self) -> &Subring {
        &self.maps.subring
    }

    fn embed_row<B: Basis>(&self, zq: &Zq, out: &mut [u64], x: &[u64]) {
        match B::KIND {
            BasisKind::Powerful => self.subring().embed_powerful(zq, out, x),
            BasisKind::Decoding => self.subring().embed_decoding(zq, out, x),
            BasisKind::Crt => self.subring().embed_crt(zq, out, x),
        }
    }

    fn twace_weights(&self, i: usize) -> Result<&TwaceWeights, SubringError> {
        let big = &self.maps.big;
        self.maps.weights[i]
            .get_or_init(|| self.subring().twace_weights(big.zq(i), big.root(i)))
            .as_ref()
            .map_err(|&error| error)
    }
}

impl std::fmt::Debug for RingExtension {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RingExtension({} in {})", self.small(), self.big())
    }
}

impl<B: Basis> Element<B> {
    /// The element of R as an element of R' ("Λ∘λ", ePrint 2015/1134 §3.2).
    ///
    /// # Errors
    /// When the element does not lie in the smaller ring of `extension`.
    pub fn embed(&self, extension: &RingExtension) -> Result<Self, ElementError> {
        let mut out = Self::uninitialised(extension.big(), self.is_secret());
        self.embed_into(extension, &mut out)?;
        Ok(out)
    }

    /// As [`Element::embed`], into `out`, which becomes secret if this is.
    ///
    /// # Errors
    /// When the element does not lie in the smaller ring of `extension`, or `out` in the larger.
    pub fn embed_into(
        &self,
        extension: &RingExtension,
        out: &mut Self,
    ) -> Result<(), ElementError> {
        self.lies_in(extension.small())?;
        out.lies_in(extension.big())?;
        out.set_secret(self.is_secret());
        let (small, big) = extension.subring().indices();
        let kernel = Kernel::Embed { small, big, basis: B::KIND };
        out.for_each_row(parallel::LINEAR, |ring, i, row| {
            meter::row(kernel, ring.zq(i), ring.degree());
            extension.embed_row::<B>(ring.zq(i), &mut row[..ring.degree()], self.limb(i));
        });
        Ok(())
    }

    /// The tweaked trace of the element of R' in R ("Λ∘λ", ePrint 2015/1134 §3.2); `twace` of an
    /// embedded element gives it back.
    ///
    /// # Errors
    /// When the element does not lie in the larger ring of `extension`.
    pub fn twace(&self, extension: &RingExtension) -> Result<Self, ElementError> {
        let mut out = Self::uninitialised(extension.small(), self.is_secret());
        self.twace_into(extension, &mut out)?;
        Ok(out)
    }

    /// As [`Element::twace`], into `out`, which becomes secret if this is.
    ///
    /// # Errors
    /// When the element does not lie in the larger ring of `extension`, or `out` in the smaller.
    pub fn twace_into(
        &self,
        extension: &RingExtension,
        out: &mut Self,
    ) -> Result<(), ElementError> {
        self.lies_in(extension.big())?;
        out.lies_in(extension.small())?;
        let (secret, subring) = (self.is_secret(), extension.subring());
        out.set_secret(secret);
        let length = self.ring().degree();
        let (small, big) = subring.indices();
        let kernel = Kernel::Twace { small, big, basis: B::KIND };
        if B::KIND != BasisKind::Crt {
            out.for_each_row(parallel::LINEAR, |ring, i, row| {
                meter::row(kernel, ring.zq(i), length);
                subring.twace(ring.zq(i), &mut row[..ring.degree()], self.limb(i));
            });
            return Ok(());
        }
        // The weights first: they alone can fail.
        for i in 0..self.ring().limbs() {
            extension.twace_weights(i)?;
        }
        let pool = self.ring().shape().pool();
        out.for_each_row(parallel::LINEAR, |ring, i, row| {
            let mut scratch = pool.take(subring.scratch_len());
            scratch.secret = secret;
            if let Ok(weights) = extension.twace_weights(i) {
                let row = &mut row[..ring.degree()];
                meter::row(kernel, ring.zq(i), length);
                subring.twace_crt(ring.zq(i), weights, row, self.limb(i), &mut scratch);
            }
        });
        Ok(())
    }
}
