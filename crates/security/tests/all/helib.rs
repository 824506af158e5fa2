//! HElib's own security estimate, against figures measured with HElib.

use ringassay_security::{CostModel, Lwe, Secret, estimate, helib_bits};

/// Index, dimension, log2 of the product of all primes, and the level that HElib reported. The
/// bits of each are rounded, so the level may be off by one.
#[test]
fn levels_that_helib_reports() {
    let contexts = [
        (5461, 5292, 214.0, 78.0),
        (8191, 8190, 322.0, 79.0),
        (13981, 12000, 469.0, 79.0),
        (15709, 15004, 557.0, 84.0),
        (15709, 15004, 587.0, 79.0),
        (21845, 16384, 429.0, 128.0),
    ];
    for (index, dimension, log2_q, level) in contexts {
        let got = helib_bits(index, dimension, log2_q, 3.2, None).unwrap();
        assert!((got - level).abs() < 1.0, "m {index}: {got}, reported {level}");
    }
}

#[test]
fn sparse_lines() {
    // Power of two, so that x = 32768 / (1001.68 - log2 3.2) = 32.768.
    let at = |weight| helib_bits(65536, 32768, 1000.0 + 3.2f64.log2(), 3.2, Some(weight));
    let x = 32.768;
    for (weight, expected) in [
        (120, 2.4 * x + 19.0),
        (210, 3.0 * x + 6.0),
        (450, 3.55 * x - 12.0),
        (9999, 3.55 * x - 12.0),
    ] {
        assert!((at(weight).unwrap() - expected).abs() < 1e-9, "{weight}");
    }
    let middle = (at(120).unwrap() + at(150).unwrap()) / 2.0;
    assert!((at(135).unwrap() - middle).abs() < 1e-9);
    assert_eq!(at(119), None);
    assert_eq!(helib_bits(1024, 512, 1.0, 3.2, None), None);
    assert_eq!(helib_bits(1024, 512, 900.0, 3.2, None), Some(0.0));
}

/// HElib's line was fitted to an estimator of 2020; ours is a few bits below it at 128 bits.
#[test]
fn comparison_with_ours() {
    let helib = helib_bits(32768, 16384, 430.0, 3.2, None).unwrap();
    let lwe = Lwe::with_standard_error(16384, 430.0, Secret::Ternary);
    let ours = estimate(&lwe, CostModel::Matzov).unwrap().bits;
    assert!((helib - ours).abs() < 5.0, "{helib} {ours}");
}
