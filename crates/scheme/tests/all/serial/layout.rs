//! The byte layout of docs/serialisation.md, read by a reader that shares no code with the library.

use num_bigint::BigInt;
use ringassay_ring::{
    Crt, Element, Powerful, RnsRing,
    rns::Lift,
    sample::{Distribution, Label, Sampler, Seed, uniform_into},
};
use ringassay_scheme::serial::SavedSecret as _;
use ringassay_scheme::{bgv::Parameters, serial::Saved};

use crate::{
    bgv_objects::{COUNT, Instance, parameters},
    objects::seed,
};

/// BLAKE3 of nothing, and of 0, 1, …, 250, 0, 1, … (8193 bytes): the test vectors of its authors.
#[test]
fn the_hash_is_blake3() {
    let nothing = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
    assert_eq!(blake3::hash(b"").to_hex().as_str(), nothing);
    let bytes: Vec<u8> = (0..8193).map(|i| (i % 251) as u8).collect();
    let many = "bab6c09cb8ce8cf459261398d2e7aef35700bf488116ceb94a36d0f5f1b7bc3b";
    assert_eq!(blake3::hash(&bytes).to_hex().as_str(), many);
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The body of an object, after its envelope was looked at.
    fn of(object: &'a [u8], kind: u8, parameters: &Parameters) -> Self {
        let (rest, hash) = object.split_at(object.len() - 32);
        assert_eq!(blake3::hash(rest).as_bytes(), hash);
        let mut bytes = Self(rest);
        assert_eq!(bytes.take(8), [0x89, b'r', b'i', b'n', b'g', 13, 10, 26]);
        assert_eq!(bytes.take(4), [2, 0, 1, kind]);
        assert_eq!(bytes.number(8), bytes.0.len() as u64 - 32);
        let body = parameters_body(parameters);
        let context = "ringassay 2026 fingerprint of BGV parameters";
        assert_eq!(bytes.take(32), blake3::derive_key(context, &body));
        bytes
    }

    fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn number(&mut self, count: usize) -> u64 {
        self.take(count).iter().rev().fold(0, |x, &byte| x << 8 | u64::from(byte))
    }

    fn seed(&mut self) -> Seed {
        Seed::from_bytes(self.take(32).try_into().unwrap())
    }

    /// `count` residues of as many bits as q - 1 has, bit by bit.
    fn residues(&mut self, count: usize, q: u64) -> Vec<u64> {
        let width = (0..64).find(|&b| b == 63 || (q - 1) >> b == 0).unwrap();
        let packed = self.take((count * width).div_ceil(8));
        let bit = |k: usize| u64::from(packed[k / 8] >> (k % 8) & 1);
        assert!((count * width..8 * packed.len()).all(|k| bit(k) == 0));
        (0..count).map(|i| (0..width).map(|j| bit(i * width + j) << j).sum()).collect()
    }

    fn element(&mut self, ring: &RnsRing) -> Element<Crt> {
        let limbs = ring.moduli().iter().flat_map(|&q| self.residues(ring.degree(), q));
        Element::from_residues(ring, &limbs.collect::<Vec<u64>>()).unwrap()
    }
}

/// What a seed stands for: limb by limb, each depending on its prime alone.
fn expanded(seed: &Seed, ring: &RnsRing) -> Element<Crt> {
    let limb = |&q: &u64| {
        let mut limb = vec![0; ring.degree()];
        uniform_into(&mut limb, q, &seed.derive(Label::new("limb"), q));
        limb
    };
    Element::from_residues(ring, &ring.moduli().iter().flat_map(limb).collect::<Vec<u64>>())
        .unwrap()
}

/// The fields of a parameter set, one after the other.
pub(crate) fn parameters_body(parameters: &Parameters) -> Vec<u8> {
    let mut body = (parameters.index.m() as u32).to_le_bytes().to_vec();
    body.extend(parameters.plaintext.prime.to_le_bytes());
    body.extend(parameters.plaintext.exponent.to_le_bytes());
    for primes in [&parameters.large, &parameters.small, &parameters.special] {
        body.extend((primes.len() as u32).to_le_bytes());
        body.extend(primes.iter().flat_map(|q| q.to_le_bytes()));
    }
    body.extend((parameters.digit_limbs as u64).to_le_bytes());
    body.extend(parameters.fresh_log2_q.to_le_bytes());
    match parameters.secret {
        Distribution::Ternary => body.push(0),
        Distribution::BoundedTernary => body.push(6),
        Distribution::BiasedTernary { zeros, of } => {
            body.push(1);
            body.extend([zeros, of].map(u64::to_le_bytes).concat());
        }
        Distribution::SparseTernary { weight } => {
            body.push(2);
            body.extend((weight as u64).to_le_bytes());
        }
        Distribution::CenteredBinomial { eta } => {
            body.push(3);
            body.extend(eta.to_le_bytes());
        }
        Distribution::DiscreteGaussian { sigma } => {
            body.push(4);
            body.extend(sigma.to_le_bytes());
        }
        Distribution::Spherical { sigma } => {
            body.push(5);
            body.extend(sigma.to_le_bytes());
        }
    }
    body.extend(parameters.sigma.to_le_bytes());
    body
}

#[test]
fn a_parameter_set() {
    for i in 0..COUNT {
        let parameters = parameters(i);
        let saved = parameters.save().unwrap();
        assert_eq!(Bytes::of(&saved, 1, &parameters).0, parameters_body(&parameters));
    }
}

#[test]
fn a_plaintext() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let (message, n) = (instance.message(3), instance.context.ring().degree());
        let saved = message.save(&instance.context).unwrap();
        let mut bytes = Bytes::of(&saved, 5, instance.context.parameters());
        assert_eq!(bytes.residues(n, instance.context.t().q()), message.coefficients());
        assert!(bytes.0.is_empty());
    }
}

#[test]
fn a_ciphertext() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let context = &instance.context;
        let message = instance.message(3);
        let seeded = context.encrypt_secret(&instance.secret, &message, &seed(9)).unwrap();
        let fresh = instance.encrypted(4);
        let product = context.tensor(&fresh, &fresh).unwrap();
        let low = context.switch_to(&product, 1).unwrap();
        for (x, with_seed) in [(&seeded, true), (&fresh, false), (&product, false), (&low, false)] {
            let saved = x.save(context).unwrap();
            let mut bytes = Bytes::of(&saved, 6, context.parameters());
            assert_eq!(bytes.number(4), x.level() as u64);
            assert_eq!(bytes.number(1), x.parts().len() as u64);
            assert_eq!(bytes.number(1), u64::from(with_seed));
            let noise: Vec<f64> = (0..29).map(|_| f64::from_bits(bytes.number(8))).collect();
            assert_eq!(noise[18], x.noise().tail.log2());
            assert!(noise[19..28].is_sorted() && noise[19] > 0.0 && noise[27] == 1.0);
            assert_eq!(noise[28], x.noise().log2_worst);
            // log2 of the mean of Σ share_k·y^k is log2 + log2 Σ share_k·k!.
            for (words, profile) in
                [(0, x.noise().mean), (6, x.noise().fourth), (12, x.noise().bound)]
            {
                let moments = noise[words + 1..words + 6].iter().zip([1., 1., 2., 6., 24.]);
                let mean: f64 = moments.map(|(share, moment)| share * moment).sum();
                assert!((noise[words] + mean.log2() - profile.log2_mean()).abs() < 1e-9);
            }
            let ring = context.ring().pick(&context.modulus_chain().levels()[x.level()].limbs);
            let seed = with_seed.then(|| bytes.seed());
            for (j, part) in x.parts().iter().enumerate() {
                match &seed {
                    Some(seed) if j == 1 => assert_eq!(&expanded(seed, &ring), part),
                    _ => assert_eq!(&bytes.element(&ring), part),
                }
            }
            assert!(bytes.0.is_empty());
        }
    }
}

/// The coefficients that the sampler draws from the seed of the key.
fn secret_of(instance: &Instance) -> Vec<i64> {
    let parameters = instance.context.parameters();
    let mut coefficients = vec![0; parameters.index.degree()];
    let sampler = Sampler::new(&parameters.index, parameters.secret).unwrap();
    let own = seed(1).derive(Label::new("key.sec"), 0);
    sampler.sample_into(&mut coefficients, &mut own.stream(Label::new("secret"), 0));
    coefficients
}

#[test]
fn a_secret_key() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let saved = instance.secret.save_secret(&instance.context).unwrap();
        let mut bytes = Bytes::of(&saved, 2, instance.context.parameters());
        let bound = match instance.context.parameters().secret {
            Distribution::CenteredBinomial { eta } => i64::from(eta),
            _ => 1,
        };
        let residues = bytes.residues(instance.context.ring().degree(), 2 * bound as u64 + 1);
        let read: Vec<i64> = residues.iter().map(|&x| x as i64 - bound).collect();
        assert_eq!(read, secret_of(&instance));
        assert!(bytes.0.is_empty());
    }
}

/// t·g·e for a short e: lifted to integers, every coefficient is short and a multiple of t. Anything
/// else is as long as the modulus.
fn assert_is_error(x: Element<Crt>, t: u64, context: &str) {
    let powerful = x.into_powerful();
    let lift = Lift::new(&powerful.ring().rns_moduli().unwrap());
    for coefficient in powerful.lift_big(&lift).unwrap() {
        assert!(coefficient.bits() < 30, "{context}: {} bits", coefficient.bits());
        assert!(coefficient % t == BigInt::ZERO, "{context}: no multiple of {t}");
    }
}

#[test]
fn a_public_key_hides_zero() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let parameters = instance.context.parameters();
        let saved = instance.public.save(&instance.context).unwrap();
        let mut bytes = Bytes::of(&saved, 3, parameters);
        let levels = instance.context.modulus_chain().levels();
        // One special prime, by which encryptions are divided.
        let special = (!parameters.special.is_empty()).then(|| parameters.ciphertext_primes());
        let limbs: Vec<usize> =
            levels.last().unwrap().limbs.iter().copied().chain(special).collect();
        let ring = instance.context.ring().pick(&limbs);
        let a = expanded(&bytes.seed(), &ring);
        let mut b = bytes.element(&ring);
        assert!(bytes.0.is_empty());
        let s = Element::<Powerful>::from_i64(&ring, &secret_of(&instance)).unwrap().into_crt();
        b.mul_add_assign(&a, &s).unwrap();
        assert_is_error(b, instance.context.t().q(), "public key");
    }
}

/// If a public key and an encryption under the secret key had randomness in common, the difference of
/// the two would be the message.
#[test]
fn one_seed_for_all_has_many_uses() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let (context, parameters) = (&instance.context, instance.context.parameters());
        let same = seed(77);
        let secret = context.generate_secret_key(&same).unwrap();
        let public = context.generate_public_key(&secret, &same).unwrap();
        let keys =
            context.generate_evaluation_keys(&secret, true, &instance.exponents, &same).unwrap();
        let message = instance.message(3);
        let x = context.encrypt_secret(&secret, &message, &same).unwrap();

        let saved = public.save(context).unwrap();
        let key_seed = Bytes::of(&saved, 3, parameters).seed();
        let saved = x.save(context).unwrap();
        let mut bytes = Bytes::of(&saved, 6, parameters);
        bytes.take(4 + 1 + 1 + 29 * 8);
        let seeds = [same, key_seed, bytes.seed()];
        let distinct: std::collections::BTreeSet<_> = seeds.iter().map(Seed::expose).collect();
        assert_eq!(distinct.len(), 3, "seeds that are published twice, or the caller's own");
        let saved = keys.save(context).unwrap();
        for seed in &seeds {
            let own = seed.expose();
            assert!(!saved.windows(own.len()).any(|window| window == own.as_slice()));
        }
        // By expansion, whatever the seeds are: a of the ciphertext is no limb of a of the key.
        let x_ring = context.ring().pick(&context.modulus_chain().levels()[x.level()].limbs);
        let key = expanded(&seeds[1], &x_ring);
        for limb in 0..x_ring.moduli().len() {
            assert_ne!(key.limb(limb), x.parts()[1].limb(limb));
        }
    }
}

#[test]
fn evaluation_keys_hide_secrets() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let (context, parameters) = (&instance.context, instance.context.parameters());
        let ring = context.ring();
        let saved = instance.evaluation.save(context).unwrap();
        let mut bytes = Bytes::of(&saved, 4, parameters);
        assert_eq!(bytes.number(1), 1);
        assert_eq!(bytes.number(4), instance.exponents.len() as u64);
        let exponents: Vec<u64> = instance.exponents.iter().map(|_| bytes.number(4)).collect();
        let expected: Vec<u64> = instance.exponents.iter().map(|&k| u64::from(k)).collect();
        assert_eq!(exponents, expected);
        let s = Element::<Powerful>::from_i64(ring, &secret_of(&instance)).unwrap().into_crt();
        let m = parameters.index.m();
        let inverse = |k: u64| (1..m).find(|x| x * k % m == 1).unwrap();
        // From s² to s, then from s to σ⁻¹(s).
        let mut switches = vec![(s.clone(), &s * &s)];
        switches
            .extend(exponents.iter().map(|&k| (s.automorphism(inverse(k)).unwrap(), s.clone())));
        for (target, source) in switches {
            let seed = bytes.seed();
            for (j, digit) in parameters.digits().into_iter().enumerate() {
                let a = expanded(&seed.derive(Label::new("uniform"), j as u64), ring);
                let mut b = bytes.element(ring);
                b.mul_add_assign(&a, &target).unwrap();
                // Less P·source modulo the primes of the digit.
                let factors = ring.moduli().iter().enumerate().map(|(i, &q)| {
                    let product = |r: u128, &p: &u64| r * u128::from(p) % u128::from(q);
                    let p = parameters.special.iter().fold(1, product) as u64;
                    if digit.contains(&i) { p % q } else { 0 }
                });
                let mut gadget = source.clone();
                gadget.scale_limbs_assign(&factors.collect::<Vec<_>>()).unwrap();
                b.try_sub_assign(&gadget).unwrap();
                assert_is_error(b, context.t().q(), "hint");
            }
        }
        assert!(bytes.0.is_empty());
    }
}
