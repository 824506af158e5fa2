//! `embed` and `twace` of elements: the inclusion by definition, the trace by its properties. (The
//! maps themselves are compared with traces in `subring.rs`.)

use ringassay_ring::{
    Basis, Crt, Decoding, Element, ElementError, IntElement, Powerful, RingError, RingExtension,
    RnsRing, index::Index, primes::search_with,
};

use crate::oracle::{Numbers, Oracle};

const PAIRS: [(u64, u64); 7] = [(1, 15), (4, 36), (3, 9), (5, 15), (7, 28), (12, 180), (21, 105)];

fn for_all(check: impl Fn(&RingExtension, &mut Numbers)) {
    let mut numbers = Numbers::new(11);
    for (m, big) in PAIRS {
        let [small, big] = [m, big].map(|m| Index::new(m).unwrap());
        let moduli = search_with(&big, 45, 2, &[], |_| 1).unwrap();
        let [small, big] = [small, big].map(|index| RnsRing::new(&index, &moduli).unwrap());
        check(&RingExtension::new(&small, &big).unwrap(), &mut numbers);
    }
}

fn random<B: Basis>(ring: &RnsRing, numbers: &mut Numbers) -> Element<B> {
    let moduli = ring.moduli().iter();
    let words: Vec<u64> = moduli.flat_map(|&q| numbers.residues(q, ring.degree())).collect();
    Element::from_residues(ring, &words).unwrap()
}

#[test]
fn embedding_is_the_inclusion_in_every_basis() {
    for_all(|extension, numbers| {
        let (small, big) = (extension.small(), extension.big());
        let a = random::<Powerful>(small, numbers);
        let embedded = a.embed(extension).unwrap();
        let step = (big.index().m() / small.index().m()) as usize;
        for (i, &q) in small.moduli().iter().enumerate() {
            let [below, above] =
                [small, big].map(|ring| Oracle::new(ring.index().m() as usize, Some(q)));
            let words = |limb: &[u64]| limb.iter().map(|&x| i128::from(x)).collect::<Vec<_>>();
            let mut stretched = vec![0; above.m];
            let polynomial = below.of_powerful(words(a.limb(i)));
            polynomial.iter().enumerate().for_each(|(j, &c)| stretched[j * step] = c);
            let found = above.of_powerful(words(embedded.limb(i)));
            assert_eq!(found, above.reduce(stretched), "{extension:?}");
        }
        assert_eq!(a.to_crt().embed(extension).unwrap(), embedded.to_crt());
        assert_eq!(a.to_decoding().embed(extension).unwrap(), embedded.to_decoding());
    });
}

#[test]
fn the_tweaked_trace_is_the_same_in_every_basis_and_linear_over_the_subring() {
    for_all(|extension, numbers| {
        let a = random::<Powerful>(extension.small(), numbers);
        assert_eq!(a.embed(extension).unwrap().twace(extension).unwrap(), a);
        let b = random::<Powerful>(extension.big(), numbers);
        let traced = b.twace(extension).unwrap();
        assert_eq!(b.to_crt().twace(extension).unwrap().into_powerful(), traced);
        assert_eq!(b.to_decoding().twace(extension).unwrap().into_powerful(), traced);
        let product = &a.to_crt().embed(extension).unwrap() * &b.to_crt();
        assert_eq!(product.twace(extension).unwrap(), &a.to_crt() * &traced.to_crt());
    });
}

#[test]
fn integers_go_the_same_way() {
    for_all(|extension, numbers| {
        let (small, subring) = (extension.small(), extension.subring());
        let x = numbers.small(1 << 40, small.degree());
        let x = IntElement::<Decoding>::from_coefficients(small.index(), x).unwrap();
        let embedded = x.embed(subring).unwrap();
        let reduced = x.reduce(small).unwrap().embed(extension).unwrap();
        assert_eq!(embedded.reduce(extension.big()).unwrap(), reduced);
        let p = x.to_powerful().unwrap();
        assert_eq!(p.embed(subring).unwrap(), embedded.to_powerful().unwrap());
        assert_eq!(embedded.twace(subring).unwrap(), x);
    });
}

#[test]
fn rings_that_do_not_belong_together_are_refused() {
    let ring = |m: u64, q: u64| RnsRing::new(&Index::new(m).unwrap(), &[q]).unwrap();
    let refused = RingExtension::new(&ring(3, 4201), &ring(4, 4201)).unwrap_err();
    assert!(matches!(refused, RingError::Subring(_)));
    let refused = RingExtension::new(&ring(3, 4201), &ring(15, 31)).unwrap_err();
    assert!(matches!(refused, RingError::DifferentModuli { .. }));
    let extension = RingExtension::new(&ring(3, 31), &ring(15, 31)).unwrap();
    let wrong = Element::<Crt>::zero(extension.big()).embed(&extension).unwrap_err();
    assert!(matches!(wrong, ElementError::DifferentRings { .. }));
    let wrong = Element::<Crt>::zero(extension.small()).twace(&extension).unwrap_err();
    assert!(matches!(wrong, ElementError::DifferentRings { .. }));
}
