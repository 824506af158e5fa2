//! ζ ↦ ζ^k.

use super::interface::Scheme;
use super::judge::Judge;
use crate::inputs::Stream;
use crate::laws::verdict::Verdict;

pub(super) fn suite<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring, m) = (judge.scheme, &judge.ring, judge.scheme.m());
    let [a, b] = [(); 2].map(|()| judge.random(stream));
    let (x, y) = (scheme.encrypt(&a, 13), scheme.encrypt(&b, 14));
    let [a, b] = [a, b].map(|message| judge.polynomial(&message));
    let exponents = scheme.exponents();

    judge.same("the identity does nothing", &scheme.automorphism(&x, 1), &x)?;
    let images: Vec<_> = exponents.iter().map(|&k| scheme.automorphism(&x, k)).collect();
    for (&k, image) in exponents.iter().zip(&images) {
        judge.is("automorphisms raise ζ to the k", image, &ring.automorphism(&a, k))?;
    }
    for (hoisted, image) in scheme.automorphisms(&x, &exponents).iter().zip(&images) {
        judge.same("hoisted = not hoisted", hoisted, image)?;
    }
    for (&k, image) in exponents.iter().zip(&images) {
        for &l in &exponents {
            let expected = ring.automorphism(&a, k * l % m);
            judge.is("σ_l∘σ_k = σ_kl", &scheme.automorphism(image, l), &expected)?;
        }
        // Those that are published for it compose to one that is, too.
        for (&l, other) in exponents.iter().zip(&images) {
            if let Some(at) = exponents.iter().position(|&j| j == k * l % m) {
                let difference = scheme.sub(&scheme.automorphism(image, l), &images[at]);
                judge.is("σ_l∘σ_k - σ_kl = 0", &difference, &ring.constant(0))?;
            }
            let sum = scheme.add(image, other);
            let expected = ring.add(&ring.automorphism(&a, k), &ring.automorphism(&a, l));
            judge.is("sums of images", &sum, &expected)?;
        }
        let (order, mut turned) = (order(k, m), x.clone());
        if order <= 8 {
            (0..order).for_each(|_| turned = scheme.automorphism(&turned, k));
            judge.is("a full turn is the identity", &turned, &a)?;
        }
        let product = scheme.automorphism(&scheme.multiply(&x, &y), k);
        judge.is("images of products", &product, &ring.automorphism(&ring.mul(&a, &b), k))?;
        let other = scheme.automorphism(&y, k);
        let product = scheme.multiply(image, &other);
        judge.is("products of images", &product, &ring.automorphism(&ring.mul(&a, &b), k))?;
    }
    Ok(())
}

/// The order of k modulo m, by repeated multiplication.
fn order(k: u64, m: u64) -> usize {
    let powers = std::iter::successors(Some(k % m), |power| Some(power * k % m));
    powers.take_while(|&power| power != 1 % m).count() + 1
}
