//! Every fused operation gives what the operations that it stands for give one after the other, to the bit.

use std::ops::Range;

use proptest::{prelude::*, sample::select};
use ringassay_kernels::Backend;
use ringassay_ring::{
    Basis, Crt, Element, IntElement, Powerful, RnsRing,
    gadget::{DigitTable, RnsGadget},
    index::Index,
    primes,
    sample::{Distribution, Label, Sampler, Seed, Stream},
};
use ringassay_scheme::{
    Error, Fused, Ring,
    ring::{Fresh, Rotation, Switching, Unfused},
};

fn with_secrecy<B: Basis>(x: Element<B>) -> (Element<B>, bool) {
    let secret = x.is_secret();
    (x, secret)
}

/// A result, and whether it is secret. Which operand an error blames is not compared.
fn seen<B: Basis>(result: Result<Element<B>, Error>) -> Option<(Element<B>, bool)> {
    result.ok().map(with_secrecy)
}

fn both(result: Result<[Element<Crt>; 2], Error>) -> Option<[(Element<Crt>, bool); 2]> {
    result.ok().map(|pair| pair.map(with_secrecy))
}

/// Whether the ring that computes and the ring without fused operations agree; what they agree on is left.
macro_rules! agree {
    ($seen:ident: $operation:ident($($argument:expr),*)) => {{
        let fused = $seen(<RnsRing as Fused<RnsRing>>::$operation($($argument),*));
        let unfused = $seen(<Unfused as Fused<RnsRing>>::$operation($($argument),*));
        assert_eq!(fused, unfused, "{}", stringify!($operation));
        fused
    }};
    ($operation:ident(&mut $first:expr, $($argument:expr),*)) => {{
        let (mut fused, mut unfused) = ($first.clone(), $first.clone());
        let done = <RnsRing as Fused<RnsRing>>::$operation(&mut fused, $($argument),*).is_ok();
        let undone = <Unfused as Fused<RnsRing>>::$operation(&mut unfused, $($argument),*).is_err();
        assert_ne!(done, undone, "{}", stringify!($operation));
        if done {
            assert_eq!(fused, unfused, "{}", stringify!($operation));
            assert_eq!(fused.is_secret(), unfused.is_secret(), "{}", stringify!($operation));
        }
        done
    }};
}

/// Rings modulo Q·P, whose first limbs are Q's, and modulo Q; keys have a limb and a digit more.
struct Instance {
    keys: RnsRing,
    target: RnsRing,
    own: RnsRing,
    groups: Vec<Range<usize>>,
    limbs: Vec<usize>,
    which: Vec<usize>,
    seed: Seed,
}

impl Instance {
    /// Q's primes and P's, limbs of a digit.
    fn new(index: &Index, [own, special]: [usize; 2], digit: usize, seed: u64) -> Self {
        let bits: Vec<u32> = (0..=own + special).map(|i| [33, 45, 50, 57][i % 4]).collect();
        let backends = Backend::available();
        let backend = backends[seed as usize % backends.len()];
        let moduli = primes::search_each(index, &bits).unwrap();
        let keys = RnsRing::with_backend(index, &moduli, backend).unwrap();
        let limbs: Vec<usize> = (0..bits.len()).filter(|&limb| limb != 1).collect();
        let target = keys.pick(&limbs);
        let groups: Vec<_> =
            (0..own).step_by(digit).map(|start| start..own.min(start + digit)).collect();
        let which = (0..groups.len()).map(|j| (j + 1) % (groups.len() + 1)).collect();
        let own = target.pick(&(0..own).collect::<Vec<_>>());
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self { keys, target, own, groups, limbs, which, seed: Seed::from_bytes(bytes) }
    }

    fn stream(&self, number: u64) -> Stream {
        self.seed.stream(Label::new("test"), number)
    }

    fn uniform(&self, ring: &RnsRing, number: u64) -> Element<Crt> {
        let mut x = ring.uniform(&self.seed.derive(Label::new("element"), number));
        x.set_secret(number.is_multiple_of(3));
        x
    }

    fn table(&self, ring: &RnsRing, count: usize, number: u64) -> DigitTable {
        let element = |i| self.uniform(ring, number + i);
        <RnsRing as Ring>::table(&(0..count as u64).map(element).collect::<Vec<_>>()).unwrap()
    }

    fn gadget(&self) -> RnsGadget {
        self.target.gadget(&self.groups).unwrap()
    }

    fn small(&self, number: u64) -> IntElement<Powerful> {
        let sampler = Sampler::new(self.own.index(), Distribution::Ternary).unwrap();
        self.own.secret(&sampler, &mut self.stream(number)).unwrap()
    }

    /// An exponent that is a unit, other than 1 where there is one.
    fn unit(&self, from: u32) -> u32 {
        let m = self.own.index().m() as u32;
        (0..m)
            .map(|i| (from + i) % m)
            .find(|&k| k > 1 && self.own.index().is_unit(k.into()))
            .unwrap_or(1)
    }

    fn arithmetic(&self) {
        let ring = &self.target;
        let [x, y, z] = [1, 2, 3].map(|number| self.uniform(ring, number));
        let elsewhere = self.uniform(&self.keys, 4);
        for y in [&y, &x, &elsewhere] {
            let there = y.ring() == ring;
            assert_eq!(agree!(seen: add(&x, y)).is_some(), there);
            assert_eq!(agree!(seen: sub(&x, y)).is_some(), there);
            assert_eq!(agree!(seen: mul(&x, y)).is_some(), there);
            assert_eq!(agree!(mul_add_assign(&mut z, &x, y)), there);
            assert_eq!(agree!(seen: select(&x, y, &z)).is_some(), there);
            assert_eq!(agree!(seen: select(&x, &z, y)).is_some(), there);
            assert_eq!(agree!(select_assign(&mut x, y, &z)), there);
        }
        let [powerful, other] = [&x, &y].map(|x| x.clone().into_powerful());
        agree!(seen: add(&powerful, &other)).unwrap();
        agree!(seen: sub(&powerful, &other)).unwrap();
        let all: Vec<usize> = (0..ring.limbs()).collect();
        let parts = [x, y.clone(), z];
        for count in 0..=parts.len() {
            for limbs in [&all[..], &all[..1], &all[ring.limbs() - 1..]] {
                let picked = ring.pick(limbs);
                agree!(seen: evaluate(&parts[..count], &y, &picked, [limbs, limbs])).unwrap();
            }
        }
        assert!(agree!(seen: evaluate(&parts, &y, &self.own.pick(&[0]), [&[0], &[9]])).is_none());
    }

    fn moduli(&self, t: u64) {
        let (own, target) = (&self.own, &self.target);
        let (kept, all) = (own.limbs(), (0..target.limbs()).collect::<Vec<_>>());
        let (x, y) = (self.uniform(target, 1), self.uniform(own, 2));
        agree!(seen: extend_values(&y, target)).unwrap();
        let others = own.pick(&[kept - 1]);
        assert_eq!(agree!(seen: extend_values(&x, &others)).is_some(), &others == target);
        let factors: Vec<u64> = own.moduli().iter().map(|q| q / 3).collect();
        assert!(agree!(add_raised(&mut x, &y, &factors)));
        assert!(!agree!(add_raised(&mut x, &y, &factors[1..])));
        let k = self.unit(5);
        // Primes go; then the last of Q as well; then one goes and others come.
        let switches = [all[..kept].to_vec(), all[..1].to_vec(), all[1..].to_vec()];
        for to in switches.iter().filter(|to| !to.is_empty() && to.len() < all.len()) {
            let switch = target.switch_between(&all, to, t).unwrap();
            let y = self.uniform(&target.pick(to), 3);
            agree!(seen: switch_coefficients(&x.clone().into_powerful(), &switch)).unwrap();
            for y in [None, Some(&y)] {
                for k in [None, Some(k), Some(1)] {
                    agree!(seen: switch_image(&x, &switch, y, k)).unwrap();
                }
                assert!(agree!(seen: switch_image(&x, &switch, y, Some(0))).is_none());
            }
            assert!(agree!(seen: switch_image(&x, &switch, Some(&x), None)).is_none());
        }
    }

    fn encryption(&self, t: u64) {
        let (own, target) = (&self.own, &self.target);
        let (ephemeral, errors) = (self.small(1), [self.small(2), self.small(3)]);
        let message = self.uniform(own, 4).into_powerful();
        let fresh = |key| Fresh {
            key,
            ephemeral: &ephemeral,
            errors: errors.each_ref(),
            t,
            message: &message,
            divided: None,
        };
        let key = [self.uniform(own, 5), self.uniform(own, 6)];
        agree!(both: encrypted(&fresh(key.each_ref()))).unwrap();
        let all: Vec<usize> = (0..target.limbs()).collect();
        if own.limbs() == all.len() {
            return;
        }
        let key = [self.uniform(target, 7), self.uniform(target, 8)];
        let switch = target.switch_between(&all, &all[..own.limbs()], t).unwrap();
        let dropped = <RnsRing as Ring>::dropped_limbs(&switch);
        let gone = target.pick(dropped);
        let values = gone.reduce(&ephemeral).unwrap().into_crt();
        let factors: Vec<u64> = gone.moduli().iter().map(|p| t % p).collect();
        let modulo_p = |part: usize| {
            let mut error = gone.reduce(&errors[part]).unwrap();
            error.scale_limbs_assign(&factors).unwrap();
            let mut sum = key[part].pick_limbs(&gone, dropped).unwrap();
            sum.try_mul_assign(&values).unwrap();
            sum.try_add_assign(&error.into_crt()).unwrap();
            sum.into_powerful()
        };
        let divided = [modulo_p(0), modulo_p(1)];
        let divided = Some((&switch, divided.each_ref()));
        agree!(both: encrypted(&Fresh { divided, ..fresh(key.each_ref()) })).unwrap();
    }

    fn digits(&self) {
        let (target, gadget) = (&self.target, self.gadget());
        let count = self.groups.len() + 1;
        let [first, second] = [10, 20].map(|number| self.table(&self.keys, count, number));
        let [third, fourth] = [30, 40].map(|number| self.table(&self.keys, count, number));
        let Self { limbs, which, .. } = self;
        let switching = Switching { gadget: &gadget, target, limbs, which };
        let [x, c] = [1, 2].map(|number| self.uniform(&self.own, number));
        let digits = <RnsRing as Ring>::digits(&x, &gadget, target).unwrap();
        let tables = [&first, &second];
        agree!(both: inner_products(&digits, tables, limbs, which)).unwrap();
        agree!(both: digit_products(&x, &switching, tables)).unwrap();
        let (on, onto) =
            (self.uniform(target, 4), [self.uniform(target, 5), self.uniform(target, 7)]);
        let (k, other) = (self.unit(3), self.unit(7));
        for onto in [None, Some(onto)] {
            for k in [k, 1] {
                agree!(both: rotated_products(&x, &switching, tables, &on, k, onto.clone()))
                    .unwrap();
            }
        }
        assert!(agree!(both: rotated_products(&x, &switching, tables, &x, 0, None)).is_none());
        let factors: Vec<u64> = self.own.moduli().iter().map(|q| q - 2).collect();
        let rotations: [Rotation<'_, RnsRing>; 3] =
            [None, Some((tables, k)), Some(([&third, &fourth], other))];
        let constants = [self.table(target, 1, 50), self.table(target, 3, 60)];
        let sums: [(&DigitTable, &[usize]); 2] =
            [(&constants[0], &[1]), (&constants[1], &[0, 2, 2])];
        for (rotations, sums) in [(&rotations[..], &sums[..]), (&rotations[..2], &sums[..1])] {
            let all = |sums: Result<Vec<[Element<Crt>; 2]>, Error>| {
                sums.ok().map(|sums| sums.into_iter().map(|sum| both(Ok(sum))).collect::<Vec<_>>())
            };
            let sums = agree!(all: rotated_sums([&c, &x], &switching, &factors, rotations, sums));
            assert!(sums.is_some_and(|sums| !sums.is_empty()));
        }
        let none = |sums: Result<Vec<[Element<Crt>; 2]>, Error>| sums.is_err();
        assert!(agree!(none: rotated_sums([&c, &x], &switching, &factors, &rotations[..2], &sums)));
        assert!(agree!(none: rotated_sums([&c, &x], &switching, &factors[1..], &rotations, &sums)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn fused_operations_are_what_they_stand_for(
        m in select(vec![8, 16, 64, 256, 5, 9, 21, 31, 45, 91, 100, 180]),
        is_invariant: bool,
        own in 1_usize..=4,
        special in 0_usize..=2,
        digit in 1_usize..=3,
        t in select(vec![1_u64, 2, 257]),
        seed: u64,
    ) {
        let index = match is_invariant && m >= 16 && m % 4 == 0 {
            true => Index::conjugate_invariant(m).unwrap_or_else(|_| Index::new(m).unwrap()),
            false => Index::new(m).unwrap(),
        };
        let instance = Instance::new(&index, [own, special], digit, seed);
        instance.arithmetic();
        instance.moduli(t);
        instance.encryption(t);
        instance.digits();
    }
}
