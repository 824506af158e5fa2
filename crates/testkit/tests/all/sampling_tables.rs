//! Exact distances of what the discrete Gaussian draws, for uniform words, from its definition.

use num_bigint::BigUint;
use ringassay_ring::sample::gaussian::{DiscreteGaussian, MIN_SIGMA, Table};
use ringassay_testkit::statistics::exact::{distance, folded_gaussian, folded_sum, folded_table};

/// The precision of the comparison.
const BITS: u64 = 200;

/// The law of |x| for the number that the sampler draws, digit by digit, from its table.
fn drawn(gaussian: &DiscreteGaussian) -> Vec<BigUint> {
    let digit = folded_table(&gaussian.table().thresholds(), Table::BITS.into(), BITS);
    let first = digit.clone();
    (1..gaussian.digits())
        .fold(first, |above, _| folded_sum(gaussian.factor(), &above, &digit, BITS))
}

fn distance_from_definition(sigma: f64, drawn: &[BigUint]) -> f64 {
    let reach = drawn.len().max((15.0 * sigma) as usize + 15) as u32;
    distance(drawn, &folded_gaussian(sigma, reach, BITS), BITS)
}

#[test]
fn tables_are_within_two_to_minus_70() {
    for sigma in
        [MIN_SIGMA, 0.3, 0.5, 1.0, 2.0, 3.19, 3.2, 4.0, 6.0, 8.0 / (std::f64::consts::TAU).sqrt()]
    {
        let gaussian = DiscreteGaussian::new(sigma);
        assert_eq!(gaussian.digits(), 1, "σ = {sigma}");
        let distance = distance_from_definition(sigma, &drawn(&gaussian));
        println!("σ = {sigma}: 2^{:.2}, {} thresholds", distance.log2(), gaussian.table().bound());
        assert!(distance <= 2.0_f64.powi(-70), "σ = {sigma}: {:.2}", distance.log2());
    }
}

#[test]
fn sums_of_digits_are_within_two_to_minus_64() {
    for sigma in [20.0, 25.5, 60.0, 100.0, 150.0] {
        let gaussian = DiscreteGaussian::new(sigma);
        let distance = distance_from_definition(sigma, &drawn(&gaussian));
        println!(
            "σ = {sigma}: 2^{:.2}, {} digits in base {}, {} thresholds",
            distance.log2(),
            gaussian.digits(),
            gaussian.factor(),
            gaussian.table().bound()
        );
        assert!(gaussian.digits() > 1, "σ = {sigma}");
        assert!(distance <= 2.0_f64.powi(-64), "σ = {sigma}: {:.2}", distance.log2());
    }
}

/// A threshold off by 2^-60, a width off by 2^-50, and digits too far apart to smooth the steps.
#[test]
fn faults_are_found() {
    let allowed = 2.0_f64.powi(-64);
    let mut thresholds = DiscreteGaussian::new(3.2).table().thresholds();
    thresholds[3] += 1 << (Table::BITS - 60);
    let table = folded_table(&thresholds, Table::BITS.into(), BITS);
    assert!(distance_from_definition(3.2, &table) > allowed);

    let table = drawn(&DiscreteGaussian::new(3.2));
    assert!(distance_from_definition(3.2 * (1.0 + 2.0_f64.powi(-50)), &table) > allowed);

    let digit = folded_gaussian(2.0, 40, BITS);
    let sum = folded_sum(3, &digit, &digit, BITS);
    assert!(distance_from_definition(2.0 * 10.0_f64.sqrt(), &sum) > allowed);
}
