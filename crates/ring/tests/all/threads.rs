//! The number of threads changes no result. Sizes are above those from which work is divided.

use rayon::ThreadPoolBuilder;
use ringassay_ring::{
    Crt, Element, IntElement, Powerful, RingExtension, RnsRing, index::Index, primes::search_with,
};

use crate::oracle::Numbers;

/// One of every kind of operation.
fn everything(ring: &RnsRing) -> Vec<u64> {
    let mut numbers = Numbers::new(5);
    let moduli = ring.moduli().iter();
    let words: Vec<u64> = moduli.flat_map(|&q| numbers.residues(q, ring.degree())).collect();
    let a = Element::<Powerful>::from_residues(ring, &words).unwrap();
    let small = numbers.small(1 << 20, ring.degree());
    let small = IntElement::<Powerful>::from_coefficients(ring.index(), small).unwrap();
    let b = small.reduce(ring).unwrap();
    let (mut x, y) = (a.to_crt(), b.to_crt());
    x.mul_add_assign(&a.to_crt(), &y).unwrap();
    x *= &y;
    x.mul_g_assign();
    x = x.automorphism(ring.index().m() - 1).unwrap();
    let mut z = (&x.into_powerful() - &b).automorphism(ring.index().m() - 1).unwrap();
    z.div_g_assign();
    let mut z = -(z.into_decoding() * 12_345);
    z.mul_g_assign();
    let extension = RingExtension::new(ring, ring).unwrap();
    let z: Element<Crt> = z.into_crt().embed(&extension).unwrap().twace(&extension).unwrap();
    z.words().to_vec()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    // Many limbs, few limbs, one limb with several axes, one limb with one axis.
    for (m, limbs) in [(1 << 15, 9), (14_400, 4), (21_845, 1), (1 << 16, 1)] {
        let index = Index::new(m).unwrap();
        let moduli = search_with(&index, 49, limbs, &[], |_| 1).unwrap();
        let ring = RnsRing::new(&index, &moduli).unwrap();
        let with = |threads: usize| {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| everything(&ring))
        };
        let one = with(1);
        assert_eq!(with(2), one, "m = {m}");
        assert_eq!(with(3), one, "m = {m}");
    }
}
