//! Parameters, chosen or loaded.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Error, Session,
    parties::Refreshable,
    ring::sample::Distribution,
    scheme::{
        Scheme,
        hybrid::HybridScheme,
        integer_schemes,
        serial::{self, SerialError},
    },
    security::{Estimate, helib_bits},
    vectors::IntegerVectors,
};
use ringassay_params::{
    Choosable, SlotChoice,
    bgv::Request,
    deepest, slots,
    stated::{Moduli, judge},
};

use super::{
    Asked, PackedInstance, RequestArguments, error::scheme_error, instance::AnySession,
    request::ModuliArguments,
};
use crate::call::interruptible;

/// A parameter set for vectors of one length.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct IntegerParameters(Box<dyn AnyParameters>);

/// Parameters of any scheme.
trait AnyParameters: Send + Sync {
    fn length(&self) -> usize;
    fn save(&self) -> Result<Vec<u8>, SerialError>;
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    fn session(&self) -> Result<Box<dyn AnySession>, Error>;
}

/// Parameters of one scheme.
struct Known<P> {
    parameters: P,
    length: usize,
    security: Estimate,
    /// How they were chosen; nothing for those that were loaded.
    choice: Option<SlotChoice<P>>,
}

/// A scheme of integer vectors.
trait Integers: Choosable + Refreshable + ringassay::Scheme<Vectors = IntegerVectors> {}

impl<P: Choosable + Refreshable + ringassay::Scheme<Vectors = IntegerVectors>> Integers for P {}

/// What is to be done with such a scheme whose type is not known yet.
trait Visitor {
    type Output;

    fn visit<P: Integers>(self) -> Self::Output;
}

macro_rules! with_integers {
    ($($parameters:ty),*) => {
        /// Does with a scheme what `visitor` says; nothing with one of other vectors.
        fn with_integers<V: Visitor>(scheme: Scheme, visitor: V) -> Option<V::Output> {
            $(if scheme == <$parameters as HybridScheme>::SCHEME {
                return Some(visitor.visit::<$parameters>());
            })*
            None
        }
    };
}

integer_schemes! { with_integers }

/// Chooses for a request.
struct Choose(Asked);

impl Visitor for Choose {
    type Output = Result<Box<dyn AnyParameters>, Error>;

    fn visit<P: Integers>(self) -> Self::Output {
        let Asked { request, is_deepest } = self.0;
        let choice = if is_deepest { deepest::<P>(&request)? } else { P::choose(&request)? };
        Ok(Box::new(Known::of(choice, request.length)))
    }
}

/// Judges stated moduli for a request.
struct Judge(Request, Moduli);

impl Visitor for Judge {
    type Output = Result<Box<dyn AnyParameters>, Error>;

    fn visit<P: Integers>(self) -> Self::Output {
        Ok(Box::new(Known::of(judge::<P>(&self.0, &self.1)?, self.0.length)))
    }
}

impl<P: Integers> Known<P> {
    fn of(choice: SlotChoice<P>, length: usize) -> Self {
        Self {
            parameters: choice.parameters.clone(),
            length,
            security: choice.security.clone(),
            choice: Some(choice),
        }
    }
}

/// Loads parameters for vectors of a length.
struct Load<'a>(&'a [u8], usize);

impl Visitor for Load<'_> {
    type Output = Result<Box<dyn AnyParameters>, Error>;

    fn visit<P: Integers>(self) -> Self::Output {
        let Self(data, length) = self;
        let parameters = P::load(data)?;
        let security = slots::security(&parameters)?;
        Ok(Box::new(Known { parameters, length, security, choice: None }))
    }
}

impl<P: Integers> AnyParameters for Known<P> {
    fn length(&self) -> usize {
        self.length
    }

    fn save(&self) -> Result<Vec<u8>, SerialError> {
        self.parameters.save()
    }

    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (parameters, choice) = (&self.parameters, self.choice.as_ref());
        let (m, n) = (parameters.index().m(), parameters.index().degree());
        let (log2_qp, sigma) = (parameters.log2_qp(), parameters.sigma());
        let slots = parameters.plaintext_ring().map_err(scheme_error)?.slots().count();
        let dict = PyDict::new(py);
        dict.set_item("scheme", P::SCHEME.to_string())?;
        dict.set_item("m", m)?;
        dict.set_item("n", n)?;
        dict.set_item("plaintext", parameters.t())?;
        dict.set_item("slots", slots)?;
        dict.set_item("log2_q", parameters.log2_q())?;
        dict.set_item("log2_p", parameters.log2_p())?;
        for (name, primes) in parameters.named_primes() {
            dict.set_item(name, primes)?;
        }
        dict.set_item("digits", parameters.digits().len())?;
        dict.set_item("secret", parameters.secret().to_string())?;
        dict.set_item("error", Distribution::Spherical { sigma }.to_string())?;
        dict.set_item("security_bits", self.security.bits)?;
        dict.set_item("security", self.security.to_string())?;
        dict.set_item("helib_bits", helib_bits(m, n, log2_qp, sigma, None))?;
        dict.set_item("is_secure", choice.map(|choice| choice.is_secure))?;
        dict.set_item("depth", choice.map(|choice| choice.depth))?;
        dict.set_item("slack", choice.map(|choice| choice.slack))?;
        dict.set_item("log2_failure", choice.map(|choice| choice.log2_failure))?;
        dict.set_item("rotation_keys", choice.map(|choice| choice.rotations.len()))?;
        dict.set_item("mean_automorphisms", choice.map(|choice| choice.rotation_terms.0))?;
        dict.set_item("most_automorphisms", choice.map(|choice| choice.rotation_terms.1))?;
        dict.set_item("explanation", choice.map_or(&[][..], |choice| &choice.explanation))?;
        dict.set_item("choice_ns", choice.map(|choice| choice.duration.as_nanos() as u64))?;
        Ok(dict)
    }

    fn session(&self) -> Result<Box<dyn AnySession>, Error> {
        Ok(Box::new(match &self.choice {
            Some(choice) => Session::of(choice, self.length)?,
            None => Session::new(&self.parameters, self.length)?,
        }))
    }
}

#[pymethods]
impl IntegerParameters {
    /// The parameters of a scheme that serve a request best.
    #[staticmethod]
    fn choose(py: Python<'_>, scheme: &str, request: RequestArguments) -> PyResult<Self> {
        Self::made(py, scheme, Choose(request.read()?))
    }

    /// The parameters of a scheme with stated moduli, judged for a request.
    #[staticmethod]
    fn judge(
        py: Python<'_>,
        scheme: &str,
        request: RequestArguments,
        moduli: ModuliArguments,
    ) -> PyResult<Self> {
        let Asked { mut request, is_deepest } = request.read()?;
        if is_deepest {
            // No depth is asked for: whatever they carry is told.
            request.slack = 0.0;
        }
        Self::made(py, scheme, Judge(request, moduli.read()?))
    }

    /// Saved parameters, for vectors of this length. The bytes say of which scheme they are.
    #[staticmethod]
    fn load(py: Python<'_>, data: &[u8], length: usize) -> PyResult<Self> {
        let scheme = serial::inspect(data).map_err(scheme_error)?.scheme;
        let loaded = interruptible(py, || with_integers(scheme, Load(data, length)))?;
        let none = || scheme_error(format!("{scheme} has no slots"));
        loaded.ok_or_else(none)?.map(Self).map_err(scheme_error)
    }

    /// The parameters as bytes, without the length of vectors.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.0.save().map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// ℓ.
    #[getter]
    fn length(&self) -> usize {
        self.0.length()
    }

    /// What they are.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.facts(py)
    }

    /// Rings and tables for them.
    fn instance(&self, py: Python<'_>) -> PyResult<PackedInstance> {
        interruptible(py, || self.0.session())?.map(PackedInstance).map_err(scheme_error)
    }
}

impl IntegerParameters {
    /// What a visitor makes of a scheme.
    fn made<V>(py: Python<'_>, scheme: &str, visitor: V) -> PyResult<Self>
    where
        V: Visitor<Output = Result<Box<dyn AnyParameters>, Error>> + Send,
    {
        let unknown = || scheme_error(format!("no scheme is called {scheme:?}"));
        let scheme = Scheme::find(scheme).ok_or_else(unknown)?;
        let made = interruptible(py, || with_integers(scheme, visitor))?;
        let none = || scheme_error(format!("{scheme} has no slots"));
        made.ok_or_else(none)?.map(Self).map_err(scheme_error)
    }
}
