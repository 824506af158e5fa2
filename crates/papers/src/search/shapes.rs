//! An instance over shapes: keys, a fresh ciphertext, and the noise that each ciphertext carries.

use std::sync::Arc;

use ringassay_cost::CostRecorder;
use ringassay_params::Error;
use ringassay_ring::sample::Seed;

use crate::{MultiprecisionScheme, rlwe::Parameters, scheme::Family, tally::TallyMultiprecision};

/// An instance over shapes, with its keys.
pub struct Shapes<F: Family> {
    /// What the shapes count.
    pub recorder: Arc<CostRecorder>,
    /// The scheme over them.
    pub scheme: F::Over<TallyMultiprecision>,
    /// The evaluation key.
    pub key: EvaluationOf<F>,
    /// A fresh encryption.
    pub fresh: CiphertextOf<F>,
}

/// A ciphertext over shapes.
pub type CiphertextOf<F> = <<F as Family>::Over<TallyMultiprecision> as MultiprecisionScheme<
    TallyMultiprecision,
>>::Ciphertext;
/// An evaluation key over shapes.
pub type EvaluationOf<F> = <<F as Family>::Over<TallyMultiprecision> as MultiprecisionScheme<
    TallyMultiprecision,
>>::Evaluation;

impl<F: Family> Shapes<F> {
    /// Keys and a fresh encryption for these parameters.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn new(parameters: &Parameters) -> Result<Self, Error> {
        let recorder = Arc::new(CostRecorder::new());
        let ring = TallyMultiprecision::new(parameters.degree, &parameters.q, &recorder);
        let ring = ring.map_err(crate::Error::from)?;
        let scheme =
            <F::Over<TallyMultiprecision> as MultiprecisionScheme<_>>::new(parameters, ring)?;
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]);
        let (secret, public) = scheme.generate_keys(&seed)?;
        let vector = scheme.draw_evaluation_vector(&secret, &public, &seed)?;
        let key = scheme.evaluation_key(vector.as_ref())?;
        let fresh = scheme.encrypt_short(&public, &[0], &seed)?;
        Ok(Self { recorder, scheme, key, fresh })
    }

    /// log2 of the noise bound of a ciphertext, and of the bound below which it decrypts.
    pub fn bits(&self, a: &CiphertextOf<F>) -> (f64, f64) {
        let noise = <F::Over<TallyMultiprecision> as MultiprecisionScheme<_>>::parts(a).noise;
        (noise.log2(), self.scheme.limit(&noise).max(0.0).log2())
    }
}
