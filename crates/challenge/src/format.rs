//! The published format: three messages of protocol buffers, of version 2.
//!
//! A ring element is written with the one modulus q, as in the release of 2016. The later form, a product of
//! elements for several moduli, is read where the product has one factor.

use crate::{
    Challenge, ChallengeError, Instance, Kind, Parameters, Right, Sample, Secret,
    wire::{Field, Writer, fields, once, unzigzag},
};

/// What is missing.
fn need<T>(value: Option<T>, missing: &'static str) -> Result<T, ChallengeError> {
    value.ok_or(ChallengeError::Format(missing))
}

fn small(value: u64) -> Result<u32, ChallengeError> {
    u32::try_from(value).map_err(|_| ChallengeError::Format("a number is negative or too large"))
}

/// The bytes of a challenge.
pub fn write_challenge(challenge: &Challenge) -> Vec<u8> {
    let mut out = Writer::default();
    out.varint(1, challenge.id.into());
    out.varint(2, challenge.instances.into());
    out.varint(3, challenge.epoch as u64);
    out.varint(4, challenge.offset.into());
    let (field, inner) = parameters_message(&challenge.parameters);
    out.bytes(field, &inner);
    out.0
}

/// The challenge in these bytes.
///
/// # Errors
///
/// If they are not a challenge, or one with parameters out of range or with another bound.
pub fn read_challenge(bytes: &[u8]) -> Result<Challenge, ChallengeError> {
    let (mut id, mut instances, mut epoch, mut offset, mut parameters) =
        (None, None, None, None, None);
    fields(bytes, |number, field| {
        match number {
            1 => once(&mut id, small(field.varint()?)?)?,
            2 => once(&mut instances, small(field.varint()?)?)?,
            3 => once(&mut epoch, field.varint()? as i64)?,
            4 => once(&mut offset, small(field.varint()?)?)?,
            5..=7 => once(&mut parameters, read_parameters(number - 5, field.bytes()?)?)?,
            _ => {}
        }
        Ok(())
    })?;
    Challenge {
        id: need(id, "the challenge has no number")?,
        instances: need(instances, "the challenge does not say how many instances it has")?,
        epoch: need(epoch, "the challenge has no time of the beacon")?,
        offset: need(offset, "the challenge has no offset in the beacon's record")?,
        parameters: need(parameters, "the challenge has no parameters")?,
    }
    .checked()
}

fn parameters_message(parameters: &Parameters) -> (u64, Vec<u8>) {
    let mut out = Writer::default();
    out.varint(1, parameters.m);
    out.varint(2, parameters.q);
    let (field, last) = match parameters.kind {
        Kind::Continuous { svar, bound } => {
            out.double(3, svar);
            out.double(4, bound);
            (5, 5)
        }
        Kind::Discrete { svar, bound } => {
            out.double(3, svar);
            out.varint(4, bound as u64);
            (6, 5)
        }
        Kind::Rounding { p } => {
            out.varint(3, p);
            (7, 4)
        }
    };
    out.varint(last, parameters.samples as u64);
    (field, out.0)
}

/// `kind`: 0 continuous, 1 discrete, 2 rounding.
fn read_parameters(kind: u64, bytes: &[u8]) -> Result<Parameters, ChallengeError> {
    let mut found: [Option<Field<'_>>; 6] = [None; 6];
    fields(bytes, |number, field| {
        if let Some(place) = usize::try_from(number).ok().and_then(|i| found.get_mut(i)) {
            once(place, field)?;
        }
        Ok(())
    })?;
    let at = |i: usize| need(found[i], "a parameter is missing");
    let last = if kind == 2 { 4 } else { 5 };
    let kind = match kind {
        0 => Kind::Continuous { svar: at(3)?.double()?, bound: at(4)?.double()? },
        1 => Kind::Discrete { svar: at(3)?.double()?, bound: at(4)?.varint()? as i64 },
        _ => Kind::Rounding { p: at(3)?.varint()? },
    };
    let samples = small(at(last)?.varint()?)? as usize;
    Parameters { m: at(1)?.varint()?, q: at(2)?.varint()?, kind, samples }.checked()
}

/// The bytes of an instance.
pub fn write_instance(instance: &Instance) -> Vec<u8> {
    let mut out = Writer::default();
    out.varint(1, instance.challenge.into());
    out.varint(2, instance.instance.into());
    let parameters = &instance.parameters;
    out.bytes(3, &parameters_message(parameters).1);
    let right_modulus = match parameters.kind {
        Kind::Rounding { p } => p,
        _ => parameters.q,
    };
    for sample in &instance.samples {
        let mut inner = Writer::default();
        inner.bytes(1, &element(parameters.m, parameters.q, &sample.a));
        let b = match &sample.b {
            Right::Real(b) => {
                let mut out = Writer::default();
                out.varint(1, parameters.m);
                out.varint(2, parameters.q);
                b.iter().for_each(|&x| out.double(3, x));
                out.0
            }
            Right::Integer(b) => element(parameters.m, right_modulus, b),
        };
        inner.bytes(2, &b);
        out.bytes(4, &inner.0);
    }
    out.0
}

fn element(m: u64, q: u64, x: &[i64]) -> Vec<u8> {
    let mut out = Writer::default();
    out.varint(1, m);
    out.varint(2, q);
    x.iter().for_each(|&c| out.zigzag(3, c));
    out.0
}

/// The instance in these bytes, of a challenge with `parameters`.
///
/// # Errors
///
/// If they are not an instance, or one of another challenge's parameters.
pub fn read_instance(bytes: &[u8], parameters: &Parameters) -> Result<Instance, ChallengeError> {
    let degree = parameters.layout()?.degree();
    let kind = match parameters.kind {
        Kind::Continuous { .. } => 0,
        Kind::Discrete { .. } => 1,
        Kind::Rounding { .. } => 2,
    };
    let (mut challenge, mut instance, mut stated) = (None, None, None);
    let mut samples = Vec::new();
    fields(bytes, |number, field| {
        match number {
            1 => once(&mut challenge, small(field.varint()?)?)?,
            2 => once(&mut instance, small(field.varint()?)?)?,
            3 => once(&mut stated, read_parameters(kind, field.bytes()?)?)?,
            4 if samples.len() >= parameters.samples => {
                return Err(ChallengeError::Format("more samples than the challenge has"));
            }
            4 => samples.push(read_sample(field.bytes()?, parameters, degree)?),
            _ => {}
        }
        Ok(())
    })?;
    if need(stated, "the instance has no parameters")? != *parameters {
        return Err(ChallengeError::Format("its parameters are not those of the challenge"));
    }
    if samples.len() != parameters.samples {
        return Err(ChallengeError::Format("fewer samples than the challenge has"));
    }
    Ok(Instance {
        challenge: need(challenge, "the instance has no challenge")?,
        instance: need(instance, "the instance has no number")?,
        parameters: *parameters,
        samples,
    })
}

fn read_sample(bytes: &[u8], of: &Parameters, degree: usize) -> Result<Sample, ChallengeError> {
    let (mut a, mut b) = (None, None);
    fields(bytes, |number, field| {
        match (number, of.kind) {
            (1, _) => once(&mut a, integers(field.bytes()?, of.m, of.q, degree)?)?,
            (2, Kind::Continuous { .. }) => {
                let read = |x: Field<'_>| x.double();
                let real = coefficients(field.bytes()?, of.m, of.q, degree, read)?;
                once(&mut b, Right::Real(real))?;
            }
            (2, Kind::Discrete { .. }) => {
                once(&mut b, Right::Integer(integers(field.bytes()?, of.m, of.q, degree)?))?;
            }
            (2, Kind::Rounding { p }) => {
                once(&mut b, Right::Integer(integers(field.bytes()?, of.m, p, degree)?))?;
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(Sample { a: need(a, "a sample has no a")?, b: need(b, "a sample has no b")? })
}

fn integers(bytes: &[u8], m: u64, q: u64, degree: usize) -> Result<Vec<i64>, ChallengeError> {
    coefficients(bytes, m, q, degree, |field| {
        let value = unzigzag(field.varint()?);
        if value.unsigned_abs() >= q {
            return Err(ChallengeError::Format("a coefficient is not a residue"));
        }
        Ok(value)
    })
}

/// The coefficients of an element, or of a product of one.
fn coefficients<T>(
    bytes: &[u8],
    m: u64,
    q: u64,
    degree: usize,
    mut read: impl FnMut(Field<'_>) -> Result<T, ChallengeError>,
) -> Result<Vec<T>, ChallengeError> {
    let mut factor = None;
    fields(bytes, |number, field| {
        if let (1, Field::Bytes(inner)) = (number, field)
            && factor.replace(inner).is_some()
        {
            return Err(ChallengeError::Format("elements for several moduli are not read"));
        }
        Ok(())
    })?;
    let bytes = factor.unwrap_or(bytes);
    let (mut ring, mut modulus) = (None, None);
    let mut found = Vec::new();
    fields(bytes, |number, field| {
        match number {
            1 => once(&mut ring, field.varint()?)?,
            2 => once(&mut modulus, field.varint()?)?,
            3 if found.len() >= degree => {
                return Err(ChallengeError::Format("more coefficients than the ring has"));
            }
            3 => found.push(read(field)?),
            _ => {}
        }
        Ok(())
    })?;
    if (ring, modulus) != (Some(m), Some(q)) {
        return Err(ChallengeError::Format("an element is of another ring or modulus"));
    }
    if found.len() != degree {
        return Err(ChallengeError::Format("fewer coefficients than the ring has"));
    }
    Ok(found)
}

/// The bytes of a secret.
pub fn write_secret(secret: &Secret) -> Vec<u8> {
    let mut out = Writer::default();
    out.varint(1, secret.challenge.into());
    out.varint(2, secret.instance.into());
    out.varint(3, secret.m);
    out.varint(4, secret.q);
    out.bytes(5, &secret.seed);
    out.bytes(6, &element(secret.m, secret.q, &secret.s));
    out.0
}

/// The secret in these bytes, of a challenge with `parameters`.
///
/// # Errors
///
/// If they are not a secret, or one of another ring or modulus.
pub fn read_secret(bytes: &[u8], parameters: &Parameters) -> Result<Secret, ChallengeError> {
    let degree = parameters.layout()?.degree();
    let (m, q) = (parameters.m, parameters.q);
    let (mut challenge, mut instance, mut ring, mut modulus) = (None, None, None, None);
    let (mut seed, mut s) = (None, None);
    fields(bytes, |number, field| {
        match number {
            1 => once(&mut challenge, small(field.varint()?)?)?,
            2 => once(&mut instance, small(field.varint()?)?)?,
            3 => once(&mut ring, field.varint()?)?,
            4 => once(&mut modulus, field.varint()?)?,
            5 => once(&mut seed, field.bytes()?)?,
            6 => once(&mut s, integers(field.bytes()?, m, q, degree)?)?,
            _ => {}
        }
        Ok(())
    })?;
    if (ring, modulus) != (Some(m), Some(q)) {
        return Err(ChallengeError::Format("the secret is of another ring or modulus"));
    }
    let seed = need(seed, "the secret has no seed")?;
    Ok(Secret {
        challenge: need(challenge, "the secret has no challenge")?,
        instance: need(instance, "the secret has no instance")?,
        m,
        q,
        seed: seed.try_into().map_err(|_| ChallengeError::Format("a seed has 32 bytes"))?,
        s: need(s, "the secret has no element")?,
    })
}
