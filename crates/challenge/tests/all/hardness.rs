//! The estimate of an instance is that of the LWE instance it is.

use std::f64::consts::PI;

use ringassay_challenge::{Parameters, hardness};
use ringassay_security::{CostModel, Lwe, Problem, Secret, attack_status};

#[test]
fn bits_are_those_of_plain_lwe_and_grow_with_the_degree() {
    // Scaled variance 4/m̂, which in each coefficient is the variance 4/2π.
    let bits = |m: u64| {
        let svar = 4.0 / (m as f64 / 2.0);
        hardness::of(&Parameters::continuous(m, 769, svar, 3).unwrap()).unwrap().bits()
    };
    let lwe = Lwe {
        dimension: 256,
        log2_q: 769f64.log2(),
        error_std: (4.0 / (2.0 * PI)).sqrt(),
        secret: Secret::Uniform,
        samples: Some(768),
    };
    assert_eq!(bits(512), attack_status(Problem::Lwe, &lwe, CostModel::Matzov).bits());
    assert!(bits(512).unwrap() < bits(1024).unwrap());
}
