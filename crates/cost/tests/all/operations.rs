//! Every operation of the vocabulary, alone, on both rings.

use ringassay_kernels::Zq;
use ringassay_ring::{
    Basis, Crt, Decoding, Powerful,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{Error, Fused, Ring, ring::Fresh};

use crate::common::{agree, many_rings, ring, rings};

const LABEL: Label = Label::new("test");

fn seed() -> Seed {
    Seed::from_bytes([7; 32])
}

/// Runs a program in many rings.
fn everywhere(program: &impl crate::common::Program) {
    for ring in many_rings() {
        agree(&[ring], program);
    }
}

program!(Making<R>(rings, phase) {
    let ring = &rings[0];
    phase("zero");
    let zeros = (ring.zero::<Powerful>(), ring.zero::<Decoding>(), ring.zero::<Crt>());
    phase("uniform");
    let uniform = ring.uniform(&seed());
    phase("copies");
    let copies = (zeros.clone(), uniform.clone());
    drop((zeros, copies));
});

program!(Small<R>(rings, phase) {
    let ring = &rings[0];
    let stream = &mut seed().stream(LABEL, 0);
    let distributions = [
        ("ternary", Distribution::Ternary),
        ("biased", Distribution::BiasedTernary { zeros: 1, of: 2 }),
        ("sparse", Distribution::SparseTernary { weight: 5 }),
        ("binomial", Distribution::CenteredBinomial { eta: 21 }),
        ("Gaussian", Distribution::DiscreteGaussian { sigma: 3.2 }),
    ];
    for (name, distribution) in distributions {
        phase(name);
        let sampler = Sampler::new(ring.index(), distribution)?;
        let secret = ring.secret(&sampler, stream)?;
        let copy = secret.clone();
        let _reduced = ring.reduce(&copy)?;
    }
    phase("error");
    let sampler = Sampler::new(ring.index(), Distribution::Spherical { sigma: 3.2 })?;
    let _error = ring.error(&sampler, stream, 17)?;
});

program!(Messages<R>(rings, phase) {
    let (ring, t) = (&rings[0], Zq::new(257).unwrap());
    phase("message");
    let message = ring.message(&vec![256; ring.index().degree()], &t)?;
    phase("residues");
    let _residues = R::residues(&message, &t, 1)?;
    phase("wide residues");
    let _residues = R::residues(&message, &Zq::new((1 << 55) - 55).unwrap(), 1 << 54)?;
});

program!(FurtherLimbs<R>(rings, phase) {
    let ring = &rings[0];
    let all: Vec<usize> = (0..ring.moduli().len()).collect();
    for own in 1..all.len() {
        let x = ring.pick(&all[..own]).zero::<Powerful>();
        phase(&format!("{own} and further limbs"));
        let _further = R::extend(&x, ring)?;
        phase(&format!("{own} to other limbs"));
        let _others = R::extend(&x, &ring.pick(&all[own..]))?;
        phase(&format!("{own} to themselves"));
        let _same = R::extend(&x, R::ring(&x))?;
    }
});

struct Linear;

impl Linear {
    fn in_basis<R: Ring, B: Basis>(ring: &R, phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (mut x, y) = (ring.zero::<B>(), ring.zero::<B>());
        phase(&format!("{} add", B::KIND));
        R::add_assign(&mut x, &y)?;
        phase(&format!("{} subtract", B::KIND));
        R::sub_assign(&mut x, &y)?;
        phase(&format!("{} negate", B::KIND));
        R::neg_assign(&mut x);
        phase(&format!("{} scale", B::KIND));
        R::scale_assign(&mut x, &vec![3; ring.moduli().len()])?;
        phase(&format!("{} publish", B::KIND));
        R::publish(&mut x);
        Ok(())
    }
}

impl crate::common::Program for Linear {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        Self::in_basis::<R, Powerful>(&rings[0], phase)?;
        Self::in_basis::<R, Decoding>(&rings[0], phase)?;
        Self::in_basis::<R, Crt>(&rings[0], phase)
    }
}

program!(Products<R>(rings, phase) {
    let ring = &rings[0];
    let (mut x, y) = (ring.uniform(&seed()), ring.uniform(&seed()));
    phase("multiply");
    let product = R::Fused::mul(&x, &y)?;
    phase("multiply in place");
    R::mul_assign(&mut x, &y)?;
    phase("multiply and add");
    R::Fused::mul_add_assign(&mut x, &y, &product)?;
    phase("transforms");
    let _back = R::into_crt(R::into_powerful(x));
});

program!(Automorphisms<R>(rings, phase) {
    let ring = &rings[0];
    let m = ring.index().m() as u32;
    let sampler = Sampler::new(ring.index(), Distribution::Ternary)?;
    let secret = ring.secret(&sampler, &mut seed().stream(LABEL, 0))?;
    // 1 moves no axis; a unit that is 1 modulo a prime power leaves that axis alone.
    let axes = ring.index().factors();
    let partial = (2..m).find(|&k| {
        ring.index().is_unit(k.into()) && axes.iter().any(|axis| u64::from(k) % axis.value() == 1)
    });
    for k in [1, m - 1].into_iter().chain(partial) {
        phase(&format!("CRT {k}"));
        R::automorphism(&ring.zero::<Crt>(), k)?;
        phase(&format!("powerful {k}"));
        R::automorphism(&ring.zero::<Powerful>(), k)?;
        phase(&format!("decoding {k}"));
        R::automorphism(&ring.zero::<Decoding>(), k)?;
        phase(&format!("secret {k}"));
        R::automorphism_of_secret(&secret, k)?;
    }
});

/// Changes of modulus between all kinds of limbs.
struct Switches {
    from: Vec<usize>,
    to: Vec<usize>,
    t: u64,
}

impl crate::common::Program for Switches {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let ring = &rings[0];
        let switch = ring.switch_between(&self.from, &self.to, self.t)?;
        let x = R::pick_limbs(&ring.uniform(&seed()), &ring.pick(&self.from), &self.from)?;
        phase("switch");
        let x = R::switch(&x, &switch)?;
        assert_eq!(R::ring(&x), &ring.pick(&self.to));
        phase("encrypted");
        let key = ring.pick(&self.from).zero::<Crt>();
        let sampler = Sampler::new(ring.index(), Distribution::Ternary)?;
        let u = &ring.secret(&sampler, &mut seed().stream(LABEL, 0))?;
        let message = &ring.pick(&self.to).zero::<Powerful>();
        let dropped = R::dropped_limbs(&switch);
        let gone = &ring.pick(&self.from).pick(dropped).zero::<Powerful>();
        let mut fresh = Fresh {
            key: [&key, &key],
            ephemeral: u,
            errors: [u, u],
            t: self.t,
            message,
            divided: Some((&switch, [gone, gone])),
        };
        R::Fused::encrypted(&fresh)?;
        phase("encrypted without a division");
        let other = R::ring(message).zero::<Crt>();
        (fresh.key, fresh.divided) = ([&other, &other], None);
        R::Fused::encrypted(&fresh)?;
        phase("raise");
        let raised = R::raise(&x, R::ring(&x), &vec![1; self.to.len()])?;
        R::Fused::add_raised(&mut x.clone(), &raised, &vec![1; self.to.len()])?;
        phase("copy");
        // Of the whole buffer, from which limbs may have been dropped.
        let copy = x.clone();
        drop(x);
        phase("digits of a longer buffer");
        let ring = R::ring(&copy).clone();
        let groups: Vec<_> = (0..ring.moduli().len()).map(|i| i..i + 1).collect();
        R::digits(&copy, &ring.gadget(&groups)?, &ring)?;
        Ok(())
    }
}

/// A product with a key-switching key of groups of limbs.
struct KeySwitchingKey {
    groups: Vec<std::ops::Range<usize>>,
    /// The limbs of what is decomposed, and of the digits.
    source: Vec<usize>,
    target: Vec<usize>,
    /// The table's element for each digit.
    which: Vec<usize>,
}

impl crate::common::Program for KeySwitchingKey {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let ring = &rings[0];
        let (source, target) = (ring.pick(&self.source), ring.pick(&self.target));
        let gadget = target.gadget(&self.groups)?;
        phase("table");
        let count = self.which.iter().max().map_or(1, |last| last + 1);
        let elements: Vec<_> = (0..count).map(|_| ring.uniform(&seed())).collect();
        let table = R::table(&elements)?;
        drop(elements);
        phase("copy of the table");
        let copy = table.clone();
        drop(table);
        phase("digits");
        let x = R::pick_limbs(&ring.uniform(&seed()), &source, &self.source)?;
        let digits = R::digits(&x, &gadget, &target)?;
        phase("product");
        let _sum = R::inner_product(&digits, &copy, &self.target, &self.which)?;
        let _again = R::inner_product(&digits, &copy, &self.target, &self.which)?;
        Ok(())
    }
}

struct Extensions;

impl Extensions {
    fn in_basis<R: Ring, B: Basis>(
        rings: &[R],
        phase: &dyn Fn(&str),
        extension: &R::Extension,
    ) -> Result<(), Error> {
        phase(&format!("{} embed", B::KIND));
        let big = R::embed(&rings[0].zero::<B>(), extension)?;
        phase(&format!("{} twace", B::KIND));
        R::twace(&big, extension)?;
        Ok(())
    }
}

impl crate::common::Program for Extensions {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let extension = rings[0].extension(&rings[1])?.clone();
        Self::in_basis::<R, Powerful>(rings, phase, &extension)?;
        Self::in_basis::<R, Decoding>(rings, phase, &extension)?;
        Self::in_basis::<R, Crt>(rings, phase, &extension)
    }
}

#[test]
fn making() {
    everywhere(&Making);
}

#[test]
fn small_elements() {
    everywhere(&Small);
}

#[test]
fn messages() {
    everywhere(&Messages);
}

#[test]
fn further_limbs() {
    for ring in many_rings().into_iter().filter(|ring| ring.limbs() > 1) {
        agree(&[ring], &FurtherLimbs);
    }
}

#[test]
fn linear_operations() {
    everywhere(&Linear);
}

#[test]
fn products_and_transforms() {
    everywhere(&Products);
}

#[test]
fn automorphisms() {
    everywhere(&Automorphisms);
}

#[test]
fn changes_of_modulus() {
    let ring = ring(91, &[30, 55, 30, 33, 30, 25]);
    let cases: [(&[usize], &[usize]); 6] = [
        (&[0, 1, 2, 3, 4, 5], &[0, 1, 2]),
        (&[0, 1, 2], &[0, 1]),
        (&[0, 1], &[0]),
        (&[0, 1, 2], &[1, 2]),
        (&[0, 1, 2], &[0, 1, 4, 5]),
        (&[3, 1, 2], &[5, 2, 3, 0]),
    ];
    for (from, to) in cases {
        for t in [1, 2, 257] {
            agree(std::slice::from_ref(&ring), &Switches { from: from.into(), to: to.into(), t });
        }
    }
}

#[test]
fn changes_of_modulus_in_many_rings() {
    for ring in many_rings().into_iter().filter(|ring| ring.limbs() > 1) {
        let from: Vec<usize> = (0..ring.limbs()).collect();
        agree(&[ring], &Switches { to: from[..from.len() - 1].to_vec(), from, t: 2 });
    }
}

impl KeySwitchingKey {
    /// Digits of so many limbs each, of elements of the first limbs of `target`.
    fn new(sizes: &[usize], target: &[usize], which: &[usize]) -> Self {
        let ends = sizes.iter().scan(0, |end, size| {
            *end += size;
            Some(*end)
        });
        Self {
            groups: ends.zip(sizes).map(|(end, size)| end - size..end).collect(),
            source: target[..sizes.iter().sum()].to_vec(),
            target: target.to_vec(),
            which: which.to_vec(),
        }
    }
}

#[test]
fn digits_and_inner_products() {
    for bits in [[30; 6], [30, 55, 30, 55, 30, 55]] {
        let ring = [ring(91, &bits)];
        agree(&ring, &KeySwitchingKey::new(&[1, 1, 1], &[0, 1, 2], &[0, 1, 2]));
        agree(&ring, &KeySwitchingKey::new(&[2, 2], &[0, 1, 2, 3, 4, 5], &[0, 1]));
        agree(&ring, &KeySwitchingKey::new(&[2, 1], &[0, 1, 2, 5], &[2, 0]));
        agree(&ring, &KeySwitchingKey::new(&[3], &[1, 0, 3], &[1]));
        agree(&ring, &KeySwitchingKey::new(&[1], &[4, 5], &[0]));
    }
}

#[test]
fn digits_in_many_rings() {
    for ring in many_rings() {
        let all: Vec<usize> = (0..ring.limbs()).collect();
        agree(&[ring], &KeySwitchingKey::new(&vec![1; all.len()], &all, &all));
    }
}

#[test]
fn extensions() {
    let towers = [[16, 1024], [91, 1456], [127, 5461], [28, 364], [7, 91], [9, 1728], [91, 91]];
    let mut ordered = 0;
    for indices in towers {
        let rings = rings(&indices, &[40, 55, 30]);
        let seen = agree(&rings, &Extensions);
        let small = 8 * 3 * rings[0].degree().next_multiple_of(8) as u64;
        ordered += usize::from(seen.phase("CRT twace").unwrap().total_bytes > small);
    }
    assert!(0 < ordered && ordered < towers.len(), "with and without memory to order values in");
}
