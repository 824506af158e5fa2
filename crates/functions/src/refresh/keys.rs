//! The keys of a refresh.

use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    Error, Ring,
    ckks::{EvaluationKeys, Parameters, SecretKey},
    hybrid::SwitchingKey,
};

use super::Refresh;

const SPARSE: Label = Label::new("sparse");
const TO_SPARSE: Label = Label::new("lower");
const FROM_SPARSE: Label = Label::new("raise");
const KEYS: Label = Label::new("keys");

/// To the sparse secret, and back.
pub(super) type SwitchingKeys<R> = [SwitchingKey<Parameters, R>; 2];

/// What a refresh takes: keys for products, rotations and conjugation at the raised modulus, to the sparse secret modulo
/// q_0 times a prime, and back. All are published.
#[derive(Debug)]
pub struct RefreshKeys<R: Ring> {
    pub(super) to_sparse: SwitchingKey<Parameters, R>,
    pub(super) from_sparse: SwitchingKey<Parameters, R>,
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
        let ([to_sparse, from_sparse], main) = self.switching_keys(secret, seed)?;
        let evaluation = self.evaluation_keys(&main, true, &self.exponents(), seed)?;
        Ok(RefreshKeys { to_sparse, from_sparse, evaluation })
    }

    /// The keys to the sparse secret and back, and the secret modulo the raised modulus.
    pub(super) fn switching_keys(
        &self,
        secret: &SecretKey<R>,
        seed: &Seed,
    ) -> Result<(SwitchingKeys<R>, SecretKey<R>), Error> {
        let Self { lowest, raised, .. } = self;
        let sparse = lowest.generate_secret_key(&seed.derive(SPARSE, 0))?;
        let main = [lowest.adopt_secret_key(secret)?, raised.adopt_secret_key(secret)?];
        let raised_sparse = raised.adopt_secret_key(&sparse)?;
        let [to_seed, from_seed] = [TO_SPARSE, FROM_SPARSE].map(|label| seed.derive(label, 0));
        let to_sparse = lowest.generate_switching_key(&sparse, &main[0], &to_seed)?;
        let [_, main] = main;
        let from_sparse = raised.generate_switching_key(&main, &raised_sparse, &from_seed)?;
        Ok(([to_sparse, from_sparse], main))
    }

    /// Those for products and automorphisms: the same for each, whichever others are made with it.
    pub(super) fn evaluation_keys(
        &self,
        main: &SecretKey<R>,
        products: bool,
        exponents: &[u32],
        seed: &Seed,
    ) -> Result<EvaluationKeys<R>, Error> {
        self.raised.generate_evaluation_keys(main, products, exponents, &seed.derive(KEYS, 0))
    }
}
