//! The client of a system under test of ours: all but what its scheme does with keys.

use std::fmt;

use ringassay_circuit::text::{KeyParameters, read_key_parameters};
use ringassay_kernels::memory::release_freed;
use ringassay_sut::kit::{About, Chunk, Client, Failure, Remarks};

use crate::{Error, sut::threads::Workers};

/// The keys for what was asked, and what a client does with them. All of it runs on the client's
/// threads.
pub trait ClientKeys: fmt::Debug + Sized + Send + Sync {
    /// How keys are made and used.
    type Options: fmt::Debug + Send + Sync;

    /// What the client is called where it is shown.
    const CLIENT: &'static str;

    /// How many threads compute.
    fn threads(options: &Self::Options) -> usize;

    /// What the client says of itself.
    fn about(options: &Self::Options) -> About;

    /// Keys for these parameters, and what the server gets of them.
    ///
    /// # Errors
    /// When no parameters serve.
    fn generate(
        asked: &KeyParameters,
        options: &Self::Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure>;

    /// The ciphertexts of an input.
    ///
    /// # Errors
    /// When the input is none for these keys.
    fn encrypt(&self, input: &[u8], options: &Self::Options) -> Result<Vec<Chunk>, Failure>;

    /// The text of an output.
    ///
    /// # Errors
    /// When these are no ciphertexts of an output.
    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure>;
}

/// A client with the present keys, if there are any.
pub struct KeyedClient<K: ClientKeys> {
    options: K::Options,
    threads: Workers,
    present: Option<K>,
}

impl<K: ClientKeys> fmt::Debug for KeyedClient<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::CLIENT)
            .field("options", &self.options)
            .field("key", &self.present)
            .finish()
    }
}

impl<K: ClientKeys> KeyedClient<K> {
    /// A client without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: K::Options) -> Result<Self, Error> {
        Ok(Self { threads: Workers::new(K::threads(&options))?, options, present: None })
    }

    fn present(&self) -> Result<&K, Failure> {
        let none = || Failure::failed("there is no key: send KEY before PDATA or EDATA");
        self.present.as_ref().ok_or_else(none)
    }
}

impl<K: ClientKeys> Client for KeyedClient<K> {
    fn about(&self) -> About {
        K::about(&self.options)
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        self.present = None;
        let asked = read_key_parameters(parameters).map_err(Failure::failed)?;
        let Self { options, threads, .. } = self;
        let (present, key) = threads.run(|| K::generate(&asked, options, remarks))?;
        self.present = Some(present);
        // Of the evaluation keys, which are the server's from here on.
        release_freed();
        Ok(key)
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let present = self.present()?;
        self.threads.run(|| present.encrypt(input, &self.options))
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let present = self.present()?;
        self.threads.run(|| present.decrypt(ciphertext))
    }
}
