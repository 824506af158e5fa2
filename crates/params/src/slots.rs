//! Parameters of schemes with slots by one request, whichever the scheme.

use std::time::Duration;

use ringassay_ring::{index::Index, sample::Distribution};
use ringassay_scheme::{
    Error as SchemeError, IntegerScheme, Scheme, bgv::PlaintextModulus, hybrid::HybridScheme,
    integer_schemes,
};
use ringassay_security::{CostModel, Estimate, Lwe, estimate};

use crate::{Error, Rotations, request::Request, security::secret_of, stated::Moduli};

pub use crate::plaintext::{slots_of, splitting_plaintext};

/// Parameters with the reasons for them.
#[derive(Debug, Clone)]
pub struct SlotChoice<P> {
    /// The parameters.
    pub parameters: P,
    /// How hard they are to break, at the largest modulus at which something is published.
    pub security: Estimate,
    /// Whether the security asked for is reached.
    pub is_secure: bool,
    /// The exponents of the automorphisms for which to publish keys, so that vectors can be rotated
    /// by any amount.
    pub rotations: Vec<u32>,
    /// The mean and largest number of automorphisms in a rotation.
    pub rotation_terms: (f64, usize),
    /// The depth that results may have, in HEtest's units: as asked for, or the deepest that stated moduli carry.
    pub depth: f64,
    /// Depth beyond that which was kept in reserve.
    pub slack: f64,
    /// log2 of the predicted probability that a result at the full depth decrypts wrongly.
    pub log2_failure: f64,
    /// The reasons, in sentences.
    pub explanation: Vec<String>,
    /// How long the search took.
    pub duration: Duration,
}

/// Where the worst chain of operations ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct End {
    /// The noise budget that is left: log2(Q/2), or what decrypts at most, less the noise bound.
    pub budget_bits: f64,
    /// log2 of the probability of a wrong result where operands are not related.
    pub log2_failure: f64,
}

/// Where chains of operations up to a depth end; `None` where noise is too large.
pub type Reach<'a> = Box<dyn FnMut(f64) -> Result<Option<End>, Error> + 'a>;

/// Parameters that are searched for: a scheme's own search.
pub trait Choosable: IntegerScheme {
    /// The parameters that serve a request best.
    ///
    /// # Errors
    /// When none serve it, with what to change; when a fixed index is less secure than asked and the
    /// request does not insist.
    fn choose(request: &Request) -> Result<SlotChoice<Self>, Error>;

    /// The parameters that serve a request, the best first: one set for each index that is considered,
    /// or for the index that the request fixes.
    ///
    /// # Errors
    /// As [`Choosable::choose`].
    fn candidates(
        request: &Request,
    ) -> Result<Box<dyn Iterator<Item = SlotChoice<Self>> + '_>, Error>;

    /// The parameters at the index that the request fixes, as secure as the index allows at this depth: so
    /// index, depth and t alone decide on them.
    ///
    /// # Errors
    /// When the index allows no such depth, whatever the security.
    fn most_secure(request: &Request) -> Result<SlotChoice<Self>, Error> {
        Self::choose(&Request { insist: true, ..request.clone() })
    }

    /// Whether there are parameters for a request that fixes the index, as far as that is known without the whole
    /// search: where it errs, it denies.
    ///
    /// # Errors
    /// When the request is out of range.
    fn serves(request: &Request) -> Result<bool, Error> {
        Ok(Self::choose(&Request { insist: false, ..request.clone() }).is_ok())
    }

    /// Parameters with stated moduli.
    ///
    /// # Errors
    /// When there are none, with what to state instead.
    fn of_moduli(
        index: &Index,
        plaintext: PlaintextModulus,
        moduli: &Moduli,
    ) -> Result<Self, Error>;

    /// How far these parameters carry, with such rotations.
    ///
    /// # Errors
    /// When there is no such instance.
    fn reach(&self, rotations: Rotations) -> Result<Reach<'_>, Error>;
}

/// How hard an instance is to break: learning with errors of dimension n modulo Q·P.
///
/// # Errors
/// When the estimator has no answer for such parameters.
pub fn security<P: IntegerScheme>(parameters: &P) -> Result<Estimate, Error> {
    security_of(
        parameters.index().degree(),
        parameters.log2_qp(),
        parameters.sigma(),
        parameters.secret(),
    )
}

pub(crate) fn security_of(
    dimension: usize,
    log2_q: f64,
    sigma: f64,
    secret: Distribution,
) -> Result<Estimate, Error> {
    let secret = secret_of(secret);
    let lwe = Lwe { dimension, log2_q, error_std: sigma, secret, samples: None };
    estimate(&lwe, CostModel::Matzov)
        .map_err(|error| SchemeError::Parameters(error.to_string()).into())
}

/// What is to be done with a scheme with slots whose type is not known yet.
pub trait SlotVisitor {
    /// What comes of it.
    type Output;

    /// Does it for the scheme with these parameters.
    fn visit<P: Choosable>(self) -> Self::Output;
}

macro_rules! visit_the_scheme {
    ($($parameters:ty),*) => {
        /// Does with a scheme what `visitor` says; nothing with one that has no slots.
        pub fn with_slot_scheme<V: SlotVisitor>(scheme: Scheme, visitor: V) -> Option<V::Output> {
            $(if scheme == <$parameters as HybridScheme>::SCHEME {
                return Some(visitor.visit::<$parameters>());
            })*
            None
        }
    };
}

integer_schemes! { visit_the_scheme }
