//! Keys, encryption and decryption.

use ringassay_circuit::text::{KeyParameters, output_text, read_key_parameters, read_output};
use ringassay_circuit::{Shape, Space, Vectors};
use ringassay_security::{CostModel, Lwe, Secret, estimate};
use ringassay_sut::kit::{About, Chunk, Client, Failure, Remarks};
use tfhe::boolean::prelude::{
    BooleanParameters, Ciphertext, ClientKey, CompressedPublicKey, DEFAULT_PARAMETERS, ServerKey,
};

use crate::{about, guarded, read, written};

const LOG2_Q: f64 = 32.0;
/// The most slots of a vector: each is a ciphertext of its own, and a gate takes milliseconds.
pub const MAX_BATCH: u32 = 1 << 12;

/// Encrypts with the public key, as any sender would.
#[derive(Default)]
pub struct TfheClient {
    keys: Option<(ClientKey, CompressedPublicKey, Shape, bool)>,
}

impl TfheClient {
    fn keys(&self) -> Result<&(ClientKey, CompressedPublicKey, Shape, bool), Failure> {
        self.keys.as_ref().ok_or_else(|| Failure::failed("there is no key: send KEY first"))
    }
}

impl Client for TfheClient {
    fn about(&self) -> About {
        about()
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        self.keys = None;
        let asked = read_key_parameters(parameters).map_err(Failure::failed)?;
        let (batch, fan_in) = match asked {
            KeyParameters::Simd { batch, modulus: None, .. } => (batch, false),
            KeyParameters::FanIn { .. } => (1, true),
            _ => return Err(Failure::refused("gates on bits only: no integers, no reals")),
        };
        if batch > MAX_BATCH {
            return Err(Failure::refused(format!("batch {batch}: at most {MAX_BATCH}")));
        }
        let chosen = DEFAULT_PARAMETERS;
        let bits = security(&chosen)?;
        if f64::from(asked.security()) > bits {
            let wanted = asked.security();
            return Err(Failure::refused(format!(
                "security of {wanted} bits: its set has {bits:.0}"
            )));
        }
        let (client, public, server) = guarded(|| {
            let client = ClientKey::new(&chosen);
            Ok((CompressedPublicKey::new(&client), ServerKey::new(&client), client))
        })
        .map(|(public, server, client)| (client, public, server))?;
        describe(&chosen, bits, remarks);
        let chunks = vec![written(&server)?.into(), written(&public)?.into()];
        self.keys = Some((client, public, Shape { space: Space::Gf2, batch }, fan_in));
        Ok(chunks)
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (_, public, shape, fan_in) = self.keys()?;
        let text = std::str::from_utf8(input).map_err(Failure::failed)?.trim();
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = inner.ok_or_else(|| Failure::failed("an input is a list in brackets"))?;
        let wires: Vec<&[u8]> = if *fan_in {
            inner.as_bytes().chunks(1).collect()
        } else {
            inner.split(',').map(str::as_bytes).collect()
        };
        let mut chunks = Vec::with_capacity(wires.len());
        for wire in wires {
            let vector = read_output(wire, *shape, 1).map_err(Failure::failed)?;
            let made = guarded(|| {
                let slots = 0..shape.batch as usize;
                Ok(slots.map(|slot| public.encrypt(vector.slot(0, slot) == 1)).collect::<Vec<_>>())
            })?;
            chunks.push(written(&made)?.into());
        }
        Ok(chunks)
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let (client, _, shape, _) = self.keys()?;
        let mut words = Vec::new();
        for chunk in ciphertext {
            let bits: Vec<Ciphertext> = read(chunk)?;
            if bits.len() != shape.batch as usize {
                let (got, wanted) = (bits.len(), shape.batch);
                return Err(Failure::failed(format!("{got} bits in a result; {wanted} expected")));
            }
            let clear =
                guarded(|| Ok(bits.iter().map(|bit| client.decrypt(bit)).collect::<Vec<_>>()))?;
            words.extend(
                clear
                    .chunks(64)
                    .map(|part| part.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit))),
            );
        }
        let vectors = Vectors::from_words(*shape, words)
            .ok_or_else(|| Failure::failed("the result is no vector of bits"))?;
        Ok(output_text(&vectors))
    }
}

/// Both problems of a parameter set, and the easier one. A uniform binary secret is, up to a known shift, one
/// with coefficients of deviation 1/2.
fn security(chosen: &BooleanParameters) -> Result<f64, Failure> {
    let secret = Secret::Gaussian { std: 0.5 };
    let glwe = chosen.glwe_dimension.0 * chosen.polynomial_size.0;
    let problems = [
        (chosen.lwe_dimension.0, chosen.lwe_noise_distribution.gaussian_std_dev().0),
        (glwe, chosen.glwe_noise_distribution.gaussian_std_dev().0),
    ];
    let mut least = f64::INFINITY;
    for (dimension, std) in problems {
        let error_std = std * LOG2_Q.exp2();
        let lwe = Lwe { dimension, log2_q: LOG2_Q, error_std, secret, samples: None };
        least = least.min(estimate(&lwe, CostModel::Matzov).map_err(Failure::failed)?.bits);
    }
    Ok(least)
}

fn describe(chosen: &BooleanParameters, bits: f64, remarks: &mut Remarks) {
    remarks.parameter("scheme", "TFHE");
    remarks.parameter("n", chosen.lwe_dimension.0);
    remarks.parameter("log2_q", LOG2_Q);
    remarks.parameter("log2_qp", LOG2_Q);
    remarks.parameter("glwe_dimension", chosen.glwe_dimension.0 * chosen.polynomial_size.0);
    remarks.parameter("secret", "binary");
    remarks.parameter("error", "sets of tfhe-rs: DEFAULT_PARAMETERS of its module boolean");
    remarks.parameter("security_bits", bits.floor());
    remarks.parameter(
        "security_method",
        "ringassay's estimator on both problems of the set, the secret as one of deviation 1/2",
    );
    remarks.parameter("security_checked_by_library", "132 bits, as its documentation states");
    remarks.parameter("failure_probability", "2^-64 for each gate, as its documentation states");
    remarks.parameter("encryption", "public key");
}
