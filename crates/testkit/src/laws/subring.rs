//! R_sub ⊂ R for m_sub | m: embedding and tweaked trace.

use super::ring::models::{Models, random};
use super::ring::{Basis, Limbs, Ring};
use super::verdict::{Verdict, equal};
use crate::inputs::Stream;

/// Two rings over the same moduli with the maps between them.
pub trait Subring {
    /// The implementation of both rings.
    type Ring: Ring;
    /// The ring R of index m.
    fn large(&self) -> &Self::Ring;
    /// The ring of index m_sub | m.
    fn small(&self) -> &Self::Ring;
    /// R_sub → R.
    fn embed(&self, x: &Limbs, basis: Basis) -> Limbs;
    /// R → R_sub.
    fn twace(&self, x: &Limbs, basis: Basis) -> Limbs;
}

/// All laws of a pair of rings.
pub fn suite(pair: &impl Subring, stream: &mut Stream) -> Verdict {
    let (small, large) = (pair.small(), pair.large());
    let (small_models, large_models) = (Models::new(small), Models::new(large));
    let subject = format!("{} in {}", small.subject(), large.subject());
    let m_sub = small.m();
    let x = random(small, stream);
    for basis in Basis::ALL {
        let subject = format!("{subject}, {basis:?}");
        let back = pair.twace(&pair.embed(&x, basis), basis);
        equal("twace undoes embed", &subject, &back, &x)?;
    }

    // Both maps by definition.
    let y = random(large, stream);
    for basis in Basis::ALL {
        let subject = format!("{subject}, {basis:?}");
        let found = large_models.element(large, &pair.embed(&x, basis), basis);
        let element = small_models.element(small, &x, basis);
        let expected = large_models.map(&element, |model, x| model.embed(x, m_sub));
        equal("embed maps ζ_sub to ζ^(m/m_sub)", &subject, &found, &expected)?;

        let twace = small_models.element(small, &pair.twace(&y, basis), basis);
        let found = large_models
            .map(&twace, |model, x| model.scale(model.twace_factor(m_sub), &model.embed(x, m_sub)));
        let element = large_models.element(large, &y, basis);
        let expected = large_models.map(&element, |model, x| model.scaled_twace(x, m_sub));
        equal("twace is the tweaked trace", &subject, &found, &expected)?;
    }

    commutes(pair, &subject, &x, &y)?;
    linear(pair, &subject, stream)
}

/// Both maps commute with every change of basis.
fn commutes(pair: &impl Subring, subject: &str, x: &Limbs, y: &Limbs) -> Verdict {
    let (small, large) = (pair.small(), pair.large());
    for (from, to) in Basis::ALL.into_iter().flat_map(|a| Basis::ALL.map(|b| (a, b))) {
        let subject = format!("{subject}, {from:?} → {to:?}");
        let inside = large.convert(&pair.embed(x, from), from, to);
        let outside = pair.embed(&small.convert(x, from, to), to);
        equal("embed commutes with the change of basis", &subject, &inside, &outside)?;
        let inside = small.convert(&pair.twace(y, from), from, to);
        let outside = pair.twace(&large.convert(y, from, to), to);
        equal("twace commutes with the change of basis", &subject, &inside, &outside)?;
    }
    Ok(())
}

/// embed is a homomorphism of rings, and twace is linear over the small ring.
fn linear(pair: &impl Subring, subject: &str, stream: &mut Stream) -> Verdict {
    let (small, large) = (pair.small(), pair.large());
    let (a, b, y) = (random(small, stream), random(small, stream), random(large, stream));
    let z = random(large, stream);
    for basis in Basis::ALL {
        let subject = format!("{subject}, {basis:?}");
        let embed = |x: &Limbs| pair.embed(x, basis);
        let sum = large.add(&embed(&a), &embed(&b), basis);
        equal("embed keeps sums", &subject, &embed(&small.add(&a, &b, basis)), &sum)?;
        let twace = |x: &Limbs| pair.twace(x, basis);
        let sum = small.add(&twace(&y), &twace(&z), basis);
        equal("twace keeps sums", &subject, &twace(&large.add(&y, &z, basis)), &sum)?;
    }
    let embed = |x: &Limbs| pair.embed(x, Basis::Crt);
    let product = large.mul(&embed(&a), &embed(&b));
    equal("embed keeps products", subject, &embed(&small.mul(&a, &b)), &product)?;
    let outside = small.mul(&a, &pair.twace(&y, Basis::Crt));
    let inside = pair.twace(&large.mul(&embed(&a), &y), Basis::Crt);
    equal("twace is linear over the small ring", subject, &inside, &outside)
}
