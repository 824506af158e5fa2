//! The operations under public keys.

use std::sync::Arc;

use fhe::bfv::{
    BfvParameters, Ciphertext, EvaluationKey, Plaintext, PublicKey, RelinearizationKey,
};
use fhe_traits::{
    Deserialize as _, DeserializeParametrized as _, FheEncrypter as _, Serialize as _,
};
use ringassay_slots::{Backend, Target};
use ringassay_sut::kit::{About, Failure, SlotKeys};

use crate::client::{column, encoded};
use crate::parameters::LEVEL;
use crate::{about, guarded};

/// Loads public keys.
pub struct FheKeys;

/// fhe.rs under public keys.
pub struct FheBackend {
    parameters: Arc<BfvParameters>,
    public: PublicKey,
    relinearisation: RelinearizationKey,
    rotations: EvaluationKey,
    row: u32,
}

impl SlotKeys for FheKeys {
    type Backend = FheBackend;

    fn about(&self) -> About {
        about()
    }

    fn load_keys(&self, target: &Target, chunks: &[&[u8]]) -> Result<FheBackend, Failure> {
        let [parameters, public, relinearisation, rotations] = chunks else {
            let got = chunks.len();
            return Err(Failure::failed(format!("4 chunks behind the target expected, got {got}")));
        };
        guarded(|| {
            let parameters = Arc::new(BfvParameters::try_deserialize(parameters)?);
            Ok(FheBackend {
                public: PublicKey::from_bytes(public, &parameters)?,
                relinearisation: RelinearizationKey::from_bytes(relinearisation, &parameters)?,
                rotations: EvaluationKey::from_bytes(rotations, &parameters)?,
                parameters,
                row: target.row,
            })
        })
        .and_then(|backend| {
            let declared = (backend.parameters.degree() / 2, backend.parameters.plaintext());
            if declared == (target.row as usize, target.modulus) {
                Ok(backend)
            } else {
                Err(Failure::failed("the parameters are not those of the target"))
            }
        })
    }

    fn read(backend: &FheBackend, data: &[u8], _: u32) -> Result<Ciphertext, Failure> {
        let read = guarded(|| Ciphertext::from_bytes(data, &backend.parameters))?;
        let top = backend.parameters.context_at_level(LEVEL).map_err(Failure::failed)?;
        if read.len() != 2 || read.iter().any(|part| part.ctx() != top) {
            return Err(Failure::failed("a fresh ciphertext of two components expected"));
        }
        Ok(read)
    }

    fn write(_: &FheBackend, ciphertext: &Ciphertext) -> Result<Vec<u8>, Failure> {
        Ok(ciphertext.to_bytes())
    }
}

impl Backend for FheBackend {
    type Entry = u64;
    type Ciphertext = Ciphertext;
    type Plaintext = Plaintext;
    type Error = Failure;

    fn encode(&mut self, row: &[u64], _: u32) -> Result<Plaintext, Failure> {
        encoded(row, &self.parameters)
    }

    fn encrypt(&mut self, plain: &Plaintext) -> Result<Ciphertext, Failure> {
        guarded(|| self.public.try_encrypt(plain, &mut rand::rng()))
    }

    fn add(&mut self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(a + b))
    }

    fn sub(&mut self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(a - b))
    }

    fn negate(&mut self, a: &Ciphertext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(-a))
    }

    fn add_plain(&mut self, a: &Ciphertext, plain: &Plaintext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(a + plain))
    }

    fn multiply_plain(&mut self, a: &Ciphertext, plain: &Plaintext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(a * plain))
    }

    fn multiply(&mut self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Failure> {
        guarded(|| {
            let mut product = a * b;
            self.relinearisation.relinearizes(&mut product)?;
            Ok(product)
        })
    }

    fn rotate(&mut self, a: &Ciphertext, step: i32) -> Result<Ciphertext, Failure> {
        guarded(|| self.rotations.rotates_columns_by(a, column(step, self.row)))
    }

    fn lower(&mut self, _: &Ciphertext, _: u32, _: u32) -> Result<Ciphertext, Failure> {
        Err(Failure::failed("one level was declared"))
    }
}
