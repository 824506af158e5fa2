//! RGSW ciphertexts and blind rotation, against the definition: sums of products of integers.

use proptest::prelude::*;
use ringassay_kernels::Backend;
use ringassay_ring::{
    Element, Powerful, RnsRing,
    index::Index,
    lwe::{LweDistribution, LweSample, LweSecret},
    primes,
    sample::{Distribution, Label, Sampler, Seed, uniform_into},
};
use ringassay_scheme::{
    rgsw::{RgswEncryption, Rlwe, RlweSecret, RotationKey, RotationTable},
    ring::LweRing,
};

const LABEL: Label = Label::new("test");
const SIGMA: f64 = 3.2;

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

/// Keys over a ring: of degree 64, rank 2, dimension 12, unless said otherwise.
struct Keys {
    ring: RnsRing,
    secret: RlweSecret<RnsRing>,
    bits: LweSecret,
    gadget: <RnsRing as LweRing>::LeadingGadget,
    key: RotationKey<RnsRing>,
}

impl Keys {
    fn new(backend: Backend, bits: u32, (width, count): (u32, u32), rank: usize) -> Self {
        let index = Index::new(128).unwrap();
        let primes = primes::search(&index, bits, 1, &[]).unwrap();
        let ring = RnsRing::with_backend(&index, &primes, backend).unwrap();
        let mut stream = seed(1).stream(LABEL, 0);
        let ternary = Sampler::new(&index, Distribution::Ternary).unwrap();
        let errors = Sampler::new(&index, Distribution::DiscreteGaussian { sigma: SIGMA }).unwrap();
        let secret = RlweSecret::draw(&ring, rank, &ternary, &mut stream).unwrap();
        let bits = LweSecret::draw(12, LweDistribution::Binary, &mut stream).unwrap();
        let gadget = ring.leading_gadget(width, count).unwrap();
        let encryption =
            RgswEncryption { ring: &ring, secret: &secret, gadget: &gadget, errors: &errors };
        let key = RotationKey::new(&encryption, &bits, 12, &seed(2), &seed(3)).unwrap();
        Self { ring, secret, bits, gadget, key }
    }

    fn q(&self) -> i128 {
        self.ring.moduli()[0].into()
    }

    fn table(&self) -> RotationTable<RnsRing> {
        self.key.prepare(&self.gadget).unwrap()
    }

    /// B - Σ A_j·S_j by sums of products of integers, in (-q/2, q/2].
    fn phase(&self, x: &Rlwe<RnsRing>) -> Vec<i128> {
        let (degree, secret) = (self.ring.degree(), self.secret.flattened(&self.ring));
        let (body, mask) = x.components().split_last().unwrap();
        let mut phase: Vec<i128> = body.limb(0).iter().map(|&b| b.into()).collect();
        for (a, s) in mask.iter().zip(secret.coefficients().chunks(degree)) {
            for (i, &a) in a.limb(0).iter().enumerate() {
                for (j, &s) in s.iter().enumerate() {
                    let sign = if i + j < degree { -1 } else { 1 };
                    phase[(i + j) % degree] += sign * i128::from(a) * i128::from(s);
                }
            }
        }
        phase.into_iter().map(|x| self.centred(x)).collect()
    }

    fn centred(&self, x: i128) -> i128 {
        let x = x.rem_euclid(self.q());
        if 2 * x > self.q() { x - self.q() } else { x }
    }

    fn uniform(&self, byte: u8) -> Rlwe<RnsRing> {
        let component = |i: usize| {
            let mut words = vec![0; self.ring.degree()];
            uniform_into(&mut words, self.ring.moduli()[0], &seed(byte).derive(LABEL, i as u64));
            Element::<Powerful>::from_residues(&self.ring, &words).unwrap()
        };
        Rlwe::new((0..=self.secret.rank()).map(component).collect()).unwrap()
    }

    /// The variance of what an external product adds to a coefficient: gates of TFHE, 2018/421, corollary 3.14.
    fn product_variance(&self, (width, count): (u32, u32), bit: f64) -> f64 {
        let (components, degree) = ((self.secret.rank() + 1) as f64, self.ring.degree() as f64);
        let base = f64::from(width).exp2();
        let digits = f64::from(count) * components * degree * (base * base + 2.0) / 12.0;
        let dropped = 2.0 * RnsRing::gadget_elements(&self.gadget)[0].ilog2() as f64;
        let kappa = 2.0 / 3.0;
        let rounded = (1.0 + (components - 1.0) * degree * kappa) * dropped.exp2() / 12.0;
        digits * SIGMA * SIGMA + bit * rounded
    }
}

fn mean_square(values: &[i128]) -> f64 {
    values.iter().map(|&x| (x as f64).powi(2)).sum::<f64>() / values.len() as f64
}

#[test]
fn an_external_product_is_the_bit_times_the_phase_and_noise_of_the_formula() {
    for (bits, digits, rank) in [(39, (16, 1), 2), (26, (8, 2), 1), (50, (10, 3), 3)] {
        let keys = Keys::new(Backend::Portable, bits, digits, rank);
        let mut errors = [Vec::new(), Vec::new()];
        for (place, bit) in keys.key.bits().iter().enumerate() {
            let (table, value) = (bit.prepare().unwrap(), keys.bits.coefficients()[place]);
            for byte in 0..4 {
                let x = keys.uniform(byte);
                let product = table.external_product(&x, &keys.gadget).unwrap();
                let phases = keys.phase(&product).into_iter().zip(keys.phase(&x));
                errors[value as usize].extend(
                    phases.map(|(product, x)| keys.centred(product - i128::from(value) * x)),
                );
            }
        }
        for (bit, errors) in errors.iter().enumerate() {
            assert!(errors.len() > 500, "coefficients of both values");
            let ratio = mean_square(errors) / keys.product_variance(digits, bit as f64);
            assert!((0.7..1.4).contains(&ratio), "{bits}, {digits:?}, {rank}: {ratio}");
        }
    }
}

#[test]
fn cmux_selects() {
    let digits = (16, 1);
    let keys = Keys::new(Backend::Portable, 39, digits, 2);
    let (set, unset) = (keys.uniform(7), keys.uniform(8));
    let largest = 8.0 * keys.product_variance(digits, 1.0).sqrt();
    for (place, bit) in keys.key.bits().iter().enumerate() {
        let selected = bit.prepare().unwrap().cmux(&set, &unset, &keys.gadget).unwrap();
        let expected = if keys.bits.coefficients()[place] == 1 { &set } else { &unset };
        let pairs = keys.phase(&selected).into_iter().zip(keys.phase(expected));
        assert!(pairs.into_iter().all(|(x, y)| (keys.centred(x - y) as f64).abs() < largest));
    }
}

#[test]
fn every_backend_gives_the_same_words() {
    for (bits, digits) in [(39, (16, 1)), (26, (8, 2)), (50, (10, 3))] {
        let rotated = |backend| {
            let keys = Keys::new(backend, bits, digits, 2);
            let sample = sample(12, 128, 9);
            let rotated = keys.table().rotate(&[(&sample, &keys.uniform(4))]).unwrap();
            let components = rotated[0].components().iter();
            components.map(|x| x.limb(0).to_vec()).collect::<Vec<_>>()
        };
        let portable = rotated(Backend::Portable);
        for backend in Backend::available() {
            assert_eq!(rotated(backend), portable, "{backend:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let keys = Keys::new(Backend::Portable, 39, (16, 1), 2);
    let table = keys.table();
    let start = keys.uniform(1);
    assert!(table.rotate(&[(&sample(11, 128, 1), &start)]).is_err(), "dimension");
    assert!(table.rotate(&[(&sample(12, 64, 1), &start)]).is_err(), "modulus");
    let other = Keys::new(Backend::Portable, 39, (16, 1), 1);
    assert!(table.rotate(&[(&sample(12, 128, 1), &other.uniform(1))]).is_err(), "rank");
    assert!(start.phase(&other.secret).is_err(), "rank of secrets");
    let ring = Keys::new(Backend::Portable, 40, (16, 1), 2);
    assert!(table.rotate(&[(&sample(12, 128, 1), &ring.uniform(1))]).is_err(), "ring");
    assert!(Rlwe::<RnsRing>::new(vec![]).is_err());
}

fn sample(dimension: usize, q: u64, byte: u8) -> LweSample {
    let mut words = vec![0; dimension + 1];
    uniform_into(&mut words, q, &seed(byte));
    LweSample::new(words, q).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn a_blind_rotation_is_a_product_with_a_power_of_x(bytes in prop::collection::vec(0_u8..250, 1..4)) {
        let digits = (16, 1);
        let keys = Keys::new(Backend::Portable, 39, digits, 2);
        let starts: Vec<_> = bytes.iter().map(|&byte| (sample(12, 128, byte), keys.uniform(byte))).collect();
        let starts: Vec<_> = starts.iter().map(|(sample, x)| (sample, x)).collect();
        let rotated = keys.table().rotate(&starts).unwrap();
        let largest = 8.0 * (12.0 * keys.product_variance(digits, 1.0)).sqrt();
        for ((sample, x), rotated) in starts.iter().zip(&rotated) {
            let terms = sample.mask().iter().zip(keys.bits.coefficients());
            let phase = sample.body() as i64 - terms.map(|(&a, &s)| a as i64 * s).sum::<i64>();
            let (before, after) = (keys.phase(x), keys.phase(rotated));
            for (i, &after) in after.iter().enumerate() {
                // X^(-φ)·X^(i + φ) = X^i, X^64 = -1.
                let from = (i as i64 + phase).rem_euclid(128) as usize;
                let expected = if from < 64 { before[from] } else { -before[from - 64] };
                prop_assert!((keys.centred(after - expected) as f64).abs() < largest);
            }
            let extracted = rotated.extract(5).unwrap();
            let phase = keys.secret.flattened(&keys.ring).phase(&extracted).unwrap();
            prop_assert_eq!(keys.centred(phase.into()), after[5]);
            prop_assert_eq!(keys.centred(rotated.phase(&keys.secret).unwrap().limb(0)[5].into()), after[5]);
        }
    }
}
