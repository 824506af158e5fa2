//! Schemes that compute exactly on encrypted elements of R_t = Z_t\[ζ_m\].
//!
//! What comes out is compared with polynomials modulo Φ_m and t, never with another ciphertext alone;
//! the metamorphic relations (x - x = 0, σ_i∘σ_j = σ_ij, …) are checked on top of that.

mod arithmetic;
mod automorphisms;
mod interface;
mod judge;
mod randomness;
mod slots;

pub use interface::{Message, Scheme};
pub use slots::Slotted;

use super::verdict::Verdict;
use crate::inputs::Stream;
use crate::reference::numbers::totient;
use judge::Judge;

/// All laws that need no slots.
pub fn suite(scheme: &impl Scheme, stream: &mut Stream) -> Verdict {
    let judge = Judge::new(scheme);
    arithmetic::suite(&judge, stream)?;
    automorphisms::suite(&judge, stream)?;
    randomness::suite(&judge, stream)
}

/// All laws of vectors in slots.
pub fn slots_suite(scheme: &impl Slotted, stream: &mut Stream) -> Verdict {
    slots::suite(scheme, stream)
}

/// The words of one ciphertext of every operation: what must not depend on the machine.
pub fn transcript<S: Scheme>(scheme: &S) -> Vec<Vec<Vec<u64>>> {
    let mut stream = Stream::new(31);
    let [a, b, c] = [(); 3].map(|()| stream.residues(totient(scheme.m()), scheme.t()));
    let (x, y) = (scheme.encrypt(&a, 1), scheme.encrypt_secret(&b, 2));
    let product = scheme.multiply(&x, &y);
    let mut all = vec![
        scheme.add(&x, &y),
        scheme.sub(&x, &y),
        scheme.negate(&x),
        scheme.add_plain(&x, &c),
        scheme.multiply_plain(&x, &c),
        scheme.prepared(&y, &c),
        scheme.select(&x, &x, &c),
        scheme.square(&x),
        scheme.tensor(&x, &x),
        scheme.multiply(&product, &x),
    ];
    all.extend(scheme.smaller_moduli(&product));
    all.extend(scheme.automorphisms(&product, &scheme.exponents()));
    all.extend([x, y, product]);
    all.iter().map(|x| scheme.words(x)).collect()
}
