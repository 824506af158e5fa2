//! Whether an opened instance is what its challenge says.

use ringassay_ring::sample::Seed;

use crate::{
    Challenge, ChallengeError, Instance, Kind, Layout, Right, Sample, Secret,
    generate::{self, rounded},
    layout::{centred, residue},
};

/// Whether samples must follow from the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seeds {
    /// By the generator of this crate: every coefficient is compared.
    Ours,
    /// The seed is another program's: the relation and the bound are checked without it.
    Foreign,
}

/// Checks an instance against its secret: the relation b = a·s + e with an error within the bound, or b = ⌊a·s⌉; and
/// that both follow from the seed.
///
/// # Errors
///
/// Says what is wrong.
pub fn opened(
    challenge: &Challenge,
    instance: &Instance,
    secret: &Secret,
    seeds: Seeds,
) -> Result<(), ChallengeError> {
    counted(challenge, instance, secret, seeds, &mut || {})
}

/// The same; `tick` is called after each sample, and after each that was made again.
pub(crate) fn counted(
    challenge: &Challenge,
    instance: &Instance,
    secret: &Secret,
    seeds: Seeds,
    tick: &mut dyn FnMut(),
) -> Result<(), ChallengeError> {
    let number = instance.instance;
    let parameters = instance.parameters;
    let layout = parameters.checked()?.layout()?;
    if instance.challenge != challenge.id || secret.challenge != challenge.id {
        return Err(ChallengeError::wrong(number, "it belongs to another challenge"));
    }
    if secret.instance != number {
        return Err(ChallengeError::wrong(number, "the secret belongs to another instance"));
    }
    if (secret.m, secret.q, parameters) != (parameters.m, parameters.q, challenge.parameters) {
        return Err(ChallengeError::wrong(number, "the parameters are not those of the challenge"));
    }
    if instance.samples.len() != parameters.samples {
        return Err(ChallengeError::wrong(number, "it has another number of samples"));
    }
    for (i, sample) in instance.samples.iter().enumerate() {
        relation(&layout, instance, sample, &secret.s)
            .map_err(|reason| ChallengeError::wrong(number, format!("sample {i}: {reason}")))?;
        tick();
    }
    if seeds == Seeds::Ours {
        let again = generate::counted(challenge, number, &Seed::from_bytes(secret.seed), tick)?;
        if again.0 != *instance || again.1.s != secret.s {
            return Err(ChallengeError::wrong(
                number,
                "it does not follow from its seed; if another program made it, allow foreign seeds",
            ));
        }
    }
    Ok(())
}

/// Whether every sample is right with the secret `s`.
pub(crate) fn satisfies(layout: &Layout, instance: &Instance, s: &[i64]) -> bool {
    instance.samples.iter().all(|sample| relation(layout, instance, sample, s).is_ok())
}

fn relation(
    layout: &Layout,
    instance: &Instance,
    sample: &Sample,
    s: &[i64],
) -> Result<(), String> {
    let q = instance.parameters.q;
    if [sample.a.len(), s.len()] != [layout.degree(); 2] {
        return Err("an element has another number of coefficients".into());
    }
    let bound = match instance.parameters.kind {
        Kind::Continuous { bound, .. } => bound,
        Kind::Discrete { bound, .. } => bound as f64,
        Kind::Rounding { p } => {
            let product = layout.multiply(&sample.a, s, q);
            let right = |(x, b): (&u64, &i64)| residue(rounded(*x, q, p), p) == residue(*b, p);
            return match &sample.b {
                Right::Integer(b)
                    if b.len() == product.len() && product.iter().zip(b).all(right) =>
                {
                    Ok(())
                }
                _ => Err("b is not a·s, rounded".into()),
            };
        }
    };
    // A number beyond has no digits left for its residue.
    if matches!(&sample.b, Right::Real(b) if !b.iter().all(|x| x.abs() <= q as f64)) {
        return Err("b has a coefficient beyond q".into());
    }
    let e = error_of(layout, sample, s, q).ok_or("b has another number of coefficients")?;
    let norm = layout.norm(&e);
    if norm <= bound {
        Ok(())
    } else {
        Err(format!("the error's norm is {norm:.3}, above the bound {bound:.3}"))
    }
}

/// The decoding coefficients of b - a·s, each nearest to 0; `None` if b has another length.
pub fn error_of(layout: &Layout, sample: &Sample, s: &[i64], q: u64) -> Option<Vec<f64>> {
    let product = layout.multiply(&sample.a, s, q);
    let (length, e) = match &sample.b {
        Right::Real(b) => {
            let nearest = |(x, b): (&u64, &f64)| {
                let e = b - *x as f64;
                e - q as f64 * libm::rint(e / q as f64)
            };
            (b.len(), product.iter().zip(b).map(nearest).collect::<Vec<f64>>())
        }
        Right::Integer(b) => {
            let nearest = |(x, b): (&u64, &i64)| centred(residue(b - *x as i64, q), q) as f64;
            (b.len(), product.iter().zip(b).map(nearest).collect())
        }
    };
    (length == layout.degree()).then_some(e)
}
