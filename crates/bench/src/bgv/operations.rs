//! From the name of an operation to work.

use std::sync::Arc;

use ringassay_ring::sample::Seed;
use ringassay_scheme::Role;

use super::{Instance, instance::scheme};
use crate::{
    BenchError,
    case::{Work, work},
    names::named,
};

named!(
    /// The operations of BGV. Ciphertexts are fresh, at the top level, unless said otherwise.
    Operation, "operation", {
        /// A secret and a public key.
        Keys = "keys",
        /// The relinearisation key.
        RelinearisationKey = "relinearisation_hint",
        /// The key-switching key for one automorphism.
        RotationKey = "rotation_hint",
        /// A plaintext under the public key.
        Encrypt = "encrypt",
        /// A plaintext under the secret key.
        EncryptSecret = "encrypt_secret",
        /// From a ciphertext to its vector: decryption and decoding.
        Decrypt = "decrypt",
        /// From a vector to a plaintext.
        Encode = "encode",
        /// From a plaintext to its vector.
        Decode = "decode",
        /// A sum of ciphertexts, in place.
        Add = "add",
        /// A sum with a plaintext that was not prepared (Λ∘λ's addPublic).
        AddPlain = "add_plain",
        /// A product at the modulus that suits it, relinearised.
        Multiply = "multiply",
        /// The same without relinearisation.
        MultiplyOnly = "multiply_only",
        /// A product with a plaintext that was not prepared (Λ∘λ's mulPublic).
        MultiplyPlain = "multiply_plain",
        /// A product with a prepared plaintext, in place.
        MultiplyPrepared = "multiply_prepared",
        /// The preparation of a plaintext.
        Prepare = "prepare",
        /// The rotation of the vector by one step.
        Rotate = "rotate",
        /// One automorphism, with its key switch.
        Automorphism = "automorphism",
        /// A selection by a mask that was not prepared.
        SelectPlain = "select_plain",
        /// A selection by a prepared mask, in place.
        Select = "select",
        /// To the modulus without the last large prime (Λ∘λ's rescaling).
        ModulusSwitch = "modulus_switch",
        /// The relinearisation of a product of fresh ciphertexts (Λ∘λ's key switch).
        KeySwitch = "key_switch",
    }
);

impl Operation {
    /// All of them.
    pub const ALL: [Self; 21] = [
        Self::Keys,
        Self::RelinearisationKey,
        Self::RotationKey,
        Self::Encrypt,
        Self::EncryptSecret,
        Self::Decrypt,
        Self::Encode,
        Self::Decode,
        Self::Add,
        Self::AddPlain,
        Self::Multiply,
        Self::MultiplyOnly,
        Self::MultiplyPlain,
        Self::MultiplyPrepared,
        Self::Prepare,
        Self::Rotate,
        Self::Automorphism,
        Self::SelectPlain,
        Self::Select,
        Self::ModulusSwitch,
        Self::KeySwitch,
    ];
}

/// Makes an operation ready, and does it once, so that errors are found here.
pub(super) fn prepare(instance: &Arc<Instance>, operation: Operation) -> Result<Work, BenchError> {
    let own = Arc::clone(instance);
    // In place an operation is done again and again on one ciphertext, whose noise soon is past every bound.
    let insisting = own.context.insisting();
    let top = own.context.modulus_chain().top();
    let exponent = own.exponents.first().copied().unwrap_or(1);
    match operation {
        Operation::Keys => work(move || {
            let secret = own.context.generate_secret_key(&Seed::from_os()?)?;
            let public = own.context.generate_public_key(&secret, &Seed::from_os()?)?;
            Ok((secret, public))
        }),
        Operation::RelinearisationKey => work(move || {
            Ok(own.context.generate_relinearisation_key(&own.secret, &Seed::from_os()?)?)
        }),
        Operation::RotationKey => work(move || {
            let seed = Seed::from_os()?;
            Ok(own.context.generate_automorphism_key(&own.secret, exponent, &seed)?)
        }),
        Operation::Encrypt => work(move || {
            Ok(own.context.encrypt(&own.public, &own.plaintexts[0], &Seed::from_os()?)?)
        }),
        Operation::EncryptSecret => work(move || {
            Ok(own.context.encrypt_secret(&own.secret, &own.plaintexts[0], &Seed::from_os()?)?)
        }),
        Operation::Decrypt => work(move || own.open(&own.ciphertexts[0])),
        Operation::Encode => work(move || {
            Ok(own.context.plaintext(own.encoder.encode(&own.vectors[0]).map_err(scheme)?)?)
        }),
        Operation::Decode => {
            work(move || own.encoder.decode(own.plaintexts[0].coefficients()).map_err(scheme))
        }
        Operation::Add => {
            let mut sum = own.ciphertexts[0].clone();
            work(move || Ok(insisting.add_assign(&mut sum, &own.ciphertexts[1])?))
        }
        Operation::AddPlain => {
            work(move || Ok(own.context.add_plain(&own.ciphertexts[0], &own.plaintexts[1])?))
        }
        Operation::Multiply => work(move || {
            let [a, b] = &own.ciphertexts;
            Ok(own.context.multiply(a, b, &own.keys)?)
        }),
        Operation::MultiplyOnly => work(move || {
            let [a, b] = &own.ciphertexts;
            let context = &own.context;
            let level = context.product_level([(top, a.noise(), 2), (top, b.noise(), 2)]);
            Ok(context.tensor(&*context.at_level(a, level)?, &*context.at_level(b, level)?)?)
        }),
        Operation::MultiplyPlain => {
            work(move || Ok(own.context.multiply_plain(&own.ciphertexts[0], &own.plaintexts[1])?))
        }
        Operation::MultiplyPrepared => {
            let factor = own.context.prepare(&own.plaintexts[1], top, Role::Factor)?;
            let mut product = own.ciphertexts[0].clone();
            work(move || Ok(insisting.multiply_prepared_assign(&mut product, &factor)?))
        }
        Operation::Prepare => {
            work(move || Ok(own.context.prepare(&own.plaintexts[1], top, Role::Factor)?))
        }
        Operation::Rotate => {
            work(move || Ok(own.context.rotate(&own.ciphertexts[0], &own.rotation, &own.keys)?))
        }
        Operation::Automorphism => {
            work(move || Ok(own.context.automorphism(&own.ciphertexts[0], exponent, &own.keys)?))
        }
        Operation::SelectPlain => work(move || {
            let ([a, b], context) = (&own.ciphertexts, &own.context);
            Ok(context.select(a, b, &context.prepare(&own.plaintexts[1], top, Role::Factor)?)?)
        }),
        Operation::Select => {
            let mask = own.context.prepare(&own.plaintexts[1], top, Role::Factor)?;
            let [mut a, b] = own.ciphertexts.clone();
            work(move || Ok(insisting.select_assign(&mut a, &b, &mask)?))
        }
        Operation::ModulusSwitch => {
            let below = below(&own, top);
            work(move || Ok(own.context.switch_to(&own.ciphertexts[0], below)?))
        }
        Operation::KeySwitch => {
            let [a, b] = &own.ciphertexts;
            let product = own.context.tensor(a, b)?;
            work(move || Ok(own.context.relinearise(&product, &own.keys)?))
        }
    }
}

/// The level without the last large prime; that itself, if there is but one prime.
fn below(own: &Instance, top: usize) -> usize {
    let levels = own.context.modulus_chain().levels();
    let large = own.context.parameters().large.len();
    let wanted: Vec<usize> =
        levels[top].limbs.iter().copied().filter(|&limb| limb + 1 != large).collect();
    levels.iter().position(|level| level.limbs == wanted).unwrap_or(top)
}
