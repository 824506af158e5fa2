//! Secret keys.

use ringassay_ring::{IntElement, Powerful, RnsRing};
use zeroize::Zeroizing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    instance::Instance,
    object::{Body, load, save},
    pack::{bits, packed_bytes},
    parameters::SavedParameters,
    residues::{read_residues, write_residues},
    sizes::memory_bytes,
};
use crate::{
    Error,
    hybrid::{Context, SecretKey},
};

/// A secret key that can be saved.
pub trait SavedSecret: Sized {
    /// The instance that it belongs to.
    type Context;

    /// The key as bytes, in the clear: whoever has them decrypts everything. They are cleared when
    /// dropped; what is made of them is the caller's concern. Write them where only the owner reads.
    ///
    /// # Errors
    /// When the key is of other parameters.
    fn save_secret(&self, context: &Self::Context) -> Result<Zeroizing<Vec<u8>>, SerialError>;

    /// The key that these bytes hold, all of them. The caller clears them.
    ///
    /// # Errors
    /// As [`Saved::load`](super::Saved::load).
    fn load_secret(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError>;

    /// The bytes of the key in memory and saved.
    ///
    /// # Errors
    /// When the key is of other parameters.
    fn sizes(&self, context: &Self::Context) -> Result<Sizes, SerialError>;
}

impl<P: SavedParameters> SavedSecret for SecretKey<P, RnsRing> {
    type Context = Context<P, RnsRing>;

    fn save_secret(&self, context: &Self::Context) -> Result<Zeroizing<Vec<u8>>, SerialError> {
        save(self, context)
    }

    fn load_secret(context: &Self::Context, bytes: &[u8]) -> Result<Self, SerialError> {
        load(context, bytes, Self::read)
    }

    fn sizes(&self, context: &Self::Context) -> Result<Sizes, SerialError> {
        self.measure(context)
    }
}

impl<P: SavedParameters> Body for SecretKey<P, RnsRing> {
    const KIND: Kind = Kind::SecretKey;
    type Instance = Context<P, RnsRing>;

    fn measure(&self, context: &Self::Instance) -> Result<Sizes, SerialError> {
        measure(self.integer(), context)
    }

    fn write(&self, context: &Self::Instance, writer: &mut Writer) -> Result<(), SerialError> {
        write(self.integer(), context, writer);
        Ok(())
    }

    fn read(context: &Self::Instance, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        Ok(context.secret_key_of(read(context, reader)?)?)
    }
}

/// The largest magnitude of a coefficient, below 2^62.
fn bound(context: &impl Instance) -> i64 {
    context.secrets().bound().min(1 << 62) as i64
}

/// Coefficients x are saved as the residues x + bound modulo this.
fn modulus(bound: i64) -> u64 {
    2 * bound as u64 + 1
}

fn measure(secret: &IntElement<Powerful>, context: &impl Instance) -> Result<Sizes, SerialError> {
    let (bound, n) = (bound(context), context.index().degree());
    let too_large = |all, &x: &i64| all | (x < -bound) | (x > bound);
    if secret.index() != context.index() || secret.coefficients().iter().fold(false, too_large) {
        return Err(Error::OtherParameters { what: "the secret key" }.into());
    }
    let bytes = packed_bytes(n, bits(modulus(bound)));
    let memory = 8 * n + memory_bytes(context.key_ring());
    Ok(Sizes::of_fields(0).with_residues(n, bytes).in_memory(memory))
}

fn write(secret: &IntElement<Powerful>, context: &impl Instance, writer: &mut Writer) {
    let bound = bound(context);
    let coefficients = secret.coefficients();
    let mut residues = Zeroizing::new(Vec::with_capacity(coefficients.len()));
    residues.extend(coefficients.iter().map(|&x| (x + bound) as u64));
    write_residues(writer, &residues, modulus(bound));
}

fn read(
    context: &impl Instance,
    reader: &mut Reader<'_>,
) -> Result<IntElement<Powerful>, SerialError> {
    let (bound, n) = (bound(context), context.index().degree());
    reader.expect_left(packed_bytes(n, bits(modulus(bound))))?;
    let mut residues = Zeroizing::new(vec![0; n]);
    read_residues(reader, &mut residues, modulus(bound))?;
    let mut secret = IntElement::<Powerful>::zero(context.index());
    for (x, &residue) in secret.coefficients_mut().iter_mut().zip(residues.iter()) {
        *x = residue as i64 - bound;
    }
    if !context.secrets().can_draw(secret.coefficients()) {
        return Err(reader.wrong(format!("the secret is not {}", context.secrets().distribution())));
    }
    Ok(secret)
}
