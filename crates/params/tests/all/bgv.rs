//! Parameters of BGV are as secure as asked, or refused.

use ringassay_params::Error;
use ringassay_params::bgv::{Request, choose};

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
