//! Secret keys.

use ringassay_ring::{IntElement, Powerful, RnsRing};
use zeroize::Zeroizing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, load, save},
    pack::{bits, packed_bytes},
    residues::{read_residues, write_residues},
    sizes::memory_bytes,
};
use crate::{
    Error,
    bgv::{Context, SecretKey},
};

impl SecretKey<RnsRing> {
    /// The key as bytes, in the clear: whoever has them decrypts everything. They are cleared when
    /// dropped; what is made of them is the caller's concern. Write them where only the owner reads.
    ///
    /// # Errors
    /// When the key is of other parameters.
    pub fn save_secret(
        &self,
        context: &Context<RnsRing>,
    ) -> Result<Zeroizing<Vec<u8>>, SerialError> {
        save(self, context)
    }

    /// The key that these bytes hold, all of them. The caller clears them.
    ///
    /// # Errors
    /// As [`Saved::load`](super::Saved::load).
    pub fn load_secret(context: &Context<RnsRing>, bytes: &[u8]) -> Result<Self, SerialError> {
        load(context, bytes, Self::read)
    }

    /// The bytes of the key in memory and saved.
    ///
    /// # Errors
    /// When the key is of other parameters.
    pub fn sizes(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        self.measure(context)
    }
}

/// The largest magnitude of a coefficient, below 2^62.
fn bound(context: &Context<RnsRing>) -> i64 {
    context.secret_sampler().bound().min(1 << 62) as i64
}

/// Coefficients x are saved as the residues x + bound modulo this.
fn modulus(bound: i64) -> u64 {
    2 * bound as u64 + 1
}

impl Body for SecretKey<RnsRing> {
    const KIND: Kind = Kind::SecretKey;

    fn measure(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        let (bound, n) = (bound(context), context.parameters().index.totient());
        let secret = self.integer();
        let too_large = |all, &x: &i64| all | (x < -bound) | (x > bound);
        if secret.index() != &context.parameters().index
            || secret.coefficients().iter().fold(false, too_large)
        {
            return Err(Error::OtherParameters { what: "the secret key" }.into());
        }
        let bytes = packed_bytes(n, bits(modulus(bound)));
        let memory = 8 * n + memory_bytes(context.ring());
        Ok(Sizes::of_fields(0).with_residues(n, bytes).in_memory(memory))
    }

    fn write(&self, context: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        let bound = bound(context);
        let coefficients = self.integer().coefficients();
        let mut residues = Zeroizing::new(Vec::with_capacity(coefficients.len()));
        residues.extend(coefficients.iter().map(|&x| (x + bound) as u64));
        write_residues(writer, &residues, modulus(bound));
        Ok(())
    }

    fn read(context: &Context<RnsRing>, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let parameters = context.parameters();
        let (bound, n) = (bound(context), parameters.index.totient());
        reader.expect_left(packed_bytes(n, bits(modulus(bound))))?;
        let mut residues = Zeroizing::new(vec![0; n]);
        read_residues(reader, &mut residues, modulus(bound))?;
        let mut secret = IntElement::<Powerful>::zero(&parameters.index);
        for (x, &residue) in secret.coefficients_mut().iter_mut().zip(residues.iter()) {
            *x = residue as i64 - bound;
        }
        if !context.secret_sampler().can_draw(secret.coefficients()) {
            let problem = format!("the secret is not {}", parameters.secret);
            return Err(reader.wrong(problem));
        }
        Ok(context.secret_key_of(secret)?)
    }
}
