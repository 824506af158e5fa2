//! From the name of an operation of CKKS to work.

use std::sync::Arc;

use ringassay_functions::{numbers::Evaluator, polynomial::evaluate, transform::apply};
use ringassay_ring::{Crt, Element, RnsRing, sample::Seed};
use ringassay_scheme::{
    Ring, Role,
    ckks::{Ciphertext, Magnitude},
    serial::Saved as _,
};

use super::{Material, Subject};
use crate::{
    BenchError,
    case::{Work, sure, work},
    lattice::{Operation, operation::EIGHT},
};

impl<R: Ring> Subject<R> {
    /// The ciphertext that an operation results in.
    pub(super) fn evaluate(
        &self,
        operation: Operation,
        material: &Material<R>,
    ) -> Result<Ciphertext<R>, BenchError> {
        let Self { context, ciphertexts: [a, b], plaintexts, .. } = self;
        let keys = &*material.keys;
        let slots = context.parameters().slots();
        Ok(match operation {
            Operation::Encrypt => {
                context.encrypt(&self.public, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncryptSecret => {
                context.encrypt_secret(&self.secret, &plaintexts[0], &Seed::from_os()?)?
            }
            Operation::EncodeEncrypt => {
                let scale = context.parameters().scale();
                let magnitude = Magnitude::complex(1.0);
                let plaintext = self.encoded(&self.vectors[0], slots, &scale, magnitude)?;
                context.encrypt(&self.public, &plaintext, &Seed::from_os()?)?
            }
            Operation::Add => context.add(a, b)?,
            Operation::MultiplyOnly => context.tensor(a, b)?,
            Operation::Relinearise => context.relinearise(&self.product, keys)?,
            Operation::Multiply => context.multiply(a, b, keys)?,
            Operation::Rescale => context.rescale(&self.relinearised)?,
            Operation::MultiplyRescale => {
                context.relinearise_and_rescale(context.tensor(a, b)?, keys)?
            }
            Operation::Rotate => context.rotate(a, 1, keys)?,
            Operation::RotateHalf => context.rotate(a, slots as i64 / 2, keys)?,
            Operation::Conjugate => context.conjugate(a, keys)?,
            Operation::RotateEight => {
                let mut last = context.rotate(a, 1, keys)?;
                for steps in 2..=EIGHT {
                    last = context.rotate(a, steps, keys)?;
                }
                last
            }
            Operation::RotateEightHoisted => {
                let hoisted = context.hoist(a)?;
                let mut last = context.rotate_hoisted(&hoisted, 1, keys)?;
                for steps in 2..=EIGHT {
                    last = context.rotate_hoisted(&hoisted, steps, keys)?;
                }
                last
            }
            other => self.function(other, material)?,
        })
    }

    /// What takes material other than keys.
    fn function(
        &self,
        operation: Operation,
        material: &Material<R>,
    ) -> Result<Ciphertext<R>, BenchError> {
        let Self { context, ciphertexts: [a, _], .. } = self;
        let slots = context.parameters().slots();
        if let Some(factor) = &material.prepared {
            return Ok(context.multiply_prepared(a, factor)?);
        }
        if let Some((polynomial, plan)) = &material.polynomial {
            let target = context.canonical_scale(context.parameters().top() - plan.depth());
            let evaluator = Evaluator::new(context, &material.keys, &self.encoder, slots)?;
            return Ok(evaluate(&evaluator, polynomial, plan, a, &target)?);
        }
        if let Some(transform) = &material.transform {
            let operand = if transform.plan().positions() == slots { a } else { &self.short };
            let keys = &*material.keys;
            return Ok(context.rescale(&apply(context, operand, transform, keys)?)?);
        }
        Err(BenchError::Shape(format!("{} has no ciphertext as its result", operation.name())))
    }
}

impl Subject<RnsRing> {
    /// An operation, compared with what is computed in the clear where it has a ciphertext as its result.
    pub(super) fn work(
        self: &Arc<Self>,
        operation: Operation,
    ) -> Result<Option<(Work, u64)>, BenchError> {
        let own = Arc::clone(self);
        let once = |work: Work| Ok(Some((work, 1)));
        once(match operation {
            Operation::SecretKey => {
                work(move || Ok(own.context.generate_secret_key(&Seed::from_os()?)?))?
            }
            Operation::PublicKey => work(move || {
                Ok(own.context.generate_public_key(&own.secret, &Seed::from_os()?)?)
            })?,
            Operation::RelinearisationKey | Operation::RotationKey => {
                let rotations = operation.rotations(own.context.parameters().slots());
                let exponents: Vec<u32> =
                    rotations.iter().map(|&step| own.context.parameters().rotation(step)).collect();
                work(move || {
                    let (products, seed) = (exponents.is_empty(), Seed::from_os()?);
                    Ok(own.context.generate_evaluation_keys(
                        &own.secret,
                        products,
                        &exponents,
                        &seed,
                    )?)
                })?
            }
            Operation::Encode => work(move || {
                let (parameters, magnitude) = (own.context.parameters(), Magnitude::complex(1.0));
                let scale = parameters.scale();
                Ok(own.encoded(&own.vectors[0], parameters.slots(), &scale, magnitude)?)
            })?,
            Operation::Prepare => work(move || {
                Ok(own.context.prepare(
                    &own.factor()?,
                    own.context.parameters().top(),
                    Role::Factor,
                )?)
            })?,
            Operation::Decode | Operation::DecodeLow => {
                let a = own.decrypted(operation)?;
                let (phase, slots) = (own.context.decrypt(&own.secret, &a)?, own.vectors[0].len());
                work(move || Ok(own.encoder.decode_phase(&phase, slots, a.scale())?))?
            }
            Operation::Decrypt => {
                work(move || Ok(own.context.decrypt(&own.secret, &own.ciphertexts[0])?))?
            }
            Operation::DecryptDecode | Operation::DecryptDecodeLow => {
                let a = own.decrypted(operation)?;
                own.compare(operation, &a)?;
                work(move || own.open(&a, own.context.parameters().slots()))?
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
                work(move || Ok(Ciphertext::load(&own.context, &saved)?))?
            }
            Operation::Transform => {
                let ring = own.ciphertexts[0].parts()[0].ring();
                return Ok(Some(transform(ring)));
            }
            _ => {
                let Some(material) = own.material(operation)? else { return Ok(None) };
                own.compare(operation, &own.evaluate(operation, &material)?)?;
                work(move || own.evaluate(operation, &material))?
            }
        })
    }
}

impl Subject<RnsRing> {
    /// What an operation decrypts or decodes: a fresh ciphertext, of the last level where it says so.
    fn decrypted(&self, operation: Operation) -> Result<Ciphertext<RnsRing>, BenchError> {
        let [a, _] = &self.ciphertexts;
        if matches!(operation, Operation::DecodeLow | Operation::DecryptDecodeLow) {
            return Ok(self.context.drop_to(a, 0)?);
        }
        Ok(a.clone())
    }
}

/// Both transforms of every limb of a ring, and how many these are.
pub(crate) fn transform(ring: &RnsRing) -> (Work, u64) {
    let mut element: Option<Element<Crt>> = Some(ring.uniform(&Seed::from_bytes([9; Seed::BYTES])));
    let work = move || {
        element = element.take().map(|x| RnsRing::into_crt(RnsRing::into_powerful(x)));
    };
    (sure(work), 2 * ring.limbs() as u64)
}
