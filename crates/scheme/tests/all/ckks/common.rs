//! An instance with keys, and the embedding by its definition.

use std::f64::consts::TAU;

use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Ring,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, PublicKey, RingType,
        Scale, SecretKey,
    },
};

pub(super) type Complex = (f64, f64);

pub(super) fn times(a: Complex, b: Complex) -> Complex {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

pub(super) fn plus(a: Complex, b: Complex) -> Complex {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn absolute(a: Complex) -> f64 {
    libm::hypot(a.0, a.1)
}

/// Levels of these bits each, special primes of 50 bits; no security.
pub(super) fn parameters(
    m: u64,
    levels: &[&[u32]],
    special: usize,
    digit_limbs: usize,
) -> Parameters {
    parameters_in(Index::new(m).unwrap(), levels, special, digit_limbs)
}

/// Likewise, in the conjugate-invariant ring of index m.
pub(super) fn real_parameters(
    m: u64,
    levels: &[&[u32]],
    special: usize,
    digit_limbs: usize,
) -> Parameters {
    parameters_in(Index::conjugate_invariant(m).unwrap(), levels, special, digit_limbs)
}

fn parameters_in(
    index: Index,
    levels: &[&[u32]],
    special: usize,
    digit_limbs: usize,
) -> Parameters {
    let bits = [vec![50; special], levels.concat()].concat();
    let primes = primes::search_each(&index, &bits).unwrap();
    let (special, mut rest) = (primes[..special].to_vec(), &primes[special..]);
    let mut level = |bits: &&[u32]| {
        let (own, others) = rest.split_at(bits.len());
        rest = others;
        own.to_vec()
    };
    let levels = levels.iter().map(&mut level).collect();
    Parameters {
        index,
        levels,
        special,
        digit_limbs,
        log2_scale: 40,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

pub(super) fn seed(n: u64) -> Seed {
    let mut bytes = [9; 32];
    bytes[..8].copy_from_slice(&n.to_le_bytes());
    Seed::from_bytes(bytes)
}

/// SplitMix64, as uniform numbers.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// From -1 to 1.
    pub(super) fn real(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(super) fn reals(&mut self, n: usize) -> Vec<Complex> {
        (0..n).map(|_| (self.real(), 0.0)).collect()
    }

    /// In the unit disc.
    pub(super) fn complexes(&mut self, n: usize) -> Vec<Complex> {
        let mut one = || loop {
            let z = (self.real(), self.real());
            if absolute(z) <= 1.0 {
                return z;
            }
        };
        (0..n).map(|_| one()).collect()
    }

    /// Numbers of all slots: in the unit disc, or real ones.
    pub(super) fn message(&mut self, parameters: &Parameters) -> Vec<Complex> {
        match parameters.ring_type() {
            RingType::Standard => self.complexes(parameters.slots()),
            RingType::ConjugateInvariant => self.reals(parameters.slots()),
        }
    }
}

/// The size of such numbers.
pub(super) fn magnitude(parameters: &Parameters) -> Magnitude {
    match parameters.ring_type() {
        RingType::Standard => Magnitude::complex(1.0),
        RingType::ConjugateInvariant => Magnitude::real(1.0),
    }
}

/// g^j modulo the index for each slot.
fn exponents(parameters: &Parameters) -> Vec<u64> {
    let m = parameters.index.m();
    let power = |g: &u64| Some(g * u64::from(parameters.generator) % m);
    std::iter::successors(Some(1), power).take(parameters.slots()).collect()
}

fn root(parameters: &Parameters, exponent: u64) -> Complex {
    let m = parameters.index.m();
    let angle = TAU * (exponent % m) as f64 / m as f64;
    (angle.cos(), angle.sin())
}

/// The coefficients round(Δ/n·Σ_j Re(z_j·conj(ζ^(k·g^j)))), by the definition.
pub(super) fn encode(parameters: &Parameters, z: &[Complex], scale: &Scale) -> Vec<i128> {
    let slots = parameters.slots();
    assert_eq!(z.len(), slots);
    let (exponents, delta) = (exponents(parameters), scale.to_f64());
    let coefficient = |k: u64| {
        let terms = exponents.iter().zip(z).map(|(&g, &(re, im))| {
            let (x, y) = root(parameters, g * k);
            re * x + im * y
        });
        (delta * terms.sum::<f64>() / slots as f64).round() as i128
    };
    (0..parameters.index.degree() as u64).map(coefficient).collect()
}

/// Σ_k c_k·ζ^(k·g^j)/Δ for each slot, by the definition; of the conjugate-invariant ring
/// (c_0 + Σ_k c_k·(ζ^(k·g^j) + ζ^(-k·g^j)))/Δ.
pub(super) fn decode(
    parameters: &Parameters,
    coefficients: &[i128],
    scale: &Scale,
) -> Vec<Complex> {
    let delta = scale.to_f64();
    let slot = |&g: &u64| {
        let terms = (0..).zip(coefficients).map(|(k, &c)| {
            let (x, y) = root(parameters, g * k);
            match parameters.ring_type() {
                RingType::ConjugateInvariant if k > 0 => (2.0 * c as f64 * x, 0.0),
                _ => (c as f64 * x, c as f64 * y),
            }
        });
        let (re, im) = terms.fold((0.0, 0.0), plus);
        (re / delta, im / delta)
    };
    exponents(parameters).iter().map(slot).collect()
}

/// An instance with all the keys that tests need.
pub(super) struct Fixture {
    pub(super) context: Context<RnsRing>,
    pub(super) secret: SecretKey<RnsRing>,
    pub(super) public: PublicKey<RnsRing>,
    pub(super) keys: EvaluationKeys<RnsRing>,
    pub(super) count: std::cell::Cell<u64>,
}

impl Fixture {
    /// With keys for all rotations by these steps, and for conjugation.
    pub(super) fn new(parameters: &Parameters, rotations: &[i64]) -> Self {
        let context = Context::exact(parameters).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let mut exponents: Vec<u32> =
            rotations.iter().map(|&steps| parameters.rotation(steps)).collect();
        exponents.extend(parameters.conjugation());
        let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed(3)).unwrap();
        Self { context, secret, public, keys, count: 100.into() }
    }

    pub(super) fn parameters(&self) -> &Parameters {
        self.context.parameters()
    }

    pub(super) fn plaintext(&self, z: &[Complex], scale: &Scale) -> Plaintext {
        let magnitude = Magnitude::of(z.iter().map(|&z| absolute(z)));
        Plaintext::new(encode(self.parameters(), z, scale), scale.clone(), magnitude)
    }

    pub(super) fn encrypt(&self, z: &[Complex]) -> Ciphertext<RnsRing> {
        self.count.set(self.count.get() + 1);
        let magnitude = magnitude(self.parameters());
        let scale = self.parameters().scale();
        let coefficients = encode(self.parameters(), z, &scale);
        let plaintext = Plaintext::new(coefficients, scale, magnitude);
        self.context.encrypt(&self.public, &plaintext, &seed(self.count.get())).unwrap()
    }

    /// The coefficients of the phase, none of which is so large that bits of it are dropped.
    pub(super) fn coefficients(&self, a: &Ciphertext<RnsRing>) -> Vec<i128> {
        let phase = self.context.decrypt(&self.secret, a).unwrap();
        assert_eq!(phase.dropped_bits, 0);
        phase.coefficients
    }

    pub(super) fn decrypt(&self, a: &Ciphertext<RnsRing>) -> Vec<Complex> {
        decode(self.parameters(), &self.coefficients(a), a.scale())
    }

    /// log2 of the largest error of a slot, and of their root mean square.
    pub(super) fn errors(&self, a: &Ciphertext<RnsRing>, expected: &[Complex]) -> (f64, f64) {
        let found = self.decrypt(a);
        let errors = found.iter().zip(expected).map(|(&a, &b)| absolute((a.0 - b.0, a.1 - b.1)));
        let errors: Vec<f64> = errors.collect();
        let largest = errors.iter().copied().fold(0.0, f64::max);
        let square = errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64;
        (largest.log2(), square.log2() / 2.0)
    }

    /// Fails unless every slot is right up to the stated bound, and the average error is within
    /// `average_bits` of what is stated.
    #[track_caller]
    pub(super) fn check(&self, a: &Ciphertext<RnsRing>, expected: &[Complex], average_bits: f64) {
        let (largest, average) = self.errors(a, expected);
        let worst = self.context.log2_worst_error(a);
        assert!(largest <= worst, "largest error 2^{largest:.2}, bound 2^{worst:.2}");
        assert!(worst < -8.0, "a bound of 2^{worst} says nothing");
        let stated = self.context.log2_average_error(a);
        let difference = (average - stated).abs();
        assert!(difference <= average_bits, "average error 2^{average:.2}, stated 2^{stated:.2}");
        let (certain, message) =
            (a.estimate().log2_certain_error(a.scale()), a.estimate().log2_message(a.scale()));
        assert!(worst <= certain + 1e-9);
        let size = expected.iter().map(|&z| absolute(z)).fold(0.0, f64::max);
        assert!(size.log2() <= message + 1e-6, "message {size}, bound 2^{message}");
    }
}

/// The limbs of all components, to be compared.
pub(super) fn words(a: &Ciphertext<RnsRing>) -> Vec<Vec<u64>> {
    let limbs = a.parts().iter().flat_map(|part| {
        assert!(RnsRing::ring(part).limbs() > 0);
        part.iter_limbs().map(<[u64]>::to_vec)
    });
    limbs.collect()
}

/// Checks rotations by all steps, also hoisted, under keys for each; what they were checked with.
pub(super) fn every_rotation(
    parameters: Parameters,
    generator: u32,
    x: &[Complex],
) -> (Fixture, Ciphertext<RnsRing>) {
    let slots = x.len() as i64;
    let parameters = Parameters { generator, ..parameters };
    let fixture = Fixture::new(&parameters, &(0..slots).collect::<Vec<_>>());
    let (context, keys) = (&fixture.context, &fixture.keys);
    let a = fixture.encrypt(x);
    let hoisted = context.hoist(&a).unwrap();
    for step in -slots - 1..2 * slots + 2 {
        let rotated = context.rotate(&a, step, keys).unwrap();
        let mut expected = x.to_vec();
        expected.rotate_left(step.rem_euclid(slots) as usize);
        fixture.check(&rotated, &expected, 1.0);
        let again = context.rotate_hoisted(&hoisted, step, keys).unwrap();
        assert_eq!(words(&again), words(&rotated));
    }
    (fixture, a)
}
