//! Whole computations on both rings: encryption, sums, products with key switching, decryption.

use ringassay_cost::Kernel;
use ringassay_kernels::Zq;
use ringassay_ring::{
    Crt, RnsRing,
    meter::Meter,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{Error, Fused, Ring};

use crate::common::{Program, agree, differences, executed, ring, tallied};

const LABEL: Label = Label::new("test");

/// A scheme with BGV's structure and one special prime, the last; its results do not matter here.
struct Chain {
    products: usize,
}

type Pair<R> = [<R as Ring>::Element<Crt>; 2];

/// (a·s + t·e, -a).
fn zero<R: Ring>(ring: &R, secret: &R::Element<Crt>, number: u64) -> Result<Pair<R>, Error> {
    let seed = Seed::from_bytes([9; 32]);
    let sampler = Sampler::new(ring.index(), Distribution::Spherical { sigma: 3.2 })?;
    let mut a = ring.uniform(&seed.derive(LABEL, number));
    let error = ring.error(&sampler, &mut seed.stream(LABEL, number), 257)?;
    let mut b = R::into_crt(error);
    R::Fused::mul_add_assign(&mut b, &a, secret)?;
    R::neg_assign(&mut a);
    R::publish(&mut b);
    Ok([b, a])
}

impl Program for Chain {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let all = &rings[0];
        let limbs: Vec<usize> = (0..all.moduli().len()).collect();
        let special = limbs.len() - 1;
        let t = Zq::new(257).unwrap();

        phase("keys");
        let sampler = Sampler::new(all.index(), Distribution::Ternary)?;
        let secret = all.secret(&sampler, &mut Seed::from_bytes([8; 32]).stream(LABEL, 0))?;
        let secret = R::into_crt(all.reduce(&secret)?);
        let square = R::Fused::mul(&secret, &secret)?;
        let mut switching_key: [Vec<_>; 2] = [Vec::new(), Vec::new()];
        for digit in 0..special {
            let [mut b, a] = zero(all, &secret, digit as u64)?;
            R::add_assign(&mut b, &square)?;
            switching_key[0].push(b);
            switching_key[1].push(a);
        }
        let tables = [R::table(&switching_key[0])?, R::table(&switching_key[1])?];
        drop((switching_key, square));

        phase("encrypt");
        let mut level = special;
        let ring = all.pick(&limbs[..level]);
        let own = R::pick_limbs(&secret, &ring, &limbs[..level])?;
        let mut x = zero(&ring, &own, 100)?;
        let message = vec![1; ring.index().degree()];
        R::add_assign(&mut x[0], &R::into_crt(ring.message(&message, &t)?))?;

        for _ in 0..self.products {
            phase("multiply");
            let [b, a] = &mut x;
            let top = R::Fused::mul(a, a)?;
            let mut middle = R::Fused::mul(a, b)?;
            R::Fused::mul_add_assign(&mut middle, b, a)?;
            R::mul_assign(b, a)?;
            *a = middle;

            phase("key switch");
            let extended: Vec<usize> = (0..level).chain([special]).collect();
            let target = all.pick(&extended);
            let groups: Vec<_> = (0..level).map(|i| i..i + 1).collect();
            let which: Vec<usize> = (0..level).collect();
            let digits = R::digits(&top, &target.gadget(&groups)?, &target)?;
            let down: Vec<usize> = (0..level).collect();
            let switch = target.switch_between(&[&down[..], &[level]].concat(), &down, t.q())?;
            for (part, table) in x.iter_mut().zip(&tables) {
                let sum = R::inner_product(&digits, table, &extended, &which)?;
                R::add_assign(part, &R::switch(&sum, &switch)?)?;
            }
            drop(digits);

            phase("modulus switch");
            let ring = R::ring(&x[0]).clone();
            let switch = ring.switch_between(&down, &down[..level - 1], t.q())?;
            let [b, a] = x;
            x = [R::switch(&b, &switch)?, R::switch(&a, &switch)?];
            level -= 1;
        }

        phase("rotate");
        let rotated = [R::automorphism(&x[0], 3)?, R::automorphism(&x[1], 3)?];
        for (part, other) in x.iter_mut().zip(&rotated) {
            R::sub_assign(part, other)?;
        }

        phase("decrypt");
        let ring = R::ring(&x[0]).clone();
        let own = R::pick_limbs(&secret, &ring, &limbs[..level])?;
        let [mut b, a] = x;
        R::Fused::mul_add_assign(&mut b, &a, &own)?;
        R::residues(&R::into_powerful(b), &t, 1)?;
        Ok(())
    }
}

fn rings() -> [RnsRing; 5] {
    [
        ring(1024, &[40, 40, 40, 40, 50]),
        ring(1024, &[54, 54, 54, 54, 60]),
        ring(91, &[30, 30, 30, 30, 35]),
        ring(127, &[30, 55, 30, 55, 30]),
        ring(5461, &[45, 45, 45, 45, 45]),
    ]
}

#[test]
fn chains_of_products() {
    for ring in rings() {
        for products in 0..3 {
            agree(std::slice::from_ref(&ring), &Chain { products });
        }
    }
}

#[test]
fn a_phase_counts_each_time_that_it_is_entered() {
    let rings = [ring(91, &[30, 30, 30, 30, 35])];
    let [once, twice] = [1, 2].map(|products| agree(&rings, &Chain { products }));
    let multiplied = |seen: &ringassay_cost::CostRecord| {
        let phase = seen.phase("multiply").unwrap();
        phase.counts.iter().filter(|(call, _)| call.kernel == Kernel::Mul).map(|(_, n)| *n).sum()
    };
    let counts: [u64; 2] = [multiplied(&once), multiplied(&twice)];
    assert_eq!(counts, [3 * 4, 3 * 4 + 3 * 3], "three products in each limb");
}

#[test]
fn counts_and_sums_do_not_depend_on_threads() {
    // Large enough for rows and ranges of columns to be shared out.
    let rings = [ring(32_768, &[45, 45, 45, 45, 50])];
    let program = Chain { products: 2 };
    let (_, tallied) = tallied(&rings, &program);
    for threads in [2, 3] {
        let (result, seen) = executed(&rings, &program, Meter::new().threads(threads));
        result.unwrap();
        assert_eq!(seen.counts(), tallied.counts(), "{threads} threads");
        assert_eq!(seen.total_bytes, tallied.total_bytes);
        assert_eq!(seen.live_bytes, 0);
        assert!(seen.peak_bytes >= tallied.peak_bytes);
    }
}

#[test]
fn computations_at_the_same_time_are_told_apart() {
    let rings = rings();
    let alone =
        rings.each_ref().map(|ring| tallied(std::slice::from_ref(ring), &Chain { products: 2 }).1);
    std::thread::scope(|scope| {
        let run = |ring: &RnsRing| {
            let rings = [ring.clone()];
            scope.spawn(move || executed(&rings, &Chain { products: 2 }, Meter::new().traced()).1)
        };
        let running: Vec<_> = rings.iter().map(run).collect();
        for (running, alone) in running.into_iter().zip(&alone) {
            assert!(differences(&running.join().unwrap(), alone).is_empty());
        }
    });
}
