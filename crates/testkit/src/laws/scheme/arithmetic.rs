//! Sums, products, changes of modulus.

use super::interface::Scheme;
use super::judge::Judge;
use crate::inputs::Stream;
use crate::laws::verdict::Verdict;

pub(super) fn suite<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    round_trips(judge, stream)?;
    sums(judge, stream)?;
    products(judge, stream)?;
    plaintexts(judge, stream)?;
    selections(judge, stream)?;
    moduli(judge, stream)
}

fn round_trips<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    for (seed, message) in (0..).zip(judge.messages(stream)) {
        let expected = judge.polynomial(&message);
        let public = judge.scheme.encrypt(&message, seed);
        judge.is("public key round trip", &public, &expected)?;
        let secret = judge.scheme.encrypt_secret(&message, seed);
        judge.is("secret key round trip", &secret, &expected)?;
    }
    Ok(())
}

fn sums<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring) = (judge.scheme, &judge.ring);
    let [a, b, c] = [(); 3].map(|()| judge.random(stream));
    let (x, y, z) = (scheme.encrypt(&a, 1), scheme.encrypt_secret(&b, 2), scheme.encrypt(&c, 3));
    let [a, b, c] = [a, b, c].map(|message| judge.polynomial(&message));
    let sum = ring.add(&a, &b);
    judge.is("x + y", &scheme.add(&x, &y), &sum)?;
    judge.is("y + x", &scheme.add(&y, &x), &sum)?;
    judge.is("x - y", &scheme.sub(&x, &y), &ring.add(&a, &ring.scale(-1, &b)))?;
    let all = ring.add(&sum, &c);
    judge.is("(x + y) + z", &scheme.add(&scheme.add(&x, &y), &z), &all)?;
    judge.is("x + (y + z)", &scheme.add(&x, &scheme.add(&y, &z)), &all)?;
    judge.is("x - x = 0", &scheme.sub(&x, &x), &ring.constant(0))?;
    let negative = scheme.negate(&x);
    judge.is("-x", &negative, &ring.scale(-1, &a))?;
    judge.same("--x = x", &scheme.negate(&negative), &x)?;
    judge.is("x + -x = 0", &scheme.add(&x, &negative), &ring.constant(0))
}

fn products<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring) = (judge.scheme, &judge.ring);
    for extreme in [false, true] {
        let messages = judge.messages(stream);
        let [a, b, c] = if extreme { [4, 4, 5] } else { [0, 1, 5] }.map(|i| messages[i].clone());
        let (x, y, z) =
            (scheme.encrypt(&a, 4), scheme.encrypt(&b, 5), scheme.encrypt_secret(&c, 6));
        let [a, b, c] = [a, b, c].map(|message| judge.polynomial(&message));
        let (xy, ab) = (scheme.multiply(&x, &y), ring.mul(&a, &b));
        judge.is("x·y", &xy, &ab)?;
        judge.is("y·x", &scheme.multiply(&y, &x), &ab)?;
        judge.is("x²", &scheme.square(&x), &ring.mul(&a, &a))?;
        judge.is("x·x", &scheme.multiply(&x, &x), &ring.mul(&a, &a))?;
        let abc = ring.mul(&ab, &c);
        judge.is("(x·y)·z", &scheme.multiply(&xy, &z), &abc)?;
        let yz = scheme.multiply(&y, &z);
        judge.is("x·(y·z)", &scheme.multiply(&x, &yz), &abc)?;
        let (xz, expected) = (scheme.multiply(&x, &z), ring.mul(&ring.add(&a, &b), &c));
        judge.is("(x + y)·z", &scheme.multiply(&scheme.add(&x, &y), &z), &expected)?;
        judge.is("x·z + y·z", &scheme.add(&xz, &yz), &expected)?;

        // a·x² + b·x + c: Horner's rule, and expanded.
        let x2 = scheme.square(&x);
        let horner = ring.add(&ring.mul(&ring.add(&ring.mul(&b, &a), &c), &a), &b);
        let nested = scheme.add(&scheme.multiply(&scheme.add(&xy, &z), &x), &y);
        judge.is("(y·x + z)·x + y", &nested, &horner)?;
        let expanded = scheme.add(&scheme.add(&scheme.multiply(&y, &x2), &xz), &y);
        judge.is("y·x² + z·x + y", &expanded, &horner)?;

        // Relinearisation before and after a sum.
        let (u, v) = (scheme.tensor(&x, &y), scheme.tensor(&y, &x));
        let twice = ring.scale(2, &ab);
        judge.is("three parts", &u, &ab)?;
        judge.is("sum of three parts", &scheme.add(&u, &v), &twice)?;
        let after = scheme.relinearise(&scheme.add(&u, &v));
        judge.is("relinearised after the sum", &after, &twice)?;
        let before = scheme.add(&scheme.relinearise(&u), &scheme.relinearise(&v));
        judge.is("relinearised before the sum", &before, &twice)?;
        judge.is("three parts and two", &scheme.add(&u, &before), &ring.scale(3, &ab))?;
    }
    Ok(())
}

fn plaintexts<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring) = (judge.scheme, &judge.ring);
    let a = judge.random(stream);
    let x = scheme.encrypt(&a, 7);
    let a = judge.polynomial(&a);
    for message in judge.messages(stream) {
        let (y, b) = (scheme.encrypt(&message, 8), judge.polynomial(&message));
        let (sum, product) = (scheme.add_plain(&x, &message), scheme.multiply_plain(&x, &message));
        judge.is("x + plaintext", &sum, &ring.add(&a, &b))?;
        judge.is("x·plaintext", &product, &ring.mul(&a, &b))?;
        judge.is("x + encrypted plaintext", &scheme.add(&x, &y), &ring.add(&a, &b))?;
        judge.is("x·encrypted plaintext", &scheme.multiply(&x, &y), &ring.mul(&a, &b))?;
        let unprepared = scheme.add_plain(&product, &message);
        judge.same("prepared = unprepared", &scheme.prepared(&x, &message), &unprepared)?;
    }
    Ok(())
}

fn selections<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring) = (judge.scheme, &judge.ring);
    let messages = judge.messages(stream);
    let (zero, one) = (&messages[2], &messages[3]);
    let [a, b, mask] = [(); 3].map(|()| judge.random(stream));
    let (x, y) = (scheme.encrypt(&a, 9), scheme.encrypt(&b, 10));
    let [a, b, m] = [&a, &b, &mask].map(|message| judge.polynomial(message));
    judge.is("select with 1 is the first", &scheme.select(&x, &y, one), &a)?;
    judge.is("select with 0 is the second", &scheme.select(&x, &y, zero), &b)?;
    judge.is("select of equals is what they are", &scheme.select(&x, &x, &mask), &a)?;
    let others = ring.add(&ring.constant(1), &ring.scale(-1, &m));
    let expected = ring.add(&ring.mul(&a, &m), &ring.mul(&b, &others));
    judge.is("select is x·mask + y·(1 - mask)", &scheme.select(&x, &y, &mask), &expected)?;
    let both = scheme.add(&scheme.select(&x, &y, &mask), &scheme.select(&y, &x, &mask));
    judge.is("both selections make up the sum", &both, &ring.add(&a, &b))
}

fn moduli<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let (scheme, ring) = (judge.scheme, &judge.ring);
    let [a, b] = [(); 2].map(|()| judge.random(stream));
    let (x, y) = (scheme.encrypt(&a, 11), scheme.encrypt(&b, 12));
    let [a, b] = [a, b].map(|message| judge.polynomial(&message));
    for (x, expected) in [(&x, &a), (&scheme.multiply(&x, &y), &ring.mul(&a, &b))] {
        for switched in scheme.smaller_moduli(x) {
            judge.is("changes of modulus keep the message", &switched, expected)?;
        }
    }
    let sum = ring.add(&a, &b);
    let tensor = scheme.tensor(&x, &y);
    for switched in scheme.smaller_moduli(&tensor) {
        judge.is("changes of modulus of three parts", &switched, &ring.mul(&a, &b))?;
    }
    for switched in scheme.smaller_moduli(&x) {
        judge.is("sums at different moduli", &scheme.add(&switched, &y), &sum)?;
        judge.is("sums at different moduli", &scheme.add(&y, &switched), &sum)?;
    }
    Ok(())
}
