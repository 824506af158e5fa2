//! Values in whatever basis: what is computed is what is counted, and a scheme that is written over
//! them works.

use std::sync::Arc;

use ringassay_cost::{
    CostRecord, CostRecorder, TallyRing,
    value::{ExactValue, TallyValue, Value, ValueError},
};
use ringassay_ring::{
    BasisKind, RnsRing,
    meter::{self, Meter},
    sample::{Distribution, Seed},
};
use ringassay_scheme::Ring;

use crate::common::{differences, many_rings, ring};

const BASES: [BasisKind; 3] = [BasisKind::Powerful, BasisKind::Decoding, BasisKind::Crt];

fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; 32])
}

/// The residues of an integer.
fn residues(moduli: &[u64], x: i64) -> Vec<u64> {
    moduli.iter().map(|&q| (i128::from(x)).rem_euclid(i128::from(q)) as u64).collect()
}

/// Something that is done with values. It calls `phase` to name what follows.
trait Program: Sync {
    fn run<V: Value>(&self, ring: &V::Ring, phase: &dyn Fn(&str)) -> Result<(), ValueError>
    where
        V::Ring: Ring;
}

/// Fails unless execution and tally agree in result, phases, counts, memory and their order.
#[track_caller]
fn agree(ring: &RnsRing, program: &impl Program) -> CostRecord {
    let run = || program.run::<ExactValue>(ring, &meter::phase);
    let (result, seen) = Meter::new().traced().observe(run).unwrap();
    let recorder = Arc::new(CostRecorder::with_trace());
    let shape = TallyRing::new(ring.index(), ring.moduli(), &recorder).unwrap();
    let tallied = program.run::<TallyValue>(&shape, &|name| recorder.phase(name));
    drop(shape);
    assert_eq!(result, tallied, "in {ring}");
    let differences = differences(&seen, &recorder.record());
    assert!(differences.is_empty(), "in {ring}: {differences:#?}");
    seen
}

struct Vocabulary;

impl Program for Vocabulary {
    fn run<V: Value>(&self, ring: &V::Ring, phase: &dyn Fn(&str)) -> Result<(), ValueError>
    where
        V::Ring: Ring,
    {
        let (n, m) = (ring.index().degree(), ring.index().m());
        phase("made");
        let three = V::constant(ring, &residues(ring.moduli(), 3))?;
        let given = V::from_integers(ring, &vec![-2; n], BasisKind::Decoding)?;
        let uniform = V::uniform(ring, &seed(1));
        let secret = V::sample(ring, Distribution::Ternary, &seed(2))?;
        let error = V::sample(ring, Distribution::Spherical { sigma: 3.2 }, &seed(3))?;
        for (number, x) in [&three, &given, &uniform, &secret, &error].into_iter().enumerate() {
            for to in BASES {
                phase(&format!("{number} to {to}"));
                let y = x.to_basis(to);
                phase("operators");
                let sum = y.add(&x.to_basis(to))?;
                let difference = sum.sub(&y)?.scale(&residues(ring.moduli(), -7))?;
                phase("product");
                let product = difference.mul(x)?.public();
                assert_eq!((product.kind(), product.is_secret()), (BasisKind::Crt, false));
                phase("image");
                drop(y.automorphism(m - 1)?);
                phase("lift");
                if to != BasisKind::Crt {
                    y.lift_big()?;
                    if ring.moduli().len() == 1 {
                        y.lift()?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[test]
fn what_is_computed_is_what_is_counted() {
    for ring in many_rings() {
        let seen = agree(&ring, &Vocabulary);
        assert!(seen.peak_bytes > 0 && seen.live_bytes == 0);
    }
}

/// BGV without relinearisation: the same steps as the example in Python.
struct Bgv;

const T: i64 = 5;

impl Program for Bgv {
    fn run<V: Value>(&self, ring: &V::Ring, phase: &dyn Fn(&str)) -> Result<(), ValueError>
    where
        V::Ring: Ring,
    {
        let t = residues(ring.moduli(), T);
        let noise = |number| {
            let sigma = Distribution::Spherical { sigma: 3.2 };
            V::sample(ring, sigma, &seed(number))?.scale(&t)
        };
        let crt = |x: &V| x.to_basis(BasisKind::Crt);
        phase("keys");
        let s = crt(&V::sample(ring, Distribution::Ternary, &seed(9))?);
        let a = V::uniform(ring, &seed(10));
        let b = a.mul(&s)?.add(&crt(&noise(11)?))?.public();
        phase("encrypt");
        let r = V::sample(ring, Distribution::Ternary, &seed(12))?;
        let message = V::from_integers(ring, &vec![1; ring.index().degree()], BasisKind::Powerful)?;
        let c0 = b.mul(&r)?.add(&crt(&noise(13)?))?.add(&crt(&message))?.public();
        let c1 = a.mul(&r)?.add(&crt(&noise(14)?))?.public();
        phase("multiply");
        let d = [c0.mul(&c0)?, c0.mul(&c1)?.add(&c1.mul(&c0)?)?, c1.mul(&c1)?];
        phase("decrypt");
        let square = s.mul(&s)?;
        let plain = d[0].sub(&d[1].mul(&s)?)?.add(&d[2].mul(&square)?)?;
        let lifted = plain.to_basis(BasisKind::Powerful).lift_big()?;
        assert_eq!(lifted.len(), ring.index().degree());
        Ok(())
    }
}

#[test]
fn a_scheme_counts_the_same_phase_by_phase() {
    for (m, bits) in [(2048, &[49, 49, 49][..]), (1728, &[45, 45]), (91, &[40])] {
        let seen = agree(&ring(m, bits), &Bgv);
        let names: Vec<&str> = seen.phases.iter().map(|phase| phase.name.as_str()).collect();
        assert_eq!(names, ["keys", "encrypt", "multiply", "decrypt"]);
    }
}

struct Mistakes;

impl Program for Mistakes {
    fn run<V: Value>(&self, ring: &V::Ring, _: &dyn Fn(&str)) -> Result<(), ValueError>
    where
        V::Ring: Ring,
    {
        let uniform = V::uniform(ring, &seed(1));
        let given = V::from_integers(ring, &vec![1; ring.index().degree()], BasisKind::Powerful)?;
        let is_bases = |found: Result<V, ValueError>| matches!(found, Err(ValueError::Bases(..)));
        assert!(is_bases(uniform.add(&given)) && is_bases(given.sub(&uniform)));
        assert_eq!(uniform.lift(), Err(ValueError::NoCoefficients));
        assert_eq!(uniform.lift_big(), Err(ValueError::NoCoefficients));
        let refused = V::from_integers(ring, &[1], BasisKind::Crt);
        assert_eq!(refused.err(), Some(ValueError::Integers));
        assert!(V::from_integers(ring, &[1], BasisKind::Powerful).is_err());
        assert!(uniform.scale(&[]).is_err());
        assert!(V::constant(ring, &[]).is_err());
        Ok(())
    }
}

#[test]
fn mistakes_are_refused_alike() {
    let ring = ring(1728, &[45, 45]);
    agree(&ring, &Mistakes);
    let shape =
        TallyRing::new(ring.index(), ring.moduli(), &Arc::new(CostRecorder::new())).unwrap();
    let computed = ExactValue::uniform(&ring, &seed(1)).automorphism(2).err();
    assert_eq!(computed, TallyValue::uniform(&shape, &seed(1)).automorphism(2).err());
    assert!(computed.is_some());
}
