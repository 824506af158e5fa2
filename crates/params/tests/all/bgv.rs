//! Parameters of BGV are as secure as asked, or refused.

use ringassay_kernels::Backend;
use ringassay_params::bgv::{Request, choose};
use ringassay_params::{Error, bfv};
use ringassay_scheme::bgv::PlaintextModulus;

type Failure = Box<dyn std::error::Error>;

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

/// What a request comes to, whatever backend the process computes with: the tests of the crate run with each.
#[test]
fn a_request_comes_to_the_same_parameters_on_every_machine() -> Result<(), Failure> {
    let shape = |request: &Request| -> Result<_, Failure> {
        let choice = choose(request)?;
        let costs = choice.explanation.into_iter().find(|reason| reason.contains("costs"));
        Ok((choice.parameters.index.m(), costs.unwrap_or_default()))
    };
    let request = Request::bits(64, 3.0);
    let by = |backend| shape(&Request { costs_of: Some(backend), ..request.clone() });
    let (chosen, said) = shape(&request)?;
    assert_eq!(chosen, by(Request::REFERENCE)?.0);
    assert!(said.contains("avx2, the reference"), "{said}");
    let (other, said) = by(Backend::Avx512)?;
    assert_ne!(chosen, other, "costs decide, or this test sees nothing");
    assert!(said.contains("avx512, as was asked for"), "{said}");
    let (here, said) = shape(&request.clone().for_this_machine()?)?;
    assert_eq!(here, by(Backend::chosen()?)?.0);
    assert!(said.contains(&Backend::chosen()?.to_string()), "{said}");
    Ok(())
}

#[test]
fn costs_are_refused_where_they_decide_nothing() {
    let request = Request { costs_of: Some(Backend::Portable), ..Request::bits(64, 2.0) };
    let fixed = Request { index: Some(8191), ..request.clone() };
    let said = choose(&fixed).unwrap_err().to_string();
    assert!(said.contains("leave out the index"), "{said}");
    assert!(bfv::choose(&fixed).is_err());
}

/// Moduli of 31 to 60 bits, of which no or too few primes are 1: some parameters serve them all the same, and others are
/// taken only there.
#[test]
fn plaintext_moduli_without_primes_that_are_1_modulo_them() -> Result<(), Failure> {
    for (t, length, depth) in [
        (1_073_750_017, 1, 1.0),
        (1_073_750_017, 8, 2.0),
        (137_438_822_401, 16, 1.0),
        (1_125_899_904_679_937, 1, 1.0),
        (576_460_752_302_473_217, 4, 1.0),
    ] {
        let plaintext = PlaintextModulus::try_from(t)?;
        let request = Request { plaintext, slack: 0.0, ..Request::bits(length, depth) };
        let choice = choose(&request)?;
        assert!(choice.is_secure && choice.parameters.has_factors(), "{t}");
        assert!(choice.explanation.iter().any(|reason| reason.contains("multiplies messages")));
    }
    for t in [2, 257, 65_537, 786_433] {
        let plaintext = PlaintextModulus::try_from(t)?;
        let request = Request { plaintext, slack: 0.0, ..Request::bits(4, 1.0) };
        assert!(!choose(&request)?.parameters.has_factors(), "{t}");
    }
    Ok(())
}
