//! BGV and BFV, ready to be measured.

use std::sync::Arc;

use ringassay_params::{
    Choosable,
    bgv::Request,
    stated::{Moduli, Part, Prime, judge},
};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    IntegerScheme, bgv::PlaintextModulus, encoding::VectorEncoder, hybrid::Context,
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
pub(crate) struct SlotInstance<P: IntegerScheme> {
    subject: Arc<Subject<P, RnsRing>>,
    /// Products in a row that are certain, by the noise estimate.
    certain_levels: usize,
}

impl<P: Choosable> SlotInstance<P> {
    pub(crate) fn new(shape: &Shape) -> Result<Self, BenchError> {
        shape.check()?;
        let bits = |bits: &u32| f64::from(*bits).min(LARGEST);
        let log2_q: f64 = shape.q_bits.iter().copied().map(f64::from).sum();
        let q = Part::Log2(log2_q);
        let digits = shape.q_bits.len().div_ceil(shape.p_bits.len());
        let moduli = Moduli {
            q,
            small: Vec::new(),
            p: Some(Part::Primes(shape.p_bits.iter().map(bits).map(Prime::Bits).collect())),
            digits: (shape.p_bits.len() > 1).then_some(digits),
        };
        // What is missing of security is said where it is shown.
        let request = Request {
            plaintext: PlaintextModulus { prime: shape.plaintext, exponent: 1 },
            index: Some(2 * shape.n as u64),
            slack: 0.0,
            insist: true,
            ..Request::bits(shape.n / 2, 0.0)
        };
        let choice = judge::<P>(&request, &moduli)?;
        let context = Context::exact(&choice.parameters)?;
        let encoder = VectorEncoder::new(&choice.parameters.plaintext_ring()?, request.length)?;
        let subject = Arc::new(Subject::new(context, encoder)?);
        Ok(Self { subject, certain_levels: choice.depth as usize })
    }

    fn objects(&self) -> Result<Vec<ObjectSize>, BenchError> {
        let Subject { context, secret, public, ciphertexts, plaintexts, .. } = &*self.subject;
        let seeded = context.encrypt_secret(secret, &plaintexts[0], &Seed::from_os()?)?;
        let rotation = self.subject.exponents(Operation::RotationKey)?;
        let keys = [self.subject.key(true, &[])?, self.subject.key(false, &rotation)?];
        Ok(vec![
            ObjectSize::new("ciphertext", ciphertexts[0].sizes(context)?),
            ObjectSize::new("ciphertext, secret key", seeded.sizes(context)?),
            ObjectSize::new("public key", public.sizes(context)?),
            ObjectSize::new("relinearisation key", keys[0].sizes(context)?),
            ObjectSize::new("rotation key", keys[1].sizes(context)?),
        ])
    }
}

/// log2 of the largest primes that vector kernels take.
const LARGEST: f64 = 49.8;

impl<P: Choosable> Instance for SlotInstance<P> {
    fn facts(&self) -> Result<Facts, BenchError> {
        let parameters = self.subject.context.parameters();
        Ok(Facts {
            n: self.n(),
            slots: self.subject.encoder.length(),
            limbs: parameters.ciphertext_primes().len(),
            log2_q: parameters.log2_q(),
            special_limbs: parameters.special_primes().len(),
            log2_p: parameters.log2_p(),
            digits: parameters.digits().len(),
            log2_scale: None,
            levels: self.subject.levels()?.max(self.certain_levels),
            certain_levels: self.certain_levels,
            precision_bits: None,
            objects: self.objects()?,
            backend: self.backend(),
        })
    }

    fn publish(&self, operations: &[Operation]) -> Result<(), BenchError> {
        let exponents = exponents_of(operations, |one| self.subject.exponents(one))?;
        self.subject.publish(&exponents).map(drop)
    }

    fn work(&self, operation: Operation) -> Result<Option<(Work, u64)>, BenchError> {
        self.subject.work(operation)
    }

    fn counted(&self) -> Result<Vec<Counted>, BenchError> {
        let parameters = self.subject.context.parameters();
        let (recorder, ring) = tally::shapes(parameters.index(), &parameters.all_primes())?;
        let context = Context::new(parameters, &ring)?.insisting();
        let subject = Subject::new(context, self.subject.encoder.clone())?;
        tally::counted(
            &recorder,
            |operation| subject.material(operation),
            |operation, material| subject.evaluate(operation, material).map(drop),
        )
    }

    fn ciphertext_words(&self) -> Option<Vec<u8>> {
        None
    }

    fn n(&self) -> usize {
        self.subject.context.parameters().index().degree()
    }

    fn backend(&self) -> String {
        self.subject.context.ring().zq(0).backend().to_string()
    }
}
