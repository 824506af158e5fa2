//! A scheme beside the oracle of its plaintexts.

use super::interface::{Message, Scheme};
use crate::inputs::Stream;
use crate::laws::verdict::{Verdict, Violation, equal};
use crate::reference::{Cyclotomic, ModQ};

/// A scheme with the oracle of its plaintexts.
pub(super) struct Judge<'a, S> {
    pub(super) scheme: &'a S,
    pub(super) ring: Cyclotomic<ModQ>,
    pub(super) subject: String,
}

impl<'a, S: Scheme> Judge<'a, S> {
    pub(super) fn new(scheme: &'a S) -> Self {
        let ring = Cyclotomic::new(ModQ(scheme.t()), scheme.m());
        Self { scheme, ring, subject: scheme.subject() }
    }

    pub(super) fn random(&self, stream: &mut Stream) -> Message {
        stream.residues(self.ring.degree(), self.scheme.t())
    }

    /// Random messages, and extremes: 0, 1, t - 1 and the middle everywhere.
    pub(super) fn messages(&self, stream: &mut Stream) -> Vec<Message> {
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
    pub(super) fn polynomial(&self, message: &[u64]) -> Vec<u64> {
        self.ring.from_powerful(message)
    }

    /// Fails unless x decrypts to the polynomial.
    pub(super) fn is(&self, law: &'static str, x: &S::Ciphertext, expected: &[u64]) -> Verdict {
        match self.scheme.decrypt(x) {
            Ok(message) => equal(law, &self.subject, &self.polynomial(&message), expected),
            Err(detail) => Err(Violation { law, subject: self.subject.clone(), detail }),
        }
    }

    /// Fails unless the ciphertexts are the same, word for word.
    pub(super) fn same(&self, law: &'static str, x: &S::Ciphertext, y: &S::Ciphertext) -> Verdict {
        let (x, y) = (self.scheme.words(x), self.scheme.words(y));
        equal(law, &self.subject, &x.concat(), &y.concat())
    }
}
