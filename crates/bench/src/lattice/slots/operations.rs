//! From the name of an operation of BGV or BFV to work.

use std::sync::Arc;

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    IntegerScheme, Ring, Role,
    hybrid::{Ciphertext, EvaluationKeys},
    serial::Saved as _,
};

use super::{Material, Subject, tensor};
use crate::{
    BenchError,
    case::{Work, work},
    lattice::{Operation, ckks::transform, operation::EIGHT},
};

impl<P: IntegerScheme, R: Ring> Subject<P, R> {
    /// The ciphertext that an operation results in.
    pub(super) fn evaluate(
        &self,
        operation: Operation,
        material: &Material<P, R>,
    ) -> Result<Ciphertext<P, R>, BenchError> {
        let Self { context, ciphertexts: [a, b], plaintexts, .. } = self;
        Ok(match operation {
            Operation::Encrypt => {
                context.encrypt(&self.public, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncryptSecret => {
                context.encrypt_secret(&self.secret, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncodeEncrypt => {
                let plaintext = context.plaintext(self.encoder.encode(&self.vectors[0])?)?;
                context.encrypt(&self.public, &plaintext, &Seed::from_os()?)?
            }
            Operation::Add => context.add(a, b)?,
            Operation::MultiplyOnly => tensor(context, &self.ciphertexts)?,
            Operation::Relinearise => context.relinearise(&self.product, &material.keys)?,
            Operation::Multiply => context.multiply(a, b, &material.keys)?,
            Operation::Rescale => context.at_level(a, self.top().saturating_sub(1))?.into_owned(),
            other => self.with_material(other, material)?,
        })
    }

    /// What takes rotation keys or a prepared plaintext.
    fn with_material(
        &self,
        operation: Operation,
        material: &Material<P, R>,
    ) -> Result<Ciphertext<P, R>, BenchError> {
        let Self { context, ciphertexts: [a, _], .. } = self;
        if let Some(factor) = &material.prepared {
            return Ok(context.multiply_prepared(a, factor)?);
        }
        let none =
            || BenchError::Shape(format!("{} has no ciphertext as its result", operation.name()));
        let Material { keys, exponents, set, .. } = material;
        let rotate = |steps| context.rotate_vector(a, steps, &self.encoder, (set, &**keys));
        Ok(match operation {
            Operation::Rotate => rotate(1)?,
            Operation::RotateHalf => rotate(self.encoder.length() as i64 / 2)?,
            Operation::RotateEight => {
                let mut last = rotate(1)?;
                for steps in 2..=EIGHT {
                    last = rotate(steps)?;
                }
                last
            }
            Operation::RotateEightHoisted => {
                let hoisted = context.hoist(a)?;
                let mut last = None;
                for &exponent in exponents {
                    last = Some(context.automorphism_hoisted(&hoisted, exponent, keys)?);
                }
                last.ok_or_else(none)?
            }
            _ => return Err(none()),
        })
    }
}

impl<P: IntegerScheme> Subject<P, RnsRing> {
    /// An operation, compared with what is computed in the clear where it has a ciphertext as its result.
    pub(super) fn work(
        self: &Arc<Self>,
        operation: Operation,
    ) -> Result<Option<(Work, u64)>, BenchError> {
        let own = Arc::clone(self);
        let top = self.top();
        Ok(Some((
            match operation {
                Operation::SecretKey => {
                    work(move || Ok(own.context.generate_secret_key(&Seed::from_os()?)?))?
                }
                Operation::PublicKey => work(move || {
                    Ok(own.context.generate_public_key(&own.secret, &Seed::from_os()?)?)
                })?,
                Operation::RelinearisationKey => work(move || own.key(true, &[]))?,
                Operation::RotationKey => {
                    let exponents = own.exponents(operation)?;
                    work(move || own.key(false, &exponents))?
                }
                Operation::Encode => work(move || {
                    Ok(own.context.plaintext(own.encoder.encode(&own.vectors[0])?)?)
                })?,
                Operation::Prepare => work(move || {
                    let plaintext = own.context.plaintext(own.encoder.encode(&own.vectors[1])?)?;
                    Ok(own.context.prepare(&plaintext, top, Role::Factor)?)
                })?,
                Operation::Decode => {
                    let coefficients = own.plaintexts[0].coefficients().to_vec();
                    work(move || Ok(own.encoder.decode(&coefficients)?))?
                }
                Operation::Decrypt => {
                    work(move || Ok(own.context.decrypt(&own.secret, &own.ciphertexts[0])?))?
                }
                Operation::DecryptDecode => work(move || own.open(&own.ciphertexts[0]))?,
                Operation::DecodeLow | Operation::DecryptDecodeLow => {
                    let last = own.context.at_level(&own.ciphertexts[0], 0)?.into_owned();
                    own.compare(operation, &last)?;
                    if operation == Operation::DecryptDecodeLow {
                        work(move || own.open(&last))?
                    } else {
                        let coefficients = own.context.decrypt(&own.secret, &last)?;
                        work(move || Ok(own.encoder.decode(&coefficients)?))?
                    }
                }
                Operation::AddInPlace => {
                    let mut sum = own.ciphertexts[0].clone();
                    // Noise bounds would grow with every sum.
                    let context = own.context.insisting();
                    work(move || Ok(context.add_assign(&mut sum, &own.ciphertexts[1])?))?
                }
                Operation::Save => work(move || Ok(own.ciphertexts[0].save(&own.context)?))?,
                Operation::Load => {
                    let saved = own.ciphertexts[0].save(&own.context)?;
                    work(move || Ok(Ciphertext::<P, RnsRing>::load(&own.context, &saved)?))?
                }
                Operation::Transform => {
                    let parameters = own.context.parameters();
                    let index = parameters.index();
                    let ring = RnsRing::new(index, &parameters.ciphertext_primes())?;
                    return Ok(Some(transform(&ring)));
                }
                _ => {
                    let Some(material) = own.material(operation)? else { return Ok(None) };
                    own.compare(operation, &own.evaluate(operation, &material)?)?;
                    work(move || own.evaluate(operation, &material))?
                }
            },
            1,
        )))
    }

    pub(super) fn key(
        &self,
        products: bool,
        exponents: &[u32],
    ) -> Result<EvaluationKeys<P, RnsRing>, BenchError> {
        let seed = Seed::from_os()?;
        Ok(self.context.generate_evaluation_keys(&self.secret, products, exponents, &seed)?)
    }
}
