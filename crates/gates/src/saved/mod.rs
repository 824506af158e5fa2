//! Parameters, keys, bits and words as bytes. Envelope and rules are those of [`ringassay_scheme::serial`]: an object names
//! its parameters by their fingerprint, ends with a hash, and is refused where it does not belong.
//!
//! | object | body |
//! |---|---|
//! | parameters | n, k, N: 4 bytes each; q, q': 8; widths and counts of digits, σ |
//! | secret key | k·N coefficients of 2 bits, n of 1 |
//! | evaluation key | for each of n ciphertexts a seed and (k+1)·l bodies of the bits of q; a seed and bodies of the bits of q' |
//! | bits, words | their length p (0: bits) and number; for each variance, log2 of the failure, k·N + 1 residues |
//!
//! Uniform parts of keys are seeds; everything else is packed without the bits that are always 0.

mod ciphertexts;
mod keys;
mod parameters;

pub use ciphertexts::{load_bits, load_bits_even_transparent, load_words, save_bits, save_words};

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Scheme,
    serial::{
        Kind, SerialError,
        format::{Reader, Writer, begin, end, open},
    },
};
use zeroize::Zeroizing;

use crate::Context;

/// An object of a context, its body written by `write` in `body` bytes.
fn save(
    context: &Context<RnsRing>,
    kind: Kind,
    body: usize,
    write: impl FnOnce(&mut Writer),
) -> Result<Zeroizing<Vec<u8>>, SerialError> {
    let mut writer = begin(Scheme::Gates, kind, &context.parameters().fingerprint(), body)?;
    let start = writer.bytes().len();
    write(&mut writer);
    debug_assert_eq!(writer.bytes().len() - start, body, "{kind} as long as it was said");
    Ok(end(writer))
}

/// A reader of the body of an object of a context.
fn body<'a>(
    context: &Context<RnsRing>,
    kind: Kind,
    bytes: &'a [u8],
) -> Result<Reader<'a>, SerialError> {
    let (header, body) = open(bytes, Scheme::Gates, kind)?;
    let (found, expected) = (header.fingerprint, context.parameters().fingerprint());
    if found != expected {
        return Err(SerialError::OtherParameters { kind, found, expected });
    }
    Ok(Reader::new(kind, body))
}

/// Fails unless an object has the lengths and moduli of a context.
fn belongs(is_so: bool, what: &'static str) -> Result<(), SerialError> {
    if is_so { Ok(()) } else { Err(ringassay_scheme::Error::OtherParameters { what }.into()) }
}
