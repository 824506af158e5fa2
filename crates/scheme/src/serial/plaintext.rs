//! Plaintexts: n residues modulo t.

use ringassay_ring::RnsRing;

use super::{
    Kind, SerialError, Sizes,
    fields::{Reader, Writer},
    object::{Body, Public},
    pack::{bits, packed_bytes},
    residues::{read_residues, write_residues},
};
use crate::{
    Error,
    bgv::{Context, Plaintext},
};

impl Public for Plaintext {}

impl Body for Plaintext {
    const KIND: Kind = Kind::Plaintext;
    type Instance = Context<RnsRing>;

    fn measure(&self, context: &Context<RnsRing>) -> Result<Sizes, SerialError> {
        let (n, t) = (context.parameters().index.degree(), context.t().q());
        let coefficients = self.coefficients();
        if coefficients.len() != n || coefficients.iter().any(|&x| x >= t) {
            return Err(Error::OtherParameters { what: "the plaintext" }.into());
        }
        let bytes = packed_bytes(n, bits(t));
        Ok(Sizes::of_fields(0).with_residues(n, bytes).in_memory(8 * n))
    }

    fn write(&self, context: &Context<RnsRing>, writer: &mut Writer) -> Result<(), SerialError> {
        write_residues(writer, self.coefficients(), context.t().q());
        Ok(())
    }

    fn read(context: &Context<RnsRing>, reader: &mut Reader<'_>) -> Result<Self, SerialError> {
        let (n, t) = (context.parameters().index.degree(), context.t().q());
        reader.expect_left(packed_bytes(n, bits(t)))?;
        let mut coefficients = vec![0; n];
        read_residues(reader, &mut coefficients, t)?;
        Ok(context.plaintext(coefficients)?)
    }
}
