//! Saved keys of a refresh: a sequence of objects, so that no more than one of them lies in memory twice.
//!
//! The shape; the key to the sparse secret, and the one back; the key for products, and one for each automorphism, with
//! ascending exponents.

use std::iter::once;

use ringassay_interrupt::checkpoint;
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    Error, Scheme,
    ckks::{Context, EvaluationKeys, SecretKey},
    hybrid::SwitchingKey,
    serial::{
        Kind, Saved, SerialError,
        format::{Reader, begin, end, open},
    },
};

use super::{Range, Refresh, RefreshKeys, Shape};

/// What a shape takes.
const SHAPE_BYTES: usize = 4 + 4 + 5 + 4;

/// An object, or why there is none.
type Object = Result<Vec<u8>, SerialError>;

impl Shape {
    /// The shape of a refresh of ciphertexts of `residual` with so many slots, as bytes.
    ///
    /// # Errors
    /// Returns an error if a field is larger than that of a shape can be.
    pub fn save(&self, residual: &Context<RnsRing>, slots: usize) -> Object {
        let narrow = |x: usize| u8::try_from(x).map_err(|_| too_large());
        let wide = |x: usize| u32::try_from(x).map_err(|_| too_large());
        let fingerprint = residual.parameters().fingerprint();
        let mut writer = begin(Scheme::Ckks, Kind::RefreshShape, &fingerprint, SHAPE_BYTES)?;
        writer.u32(wide(self.range.weight)?);
        writer.u32(self.range.bound);
        for x in [self.to_coefficients, self.to_slots, self.arcsine, self.bits as usize] {
            writer.u8(narrow(x)?);
        }
        writer.u8(narrow(self.digit_limbs)?);
        writer.u32(wide(slots)?);
        Ok(std::mem::take(&mut *end(writer)))
    }

    /// The shape that these bytes hold, and the number of slots.
    ///
    /// # Errors
    /// Returns an error if they hold something else, or the shape of a refresh of other parameters.
    pub fn load(residual: &Context<RnsRing>, bytes: &[u8]) -> Result<(Self, usize), SerialError> {
        let (header, body) = open(bytes, Scheme::Ckks, Kind::RefreshShape)?;
        let expected = residual.parameters().fingerprint();
        if header.fingerprint != expected {
            let (kind, found) = (header.kind, header.fingerprint);
            return Err(SerialError::OtherParameters { kind, found, expected });
        }
        let mut reader = Reader::new(header.kind, body);
        let range = Range { weight: reader.u32()? as usize, bound: reader.u32()? };
        let mut field = || reader.u8();
        let shape = Self {
            range,
            to_coefficients: field()?.into(),
            to_slots: field()?.into(),
            arcsine: field()?.into(),
            bits: field()?.into(),
            digit_limbs: field()?.into(),
        };
        let slots = reader.u32()? as usize;
        reader.finish()?;
        Ok((shape, slots))
    }
}

impl Refresh<RnsRing> {
    /// The shape, as the first object of saved keys.
    fn shape_object(&self) -> Object {
        self.shape.save(&self.residual, self.slots)
    }

    /// The objects of the keys that [`Refresh::generate_keys`] makes, each made when it is asked for.
    ///
    /// # Errors
    /// Returns an error if the secret is of another ring.
    pub fn key_objects(
        &self,
        secret: &SecretKey<RnsRing>,
        seed: &Seed,
    ) -> Result<impl Iterator<Item = Object> + '_, Error> {
        let ([to_sparse, from_sparse], main) = self.switching_keys(secret, seed)?;
        let first =
            [self.shape_object(), to_sparse.save(&self.lowest), from_sparse.save(&self.raised)];
        let exponents = self.exponents().into_iter().map(|k| (false, vec![k]));
        let single = once((true, Vec::new())).chain(exponents);
        let seed = seed.clone();
        let others = single.map(move |(products, exponents)| {
            checkpoint();
            self.evaluation_keys(&main, products, &exponents, &seed)?.save(&self.raised)
        });
        Ok(first.into_iter().chain(others))
    }

    /// The objects of keys.
    pub fn objects<'a>(
        &'a self,
        keys: &'a RefreshKeys<RnsRing>,
    ) -> impl Iterator<Item = Object> + 'a {
        let RefreshKeys { to_sparse, from_sparse, evaluation } = keys;
        let first =
            [self.shape_object(), to_sparse.save(&self.lowest), from_sparse.save(&self.raised)];
        let others = evaluation.single_keys().map(|key| {
            checkpoint();
            key.save(&self.raised)
        });
        first.into_iter().chain(others)
    }

    /// The keys that a sequence of objects holds.
    ///
    /// # Errors
    /// Returns an error if an object is damaged, of another kind or of other parameters, if one is missing, and those of the
    /// sequence.
    pub fn load_keys<B: AsRef<[u8]>>(
        &self,
        objects: impl IntoIterator<Item = Result<B, SerialError>>,
    ) -> Result<RefreshKeys<RnsRing>, SerialError> {
        let mut objects = objects.into_iter();
        let mut next = || objects.next().unwrap_or_else(|| Err(missing()));
        let found = Shape::load(&self.residual, next()?.as_ref())?;
        if found != (self.shape, self.slots) {
            return Err(Error::OtherParameters { what: "the keys of the refresh" }.into());
        }
        let to_sparse = SwitchingKey::load(&self.lowest, next()?.as_ref())?;
        let from_sparse = SwitchingKey::load(&self.raised, next()?.as_ref())?;
        let mut evaluation = EvaluationKeys::load(&self.raised, next()?.as_ref())?;
        for object in objects {
            checkpoint();
            evaluation = evaluation.merged(EvaluationKeys::load(&self.raised, object?.as_ref())?);
        }
        evaluation.relinearisation()?;
        self.exponents().into_iter().try_for_each(|k| evaluation.check_automorphism(k))?;
        Ok(RefreshKeys { to_sparse, from_sparse, evaluation })
    }
}

fn too_large() -> SerialError {
    let problem = "a number is larger than that of a shape can be".to_owned();
    SerialError::Unsaveable { what: "the shape of a refresh", problem }
}

fn missing() -> SerialError {
    std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "keys of the refresh are missing").into()
}
