//! CKKS, ready to be measured.

use std::sync::Arc;

use ringassay_params::ckks::{Asked, Chain, judge};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    ckks::{
        Parameters,
        encoding::{Encoder, Generator},
    },
    serial::Saved as _,
};

use super::Subject;
use crate::{
    BenchError,
    case::Work,
    lattice::{
        Counted, Facts, Instance, ObjectSize, Operation, Shape, operation::exponents_of, tally,
    },
};

/// What computes, and what it is.
pub(crate) struct CkksInstance {
    subject: Arc<Subject<RnsRing>>,
    /// Products in a row that are certain, by the noise estimate.
    certain_levels: usize,
}

impl CkksInstance {
    pub(crate) fn new(shape: &Shape) -> Result<Self, BenchError> {
        shape.check()?;
        let sizes = |bits: &[u32]| bits.iter().copied().map(u64::from).collect::<Vec<_>>();
        let (q, p) = (sizes(&shape.q_bits), sizes(&shape.p_bits));
        let chain = Chain::lattigo(shape.n, &q, &p, shape.log2_scale)?;
        // What is missing of it is said where it is shown; only what cannot be is an error.
        let asked = Asked { security_bits: 40.0, range: 1.0, precision_bits: None, depth: None };
        let judged = judge(&chain, &asked)?;
        let parameters = judged.parameters.ok_or_else(|| {
            let reasons =
                judged.findings.iter().map(|found| format!("{}: {}", found.what, found.remedy));
            BenchError::Shape(reasons.collect::<Vec<_>>().join("; "))
        })?;
        let primes: Vec<u64> = parameters.primes().collect();
        let ring = RnsRing::new(&parameters.index, &primes)?;
        let encoder = Arc::new(Encoder::new(shape.n, Generator::Five)?);
        let subject = Arc::new(Subject::new(&parameters, &ring, &encoder)?);
        let certain_levels = judged.followed.map_or(0, |run| run.steps.len().saturating_sub(1));
        Ok(Self { subject, certain_levels })
    }

    fn parameters(&self) -> &Parameters {
        self.subject.context.parameters()
    }

    fn objects(&self) -> Result<Vec<ObjectSize>, BenchError> {
        let Subject { context, secret, public, ciphertexts, plaintexts, .. } = &*self.subject;
        let seeded = context.encrypt_secret(secret, &plaintexts[0], &Seed::from_os()?)?;
        let keys = |products, exponents: &[u32]| {
            let seed = Seed::from_os()?;
            let keys = context.generate_evaluation_keys(secret, products, exponents, &seed)?;
            Ok::<_, BenchError>(keys.sizes(context)?)
        };
        let rotation = [self.parameters().rotation(1)];
        Ok(vec![
            ObjectSize::new("ciphertext", ciphertexts[0].sizes(context)?),
            ObjectSize::new("ciphertext, secret key", seeded.sizes(context)?),
            ObjectSize::new("public key", public.sizes(context)?),
            ObjectSize::new("relinearisation key", keys(true, &[])?),
            ObjectSize::new("rotation key", keys(false, &rotation)?),
        ])
    }
}

impl Instance for CkksInstance {
    fn facts(&self) -> Result<Facts, BenchError> {
        let parameters = self.parameters();
        let top = parameters.top();
        Ok(Facts {
            n: self.n(),
            slots: parameters.slots(),
            limbs: parameters.limbs(top),
            log2_q: parameters.log2_q(top),
            special_limbs: parameters.special.len(),
            log2_p: parameters.log2_p(),
            digits: parameters.digits().len(),
            log2_scale: Some(parameters.log2_scale),
            levels: self.subject.levels()?,
            certain_levels: self.certain_levels,
            precision_bits: self.subject.precision_bits()?,
            objects: self.objects()?,
            backend: self.backend(),
        })
    }

    fn publish(&self, operations: &[Operation]) -> Result<(), BenchError> {
        let exponents = exponents_of(operations, |one| self.subject.exponents(one))?;
        self.subject.publish(exponents).map(drop)
    }

    fn work(&self, operation: Operation) -> Result<Option<(Work, u64)>, BenchError> {
        self.subject.work(operation)
    }

    fn counted(&self) -> Result<Vec<Counted>, BenchError> {
        let parameters = self.parameters();
        let primes: Vec<u64> = parameters.primes().collect();
        let (recorder, ring) = tally::shapes(&parameters.index, &primes)?;
        let subject = Subject::new(parameters, &ring, &self.subject.encoder)?;
        tally::counted(
            &recorder,
            |operation| subject.material(operation),
            |operation, material| subject.evaluate(operation, material).map(drop),
        )
    }

    fn ciphertext_words(&self) -> Option<Vec<u8>> {
        let [a, _] = &self.subject.ciphertexts;
        let rows = a.parts().iter().flat_map(|part| part.iter_limbs());
        Some(rows.flatten().flat_map(|word| word.to_le_bytes()).collect())
    }

    fn n(&self) -> usize {
        self.parameters().index.degree()
    }

    fn backend(&self) -> String {
        self.subject.context.ring().zq(0).backend().to_string()
    }
}
