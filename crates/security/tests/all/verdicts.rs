//! The parameters of PAnTHErS by today's estimates.

use ringassay_security::{
    AttackStatus, CostModel, Error, Lwe, Problem, Secret, attack_status, estimate, max_log2_q,
    max_log2_q_of, notes, ntru_is_overstretched,
};

/// The paper's error has deviation 2√n.
fn paper(problem: Problem, dimension: usize, log2_q: f64) -> AttackStatus {
    let error_std = 2.0 * (dimension as f64).sqrt();
    let lwe = Lwe { dimension, log2_q, error_std, secret: Secret::Ternary, samples: None };
    attack_status(problem, &lwe, CostModel::Matzov)
}

#[test]
fn the_papers_choice_is_not_secure_today() {
    let bits = |dimension| paper(Problem::Lwe, dimension, 281.0).bits().unwrap();
    assert!((48.0..52.0).contains(&bits(4096)), "{}", bits(4096));
    assert!(bits(8192) < 128.0);
    assert!(bits(16384) >= 128.0);
    let narrow = Lwe::with_standard_error(4096, 281.0, Secret::Ternary);
    let narrow = attack_status(Problem::Lwe, &narrow, CostModel::Matzov).bits().unwrap();
    assert!((47.0..51.0).contains(&narrow), "{narrow}");
}

#[test]
fn overstretched_points_are_never_secure() {
    for (dimension, limit) in [(1024, 16.9), (4096, 21.8), (8192, 24.3)] {
        let beyond = paper(Problem::Ntru, dimension, limit + 0.1);
        assert!(matches!(beyond, AttackStatus::Overstretched { .. }), "{beyond}");
        assert_eq!(beyond.bits(), None);
        assert!(!beyond.reaches(0.0));
        assert!(beyond.to_string().contains("not to protect data"));
        let below = paper(Problem::Ntru, dimension, limit - 0.1);
        assert!(below.bits().is_some(), "{below}");
    }
    assert!(matches!(paper(Problem::Lwe, 1024, 100.0), AttackStatus::Estimated(_)));
}

/// A key of NTRU is one sample whose error is as narrow as the secret, however wide the noise.
#[test]
fn keys_of_ntru_are_as_hard_as_their_narrower_part() {
    for (dimension, log2_q) in [(1024, 16.0), (4096, 21.0)] {
        let error_std = (2.0f64 / 3.0).sqrt();
        let samples = Some(dimension);
        let key = Lwe { dimension, log2_q, error_std, secret: Secret::Ternary, samples };
        let expected = estimate(&key, CostModel::Matzov).unwrap().bits;
        assert_eq!(paper(Problem::Ntru, dimension, log2_q).bits(), Some(expected));
    }
}

/// One sample of a ring is n samples: too few to exchange a key that is wider than the error for a narrow
/// one, which any number of samples allows.
#[test]
fn keys_of_ntru_are_one_sample() {
    for (dimension, log2_q, std) in [(1024, 14.0, 8.0), (2048, 16.0, 12.0)] {
        let secret = Secret::Gaussian { std };
        let key = Lwe { dimension, log2_q, error_std: 3.19, secret, samples: None };
        let status = attack_status(Problem::Ntru, &key, CostModel::Matzov);
        let one = Lwe { samples: Some(dimension), ..key };
        let bits = |lwe: &Lwe| estimate(lwe, CostModel::Matzov).unwrap().bits;
        assert_eq!(status.bits(), Some(bits(&one)));
        assert!(bits(&one) > bits(&key) + 1.0, "{} {}", bits(&one), bits(&key));
    }
}

/// Keys of few nonzero coefficients have errors as narrow, below what errors may be elsewhere.
#[test]
fn sparse_keys_of_ntru_need_no_errors() {
    let secret = Secret::SparseTernary { weight: 64 };
    let key = Lwe::with_standard_error(1024, 14.0, secret);
    let status = attack_status(Problem::Ntru, &key, CostModel::Matzov);
    assert!(status.bits().is_some_and(|bits| bits > 45.0), "{status}");
}

/// What a reader of the figure is told: nothing for a dense secret with the usual errors.
#[test]
fn limits_that_an_estimate_touches_are_named() {
    let told = |problem, lwe: &Lwe| {
        let found = attack_status(problem, lwe, CostModel::Matzov);
        let AttackStatus::Estimated(found) = found else { panic!("{found}") };
        notes(problem, lwe, &found).join("\n")
    };
    let dense = Lwe::with_standard_error(4096, 106.0, Secret::Ternary);
    assert_eq!(told(Problem::Lwe, &dense), "");
    let with = |secret| told(Problem::Lwe, &Lwe { secret, ..dense });
    assert!(with(Secret::SparseTernary { weight: 64 }).contains("keep a margin"));
    assert!(with(Secret::Gaussian { std: 0.3 }).contains("judged as sparse, weight 31"));
    assert!(with(Secret::Gaussian { std: 0.1 }).contains("broken"));
    let few = Lwe { error_std: 0.7, ..dense };
    assert!(told(Problem::Lwe, &few).contains("algebraic"));
    assert!(told(Problem::Lwe, &Lwe { error_std: 2.0, ..dense }).contains("narrower"));
    let wide = Lwe { error_std: 1e14, log2_q: 60.0, ..dense };
    assert!(told(Problem::Lwe, &wide).contains("no plaintext modulus"));
    // A sample of TFHE decrypts, though no ring's public key could encrypt with such errors.
    let gate = Lwe { dimension: 586, error_std: 4e5, log2_q: 32.0, ..dense };
    let said = told(Problem::Lwe, &gate);
    assert!(said.contains("as in FHEW and TFHE") && !said.contains("not usable"), "{said}");
    let hopeless = Lwe { error_std: 2f64.powi(29), ..gate };
    assert!(told(Problem::Lwe, &hopeless).contains("not usable"));
    let small = Lwe::with_standard_error(1024, 22.0, Secret::Ternary);
    assert!(told(Problem::Lwe, &small).contains("2023/302"));
}

#[test]
fn what_is_not_estimated_is_not_recommended() {
    let wide = paper(Problem::Lwe, 1024, 4.0);
    assert!(matches!(wide, AttackStatus::NotEstimated(_)), "{wide}");
    assert!(!wide.reaches(1.0));
}

#[test]
fn what_is_broken_is_called_so() {
    assert!(paper(Problem::Lwe, 1024, 300.0).to_string().starts_with("broken: "));
}

/// The largest modulus is one that still reaches the target, and 1/64 more is not: for any problem.
#[test]
fn the_largest_modulus_is_the_largest() {
    let key = |dimension, log2_q| Lwe::with_standard_error(dimension, log2_q, Secret::Ternary);
    let model = CostModel::Matzov;
    for (problem, dimension, bits) in
        [(Problem::Lwe, 2048, 128.0), (Problem::Ntru, 1024, 128.0), (Problem::Ntru, 4096, 128.0)]
    {
        let most = max_log2_q_of(problem, &key(dimension, 2.0), bits, model).unwrap();
        assert!(attack_status(problem, &key(dimension, most), model).reaches(bits));
        let more = key(dimension, most + 1.0 / 64.0);
        assert!(!attack_status(problem, &more, model).reaches(bits), "{problem:?} {most}");
    }
    let most = max_log2_q_of(Problem::Lwe, &key(2048, 50.0), 128.0, model);
    assert_eq!(most, max_log2_q(2048, Secret::Ternary, 3.19, 128.0, model));
    // What bounds an NTRU key of this dimension is that larger moduli are overstretched.
    let most = max_log2_q_of(Problem::Ntru, &key(4096, 2.0), 128.0, model).unwrap();
    assert!(ntru_is_overstretched(4096, most + 1.0 / 64.0));
}

#[test]
fn a_target_out_of_reach_is_said() {
    let tiny = Lwe::with_standard_error(64, 10.0, Secret::Ternary);
    let refused = max_log2_q_of(Problem::Ntru, &tiny, 256.0, CostModel::Matzov);
    assert!(matches!(refused, Err(Error::Unreachable { .. })), "{refused:?}");
}
