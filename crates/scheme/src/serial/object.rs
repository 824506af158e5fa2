//! Saving and loading, the same for every kind of object.

use ringassay_ring::RnsRing;
use zeroize::Zeroizing;

use super::{
    Kind, SerialError, Sizes,
    envelope::{begin, end, open},
    fields::{Reader, Writer},
    instance::Instance,
};
use crate::Error;

/// What belongs to an instance of BGV or BFV and is public: public keys, evaluation keys, plaintexts and
/// ciphertexts over [`RnsRing`]. The format is closed: there are no others.
pub trait Saved: Sized {
    /// The instance: [`bgv::Context`](crate::bgv::Context) or [`bfv::Context`](crate::bfv::Context) over
    /// [`RnsRing`].
    type Context;

    /// The object as bytes: see the [module](super).
    ///
    /// # Errors
    /// When the object is of other parameters, exceeds 4 GiB, or carries a noise estimate that is no
    /// number.
    fn save(&self, context: &Self::Context) -> Result<Vec<u8>, SerialError>;

    /// The object that these bytes hold, all of them.
    ///
    /// # Errors
    /// When they hold another kind of object, of another format version or other parameters, are
    /// damaged, more or fewer than the object has, or have a content that no such object has; a
    /// transparent ciphertext ([`SerialError::Transparent`]).
    fn load(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError>;

    /// The bytes of the object in memory and saved, without saving it.
    ///
    /// # Errors
    /// When the object is of other parameters, or could not be saved.
    fn sizes(&self, context: &Self::Context) -> Result<Sizes, SerialError>;
}

impl<T: Public> Saved for T {
    type Context = T::Instance;

    fn save(&self, context: &T::Instance) -> Result<Vec<u8>, SerialError> {
        Ok(std::mem::take(&mut *save(self, context)?))
    }

    fn load(context: &T::Instance, bytes: &[u8]) -> Result<Self, SerialError> {
        load(context, bytes, T::read)
    }

    fn sizes(&self, context: &T::Instance) -> Result<Sizes, SerialError> {
        self.measure(context)
    }
}

/// What differs from kind to kind.
pub trait Body: Sized {
    const KIND: Kind;

    /// What it belongs to.
    type Instance: Instance;

    /// Fails if the object is of other parameters or cannot be saved.
    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError>;

    /// Writes what was measured.
    fn write(&self, context: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError>;

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError>;
}

/// Whose bytes may be left in memory.
pub trait Public: Body {}

pub(super) fn save<T: Body>(
    object: &T,
    context: &T::Instance,
) -> Result<Zeroizing<Vec<u8>>, SerialError> {
    let body = object.measure(context)?.body();
    let mut writer = begin(T::Instance::SCHEME, T::KIND, &context.fingerprint(), body)?;
    let start = writer.bytes().len();
    object.write(context, &mut writer)?;
    debug_assert_eq!(writer.bytes().len() - start, body, "{} as long as it was said", T::KIND);
    Ok(end(writer))
}

/// Loads with `read`, which is `T::read` or a variant of it.
pub(super) fn load<T: Body>(
    context: &T::Instance,
    bytes: &[u8],
    read: impl FnOnce(&T::Instance, &mut Reader<'_>) -> Result<T, SerialError>,
) -> Result<T, SerialError> {
    let (header, body) = open(bytes, T::Instance::SCHEME, T::KIND)?;
    let expected = context.fingerprint();
    if header.fingerprint != expected {
        let (kind, found) = (header.kind, header.fingerprint);
        return Err(SerialError::OtherParameters { kind, found, expected });
    }
    let mut reader = Reader::new(header.kind, body);
    let object = read(context, &mut reader)?;
    reader.finish()?;
    Ok(object)
}

/// Fails unless an element lies in `ring`.
pub(super) fn lies_in(found: &RnsRing, ring: &RnsRing, what: &'static str) -> Result<(), Error> {
    if found == ring { Ok(()) } else { Err(Error::OtherParameters { what }) }
}
