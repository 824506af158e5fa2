//! Chosen parameters of every scheme with slots do what they promise.

use ringassay_params::{
    Choosable,
    bgv::{Objective, Request},
};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    bfv,
    bgv::{self, PlaintextModulus},
    encoding::{KeySet, VectorEncoder},
    hybrid::Context,
};

type Failure = Box<dyn std::error::Error>;

fn seed(index: u64) -> Seed {
    Seed::from_bytes([5; 32]).derive(Label::new("choice"), index)
}

fn request(prime: u64, length: usize, depth: f64, security_bits: f64) -> Request {
    let plaintext = PlaintextModulus { prime, exponent: 1 };
    Request { plaintext, security_bits, ..Request::bits(length, depth) }
}

/// The depth is really there: products, selections and rotations decrypt right to the end.
fn carries<P: Choosable>(request: &Request) -> Result<(), Failure> {
    let (t, length) = (request.plaintext.prime, request.length);
    let choice = P::choose(request)?;
    assert!(choice.is_secure && choice.security.bits >= request.security_bits);
    assert!(choice.log2_failure <= -60.0, "a failure of 2^{}", choice.log2_failure);
    let parameters = &choice.parameters;
    assert!(parameters.all_primes().iter().all(|&q| q < 1 << 50), "fast primes");

    let scheme = Context::exact(parameters)?;
    let ring = parameters.plaintext_ring()?;
    let vectors = VectorEncoder::new(&ring, length)?;
    let secret = scheme.generate_secret_key(&seed(0))?;
    let public = scheme.generate_public_key(&secret, &seed(1))?;
    let set = KeySet::new(&ring, &choice.rotations)?;
    let keys = scheme.generate_evaluation_keys(&secret, true, &choice.rotations, &seed(2))?;
    let vector = |salt: u64| -> Vec<u64> {
        (0..length as u64).map(|i| (i * i + salt * i + 1) % t).collect()
    };
    let plaintext = |vector: &[u64]| Ok::<_, Failure>(scheme.plaintext(vectors.encode(vector)?)?);
    let encrypt = |vector: &[u64], index| {
        Ok::<_, Failure>(scheme.encrypt(&public, &plaintext(vector)?, &seed(index))?)
    };
    let (other, factors) = (encrypt(&vector(2), 11)?, vector(2));
    let mask: Vec<u64> = (0..length as u64).map(|i| i % 2).collect();
    // One more is carried than was asked for; a rotation takes half of it, a selection 0.6.
    for (rotates, selects, products) in [
        (false, false, request.depth as usize + 1),
        (true, false, request.depth as usize),
        (false, true, request.depth as usize),
    ] {
        let (mut x, mut expected) = (encrypt(&vector(1), 10)?, vector(1));
        if rotates {
            x = scheme.rotate_vector(&x, 1, &vectors, (&set, &keys))?;
            expected.rotate_left(1);
        }
        if selects {
            x = scheme.select_plain(&x, &other, &plaintext(&mask)?)?;
            for ((a, b), bit) in expected.iter_mut().zip(&factors).zip(&mask) {
                *a = if *bit == 1 { *a } else { *b };
            }
        }
        for level in 0..products {
            x = scheme.multiply(&x, &other, &keys)?;
            for (a, b) in expected.iter_mut().zip(&factors) {
                *a = *a * b % t;
            }
            let found = vectors.decode(&scheme.decrypt(&secret, &x)?)?;
            assert_eq!(found, expected, "t = {t}, after {level}");
        }
    }
    Ok(())
}

#[test]
fn the_asked_depth_is_carried() -> Result<(), Failure> {
    for (prime, length, depth) in [(2, 6, 3.0), (2, 30, 1.0), (257, 16, 2.0)] {
        let request = request(prime, length, depth, 80.0);
        carries::<bgv::Parameters>(&request)?;
        carries::<bfv::Parameters>(&request)?;
    }
    Ok(())
}

fn keeps_a_limit<P: Choosable>(depth: f64, limit: f64) -> Result<(), Failure> {
    let mut request = Request::bits(378, depth);
    (request.index, request.insist, request.most_log2_qp) = (Some(5461), true, Some(limit));
    assert!(P::choose(&request)?.parameters.log2_qp() <= limit);
    request.most_log2_qp = None;
    let fast = P::choose(&request)?;
    request.objective = Objective::Size;
    let small = P::choose(&request)?;
    assert!(small.parameters.log2_qp() <= fast.parameters.log2_qp());
    request.most_log2_qp = Some(30.0);
    assert!(P::choose(&request).is_err());
    Ok(())
}

#[test]
fn a_limit_on_the_modulus_and_the_objective_are_kept() -> Result<(), Failure> {
    keeps_a_limit::<bgv::Parameters>(5.0, 190.0)?;
    keeps_a_limit::<bfv::Parameters>(2.0, 300.0)
}

/// Fewer keys where fewer are asked for, and an error where they compose no rotation.
fn keeps_to_rotation_keys<P: Choosable>() -> Result<(), Failure> {
    let all = request(257, 64, 1.0, 60.0);
    let few = Request { rotation_keys: Some(12), ..all.clone() };
    let (all, found) = (P::choose(&all)?, P::choose(&few)?);
    assert!(found.rotations.len() <= 12 && found.rotations.len() < all.rotations.len());
    assert!(P::choose(&Request { rotation_keys: Some(1), ..few }).is_err());
    Ok(())
}

#[test]
fn rotation_keys_are_as_many_as_asked_for() -> Result<(), Failure> {
    keeps_to_rotation_keys::<bgv::Parameters>()?;
    keeps_to_rotation_keys::<bfv::Parameters>()
}

fn refuses<P: Choosable>() {
    let refused = |change: fn(&mut Request), word: &str| {
        let mut request = Request::bits(64, 3.0);
        change(&mut request);
        let error = P::choose(&request).expect_err("refused").to_string();
        assert!(error.contains(word), "{error}");
    };
    refused(|r| r.length = 0, "entries");
    refused(|r| r.depth = f64::NAN, "depth");
    refused(|r| r.depth = -1.0, "depth");
    refused(|r| r.security_bits = 20.0, "security");
    refused(|r| r.index = Some(127), "slots");
    refused(|r| r.index = Some(10), "");
    refused(|r| r.plaintext = PlaintextModulus { prime: 3, exponent: 40 }, "plaintext modulus");
    refused(|r| r.length = 100_000, "slots");
}

#[test]
fn impossible_requests_say_what_to_change() {
    refuses::<bgv::Parameters>();
    refuses::<bfv::Parameters>();
}

fn gives_reasons<P: Choosable>() -> Result<(), Failure> {
    let mut request = request(2, 100, 2.0, 128.0);
    let choice = P::choose(&request)?;
    let m = choice.parameters.index().m();
    let text = choice.explanation.join("\n");
    for word in [&m.to_string(), "slots", "rotation", "bits", "P of"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(!text.contains("BELOW"), "{text}");
    (request.index, request.insist, request.security_bits) = (Some(m), true, 400.0);
    let choice = P::choose(&request)?;
    let text = choice.explanation.join("\n");
    assert!(!choice.is_secure);
    assert!(text.contains("BELOW the 400 bits") && text.contains("asked for"), "{text}");
    Ok(())
}

#[test]
fn the_reasons_are_given() -> Result<(), Failure> {
    gives_reasons::<bgv::Parameters>()?;
    gives_reasons::<bfv::Parameters>()
}

/// Three has the order 2048 modulo 2^13: no encoder, and so no instance.
#[test]
fn an_index_without_an_encoder_is_refused_by_the_choice() {
    let request = Request { index: Some(8192), ..request(3, 1, 1.0, 128.0) };
    for said in [
        bgv::Parameters::choose(&request).unwrap_err().to_string(),
        bfv::Parameters::choose(&request).unwrap_err().to_string(),
    ] {
        assert!(said.contains("degree 2048") && said.contains("index 8192"), "{said}");
    }
}
