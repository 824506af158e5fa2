//! Parameters that the user states, and the deepest of an index, lead to sessions.

use ringassay::{
    ErrorKind,
    bgv::{Moduli, Part, Prime, Request, Session, deepest, judge},
};

fn request() -> Request {
    let plaintext = 257.try_into().unwrap();
    Request { plaintext, index: Some(1 << 11), slack: 0.0, insist: true, ..Request::bits(64, 0.0) }
}

#[test]
fn stated_moduli_compute() {
    let q = Part::Primes(vec![Prime::Bits(40.0), Prime::Bits(38.0)]);
    let moduli = Moduli { q, small: Vec::new(), p: None, digits: None };
    let choice = judge(&request(), &moduli).unwrap();
    assert!(choice.depth >= 1.0 && choice.parameters.large.len() == 2);
    let keys = Session::of(&choice, 64).unwrap().keys().unwrap();
    let a = keys.encrypt(&[5; 64]).unwrap();
    assert_eq!(keys.decrypt(&(a.clone() * a).unwrap()).unwrap(), [25; 64]);
    let asked = Request { insist: false, ..request() };
    assert_eq!(judge(&asked, &moduli).unwrap_err().kind(), ErrorKind::Parameters);
}

#[test]
fn the_deepest_of_an_index_is_a_choice() {
    let found =
        deepest(&Request { index: Some(1 << 12), security_bits: 60.0, ..request() }).unwrap();
    assert!(found.is_secure && found.depth >= 1.0);
}
