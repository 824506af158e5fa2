//! The keys of a refresh.

use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    Error, Ring,
    ckks::{EvaluationKeys, SecretKey},
    hybrid::KeySwitchingKey,
};

use super::Refresh;

const SPARSE: Label = Label::new("sparse");
const TO_SPARSE: Label = Label::new("lower");
const FROM_SPARSE: Label = Label::new("raise");
const KEYS: Label = Label::new("keys");

/// What a refresh takes: keys for products, rotations and conjugation at the raised modulus, to the sparse secret modulo
/// q_0 times a prime, and back. All are published.
#[derive(Debug)]
pub struct RefreshKeys<R: Ring> {
    pub(super) to_sparse: KeySwitchingKey<R>,
    pub(super) from_sparse: KeySwitchingKey<R>,
    pub(super) evaluation: EvaluationKeys<R>,
}

impl<R: Ring> Refresh<R> {
    /// The keys for ciphertexts under a secret. `seed` must be fresh.
    ///
    /// # Errors
    /// Returns an error if the secret is of another ring.
    pub fn generate_keys(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<RefreshKeys<R>, Error> {
        let Self { lowest, raised, .. } = self;
        let sparse = lowest.generate_secret_key(&seed.derive(SPARSE, 0))?;
        let main = [lowest.adopt_secret_key(secret)?, raised.adopt_secret_key(secret)?];
        let raised_sparse = raised.adopt_secret_key(&sparse)?;
        let exponents = self.exponents();
        Ok(RefreshKeys {
            to_sparse: lowest.generate_switching_key(
                &sparse,
                &main[0],
                &seed.derive(TO_SPARSE, 0),
            )?,
            from_sparse: raised.generate_switching_key(
                &main[1],
                &raised_sparse,
                &seed.derive(FROM_SPARSE, 0),
            )?,
            evaluation: raised.generate_evaluation_keys(
                &main[1],
                true,
                &exponents,
                &seed.derive(KEYS, 0),
            )?,
        })
    }
}
