//! Chosen parameters do what they promise.

use ringassay_params::Error;
use ringassay_params::bgv::{Objective, Request, choose};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    bgv::{Context, PlaintextModulus},
    encoding::{Encoder, KeySet, Layout, PlaintextRing},
};

type Failure = Box<dyn std::error::Error>;

fn seed(index: u64) -> Seed {
    Seed::from_bytes([5; 32]).derive(Label::new("choice"), index)
}

/// The depth is really there: products, masks and rotations decrypt right to the end.
/// The cheapest index for the first one has primes that exceed what its ring allows by a hair.
#[test]
fn the_asked_security_is_reached() -> Result<(), Failure> {
    for (length, depth) in [(378, 5.0), (42, 3.0)] {
        let choice = choose(&Request::bits(length, depth))?;
        assert!(choice.is_secure && choice.security.bits >= 128.0, "{:?}", choice.security);
    }
    Ok(())
}

#[test]
fn the_asked_depth_is_carried() -> Result<(), Failure> {
    for (prime, length, depth) in [(2, 6, 3.0), (2, 30, 1.0), (257, 16, 2.0)] {
        let mut request = Request::bits(length, depth);
        request.plaintext = PlaintextModulus { prime, exponent: 1 };
        request.security_bits = 80.0;
        let choice = choose(&request)?;
        let parameters = &choice.parameters;
        assert!(choice.is_secure && choice.security.bits >= 80.0, "{:?}", choice.security);
        assert!(choice.log2_failure <= -128.0, "a failure of 2^{}", choice.log2_failure);
        assert!(parameters.primes().all(|q| q < 1 << 50), "fast primes");

        let context = Context::exact(parameters)?;
        let ring = PlaintextRing::new(&parameters.index, prime, 1)?;
        let (encoder, layout) = (Encoder::new(&ring)?, Layout::for_length(&ring, length)?);
        let secret = context.generate_secret_key(&seed(0))?;
        let public = context.generate_public_key(&secret, &seed(1))?;
        let set = KeySet::new(&ring, &choice.rotations)?;
        let keys = context.generate_evaluation_keys(&secret, true, &choice.rotations, &seed(2))?;
        let vector = |salt: u64| -> Vec<u64> {
            (0..length as u64).map(|i| (i * i + salt * i + 1) % prime).collect()
        };
        let encrypt = |vector: &[u64], index| {
            let plaintext = context.plaintext(encoder.encode(&layout.spread(vector)?)?)?;
            context.encrypt(&public, &plaintext, &seed(index))
        };
        let (other, factors) = (encrypt(&vector(2), 11)?, vector(2));
        // One more is carried than was asked for; a rotation takes half of it.
        for (rotations, products) in [(0, depth as usize + 1), (1, depth as usize)] {
            let (mut x, mut expected) = (encrypt(&vector(1), 10)?, vector(1));
            for _ in 0..rotations {
                let plan = layout.rotation(1);
                let rotation = context.prepare_rotation(&plan, &set, &encoder, x.rung())?;
                x = context.rotate(&x, &rotation, &keys)?;
                expected.rotate_right(1);
            }
            for level in 0..products {
                x = context.multiply(&x, &other, &keys)?;
                for (a, b) in expected.iter_mut().zip(&factors) {
                    *a = *a * b % prime;
                }
                let slots = encoder.decode(&context.decrypt(&secret, &x)?)?;
                assert_eq!(layout.gather(&slots)?, expected, "p = {prime}, after {level}");
            }
        }
    }
    Ok(())
}

#[test]
fn an_index_that_is_not_secure_enough_is_refused_or_marked() -> Result<(), Failure> {
    let mut request = Request::bits(300, 6.0);
    request.index = Some(5461);
    let Err(Error::Scheme(ringassay_scheme::Error::Parameters(reason))) = choose(&request) else {
        panic!("refused")
    };
    assert!(reason.contains("5461") && reason.contains("128"), "{reason}");
    request.insist = true;
    let choice = choose(&request)?;
    assert!(!choice.is_secure && choice.security.bits < 128.0);
    assert!(choice.explanation.iter().any(|reason| reason.contains("BELOW the 128 bits")));
    Ok(())
}

#[test]
fn a_limit_on_the_modulus_and_the_objective_are_kept() -> Result<(), Failure> {
    let mut request = Request::bits(378, 5.0);
    request.index = Some(5461);
    request.insist = true;
    request.most_log2_qp = Some(190.0);
    let limited = choose(&request)?;
    assert!(limited.parameters.log2_qp() <= 190.0);
    request.most_log2_qp = None;
    let fast = choose(&request)?;
    request.objective = Objective::Size;
    let small = choose(&request)?;
    assert!(small.parameters.log2_qp() <= fast.parameters.log2_qp());
    Ok(())
}

#[test]
fn impossible_requests_say_what_to_change() {
    let refused = |change: fn(&mut Request), word: &str| {
        let mut request = Request::bits(64, 3.0);
        change(&mut request);
        let error = choose(&request).expect_err("refused").to_string();
        assert!(error.contains(word), "{error}");
    };
    refused(|r| r.length = 0, "entries");
    refused(|r| r.depth = f64::NAN, "depth");
    refused(|r| r.security_bits = 20.0, "security");
    refused(|r| r.index = Some(127), "slots");
    refused(|r| r.index = Some(10), "");
    refused(|r| r.plaintext = PlaintextModulus { prime: 3, exponent: 40 }, "plaintext modulus");
    refused(|r| r.length = 100_000, "slots");
}

#[test]
fn the_reasons_are_given() -> Result<(), Failure> {
    let choice = choose(&Request::bits(100, 2.0))?;
    let text = choice.explanation.join("\n");
    for word in [&choice.parameters.index.m().to_string(), "slots", "rotation", "bits", "P of"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    Ok(())
}
