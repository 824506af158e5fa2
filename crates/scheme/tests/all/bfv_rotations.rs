//! BFV: automorphisms, rotations of vectors, plaintexts, against the definition.

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Label, Seed},
};
use ringassay_scheme::{
    Error, IntegerScheme as _,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    encoding::{Encoder, KeySet, Layout, PlaintextRing},
};
use ringassay_testkit::{
    inputs::Stream,
    reference::{Cyclotomic, ModQ},
};

type Ring = RnsRing;

struct Instance {
    context: Context<Ring>,
    secret: SecretKey<Ring>,
    public: PublicKey<Ring>,
    keys: EvaluationKeys<Ring>,
}

impl Instance {
    fn new(m: u64, t: u64, automorphisms: &[u32]) -> Self {
        let index = Index::new(m).unwrap();
        let all = primes::search(&index, 50, 13, &[]).unwrap();
        let context = Context::exact(&Parameters {
            index,
            t,
            primes: all[..4].to_vec(),
            special: all[4..6].to_vec(),
            auxiliary: all[6..].to_vec(),
            digit_limbs: 2,
            secret: Distribution::Ternary,
            sigma: 3.2,
        })
        .unwrap();
        let seed = Seed::from_bytes([9; 32]);
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed).unwrap();
        let keys = context.generate_evaluation_keys(&secret, true, automorphisms, &seed).unwrap();
        Self { context, secret, public, keys }
    }

    fn encrypt(&self, message: &[u64], number: u64) -> Ciphertext<Ring> {
        let seed = Seed::from_bytes([5; 32]).derive(Label::new("fresh"), number);
        let message = self.context.plaintext(message.to_vec()).unwrap();
        self.context.encrypt(&self.public, &message, &seed).unwrap()
    }

    /// What it holds, with no more noise than it says.
    fn decrypt(&self, a: &Ciphertext<Ring>) -> Vec<u64> {
        let message = self.context.decrypt(&self.secret, a).unwrap();
        let found = self.context.largest_noise_bits(&self.secret, a, &message).unwrap();
        let bound = self.context.bound_bits(a);
        assert!(found <= bound, "2^{found:.1} above 2^{bound:.1}");
        message
    }
}

#[test]
fn automorphisms_are_those_of_the_definition() {
    for (m, t) in [(64, 65_537), (31, 2), (45, 1 << 59)] {
        let exponents: Vec<u32> = Index::new(m).unwrap().units().collect();
        let instance = Instance::new(m, t, &exponents);
        let ring = Cyclotomic::new(ModQ(t), m);
        let message = Stream::new(m).residues(ring.degree(), t);
        let (a, value) = (instance.encrypt(&message, 0), ring.from_powerful(&message));
        for &k in &exponents {
            let image = instance.context.automorphism(&a, k, &instance.keys).unwrap();
            let found = ring.from_powerful(&instance.decrypt(&image));
            assert!(found == ring.automorphism(&value, u64::from(k)), "m = {m}, k = {k}");
        }
    }
}

#[test]
fn automorphisms_and_products_follow_each_other() {
    let (m, t) = (64, 257);
    let instance = Instance::new(m, t, &[3, 63]);
    let ring = Cyclotomic::new(ModQ(t), m);
    let message = Stream::new(1).residues(ring.degree(), t);
    let (mut a, mut value) = (instance.encrypt(&message, 0), ring.from_powerful(&message));
    for k in [3, 63, 3] {
        a = instance.context.automorphism(&a, k, &instance.keys).unwrap();
        a = instance.context.multiply(&a, &a, &instance.keys).unwrap();
        value = ring.automorphism(&value, u64::from(k));
        value = ring.mul(&value, &value);
        assert!(ring.from_powerful(&instance.decrypt(&a)) == value, "{k}");
    }
}

#[test]
fn vectors_rotate() {
    for (m, t, length) in [(31, 2, 6), (64, 193, 32), (91, 3, 5)] {
        let index = Index::new(m).unwrap();
        let ring = PlaintextRing::new(&index, t, 1).unwrap();
        let layout = Layout::for_length(&ring, length).unwrap();
        let encoder = Encoder::new(&ring).unwrap();
        let set = KeySet::for_rotations(&layout, 64).unwrap();
        let instance = Instance::new(m, t, set.exponents());
        let vector = Stream::new(m).residues(length, t);
        let message = encoder.encode(&layout.spread(&vector).unwrap()).unwrap();
        let a = instance.encrypt(&message, 0);
        for steps in 0..length {
            let plan = layout.rotation(steps as i64);
            let context = &instance.context;
            let rotated =
                Parameters::rotate(context, &a, &plan, &encoder, (&set, &instance.keys)).unwrap();
            let slots = encoder.decode(&instance.decrypt(&rotated)).unwrap();
            let mut expected = vector.clone();
            expected.rotate_right(steps);
            assert_eq!(layout.gather(&slots).unwrap(), expected, "m = {m}, {steps} steps");
        }
    }
}

#[test]
fn plaintexts_add_and_multiply() {
    for (m, t) in [(64, 65_537), (31, 2), (64, (1 << 59) - 55)] {
        let instance = Instance::new(m, t, &[]);
        let ring = Cyclotomic::new(ModQ(t), m);
        let mut stream = Stream::new(t);
        let n = ring.degree();
        let [x, y] = [stream.residues(n, t), stream.residues(n, t)];
        let (a, context) = (instance.encrypt(&x, 0), &instance.context);
        let [value, other] = [&x, &y].map(|x| ring.from_powerful(x));
        let is = |a: &Ciphertext<Ring>, value: &[u64]| {
            assert!(ring.from_powerful(&instance.decrypt(a)) == value, "m = {m}, t = {t}");
        };
        let plain = context.plaintext(y.clone()).unwrap();
        let sum = context.add_plain(&a, &plain).unwrap();
        is(&sum, &ring.add(&value, &other));
        let product = context.multiply_plain(&a, &plain).unwrap();
        is(&product, &ring.mul(&value, &other));
        is(&context.negate(&product), &ring.scale(-1, &ring.mul(&value, &other)));
        // Largest coefficients, over and over: what is not refused is right. (At index 31 and t = 2 the
        // factor is a root of unity, and nothing is ever refused.)
        let largest = vec![t / 2; n];
        let factor = ring.from_powerful(&largest);
        let largest = context.plaintext(largest).unwrap();
        let (mut a, mut value) = (a, value);
        for _ in 0..20 {
            match context.multiply_plain(&a, &largest) {
                Ok(product) => a = product,
                Err(Error::NoiseBudget { .. }) => break,
                Err(error) => panic!("{error}"),
            }
            value = ring.mul(&value, &factor);
            is(&a, &value);
        }
    }
}

/// Constants that are chosen for the rounding of Q·m/t, added over and over.
#[test]
fn sums_with_chosen_plaintexts_stay_within_their_bound() {
    let (m, t) = (64, 65_537);
    let instance = Instance::new(m, t, &[]);
    let q = instance.context.parameters().primes.iter();
    let q = q.fold(1, |product, q| product * (q % t) % t);
    // Q·m modulo t is as near t/2 as can be.
    let worst = (0..t).min_by_key(|m| (q * m % t).abs_diff(t / 2)).unwrap();
    let n = instance.context.parameters().index.degree();
    let plain = instance.context.plaintext(vec![worst; n]).unwrap();
    let mut a = instance.encrypt(&vec![0; n], 0);
    for count in 1..=2_000 {
        a = instance.context.add_plain(&a, &plain).unwrap();
        if count % 500 == 0 {
            assert_eq!(instance.decrypt(&a), vec![worst * count % t; n]);
        }
    }
}

#[test]
fn what_lacks_a_key_or_is_no_plaintext_is_refused() {
    let instance = Instance::new(64, 257, &[3]);
    let a = instance.encrypt(&[1; 32], 0);
    let context = &instance.context;
    let missing = context.automorphism(&a, 5, &instance.keys).unwrap_err();
    assert!(matches!(missing, Error::MissingKey { .. }), "{missing}");
    let seed = Seed::from_bytes([1; 32]);
    let bare = context.generate_evaluation_keys(&instance.secret, false, &[], &seed).unwrap();
    assert!(matches!(bare.relinearisation(), Err(Error::MissingKey { .. })));
    assert_eq!(bare.automorphisms().len(), 0);
    for k in [0, 2, 64] {
        assert!(context.generate_evaluation_keys(&instance.secret, false, &[k], &seed).is_err());
    }
    for wrong in [vec![0; 31], vec![0; 33], vec![257; 32]] {
        assert!(context.plaintext(wrong).is_err());
    }
    let other = Instance::new(128, 257, &[3]);
    let foreign = other.context.plaintext(vec![256; 64]).unwrap();
    assert!(context.add_plain(&a, &foreign).is_err());
    assert!(context.multiply_plain(&a, &foreign).is_err());
    assert!(other.context.automorphism(&a, 3, &other.keys).is_err());
    assert!(context.automorphism(&a, 3, &other.keys).is_err());
}
