//! Samples in the ring that computes.

use ringassay_ring::{
    Crt, Element, Powerful, RnsRing,
    gadget::{ElementDigits, LeadingGadget},
    lwe::{
        self, LweDistribution, LweEncryption, LweSample, LweSecret, LweSwitchKey, LweSwitchTable,
        SecretMean, SwitchShape,
    },
    sample::{Seed, Stream},
};

use super::{Exponent, LweRing};
use crate::Error;

impl LweRing for RnsRing {
    type Sample = LweSample;
    type SampleSecret = LweSecret;
    type SwitchKey = LweSwitchKey;
    type SwitchTable = LweSwitchTable;
    type LeadingGadget = LeadingGadget;

    fn shape(sample: &LweSample) -> (usize, u64) {
        (sample.dimension(), sample.q())
    }

    fn zero_sample(&self, dimension: usize, q: u64) -> Result<LweSample, Error> {
        Ok(LweSample::zero(dimension, q)?)
    }

    fn combine(terms: &[(i64, &LweSample)], constant: u64) -> Result<LweSample, Error> {
        Ok(LweSample::combine(terms, constant)?)
    }

    fn switch_modulus(sample: &LweSample, to: u64, mean: SecretMean) -> Result<LweSample, Error> {
        Ok(sample.switch_modulus(to, mean)?)
    }

    fn sample_secret(
        &self,
        dimension: usize,
        distribution: LweDistribution,
        stream: &mut Stream,
    ) -> Result<LweSecret, Error> {
        Ok(LweSecret::draw(dimension, distribution, stream)?)
    }

    fn flattened(&self, secrets: &[Self::Integer]) -> LweSecret {
        LweSecret::of_elements(secrets)
    }

    fn encrypt_samples(
        encryption: &LweEncryption,
        messages: &[u64],
        secret: &LweSecret,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Vec<LweSample>, Error> {
        Ok(encryption.encrypt(messages, secret, masks, stream)?)
    }

    fn phase(sample: &LweSample, secret: &LweSecret) -> Result<u64, Error> {
        Ok(secret.phase(sample)?)
    }

    fn keep_where(
        secret: &LweSecret,
        place: usize,
        value: i64,
        x: &mut Element<Crt>,
    ) -> Result<(), Error> {
        Ok(secret.keep_where(place, value, x)?)
    }

    fn switch_key(
        shape: SwitchShape,
        secrets: [&LweSecret; 2],
        sigma: f64,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<LweSwitchKey, Error> {
        Ok(LweSwitchKey::new(shape, secrets, sigma, masks, stream)?)
    }

    fn switch_table(key: &LweSwitchKey) -> LweSwitchTable {
        key.prepare()
    }

    fn switch_samples(
        samples: &[LweSample],
        table: &LweSwitchTable,
    ) -> Result<Vec<LweSample>, Error> {
        Ok(table.switch(samples)?)
    }

    fn leading_gadget(&self, width: u32, count: u32) -> Result<LeadingGadget, Error> {
        LeadingGadget::new(self, width, count).map_err(|error| Error::Parameters(error.to_string()))
    }

    fn gadget_elements(gadget: &LeadingGadget) -> Vec<u64> {
        (0..gadget.count()).map(|j| gadget.element(j)).collect()
    }

    fn leading_digits(
        &self,
        elements: &[Element<Powerful>],
        gadget: &LeadingGadget,
    ) -> Result<ElementDigits, Error> {
        Ok(ElementDigits::leading(elements, self, gadget)?)
    }

    fn rotated(
        x: &Element<Powerful>,
        exponent: Exponent<'_, Self>,
    ) -> Result<Element<Powerful>, Error> {
        let Exponent { sample, place, negated } = exponent;
        Ok(x.rotated(lwe::Exponent { sample, place, negated })?)
    }

    fn extract(
        mask: &[Element<Powerful>],
        body: &Element<Powerful>,
        coefficient: usize,
    ) -> Result<LweSample, Error> {
        Ok(LweSample::extract(mask, body, coefficient)?)
    }
}
