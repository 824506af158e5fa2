//! Samples of learning with errors, in shapes.

use ringassay_ring::{
    Crt, Powerful,
    gadget::LeadingGadget,
    lwe::{
        LweDistribution, LweEncryption, LweError, LweSample, SecretMean, SwitchShape,
        check_modulus, negacyclic,
    },
    recorder::{Call, Kernel, Recording},
    sample::{Sampler, Seed, Stream, expected_words},
};
use ringassay_scheme::{
    Error,
    ring::{Exponent, LweRing},
};

use super::{TallyDigits, TallyElement, TallyInteger, TallyRing, held::Held};

/// A sample of n + 1 words modulo q.
#[derive(Debug)]
pub struct TallySample {
    held: Held,
    dimension: usize,
    q: u64,
}

/// A secret of n coefficients.
#[derive(Debug)]
pub struct TallySampleSecret {
    held: Held,
    dimension: usize,
}

/// The bodies of a key-switching key.
#[derive(Debug)]
pub struct TallySwitchKey {
    held: Held,
    shape: SwitchShape,
}

/// A key-switching key with its masks.
#[derive(Debug)]
pub struct TallySwitchTable {
    held: Held,
    shape: SwitchShape,
}

/// Leading digits: see [`LeadingGadget`], which holds no memory.
pub type TallyLeadingGadget = LeadingGadget;

impl TallySample {
    fn new(ring: &TallyRing, recording: &mut Recording, dimension: usize, q: u64) -> Self {
        let held = Held::apart(ring, recording, 8 * (dimension + 1), false);
        held.visit(recording);
        Self { held, dimension, q }
    }

    fn ring(&self) -> &TallyRing {
        self.held.ring()
    }
}

impl Clone for TallySample {
    fn clone(&self) -> Self {
        Self::new(self.ring(), &mut self.ring().open(), self.dimension, self.q)
    }
}

impl TallySampleSecret {
    fn new(ring: &TallyRing, recording: &mut Recording, dimension: usize) -> Self {
        Self { held: Held::apart(ring, recording, 8 * dimension, true), dimension }
    }

    /// A product with a mask.
    fn multiply(&self, recording: &mut Recording) {
        recording.ran(Call::plain(Kernel::LweProduct, self.dimension), 1);
        self.held.visit(recording);
    }

    /// The bodies of so many fresh samples.
    fn bodies(&self, encryption: &LweEncryption, count: usize) -> Result<(), LweError> {
        let sampler = encryption.sampler(count)?;
        let recording = &mut *self.held.ring().open();
        recording.ran(draw(&sampler), 1);
        for _ in 0..count {
            mask(recording, self.dimension, encryption.q);
            self.multiply(recording);
        }
        Ok(())
    }
}

impl Clone for TallySampleSecret {
    fn clone(&self) -> Self {
        Self::new(self.held.ring(), &mut self.held.ring().open(), self.dimension)
    }
}

impl Clone for TallySwitchKey {
    fn clone(&self) -> Self {
        let ring = self.held.ring();
        let held = Held::apart(ring, &mut ring.open(), self.held.bytes(), false);
        Self { held, shape: self.shape }
    }
}

impl Clone for TallySwitchTable {
    fn clone(&self) -> Self {
        let ring = self.held.ring();
        let held = Held::apart(ring, &mut ring.open(), self.held.bytes(), false);
        Self { held, shape: self.shape }
    }
}

fn draw(sampler: &Sampler) -> Call {
    let draw = sampler.distribution().draw(sampler.index().kernel_index().into());
    Call::plain(Kernel::Sample(draw), sampler.index().degree())
}

/// A mask is expanded.
fn mask(recording: &mut Recording, dimension: usize, q: u64) {
    recording.ran(Call::plain(Kernel::Uniform, expected_words(dimension, q)), 1);
}

impl LweRing for TallyRing {
    type Sample = TallySample;
    type SampleSecret = TallySampleSecret;
    type SwitchKey = TallySwitchKey;
    type SwitchTable = TallySwitchTable;
    type LeadingGadget = TallyLeadingGadget;

    fn shape(sample: &TallySample) -> (usize, u64) {
        (sample.dimension, sample.q)
    }

    fn zero_sample(&self, dimension: usize, q: u64) -> Result<TallySample, Error> {
        check_modulus(q)?;
        Ok(TallySample::new(self, &mut self.open(), dimension, q))
    }

    fn combine(terms: &[(i64, &TallySample)], constant: u64) -> Result<TallySample, Error> {
        let shapes = terms.iter().map(|&(factor, x)| (factor, x.dimension, x.q));
        let (dimension, q) = LweSample::shape_of(shapes)?;
        if constant >= q {
            return Err(LweError::NotReduced { position: dimension, value: constant, q }.into());
        }
        // There is a term, or there was an error.
        let ring = terms[0].1.ring();
        let recording = &mut *ring.open();
        let kernel = Kernel::LweCombine { terms: terms.len() as u32 };
        recording.ran(Call::plain(kernel, dimension + 1), 1);
        terms.iter().for_each(|(_, x)| x.held.visit(recording));
        Ok(TallySample::new(ring, recording, dimension, q))
    }

    fn switch_modulus(
        sample: &TallySample,
        to: u64,
        _mean: SecretMean,
    ) -> Result<TallySample, Error> {
        check_modulus(to)?;
        let recording = &mut *sample.ring().open();
        recording.ran(Call::plain(Kernel::LweModulus, sample.dimension + 1), 1);
        sample.held.visit(recording);
        Ok(TallySample::new(sample.ring(), recording, sample.dimension, to))
    }

    fn sample_secret(
        &self,
        dimension: usize,
        distribution: LweDistribution,
        _stream: &mut Stream,
    ) -> Result<TallySampleSecret, Error> {
        let sampler = distribution.sampler(dimension)?;
        let recording = &mut *self.open();
        recording.ran(draw(&sampler), 1);
        Ok(TallySampleSecret::new(self, recording, dimension))
    }

    fn flattened(&self, secrets: &[TallyInteger]) -> TallySampleSecret {
        let dimension = secrets.len() * self.degree();
        let recording = &mut *self.open();
        recording.ran(Call::plain(Kernel::Copy, dimension), 1);
        secrets.iter().for_each(|secret| secret.visit(recording));
        TallySampleSecret::new(self, recording, dimension)
    }

    fn encrypt_samples(
        encryption: &LweEncryption,
        messages: &[u64],
        secret: &TallySampleSecret,
        _masks: &Seed,
        _stream: &mut Stream,
    ) -> Result<Vec<TallySample>, Error> {
        secret.bodies(encryption, messages.len())?;
        let (ring, dimension) = (secret.held.ring(), secret.dimension);
        let recording = &mut *ring.open();
        let sample = |_: &u64| {
            mask(recording, dimension, encryption.q);
            TallySample::new(ring, recording, dimension, encryption.q)
        };
        Ok(messages.iter().map(sample).collect())
    }

    fn phase(sample: &TallySample, secret: &TallySampleSecret) -> Result<u64, Error> {
        let (given, expected) = (sample.dimension, secret.dimension);
        if given != expected {
            return Err(LweError::Dimension { given, expected }.into());
        }
        let recording = &mut *sample.ring().open();
        secret.multiply(recording);
        sample.held.visit(recording);
        Ok(0)
    }

    fn keep_where(
        secret: &TallySampleSecret,
        place: usize,
        _value: i64,
        x: &mut TallyElement<Crt>,
    ) -> Result<(), Error> {
        if place >= secret.dimension {
            let degree = secret.dimension;
            return Err(LweError::Coefficient { coefficient: place, degree }.into());
        }
        x.each_limb(Kernel::Mask);
        x.set_secret(true);
        Ok(())
    }

    fn switch_key(
        shape: SwitchShape,
        [from, to]: [&TallySampleSecret; 2],
        sigma: f64,
        _masks: &Seed,
        _stream: &mut Stream,
    ) -> Result<TallySwitchKey, Error> {
        shape.check()?;
        let dimensions = [(from.dimension, shape.from), (to.dimension, shape.to)];
        if let Some(&(given, expected)) = dimensions.iter().find(|(x, y)| x != y) {
            return Err(LweError::Dimension { given, expected }.into());
        }
        to.bodies(&LweEncryption { q: shape.q, sigma }, shape.rows())?;
        let ring = to.held.ring();
        let held = Held::apart(ring, &mut ring.open(), 8 * shape.rows(), false);
        Ok(TallySwitchKey { held, shape })
    }

    fn switch_table(key: &TallySwitchKey) -> TallySwitchTable {
        let (ring, shape) = (key.held.ring(), key.shape);
        let recording = &mut *ring.open();
        (0..shape.rows()).for_each(|_| mask(recording, shape.to, shape.q));
        key.held.visit(recording);
        let held = Held::apart(ring, recording, shape.table_bytes(), false);
        held.visit(recording);
        TallySwitchTable { held, shape }
    }

    fn switch_samples(
        samples: &[TallySample],
        table: &TallySwitchTable,
    ) -> Result<Vec<TallySample>, Error> {
        let (ring, shape) = (table.held.ring(), table.shape);
        samples.iter().try_for_each(|x| shape.admits(x.dimension, x.q))?;
        let recording = &mut *ring.open();
        let kernel = Kernel::LweKeySwitch { terms: shape.rows() as u32 };
        recording.ran(Call::plain(kernel, shape.to + 1), samples.len());
        table.held.visit(recording);
        let switched = |x: &TallySample| {
            x.held.visit(recording);
            TallySample::new(ring, recording, shape.to, shape.q)
        };
        Ok(samples.iter().map(switched).collect())
    }

    fn leading_gadget(&self, width: u32, count: u32) -> Result<LeadingGadget, Error> {
        self.leading(width, count).map_err(|error| Error::Parameters(error.to_string()))
    }

    fn gadget_elements(gadget: &LeadingGadget) -> Vec<u64> {
        (0..gadget.count()).map(|j| gadget.element(j)).collect()
    }

    fn leading_digits(
        &self,
        elements: &[TallyElement<Powerful>],
        gadget: &LeadingGadget,
    ) -> Result<TallyDigits, Error> {
        elements.iter().try_for_each(|x| self.same(x.ring()))?;
        let secret = elements.iter().any(TallyElement::is_secret);
        let count = elements.len() * gadget.count();
        let recording = &mut *self.open();
        let digits = TallyDigits::new(self, recording, count, secret);
        elements.iter().for_each(|x| x.visit(recording));
        for _ in 0..count {
            recording.ran(self.call(Kernel::LeadingDigit, 0), 1);
            self.transform_limb(recording, Kernel::CrtForward { m: self.m() }, 0, 1, secret);
        }
        Ok(digits)
    }

    fn rotated(
        x: &TallyElement<Powerful>,
        exponent: Exponent<'_, Self>,
    ) -> Result<TallyElement<Powerful>, Error> {
        let (_, degree) = negacyclic(x.ring().index(), x.ring().moduli())?;
        let Exponent { sample, place, .. } = exponent;
        let (left, right) = (sample.q, 2 * degree as u64);
        if left != right {
            return Err(LweError::OtherModulus { left, right }.into());
        }
        let given = sample.dimension;
        if place > given {
            return Err(LweError::Dimension { given, expected: place }.into());
        }
        let recording = &mut *x.ring().open();
        x.ring().rows(recording, Kernel::Copy, 1);
        x.ring().each_limb(recording, Kernel::Neg);
        let rotated = TallyElement::new(x.ring(), recording, x.is_secret());
        x.visit(recording);
        rotated.visit(recording);
        Ok(rotated)
    }

    fn extract(
        mask: &[TallyElement<Powerful>],
        body: &TallyElement<Powerful>,
        coefficient: usize,
    ) -> Result<TallySample, Error> {
        let ring = body.ring();
        let (q, degree) = negacyclic(ring.index(), ring.moduli())?;
        if coefficient >= degree {
            return Err(LweError::Coefficient { coefficient, degree }.into());
        }
        if mask.iter().any(|a| ring.same(a.ring()).is_err()) {
            return Err(LweError::OtherRing.into());
        }
        let recording = &mut *ring.open();
        let dimension = mask.len() * degree;
        recording.ran(Call::plain(Kernel::LweExtract, dimension), 1);
        mask.iter().chain([body]).for_each(|x| x.visit(recording));
        Ok(TallySample::new(ring, recording, dimension, q))
    }
}
