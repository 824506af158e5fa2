//! From the name of an operation to work.

use std::sync::Arc;

use ringassay_functions::Arithmetic as _;
use ringassay_ring::{Crt, Element, RnsRing, sample::Seed};
use ringassay_scheme::{
    PackedScheme as _, Ring, Role,
    hybrid::{Ciphertext, EvaluationKeys},
    serial::Saved as _,
};

use super::{
    Operation,
    operation::EIGHT,
    subject::{Material, Subject},
    vectors::{Function as _, Vectors},
};
use crate::{
    BenchError,
    case::{Work, sure, work},
};

impl<V: Vectors, R: Ring> Subject<V, R> {
    /// The ciphertext that an operation results in.
    pub(super) fn evaluate(
        &self,
        operation: Operation,
        material: &Material<V, R>,
    ) -> Result<Ciphertext<V::Scheme, R>, BenchError> {
        let Self { context, vectors, ciphertexts: [a, b], plaintexts, .. } = self;
        let Material { keys, set, exponents, .. } = material;
        let evaluator = || vectors.evaluator(context, (set, &**keys));
        Ok(match operation {
            Operation::Encrypt => {
                context.encrypt(&self.public, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncryptSecret => {
                context.encrypt_secret(&self.secret, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncodeEncrypt => {
                let plaintext = vectors.encode(context, &self.entries[0], Role::Addend)?;
                context.encrypt(&self.public, &plaintext, &Seed::from_os()?)?
            }
            Operation::Add => context.add(a, b)?,
            Operation::MultiplyOnly => evaluator()?.multiply(a, b)?,
            Operation::Relinearise => context.relinearise(&self.product, keys)?,
            Operation::Multiply => context.multiply(a, b, keys)?,
            Operation::Rescale => V::rescale(context, self.to_rescale())?,
            Operation::MultiplyRescale => {
                let evaluator = evaluator()?;
                evaluator.relinearise_and_rescale(evaluator.multiply(a, b)?)?
            }
            Operation::Rotate => evaluator()?.rotate(a, 1)?,
            Operation::RotateHalf => evaluator()?.rotate(a, vectors.slots() as i64 / 2)?,
            Operation::RotateEight => {
                let evaluator = evaluator()?;
                let mut last = evaluator.rotate(a, 1)?;
                for steps in 2..=EIGHT {
                    last = evaluator.rotate(a, steps)?;
                }
                last
            }
            Operation::RotateEightHoisted => {
                let hoisted = context.hoist(a)?;
                let mut last = None;
                for &exponent in exponents {
                    last = Some(context.automorphism_hoisted(&hoisted, exponent, keys)?);
                }
                last.ok_or_else(|| none(operation))?
            }
            other => self.with_operand(other, material)?,
        })
    }

    /// What takes a prepared plaintext or is a function.
    fn with_operand(
        &self,
        operation: Operation,
        material: &Material<V, R>,
    ) -> Result<Ciphertext<V::Scheme, R>, BenchError> {
        if let Some(factor) = &material.prepared {
            return Ok(self.context.multiply_prepared(&self.ciphertexts[0], factor)?);
        }
        let function = material.function.as_ref().ok_or_else(|| none(operation))?;
        function.apply(self, (&material.set, &*material.keys))
    }
}

fn none(operation: Operation) -> BenchError {
    BenchError::Shape(format!("{} has no ciphertext as its result", operation.name()))
}

impl<V: Vectors> Subject<V, RnsRing> {
    /// An operation, compared with what is computed in the clear where it has a ciphertext as its result.
    pub(super) fn work(
        self: &Arc<Self>,
        operation: Operation,
    ) -> Result<Option<(Work, u64)>, BenchError> {
        let own = Arc::clone(self);
        let slots = own.vectors.slots();
        let once = |work: Work| Ok(Some((work, 1)));
        once(match operation {
            Operation::SecretKey => {
                work(move || Ok(own.context.generate_secret_key(&Seed::from_os()?)?))?
            }
            Operation::PublicKey => work(move || {
                Ok(own.context.generate_public_key(&own.secret, &Seed::from_os()?)?)
            })?,
            Operation::RelinearisationKey => work(move || own.key(true, &[]))?,
            Operation::RotationKey => {
                let exponents = own.rotations(operation)?;
                work(move || own.key(false, &exponents))?
            }
            Operation::Encode => work(move || {
                Ok(own.vectors.encode(&own.context, &own.entries[0], Role::Addend)?)
            })?,
            Operation::Prepare => {
                let top = own.top();
                work(move || {
                    let factor = own.vectors.encode(&own.context, &own.entries[1], Role::Factor)?;
                    Ok(own.context.prepare(&factor, top, Role::Factor)?)
                })?
            }
            Operation::Decode | Operation::DecodeLow => {
                let a = own.to_decrypt(operation)?;
                let message = V::decrypt(&own.context, &own.secret, &a)?;
                work(move || own.vectors.decode(&message, &a, slots))?
            }
            Operation::Decrypt => {
                work(move || Ok(V::decrypt(&own.context, &own.secret, &own.ciphertexts[0])?))?
            }
            Operation::DecryptDecode | Operation::DecryptDecodeLow => {
                let a = own.to_decrypt(operation)?;
                work(move || own.open(&own.context, &a, slots))?
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
                work(move || Ok(Ciphertext::<V::Scheme, RnsRing>::load(&own.context, &saved)?))?
            }
            Operation::Transform => {
                return Ok(Some(transform(own.ciphertexts[0].parts()[0].ring())));
            }
            _ => {
                let Some(material) = own.material(operation)? else { return Ok(None) };
                own.compare(operation, &own.evaluate(operation, &material)?)?;
                work(move || own.evaluate(operation, &material))?
            }
        })
    }

    /// What an operation decrypts or decodes: a fresh ciphertext, of the last level where it says so.
    fn to_decrypt(
        &self,
        operation: Operation,
    ) -> Result<Ciphertext<V::Scheme, RnsRing>, BenchError> {
        let [a, _] = &self.ciphertexts;
        let is_low = matches!(operation, Operation::DecodeLow | Operation::DecryptDecodeLow);
        let level = if is_low { 0 } else { a.level() };
        let found = V::Scheme::at_level(&self.context, a, level)?.into_owned();
        self.compare(operation, &found)?;
        Ok(found)
    }

    /// The key for products, or keys for automorphisms.
    pub(super) fn key(
        &self,
        products: bool,
        exponents: &[u32],
    ) -> Result<EvaluationKeys<V::Scheme, RnsRing>, BenchError> {
        let seed = Seed::from_os()?;
        Ok(self.context.generate_evaluation_keys(&self.secret, products, exponents, &seed)?)
    }
}

/// Both transforms of every limb of a ring, and how many these are.
fn transform(ring: &RnsRing) -> (Work, u64) {
    let mut element: Option<Element<Crt>> = Some(ring.uniform(&Seed::from_bytes([9; Seed::BYTES])));
    let work = move || {
        element = element.take().map(|x| RnsRing::into_crt(RnsRing::into_powerful(x)));
    };
    (sure(work), 2 * ring.limbs() as u64)
}
