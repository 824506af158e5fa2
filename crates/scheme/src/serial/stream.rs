//! Objects from streams.

use std::io::Read;

use zeroize::Zeroizing;

use super::{
    SerialError,
    envelope::{HEADER_BYTES, inspect, truncated},
};

/// Bytes of a stream are taken in steps of this many, so that memory grows with what arrives.
const STEP_BYTES: usize = 1 << 20;

/// The bytes of one object from a stream; it stops behind the object. Whatever it was, they are
/// cleared when dropped, for it may have been a secret key.
///
/// Memory grows with the bytes that arrive, never with a length that is only declared.
///
/// # Errors
/// When the stream does not hold such an object or ends within it, or the object has more than
/// `limit` bytes. Hash and content are checked when the bytes are loaded.
pub fn read_object(stream: &mut impl Read, limit: u64) -> Result<Zeroizing<Vec<u8>>, SerialError> {
    let mut bytes = Zeroizing::new(Vec::new());
    append(stream, &mut bytes, HEADER_BYTES, HEADER_BYTES)?;
    let header = inspect(&bytes)?;
    if header.bytes > limit {
        let what = "the length of the object in bytes";
        return Err(SerialError::Limit { what, found: header.bytes, limit });
    }
    let all = usize::try_from(header.bytes).unwrap_or(usize::MAX);
    while bytes.len() < all {
        let step = STEP_BYTES.max(bytes.len()).min(all - bytes.len());
        append(stream, &mut bytes, step, all)?;
    }
    Ok(bytes)
}

/// Reads `count` more bytes of `needed` in all.
fn append(
    stream: &mut impl Read,
    bytes: &mut Zeroizing<Vec<u8>>,
    count: usize,
    needed: usize,
) -> Result<(), SerialError> {
    let start = bytes.len();
    // A vector that grows by itself would leave a copy behind.
    let mut moved = Zeroizing::new(Vec::new());
    let reserved = moved.try_reserve_exact(start + count);
    reserved.map_err(|_| std::io::Error::from(std::io::ErrorKind::OutOfMemory))?;
    moved.extend_from_slice(bytes);
    moved.resize(start + count, 0);
    *bytes = moved;
    let mut filled = start;
    while filled < bytes.len() {
        match stream.read(&mut bytes[filled..]) {
            Ok(0) => return Err(truncated(filled, needed)),
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
