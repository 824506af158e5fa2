//! A packed scheme, ready to be measured.

use std::{collections::BTreeSet, sync::Arc};

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    hybrid::{Context, HybridScheme as _, Shape as Moduli},
    serial::Saved as _,
};

use super::{
    Counted, Facts, Instance, ObjectSize, Operation, Shape,
    subject::Subject,
    tally,
    vectors::{Chosen, Vectors},
};
use crate::{BenchError, case::Work};

/// What computes, and what it is.
pub(super) struct PackedInstance<V: Vectors> {
    subject: Arc<Subject<V, RnsRing>>,
    certain_levels: usize,
    log2_scale: Option<u32>,
}

impl<V: Vectors> PackedInstance<V> {
    pub(super) fn new(shape: &Shape) -> Result<Self, BenchError> {
        shape.check()?;
        let Chosen { parameters, vectors, certain_levels, log2_scale } = V::of(shape)?;
        let subject = Arc::new(Subject::new(Context::exact(&parameters)?, vectors)?);
        Ok(Self { subject, certain_levels, log2_scale })
    }

    fn context(&self) -> &Context<V::Scheme, RnsRing> {
        &self.subject.context
    }

    fn objects(&self) -> Result<Vec<ObjectSize>, BenchError> {
        let Subject { context, secret, public, ciphertexts, plaintexts, .. } = &*self.subject;
        let seeded = context.encrypt_secret(secret, &plaintexts[0], &Seed::from_os()?)?;
        let rotation = self.subject.rotations(Operation::RotationKey)?;
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

impl<V: Vectors> Instance for PackedInstance<V> {
    fn facts(&self) -> Result<Facts, BenchError> {
        let (context, top) = (self.context(), self.subject.top());
        let parameters = context.parameters();
        let Moduli { primes, special, digits, .. } = parameters.shape();
        Ok(Facts {
            n: self.n(),
            slots: self.subject.vectors.slots(),
            limbs: context.limbs(top),
            log2_q: context.log2_q(top),
            special_limbs: special.len(),
            log2_p: primes[special].iter().map(|&q| (q as f64).log2()).sum(),
            digits: digits.len(),
            log2_scale: self.log2_scale,
            levels: self.subject.levels()?,
            certain_levels: self.certain_levels,
            precision_bits: self.subject.precision_bits()?,
            objects: self.objects()?,
            backend: self.backend(),
        })
    }

    fn publish(&self, operations: &[Operation]) -> Result<(), BenchError> {
        let each = operations.iter().map(|&operation| self.subject.exponents(operation));
        let exponents = each.collect::<Result<Vec<_>, _>>()?;
        self.subject.publish(exponents.into_iter().flatten().collect::<BTreeSet<_>>()).map(drop)
    }

    fn work(&self, operation: Operation) -> Result<Option<(Work, u64)>, BenchError> {
        self.subject.work(operation)
    }

    fn counted(&self) -> Result<Vec<Counted>, BenchError> {
        let parameters = self.context().parameters();
        let Moduli { index, primes, .. } = parameters.shape();
        let (recorder, ring) = tally::shapes(index, &primes)?;
        let subject = Subject::new(Context::new(parameters, &ring)?, self.subject.vectors.clone())?;
        tally::counted(
            &recorder,
            |operation| subject.material(operation),
            |operation, material| subject.evaluate(operation, material).map(drop),
        )
    }

    fn ciphertext_words(&self) -> Option<Vec<u8>> {
        let [a, _] = &self.subject.ciphertexts;
        let rows = a.parts().iter().flat_map(|part| part.iter_limbs());
        let words = || rows.flatten().flat_map(|word| word.to_le_bytes()).collect();
        V::RESCALES_PRODUCTS.then(words)
    }

    fn n(&self) -> usize {
        self.context().ring().index().degree()
    }

    fn backend(&self) -> String {
        self.context().ring().zq(0).backend().to_string()
    }
}
