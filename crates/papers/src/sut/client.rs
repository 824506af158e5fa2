//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_bigring::MultiprecisionRing;
use ringassay_circuit::{Shape, Space, text::KeyParameters};
use ringassay_engine::{ClientKeys, Error, KeyedClient, sut::words};
use ringassay_ring::sample::{Label, Seed};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Stopwatch};

use super::{
    Family, MultiprecisionOptions, Request, about, choose,
    describe::describe,
    key::{self, Exact, PublicOf, SecretOf, damaged},
    sut_name,
};
use crate::{
    MultiprecisionScheme,
    rlwe::Unchecked,
    saved::{load_ciphertext, save_ciphertext},
};

const KEYS: Label = Label::new("keys");
const EVALUATION: Label = Label::new("evaluate");

/// The client of a scheme.
pub type MultiprecisionClient<F> = KeyedClient<MultiprecisionKeys<F>>;

/// The keys of a multiprecision scheme.
pub struct MultiprecisionKeys<F: Family> {
    shape: Shape,
    fan_in: bool,
    scheme: Exact<F>,
    secret: SecretOf<F>,
    public: PublicOf<F>,
}

impl<F: Family> fmt::Debug for MultiprecisionKeys<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scheme.context().parameters().fmt(f)
    }
}

impl<F: Family> ClientKeys for MultiprecisionKeys<F> {
    type Options = MultiprecisionOptions;

    const CLIENT: &'static str = "MultiprecisionClient";

    fn threads(options: &MultiprecisionOptions) -> usize {
        options.threads
    }

    fn about(options: &MultiprecisionOptions) -> About {
        about(F::SCHEME, options.threads)
    }

    fn generate(
        asked: &KeyParameters,
        options: &MultiprecisionOptions,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        let (shape, depth, fan_in) = match *asked {
            KeyParameters::Simd { batch, depth, modulus, .. } => {
                let space = modulus.map_or(Ok(Space::Gf2), Space::zt).map_err(Failure::failed)?;
                (Shape { space, batch }, depth.to_f64(), false)
            }
            KeyParameters::Real { .. } => return Err(Failure::refused(Error::Reals)),
            KeyParameters::FanIn { .. } => {
                remarks.note(format!(
                    "fan-in circuits name no depth: parameters serve depth {}",
                    options.fan_in_depth
                ));
                (Shape { space: Space::Gf2, batch: 1 }, options.fan_in_depth, true)
            }
        };
        let request = Request {
            t: plaintext_modulus::<F>(shape)?,
            depth,
            security_bits: f64::from(asked.security()),
            degree: options.degree,
            insist: options.insist,
            log2_w: options.log2_w,
            sums: options.sums,
        };
        let choosing = Stopwatch::wall();
        let choice = choosing.time(|| choose::<F>(&request)).map_err(Error::from)?;
        remarks.part(Part::Choose, choosing.total());
        let parameters = &choice.parameters;
        let ring =
            MultiprecisionRing::new(parameters.degree, &parameters.q).map_err(Failure::failed)?;
        let scheme: Exact<F> =
            MultiprecisionScheme::new(parameters, ring).map_err(Failure::failed)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let (secret, public) =
            scheme.generate_keys(&seed.derive(KEYS, 0)).map_err(Failure::failed)?;
        let vector = scheme
            .draw_evaluation_vector(&secret, &public, &seed.derive(EVALUATION, 0))
            .map_err(Failure::failed)?;
        describe(&choice, &request, remarks);
        let key = key::save::<F>(shape.batch as usize, &scheme, vector.as_ref())?;
        let bytes = key.get(2).map_or(0, |keys| keys.as_ref().len());
        remarks.parameter("evaluation_key_bytes", bytes);
        Ok((Self { shape, fan_in, scheme, secret, public }, key))
    }

    fn encrypt(&self, input: &[u8], _: &MultiprecisionOptions) -> Result<Vec<Chunk>, Failure> {
        let vectors = words::read(input, self.shape, self.fan_in)?;
        let entries: Vec<u64> =
            (0..vectors.len()).flat_map(|wire| words::entries(&vectors, wire)).collect();
        entries.par_iter().map(|&entry| self.encrypt_entry(entry)).collect()
    }

    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let length = self.shape.batch as usize;
        if !output.len().is_multiple_of(length) {
            return Err(Failure::failed(format!(
                "an output is {length} ciphertexts, one for each entry; {} are no whole number of \
                 outputs: the server has to be {} as well",
                output.len(),
                sut_name(F::SCHEME)
            )));
        }
        let entries: Result<Vec<u64>, Failure> =
            output.par_iter().map(|bytes| self.decrypt_entry(bytes)).collect();
        let outputs: Vec<Vec<u64>> = entries?.chunks(length).map(<[u64]>::to_vec).collect();
        words::write(&outputs, self.shape)
    }
}

impl<F: Family> MultiprecisionKeys<F> {
    fn encrypt_entry(&self, entry: u64) -> Result<Chunk, Failure> {
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let ciphertext =
            self.scheme.encrypt_short(&self.public, &[entry], &seed).map_err(Failure::failed)?;
        Ok(save_ciphertext(&self.scheme, &ciphertext).map_err(damaged)?.into())
    }

    fn decrypt_entry(&self, bytes: &[u8]) -> Result<u64, Failure> {
        let ciphertext = load_ciphertext(&self.scheme, bytes).map_err(damaged)?;
        let message = self.scheme.decrypt(&self.secret, &ciphertext, Unchecked::Never);
        let message = message.map_err(Failure::failed)?;
        message.first().copied().ok_or_else(|| Failure::failed("the message has no coefficients"))
    }
}

fn plaintext_modulus<F: Family>(shape: Shape) -> Result<u64, Failure> {
    let (t, name) = (shape.space.modulus().unwrap_or(2), F::SCHEME);
    let about = about(F::SCHEME, 1);
    if t != 2 && about.limits.max_modulus.is_none() {
        return Err(Failure::refused(format!("{name} encrypts bits, not integers modulo {t}")));
    }
    match about.limits.max_modulus {
        Some(most) if t > most => Err(Failure::refused(format!(
            "the plaintext modulus {t} is too large: choose one up to {most}"
        ))),
        _ => Ok(t),
    }
}
