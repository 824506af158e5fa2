//! What is judged: an instance of a scheme.

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
