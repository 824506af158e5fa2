//! What FV, YASHE', F-NTRU and SHIELD send to a server: parameters, the elements of an evaluation key,
//! ciphertexts. Envelope and rules are those of [`ringassay_scheme::serial`].

use num_bigint::BigUint;
use ringassay_bigring::{MultiprecisionRing, Shape, Vector};
use ringassay_scheme::{
    Scheme,
    serial::{
        Fingerprint, Kind, SerialError,
        format::{Reader, Writer, begin, end, open, packed_bytes, unpack_words_into},
    },
};

use crate::{
    Error, MultiprecisionScheme,
    rlwe::{Noise, Parameters},
    scheme::Parts,
};

/// A key switch is due or not, three doubles.
const CIPHERTEXT_FIELDS: usize = 1 + 3 * 8;

/// A parameter set of a scheme as bytes.
///
/// # Errors
/// When there is no instance with these parameters.
pub fn save_parameters(scheme: Scheme, parameters: &Parameters) -> Result<Vec<u8>, SerialError> {
    parameters.check()?;
    let body = parameters_body(parameters);
    let fingerprint = Fingerprint::of_body(scheme, body.bytes());
    let mut writer = begin(scheme, Kind::Parameters, &fingerprint, body.bytes().len())?;
    writer.put(body.bytes());
    Ok(std::mem::take(&mut *end(writer)))
}

/// The parameter set of a scheme that these bytes hold: a ring with it exists, and it is not judged.
///
/// # Errors
/// As [`Saved::load`](ringassay_scheme::serial::Saved::load), and when there is no such ring.
pub fn load_parameters(scheme: Scheme, bytes: &[u8]) -> Result<Parameters, SerialError> {
    let (header, body) = open(bytes, scheme, Kind::Parameters)?;
    let mut reader = Reader::new(header.kind, body);
    if header.fingerprint != Fingerprint::of_body(scheme, body) {
        return Err(reader.wrong("the fingerprint is that of other parameters"));
    }
    let (degree, t, log2_w) = (reader.u32()? as usize, reader.u64()?, reader.u32()?);
    let q = reader.u32()? as usize;
    reader.expect_left(q)?;
    let q = reader.take(q)?;
    if q.last() == Some(&0) {
        return Err(reader.wrong("q begins with zeros"));
    }
    let parameters = Parameters { degree, q: BigUint::from_bytes_le(q), t, log2_w };
    parameters.check()?;
    Ok(parameters)
}

/// n, t, log2 w, the length of q, q.
fn parameters_body(parameters: &Parameters) -> Writer {
    let q = parameters.q.to_bytes_le();
    let mut body = Writer::with_capacity(4 + 8 + 4 + 4 + q.len());
    // Checked: at most 2^17.
    body.u32(parameters.degree as u32);
    body.u64(parameters.t);
    body.u32(parameters.log2_w);
    body.u32(q.len() as u32);
    body.put(&q);
    body
}

/// The elements of an evaluation key as bytes.
///
/// # Errors
/// When the object exceeds 4 GiB.
pub fn save_evaluation_vector<S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    vector: &Vector,
) -> Result<Vec<u8>, SerialError> {
    let body = vector_bytes(vector.ring().shape(), vector.count());
    let mut writer = start(scheme, Kind::EvaluationKeys, body)?;
    write_vector(&mut writer, vector);
    Ok(std::mem::take(&mut *end(writer)))
}

/// The elements of an evaluation key that these bytes hold.
///
/// # Errors
/// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
pub fn load_evaluation_vector<S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    bytes: &[u8],
) -> Result<Vector, SerialError> {
    let mut reader = reader(scheme, Kind::EvaluationKeys, bytes)?;
    read_vector(&mut reader, scheme.context().ring(), scheme.evaluation_elements())
}

/// A ciphertext as bytes.
///
/// # Errors
/// When the object exceeds 4 GiB.
pub fn save_ciphertext<S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    ciphertext: &S::Ciphertext,
) -> Result<Vec<u8>, SerialError> {
    let Parts { vector, squared, noise } = S::parts(ciphertext);
    let body = CIPHERTEXT_FIELDS + vector_bytes(vector.ring().shape(), vector.count());
    let mut writer = start(scheme, Kind::Ciphertext, body)?;
    writer.u8(u8::from(squared));
    [noise.bound, noise.message, noise.terms].into_iter().for_each(|x| writer.f64(x));
    write_vector(&mut writer, vector);
    Ok(std::mem::take(&mut *end(writer)))
}

/// The ciphertext that these bytes hold; it may be transparent, and its bounds any bounds.
///
/// # Errors
/// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
pub fn load_ciphertext<S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    bytes: &[u8],
) -> Result<S::Ciphertext, SerialError> {
    let mut reader = reader(scheme, Kind::Ciphertext, bytes)?;
    let squared = reader.flag("a key switch")?;
    let noise = Noise { bound: reader.f64()?, message: reader.f64()?, terms: reader.f64()? };
    let degree = scheme.context().parameters().degree as f64;
    // A bound may exceed the range of doubles.
    if !(noise.bound >= 0.0 && noise.message >= 0.0 && (1.0..=degree).contains(&noise.terms)) {
        return Err(reader.wrong("its bounds are out of range"));
    }
    let vector = read_vector(&mut reader, scheme.context().ring(), scheme.elements())?;
    scheme.of_parts(vector, squared, noise).map_err(|error| reader.wrong(error.to_string()))
}

fn fingerprint<S: MultiprecisionScheme<MultiprecisionRing>>(scheme: &S) -> Fingerprint {
    Fingerprint::of_body(S::SCHEME, parameters_body(scheme.context().parameters()).bytes())
}

fn start<S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    kind: Kind,
    body: usize,
) -> Result<Writer, SerialError> {
    begin(S::SCHEME, kind, &fingerprint(scheme), body)
}

fn reader<'a, S: MultiprecisionScheme<MultiprecisionRing>>(
    scheme: &S,
    kind: Kind,
    bytes: &'a [u8],
) -> Result<Reader<'a>, SerialError> {
    let (header, body) = open(bytes, S::SCHEME, kind)?;
    let expected = fingerprint(scheme);
    if header.fingerprint != expected {
        let found = header.fingerprint;
        return Err(SerialError::OtherParameters { kind, found, expected });
    }
    Ok(Reader::new(kind, body))
}

/// The bits of each word of a coefficient, the least significant word first.
fn widths(shape: &Shape) -> impl Iterator<Item = u32> {
    let (words, bits) = (shape.words as u32, shape.bits as u32);
    (0..words).map(move |j| (bits - 64 * j).min(64))
}

fn vector_bytes(shape: &Shape, count: usize) -> usize {
    let element: usize = widths(shape).map(|bits| packed_bytes(shape.degree, bits)).sum();
    count.saturating_mul(element)
}

fn write_vector(writer: &mut Writer, vector: &Vector) {
    let shape = vector.ring().shape();
    let widths = (0..vector.count()).flat_map(|_| widths(shape));
    for (row, bits) in vector.rows().zip(widths) {
        writer.pack(row, bits);
    }
}

fn read_vector(
    reader: &mut Reader<'_>,
    ring: &MultiprecisionRing,
    count: usize,
) -> Result<Vector, SerialError> {
    let shape = ring.shape();
    reader.expect_left(vector_bytes(shape, count))?;
    let mut widths = (0..count).flat_map(|_| widths(shape));
    let read = ring.vector_of_rows(count, |row| {
        let bits = widths.next().unwrap_or_default();
        let packed = reader.take(packed_bytes(row.len(), bits))?;
        if unpack_words_into(row, packed, bits) {
            return Ok(());
        }
        Err(reader.wrong("padding is not 0"))
    })?;
    Ok(read.map_err(Error::from)?)
}
