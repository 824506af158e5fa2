//! The choice of parameters: the fewest primes that carry the depth.

use std::time::Instant;

use ringassay::{
    ring::{RnsRing, index::Index, primes::search, sample::Seed},
    scheme::{
        Error as SchemeError, ErrorKind, IntegerScheme as _,
        bgv::PlaintextModulus,
        encoding::{KeySet, Layout},
        hybrid::Context,
    },
};
use ringassay_params::{
    Choosable, End, Error, Rotations, SlotChoice,
    bgv::Request,
    slots::{Reach, security},
    stated::{Moduli, Part},
};

use super::Parameters;

/// The size of primes.
const BITS: u32 = 45;

/// The most primes of Q.
const MOST: usize = 16;

fn refused(reason: &str) -> Error {
    SchemeError::Parameters(reason.to_owned()).into()
}

/// The parameters, if they carry the depth and are secure enough.
fn chosen(
    parameters: Parameters,
    request: &Request,
) -> Result<Option<SlotChoice<Parameters>>, Error> {
    let start = Instant::now();
    let layout = Layout::for_length(&parameters.plaintext_ring()?, request.length)?;
    let keys = KeySet::for_rotations(&layout, request.rotation_keys.unwrap_or(usize::MAX))
        .map_err(SchemeError::from)?;
    let terms: Vec<usize> =
        (1..request.length).map(|k| layout.rotation(k as i64).terms().len()).collect();
    let mean = terms.iter().sum::<usize>() as f64 / terms.len().max(1) as f64;
    let depth = request.depth + request.slack;
    let Some(end) = reach(&parameters)?(depth)? else { return Ok(None) };
    let security = security(&parameters)?;
    let is_secure = security.bits >= request.security_bits;
    Ok((is_secure || request.insist).then(|| SlotChoice {
        security,
        is_secure,
        rotations: keys.exponents().to_vec(),
        rotation_terms: (mean, terms.iter().copied().max().unwrap_or(0)),
        depth,
        slack: request.slack,
        log2_failure: end.log2_failure,
        explanation: vec![format!("{} primes carry it", parameters.primes.len())],
        duration: start.elapsed(),
        parameters,
    }))
}

/// Squares, one more than the depth: for the first, two products with plaintexts may leave more noise than one of
/// ciphertexts; later ones double the bits.
fn reach(parameters: &Parameters) -> Result<Reach<'static>, Error> {
    let context = Context::<Parameters, RnsRing>::exact(parameters)?;
    // Only the estimates are looked at.
    let seed = Seed::from_bytes([0; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed)?;
    let public = context.generate_public_key(&secret, &seed)?;
    let keys = context.generate_evaluation_keys(&secret, true, &[], &seed)?;
    let zeros = context.plaintext(vec![0; parameters.index.degree()])?;
    let fresh = context.encrypt(&public, &zeros, &seed)?;
    Ok(Box::new(move |depth| {
        let mut x = fresh.clone();
        for _ in 0..=depth.ceil() as usize {
            x = match context.multiply(&x, &x, &keys) {
                Ok(product) => product,
                Err(error) if error.kind() == ErrorKind::NoiseBudget => return Ok(None),
                Err(error) => return Err(error.into()),
            };
        }
        let log2_failure = context.log2_failure(&x)?;
        Ok(Some(End { budget_bits: context.budget_bits(&x), log2_failure }))
    }))
}

impl Choosable for Parameters {
    fn choose(request: &Request) -> Result<SlotChoice<Self>, Error> {
        Self::candidates(request)?.next().ok_or_else(|| refused("no parameters carry this depth"))
    }

    fn candidates(
        request: &Request,
    ) -> Result<Box<dyn Iterator<Item = SlotChoice<Self>> + '_>, Error> {
        let m = request.index.ok_or_else(|| refused("name the index"))?;
        let index = Index::new(m).map_err(SchemeError::from)?;
        let of_primes = move |count: usize| {
            let q = Part::Log2(f64::from(BITS) * count as f64);
            let moduli = Moduli { q, small: Vec::new(), p: None, digits: None };
            chosen(Self::of_moduli(&index, request.plaintext, &moduli)?, request)
        };
        // Too few primes are refused by the first chain of operations.
        let deep = (1..=MOST).filter_map(move |count| of_primes(count).ok().flatten());
        Ok(Box::new(deep))
    }

    fn of_moduli(
        index: &Index,
        plaintext: PlaintextModulus,
        moduli: &Moduli,
    ) -> Result<Self, Error> {
        let Part::Log2(log2_q) = moduli.q else { return Err(refused("state the size of Q")) };
        let t = plaintext.value().ok_or_else(|| refused("t is too large"))?;
        let count = (log2_q / f64::from(BITS)).ceil() as usize;
        let mut primes = search(index, BITS, count + 1, &[plaintext.prime])
            .map_err(|error| refused(&error.to_string()))?;
        let special = primes.split_off(count);
        Ok(Self { index: index.clone(), t, primes, special })
    }

    fn reach(&self, _: Rotations) -> Result<Reach<'_>, Error> {
        reach(self)
    }
}
