//! Parameters with which ciphertexts are refreshed: a chain for computing, and above it the levels that a refresh uses up.

use std::time::Instant;

use ringassay_functions::refresh::{Refresh, Shape};
use ringassay_ring::{RnsRing, index::Index, primes::search};
use ringassay_scheme::ckks::Parameters;
use ringassay_security::Estimate;

use super::{
    Choice, PublishedKey,
    chain::{secret, work},
    follow,
    search::{most_log2_qp, published, security},
};
use crate::{
    Error,
    request::{SIGMA, refused},
};

/// What is to be computed between two refreshes, how safely.
#[derive(Debug, Clone, PartialEq)]
pub struct RefreshRequest {
    /// Products in a row that a refreshed ciphertext allows before the next refresh.
    pub depth: usize,
    /// No number is larger in absolute value.
    pub range: f64,
    /// The least number of slots.
    pub slots: usize,
    /// The least security in bits.
    pub security_bits: f64,
    /// N, if it is not to be searched for.
    pub degree: Option<usize>,
    /// Accept a fixed N that offers less security.
    pub insist: bool,
}

/// Parameters with the shape of their refresh.
#[derive(Debug, Clone)]
pub struct RefreshChoice {
    /// The parameters to compute with. Their security is that of all that is published, keys of the refresh included.
    pub choice: Choice,
    /// The refresh.
    pub shape: Shape,
}

/// Bits of the prime of level 0, by which multiples are told from messages.
const BASE_BITS: u32 = 50;
/// log2 of q_0 over the largest message.
const RATIO_BITS: u32 = 8;
/// The smallest scale: below, errors of key switching are larger than messages.
const LEAST_SCALE_BITS: u32 = 30;
/// Primes of a digit while computing, and of P there.
const DIGIT: usize = 2;
/// log2 of the degrees that are searched.
const DEGREES: std::ops::RangeInclusive<u32> = 13..=17;
/// The most products in a row.
const MAX_DEPTH: usize = 24;

/// From the most precise to the one of the fewest levels: matrices to coefficients and to slots, degree of the arcsine, bits.
const SHAPES: [(usize, usize, usize, u32); 6] =
    [(4, 3, 3, 60), (3, 2, 3, 60), (4, 3, 3, 50), (3, 2, 3, 50), (3, 2, 1, 50), (2, 2, 1, 50)];
/// Primes of a digit at the raised modulus, the fewest transforms first.
const DIGITS: [usize; 6] = [7, 6, 5, 4, 3, 2];

/// The parameters of the smallest degree at which a refresh is secure, with the most precise shape there.
///
/// # Errors
/// Returns an error if there are none, with what to change.
pub fn choose_refreshed(request: &RefreshRequest) -> Result<RefreshChoice, Error> {
    let started = Instant::now();
    request.check()?;
    let degrees: Vec<usize> = match request.degree {
        Some(degree) => vec![degree],
        None => DEGREES.map(|log2| 1 << log2).collect(),
    };
    let mut widest = 0.0_f64;
    for degree in degrees.into_iter().filter(|degree| degree / 2 >= request.slots) {
        let residual = request.residual(degree)?;
        let most = match request.insist {
            true => f64::INFINITY,
            false => most_log2_qp(degree, request.security_bits),
        };
        widest = widest.max(most);
        for (to_coefficients, to_slots, arcsine, bits) in SHAPES {
            for digit_limbs in DIGITS {
                let shape = Shape {
                    to_coefficients,
                    to_slots,
                    arcsine,
                    bits,
                    digit_limbs,
                    ..Shape::default()
                };
                let raised = Refresh::<RnsRing>::parameters(&residual, &shape)?;
                if raised.log2_qp() <= most {
                    return request.found(&residual, &raised, shape, started);
                }
            }
        }
    }
    Err(refused(format!(
        "no chain of {} levels can be refreshed at {} bits of security: the largest Q·P that is so secure has {widest:.0} \
         bits; take fewer levels between refreshes, a larger degree, or less security",
        request.depth, request.security_bits
    )))
}

impl RefreshRequest {
    fn check(&self) -> Result<(), Error> {
        if !(1..=MAX_DEPTH).contains(&self.depth) {
            return Err(refused(format!(
                "1 to {MAX_DEPTH} products in a row lie between refreshes, not {}",
                self.depth
            )));
        }
        let most = f64::from(1 << (BASE_BITS - RATIO_BITS - LEAST_SCALE_BITS));
        if !(self.range > 0.0 && self.range <= most) {
            return Err(refused(format!(
                "numbers that are refreshed lie between 0 and a range up to {most}, not {}",
                self.range
            )));
        }
        if let Some(n) = self.degree
            && !(n.is_power_of_two() && (1 << 8..=1 << DEGREES.end()).contains(&n))
        {
            return Err(refused(format!(
                "N is a power of two from 2^8 to 2^{}, not {n}",
                DEGREES.end()
            )));
        }
        if self.slots < 2 {
            return Err(refused("messages of at least 2 slots are refreshed".to_owned()));
        }
        if !(40.0..=512.0).contains(&self.security_bits) {
            return Err(refused(format!(
                "security lies between 40 and 512 bits, not {}",
                self.security_bits
            )));
        }
        Ok(())
    }

    /// The chain to compute with.
    fn residual(&self, degree: usize) -> Result<Parameters, Error> {
        let index = Index::new(2 * degree as u64).map_err(ringassay_scheme::Error::from)?;
        let range_bits = self.range.log2().ceil().max(0.0) as u32;
        let log2_scale = BASE_BITS - RATIO_BITS - range_bits;
        let primes = |bits: u32, count: usize, used: &[u64]| {
            search(&index, bits, count, used).map_err(|error| refused(error.to_string()))
        };
        let base = primes(BASE_BITS, 1, &[])?;
        let above = primes(log2_scale, self.depth, &base)?;
        let special = primes(BASE_BITS, DIGIT, &[&base[..], &above[..]].concat())?;
        Ok(Parameters {
            levels: base.into_iter().chain(above).map(|q| vec![q]).collect(),
            special,
            index,
            digit_limbs: DIGIT,
            log2_scale,
            generator: 5,
            secret: secret(),
            sigma: SIGMA,
        })
    }

    fn found(
        &self,
        residual: &Parameters,
        raised: &Parameters,
        shape: Shape,
        started: Instant,
    ) -> Result<RefreshChoice, Error> {
        let sparse = Refresh::<RnsRing>::sparse_parameters(raised, &shape);
        let (of_raised, of_sparse) = (security(raised)?, security(&sparse)?);
        let mut keys = published(residual)?;
        for (name, parameters, estimate) in [
            ("keys of the refresh", raised, &of_raised),
            ("the key to the sparse secret", &sparse, &of_sparse),
        ] {
            let (log2_modulus, bits) = (parameters.log2_qp(), estimate.bits);
            keys.push(PublishedKey { name, log2_modulus, bits });
        }
        let weakest = if of_sparse.bits < of_raised.bits { of_sparse } else { of_raised };
        let is_secure = weakest.bits >= self.security_bits;
        if !is_secure && !self.insist {
            return Err(refused(format!(
                "the keys of a refresh at N = {} offer {:.0} bits of security: {weakest}",
                residual.index.degree(),
                weakest.bits
            )));
        }
        let explanation = self.explanation(residual, raised, &shape, &weakest);
        let limbs = [residual.limbs(residual.top()), residual.special.len(), residual.digit_limbs];
        let choice = Choice {
            followed: follow(residual, self.range)?,
            parameters: residual.clone(),
            security: weakest,
            is_secure,
            keys,
            range: self.range,
            work: work(residual.ring_type(), residual.index.degree(), limbs),
            alternatives: Vec::new(),
            explanation,
            duration: started.elapsed(),
        };
        Ok(RefreshChoice { choice, shape })
    }

    fn explanation(
        &self,
        residual: &Parameters,
        raised: &Parameters,
        shape: &Shape,
        security: &Estimate,
    ) -> Vec<String> {
        let n = residual.index.degree();
        let failure = shape.range.log2_failure(n);
        let mut all = vec![
            format!(
                "N = {n}, of {} complex slots: {} levels to compute with, and {} more that a refresh uses up.",
                residual.slots(),
                residual.top(),
                raised.top() - residual.top()
            ),
            format!(
                "Messages up to {} take 2^-{RATIO_BITS} of the prime of level 0, which has {BASE_BITS} bits: the scale is \
                 2^{}.",
                self.range, residual.log2_scale
            ),
            format!(
                "The modulus is raised under a secret of weight {}; multiples of that prime exceed the range of {} that is \
                 reduced with probability 2^{failure:.0} in a refresh.",
                shape.range.weight, shape.range.bound
            ),
            format!(
                "{} matrices take slots to coefficients, {} back, at a scale of {} bits; the sine is {}.",
                shape.to_coefficients,
                shape.to_slots,
                shape.bits,
                match shape.arcsine {
                    1 => "taken for the identity: precise for small or random messages".to_owned(),
                    degree => format!("mended by the arcsine to degree {degree}"),
                }
            ),
            format!(
                "Keys of the refresh are published modulo Q·P of {:.1} bits; {security}.",
                raised.log2_qp()
            ),
        ];
        if security.bits < self.security_bits {
            all.push(format!(
                "THIS IS BELOW the {} bits asked for: use it for measurements, not for secrets.",
                self.security_bits
            ));
        }
        all
    }
}
