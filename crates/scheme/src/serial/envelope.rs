//! What every object begins and ends with.

use ringassay_kernels::secrecy;
use zeroize::Zeroizing;

use super::{
    Fingerprint, SerialError,
    fields::Writer,
    kind::{Kind, VERSION},
    limits::MAX_BYTES,
};
use crate::{Scheme, catalogue::Saved};

/// No text begins like this, and a transfer that changes ends of lines changes it.
const MAGIC: [u8; 8] = *b"\x89ring\r\n\x1a";
/// Magic, version, scheme, kind, length of the body, fingerprint.
pub(super) const HEADER_BYTES: usize = 8 + 2 + 1 + 1 + 8 + Fingerprint::BYTES;
/// BLAKE3 of all bytes before.
pub(super) const HASH_BYTES: usize = 32;
/// What a body is wrapped in.
pub(super) const ENVELOPE_BYTES: usize = HEADER_BYTES + HASH_BYTES;

/// Whether objects of a kind are saved.
fn saves(scheme: Scheme, kind: Kind) -> bool {
    match scheme.entry().saved {
        Saved::All => true,
        Saved::ForServers => {
            matches!(kind, Kind::Parameters | Kind::EvaluationKeys | Kind::Ciphertext)
        }
        Saved::AllButPlaintexts => kind != Kind::Plaintext,
        Saved::Gates => !matches!(
            kind,
            Kind::Plaintext | Kind::PublicKey | Kind::Share | Kind::SecretShare | Kind::DealtShare
        ),
    }
}

/// What an object says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Whose it is.
    pub scheme: Scheme,
    /// What it is.
    pub kind: Kind,
    /// The parameters it belongs to.
    pub fingerprint: Fingerprint,
    /// The length of the whole object in bytes.
    pub bytes: u64,
}

/// What the object at the beginning of `bytes` says about itself: they may hold only its first 52
/// bytes, or more than it.
///
/// # Errors
/// When that is no object of this format version. Its hash and content are not looked at.
pub fn inspect(bytes: &[u8]) -> Result<Header, SerialError> {
    if !bytes.starts_with(&MAGIC) {
        // Also of what was cut off within the magic.
        let cut = MAGIC.starts_with(bytes) && !bytes.is_empty();
        return Err(if cut { truncated(bytes.len(), HEADER_BYTES) } else { SerialError::Magic });
    }
    let [v0, v1, of, number] = field(bytes, 8)?;
    let version = u16::from_le_bytes([v0, v1]);
    if version != VERSION {
        return Err(SerialError::Version { found: version });
    }
    let scheme = Scheme::of_serial(of);
    let kind = Kind::ALL.into_iter().find(|&kind| kind as u8 == number);
    let known = scheme.zip(kind).filter(|&(scheme, kind)| saves(scheme, kind));
    let (scheme, kind) = known.ok_or(SerialError::UnknownKind { scheme: of, kind: number })?;
    let length = u64::from_le_bytes(field(bytes, 12)?);
    let bytes_in_all = length.saturating_add(ENVELOPE_BYTES as u64);
    if bytes_in_all > MAX_BYTES {
        let what = "the length of the object in bytes";
        return Err(SerialError::Limit { what, found: bytes_in_all, limit: MAX_BYTES });
    }
    Ok(Header { scheme, kind, fingerprint: Fingerprint(field(bytes, 20)?), bytes: bytes_in_all })
}

fn field<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], SerialError> {
    let field = bytes.get(at..).and_then(|rest| rest.first_chunk::<N>());
    field.copied().ok_or_else(|| truncated(bytes.len(), HEADER_BYTES))
}

pub(super) fn truncated(present: usize, needed: usize) -> SerialError {
    SerialError::Truncated { present: present as u64, needed: needed as u64 }
}

/// The header and the body of an object that fills `bytes`, its hash checked.
///
/// # Errors
/// Returns an error if they are no such object, or damaged.
pub fn open(bytes: &[u8], scheme: Scheme, expected: Kind) -> Result<(Header, &[u8]), SerialError> {
    let header = inspect(bytes)?;
    if header.scheme != scheme {
        return Err(SerialError::OtherScheme { found: header.scheme, expected: scheme });
    }
    if header.kind != expected {
        return Err(SerialError::Kind { found: header.kind, expected });
    }
    let present = bytes.len() as u64;
    if present < header.bytes {
        return Err(SerialError::Truncated { present, needed: header.bytes });
    }
    if present > header.bytes {
        return Err(SerialError::Trailing { count: present - header.bytes });
    }
    let (hashed, hash) = bytes.split_at(bytes.len() - HASH_BYTES);
    // Of a secret key, so that only whether it is the right one may be told.
    if !secrecy::all(digest(hashed).iter().zip(hash).map(|(found, said)| found == said)) {
        return Err(SerialError::Hash);
    }
    Ok((header, &hashed[HEADER_BYTES..]))
}

/// A writer that has written a header, with room for the body and the hash.
///
/// # Errors
/// Returns an error if the object exceeds 4 GiB.
pub fn begin(
    scheme: Scheme,
    kind: Kind,
    fingerprint: &Fingerprint,
    body: usize,
) -> Result<Writer, SerialError> {
    let all = body as u64 + ENVELOPE_BYTES as u64;
    if all > MAX_BYTES {
        let what = "the length of the object in bytes";
        return Err(SerialError::Limit { what, found: all, limit: MAX_BYTES });
    }
    let mut writer = Writer::with_capacity(body + ENVELOPE_BYTES);
    writer.put(&MAGIC);
    writer.put(&VERSION.to_le_bytes());
    writer.put(&[scheme.entry().serial, kind as u8]);
    writer.u64(body as u64);
    writer.put(&fingerprint.0);
    Ok(writer)
}

/// The finished object.
pub fn end(mut writer: Writer) -> Zeroizing<Vec<u8>> {
    let hash = digest(writer.bytes());
    writer.put(&hash);
    writer.into_bytes()
}

/// BLAKE3. The hasher holds the last block, which may be secret: it is overwritten.
fn digest(bytes: &[u8]) -> [u8; HASH_BYTES] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(bytes);
    let digest = hasher.finalize().into();
    hasher.reset();
    std::hint::black_box(&hasher);
    digest
}
