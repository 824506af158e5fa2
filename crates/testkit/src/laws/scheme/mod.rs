//! Schemes that compute exactly on encrypted elements of R_t = Z_t\[ζ_m\].
//!
//! What comes out is compared with polynomials modulo Φ_m and t, never with another ciphertext alone;
//! the metamorphic relations (x - x = 0, σ_i∘σ_j = σ_ij, …) are checked on top of that.

mod arithmetic;
mod automorphisms;
mod randomness;
mod slots;

pub use slots::Slotted;

use super::verdict::{Verdict, Violation, equal};
use crate::inputs::Stream;
use crate::reference::{Cyclotomic, ModQ, numbers::totient};

/// A message: n residues modulo t, coefficients in the powerful basis.
pub type Message = Vec<u64>;

/// An instance of a scheme, with all its keys. Encryptions with equal seeds are equal.
pub trait Scheme {
    /// What is computed with.
    type Ciphertext: Clone;

    /// What is judged, for messages.
    fn subject(&self) -> String;
    /// The index.
    fn m(&self) -> u64;
    /// The plaintext modulus.
    fn t(&self) -> u64;

    /// An encryption under the public key.
    fn encrypt(&self, message: &[u64], seed: u64) -> Self::Ciphertext;
    /// An encryption under the secret key.
    fn encrypt_secret(&self, message: &[u64], seed: u64) -> Self::Ciphertext;
    /// The message, or why there is none.
    fn decrypt(&self, x: &Self::Ciphertext) -> Result<Message, String>;
    /// The words of each part.
    fn words(&self, x: &Self::Ciphertext) -> Vec<Vec<u64>>;

    /// x + y.
    fn add(&self, x: &Self::Ciphertext, y: &Self::Ciphertext) -> Self::Ciphertext;
    /// x - y.
    fn sub(&self, x: &Self::Ciphertext, y: &Self::Ciphertext) -> Self::Ciphertext;
    /// -x.
    fn negate(&self, x: &Self::Ciphertext) -> Self::Ciphertext;
    /// x + message.
    fn add_plain(&self, x: &Self::Ciphertext, message: &[u64]) -> Self::Ciphertext;
    /// x·message.
    fn multiply_plain(&self, x: &Self::Ciphertext, message: &[u64]) -> Self::Ciphertext;
    /// x·message + message, from a message that was prepared once.
    fn prepared(&self, x: &Self::Ciphertext, message: &[u64]) -> Self::Ciphertext;
    /// x·mask + y·(1 - mask).
    fn select(&self, x: &Self::Ciphertext, y: &Self::Ciphertext, mask: &[u64]) -> Self::Ciphertext;

    /// x·y.
    fn multiply(&self, x: &Self::Ciphertext, y: &Self::Ciphertext) -> Self::Ciphertext;
    /// x².
    fn square(&self, x: &Self::Ciphertext) -> Self::Ciphertext;
    /// x·y in three parts.
    fn tensor(&self, x: &Self::Ciphertext, y: &Self::Ciphertext) -> Self::Ciphertext;
    /// Two parts again.
    fn relinearise(&self, x: &Self::Ciphertext) -> Self::Ciphertext;

    /// The same message at each smaller modulus at which its decryption is guaranteed.
    fn smaller_moduli(&self, x: &Self::Ciphertext) -> Vec<Self::Ciphertext>;

    /// The exponents for whose automorphisms there are keys: k and l, k·l, and one of a small order.
    fn exponents(&self) -> Vec<u64>;
    /// ζ ↦ ζ^k.
    fn automorphism(&self, x: &Self::Ciphertext, k: u64) -> Self::Ciphertext;
    /// Several images of one ciphertext, decomposed once.
    fn automorphisms(&self, x: &Self::Ciphertext, exponents: &[u64]) -> Vec<Self::Ciphertext>;

    /// Ciphertexts of the same parameters that this key must not open: of another key, and with a
    /// part damaged.
    fn foreign(&self, message: &[u64], seed: u64) -> Vec<Self::Ciphertext>;
}

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

/// A scheme with the oracle of its plaintexts.
struct Judge<'a, S> {
    scheme: &'a S,
    ring: Cyclotomic<ModQ>,
    subject: String,
}

impl<'a, S: Scheme> Judge<'a, S> {
    fn new(scheme: &'a S) -> Self {
        let ring = Cyclotomic::new(ModQ(scheme.t()), scheme.m());
        Self { scheme, ring, subject: scheme.subject() }
    }

    fn random(&self, stream: &mut Stream) -> Message {
        stream.residues(self.ring.degree(), self.scheme.t())
    }

    /// Random messages, and extremes: 0, 1, t - 1 and the middle everywhere.
    fn messages(&self, stream: &mut Stream) -> Vec<Message> {
        let (t, n) = (self.scheme.t(), self.ring.degree());
        let mut one = vec![0; n];
        one[0] = 1;
        vec![
            self.random(stream),
            self.random(stream),
            vec![0; n],
            one,
            vec![t - 1; n],
            vec![t / 2; n],
        ]
    }

    /// As a polynomial modulo Φ_m.
    fn polynomial(&self, message: &[u64]) -> Vec<u64> {
        self.ring.from_powerful(message)
    }

    /// Fails unless x decrypts to the polynomial.
    fn is(&self, law: &'static str, x: &S::Ciphertext, expected: &[u64]) -> Verdict {
        match self.scheme.decrypt(x) {
            Ok(message) => equal(law, &self.subject, &self.polynomial(&message), expected),
            Err(detail) => Err(Violation { law, subject: self.subject.clone(), detail }),
        }
    }

    /// Fails unless the ciphertexts are the same, word for word.
    fn same(&self, law: &'static str, x: &S::Ciphertext, y: &S::Ciphertext) -> Verdict {
        let (x, y) = (self.scheme.words(x), self.scheme.words(y));
        equal(law, &self.subject, &x.concat(), &y.concat())
    }
}
