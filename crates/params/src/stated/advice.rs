//! What to change: each suggestion about depth was tried before it is made.

use super::{Moduli, Part, Prime, deepest};
use crate::{Choosable, Error, Rotations, bgv::index::largest_log2_qp, request::Request};

/// The most primes that are tried as an addition to Q.
const MOST_MORE: usize = 12;

/// Bits of modulus that are worth pointing out.
const WORTH_BITS: f64 = 12.0;

/// Sentences on what to change, or what could still be had.
///
/// # Errors
/// When there is no estimate of security.
pub(super) fn advice<P: Choosable>(
    parameters: &P,
    request: &Request,
    moduli: &Moduli,
    rotations: Rotations,
    depth: Option<f64>,
    is_secure: bool,
) -> Result<Vec<String>, Error> {
    let (n, log2_qp) = (parameters.index().degree(), parameters.log2_qp());
    let asked = request.security_bits;
    let allowed = largest_log2_qp(n, asked)?;
    let mut said = Vec::new();
    if !is_secure {
        let twice = largest_log2_qp(2 * n, asked)?;
        said.push(if allowed <= 0.0 {
            format!("No modulus has {asked} bits of security with n = {n}: take an index with a larger n.")
        } else {
            format!(
                "At {asked} bits of security n = {n} allows log2 QP = {allowed:.0}, these have {log2_qp:.0}: leave \
                 out {:.0} bits of primes, or take an index with a larger n (twice as large, it allows {twice:.0}).",
                (log2_qp - allowed).ceil(),
            )
        });
    }
    let with = |moduli: &Moduli| P::of_moduli(parameters.index(), request.plaintext, moduli).ok();
    let depth_of = |other: &P| {
        let mut reach = other.reach(rotations)?;
        deepest(|depth| Ok::<_, Error>(reach(depth)?.is_some()))
    };
    let known = depth.unwrap_or(-1.0);
    let stated = of(parameters, moduli);

    // Key switching: with a P that is larger, or with smaller digits.
    let larger_p = with(&Moduli { p: more(stated.p.as_ref(), 1), ..stated.clone() });
    if let Some(larger) = larger_p
        && let Some(deeper) = depth_of(&larger)?.filter(|&deeper| deeper > known)
    {
        let (p, digit) = (parameters.log2_p(), log2_digit(parameters));
        said.push(format!(
            "P of {p:.1} bits is small for digits of {digit:.1} bits: with another special prime the depth would be \
             {deeper:.1} (log2 QP = {:.0}).",
            larger.log2_qp()
        ));
        let finer = with(&Moduli { digits: None, ..stated.clone() });
        if let Some(finer) = finer.filter(|finer| finer.digits().len() > parameters.digits().len())
            && let Some(deeper) = depth_of(&finer)?.filter(|&deeper| deeper > known)
        {
            said.push(format!(
                "With {} digits instead of {} it would be {deeper:.1} at the same modulus.",
                finer.digits().len(),
                parameters.digits().len()
            ));
        }
    }

    // Depth: with more primes of Q.
    let wanted = request.whole_depth();
    if known + 1e-9 < wanted {
        let (mut enough, mut tried) = (None, 0);
        for count in 1..=MOST_MORE {
            // Digits remain as large as they are.
            let primes = parameters.ciphertext_primes().len() + count;
            let digits = Some(primes.div_ceil(parameters.digit_limbs().max(1)));
            let Some(q) = more(Some(&stated.q), count) else { break };
            let Some(other) = with(&Moduli { q, digits, ..stated.clone() }) else { break };
            tried = count;
            if other.reach(rotations)?(wanted)?.is_some() {
                enough = Some((count, other.log2_qp()));
                break;
            }
        }
        said.extend(match (enough, tried) {
            (Some((count, log2_qp)), _) => Some(format!(
                "{count} more prime{} of the last size would carry depth {}{} (log2 QP = {log2_qp:.0}, of which {asked} \
                 bits of security allow {allowed:.0}).",
                if count == 1 { "" } else { "s" },
                request.depth,
                if request.slack > 0.0 { " with its reserve" } else { "" },
            )),
            (None, 0) => None,
            (None, tried) => Some(format!(
                "{tried} more primes of the last size would not carry depth {} either.",
                request.depth
            )),
        });
    } else if is_secure && allowed - log2_qp >= WORTH_BITS {
        said.push(format!(
            "log2 QP could be {:.0} bits larger at {asked} bits of security.",
            (allowed - log2_qp).floor()
        ));
    }
    Ok(said)
}

/// The moduli with exactly the primes that were found.
fn of<P: Choosable>(parameters: &P, moduli: &Moduli) -> Moduli {
    let exactly = |primes: &[u64]| primes.iter().map(|&q| Prime::Exactly(q)).collect::<Vec<_>>();
    let all = parameters.ciphertext_primes();
    let (q, small) = all.split_at(all.len() - moduli.small.len().min(all.len()));
    Moduli {
        q: Part::Primes(exactly(q)),
        small: exactly(small),
        p: Some(Part::Primes(exactly(parameters.special_primes()))),
        digits: Some(all.len().div_ceil(parameters.digit_limbs().max(1))),
    }
}

/// With so many more primes, of the size of the last.
fn more(part: Option<&Part>, count: usize) -> Option<Part> {
    let Some(Part::Primes(primes)) = part else { return None };
    let Some(&Prime::Exactly(last)) = primes.last() else { return None };
    let mut primes = primes.clone();
    primes.extend(vec![Prime::Bits((last as f64).log2()); count]);
    Some(Part::Primes(primes))
}

/// log2 of the largest digit.
fn log2_digit(parameters: &impl Choosable) -> f64 {
    let primes = parameters.ciphertext_primes();
    let bits = |range: std::ops::Range<usize>| {
        primes.get(range).into_iter().flatten().map(|&q| (q as f64).log2()).sum::<f64>()
    };
    parameters.digits().into_iter().map(bits).fold(0.0, f64::max)
}
