//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::{Shape, Space, text::KeyParameters};
use ringassay_gates::{
    Context, KeySwitch, Parameters, SecretKey, load_bits_even_transparent, save_bits,
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{FreshSeed, Scheme};
use ringassay_sut::kit::{About, Chunk, Failure, Remarks};

use super::{GateOptions, GateParameters, MAX_BATCH, about, damaged, describe::describe, key};
use crate::{ClientKeys, Error, KeyedClient, sut::words};

/// The client of gates.
pub type GateClient = KeyedClient<GateKeys>;

/// The secret key, and the shape of what is encrypted.
pub struct GateKeys {
    shape: Shape,
    fan_in: bool,
    context: Context<RnsRing>,
    secret: SecretKey<RnsRing>,
}

impl fmt::Debug for GateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.parameters().fmt(f)
    }
}

impl GateParameters {
    fn set(self) -> Parameters {
        match self {
            Self::Standard => Parameters::standard(),
            Self::Toy => {
                let switch = KeySwitch { q: 1 << 16, width: 4, count: 3 };
                Parameters { dimension: 60, rank: 2, degree: 128, switch, ..Parameters::standard() }
            }
        }
    }
}

fn seed() -> Result<FreshSeed, Failure> {
    FreshSeed::from_os().map_err(Failure::failed)
}

impl ClientKeys for GateKeys {
    type Options = GateOptions;

    const CLIENT: &'static str = "GateClient";

    fn threads(options: &GateOptions) -> usize {
        options.threads
    }

    fn about(options: &GateOptions) -> About {
        about(options.threads)
    }

    fn generate(
        asked: &KeyParameters,
        options: &GateOptions,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        let (batch, fan_in) = match *asked {
            KeyParameters::Simd { batch, modulus: None, .. } => (batch, false),
            KeyParameters::Simd { modulus: Some(t), .. } => {
                let text = format!("{} encrypts bits, not integers modulo {t}", Scheme::Gates);
                return Err(Failure::refused(text));
            }
            KeyParameters::Real { .. } => return Err(Failure::refused(Error::Reals)),
            KeyParameters::FanIn { .. } => (1, true),
        };
        if u64::from(batch) > MAX_BATCH {
            let text = format!(
                "vectors of {batch} entries, each a ciphertext of its own: at most {MAX_BATCH}"
            );
            return Err(Failure::refused(text));
        }
        let parameters = options.parameters.set();
        let security = parameters.security().map_err(Failure::failed)?;
        let (asked, is_toy) = (asked.security(), options.parameters == GateParameters::Toy);
        if f64::from(asked) > security.bits() && !is_toy {
            let text = format!(
                "{asked} bits of security are asked for, and gates have {:.1}",
                security.bits()
            );
            return Err(Failure::refused(text));
        }
        let context = Context::new(parameters).map_err(Failure::failed)?;
        let secret = SecretKey::new(&context, seed()?).map_err(Failure::failed)?;
        let evaluation = secret.evaluation_key(&context, seed()?).map_err(Failure::failed)?;
        describe(&parameters, security, asked, remarks);
        let key = key::save(batch, &context, &evaluation)?;
        remarks.parameter("evaluation_key_bytes", key[2].as_ref().len());
        let shape = Shape { space: Space::Gf2, batch };
        Ok((Self { shape, fan_in, context, secret }, key))
    }

    fn encrypt(&self, input: &[u8], _: &GateOptions) -> Result<Vec<Chunk>, Failure> {
        let vectors = words::read(input, self.shape, self.fan_in)?;
        let encrypt = |wire: usize| {
            let entries: Vec<bool> =
                words::entries(&vectors, wire).iter().map(|&entry| entry != 0).collect();
            let bits = self.secret.encrypt(&self.context, &entries, seed()?);
            let bits = bits.map_err(Failure::failed)?;
            Ok(save_bits(&self.context, &bits).map_err(damaged)?.into())
        };
        (0..vectors.len()).into_par_iter().map(encrypt).collect()
    }

    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let length = self.shape.batch as usize;
        let decrypt = |bytes: &&[u8]| {
            // A circuit whose output no input changes has such an output.
            let bits = load_bits_even_transparent(&self.context, bytes).map_err(damaged)?;
            if bits.len() != length {
                let text = format!("an output is a vector of {length} bits, not of {}", bits.len());
                return Err(Failure::failed(text));
            }
            let bits = self.secret.decrypt(&self.context, &bits).map_err(Failure::failed)?;
            Ok(bits.into_iter().map(u64::from).collect::<Vec<_>>())
        };
        let outputs = output.par_iter().map(decrypt).collect::<Result<Vec<_>, Failure>>();
        words::write(&outputs?, self.shape)
    }
}
