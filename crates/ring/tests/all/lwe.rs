//! Samples of learning with errors, against definitions.

use proptest::prelude::*;
use ringassay_ring::{
    Crt, Element, IntElement, Powerful, RnsRing,
    index::Index,
    lwe::{
        Exponent, LweDistribution, LweEncryption, LweError, LweSample, LweSecret, LweSwitchKey,
        SecretMean, SwitchShape,
    },
    primes,
    sample::{Distribution, Label, Sampler, Seed, Stream, uniform_into},
};

const LABEL: Label = Label::new("test");

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

fn stream(byte: u8) -> Stream {
    seed(byte).stream(LABEL, 0)
}

fn secret(dimension: usize, distribution: LweDistribution) -> LweSecret {
    LweSecret::draw(dimension, distribution, &mut stream(1)).unwrap()
}

fn uniform_sample(dimension: usize, q: u64, byte: u8) -> LweSample {
    let mut words = vec![0; dimension + 1];
    uniform_into(&mut words, q, &seed(byte));
    LweSample::new(words, q).unwrap()
}

/// b - Σ a_i·s_i, as an integer.
fn phase(sample: &LweSample, secret: &LweSecret) -> i128 {
    let terms = sample.mask().iter().zip(secret.coefficients());
    i128::from(sample.body()) - terms.map(|(&a, &s)| i128::from(a) * i128::from(s)).sum::<i128>()
}

/// The representative in [-q/2, q/2).
fn centred(x: i128, q: u64) -> i128 {
    let q = i128::from(q);
    (x + q / 2).rem_euclid(q) - q / 2
}

/// Mean and variance of what `f` gives for each of so many numbers.
fn moments(count: u64, mut f: impl FnMut(u64) -> f64) -> (f64, f64) {
    let values: Vec<f64> = (0..count).map(&mut f).collect();
    let mean = values.iter().sum::<f64>() / count as f64;
    let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
    (mean, squares / (count - 1) as f64)
}

fn ring() -> RnsRing {
    let index = Index::new(64).unwrap();
    let primes = primes::search(&index, 40, 1, &[]).unwrap();
    RnsRing::new(&index, &primes).unwrap()
}

fn element(ring: &RnsRing, byte: u8) -> Element<Powerful> {
    let mut words = vec![0; ring.degree()];
    uniform_into(&mut words, ring.moduli()[0], &seed(byte));
    Element::from_residues(ring, &words).unwrap()
}

#[test]
fn secrets_have_the_distribution_that_they_are_asked_for() {
    let n = 1 << 14;
    for distribution in [
        LweDistribution::Binary,
        LweDistribution::Ternary,
        LweDistribution::Gaussian { sigma: 2.5 },
    ] {
        let secret = secret(n, distribution);
        let s = secret.coefficients();
        let (mean, variance) = moments(n as u64, |i| s[i as usize] as f64);
        let expected = match distribution.mean() {
            SecretMean::Zero => 0.0,
            SecretMean::Half => 0.5,
        };
        let deviation = distribution.variance().sqrt();
        assert!((mean - expected).abs() < 5.0 * deviation / (n as f64).sqrt(), "{mean}");
        assert!((variance / distribution.variance() - 1.0).abs() < 0.08, "{variance}");
        let square = s.iter().map(|&s| (s * s) as f64).sum::<f64>() / n as f64;
        assert!((square / distribution.mean_square() - 1.0).abs() < 0.08, "{square}");
        let smallest = if distribution == LweDistribution::Binary { 0 } else { -1 };
        assert!(
            !matches!(distribution, LweDistribution::Gaussian { .. }) || s.iter().any(|&s| s > 4)
        );
        if !matches!(distribution, LweDistribution::Gaussian { .. }) {
            assert!(s.iter().all(|s| (smallest..=1).contains(s)));
        }
    }
    assert!(LweSecret::draw(0, LweDistribution::Binary, &mut stream(1)).is_err());
    assert_eq!(format!("{:?}", secret(3, LweDistribution::Binary)), "LweSecret(dimension 3)");
}

#[test]
fn fresh_samples_have_their_message_and_an_error_of_the_deviation() {
    for q in [1 << 16, (1 << 39) + 1025, 12_289] {
        let (secret, encryption) =
            (secret(50, LweDistribution::Ternary), LweEncryption { q, sigma: 3.2 });
        let messages: Vec<u64> = (0..4000).map(|i| i * 977 % q).collect();
        let samples = encryption.encrypt(&messages, &secret, &seed(2), &mut stream(3)).unwrap();
        let (mean, variance) = moments(4000, |i| {
            let sample = &samples[i as usize];
            assert_eq!(
                i128::from(secret.phase(sample).unwrap()),
                phase(sample, &secret).rem_euclid(q.into())
            );
            centred(phase(sample, &secret) - i128::from(messages[i as usize]), q) as f64
        });
        assert!(mean.abs() < 0.3 && (variance / 10.24 - 1.0).abs() < 0.15, "{mean}, {variance}");
        assert_ne!(samples[0].mask(), samples[1].mask());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let (x, y) = (uniform_sample(5, 97, 1), uniform_sample(6, 97, 2));
    let other = uniform_sample(5, 98, 3);
    assert_eq!(
        LweSample::combine(&[(1, &x), (1, &y)], 0),
        Err(LweError::Dimension { given: 6, expected: 5 })
    );
    assert_eq!(
        LweSample::combine(&[(1, &x), (1, &other)], 0),
        Err(LweError::OtherModulus { left: 97, right: 98 })
    );
    assert_eq!(LweSample::combine(&[(-1025, &x)], 0), Err(LweError::Multipliers(1025)));
    assert!(LweSample::combine(&[], 0).is_err() && LweSample::combine(&[(1, &x)], 97).is_err());
    assert_eq!(
        LweSample::new(vec![1, 97], 97),
        Err(LweError::NotReduced { position: 1, value: 97, q: 97 })
    );
    assert!(LweSample::new(vec![], 97).is_err() && LweSample::new(vec![0], (1 << 52) + 1).is_err());
    assert_eq!(x.switch_modulus(1, SecretMean::Zero), Err(LweError::Modulus(1)));
    assert!(secret(4, LweDistribution::Binary).phase(&x).is_err());
    let shape = SwitchShape { from: 5, to: 3, q: 1 << 10, width: 3, count: 3 };
    for wrong in [
        SwitchShape { q: 1000, ..shape },
        SwitchShape { q: 1 << 33, ..shape },
        SwitchShape { count: 4, ..shape },
        SwitchShape { count: 0, ..shape },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
    let key = LweSwitchKey::from_parts(shape, seed(1), vec![0; 15]).unwrap();
    assert!(key.prepare().switch(&[uniform_sample(5, 1 << 11, 1)]).is_err());
    assert!(key.prepare().switch(&[uniform_sample(4, 1 << 10, 1)]).is_err());
    assert!(LweSwitchKey::from_parts(shape, seed(1), vec![0; 14]).is_err());
    assert!(LweSwitchKey::from_parts(shape, seed(1), vec![1 << 10; 15]).is_err());
}

proptest! {
    #[test]
    fn phases_of_combinations_are_combinations_of_phases(
        q in 2_u64..1 << 52, factors in prop::collection::vec(-200_i64..200, 1..5), constant in any::<u64>(), byte in 0_u8..200,
    ) {
        let constant = constant % q;
        let secret = secret(9, LweDistribution::Gaussian { sigma: 3.0 });
        let samples: Vec<LweSample> =
            (0..factors.len() as u8).map(|i| uniform_sample(9, q, byte + i)).collect();
        let terms: Vec<(i64, &LweSample)> = factors.iter().copied().zip(&samples).collect();
        let combined = LweSample::combine(&terms, constant).unwrap();
        let expected: i128 = terms.iter().map(|&(c, x)| i128::from(c) * phase(x, &secret)).sum();
        prop_assert_eq!(centred(phase(&combined, &secret) - expected - i128::from(constant), q), 0);
    }

    #[test]
    fn another_modulus_is_the_nearest_multiple(q in 2_u64..1 << 52, to in 2_u64..1 << 52, byte in 0_u8..250) {
        let x = uniform_sample(20, q, byte);
        let switched = x.switch_modulus(to, SecretMean::Zero).unwrap();
        for (&word, &image) in x.words().iter().zip(switched.words()) {
            let exact = i128::from(word) * i128::from(to);
            // q·image - to·word is at most q/2 in magnitude, modulo q·to.
            let (q, modulus) = (i128::from(q), i128::from(q) * i128::from(to));
            let difference = (q * i128::from(image) - exact + modulus / 2).rem_euclid(modulus) - modulus / 2;
            prop_assert!(2 * difference.abs() <= q);
        }
        // The mean of the secret moves the body alone.
        let half = x.switch_modulus(to, SecretMean::Half).unwrap();
        prop_assert_eq!(half.mask(), switched.mask());
    }

    #[test]
    fn a_coefficient_is_extracted(coefficient in 0_usize..32, byte in 0_u8..200) {
        let ring = ring();
        let sampler = Sampler::new(ring.index(), Distribution::Ternary).unwrap();
        let secrets: Vec<IntElement<Powerful>> = (0..3).map(|_| {
            let mut secret = IntElement::zero(ring.index());
            sampler.sample_into(secret.coefficients_mut(), &mut stream(byte));
            secret
        }).collect();
        let mask: Vec<Element<Powerful>> = (0..3).map(|i| element(&ring, byte + i)).collect();
        let body = element(&ring, byte + 3);
        let mut expected = body.clone().into_crt();
        for (a, s) in mask.iter().zip(&secrets) {
            let s: Element<Crt> = s.reduce(&ring).unwrap().into_crt();
            expected.try_sub_assign(&(&a.clone().into_crt() * &s)).unwrap();
        }
        let sample = LweSample::extract(&mask, &body, coefficient).unwrap();
        let secret = LweSecret::of_elements(&secrets);
        let phase = secret.phase(&sample).unwrap();
        prop_assert_eq!(phase, expected.into_powerful().limb(0)[coefficient]);
        prop_assert!(LweSample::extract(&mask, &body, 32).is_err());
    }

    #[test]
    fn a_rotation_is_a_product_with_a_power_of_zeta(word in 0_u64..64, negated: bool, byte in 0_u8..250) {
        let (ring, sample) = (ring(), LweSample::new(vec![5, word], 64).unwrap());
        let x = element(&ring, byte);
        let rotated = x.rotated(Exponent { sample: &sample, place: 1, negated }).unwrap();
        let exponent = if negated { (64 - word) % 64 } else { word } as usize;
        let mut monomial = vec![0_i64; 32];
        monomial[exponent % 32] = if exponent < 32 { 1 } else { -1 };
        let monomial = Element::<Powerful>::from_i64(&ring, &monomial).unwrap().into_crt();
        let expected = (&x.clone().into_crt() * &monomial).into_powerful();
        prop_assert_eq!(rotated, expected);
        let beyond = Exponent { sample: &sample, place: 2, negated };
        prop_assert!(x.rotated(beyond).is_err());
    }
}

#[test]
fn rounding_the_mask_costs_half_when_the_mean_of_the_secret_is_known() {
    let (n, q, to) = (600, (1 << 39) + 1025, 1 << 10);
    let secret = secret(n, LweDistribution::Binary);
    let added = |mean: SecretMean| {
        let (_, variance) = moments(1500, |i| {
            let mut words = vec![0; n + 1];
            uniform_into(&mut words, q, &seed(9).derive(LABEL, i));
            let x = LweSample::new(words, q).unwrap();
            let switched = x.switch_modulus(to, mean).unwrap();
            let before = phase(&x, &secret).rem_euclid(q.into()) as f64 / q as f64;
            let after = phase(&switched, &secret).rem_euclid(to.into()) as f64 / to as f64;
            let difference = after - before;
            (difference - difference.round()) * to as f64
        });
        variance
    };
    let (plain, known) = (added(SecretMean::Zero), added(SecretMean::Half));
    let expected = |w: f64| (1.0 + n as f64 * w) / 12.0;
    assert!((plain / expected(0.5) - 1.0).abs() < 0.2, "{plain} for {}", expected(0.5));
    assert!((known / expected(0.25) - 1.0).abs() < 0.2, "{known} for {}", expected(0.25));
}

#[test]
fn switched_keys_add_what_the_formula_says() {
    for (q, width, count) in
        [(1_u64 << 16, 2, 6), (1 << 15, 5, 2), (1 << 26, 4, 4), (1 << 26, 12, 1)]
    {
        let shape = SwitchShape { from: 203, to: 101, q, width, count };
        let sigma = 3.2;
        let (from, to) = (
            secret(203, LweDistribution::Ternary),
            LweSecret::draw(101, LweDistribution::Binary, &mut stream(7)).unwrap(),
        );
        let key = LweSwitchKey::new(shape, [&from, &to], sigma, &seed(4), &mut stream(5)).unwrap();
        let table = key.prepare();
        let samples: Vec<LweSample> = (0..200).map(|i| uniform_sample(203, q, i)).collect();
        let switched = table.switch(&samples).unwrap();
        let alone: Vec<LweSample> =
            samples.iter().flat_map(|x| table.switch(std::slice::from_ref(x)).unwrap()).collect();
        assert_eq!(switched, alone, "a batch is each of its samples");
        let (mean, variance) = moments(200, |i| {
            let (x, y) = (&samples[i as usize], &switched[i as usize]);
            assert_eq!((y.dimension(), y.q()), (101, q));
            centred(phase(y, &to) - phase(x, &from), q) as f64
        });
        let base = f64::from(1 << width);
        let digits = f64::from(count) * (base * base + 2.0) / 12.0 * sigma * sigma;
        let dropped = (1_u64 << shape.dropped()) as f64;
        let rounded = if shape.dropped() == 0 { 0.0 } else { dropped * dropped / 12.0 * 2.0 / 3.0 };
        let expected = 203.0 * (digits + rounded);
        let ratio = (variance + mean * mean) / expected;
        assert!((ratio - 1.0).abs() < 0.4, "{variance} for {expected}: {shape:?}");
        let again = LweSwitchKey::from_parts(shape, key.masks().clone(), key.bodies().to_vec());
        assert_eq!(again.unwrap().prepare().switch(&samples).unwrap(), switched);
    }
}

#[test]
fn an_element_is_kept_by_a_coefficient_of_a_secret() {
    let (ring, secret) = (ring(), LweSecret::new(vec![0, 1, -1]));
    let x = element(&ring, 3).into_crt();
    for (place, value, stays) in
        [(0, 0, true), (0, 1, false), (1, 1, true), (1, -1, false), (2, -1, true), (2, 1, false)]
    {
        let mut kept = x.clone();
        secret.keep_where(place, value, &mut kept).unwrap();
        assert!(kept.is_secret());
        let expected = if stays { x.clone() } else { Element::zero(&ring) };
        assert_eq!(kept, expected, "{place}, {value}");
    }
    assert!(secret.keep_where(3, 0, &mut x.clone()).is_err());
}
