//! A ring-LWE sample in a ring of index 1728, and its error.
//!
//!     cargo run --release -p ringassay-ring --example ring_lwe

use ringassay_ring::{
    Crt, Decoding, Element, IntElement, Powerful, RnsRing,
    index::Index,
    primes,
    rns::Lift,
    sample::{Distribution, Label, Sampler, Seed, uniform_into},
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let index = Index::new(1728)?;
    let ring = RnsRing::new(&index, &primes::search(&index, 49, 3, &[])?)?;
    let (public, private) = (Seed::from_os()?, Seed::from_os()?);

    let mut a = Element::<Crt>::zero(&ring);
    for (limb, &q) in a.iter_limbs_mut().zip(ring.moduli()) {
        uniform_into(limb, q, &public);
    }
    let mut s = IntElement::<Powerful>::zero(&index);
    let ternary = Sampler::new(&index, Distribution::Ternary)?;
    ternary.sample_into(s.coefficients_mut(), &mut private.stream(Label::new("secret"), 0));
    let mut e = IntElement::<Decoding>::zero(&index);
    let spherical = Sampler::new(&index, Distribution::Spherical { sigma: 3.2 })?;
    spherical.sample_into(e.coefficients_mut(), &mut private.stream(Label::new("error"), 0));

    let s = s.reduce(&ring)?.into_crt();
    let b = &a * &s + e.reduce(&ring)?.into_crt();

    let error = (b - &a * &s).into_decoding();
    let integers = error.lift_big(&Lift::new(&ring.rns_moduli()?))?;
    assert!(integers.iter().all(|c| c.bits() <= 7));
    println!("{} coefficients of the error, none above 7 bits", integers.len());
    Ok(())
}
