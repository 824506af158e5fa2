//! Laws that every estimate obeys.

use ringassay_security::{
    Attack, AttackStatus, CostModel, Error, Lwe, Problem, Secret, attack_status, estimate,
    estimate_attacks, max_log2_q, min_dimension, ntru_is_overstretched, ntru_overstretched_log2_q,
};

const MODELS: [CostModel; 4] =
    [CostModel::Matzov, CostModel::CoreSvp, CostModel::CoreSvpQuantum, CostModel::Sieve2018];

/// Searches over several parameters at once may miss the minimum by so much.
const NOISE_BITS: f64 = 0.05;

fn bits(lwe: &Lwe, model: CostModel) -> f64 {
    estimate(lwe, model).unwrap().bits
}

fn secrets() -> [Secret; 5] {
    [
        Secret::Ternary,
        Secret::SparseTernary { weight: 64 },
        Secret::SparseTernary { weight: 400 },
        Secret::Gaussian { std: 2.0 },
        Secret::Uniform,
    ]
}

/// `values` must be strictly ascending parameters that make the problem harder.
fn assert_rises(name: &str, estimates: &[f64]) {
    for pair in estimates.windows(2) {
        assert!(pair[0] <= pair[1] + NOISE_BITS, "{name}: {estimates:?}");
    }
    let (first, last) = (estimates[0], estimates[estimates.len() - 1]);
    assert!(first + 1.0 < last, "{name} does not matter: {estimates:?}");
}

#[test]
fn harder_with_dimension_and_error_easier_with_modulus() {
    for secret in secrets() {
        for model in MODELS {
            let lwe = |n, log2_q, error_std| {
                bits(&Lwe { dimension: n, log2_q, error_std, secret, samples: None }, model)
            };
            let name = |what: &str| format!("{what}, {secret:?}, {model}");
            let by_n = [1800, 1900, 2048, 2300, 3000, 4096].map(|n| lwe(n, 54.0, 3.19));
            assert_rises(&name("dimension"), &by_n);
            let by_q = [200.0, 90.0, 60.0, 54.5, 54.0, 50.0, 36.0].map(|q| lwe(2048, q, 3.19));
            assert_rises(&name("modulus"), &by_q);
            let by_error = [1.0, 2.0, 3.19, 3.2, 4.0, 16.0, 256.0].map(|e| lwe(2048, 54.0, e));
            assert_rises(&name("error"), &by_error);
        }
    }
}

#[test]
fn harder_with_weight_and_with_fewer_samples() {
    for model in MODELS {
        let weights = [4, 16, 32, 64, 128, 256, 512, 1024].map(|weight| {
            let secret = Secret::SparseTernary { weight };
            bits(&Lwe::with_standard_error(4096, 100.0, secret), model)
        });
        assert_rises(&format!("weight, {model}"), &weights);
        let samples = [None, Some(4096), Some(1024), Some(700), Some(600)].map(|samples| {
            let lwe = Lwe::with_standard_error(1024, 27.0, Secret::Ternary);
            bits(&Lwe { samples, ..lwe }, model)
        });
        assert_rises(&format!("samples, {model}"), &samples);
    }
}

#[test]
fn wide_secrets_are_no_better_than_the_error() {
    let at = |secret| bits(&Lwe::with_standard_error(2048, 54.0, secret), CostModel::Matzov);
    let as_error = at(Secret::Gaussian { std: 3.19 });
    assert_eq!(at(Secret::Uniform), as_error);
    assert_eq!(at(Secret::Gaussian { std: 100.0 }), as_error);
    assert!(at(Secret::Ternary) < as_error);
}

#[test]
fn the_estimate_is_the_least_of_its_attacks() {
    let secret = Secret::SparseTernary { weight: 64 };
    let lwe = Lwe::with_standard_error(2048, 54.0, secret);
    let all = estimate(&lwe, CostModel::Matzov).unwrap();
    assert_eq!(all.attacks.len(), Attack::ALL.len());
    for attack in Attack::ALL {
        let alone = estimate_attacks(&lwe, CostModel::Matzov, &[attack]).unwrap();
        assert_eq!(Some(&alone.attacks[0]), all.of(attack));
        assert!(alone.bits >= all.bits);
    }
    assert_eq!(all.of(all.attack).unwrap().bits, all.bits);
    // A dense secret has no use for guesses of low weight.
    let dense = Lwe { secret: Secret::Ternary, ..lwe };
    assert_eq!(estimate(&dense, CostModel::Matzov).unwrap().of(Attack::PrimalHybrid), None);
    let sentence = all.to_string();
    let start = format!("{:.1} bits (MATZOV): {}, BKZ-", all.bits, all.attack);
    assert!(sentence.starts_with(&start), "{sentence}");
}

/// The more primal attacks are allowed, the less they cost: none is worse than what it generalises.
#[test]
fn attacks_include_their_special_cases() {
    for weight in [64, 192] {
        let secret = Secret::SparseTernary { weight };
        for log2_q in [30.0, 54.0, 80.0] {
            let lwe = Lwe::with_standard_error(2048, log2_q, secret);
            let all = estimate(&lwe, CostModel::Matzov).unwrap();
            let of = |attack| all.of(attack).unwrap().bits;
            assert!(of(Attack::PrimalHybrid) <= of(Attack::PrimalBdd) + 0.1);
            // A sieve after the last block size that works costs little.
            assert!(of(Attack::PrimalBdd) <= of(Attack::PrimalUsvp) + 0.1);
            assert!(of(Attack::DualHybrid) <= of(Attack::Dual) + NOISE_BITS);
        }
    }
}

#[test]
fn limits_invert_the_estimate() {
    for (secret, target) in
        [(Secret::Ternary, 128.0), (Secret::SparseTernary { weight: 128 }, 110.0)]
    {
        for model in [CostModel::Matzov, CostModel::CoreSvpQuantum] {
            let log2_q = max_log2_q(4096, secret, 3.19, target, model).unwrap();
            let at = |log2_q| bits(&Lwe::with_standard_error(4096, log2_q, secret), model);
            assert!(at(log2_q) >= target && at(log2_q + 1.0 / 64.0) < target + NOISE_BITS);

            let dimension = min_dimension(200.0, secret, 3.19, target, model).unwrap();
            let at = |n| bits(&Lwe::with_standard_error(n, 200.0, secret), model);
            assert!(at(dimension) >= target && at(dimension - 1) < target + NOISE_BITS);
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    let good = Lwe::with_standard_error(1024, 27.0, Secret::Ternary);
    let error = |lwe: Lwe| estimate(&lwe, CostModel::Matzov).unwrap_err();
    assert_eq!(error(Lwe { dimension: 31, ..good }), Error::Dimension(31));
    assert_eq!(error(Lwe { dimension: 1 << 21, ..good }), Error::Dimension(1 << 21));
    assert_eq!(error(Lwe { log2_q: 1.0, ..good }), Error::Modulus(1.0));
    assert!(matches!(error(Lwe { log2_q: f64::NAN, ..good }), Error::Modulus(_)));
    for error_std in [0.0, -1.0, f64::NAN, f64::INFINITY, 2f64.powi(25)] {
        assert!(matches!(error(Lwe { error_std, ..good }), Error::ErrorStd { .. }), "{error_std}");
    }
    for error_std in [1e-3, 0.01, 0.49] {
        assert_eq!(error(Lwe { error_std, ..good }), Error::NarrowError(error_std));
        let judged = attack_status(Problem::Lwe, &Lwe { error_std, ..good }, CostModel::Matzov);
        assert_eq!(judged, AttackStatus::NotEstimated(Error::NarrowError(error_std)));
    }
    for zero in [-0.1, 1.0, f64::NAN] {
        let secret = Secret::BiasedTernary { zero };
        assert!(matches!(error(Lwe { secret, ..good }), Error::SecretZeros(_)), "{zero}");
    }
    for weight in [0, 1025] {
        let secret = Secret::SparseTernary { weight };
        assert_eq!(error(Lwe { secret, ..good }), Error::Weight { weight, dimension: 1024 });
    }
    let secret = Secret::Gaussian { std: f64::NAN };
    assert!(matches!(error(Lwe { secret, ..good }), Error::SecretStd(_)));
    let none = Lwe { secret: Secret::Uniform, samples: Some(3), ..good };
    assert_eq!(error(none), Error::TooFewSamples { samples: 3 });
    assert_eq!(estimate_attacks(&good, CostModel::Matzov, &[]).unwrap_err(), Error::NoAttack);
    let limit = |n, target| max_log2_q(n, Secret::Ternary, 3.19, target, CostModel::Matzov);
    assert!(matches!(limit(64, 128.0), Err(Error::Unreachable { .. })));
    // Guessing alone takes more than that, whatever the modulus.
    assert!(matches!(limit(4096, 40.0), Err(Error::Unlimited { .. })));
    assert!(matches!(limit(1024, f64::NAN), Err(Error::Target(_))));
    assert_eq!(limit(3, 128.0), Err(Error::Dimension(3)));
    let least = min_dimension(32768.0, Secret::Ternary, 3.19, 4000.0, CostModel::Matzov);
    assert!(matches!(least, Err(Error::Unreachable { .. })));
}

/// Nothing panics and everything is a number at the ends of the ranges.
#[test]
fn extreme_parameters() {
    for dimension in [32, 1 << 20] {
        for log2_q in [2.0, 64.0, 32768.0] {
            for error_std in [0.5, 1e5] {
                for samples in [None, Some(0), Some(dimension)] {
                    for secret in secrets() {
                        let lwe = Lwe { dimension, log2_q, error_std, secret, samples };
                        match estimate(&lwe, CostModel::Matzov) {
                            Ok(estimate) => assert!(estimate.bits > 0.0, "{lwe:?} {estimate}"),
                            Err(
                                Error::ErrorStd { .. }
                                | Error::TooFewSamples { .. }
                                | Error::Weight { .. },
                            ) => {}
                            Err(error) => panic!("{lwe:?}: {error}"),
                        }
                    }
                }
            }
        }
    }
}

/// 2021/999: log2 q about 16.9 at n = 1024, 21.8 at 4096, 24.3 at 8192.
#[test]
fn overstretched_ntru() {
    for (n, log2_q) in [(1024, 16.9), (4096, 21.8), (8192, 24.3)] {
        assert!((ntru_overstretched_log2_q(n) - log2_q).abs() < 0.06);
        assert!(ntru_is_overstretched(n, log2_q + 0.1) && !ntru_is_overstretched(n, log2_q - 0.1));
    }
}
