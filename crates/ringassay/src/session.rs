//! Parameters ready to compute with vectors of one length.

use std::{fmt, sync::Arc};

use ringassay_params::{Choosable, SlotChoice, bgv::Request};
use ringassay_scheme::{
    Plaintext, SlotParameters, encoding::VectorEncoder, slot_scheme::ComputingScheme,
};

use crate::Error;

/// An instance of a scheme for vectors of ℓ entries modulo t: makes keys, loads what was saved. A handle; all
/// keys and ciphertexts share it.
pub struct Session<S: ComputingScheme>(Arc<Inner<S>>);

struct Inner<S> {
    scheme: S,
    insisting: S,
    vectors: VectorEncoder,
    /// The automorphisms for which to generate keys, if they were chosen with the parameters.
    automorphisms: Option<Vec<u32>>,
}

impl<S: ComputingScheme> Clone for Session<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: ComputingScheme> fmt::Debug for Session<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("length", &self.length()).finish_non_exhaustive()
    }
}

impl<S: ComputingScheme<Parameters: Choosable>> Session<S> {
    /// The instance that serves a request best; `choose` of the scheme's module gives the reasons as well.
    ///
    /// # Errors
    /// If no parameters serve it.
    pub fn choose(request: &Request) -> Result<Self, Error> {
        Self::of(&S::Parameters::choose(request)?, request.length)
    }

    /// The instance of a choice, for vectors of this length.
    ///
    /// # Errors
    /// If there are fewer slots than entries.
    pub fn of(choice: &SlotChoice<S::Parameters>, length: usize) -> Result<Self, Error> {
        Self::with_automorphisms(&choice.parameters, length, Some(choice.rotations.clone()))
    }
}

impl<S: ComputingScheme> Session<S> {
    /// The instance with these parameters for vectors of `length` entries.
    ///
    /// # Errors
    /// If there is no such instance, or it has fewer slots than entries.
    pub fn new(parameters: &S::Parameters, length: usize) -> Result<Self, Error> {
        Self::with_automorphisms(parameters, length, None)
    }

    /// As [`Session::new`], generating keys for the automorphisms ζ ↦ ζ^k of these k unless told otherwise.
    ///
    /// # Errors
    /// As [`Session::new`].
    pub fn with_automorphisms(
        parameters: &S::Parameters,
        length: usize,
        automorphisms: Option<Vec<u32>>,
    ) -> Result<Self, Error> {
        let scheme: S = parameters.computing()?;
        let vectors = VectorEncoder::new(&parameters.plaintext_ring()?, length)?;
        let insisting = scheme.insisting();
        Ok(Self(Arc::new(Inner { scheme, insisting, vectors, automorphisms })))
    }

    /// The scheme that computes.
    pub fn scheme(&self) -> &S {
        &self.0.scheme
    }

    /// The scheme as it computes with ciphertexts that insist, or do not.
    pub(crate) fn scheme_for(&self, insists: bool) -> &S {
        if insists { &self.0.insisting } else { &self.0.scheme }
    }

    /// The parameters.
    pub fn parameters(&self) -> &S::Parameters {
        self.scheme().parameters()
    }

    /// ℓ, the number of entries of a vector.
    pub fn length(&self) -> usize {
        self.vectors().length()
    }

    /// Between vectors and plaintexts.
    pub fn vectors(&self) -> &VectorEncoder {
        &self.0.vectors
    }

    /// The plaintext that holds a vector.
    pub(crate) fn plaintext(&self, vector: &[u64]) -> Result<Plaintext, Error> {
        Ok(self.scheme().plaintext(self.vectors().encode(vector)?)?)
    }

    /// The automorphisms for which to generate keys, if they were chosen with the parameters.
    pub(crate) fn automorphisms(&self) -> Option<&[u32]> {
        self.0.automorphisms.as_deref()
    }

    /// Fails unless `other` is this session, or one of equal parameters and length.
    pub(crate) fn check(&self, other: &Self, what: &'static str) -> Result<(), Error> {
        let same = Arc::ptr_eq(&self.0, &other.0)
            || (self.parameters() == other.parameters() && self.length() == other.length());
        if same { Ok(()) } else { Err(Error::other_parameters(what)) }
    }
}
