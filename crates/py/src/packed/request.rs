//! What parameters are asked for.

use pyo3::prelude::*;
use ringassay::bgv::{Objective, PlaintextModulus, Request};
use ringassay_params::{
    slots::{slots_of, splitting_plaintext},
    stated::{Moduli, Part, Prime},
};

use super::error::scheme_error;

/// A request as a dictionary; `_native.pyi` has its type.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct RequestArguments {
    plaintext: u64,
    plaintext_bits: Option<u32>,
    length: Option<usize>,
    depth: Option<f64>,
    slack: Option<f64>,
    security_bits: f64,
    objective: String,
    index: Option<u64>,
    most_log2_qp: Option<f64>,
    rotation_keys: Option<usize>,
    insist: bool,
    for_this_machine: bool,
}

/// A request, and whether it names a depth.
pub(crate) struct Asked {
    pub(crate) request: Request,
    /// The deepest that the index allows is asked for.
    pub(crate) is_deepest: bool,
}

impl RequestArguments {
    /// The request, with what it leaves out: the length that the index has slots for, and in reserve what generated
    /// circuits may take, or nothing where no depth is named.
    pub(crate) fn read(self) -> PyResult<Asked> {
        let objective = match self.objective.as_str() {
            "speed" => Objective::Speed,
            "size" => Objective::Size,
            other => {
                return Err(scheme_error(format!("{other:?} is no objective: say speed or size")));
            }
        };
        let needs_index = |what: &str| scheme_error(format!("{what}: name an index as well"));
        let plaintext = match (self.plaintext_bits, self.index) {
            (None, _) => PlaintextModulus::try_from(self.plaintext).map_err(scheme_error)?,
            (Some(bits), Some(m)) => splitting_plaintext(m, bits).map_err(scheme_error)?,
            (Some(_), None) => {
                return Err(needs_index("a plaintext modulus is found for an index"));
            }
        };
        let length = match (self.length, self.index) {
            (Some(length), _) => length,
            (None, Some(m)) => slots_of(m, plaintext).map_err(scheme_error)?,
            (None, None) => {
                return Err(needs_index("without a length vectors fill all slots of an index"));
            }
        };
        let is_deepest = self.depth.is_none();
        if is_deepest && self.index.is_none() {
            return Err(needs_index(
                "without a depth the deepest parameters of an index are chosen",
            ));
        }
        let request = Request {
            plaintext,
            length,
            depth: self.depth.unwrap_or(0.0),
            slack: self.slack.unwrap_or(if is_deepest { 0.0 } else { Request::SLACK }),
            security_bits: self.security_bits,
            objective,
            most_log2_qp: self.most_log2_qp,
            rotation_keys: self.rotation_keys,
            index: self.index,
            insist: self.insist,
            costs_of: None,
        };
        let request = match self.for_this_machine {
            true => request.for_this_machine().map_err(scheme_error)?,
            false => request,
        };
        Ok(Asked { request, is_deepest })
    }
}

/// Moduli as a dictionary; `_native.pyi` has its type.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct ModuliArguments {
    primes: Option<Vec<PrimeArgument>>,
    log2_q: Option<f64>,
    small: Vec<PrimeArgument>,
    special: Option<Vec<PrimeArgument>>,
    log2_p: Option<f64>,
    digits: Option<usize>,
}

/// A prime, or its size in bits: integers below 64 and all that are not whole are sizes.
#[derive(FromPyObject, Clone, Copy)]
enum PrimeArgument {
    Whole(u64),
    Size(f64),
}

impl From<PrimeArgument> for Prime {
    fn from(argument: PrimeArgument) -> Self {
        match argument {
            PrimeArgument::Whole(bits @ 0..64) => Self::Bits(bits as f64),
            PrimeArgument::Whole(prime) => Self::Exactly(prime),
            PrimeArgument::Size(bits) => Self::Bits(bits),
        }
    }
}

impl ModuliArguments {
    /// The moduli.
    pub(crate) fn read(self) -> PyResult<Moduli> {
        let part = |primes: Option<Vec<PrimeArgument>>, log2: Option<f64>, name: &str| match (
            primes, log2,
        ) {
            (Some(_), Some(_)) => Err(scheme_error(format!(
                "{name} is stated twice, by its primes and by its size: once is enough"
            ))),
            (Some(primes), None) => Ok(Some(Part::Primes(all(primes)))),
            (None, log2) => Ok(log2.map(Part::Log2)),
        };
        let q = part(self.primes, self.log2_q, "Q")?.ok_or_else(|| {
            scheme_error("state Q: its primes, their sizes in bits, or log2 Q".to_owned())
        })?;
        let p = part(self.special, self.log2_p, "P")?;
        Ok(Moduli { q, small: all(self.small), p, digits: self.digits })
    }
}

fn all(primes: Vec<PrimeArgument>) -> Vec<Prime> {
    primes.into_iter().map(Prime::from).collect()
}
