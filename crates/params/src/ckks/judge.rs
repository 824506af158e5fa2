//! Judges a chain that somebody brings.

use ringassay_kernels::NARROW_BITS;
use ringassay_ring::{index::Index, primes::is_prime, sample::Distribution};
use ringassay_scheme::ckks::Parameters;
use ringassay_security::{
    CostModel, Estimate, max_log2_q, max_log2_q_standard_2018, min_dimension,
};

use super::{
    Chain, Finding, Followed, Library, PrimeSize, PublishedKey, Severity, follow, scales,
    search::published,
};
use crate::{Error, request::SIGMA, security::secret_of, slots::security_of};

/// What a chain is to be good for.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The least security in bits.
    pub security_bits: f64,
    /// No number is larger in absolute value.
    pub range: f64,
    /// Bits after the point that are to be right in the worst slot after all levels, if any are asked for.
    pub precision_bits: Option<f64>,
    /// Products in a row, if a number is asked for.
    pub depth: Option<usize>,
}

/// What is known of a chain, and what is wrong with it.
#[derive(Debug, Clone)]
pub struct Judgement {
    /// The worst first.
    pub findings: Vec<Finding>,
    /// How hard the largest modulus is to break.
    pub security: Estimate,
    /// log2 of the largest Q·P at the security asked for; `None` if there is none.
    pub log2_most: Option<f64>,
    /// Products that can follow one another.
    pub levels: usize,
    /// log2 of the scale at each level, the top first; empty if there are no such primes.
    pub log2_scales: Vec<f64>,
    /// Errors level by level, if an instance exists.
    pub followed: Option<Followed>,
    /// What is published, each at its own modulus; empty if no instance exists.
    pub keys: Vec<PublishedKey>,
    /// The instance, if it exists.
    pub parameters: Option<Parameters>,
}

impl Judgement {
    /// Whether nothing is an error.
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity != Severity::Error)
    }
}

/// What is wrong with a chain, and what to change.
///
/// # Errors
/// When what is asked for is out of range, or the estimator has no answer for the modulus.
pub fn judge(chain: &Chain, asked: &Asked) -> Result<Judgement, Error> {
    let request = super::Request {
        range: asked.range,
        security_bits: asked.security_bits,
        ..super::Request::new(asked.depth.unwrap_or(1), asked.precision_bits.unwrap_or(1.0))
    };
    request.check()?;
    let secret = secret(chain);
    let log2_qp = chain.log2_q() + chain.log2_p();
    let security = security_of(chain.degree, log2_qp, SIGMA, secret)?;
    let log2_most =
        max_log2_q(chain.degree, secret_of(secret), SIGMA, asked.security_bits, CostModel::Matzov);
    let mut judgement = Judgement {
        findings: Vec::new(),
        security,
        log2_most: log2_most.ok(),
        levels: chain.top(),
        log2_scales: Vec::new(),
        followed: None,
        keys: Vec::new(),
        parameters: None,
    };
    let mut findings = of_security(chain, asked, &judgement);
    findings.extend(of_primes(chain));
    findings.extend(of_special(chain));
    match chain.all_primes() {
        Ok(primes) => {
            judgement.log2_scales = scales::scales(chain, &primes);
            findings.extend(scales::judge(chain, &primes, asked.range.log2()));
            if findings.iter().all(|finding| finding.rule != "primes") && !chain.special.is_empty()
            {
                let parameters = parameters(chain, &primes)?;
                let followed = follow(&parameters, asked.range)?;
                findings.extend(of_precision(asked, &followed));
                judgement.keys = published(&parameters)?;
                (judgement.followed, judgement.parameters) = (Some(followed), Some(parameters));
            }
        }
        Err(error) => findings.push(Finding::error(
            "primes",
            error.to_string(),
            "take larger primes, or a smaller N",
        )),
    }
    if let Some(depth) = asked.depth
        && depth > chain.top()
    {
        findings.push(Finding::error(
            "levels",
            format!(
                "{depth} products in a row take {depth} levels, and the chain has {}",
                chain.top()
            ),
            format!("insert {} primes of {} bits", depth - chain.top(), chain.log2_scale),
        ));
    }
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    judgement.findings = findings;
    Ok(judgement)
}

fn secret(chain: &Chain) -> Distribution {
    chain.hamming_weight.map_or(Distribution::Ternary, |weight| Distribution::SparseTernary {
        weight: weight.clamp(1, chain.degree),
    })
}

fn of_security(chain: &Chain, asked: &Asked, judgement: &Judgement) -> Vec<Finding> {
    let mut found = Vec::new();
    let log2_qp = chain.log2_q() + chain.log2_p();
    let (bits, wanted) = (judgement.security.bits, asked.security_bits);
    let most = judgement.log2_most;
    if bits < wanted {
        let secret = secret_of(secret(chain));
        let larger = min_dimension(log2_qp, secret, SIGMA, wanted, CostModel::Matzov);
        let larger = larger.ok().map(usize::next_power_of_two);
        let remedy = match (most, larger) {
            (Some(most), Some(n)) => {
                format!("take primes of at most {most:.0} bits together, or N = {n}")
            }
            (Some(most), None) => format!("take primes of at most {most:.0} bits together"),
            (None, Some(n)) => format!("take N = {n}"),
            (None, None) => "take fewer primes and a larger N".to_owned(),
        };
        found.push(Finding::error(
            "security",
            format!(
                "keys are published modulo {log2_qp:.0} bits at N = {}: {bits:.1} bits of security, and {wanted} \
                 were asked for",
                chain.degree
            ),
            remedy,
        ));
    } else if let Some(most) = most
        && log2_qp + 2.0 * f64::from(chain.log2_scale) <= most
    {
        let spare = most - log2_qp;
        found.push(Finding::note(
            "unused modulus",
            format!("the chain has {log2_qp:.0} bits, and {most:.0} would be as secure as asked"),
            format!(
                "{} more levels are to be had at this N",
                (spare / f64::from(chain.log2_scale)).floor()
            ),
        ));
    }
    if chain.library == Library::Seal
        && let Some(limit) = max_log2_q_standard_2018(chain.degree, wanted as u32)
        && log2_qp > f64::from(limit)
    {
        found.push(Finding::error(
            "SEAL's limit",
            format!(
                "SEAL refuses {log2_qp:.0} bits at N = {} and {wanted} bits of security: {limit} is its limit \
                 (HE Standard 2018)",
                chain.degree
            ),
            "take fewer or smaller primes, or a larger N",
        ));
    }
    found
}

/// SEAL and Lattigo compute with primes of up to so many bits.
const MAX_PRIME_BITS: f64 = 61.0;

fn of_primes(chain: &Chain) -> Vec<Finding> {
    let order = 2 * chain.degree as u64;
    let all = chain.primes.iter().chain(&chain.special);
    let mut found = Vec::new();
    let mut seen = Vec::new();
    for size in all.clone() {
        let too_large = size.log2() > MAX_PRIME_BITS;
        let what = match *size {
            PrimeSize::Value(q) if !is_prime(q) => Some(format!("{q} is no prime")),
            PrimeSize::Value(q) if q % order != 1 => {
                Some(format!("{q} is not 1 modulo 2N = {order}: there is no transform modulo it"))
            }
            PrimeSize::Value(q) if seen.contains(&q) => Some(format!("{q} occurs twice")),
            _ if too_large => Some(format!(
                "a prime of {:.0} bits is too large: libraries compute with up to {MAX_PRIME_BITS}",
                size.log2()
            )),
            PrimeSize::Bits(bits) if u64::from(bits) <= u64::from(order.ilog2()) => {
                Some(format!("there are no primes of {bits} bits that are 1 modulo 2N = {order}"))
            }
            _ => None,
        };
        if let PrimeSize::Value(q) = size {
            seen.push(*q);
        }
        found.extend(what.map(|what| {
            let remedy = "take primes q with q = 1 modulo 2N, each once, of 20 to 60 bits";
            Finding::error("primes", what, remedy)
        }));
    }
    let wide = all.filter(|q| q.log2() > f64::from(NARROW_BITS)).count();
    if wide > 0 {
        found.push(Finding::note(
            "wide primes",
            format!("primes with more than {NARROW_BITS} bits: {wide}"),
            format!(
                "vector instructions of 52 bits need primes of up to {NARROW_BITS} bits; above, ringassay \
                 computes without them"
            ),
        ));
    }
    found
}

fn of_special(chain: &Chain) -> Vec<Finding> {
    if chain.special.is_empty() {
        return vec![Finding::error(
            "special modulus",
            "there is no special modulus: products cannot be relinearised, nor slots rotated"
                .to_owned(),
            format!("append a prime of {:.0} bits", chain.log2_digit()),
        )];
    }
    let (p, digit) = (chain.log2_p(), chain.log2_digit());
    if p + 0.5 < digit {
        let lost = digit - p;
        return vec![Finding::warning(
            "special modulus",
            format!(
                "P of {p:.0} bits is smaller than the largest digit of key switching, {digit:.0} bits: rotations \
                 and products add {lost:.0} bits of noise more than rounding does"
            ),
            match chain.library {
                Library::Seal => format!("take a last prime of {digit:.0} bits"),
                Library::Lattigo => format!("take primes of P of {digit:.0} bits together"),
            },
        )];
    }
    let largest = chain.special.iter().map(|q| q.log2()).fold(0.0, f64::max);
    if p - largest > digit {
        return vec![Finding::warning(
            "special modulus",
            format!("P of {p:.0} bits has a prime more than digits of {digit:.0} bits need"),
            "take fewer special primes: what they cost in security is lost for levels",
        )];
    }
    Vec::new()
}

fn of_precision(asked: &Asked, followed: &Followed) -> Vec<Finding> {
    let mut found = Vec::new();
    if let Some(refusal) = &followed.refusal {
        let level = followed.last().map_or(0, |step| step.level);
        found.push(Finding::warning(
            "noise",
            format!("below level {level}, squares of numbers of the whole range are not certain: {refusal}"),
            "take a larger first prime, a smaller scale, or smaller numbers",
        ));
    }
    if let (Some(wanted), Some(last)) = (asked.precision_bits, followed.last())
        && (last.worst_bits < wanted)
    {
        found.push(Finding::error(
            "precision",
            format!(
                "after all levels the worst slot has {:.1} bits ({:.1} on average), and {wanted} were asked for",
                last.worst_bits, last.average_bits
            ),
            format!(
                "take a scale and primes of the levels of {:.0} bits more",
                (wanted - last.worst_bits).ceil()
            ),
        ));
    }
    found
}

fn parameters(chain: &Chain, primes: &[u64]) -> Result<Parameters, Error> {
    let (own, special) = primes.split_at(chain.primes.len());
    Ok(Parameters {
        index: Index::new(2 * chain.degree as u64).map_err(ringassay_scheme::Error::from)?,
        levels: own.iter().map(|&q| vec![q]).collect(),
        special: special.to_vec(),
        digit_limbs: chain.digit_limbs(),
        log2_scale: chain.log2_scale,
        generator: if chain.library == Library::Seal { 3 } else { 5 },
        secret: secret(chain),
        sigma: SIGMA,
    })
}
