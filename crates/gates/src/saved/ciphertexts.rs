//! Bits and words.

use ringassay_ring::{RnsRing, lwe::LweSample};
use ringassay_scheme::serial::{
    Kind, SerialError,
    format::{Reader, bits, packed_bytes, read_residues, write_residues},
};

use super::{belongs, body, save};
use crate::{Bit, Context, MAX_WORD_BITS, Word};

/// The length of words, how many there are.
const FIELDS: usize = 1 + 4;
/// Variance, log2 of the failure.
const NOISE: usize = 2 * 8;
/// The largest |log2| of a failure that is saved, but for fresh messages.
const MAX_LOG2_FAILURE: f64 = (1_u64 << 40) as f64;

/// One message: what bits and words have in common.
struct Message {
    sample: LweSample,
    variance: f64,
    log2_failure: f64,
}

/// Encrypted bits as bytes.
///
/// # Errors
/// Returns an error if they are of other parameters, or there are 2^32 or more.
pub fn save_bits(
    context: &Context<RnsRing>,
    bits: &[Bit<RnsRing>],
) -> Result<Vec<u8>, SerialError> {
    let messages = bits.iter().map(|x| (&x.sample, x.variance, x.log2_failure));
    save_messages(context, 0, &messages.collect::<Vec<_>>())
}

/// The encrypted bits that these bytes hold.
///
/// # Errors
/// As [`Saved::load`](ringassay_scheme::serial::Saved::load); [`SerialError::Transparent`] of a bit that anybody can read.
pub fn load_bits(
    context: &Context<RnsRing>,
    saved: &[u8],
) -> Result<Vec<Bit<RnsRing>>, SerialError> {
    opaque(load_bits_even_transparent(context, saved)?, |bit| &bit.sample)
}

/// [`load_bits`], also of bits that hide nothing: constants, as outputs of a circuit.
///
/// # Errors
/// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
pub fn load_bits_even_transparent(
    context: &Context<RnsRing>,
    saved: &[u8],
) -> Result<Vec<Bit<RnsRing>>, SerialError> {
    let (reader, bits, messages) = load_messages(context, saved)?;
    if bits != 0 {
        return Err(reader.wrong(format!("it holds words of {bits} bits, not bits")));
    }
    let bit = |x: Message| Bit::new(x.sample, x.variance, x.log2_failure);
    Ok(messages.into_iter().map(bit).collect())
}

/// Encrypted words of one length as bytes.
///
/// # Errors
/// Returns an error if they differ in length, are of other parameters, or there are none, or 2^32 or more.
pub fn save_words(
    context: &Context<RnsRing>,
    words: &[Word<RnsRing>],
) -> Result<Vec<u8>, SerialError> {
    let length = words.first().map_or(0, |word| word.bits);
    if length == 0 || words.iter().any(|word| word.bits != length) {
        let problem = "words are saved together if there are any, all of one length".into();
        return Err(SerialError::Unsaveable { what: "encrypted words", problem });
    }
    let messages = words.iter().map(|x| (&x.sample, x.variance, x.log2_failure));
    save_messages(context, length, &messages.collect::<Vec<_>>())
}

/// The encrypted words that these bytes hold.
///
/// # Errors
/// As [`load_bits`].
pub fn load_words(
    context: &Context<RnsRing>,
    saved: &[u8],
) -> Result<Vec<Word<RnsRing>>, SerialError> {
    let (reader, bits, messages) = load_messages(context, saved)?;
    if bits == 0 || messages.is_empty() {
        return Err(reader.wrong("it holds bits, or nothing, not words"));
    }
    let word = |x: Message| {
        let Message { sample, variance, log2_failure } = x;
        Word { sample, bits, variance, log2_failure }
    };
    opaque(messages.into_iter().map(word).collect(), |word| &word.sample)
}

/// What is encrypted: with a mask of zeros, everybody can read the body.
fn opaque<T>(all: Vec<T>, sample: impl Fn(&T) -> &LweSample) -> Result<Vec<T>, SerialError> {
    let is_transparent = |x: &T| sample(x).mask().iter().all(|&word| word == 0);
    if all.iter().any(is_transparent) { Err(SerialError::Transparent) } else { Ok(all) }
}

fn save_messages(
    context: &Context<RnsRing>,
    length: u32,
    messages: &[(&LweSample, f64, f64)],
) -> Result<Vec<u8>, SerialError> {
    let (q, words) = shape(context);
    let fits = |&(x, ..): &(&LweSample, f64, f64)| (x.q(), x.words().len()) == (q, words);
    belongs(messages.iter().all(fits), "encrypted bits or words")?;
    let unsaveable = |problem: &str| SerialError::Unsaveable {
        what: "encrypted bits or words",
        problem: problem.into(),
    };
    let count = u32::try_from(messages.len()).map_err(|_| unsaveable("there are too many"))?;
    if !messages.iter().all(|&(_, variance, log2_failure)| is_sane(variance, log2_failure)) {
        return Err(unsaveable("an estimate of noise is out of range"));
    }
    let bytes = FIELDS + messages.len() * message_bytes(context);
    let saved = save(context, Kind::Ciphertext, bytes, |writer| {
        writer.u8(length as u8);
        writer.u32(count);
        for &(sample, variance, log2_failure) in messages {
            writer.f64(variance);
            writer.f64(log2_failure);
            write_residues(writer, sample.words(), q);
        }
    });
    Ok(std::mem::take(&mut *saved?))
}

fn load_messages<'a>(
    context: &Context<RnsRing>,
    saved: &'a [u8],
) -> Result<(Reader<'a>, u32, Vec<Message>), SerialError> {
    let (q, words) = shape(context);
    let mut reader = body(context, Kind::Ciphertext, saved)?;
    let length = u32::from(reader.u8()?);
    if length > MAX_WORD_BITS {
        return Err(reader.wrong(format!("words of {length} bits")));
    }
    let count = reader.u32()? as usize;
    reader.expect_left(count.saturating_mul(message_bytes(context)))?;
    let mut message = || {
        let (variance, log2_failure) = (reader.f64()?, reader.f64()?);
        if !is_sane(variance, log2_failure) {
            return Err(reader.wrong("an estimate of noise is out of range"));
        }
        let mut residues = vec![0; words];
        read_residues(&mut reader, &mut residues, q)?;
        let sample = LweSample::new(residues, q).map_err(|error| reader.wrong(error.to_string()));
        Ok(Message { sample: sample?, variance, log2_failure })
    };
    let messages = (0..count).map(|_| message()).collect::<Result<_, _>>()?;
    Ok((reader, length, messages))
}

/// q, and the words of a sample.
fn shape(context: &Context<RnsRing>) -> (u64, usize) {
    let parameters = context.parameters();
    (parameters.q, parameters.rank * parameters.degree + 1)
}

fn message_bytes(context: &Context<RnsRing>) -> usize {
    let (q, words) = shape(context);
    NOISE + packed_bytes(words, bits(q))
}

/// Whether estimates can be computed with. A failure has a positive log2 where errors of several add up.
fn is_sane(variance: f64, log2_failure: f64) -> bool {
    let variance_is = variance.is_sign_positive() && (0.0..=1e9).contains(&variance);
    let fresh = log2_failure == f64::NEG_INFINITY;
    variance_is && (fresh || log2_failure.abs() <= MAX_LOG2_FAILURE)
}
