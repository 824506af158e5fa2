//! Keys, encryption and decryption.

use fhe::bfv::{
    Ciphertext, Encoding, EvaluationKeyBuilder, Plaintext, PublicKey, RelinearizationKey, SecretKey,
};
use fhe_traits::{
    DeserializeParametrized as _, FheDecoder as _, FheDecrypter as _, FheEncoder as _,
    FheEncrypter as _, Serialize as _,
};
use ringassay_circuit::text::KeyParameters;
use ringassay_slots::Target;
use ringassay_slots::target::{key_steps, may_rebuild};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, SlotLibrary, Stopwatch};

use crate::parameters::{Chosen, LEVEL};
use crate::{about, guarded};

/// Encrypts with the public key, as any sender would.
#[derive(Default)]
pub struct FheClient {
    keys: Option<(SecretKey, PublicKey, Chosen)>,
}

impl FheClient {
    fn keys(&self) -> Result<&(SecretKey, PublicKey, Chosen), Failure> {
        self.keys.as_ref().ok_or_else(|| Failure::failed("there is no key"))
    }
}

/// A row, in both rows of slots.
pub fn encoded(
    row: &[u64],
    chosen: &std::sync::Arc<fhe::bfv::BfvParameters>,
) -> Result<Plaintext, Failure> {
    let both = [row, row].concat();
    guarded(|| Plaintext::try_encode(&both[..], Encoding::simd_at_level(LEVEL), chosen))
}

/// The step of its rotations, which go down, for one of ours, which go up.
pub fn column(step: i32, row: u32) -> usize {
    (-i64::from(step)).rem_euclid(i64::from(row)) as usize
}

impl SlotLibrary for FheClient {
    fn about(&self) -> About {
        about()
    }

    fn make_keys(
        &mut self,
        asked: &KeyParameters,
        remarks: &mut Remarks,
    ) -> Result<(Target, Vec<Chunk>), Failure> {
        self.keys = None;
        let choosing = Stopwatch::wall();
        let chosen = choosing.time(|| Chosen::of(asked))?;
        remarks.part(Part::Choose, choosing.total());
        let rng = &mut rand::rng();
        let rebuild = may_rebuild(chosen.batch, chosen.row, chosen.depth);
        let steps = key_steps(chosen.batch, chosen.row, rebuild);
        let secret = SecretKey::random(&chosen.parameters, rng);
        let public = PublicKey::new(&secret, rng);
        let relinearisation = guarded(|| RelinearizationKey::new_leveled(&secret, LEVEL, 0, rng))?;
        let rotations = guarded(|| {
            let mut builder = EvaluationKeyBuilder::new_leveled(&secret, LEVEL, 0)?;
            for &step in &steps {
                builder.enable_column_rotation(column(step, chosen.row))?;
            }
            builder.build(rng)
        })?;
        chosen.describe(remarks, steps.len());
        let target = Target {
            batch: chosen.batch,
            row: chosen.row,
            modulus: chosen.parameters.plaintext(),
            steps,
            noise: chosen.noise(),
        };
        let chunks = vec![
            chosen.parameters.to_bytes().into(),
            public.to_bytes().into(),
            relinearisation.to_bytes().into(),
            rotations.to_bytes().into(),
        ];
        self.keys = Some((secret, public, chosen));
        Ok((target, chunks))
    }

    fn encrypt_row(&mut self, row: &[u64]) -> Result<Vec<u8>, Failure> {
        let (_, public, chosen) = self.keys()?;
        let plain = encoded(row, &chosen.parameters)?;
        let made: Ciphertext = guarded(|| public.try_encrypt(&plain, &mut rand::rng()))?;
        Ok(made.to_bytes())
    }

    fn decrypt_row(&mut self, ciphertext: &[u8]) -> Result<Vec<u64>, Failure> {
        let (secret, _, chosen) = self.keys()?;
        guarded(|| {
            let read = Ciphertext::from_bytes(ciphertext, &chosen.parameters)?;
            let plain = secret.try_decrypt(&read)?;
            Vec::<u64>::try_decode(&plain, Encoding::simd_at_level(LEVEL))
        })
    }
}
