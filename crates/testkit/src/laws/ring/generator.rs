//! g = ∏ (1 - ζ_p): multiplication and division.

use super::super::verdict::{Verdict, equal, holds};
use super::interface::{Basis, Limbs, Ring};
use super::models::{EXACT_DEGREE, Models, degree, largest, random};
use crate::inputs::Stream;
use crate::reference::coefficients::big;
use crate::reference::numbers::mul_mod;
use crate::reference::{Cyclotomic, Integers};

pub(super) fn suite(ring: &impl Ring, models: &Models, stream: &mut Stream) -> Verdict {
    let subject = ring.subject();
    for x in [random(ring, stream), largest(ring)] {
        for basis in Basis::ALL {
            let subject = format!("{subject}, {basis:?}");
            let product = ring.mul_g(&x, basis);
            let element = |x| models.element(ring, x, basis);
            let expected = models.map(&element(&x), |model, x| model.mul_g(x));
            equal("mul_g multiplies by ∏ (1 - ζ_p)", &subject, &element(&product), &expected)?;
            let undone = ring.div_g(&product, basis);
            equal("div_g undoes mul_g", &subject, undone.as_slice(), std::slice::from_ref(&x))?;
            let quotient = ring.div_g(&x, basis).map(|quotient| ring.mul_g(&quotient, basis));
            equal("mul_g undoes div_g", &subject, quotient.as_slice(), std::slice::from_ref(&x))?;
        }
        let decoding = ring.convert(&x, Basis::Powerful, Basis::Decoding);
        let around =
            ring.convert(&ring.mul_g(&decoding, Basis::Decoding), Basis::Decoding, Basis::Powerful);
        let straight = ring.mul_g(&x, Basis::Powerful);
        equal("mul_g commutes with l", &subject, &around, &straight)?;
        values(ring, models, &x)?;
    }
    integers(ring, stream)
}

/// crt(g·x) = crt(g) ⊙ crt(x), with g evaluated at each root by its definition.
fn values(ring: &impl Ring, models: &Models, x: &Limbs) -> Verdict {
    let product = ring.convert(&ring.mul_g(x, Basis::Powerful), Basis::Powerful, Basis::Crt);
    let values = ring.convert(x, Basis::Powerful, Basis::Crt);
    for (limb, (q, values)) in ring.moduli().into_iter().zip(&values).enumerate() {
        let model = models.limb(limb);
        let times_g = |(root, y): (&u64, &u64)| mul_mod(model.g_at(root), *y, q);
        let expected: Vec<u64> = ring.roots(limb).iter().zip(values).map(times_g).collect();
        equal("crt(g·x) = crt(g)·crt(x)", &ring.subject(), &product[limb], &expected)?;
    }
    Ok(())
}

/// Over the integers, g divides only some elements: g·x for instance, and never 1 unless g is a
/// unit (as N(g) = ∏ p^(n/(p-1)) is not ±1 when an odd prime divides m).
fn integers(ring: &impl Ring, stream: &mut Stream) -> Verdict {
    let model = Cyclotomic::new(Integers, ring.m());
    let x = stream.integers(degree(ring), 1000);
    for basis in [Basis::Powerful, Basis::Decoding] {
        let subject = format!("{}, {basis:?}, integers", ring.subject());
        let element = |x: &[i64]| match basis {
            Basis::Decoding => model.from_decoding(&big(x)),
            _ => model.from_powerful(&big(x)),
        };
        let product = ring.mul_g_integers(&x, basis);
        if degree(ring) <= EXACT_DEGREE {
            let expected = model.mul_g(&element(&x));
            equal("mul_g multiplies integers", &subject, &element(&product), &expected)?;
        }
        let undone = ring.div_g_integers(&product, basis);
        equal(
            "div_g undoes mul_g on integers",
            &subject,
            undone.as_slice(),
            std::slice::from_ref(&x),
        )?;
        let mut shifted = product;
        shifted[0] += 1;
        let has_odd_prime = model.axes().iter().any(|(p, _)| p % 2 == 1);
        // g divides g·x + y only if it divides y; y is 1 or d_0. For m = p, d_0 = -ζ^(p-1) is a
        // unit; so is p_0 = 1, and both are in every tensor product of such.
        let quotient = ring.div_g_integers(&shifted, basis);
        holds(
            "div_g refuses what g does not divide",
            &subject,
            quotient.is_some() != has_odd_prime,
            || format!("{quotient:?}").chars().take(80).collect(),
        )?;
    }
    Ok(())
}
