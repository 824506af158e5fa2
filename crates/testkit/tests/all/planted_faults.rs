//! The suites find what is planted into the real tables: a wrong twiddle, a wrong precomputed
//! quotient, the wrong basis for errors; and they find it wherever it is.

use ringassay_kernels::Zq;
use ringassay_ring::index::Index;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::mutant::{Fault, Mutant};
use ringassay_testkit::laws::{elementwise, ring, transform};
use ringassay_testkit::subjects::{NegacyclicSubject, RingSubject, ZqSubject};

use crate::common::{on_every_backend, prime_one_mod};

#[test]
fn a_wrong_quotient_in_a_table_is_found() {
    on_every_backend(|backend| {
        let zq = Zq::with_backend((1 << 50) - 27, backend).unwrap();
        let verdict = |tables| {
            let subject = ZqSubject { zq, tables };
            elementwise::suite(&subject, &[16], &mut Stream::new(1)).map_err(|v| v.law)
        };
        assert_eq!(verdict(|table| table), Ok(()));
        for law in [
            verdict(|table| table.with_planted_fault(0)),
            verdict(|table| table.with_planted_fault(9)),
            verdict(|table| table.with_planted_fault(15)),
        ] {
            assert_eq!(law, Err("x·y with a table"), "{backend}");
        }
    });
}

#[test]
fn a_wrong_twiddle_is_found_wherever_it_is() {
    on_every_backend(|backend| {
        for log_n in [4, 9] {
            let zq = Zq::with_backend(prime_one_mod(2 << log_n, 50), backend).unwrap();
            let subject = || NegacyclicSubject::new(zq, log_n).unwrap();
            let verdict = |subject| transform::suite(&subject, &mut Stream::new(1));
            verdict(subject()).unwrap_or_else(|v| panic!("{v}"));
            let positions = 1..1_usize << log_n;
            for position in positions.step_by(if log_n > 6 { 23 } else { 1 }) {
                let mut faulty = subject();
                faulty.transform = faulty.transform.with_planted_fault(position);
                assert!(verdict(faulty).is_err(), "{backend}, N = 2^{log_n}, position {position}");
            }
        }
    });
}

#[test]
fn the_wrong_basis_for_errors_is_found() {
    on_every_backend(|backend| {
        for m in [9, 105, 385] {
            let index = Index::new(m).unwrap();
            let original = RingSubject::new(&index, &[prime_one_mod(m, 50)], backend).unwrap();
            let mutant = Mutant { original, fault: Fault::ErrorBasis };
            let law = ring::suite(&mutant, &mut Stream::new(m)).map_err(|v| v.law);
            assert_eq!(law, Err("l: decoding coefficients belong to the d_j"), "m = {m}");
        }
    });
}

#[test]
fn every_fault_in_the_real_ring_is_found_by_its_law() {
    for (fault, law) in [
        (Fault::None, None),
        (Fault::Twiddle, Some("values at roots of unity by definition")),
        (Fault::LazyRange, Some("canonical residues")),
        (Fault::Scaling, Some("the inverse undoes the transform")),
        (Fault::ConjugateOfG, Some("mul_g multiplies by ∏ (1 - ζ_p)")),
        (Fault::RoundingDivision, Some("div_g refuses what g does not divide")),
        (Fault::InverseAutomorphism, Some("automorphisms raise ζ to the k")),
        (Fault::LeastRepresentative, Some("lift gives the centred integers")),
    ] {
        let index = Index::new(45).unwrap();
        let backend = ringassay_kernels::Backend::chosen().unwrap();
        let original = RingSubject::new(&index, &[prime_one_mod(45, 50)], backend).unwrap();
        let verdict = ring::suite(&Mutant { original, fault }, &mut Stream::new(1));
        assert_eq!(verdict.err().map(|v| v.law), law, "{fault:?}");
    }
}
