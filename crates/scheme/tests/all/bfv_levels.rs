//! BFV at every level: what is switched to fewer primes holds its message, with no more noise than it says, and
//! circuits of related operands are right wherever they lie.

use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    Error, Role,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
};
use ringassay_testkit::{
    inputs::Stream,
    reference::{ModQ, cyclotomic::Cyclotomic},
};

use crate::bfv::parameters;

struct Instance {
    context: Context<RnsRing>,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
    exponent: u32,
}

fn seed(number: u64) -> Seed {
    let mut bytes = [9; Seed::BYTES];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::from_bytes(bytes)
}

impl Instance {
    fn new(parameters: &Parameters) -> Self {
        let context = Context::exact(parameters).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let exponent = parameters.index.units().nth(1).unwrap();
        let keys = context.generate_evaluation_keys(&secret, true, &[exponent], &seed(3)).unwrap();
        Self { context, secret, public, keys, exponent }
    }

    fn degree(&self) -> usize {
        self.context.parameters().index.degree()
    }

    fn encrypt(&self, message: &[u64], number: u64) -> Ciphertext<RnsRing> {
        let message = self.context.plaintext(message.to_vec()).unwrap();
        self.context.encrypt(&self.public, &message, &seed(100 + number)).unwrap()
    }

    /// Fails unless a ciphertext holds a message, with no more noise than it says.
    fn check(&self, a: &Ciphertext<RnsRing>, message: &[u64], what: &str) {
        assert_eq!(self.context.decrypt(&self.secret, a).unwrap(), message, "{what}");
        let found = self.context.largest_noise_bits(&self.secret, a, message).unwrap();
        let bound = self.context.bound_bits(a);
        assert!(found <= bound, "{what}: 2^{found:.2} above 2^{bound:.2}");
    }
}

#[test]
fn every_level_holds_the_message() {
    for (m, t) in [(256, 65_537), (31, 60), (64, 2)] {
        let instance = Instance::new(&parameters(m, t, 4));
        let message = Stream::new(m).residues(instance.degree(), t);
        let fresh = instance.encrypt(&message, 0);
        let context = &instance.context;
        assert_eq!(fresh.level(), 3);
        for level in 0..=3 {
            let switched = context.switch_to(&fresh, level).unwrap();
            assert_eq!(switched.level(), level);
            instance.check(&switched, &message, &format!("level {level}"));
            // What is prepared for it acts on it, and on no other level.
            let plaintext = context.plaintext(message.clone()).unwrap();
            let addend = context.prepare(&plaintext, level, Role::Addend).unwrap();
            let factor = context.prepare(&plaintext, level, Role::Factor).unwrap();
            let mut sum = switched.clone();
            context.add_prepared_assign(&mut sum, &addend).unwrap();
            let double: Vec<u64> = message.iter().map(|x| 2 * x % t).collect();
            instance.check(&sum, &double, "a sum with a plaintext");
            for other in (0..=3).filter(|&other| other != level) {
                let mut a = context.switch_to(&fresh, other.max(level)).unwrap();
                a = if other > level { a } else { context.switch_to(&a, other).unwrap() };
                let refused = context.add_prepared_assign(&mut a, &addend);
                assert!(matches!(refused, Err(Error::Modulus { .. })), "{refused:?}");
                let refused = context.multiply_prepared(&a, &factor).map(drop);
                assert!(matches!(refused, Err(Error::Modulus { .. })), "{refused:?}");
                assert!(context.add_assign(&mut a, &switched).is_err());
                assert!(context.tensor(&a, &switched).is_err());
            }
            // Operands of two levels meet at the lower one.
            let sum = context.add(&fresh, &switched).unwrap();
            assert_eq!(sum.level(), level);
            instance.check(&sum, &double, "a sum of two levels");
        }
        assert!(context.switch_to(&context.switch_to(&fresh, 1).unwrap(), 2).is_err());
        assert!(context.switch_to(&fresh, 4).is_err());
    }
}

/// Products go down as their noise grows, and are hardly noisier for it, in units of Q/t, than at the modulus of
/// fresh ciphertexts.
#[test]
fn products_go_down_and_keep_their_noise_budget() {
    for t in [2, 65_537] {
        let instance = Instance::new(&parameters(512, t, 6));
        let (context, keys) = (&instance.context, &instance.keys);
        let mut message = vec![0; instance.degree()];
        message[0] = t - 1;
        let fresh = instance.encrypt(&message, 0);
        let (mut low, mut high) = (fresh.clone(), fresh);
        let mut levels = vec![low.level()];
        while let Ok(product) = context.square(&low, keys) {
            low = product;
            high = context.relinearise(&context.tensor_square(&high).unwrap(), keys).unwrap();
            message[0] = message[0] * message[0] % t;
            instance.check(&low, &message, "lower");
            instance.check(&high, &message, "at the top");
            let [of_low, of_high] = [&low, &high].map(|x| context.budget_bits(x));
            let lost = of_high - of_low;
            assert!(lost < 0.15 * levels.len() as f64, "{lost} bits after {levels:?}");
            assert!(high.level() == 5 && low.level() <= *levels.last().unwrap());
            levels.push(low.level());
        }
        // As deep as at the top, and with one or two primes at the end.
        assert!(context.square(&high, keys).is_err(), "{levels:?}");
        assert!(levels.len() > 4 && *levels.last().unwrap() <= 1, "t = {t}: {levels:?}");
    }
}

/// Circuits of a dozen steps whose operands all come from one ciphertext, with switches to any level in between: what is not
/// refused is right, and its noise within its bound.
fn circuits(m: u64, t: u64, count: u64) -> [u64; 3] {
    let instance = Instance::new(&parameters(m, t, if t == 2 { 2 } else { 3 }));
    let (n, context, keys) = (instance.degree(), &instance.context, &instance.keys);
    let ring = Cyclotomic::new(ModQ(t), m);
    let mut stream = Stream::new(m ^ t);
    let [mut steps, mut refused, mut switched] = [0; 3];
    for number in 0..count {
        let message = stream.largest_or_residues(n, t);
        let first = instance.encrypt(&message, number);
        let value = ring.from_powerful(&message);
        let [mut last, mut other] = [(first.clone(), value.clone()), (first, value)];
        for _ in 0..12 {
            let (kind, plain) = (stream.below(9), stream.residues(n, t));
            let known = ring.from_powerful(&plain);
            let plain = context.plaintext(plain).unwrap();
            let ((x, a), (y, b)) = (&last, &other);
            let made = match kind {
                0 => (context.add(x, y), ring.add(a, b)),
                1 => (context.sub(x, y), ring.add(a, &ring.scale(-1, b))),
                2 => (context.multiply(x, x, keys), ring.mul(a, a)),
                3 | 4 => (context.multiply(x, y, keys), ring.mul(a, b)),
                5 => (context.add_plain(x, &plain), ring.add(a, &known)),
                6 => (context.multiply_plain(x, &plain), ring.mul(a, &known)),
                7 => {
                    let k = instance.exponent;
                    (context.automorphism(x, k, keys), ring.automorphism(a, k.into()))
                }
                _ => {
                    let level = stream.below(1 + x.level() as u64) as usize;
                    (context.switch_to(x, level), a.clone())
                }
            };
            let made = match made {
                (Ok(x), a) if context.budget_bits(&x) > 0.0 => (x, a),
                (Ok(_) | Err(Error::NoiseBudget { .. }), _) => {
                    refused += 1;
                    break;
                }
                (Err(error), _) => panic!("{error}"),
            };
            let found = context.decrypt(&instance.secret, &made.0).unwrap();
            assert!(ring.from_powerful(&found) == made.1, "circuit {number}, operation {kind}");
            let noise = context.largest_noise_bits(&instance.secret, &made.0, &found).unwrap();
            let bound = context.bound_bits(&made.0);
            assert!(noise <= bound, "circuit {number}, operation {kind}: {noise} above {bound}");
            steps += 1;
            switched += u64::from(made.0.level() < context.parameters().primes.len() - 1);
            (last, other) = (made, if stream.below(4) == 0 { last } else { other });
        }
    }
    println!(
        "m = {m}, t = {t}: {count} circuits, {steps} results, {switched} at lower levels, {refused} refused"
    );
    [steps, switched, refused]
}

fn many(count: u64) {
    let mut all = 0;
    for (m, t) in [(16, 2), (16, 65_537), (7, 60), (32, 257)] {
        let [steps, switched, refused] = circuits(m, t, count);
        assert!(steps > 2 * count && switched > steps / 10, "{steps} results, {switched} lower");
        all += refused;
    }
    assert!(all > count / 2, "{all} refused");
}

#[test]
fn random_circuits_at_all_levels() {
    many(40);
}

#[test]
#[ignore = "minutes: cargo test --release --package ringassay-scheme -- --ignored bfv_levels"]
fn ten_thousand_circuits_at_all_levels() {
    many(2_500);
}

/// How many products in a row by another fresh ciphertext are right, done at the levels that a context takes.
/// None is wrong of which the average noise promises that it is right.
fn products_in_a_row(instance: &Instance, levels: &Context<RnsRing>) -> usize {
    let (t, insisting) = (levels.parameters().t, instance.context.insisting());
    let mut message = vec![0; instance.degree()];
    message[0] = 3;
    let mut product = instance.encrypt(&message, 0);
    for done in 0.. {
        let factor = instance.encrypt(&[&[3], &message[1..]].concat(), 1 + done);
        let operands = [&product, &factor].map(|x| (x.level(), x.noise(), x.parts().len()));
        let level = levels.product_level(operands);
        let [a, b] = [&product, &factor].map(|x| insisting.switch_to(x, level).unwrap());
        let tensor = insisting.tensor(&a, &b).unwrap();
        product = insisting.relinearise(&tensor, &instance.keys).unwrap();
        message[0] = message[0] * 3 % t;
        if insisting.decrypt(&instance.secret, &product).unwrap() != message {
            let failure = insisting.log2_average_failure(&product).unwrap();
            assert!(failure > -20.0, "2^{failure} after {done} products");
            return done as usize;
        }
    }
    unreachable!("noise grows")
}

#[test]
fn who_insists_reaches_as_far_as_the_noise() {
    // 8 primes, as in docs/bgv.md, at a smaller n.
    let instance = Instance::new(&parameters(4096, 65_537, 8));
    let [certain, insisting] = [&instance.context, &instance.context.insisting()]
        .map(|levels| products_in_a_row(&instance, levels));
    assert!(insisting > certain, "{insisting} products, {certain} at the levels of the guarantee");
}
