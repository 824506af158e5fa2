//! BFV as sessions use it.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    FreshSeed,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    bgv::PlaintextModulus,
    encoding::{KeySet, PlaintextRing, VectorEncoder},
    serial::{SavedSecret as _, SerialError},
};
use zeroize::Zeroizing;

use crate::{Error, Generated, SlotScheme};

type Cipher = Ciphertext<RnsRing>;

impl SlotScheme for Context<RnsRing> {
    type Parameters = Parameters;
    type SecretKey = SecretKey<RnsRing>;
    type PublicKey = PublicKey<RnsRing>;
    type EvaluationKeys = EvaluationKeys<RnsRing>;
    type Ciphertext = Cipher;

    fn open(parameters: &Parameters) -> Result<Self, Error> {
        Ok(Self::exact(parameters)?)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }

    fn plaintext_ring(&self) -> Result<PlaintextRing, Error> {
        let Parameters { index, t, .. } = self.parameters();
        let PlaintextModulus { prime, exponent } = PlaintextModulus::try_from(*t)?;
        Ok(PlaintextRing::new(index, prime, exponent)?)
    }

    fn insisting(&self) -> Self {
        self.insisting()
    }

    fn generate(
        &self,
        automorphisms: &[u32],
        randomness: FreshSeed,
    ) -> Result<Generated<Self>, Error> {
        let [secret, public, evaluation] = randomness.split().map(FreshSeed::into_seed);
        let secret = self.generate_secret_key(&secret)?;
        let public = self.generate_public_key(&secret, &public)?;
        let keys = self.generate_evaluation_keys(&secret, true, automorphisms, &evaluation)?;
        Ok((secret, public, keys))
    }

    fn automorphisms(keys: &Self::EvaluationKeys) -> Vec<u32> {
        keys.automorphisms().collect()
    }

    fn encrypt(
        &self,
        key: &Self::PublicKey,
        coefficients: Vec<u64>,
        randomness: FreshSeed,
    ) -> Result<Cipher, Error> {
        Ok(self.encrypt(key, &coefficients, &randomness.into_seed())?)
    }

    fn encrypt_secret(
        &self,
        key: &Self::SecretKey,
        coefficients: Vec<u64>,
        randomness: FreshSeed,
    ) -> Result<Cipher, Error> {
        Ok(self.encrypt_secret(key, &coefficients, &randomness.into_seed())?)
    }

    fn decrypt(&self, key: &Self::SecretKey, a: &Cipher) -> Result<Zeroizing<Vec<u64>>, Error> {
        Ok(Zeroizing::new(self.decrypt(key, a)?))
    }

    fn add(&self, a: &Cipher, b: &Cipher) -> Result<Cipher, Error> {
        Ok(self.add(a, b)?)
    }

    fn add_into(&self, a: Cipher, b: &Cipher) -> Result<Cipher, Error> {
        Ok(self.add(&a, b)?)
    }

    fn sub(&self, a: &Cipher, b: &Cipher) -> Result<Cipher, Error> {
        Ok(self.sub(a, b)?)
    }

    fn negate(&self, a: &Cipher) -> Cipher {
        self.negate(a)
    }

    fn add_plain(&self, a: &Cipher, coefficients: Vec<u64>) -> Result<Cipher, Error> {
        Ok(self.add_plain(a, &coefficients)?)
    }

    fn multiply_plain(&self, a: &Cipher, coefficients: Vec<u64>) -> Result<Cipher, Error> {
        Ok(self.multiply_plain(a, &coefficients)?)
    }

    fn multiply(
        &self,
        a: &Cipher,
        b: &Cipher,
        keys: &Self::EvaluationKeys,
    ) -> Result<Cipher, Error> {
        Ok(self.multiply(a, b, keys.products()?)?)
    }

    fn select(&self, a: &Cipher, b: &Cipher, mask: Vec<u64>) -> Result<Cipher, Error> {
        Ok(self.select_plain(a, b, &mask)?)
    }

    fn rotate(
        &self,
        a: &Cipher,
        steps: i64,
        vectors: &VectorEncoder,
        (set, keys): (&KeySet, &Self::EvaluationKeys),
    ) -> Result<Cipher, Error> {
        let plan = vectors.layout().rotation(steps);
        Ok(self.rotate(a, &plan, set, vectors.encoder(), keys)?)
    }

    fn noise_budget_bits(&self, a: &Cipher) -> Result<f64, Error> {
        Ok(self.capacity_bits(a.noise()))
    }

    fn save_secret(&self, key: &Self::SecretKey) -> Result<Zeroizing<Vec<u8>>, SerialError> {
        key.save_secret(self)
    }

    fn load_secret(&self, bytes: &[u8]) -> Result<Self::SecretKey, SerialError> {
        Self::SecretKey::load_secret(self, bytes)
    }
}
