//! The vocabulary of schemes, in shapes.

use std::ops::Range;

use ringassay_kernels::Zq;
use ringassay_ring::{
    Basis, Crt, ElementError, Powerful,
    index::Index,
    recorder::{Call, Kernel},
    rns::RnsError,
    sample::{Sampler, Seed, Stream, expected_words},
};
use ringassay_scheme::{Error, Fused, Ring, ring::IntegerBits};

use super::{
    TallyDigits, TallyElement, TallyExtension, TallyGadget, TallyInteger, TallyMessage, TallyRing,
    TallySwitch, TallyTable,
};

impl Ring for TallyRing {
    type Element<B: Basis> = TallyElement<B>;
    type Integer = TallyInteger;
    type Message = TallyMessage;
    type Integers = TallyMessage;
    type Gadget = TallyGadget;
    type Digits = TallyDigits;
    type Table = TallyTable;
    type Switch = TallySwitch;
    type Extension = TallyExtension;
    type Fused = Self;

    fn index(&self) -> &Index {
        self.index()
    }

    fn moduli(&self) -> &[u64] {
        self.moduli()
    }

    fn pick(&self, limbs: &[usize]) -> Self {
        self.picked(limbs)
    }

    fn switch_between(&self, from: &[usize], to: &[usize], t: u64) -> Result<TallySwitch, Error> {
        Ok(TallySwitch::new(self, from, to, t)?)
    }

    fn gadget(&self, groups: &[Range<usize>]) -> Result<TallyGadget, Error> {
        Ok(TallyGadget::new(self, groups)?)
    }

    fn extension(&self, big: &Self) -> Result<TallyExtension, Error> {
        Ok(TallyExtension::new(self, big)?)
    }

    fn zero<B: Basis>(&self) -> TallyElement<B> {
        let recording = &mut *self.open();
        let element = TallyElement::new(self, recording, false);
        self.rows(recording, Kernel::Clear, self.limbs());
        element.visit(recording);
        element
    }

    fn uniform(&self, _seed: &Seed) -> TallyElement<Crt> {
        let element = self.zero();
        let recording = &mut *self.open();
        for &q in self.moduli() {
            recording.ran(Call::plain(Kernel::Uniform, expected_words(self.degree(), q)), 1);
        }
        element
    }

    fn secret(&self, sampler: &Sampler, _stream: &mut Stream) -> Result<TallyInteger, Error> {
        TallyInteger::secret(self, sampler)
    }

    fn small_error(
        &self,
        sampler: &Sampler,
        _stream: &mut Stream,
        t: u64,
    ) -> Result<TallyInteger, Error> {
        TallyInteger::error(self, sampler, t)
    }

    fn reduce(&self, x: &TallyInteger) -> Result<TallyElement<Powerful>, Error> {
        Ok(x.reduce(self)?)
    }

    fn message(&self, message: &[u64], _t: &Zq) -> Result<TallyElement<Powerful>, Error> {
        // Whether each residue is below t takes longer to look at than all the rest.
        let (given, expected) = (message.len(), self.degree());
        if given != expected {
            return Err(ElementError::Length { given, expected }.into());
        }
        let recording = &mut *self.open();
        self.rows(recording, Kernel::CentreMessage, 1);
        let element = TallyElement::new(self, recording, false);
        self.each_limb(recording, Kernel::Reduce);
        element.visit(recording);
        Ok(element)
    }

    fn integers(&self, coefficients: &[i128], bits: u32) -> Result<TallyElement<Powerful>, Error> {
        let (given, expected) = (coefficients.len(), self.degree());
        let one_word = IntegerBits::new(bits)?.fit_a_word();
        if given != expected {
            return Err(ElementError::Length { given, expected }.into());
        }
        let mut element = TallyElement::given(self, Kernel::Reduce, false);
        if !one_word {
            element.each_limb(Kernel::Scale);
            element.zip(&TallyElement::given(self, Kernel::Reduce, false), Kernel::Add)?;
        }
        Ok(element)
    }

    fn centred(x: &TallyElement<Powerful>, _dropped_bits: u32) -> Result<TallyMessage, Error> {
        let ring = x.ring();
        let limbs = ring.limbs() as u32;
        let recording = &mut *ring.open();
        recording.ran(Call::plain(Kernel::PlanExtension { from: limbs, to: 1 }, 1), 1);
        ring.is_basis().map_err(|error: RnsError| Error::from(error))?;
        let moduli = ring.moduli().iter().copied();
        recording.ran(Call::modulo(Kernel::Lift { limbs }, ring.degree(), moduli), 1);
        x.visit(recording);
        Ok(TallyMessage::new(ring.degree()))
    }

    fn residues(x: &TallyElement<Powerful>, t: &Zq, factor: u64) -> Result<TallyMessage, Error> {
        let ring = x.ring();
        ring.is_basis().map_err(|error: RnsError| Error::from(error))?;
        let (from, to) = (ring.limbs() as u32, 1);
        let even = t.q().is_multiple_of(2);
        let kernel = match even {
            true => Kernel::EvenExtension { from, to },
            false => Kernel::BaseExtension { from, to },
        };
        let moduli = ring.moduli().iter().copied().chain([t.q()]);
        let recording = &mut *ring.open();
        ring.rows(recording, Kernel::Clear, 1);
        let plan = Kernel::PlanExtension { from, to };
        recording.ran(Call::plain(plan, 1), 1);
        recording.ran(Call::modulo(kernel, ring.degree(), moduli), 1);
        x.visit(recording);
        if factor != 1 {
            recording.ran(Call::modulo(Kernel::Scale, ring.degree(), [t.q()]), 1);
        }
        Ok(TallyMessage::new(ring.degree()))
    }

    fn is_larger(x: &TallyElement<Powerful>, _log2_bound: f64) -> bool {
        let ring = x.ring();
        let kernel = Kernel::EstimateLargest { limbs: ring.limbs() as u32 };
        let recording = &mut *ring.open();
        recording.ran(Call::modulo(kernel, ring.degree(), ring.moduli().iter().copied()), 1);
        x.visit(recording);
        false
    }

    fn digest(x: &TallyElement<Crt>) -> [u8; 32] {
        x.visit(&mut x.ring().open());
        [0; 32]
    }

    fn ring<B: Basis>(x: &TallyElement<B>) -> &Self {
        x.ring()
    }

    fn add_assign<B: Basis>(x: &mut TallyElement<B>, y: &TallyElement<B>) -> Result<(), Error> {
        Ok(x.zip(y, Kernel::Add)?)
    }

    fn sub_assign<B: Basis>(x: &mut TallyElement<B>, y: &TallyElement<B>) -> Result<(), Error> {
        Ok(x.zip(y, Kernel::Sub)?)
    }

    fn neg_assign<B: Basis>(x: &mut TallyElement<B>) {
        x.each_limb(Kernel::Neg);
    }

    fn scale_assign<B: Basis>(x: &mut TallyElement<B>, factors: &[u64]) -> Result<(), Error> {
        ElementError::check_factors(factors, x.ring().moduli())?;
        x.each_limb(Kernel::Scale);
        Ok(())
    }

    fn automorphism<B: Basis>(x: &TallyElement<B>, k: u32) -> Result<TallyElement<B>, Error> {
        Ok(x.automorphism(k)?)
    }

    fn automorphism_of_secret(x: &TallyInteger, k: u32) -> Result<TallyInteger, Error> {
        Ok(x.automorphism(k)?)
    }

    fn pick_limbs<B: Basis>(
        x: &TallyElement<B>,
        ring: &Self,
        limbs: &[usize],
    ) -> Result<TallyElement<B>, Error> {
        Ok(x.pick_limbs(ring, limbs)?)
    }

    fn publish<B: Basis>(x: &mut TallyElement<B>) {
        x.set_secret(false);
    }

    fn into_crt(x: TallyElement<Powerful>) -> TallyElement<Crt> {
        x.into_crt()
    }

    fn into_powerful(x: TallyElement<Crt>) -> TallyElement<Powerful> {
        x.into_powerful()
    }

    fn mul_assign(x: &mut TallyElement<Crt>, y: &TallyElement<Crt>) -> Result<(), Error> {
        Ok(x.zip(y, Kernel::Mul)?)
    }

    fn switch(x: &TallyElement<Crt>, switch: &TallySwitch) -> Result<TallyElement<Crt>, Error> {
        Self::switch_image(x, switch, None, None)
    }

    fn extend(x: &TallyElement<Powerful>, ring: &Self) -> Result<TallyElement<Powerful>, Error> {
        Ok(x.extend(ring)?)
    }

    fn dropped_limbs(switch: &TallySwitch) -> &[usize] {
        switch.gone_limbs()
    }

    fn raise(
        x: &TallyElement<Crt>,
        ring: &Self,
        factors: &[u64],
    ) -> Result<TallyElement<Crt>, Error> {
        Ok(x.raise(ring, factors)?)
    }

    fn digits(
        x: &TallyElement<Crt>,
        gadget: &TallyGadget,
        target: &Self,
    ) -> Result<TallyDigits, Error> {
        Ok(gadget.digits(x, target)?)
    }

    fn table(elements: &[TallyElement<Crt>]) -> Result<TallyTable, Error> {
        Ok(TallyTable::new(elements)?)
    }

    fn inner_product(
        digits: &TallyDigits,
        table: &TallyTable,
        limbs: &[usize],
        which: &[usize],
    ) -> Result<TallyElement<Crt>, Error> {
        Ok(digits.inner_product(table, limbs, which)?)
    }

    fn embed<B: Basis>(
        x: &TallyElement<B>,
        extension: &TallyExtension,
    ) -> Result<TallyElement<B>, Error> {
        Ok(extension.embed(x)?)
    }

    fn twace<B: Basis>(
        x: &TallyElement<B>,
        extension: &TallyExtension,
    ) -> Result<TallyElement<B>, Error> {
        Ok(extension.twace(x)?)
    }
}
