//! Once every operation has run, none allocates: buffers come from the ring's pool.
#![allow(clippy::unwrap_used)]

use ringassay_ring::{
    Crt, Decoding, Element, IntElement, Powerful, RingExtension, RnsRing, index::Index,
    primes::search_with,
};

#[test]
fn nothing_allocates_in_the_steady_state() {
    // Below the size from which threads share the work, so that all of it is counted.
    let [small, big] = [63, 315].map(|m| Index::new(m).unwrap());
    let moduli = search_with(&big, 50, 3, &[], |_| 1).unwrap();
    let [small, big] = [small, big].map(|index| RnsRing::new(&index, &moduli).unwrap());
    let extension = RingExtension::new(&small, &big).unwrap();
    let mut lifted = IntElement::zero(big.index());
    let powerful = Element::<Powerful>::constant(&big, 5);
    let mut secret = Element::<Decoding>::constant(&big, 7);
    secret.set_secret(true);

    let mut everything = || {
        let (a, b) = (powerful.to_crt(), secret.to_crt());
        let mut x = &(&a * &b) + &a;
        x.mul_add_assign(&a, &b).unwrap();
        x -= &b;
        x *= &a;
        x.mul_g_assign();
        let mut x = -x.automorphism(11).unwrap();
        x.div_g_assign();
        let mut x = x.twace(&extension).unwrap().embed(&extension).unwrap().into_decoding() * 3;
        x.div_g_assign();
        let x = x.automorphism(2).unwrap().into_powerful();
        let first = x.into_prefix(2).to_prefix(1);
        first.lift_into(&mut lifted).unwrap();
        let mut y = Element::zero(&big);
        lifted.reduce_into(&mut y).unwrap();
        let y: Element<Crt> = y.into_crt();
        assert_eq!(y.ring(), &big);
    };
    everything();
    let counted = allocation_counter::measure(everything);
    assert_eq!(counted.count_total, 0, "{counted:?}");
    // The counter counts.
    assert!(allocation_counter::measure(|| drop(big.crt_methods(0))).count_total > 0);
    assert!(big.pooled_bytes() > 0);
    big.release_memory();
    assert_eq!(big.pooled_bytes(), 0);
}
