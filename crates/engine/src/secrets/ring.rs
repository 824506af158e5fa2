//! Arithmetic on secret elements.

use ringassay_kernels::secrecy;
use ringassay_ring::{
    Crt, Decoding, Element, IntElement, Powerful, RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Label, Sampler, Seed},
};

use super::{Failure, Watch};

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    for m in [341, 1024] {
        let index = Index::new(m)?;
        let moduli = search(&index, 45, 3, &[])?;
        let ring = RnsRing::new(&index, &moduli)?;
        let sampler = Sampler::new(&index, Distribution::Ternary)?;
        let mut drawn = IntElement::<Powerful>::zero(&index);
        sampler.sample_into(drawn.coefficients_mut(), &mut Seed::from_os()?.stream(LABEL, m));

        let name = |what: &str| format!("ring {m}: {what}");
        let mut element = Element::<Powerful>::zero(&ring);
        watch.check(name("reduce"), || Ok(drawn.reduce_into(&mut element)?))?;
        let crt: Element<Crt> = watch.check(name("transform"), || Ok(element.to_crt()))?;
        watch.check(name("product"), || Ok(crt.try_mul(&crt)?))?;
        watch.check(name("sum"), || Ok(crt.try_add(&crt)?))?;
        watch.check(name("automorphism"), || Ok(crt.automorphism(m - 1)?))?;
        let back: Element<Powerful> =
            watch.check(name("inverse transform"), || Ok(crt.to_powerful()))?;
        let decoding: Element<Decoding> =
            watch.check(name("decoding basis"), || Ok(back.to_decoding()))?;
        watch.check(name("product with g"), || {
            let mut product = decoding.clone();
            product.mul_g_assign();
            Ok(product)
        })?;
        watch.check(name("lift"), || {
            let lifted = back.to_prefix(1).lift()?;
            secrecy::reveal(lifted.coefficients());
            Ok(())
        })?;
    }
    Ok(())
}

const LABEL: Label = Label::new("watched");
