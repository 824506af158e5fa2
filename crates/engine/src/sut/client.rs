//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::{
    Shape,
    text::{KeyParameters, read_key_parameters},
};
use ringassay_kernels::memory::release_freed;
use ringassay_params::Choosable;
use ringassay_ring::{
    Threads,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    SlotParameters, SlotScheme,
    serial::{Saved as _, SavedCiphertext},
};
use ringassay_sut::kit::{About, Chunk, Client, Failure, Part, Remarks, Stopwatch};

use super::{Instance, Options, about::about, damaged, describe::describe, key, threads, words};
use crate::{Encryption, Error, Target};

const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const KEYS: Label = Label::new("keys");

/// The client of a scheme with slots.
pub struct SlotClient<P: SlotParameters> {
    options: Options,
    threads: Threads,
    present: Option<Present<P>>,
}

/// The present key.
struct Present<P: SlotParameters> {
    shape: Shape,
    fan_in: bool,
    target: Target<P>,
    context: P::Computing,
    secret: <P::Computing as SlotScheme>::SecretKey,
    public: <P::Computing as SlotScheme>::PublicKey,
}

impl<P: SlotParameters> fmt::Debug for SlotClient<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.present.as_ref().map(|present| present.context.parameters());
        f.debug_struct("SlotClient").field("options", &self.options).field("key", &key).finish()
    }
}

impl<P: SlotParameters> SlotClient<P> {
    /// A client without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: Options) -> Result<Self, Error> {
        Ok(Self { threads: threads::pool(options.threads)?, options, present: None })
    }

    fn present(&self) -> Result<&Present<P>, Failure> {
        let none = || Failure::failed("there is no key: send KEY before PDATA or EDATA");
        self.present.as_ref().ok_or_else(none)
    }
}

impl<P: Choosable> Client for SlotClient<P> {
    fn about(&self) -> About {
        about::<P>(self.options.threads)
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        self.present = None;
        let asked = read_key_parameters(parameters).map_err(Failure::failed)?;
        let Self { options, threads, .. } = self;
        let (present, key) = threads.run(|| Present::generate(&asked, options, remarks))?;
        self.present = Some(present);
        // Of the evaluation keys, which are the server's from here on.
        release_freed();
        Ok(key)
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let present = self.present()?;
        let vectors = words::read(input, present.shape, present.fan_in)?;
        let encryption = self.options.encryption;
        let encrypt = |wire: usize| present.encrypt(&words::entries(&vectors, wire), encryption);
        self.threads.run(|| (0..vectors.len()).into_par_iter().map(encrypt).collect())
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let present = self.present()?;
        let outputs = self.threads.run(|| {
            ciphertext.par_iter().map(|bytes| present.decrypt(bytes)).collect::<Result<Vec<_>, _>>()
        })?;
        words::write(&outputs, present.shape)
    }
}

impl<P: Choosable> Present<P> {
    fn generate(
        asked: &KeyParameters,
        options: &Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        if let KeyParameters::FanIn { .. } = asked {
            remarks.note(format!(
                "fan-in circuits name no depth: parameters serve depth {}",
                options.fan_in_depth
            ));
        }
        let choosing = Stopwatch::wall();
        let Instance::<P> { shape, fan_in, choice, target } =
            choosing.time(|| Instance::choose(asked, options))?;
        remarks.part(Part::Choose, choosing.total());
        let context = choice.parameters.computing().map_err(Failure::failed)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let secret =
            context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(Failure::failed)?;
        let public = context
            .generate_public_key(&secret, &seed.derive(PUBLIC, 0))
            .map_err(Failure::failed)?;
        let exponents = target.keys().exponents();
        let keys = context
            .generate_evaluation_keys(&secret, true, exponents, &seed.derive(KEYS, 0))
            .map_err(Failure::failed)?;
        describe(&choice, &target, &context, &keys, options.encryption, remarks);
        let key = key::save::<P>(shape.batch as usize, options.encryption, &context, &keys)?;
        remarks.parameter("evaluation_key_bytes", key.last().map_or(0, |keys| keys.as_ref().len()));
        Ok((Self { shape, fan_in, target, context, secret, public }, key))
    }

    fn encrypt(&self, vector: &[u64], encryption: Encryption) -> Result<Chunk, Failure> {
        let encode =
            || Ok::<_, Error>(self.context.plaintext(self.target.vectors().encode(vector)?)?);
        let (plaintext, seed) = (encode()?, Seed::from_os().map_err(Failure::failed)?);
        let ciphertext = match encryption {
            Encryption::Public => self.context.encrypt(&self.public, &plaintext, &seed),
            Encryption::Secret => self.context.encrypt_secret(&self.secret, &plaintext, &seed),
        };
        let bytes = ciphertext.map_err(Failure::failed)?.save(&self.context).map_err(damaged)?;
        Ok(bytes.into())
    }

    fn decrypt(&self, bytes: &[u8]) -> Result<Vec<u64>, Failure> {
        // A circuit whose output no input changes has such an output.
        let ciphertext =
            SavedCiphertext::load_even_transparent(&self.context, bytes).map_err(damaged)?;
        let message = self.context.decrypt(&self.secret, &ciphertext).map_err(Failure::failed)?;
        self.target.vectors().decode(&message).map_err(Failure::failed)
    }
}
