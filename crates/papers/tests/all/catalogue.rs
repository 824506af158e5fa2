//! The catalogue agrees with what is here.

use ringassay_papers::{
    depth::Formula,
    scheme::{Family, FamilyVisitor, with_family},
};
use ringassay_scheme::{Scheme, catalogue::RingFamily};

#[test]
fn every_formula_is_one_schemes_and_each_scheme_has_a_bound() {
    for &scheme in Scheme::ALL {
        let is_papers = scheme.entry().ring == RingFamily::Multiprecision;
        assert_eq!(Formula::of(scheme).next().is_some(), is_papers, "{scheme}");
        let bound = Formula::bound(scheme);
        assert_eq!(bound.map(Formula::scheme), is_papers.then_some(scheme));
        assert!(bound.is_none_or(Formula::is_bound), "{scheme}");
    }
}

#[test]
fn every_multiprecision_scheme_has_a_type_and_no_other_has_one() {
    struct Which;

    impl FamilyVisitor for Which {
        type Output = Scheme;

        fn visit<F: Family>(self) -> Scheme {
            F::SCHEME
        }
    }

    for &scheme in Scheme::ALL {
        let is_multiprecision = scheme.entry().ring == RingFamily::Multiprecision;
        assert_eq!(with_family(scheme, Which).ok(), is_multiprecision.then_some(scheme));
    }
}
