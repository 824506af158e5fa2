//! What the instances give to the objects that belong to them.

use ringassay_ring::{RnsRing, index::Index, sample::Sampler};

use super::Fingerprint;
use crate::{Scheme, bfv, bgv, ckks};

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

macro_rules! instances {
    ($($module:ident = $scheme:ident, $key_ring:ident;)*) => {
        $(impl Instance for $module::Context<RnsRing> {
            const SCHEME: Scheme = Scheme::$scheme;

            fn fingerprint(&self) -> Fingerprint {
                self.parameters().fingerprint()
            }

            fn index(&self) -> &Index {
                &self.parameters().index
            }

            fn secrets(&self) -> &Sampler {
                self.secret_sampler()
            }

            fn key_ring(&self) -> &RnsRing {
                self.$key_ring()
            }

            fn digits(&self) -> usize {
                self.parameters().digits().len()
            }
        })*
    };
}

instances! {
    bgv = Bgv, ring;
    bfv = Bfv, key_ring;
}

impl Instance for ckks::Context<RnsRing> {
    const SCHEME: Scheme = Scheme::Ckks;

    fn fingerprint(&self) -> Fingerprint {
        self.parameters().fingerprint()
    }

    fn index(&self) -> &Index {
        &self.parameters().index
    }

    fn secrets(&self) -> &Sampler {
        self.secret_sampler()
    }

    fn key_ring(&self) -> &RnsRing {
        self.ring()
    }

    fn digits(&self) -> usize {
        self.parameters().digits().len()
    }
}
