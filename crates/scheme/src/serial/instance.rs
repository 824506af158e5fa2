//! What the instances give to the objects that belong to them.

use ringassay_ring::{RnsRing, index::Index, sample::Sampler};

use super::{Fingerprint, parameters::SavedParameters};
use crate::{Scheme, hybrid::Context};

/// An instance of a scheme: what its objects are saved and loaded with.
pub trait Instance {
    /// Whose it is.
    const SCHEME: Scheme;

    /// The name of its parameters.
    fn fingerprint(&self) -> Fingerprint;

    /// The index m.
    fn index(&self) -> &Index;

    /// How secret keys are drawn.
    fn secrets(&self) -> &Sampler;

    /// The ring of secret keys and of those for key switching.
    fn key_ring(&self) -> &RnsRing;

    /// The number of digits of key switching.
    fn digits(&self) -> usize;
}

impl<P: SavedParameters> Instance for Context<P, RnsRing> {
    const SCHEME: Scheme = P::SCHEME;

    fn fingerprint(&self) -> Fingerprint {
        self.parameters().fingerprint().for_parties(self.parties())
    }

    fn index(&self) -> &Index {
        self.ring().index()
    }

    fn secrets(&self) -> &Sampler {
        self.secret_sampler()
    }

    fn key_ring(&self) -> &RnsRing {
        self.ring()
    }

    fn digits(&self) -> usize {
        self.digits().len()
    }
}
