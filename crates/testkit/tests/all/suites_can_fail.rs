//! The control experiments of the suites: a plain implementation passes, and each planted fault is
//! found, by the law that names it.

use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::mutant::{Fault, Mutant};
use ringassay_testkit::laws::{ring, subring};

use crate::common::plain::{Plain, PlainPair};

/// Primes ≡ 1 mod 1260 = 2^2·3^2·5·7, so for all indices below.
const MODULI: [u64; 2] = [2_147_478_481, 1_099_511_625_241];

#[test]
fn the_moduli_are_as_said() {
    use ringassay_testkit::reference::numbers::is_prime;
    assert!(MODULI.iter().all(|&q| is_prime(q) && q % 1260 == 1));
}

#[test]
fn a_plain_ring_obeys_all_laws() {
    for m in [1, 3, 4, 5, 7, 9, 12, 15, 21, 28, 36, 45, 60] {
        let original = Plain::new(m, &MODULI);
        let control = Mutant { original, fault: Fault::None };
        ring::suite(&control, &mut Stream::new(m))
            .unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn a_plain_pair_of_rings_obeys_all_laws() {
    for (m_sub, m) in [(1, 15), (3, 9), (3, 15), (4, 60), (5, 45), (7, 28), (15, 60), (9, 9)] {
        let original =
            PlainPair { small: Plain::new(m_sub, &MODULI), large: Plain::new(m, &MODULI) };
        let control = Mutant { original, fault: Fault::None };
        subring::suite(&control, &mut Stream::new(m))
            .unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn every_fault_in_a_ring_is_found_by_its_law() {
    for (fault, law) in [
        (Fault::Twiddle, "values at roots of unity by definition"),
        (Fault::LazyRange, "canonical residues"),
        (Fault::Scaling, "the inverse undoes the transform"),
        (Fault::ErrorBasis, "l: decoding coefficients belong to the d_j"),
        (Fault::ConjugateOfG, "mul_g multiplies by ∏ (1 - ζ_p)"),
        (Fault::RoundingDivision, "div_g refuses what g does not divide"),
        (Fault::InverseAutomorphism, "automorphisms raise ζ to the k"),
        (Fault::LeastRepresentative, "lift gives the centred integers"),
    ] {
        for m in [9, 15, 45] {
            let mutant = Mutant { original: Plain::new(m, &MODULI), fault };
            let verdict = ring::suite(&mutant, &mut Stream::new(m));
            assert_eq!(verdict.map_err(|violation| violation.law), Err(law), "{fault:?}, m = {m}");
        }
    }
}

#[test]
fn every_fault_in_a_pair_of_rings_is_found_by_its_law() {
    for (fault, law) in
        [(Fault::ShiftedEmbedding, "twace undoes embed"), (Fault::PlainTrace, "twace undoes embed")]
    {
        let original = PlainPair { small: Plain::new(4, &MODULI), large: Plain::new(60, &MODULI) };
        let verdict = subring::suite(&Mutant { original, fault }, &mut Stream::new(1));
        assert_eq!(verdict.map_err(|violation| violation.law), Err(law), "{fault:?}");
    }
}
