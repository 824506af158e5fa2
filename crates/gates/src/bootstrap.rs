//! Bootstrapping: what gates and lookups have in common.

use rayon::prelude::*;
use ringassay_ring::lwe::SecretMean;
use ringassay_scheme::{rgsw::Rlwe, ring::LweRing};

use crate::{Error, Evaluator};

/// Rotations for which the key is read once: their accumulators stay in a near cache.
const BATCH: usize = 8;

/// A sample and what is rotated by its phase.
#[derive(Debug)]
pub(crate) struct Start<'a, R: LweRing> {
    /// Modulo q.
    pub(crate) sample: R::Sample,
    /// The test polynomial.
    pub(crate) test: &'a Rlwe<R>,
    /// The rotation is by multiples of 2^this.
    pub(crate) log2_step: u32,
}

impl<R: LweRing> Evaluator<R> {
    /// Blind rotations: for each start a ciphertext of the test polynomial times X^(-φ), φ the rounded phase modulo 2N.
    pub(crate) fn rotated(&self, starts: &[Start<'_, R>]) -> Result<Vec<Rlwe<R>>, Error> {
        let switch_q = self.context.parameters().switch.q;
        let reduced = starts
            .iter()
            .map(|start| Ok(R::switch_modulus(&start.sample, switch_q, SecretMean::Zero)?));
        let reduced = reduced.collect::<Result<Vec<_>, Error>>()?;
        let switched = R::switch_samples(&reduced, &self.switch)?;
        let order = 2 * self.context.parameters().degree as u64;
        let exponents = switched.iter().zip(starts).map(|(sample, start)| {
            let rounded = R::switch_modulus(sample, order >> start.log2_step, SecretMean::Half)?;
            match start.log2_step {
                0 => Ok(rounded),
                // Exact: each word times the step.
                _ => Ok(R::switch_modulus(&rounded, order, SecretMean::Zero)?),
            }
        });
        let exponents = exponents.collect::<Result<Vec<_>, Error>>()?;
        let starts: Vec<_> =
            exponents.iter().zip(starts).map(|(sample, start)| (sample, start.test)).collect();
        Ok(self.rotation.rotate(&starts)?)
    }

    /// What `some` makes of at most eight jobs at a time, for all of them, on all threads.
    pub(crate) fn in_batches<J: Sync, T: Send>(
        jobs: &[J],
        some: impl Fn(&[J]) -> Result<Vec<T>, Error> + Sync + Send,
    ) -> Result<Vec<T>, Error> {
        let share = jobs.len().div_ceil(rayon::current_num_threads()).clamp(1, BATCH);
        let batches = jobs.par_chunks(share).map(some);
        let batches = batches.collect::<Result<Vec<_>, _>>()?;
        Ok(batches.into_iter().flatten().collect())
    }
}
