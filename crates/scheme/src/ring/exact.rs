//! The ring that computes.

use std::ops::Range;

use ringassay_kernels::{Zq, opaque, secrecy};
use ringassay_ring::{
    Basis, Crt, Decoding, Element, ElementError, IntElement, Powerful, RingExtension, RnsRing,
    gadget::{self, DigitTable, ElementDigits, RnsGadget},
    index::Index,
    meter,
    recorder::Kernel,
    rns::{self, BaseExtension, LimbsMut, Switch},
    sample::{Label, SampleBasis, Sampler, Seed, Stream, uniform_into},
};

use super::{Fresh, Fused, Ring, Rotation, Switching, integers};
use crate::Error;

impl Ring for RnsRing {
    type Element<B: Basis> = Element<B>;
    type Integer = IntElement<Powerful>;
    type Message = Vec<u64>;
    type Integers = Vec<i128>;
    type Gadget = RnsGadget;
    type Digits = ElementDigits;
    type Table = DigitTable;
    type Switch = Switch;
    type Extension = RingExtension;
    type Fused = Self;

    fn index(&self) -> &Index {
        self.index()
    }

    fn moduli(&self) -> &[u64] {
        self.moduli()
    }

    fn pick(&self, limbs: &[usize]) -> Self {
        self.pick(limbs)
    }

    fn switch_between(&self, from: &[usize], to: &[usize], t: u64) -> Result<Switch, Error> {
        Ok(Switch::new(self, from, to, t)?)
    }

    fn gadget(&self, groups: &[Range<usize>]) -> Result<RnsGadget, Error> {
        let end = groups.last().map_or(0, |group| group.end);
        Ok(RnsGadget::grouped(&self.zqs(), 0..end, groups)?)
    }

    fn extension(&self, big: &Self) -> Result<RingExtension, Error> {
        Ok(RingExtension::new(self, big)?)
    }

    fn zero<B: Basis>(&self) -> Element<B> {
        Element::zero(self)
    }

    fn uniform(&self, seed: &Seed) -> Element<Crt> {
        let mut element = Element::zero(self);
        for (i, limb) in element.iter_limbs_mut().enumerate() {
            let q = self.zq(i).q();
            uniform_into(limb, q, &seed.derive(UNIFORM, q));
        }
        element
    }

    fn secret(&self, sampler: &Sampler, stream: &mut Stream) -> Result<Self::Integer, Error> {
        if sampler.basis() != SampleBasis::Powerful {
            return Err(Error::Parameters(format!(
                "secrets are drawn in the powerful basis, not from a {}: use a ternary distribution",
                sampler.distribution()
            )));
        }
        let mut secret = IntElement::zero(self.index());
        check_index(sampler, self.index())?;
        sampler.sample_into(secret.coefficients_mut(), stream);
        Ok(secret)
    }

    fn small_error(
        &self,
        sampler: &Sampler,
        stream: &mut Stream,
        t: u64,
    ) -> Result<Self::Integer, Error> {
        check_index(sampler, self.index())?;
        let mut error = IntElement::<Decoding>::zero(self.index());
        sampler.sample_into(error.coefficients_mut(), stream);
        error.mul_g_assign()?;
        if t != 1 {
            error.scale_assign(i64::try_from(t).map_err(|_| too_large(t))?)?;
        }
        Ok(error.into_powerful()?)
    }

    fn reduce(&self, x: &Self::Integer) -> Result<Element<Powerful>, Error> {
        Ok(x.reduce(self)?)
    }

    fn message(&self, message: &[u64], t: &Zq) -> Result<Element<Powerful>, Error> {
        let t = t.q();
        if !secrecy::all_below(message, t) {
            let position = message.iter().position(|&x| x >= t).unwrap_or_default();
            let value = message[position];
            return Err(ElementError::NotReduced { limb: 0, position, value, q: t }.into());
        }
        meter::block(Kernel::CentreMessage, message.len(), []);
        let half = t / 2;
        // 1 where x exceeds half: the difference borrows.
        let centred = |&x: &u64| x as i64 - (opaque(half.wrapping_sub(x) >> 63) * t) as i64;
        let coefficients: Vec<i64> = message.iter().map(centred).collect();
        Ok(Element::from_i64(self, &coefficients)?)
    }

    fn integers(&self, coefficients: &[i128], bits: u32) -> Result<Element<Powerful>, Error> {
        integers::integers(self, coefficients, bits)
    }

    fn centred(x: &Element<Powerful>, dropped_bits: u32) -> Result<Vec<i128>, Error> {
        integers::centred(x, dropped_bits)
    }

    fn residues(x: &Element<Powerful>, t: &Zq, factor: u64) -> Result<Vec<u64>, Error> {
        meter::block(Kernel::Clear, x.ring().degree(), []);
        let mut residues = vec![0; x.ring().degree()];
        let plan = Kernel::PlanExtension { from: x.ring().limbs() as u32, to: 1 };
        meter::block(plan, 1, []);
        let extension = BaseExtension::exact(&x.ring().rns_moduli()?, &[*t])?;
        extension.extend_into(LimbsMut::from_rows([&mut residues[..]]), x.as_limbs());
        if factor != 1 {
            meter::block(Kernel::Scale, residues.len(), [t]);
            t.scale_assign(&mut residues, t.prepare(factor));
        }
        Ok(residues)
    }

    fn is_larger(x: &Element<Powerful>, log2_bound: f64) -> bool {
        x.is_larger(log2_bound)
    }

    fn digest(x: &Element<Crt>) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_derive_key("ringassay 2026 digest of an element");
        let mut words = |words: &[u64]| {
            for word in words {
                hasher.update(&word.to_le_bytes());
            }
        };
        words(&[x.ring().index().m(), x.ring().limbs() as u64]);
        for (limb, &q) in x.iter_limbs().zip(x.ring().moduli()) {
            words(&[q]);
            words(limb);
        }
        hasher.finalize().into()
    }

    fn ring<B: Basis>(x: &Element<B>) -> &Self {
        x.ring()
    }

    #[inline]
    fn add_assign<B: Basis>(x: &mut Element<B>, y: &Element<B>) -> Result<(), Error> {
        Ok(x.try_add_assign(y)?)
    }

    #[inline]
    fn sub_assign<B: Basis>(x: &mut Element<B>, y: &Element<B>) -> Result<(), Error> {
        Ok(x.try_sub_assign(y)?)
    }

    #[inline]
    fn neg_assign<B: Basis>(x: &mut Element<B>) {
        x.neg_assign();
    }

    #[inline]
    fn scale_assign<B: Basis>(x: &mut Element<B>, factors: &[u64]) -> Result<(), Error> {
        Ok(x.scale_limbs_assign(factors)?)
    }

    fn automorphism<B: Basis>(x: &Element<B>, k: u32) -> Result<Element<B>, Error> {
        Ok(x.automorphism(u64::from(k))?)
    }

    fn automorphism_of_secret(x: &Self::Integer, k: u32) -> Result<Self::Integer, Error> {
        Ok(x.automorphism(u64::from(k))?)
    }

    fn pick_limbs<B: Basis>(
        x: &Element<B>,
        ring: &Self,
        limbs: &[usize],
    ) -> Result<Element<B>, Error> {
        Ok(x.pick_limbs(ring, limbs)?)
    }

    fn publish<B: Basis>(x: &mut Element<B>) {
        x.set_secret(false);
    }

    fn into_crt(x: Element<Powerful>) -> Element<Crt> {
        x.into_crt()
    }

    fn into_powerful(x: Element<Crt>) -> Element<Powerful> {
        x.into_powerful()
    }

    #[inline]
    fn mul_assign(x: &mut Element<Crt>, y: &Element<Crt>) -> Result<(), Error> {
        Ok(x.try_mul_assign(y)?)
    }

    fn switch(x: &Element<Crt>, switch: &Switch) -> Result<Element<Crt>, Error> {
        Ok(x.switch(switch)?)
    }

    fn extend(x: &Element<Powerful>, ring: &Self) -> Result<Element<Powerful>, Error> {
        let own = x.ring().moduli();
        let known = if ring.moduli().starts_with(own) { own.len() } else { 0 };
        let new = ring.zqs().split_off(known);
        let plan = Kernel::PlanExtension { from: own.len() as u32, to: new.len() as u32 };
        meter::block(plan, 1, []);
        let extension = BaseExtension::exact(&x.ring().rns_moduli()?, &new)?;
        Ok(x.extended(&extension, ring)?)
    }

    fn dropped_limbs(switch: &Switch) -> &[usize] {
        switch.gone_limbs()
    }

    fn raise(x: &Element<Crt>, ring: &Self, factors: &[u64]) -> Result<Element<Crt>, Error> {
        Ok(x.raise(ring, factors)?)
    }

    fn digits(x: &Element<Crt>, gadget: &RnsGadget, target: &Self) -> Result<ElementDigits, Error> {
        Ok(x.digits(gadget, target)?)
    }

    fn table(elements: &[Element<Crt>]) -> Result<DigitTable, Error> {
        Ok(DigitTable::new(elements)?)
    }

    fn inner_product(
        digits: &ElementDigits,
        table: &DigitTable,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<Element<Crt>, Error> {
        Ok(digits.inner_product(table, limbs, which)?)
    }

    fn embed<B: Basis>(x: &Element<B>, extension: &RingExtension) -> Result<Element<B>, Error> {
        Ok(x.embed(extension)?)
    }

    fn twace<B: Basis>(x: &Element<B>, extension: &RingExtension) -> Result<Element<B>, Error> {
        Ok(x.twace(extension)?)
    }
}

impl Fused<Self> for RnsRing {
    fn add<B: Basis>(x: &Element<B>, y: &Element<B>) -> Result<Element<B>, Error> {
        Ok(x.try_add(y)?)
    }

    fn sub<B: Basis>(x: &Element<B>, y: &Element<B>) -> Result<Element<B>, Error> {
        Ok(x.try_sub(y)?)
    }

    #[inline]
    fn mul(x: &Element<Crt>, y: &Element<Crt>) -> Result<Element<Crt>, Error> {
        Ok(x.try_mul(y)?)
    }

    #[inline]
    fn mul_add_assign(
        sum: &mut Element<Crt>,
        x: &Element<Crt>,
        y: &Element<Crt>,
    ) -> Result<(), Error> {
        Ok(sum.mul_add_assign(x, y)?)
    }

    fn evaluate(
        x: &[Element<Crt>],
        y: &Element<Crt>,
        ring: &Self,
        limbs: [&[usize]; 2],
    ) -> Result<Element<Crt>, Error> {
        Ok(Element::evaluate(x, y, ring, limbs)?)
    }

    fn select(x: &Element<Crt>, y: &Element<Crt>, m: &Element<Crt>) -> Result<Element<Crt>, Error> {
        Ok(x.select(y, m)?)
    }

    #[inline]
    fn select_assign(
        x: &mut Element<Crt>,
        y: &Element<Crt>,
        m: &Element<Crt>,
    ) -> Result<(), Error> {
        Ok(x.select_assign(y, m)?)
    }

    fn switch_image(
        x: &Element<Crt>,
        switch: &Switch,
        y: Option<&Element<Crt>>,
        k: Option<u32>,
    ) -> Result<Element<Crt>, Error> {
        Ok(x.switch_image(switch, y, k.map(u64::from))?)
    }

    fn extend_values(x: &Element<Crt>, ring: &Self) -> Result<Element<Crt>, Error> {
        let own = x.ring().limbs();
        let new = ring.zqs().get(own..).unwrap_or_default().to_vec();
        let plan = Kernel::PlanExtension { from: own as u32, to: new.len() as u32 };
        meter::block(plan, 1, []);
        let extension = BaseExtension::exact(&x.ring().rns_moduli()?, &new)?;
        Ok(x.extended(&extension, ring)?)
    }

    fn switch_coefficients(
        x: &Element<Powerful>,
        switch: &Switch,
    ) -> Result<Element<Powerful>, Error> {
        Ok(x.switch(switch)?)
    }

    fn encrypted(fresh: &Fresh<'_, Self>) -> Result<[Element<Crt>; 2], Error> {
        let Fresh { key, ephemeral, errors, t, message, divided } = *fresh;
        Ok(rns::Fresh { key, ephemeral, errors, t, message, divided }.encrypt()?)
    }

    fn add_raised(sum: &mut Element<Crt>, x: &Element<Crt>, factors: &[u64]) -> Result<(), Error> {
        Ok(sum.add_raised(x, factors)?)
    }

    fn inner_products(
        digits: &ElementDigits,
        tables: [&DigitTable; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<[Element<Crt>; 2], Error> {
        Ok(digits.inner_products(tables, limbs, which)?)
    }

    fn digit_products(
        x: &Element<Crt>,
        switching: &Switching<'_, Self>,
        tables: [&DigitTable; 2],
    ) -> Result<[Element<Crt>; 2], Error> {
        let Switching { gadget, target, limbs, which } = *switching;
        Ok(x.digit_products(gadget, target, tables, limbs, which)?)
    }

    fn rotated_products(
        x: &Element<Crt>,
        switching: &Switching<'_, Self>,
        tables: [&DigitTable; 2],
        first: &Element<Crt>,
        k: u32,
        onto: Option<[Element<Crt>; 2]>,
    ) -> Result<[Element<Crt>; 2], Error> {
        Ok(x.rotated_products(&switching.exact(), tables, first, u64::from(k), onto)?)
    }

    fn rotated_sums(
        c: [&Element<Crt>; 2],
        switching: &Switching<'_, Self>,
        factors: &[u64],
        rotations: &[Rotation<'_, Self>],
        sums: &[(&DigitTable, &[usize])],
    ) -> Result<Vec<[Element<Crt>; 2]>, Error> {
        let wide = rotations.iter().map(|rotation| rotation.map(|(key, k)| (key, u64::from(k))));
        let rotations: Vec<_> = wide.collect();
        Ok(Element::rotated_sums(c, &switching.exact(), factors, &rotations, sums)?)
    }
}

impl Switching<'_, RnsRing> {
    fn exact(&self) -> gadget::Switching<'_> {
        let Self { gadget, target, limbs, which } = *self;
        gadget::Switching { gadget, target, limbs, which }
    }
}

/// The label of the seeds of limbs: a limb's residues depend only on the seed and its prime, so that
/// elements over some of the primes are parts of those over all.
const UNIFORM: Label = Label::new("limb");

fn check_index(sampler: &Sampler, index: &Index) -> Result<(), Error> {
    if sampler.index() == index {
        return Ok(());
    }
    let [left, right] = [sampler.index(), index].map(|index| format!("Z[ζ_{}]", index.m()));
    Err(ElementError::DifferentRings { left, right }.into())
}

fn too_large(t: u64) -> Error {
    Error::Parameters(format!("a plaintext modulus below 2^63 is needed, not {t}"))
}
