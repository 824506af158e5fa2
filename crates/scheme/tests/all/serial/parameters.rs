//! Parameter sets of which there is no instance, or none within the limits.

use ringassay_ring::{index::Index, primes::search, sample::Distribution};
use ringassay_scheme::{
    Scheme,
    bgv::{Context, Parameters},
    serial::{Kind, SerialError},
};

use crate::{
    bgv_objects::parameters,
    envelope::enveloped,
    serial::{laws::forged_parameters, layout::parameters_body},
};

fn object(body: &[u8]) -> Vec<u8> {
    forged_parameters::<Parameters>(body)
}

/// Both saving the set and loading its bytes fail, with this in the message.
fn refused(change: impl Fn(&mut Parameters), reason: &str) {
    // m = 16, t = 9.
    let mut wrong = parameters(1);
    change(&mut wrong);
    let errors =
        [wrong.save().map(drop), Parameters::load(&object(&parameters_body(&wrong))).map(drop)];
    for error in errors {
        let error = error.expect_err(reason).to_string();
        assert!(error.contains(reason), "“{error}” does not say “{reason}”");
    }
}

#[test]
fn moduli() {
    refused(|p| p.large[0] += 1, "prime");
    refused(|p| p.large[0] = 0, "prime");
    refused(|p| p.large[0] = 1, "prime");
    refused(|p| p.large[1] = p.small[0] * p.small[0], "prime");
    refused(|p| p.large[0] = (1 << 62) + 1, "the size of a prime");
    refused(|p| p.large[0] = u64::MAX, "the size of a prime");
    refused(|p| p.large[1] = p.large[0], "occurs twice");
    refused(|p| p.special[0] = p.small[0], "occurs twice");
    // 1 modulo t, not modulo m.
    refused(|p| p.special[0] = only(9, 16), "order 16");
}

/// The other way round messages have factors, and parameters say so when they are loaded.
#[test]
fn a_prime_that_is_not_1_modulo_t() {
    let mut changed = parameters(1);
    assert!(!changed.has_factors());
    changed.large[0] = only(16, 9);
    let bytes = changed.save().unwrap();
    let loaded = Parameters::load(&bytes).unwrap();
    assert_eq!(loaded, changed);
    assert!(loaded.has_factors());
}

/// A prime that is 1 modulo `a` and not modulo `b`.
fn only(a: u64, b: u64) -> u64 {
    let primes = search(&Index::new(a).unwrap(), 46, 40, &[]).unwrap();
    primes.into_iter().find(|q| q % b != 1).unwrap()
}

#[test]
fn plaintext_moduli() {
    for (prime, exponent) in [
        (0, 1),
        (1, 1),
        (4, 1),
        (2, 1),
        (3, 0),
        (3, 38),
        (3, u32::MAX),
        (1, u32::MAX),
        (u64::MAX, 1),
        (1 << 31, 1),
    ] {
        refused(
            |p| (p.plaintext.prime, p.plaintext.exponent) = (prime, exponent),
            if prime == 2 || prime == 4 { "plaintext modulus" } else { "" },
        );
    }
}

#[test]
fn counts() {
    refused(|p| p.large.clear(), "at least one large prime");
    refused(|p| p.small.extend(&p.large.split_off(0)), "at least one large prime");
    refused(|p| p.digit_limbs = 0, "at least one prime to a digit");
    refused(|p| p.digit_limbs = 65, "the number of primes to a digit");
    refused(|p| p.digit_limbs = usize::MAX, "the number of primes to a digit");
    let many = search(&Index::new(144).unwrap(), 50, 65, &[]).unwrap();
    refused(|p| p.special = many[..64].to_vec(), "the number of primes");
    refused(|p| p.large = many.clone(), "the number of primes");
    refused(|p| p.small = many[..7].to_vec(), "small ones");
    // At the limits.
    let mut largest = parameters(1);
    (largest.large, largest.small, largest.special) =
        (many[..55].to_vec(), many[55..61].to_vec(), many[61..64].to_vec());
    (largest.digit_limbs, largest.fresh_log2_q) = (64, f64::INFINITY);
    assert_eq!(Parameters::load(&largest.save().unwrap()).unwrap(), largest);
    Context::exact(&largest).unwrap();
}

#[test]
fn widths_and_distributions() {
    for fresh in [f64::NAN, f64::NEG_INFINITY, 0.0, -0.0, 1.0, 19.0, -f64::NAN] {
        refused(|p| p.fresh_log2_q = fresh, "no prime has at most");
    }
    for sigma in [f64::NAN, 0.0, -3.2, f64::INFINITY, 1e300, 1e-300] {
        refused(|p| p.sigma = sigma, "σ = ");
        refused(|p| p.secret = Distribution::DiscreteGaussian { sigma }, "σ = ");
        refused(|p| p.secret = Distribution::Spherical { sigma }, "σ = ");
    }
    refused(|p| p.secret = Distribution::BiasedTernary { zeros: 2, of: 1 }, "probability");
    refused(|p| p.secret = Distribution::BiasedTernary { zeros: 0, of: 0 }, "probability");
    refused(|p| p.secret = Distribution::SparseTernary { weight: 0 }, "weight");
    refused(|p| p.secret = Distribution::SparseTernary { weight: 9 }, "weight");
    refused(|p| p.secret = Distribution::SparseTernary { weight: usize::MAX }, "weight");
    refused(|p| p.secret = Distribution::CenteredBinomial { eta: 0 }, "η");
    refused(|p| p.secret = Distribution::CenteredBinomial { eta: 33 }, "η");
}

#[test]
fn indices_and_distributions_that_have_no_name() {
    let body = parameters_body(&parameters(1));
    for m in [0, 2, 6, 18, 32_769 * 2, 262_147, 1 << 20, 1 << 31, u32::MAX] {
        let mut changed = body.clone();
        changed[..4].copy_from_slice(&m.to_le_bytes());
        assert!(Parameters::load(&object(&changed)).is_err(), "index {m}");
    }
    let distribution = body.len() - 9;
    for number in 7..=255 {
        let mut changed = body.clone();
        changed[distribution] = number;
        let error = Parameters::load(&object(&changed)).unwrap_err();
        assert!(error.to_string().contains(&format!("no distribution number {number}")));
    }
    // The fingerprint of other parameters.
    let error =
        Parameters::load(&enveloped(Scheme::Bgv, Kind::Parameters, &[7; 32], &body)).unwrap_err();
    assert!(matches!(error, SerialError::Content { .. }));
}
