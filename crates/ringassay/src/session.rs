//! Parameters ready to compute with vectors of one length.

use std::{fmt, sync::Arc};

use crate::{
    Error,
    vectors::{Instance, IntegerVectors, Scheme, Vectors},
};

/// An instance of a scheme for vectors of ℓ entries: makes keys, loads what was saved. A handle; all keys and
/// ciphertexts share it.
pub struct Session<P: Scheme>(Arc<Inner<P>>);

struct Inner<P: Scheme> {
    scheme: Instance<P>,
    insisting: Instance<P>,
    vectors: Arc<P::Vectors>,
}

impl<P: Scheme> Clone for Session<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Scheme> fmt::Debug for Session<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("length", &self.length()).finish_non_exhaustive()
    }
}

impl<P: Scheme> Session<P> {
    /// The instance that serves a request best; `choose` of the scheme's module gives the reasons as well.
    ///
    /// # Errors
    /// Returns an error if no parameters serve it.
    pub fn choose(request: &<P::Vectors as Vectors<P>>::Request) -> Result<Self, Error> {
        let (choice, length) = P::Vectors::choose(request)?;
        Self::of(&choice, length)
    }

    /// The instance of a choice, for vectors of this length.
    ///
    /// # Errors
    /// Returns an error if there are fewer slots than entries.
    pub fn of(choice: &<P::Vectors as Vectors<P>>::Choice, length: usize) -> Result<Self, Error> {
        let (parameters, vectors) = P::Vectors::of(choice, length)?;
        Self::with_vectors(&parameters, vectors)
    }

    /// The instance with these parameters for vectors of `length` entries; in CKKS none larger than 1 in absolute value.
    ///
    /// # Errors
    /// Returns an error if there is no such instance, or it has fewer slots than entries.
    pub fn new(parameters: &P, length: usize) -> Result<Self, Error> {
        parameters.check()?;
        Self::with_vectors(parameters, P::Vectors::new(parameters, length)?)
    }

    pub(crate) fn with_vectors(parameters: &P, vectors: P::Vectors) -> Result<Self, Error> {
        let scheme = Instance::exact(parameters)?;
        let insisting = scheme.insisting();
        Ok(Self(Arc::new(Inner { scheme, insisting, vectors: Arc::new(vectors) })))
    }

    /// The same for keys whose secret is the sum of those of so many parties.
    pub(crate) fn for_parties(&self, scheme: &Instance<P>) -> Self {
        let (insisting, vectors) = (scheme.insisting(), Arc::clone(&self.0.vectors));
        Self(Arc::new(Inner { scheme: scheme.clone(), insisting, vectors }))
    }

    /// The scheme that computes.
    pub fn scheme(&self) -> &Instance<P> {
        &self.0.scheme
    }

    /// The scheme as it computes with ciphertexts that insist, or do not.
    pub(crate) fn scheme_for(&self, insists: bool) -> &Instance<P> {
        if insists { &self.0.insisting } else { &self.0.scheme }
    }

    /// The parameters.
    pub fn parameters(&self) -> &P {
        self.scheme().parameters()
    }

    /// ℓ, the number of entries of a vector.
    pub fn length(&self) -> usize {
        self.vectors().length()
    }

    /// Between vectors and plaintexts.
    pub fn vectors(&self) -> &P::Vectors {
        &self.0.vectors
    }

    /// Fails unless `other` is this session, or one of equal parameters and vectors.
    pub(crate) fn check(&self, other: &Self, what: &'static str) -> Result<(), Error> {
        let same = Arc::ptr_eq(&self.0, &other.0)
            || (self.parameters() == other.parameters()
                && self.scheme().parties() == other.scheme().parties()
                && self.vectors().is_like(other.vectors()));
        if same { Ok(()) } else { Err(Error::other_parameters(what)) }
    }
}

impl<P: Scheme<Vectors = IntegerVectors>> Session<P>
where
    IntegerVectors: Vectors<P>,
{
    /// As [`Session::new`], generating keys for the automorphisms ζ ↦ ζ^k of these k unless told otherwise.
    ///
    /// # Errors
    /// Returns an error as [`Session::new`].
    pub fn with_automorphisms(
        parameters: &P,
        length: usize,
        automorphisms: Vec<u32>,
    ) -> Result<Self, Error> {
        parameters.check()?;
        let vectors = <IntegerVectors as Vectors<P>>::new(parameters, length)?;
        Self::with_vectors(parameters, vectors.with_automorphisms(automorphisms))
    }
}
