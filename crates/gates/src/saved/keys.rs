//! Keys.

use ringassay_ring::{
    IntElement, Powerful, RnsRing,
    lwe::{LweSecret, LweSwitchKey},
    sample::Seed,
};
use ringassay_scheme::{
    rgsw::{Rgsw, RlweSecret, RotationKey},
    serial::{
        Kind, SerialError,
        format::{
            Reader, Writer, bits, element_bytes, packed_bytes, read_element, read_residues,
            write_element, write_residues,
        },
    },
};
use zeroize::Zeroizing;

use super::{belongs, body, save};
use crate::{Context, EvaluationKey, Parameters, SecretKey};

/// Ternary coefficients x are saved as x + 1 modulo 3, binary ones as they are.
const TERNARY: u64 = 3;
const BINARY: u64 = 2;

impl SecretKey<RnsRing> {
    /// The key as bytes, in the clear: whoever has them decrypts everything. They are cleared when dropped; write them where
    /// only the owner reads.
    ///
    /// # Errors
    /// Returns an error if the key is one of other parameters.
    pub fn save(&self, context: &Context<RnsRing>) -> Result<Zeroizing<Vec<u8>>, SerialError> {
        let [ring, small] = lengths(context.parameters());
        let [flattened, own] = [&self.flattened, &self.small].map(LweSecret::coefficients);
        belongs((flattened.len(), own.len()) == (ring, small), "the secret key")?;
        save(context, Kind::SecretKey, bytes(context.parameters()), |writer| {
            write_small(writer, flattened, 1, TERNARY);
            write_small(writer, own, 0, BINARY);
        })
    }

    /// The key that these bytes hold. The caller clears them.
    ///
    /// # Errors
    /// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
    pub fn load(context: &Context<RnsRing>, saved: &[u8]) -> Result<Self, SerialError> {
        let parameters = context.parameters();
        let mut reader = body(context, Kind::SecretKey, saved)?;
        reader.expect_left(bytes(parameters))?;
        let [ring, small] = lengths(parameters);
        let ternary = read_small(&mut reader, ring, 1, TERNARY)?;
        let small =
            LweSecret::new(std::mem::take(&mut *read_small(&mut reader, small, 0, BINARY)?));
        reader.finish()?;
        let elements = ternary.chunks(parameters.degree).map(|chunk| {
            let mut element = IntElement::<Powerful>::zero(context.ring().index());
            element.coefficients_mut().copy_from_slice(chunk);
            element
        });
        let ring = RlweSecret::of_secrets(context.ring(), elements.collect())?;
        let flattened = ring.flattened(context.ring());
        Ok(Self::of_parts(ring, flattened, small))
    }
}

/// k·N and n.
fn lengths(parameters: &Parameters) -> [usize; 2] {
    [parameters.rank * parameters.degree, parameters.dimension]
}

/// Bytes of the body of a secret key.
fn bytes(parameters: &Parameters) -> usize {
    let [ring, small] = lengths(parameters);
    packed_bytes(ring, bits(TERNARY)) + packed_bytes(small, bits(BINARY))
}

fn write_small(writer: &mut Writer, coefficients: &[i64], offset: i64, modulus: u64) {
    let mut residues = Zeroizing::new(Vec::with_capacity(coefficients.len()));
    residues.extend(coefficients.iter().map(|x| (x + offset) as u64));
    write_residues(writer, &residues, modulus);
}

fn read_small(
    reader: &mut Reader<'_>,
    count: usize,
    offset: i64,
    modulus: u64,
) -> Result<Zeroizing<Vec<i64>>, SerialError> {
    let mut residues = Zeroizing::new(vec![0; count]);
    read_residues(reader, &mut residues, modulus)?;
    let mut coefficients = Zeroizing::new(Vec::with_capacity(count));
    coefficients.extend(residues.iter().map(|&residue| residue as i64 - offset));
    Ok(coefficients)
}

impl EvaluationKey<RnsRing> {
    /// The key as bytes: bodies packed, a seed for the masks of each ciphertext.
    ///
    /// # Errors
    /// Returns an error if the key is one of other parameters.
    pub fn save(&self, context: &Context<RnsRing>) -> Result<Vec<u8>, SerialError> {
        let (parameters, ring) = (context.parameters(), context.ring());
        let rows = rows(parameters);
        let fits = |bit: &Rgsw<RnsRing>| {
            bit.bodies().len() == rows && bit.bodies().iter().all(|x| x.ring() == ring)
        };
        let rotation = self.rotation();
        let is_so = rotation.len() == parameters.dimension
            && rotation.iter().all(fits)
            && self.switch.shape() == parameters.switch_shape();
        belongs(is_so, "the evaluation key")?;
        let saved = save(context, Kind::EvaluationKeys, key_bytes(context), |writer| {
            for bit in rotation {
                writer.put(bit.masks().expose());
                bit.bodies().iter().for_each(|body| write_element(writer, body));
            }
            writer.put(self.switch.masks().expose());
            write_residues(writer, self.switch.bodies(), parameters.switch.q);
        });
        Ok(std::mem::take(&mut *saved?))
    }

    /// The key that these bytes hold.
    ///
    /// # Errors
    /// As [`Saved::load`](ringassay_scheme::serial::Saved::load).
    pub fn load(context: &Context<RnsRing>, saved: &[u8]) -> Result<Self, SerialError> {
        let (parameters, ring) = (context.parameters(), context.ring());
        let mut reader = body(context, Kind::EvaluationKeys, saved)?;
        reader.expect_left(key_bytes(context))?;
        let rows = rows(parameters);
        let mut bit = || {
            let masks = reader.seed()?.published();
            let bodies = (0..rows).map(|_| read_element(&mut reader, ring));
            let bodies = bodies.collect::<Result<_, SerialError>>()?;
            Ok::<_, SerialError>(Rgsw::from_parts(ring, parameters.rank, masks, bodies)?)
        };
        let rotation = (0..parameters.dimension).map(|_| bit()).collect::<Result<_, _>>()?;
        let (shape, masks) = (parameters.switch_shape(), reader.seed()?.published());
        let mut bodies = vec![0; shape.rows()];
        read_residues(&mut reader, &mut bodies, shape.q)?;
        reader.finish()?;
        let switch = LweSwitchKey::from_parts(shape, masks, bodies);
        let switch = switch.map_err(|error| reader.wrong(error.to_string()))?;
        Ok(Self { rotation: RotationKey::from_parts(rotation), switch })
    }
}

/// Bodies of each ciphertext of a rotation key.
fn rows(parameters: &Parameters) -> usize {
    (parameters.rank + 1) * parameters.count as usize
}

/// Bytes of the body of an evaluation key.
fn key_bytes(context: &Context<RnsRing>) -> usize {
    let parameters = context.parameters();
    let rotated = Seed::BYTES + rows(parameters) * element_bytes(context.ring());
    let switched = packed_bytes(parameters.switch_shape().rows(), bits(parameters.switch.q));
    parameters.dimension * rotated + Seed::BYTES + switched
}
