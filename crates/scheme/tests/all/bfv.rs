//! BFV against whole numbers: the exact product of the definition, and random operations whose
//! plaintexts are known. The noise that the key finds stays below what ciphertexts carry.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;
use ringassay_ring::{
    Crt, Element, RnsRing,
    index::Index,
    primes,
    rns::Lift,
    sample::{Distribution, Label, Seed, Stream},
};
use ringassay_scheme::{
    Error,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    encoding::{Encoder, PlaintextRing},
};
use ringassay_testkit::{
    inputs,
    reference::{ModQ, coefficients::Integers, cyclotomic::Cyclotomic, whole::WholeRing},
};

type Ring = RnsRing;

pub(crate) fn parameters(m: u64, t: u64, primes: usize) -> Parameters {
    let index = Index::new(m).unwrap();
    let mut all = primes::search(&index, 50, 2 * primes + 5, &[]).unwrap();
    let auxiliary = all.split_off(primes + 2);
    let special = all.split_off(primes);
    let (secret, sigma) = (Distribution::Ternary, 3.2);
    Parameters { index, t, primes: all, special, auxiliary, digit_limbs: 2, secret, sigma }
}

struct Instance {
    context: Context<Ring>,
    secret: SecretKey<Ring>,
    public: PublicKey<Ring>,
    key: EvaluationKeys<Ring>,
    seed: Seed,
}

impl Instance {
    fn new(parameters: &Parameters) -> Self {
        let (context, seed) = (Context::exact(parameters).unwrap(), Seed::from_bytes([4; 32]));
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed).unwrap();
        let key = context.generate_evaluation_keys(&secret, true, &[], &seed).unwrap();
        Self { context, secret, public, key, seed }
    }

    fn t(&self) -> u64 {
        self.context.parameters().t
    }

    fn degree(&self) -> usize {
        self.context.parameters().index.degree()
    }

    fn encrypt(&self, message: &[u64], number: u64) -> Ciphertext<Ring> {
        let seed = self.seed.derive(Label::new("fresh"), number);
        let message = self.context.plaintext(message.to_vec()).unwrap();
        self.context.encrypt(&self.public, &message, &seed).unwrap()
    }

    fn decrypt(&self, a: &Ciphertext<Ring>) -> Vec<u64> {
        self.context.decrypt(&self.secret, a).unwrap()
    }

    /// Fails unless a ciphertext holds a message, with no more noise than it says.
    fn check(&self, a: &Ciphertext<Ring>, message: &[u64]) {
        assert_eq!(self.decrypt(a), message);
        let found = self.context.largest_noise_bits(&self.secret, a, message).unwrap();
        let bound = self.context.bound_bits(a);
        assert!(found <= bound, "2^{found:.1} above 2^{bound:.1}");
        assert!(found > bound - 14.0, "2^{found:.1} far below 2^{bound:.1}");
    }
}

/// Coefficients in (-Q/2, Q/2).
fn lifted(x: &Element<Crt>) -> Vec<BigInt> {
    let x = x.clone().into_powerful();
    x.lift_big(&Lift::new(&x.ring().rns_moduli().unwrap())).unwrap()
}

fn random(degree: usize, t: u64, stream: &mut Stream) -> Vec<u64> {
    (0..degree).map(|_| stream.word() % t).collect()
}

const MODULI: [u64; 5] = [2, 60, 65_537, (1 << 60) - 93, 1 << 59];

#[test]
fn products_are_those_of_the_definition() {
    for t in MODULI {
        let instance = Instance::new(&parameters(64, t, 5));
        let mut stream = Stream::new(&Seed::from_bytes([1; 32]));
        let mut fresh = |number| instance.encrypt(&random(32, t, &mut stream), number);
        let (a, b) = (fresh(0), fresh(1));
        let primes = &instance.context.parameters().primes;
        for level in 0..primes.len() {
            let q: BigUint = primes[..=level].iter().product();
            let whole = WholeRing::new(32, &q);
            let [a, b] = [&a, &b].map(|x| instance.context.switch_to(x, level).unwrap());
            let [[a0, a1], [b0, b1]] =
                [&a, &b].map(|x| [lifted(&x.parts()[0]), lifted(&x.parts()[1])]);
            let middle = whole.add(&whole.multiply(&a0, &b1), &whole.multiply(&a1, &b0));
            let products = [whole.multiply(&a0, &b0), middle, whole.multiply(&a1, &b1)];
            let found = instance.context.tensor(&a, &b).unwrap();
            for (found, product) in found.parts().iter().zip(&products) {
                let expected = whole.reduce(&whole.round(product, t));
                assert_eq!(whole.reduce(&lifted(found)), expected, "t = {t}, level {level}");
            }
        }
    }
}

/// Whatever the phase, right or not, where it is insisted on. The phase of what is made of a transparent ciphertext is its
/// first part.
#[test]
fn decryption_is_that_of_the_definition() {
    for t in MODULI {
        for count in [1, 3, 5] {
            let instance = Instance::new(&parameters(64, t, count));
            let (context, mut stream) =
                (instance.context.insisting(), Stream::new(&Seed::from_bytes([1; 32])));
            let plain = |message| context.plaintext(message).unwrap();
            let mut a = context.trivial(&plain(random(32, t, &mut stream))).unwrap();
            let q: BigInt = context.parameters().primes.iter().map(|&q| BigInt::from(q)).product();
            while context.budget_bits(&a) > -20.0 {
                let phase = lifted(&a.parts()[0]);
                let half_up = |x: &BigInt| (x * (2 * t) + &q).div_floor(&(2 * &q));
                let message = |x: &BigInt| half_up(x).mod_floor(&t.into()).to_u64().unwrap();
                let expected: Vec<u64> = phase.iter().map(message).collect();
                assert_eq!(context.decrypt(&instance.secret, &a).unwrap(), expected, "t = {t}");
                a = context.multiply_plain(&a, &plain(random(32, t, &mut stream))).unwrap();
            }
        }
    }
}

/// m1·m2 by the definition, in the powerful basis, modulo t.
fn multiply(ring: &Cyclotomic<Integers>, x: &[u64], y: &[u64], t: u64) -> Vec<u64> {
    let [x, y] = [x, y].map(|x| {
        let x: Vec<BigInt> = x.iter().map(|&x| BigInt::from(x)).collect();
        ring.from_powerful(&x)
    });
    ring.mul(&x, &y).iter().map(|x| x.mod_floor(&t.into()).to_u64().unwrap()).collect()
}

/// Sums, differences and products of a pool of ciphertexts; those that would lose their message are
/// replaced by fresh ones.
fn operations(instance: &Instance, count: usize) {
    let (n, t) = (instance.degree(), instance.t());
    let ring = Cyclotomic::new(Integers, instance.context.parameters().index.m());
    let mut stream = Stream::new(&Seed::from_bytes([2; 32]));
    let mut messages = Stream::new(&Seed::from_bytes([3; 32]));
    let mut fresh = |number: u64| {
        let message = random(n, t, &mut messages);
        (instance.encrypt(&message, number), message)
    };
    let mut pool: Vec<_> = (0..3).map(&mut fresh).collect();
    let mut products = 0;
    for number in 0..count {
        let mut pick = |below: usize| stream.word() as usize % below;
        let (i, j, to, kind) = (pick(3), pick(3), pick(3), pick(4));
        let ((a, x), (b, y)) = (&pool[i], &pool[j]);
        let sum = |x: u64, y: u64| ((u128::from(x) + u128::from(y)) % u128::from(t)) as u64;
        let pairs = x.iter().zip(y);
        let (made, m) = match kind {
            0 => (instance.context.add(a, b), pairs.map(|(&x, &y)| sum(x, y)).collect()),
            1 => (instance.context.sub(a, b), pairs.map(|(&x, &y)| sum(x, t - y)).collect()),
            _ => {
                let product = instance.context.multiply(a, b, &instance.key);
                products += usize::from(product.is_ok());
                (product, multiply(&ring, x, y, t))
            }
        };
        pool[to] = match made {
            Ok(made) => (made, m),
            Err(Error::NoiseBudget { .. }) => fresh(3 + number as u64),
            Err(error) => panic!("{error}"),
        };
        let (c, m) = &pool[to];
        assert_eq!(&instance.decrypt(c), m, "operation {number}");
        let found = instance.context.largest_noise_bits(&instance.secret, c, m).unwrap();
        let bound = instance.context.bound_bits(c);
        assert!(found <= bound, "operation {number}: 2^{found:.1} above 2^{bound:.1}");
    }
    assert!(products > count / 5, "{products}");
}

#[test]
fn random_operations() {
    for t in MODULI {
        let primes = if t > 1 << 50 { 8 } else { 5 };
        operations(&Instance::new(&parameters(64, t, primes)), 120);
    }
}

/// Sums of one ciphertext with itself: as soon as nothing is guaranteed, they are refused.
#[test]
fn doubled_until_refused() {
    for t in [2, 65_537] {
        let instance = Instance::new(&parameters(64, t, 3));
        let mut message = vec![t - 1; instance.degree()];
        let mut x = instance.encrypt(&message, 1);
        let mut doublings = 0;
        let refused = loop {
            match instance.context.add(&x, &x) {
                Ok(sum) => x = sum,
                Err(error) => break error,
            }
            doublings += 1;
            message.iter_mut().for_each(|m| *m = 2 * *m % t);
            assert_eq!(instance.decrypt(&x), message, "after {doublings}");
            assert!(instance.context.log2_failure(&x).unwrap() <= -60.0);
        };
        assert!(matches!(refused, Error::NoiseBudget { .. }), "{refused}");
        assert!(doublings > 60, "{doublings}");
    }
}

/// Circuits whose operands all come from one ciphertext: what is not refused is right.
fn related(m: u64, t: u64, circuits: u64) {
    let instance = Instance::new(&parameters(m, t, 2));
    let (n, context) = (instance.degree(), &instance.context);
    let ring = Cyclotomic::new(ModQ(t), m);
    let mut stream = inputs::Stream::new(m);
    let (mut steps, mut refused) = (0, 0);
    for number in 0..circuits {
        let favourite = stream.below(5);
        let message = stream.largest_or_residues(n, t);
        let first = instance.encrypt(&message, number);
        let value = ring.from_powerful(&message);
        let [mut last, mut other] = [(first.clone(), value.clone()), (first, value)];
        for _ in 0..60 {
            let kind = if stream.below(4) == 0 { stream.below(5) } else { favourite };
            let ((x, a), (y, b)) = (&last, &other);
            let made = match kind {
                0 => (context.add(x, x), ring.add(a, a)),
                1 => (context.add(x, &x.clone()), ring.add(a, a)),
                2 => (context.multiply(x, x, &instance.key), ring.mul(a, a)),
                3 => (context.multiply(x, y, &instance.key), ring.mul(a, b)),
                _ => (context.add(x, y), ring.add(a, b)),
            };
            let made = match made {
                (Ok(x), a) => (x, a),
                (Err(Error::NoiseBudget { .. }), _) => {
                    refused += 1;
                    break;
                }
                (Err(error), _) => panic!("{error}"),
            };
            let found = instance.decrypt(&made.0);
            assert!(ring.from_powerful(&found) == made.1, "circuit {number}, operation {kind}");
            steps += 1;
            (last, other) = (made, if stream.below(4) == 0 { last } else { other });
        }
    }
    println!("m = {m}, t = {t}: {circuits} circuits, {steps} steps, {refused} refused");
    assert!(steps > circuits && refused > circuits / 3, "{steps} steps, {refused} refused");
}

#[test]
fn related_operands() {
    for (m, t) in [(16, 2), (16, 65_537), (7, 60)] {
        related(m, t, 60);
    }
}

#[test]
#[ignore = "a hundred thousand circuits: minutes with --release"]
fn related_operands_often() {
    for (m, t) in [(16, 2), (16, 65_537), (7, 60)] {
        related(m, t, 33_334);
    }
}

#[test]
#[ignore = "hours unoptimised: --release"]
fn many_random_operations() {
    for t in MODULI {
        let primes = if t > 1 << 50 { 8 } else { 5 };
        operations(&Instance::new(&parameters(64, t, primes)), 40_000);
    }
}

/// Powers of two are the only index at which the powerful basis is that of powers.
#[test]
fn any_prime_index() {
    for t in [2, 65_537] {
        operations(&Instance::new(&parameters(31, t, 5)), 60);
    }
}

/// t = 65537 is 1 modulo the index: a slot for each coefficient.
#[test]
fn products_of_slots() {
    let instance = Instance::new(&parameters(256, 65_537, 5));
    let index = &instance.context.parameters().index;
    let encoder = Encoder::new(&PlaintextRing::new(index, 65_537, 1).unwrap()).unwrap();
    let mut stream = Stream::new(&Seed::from_bytes([6; 32]));
    let [x, y] = [0, 1].map(|_| random(instance.degree(), 65_537, &mut stream));
    let encrypt = |x: &[u64], number| instance.encrypt(&encoder.encode(x).unwrap(), number);
    let (a, b) = (encrypt(&x, 0), encrypt(&y, 1));
    let product = instance.context.multiply(&a, &b, &instance.key).unwrap();
    let sum = instance.context.add(&product, &a).unwrap();
    let expected: Vec<u64> = x.iter().zip(&y).map(|(x, y)| (x * y + x) % 65_537).collect();
    assert_eq!(encoder.decode(&instance.decrypt(&sum)).unwrap(), expected);
}

#[test]
fn fresh_ciphertexts_and_products_have_the_noise_that_is_said() {
    for (m, t) in [(2048, 65_537), (2048, (1 << 60) - 93)] {
        let instance = Instance::new(&parameters(m, t, 6));
        let n = instance.degree();
        let mut message = vec![0; n];
        (message[1], message[n - 1]) = (t - 2, 3);
        let a = instance.encrypt(&message, 1);
        instance.check(&a, &message);
        // (3·x^(n-1) - 2·x)² = 9·x^(2n-2) - 12·x^n + 4·x².
        let mut square = vec![0; n];
        (square[n - 2], square[0], square[2]) = (t - 9, 12, 4);
        let product = instance.context.multiply(&a, &a, &instance.key).unwrap();
        instance.check(&product, &square);
    }
}

#[test]
fn what_has_no_instance_is_refused() {
    let good = parameters(64, 65_537, 3);
    assert!(good.check().is_ok());
    for t in [0, 1, 1 << 60, good.primes[0]] {
        assert!(Parameters { t, ..good.clone() }.check().is_err(), "{t}");
    }
    let auxiliary = good.auxiliary[..3].to_vec();
    let error = Parameters { auxiliary, ..good.clone() }.check().unwrap_err();
    assert!(error.to_string().contains("auxiliary"), "{error}");
    assert!(Parameters { special: vec![], ..good.clone() }.check().is_err());
    assert!(Parameters { primes: vec![], ..good.clone() }.check().is_err());
    let instance = Instance::new(&good);
    for message in [vec![0; 31], vec![65_537; 32]] {
        assert!(instance.context.plaintext(message).is_err());
    }
    // Products of products end where the modulus does.
    let mut a = instance.encrypt(&[1; 32], 1);
    let error = loop {
        match instance.context.multiply(&a, &a, &instance.key) {
            Ok(product) => a = product,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, Error::NoiseBudget { .. }), "{error}");
}
