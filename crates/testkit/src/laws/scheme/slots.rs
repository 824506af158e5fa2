//! Vectors in slots.

use super::interface::Scheme;
use crate::inputs::Stream;
use crate::laws::verdict::{Verdict, Violation, equal};

/// A scheme whose messages hold vectors of residues modulo t.
pub trait Slotted: Scheme {
    /// ℓ, the length of vectors.
    fn length(&self) -> usize;
    /// The message that holds a vector.
    fn encode(&self, vector: &[u64]) -> Vec<u64>;
    /// The vector that a message holds, or why there is none.
    fn decode(&self, message: &[u64]) -> Result<Vec<u64>, String>;
    /// Entry i becomes entry i + `steps` modulo ℓ.
    fn rotate(&self, x: &Self::Ciphertext, steps: i64) -> Self::Ciphertext;
}

pub(super) fn suite(scheme: &impl Slotted, stream: &mut Stream) -> Verdict {
    let (length, t) = (scheme.length(), scheme.t());
    let [a, b] = [(); 2].map(|()| stream.residues(length, t));
    let mask: Vec<u64> = (0..length).map(|_| stream.below(2)).collect();
    let encrypt = |vector: &[u64], seed| scheme.encrypt(&scheme.encode(vector), seed);
    let (x, y) = (encrypt(&a, 21), encrypt(&b, 22));
    is(scheme, "vectors round trip", &x, &a)?;
    let zip = |f: fn(u128, u128) -> u128| -> Vec<u64> {
        let wide = |(&x, &y): (&u64, &u64)| f(x.into(), y.into()) % u128::from(t);
        a.iter().zip(&b).map(|pair| wide(pair) as u64).collect()
    };
    is(scheme, "sums slot by slot", &scheme.add(&x, &y), &zip(|x, y| x + y))?;
    is(scheme, "products slot by slot", &scheme.multiply(&x, &y), &zip(|x, y| x * y))?;
    let masked = scheme.multiply_plain(&x, &scheme.encode(&mask));
    let expected: Vec<u64> = a.iter().zip(&mask).map(|(x, m)| x * m).collect();
    is(scheme, "masks", &masked, &expected)?;
    let selected = scheme.select(&x, &y, &scheme.encode(&mask));
    let either = |i: usize| if mask[i] == 1 { a[i] } else { b[i] };
    let expected: Vec<u64> = (0..length).map(either).collect();
    is(scheme, "select takes whole entries", &selected, &expected)?;

    let last = length as i64 - 1;
    let amounts = [0, 1, -1, 2, last / 2, last, 3 * length as i64 + 1];
    let images: Vec<_> = amounts.iter().map(|&i| scheme.rotate(&x, i)).collect();
    for (&i, image) in amounts.iter().zip(&images) {
        is(scheme, "rotations move entries", image, &rotated(&a, i))?;
        for j in [1, -1, last / 2] {
            let twice = scheme.rotate(image, j);
            is(scheme, "rot_j∘rot_i = rot_(i+j)", &twice, &rotated(&a, i + j))?;
        }
    }
    let turned = scheme.rotate(&images[4], length as i64 - last / 2);
    is(scheme, "a full turn of a vector", &turned, &a)?;
    let product = scheme.multiply(&images[1], &scheme.rotate(&y, 1));
    let expected = rotated(&zip(|x, y| x * y), 1);
    is(scheme, "products of rotations", &product, &expected)?;
    let product = scheme.rotate(&scheme.multiply(&x, &y), 1);
    is(scheme, "rotations of products", &product, &expected)
}

/// By the definition.
fn rotated(vector: &[u64], steps: i64) -> Vec<u64> {
    let length = vector.len() as i64;
    (0..length).map(|i| vector[(i - steps).rem_euclid(length) as usize]).collect()
}

fn is<S: Slotted>(scheme: &S, law: &'static str, x: &S::Ciphertext, expected: &[u64]) -> Verdict {
    match scheme.decrypt(x).and_then(|message| scheme.decode(&message)) {
        Ok(vector) => equal(law, &scheme.subject(), &vector, expected),
        Err(detail) => Err(Violation { law, subject: scheme.subject(), detail }),
    }
}
