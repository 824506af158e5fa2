//! Every scheme by one request.

use ringassay_kernels::Backend;
use ringassay_papers::any::{Choice, choose, survey};
use ringassay_params::bgv::Request;
use ringassay_scheme::Scheme;

#[test]
fn a_survey_has_every_scheme_and_the_practical_ones_first() {
    let request = Request { security_bits: 60.0, ..Request::bits(1, 1.0) };
    let all = survey(&request);
    let secure: Vec<Scheme> = all
        .iter()
        .filter(|(_, found)| found.as_ref().is_ok_and(Choice::is_secure))
        .map(|(scheme, _)| *scheme)
        .collect();
    assert_eq!(secure[..3], [Scheme::Bgv, Scheme::Bfv, Scheme::Fv]);
    assert_eq!(all.len(), Scheme::ALL.iter().filter(|scheme| scheme.is_leveled()).count());
    // Schemes that compute with reals are named, with the reason why they are not compared.
    let (reals, all): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(scheme, _)| scheme.is_approximate());
    assert!(!reals.is_empty() && reals.iter().all(|(_, found)| found.is_err()));
    for (scheme, found) in &all {
        let found = found.as_ref().unwrap();
        assert_eq!(found.scheme(), *scheme);
        // The NTRU schemes are overstretched wherever they compute.
        assert_eq!(found.is_secure(), !scheme.is_ntru(), "{scheme}: {}", found.security());
        assert!(found.dimension() >= 512 && found.index() > found.dimension() as u64);
    }
    let order: Vec<bool> = all.iter().map(|(_, f)| f.as_ref().unwrap().is_secure()).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "secure ones first");
}

#[test]
fn what_a_scheme_cannot_hold_is_refused() {
    let mut request = Request { security_bits: 60.0, ..Request::bits(1, 1.0) };
    request.plaintext.prime = 257;
    for scheme in [Scheme::Fntru, Scheme::Shield] {
        assert!(choose(scheme, &request).unwrap_err().to_string().contains("do not hold"));
    }
    request.index = Some(127);
    assert!(choose(Scheme::Fv, &request).unwrap_err().to_string().contains("power of two"));
    let request = Request { costs_of: Some(Backend::Portable), ..Request::bits(64, 2.0) };
    let said = choose(Scheme::Fv, &request).unwrap_err().to_string();
    assert!(said.contains("leave out the choice for this machine"), "{said}");
}
