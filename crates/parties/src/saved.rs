//! Shares as bytes, in the envelope of [`serial`](ringassay_scheme::serial).

use std::collections::BTreeSet;

use ringassay_ring::{Element, RnsRing};
use ringassay_scheme::{
    hybrid::Context,
    serial::{
        Kind, SavedParameters, SerialError,
        format::{Reader, begin, element_bytes, end, open, read_element, write_element},
    },
};

use crate::{Error, Group, Share, Step, Subject};

/// Step, its number, level, how many parties, how many elements; session and object.
const FIELDS_BYTES: usize = 1 + 4 + 4 + 4 + 4 + 2 * Subject::BYTES;

/// Whether shares of a step lie at the level of a ciphertext.
fn has_level(step: Step) -> bool {
    matches!(step, Step::Decryption | Step::Switch | Step::Refresh)
}

/// Where each element of a share lies.
fn shape<P: SavedParameters>(
    context: &Context<P, RnsRing>,
    step: Step,
    level: usize,
) -> Result<Vec<RnsRing>, ringassay_scheme::Error> {
    let digits = |count: usize| vec![context.ring().clone(); count * context.key_digits()];
    Ok(match step {
        Step::PublicKey => vec![context.public_key_ring()?],
        Step::RelinearisationOne => digits(2),
        Step::RelinearisationTwo | Step::Automorphism(_) => digits(1),
        Step::Decryption => vec![context.ring_at(level)?.clone()],
        Step::Switch => vec![context.ring_at(level)?.clone(); 2],
        Step::Refresh => {
            let top = context.levels().saturating_sub(1);
            vec![context.ring_at(level)?.clone(), context.ring_at(top)?.clone()]
        }
    })
}

impl<P: SavedParameters> Group<P, RnsRing> {
    /// A share as bytes.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters.
    pub fn save_share(&self, share: &Share<RnsRing>) -> Result<Vec<u8>, Error> {
        let (context, parts) = (self.context(), &share.parts);
        let level = self.level_of(share)?;
        let rings = shape(context, share.step, level)?;
        if !parts.iter().map(Element::ring).eq(&rings) {
            return Err(Error::OtherShare { what: "parameter set" });
        }
        let elements: usize = rings.iter().map(element_bytes).sum();
        let body = FIELDS_BYTES + 4 * share.parties.len() + elements;
        let fingerprint = context.parameters().fingerprint().for_parties(context.parties());
        let mut writer = begin(P::SCHEME, Kind::Share, &fingerprint, body)?;
        let [kind, number] = share.step.numbers();
        writer.u8(kind as u8);
        writer.u32(number as u32);
        writer.u32(level as u32);
        writer.u32(share.parties.len() as u32);
        writer.u32(rings.len() as u32);
        writer.put(&share.session.0);
        writer.put(&share.subject.0);
        share.parties.iter().for_each(|&party| writer.u32(party));
        parts.iter().for_each(|part| write_element(&mut writer, part));
        Ok(std::mem::take(&mut *end(writer)))
    }

    /// How many bytes a saved share of a step takes, or the sum of those of so many parties; `level` is that of the ciphertext
    /// in steps that have one.
    ///
    /// # Errors
    /// Returns an error if there is no such level.
    pub fn share_bytes(&self, step: Step, level: usize, parties: usize) -> Result<usize, Error> {
        let context = self.context();
        let elements: usize = shape(context, step, level)?.iter().map(element_bytes).sum();
        let fingerprint = context.parameters().fingerprint().for_parties(context.parties());
        let envelope = end(begin(P::SCHEME, Kind::Share, &fingerprint, 0)?).len();
        Ok(envelope + FIELDS_BYTES + 4 * parties + elements)
    }

    /// The level of a share: 0 where it has none.
    fn level_of(&self, share: &Share<RnsRing>) -> Result<usize, Error> {
        if !has_level(share.step) {
            return Ok(0);
        }
        let context = self.context();
        let own = share.parts.first().map(Element::ring);
        let mut levels = 0..context.levels();
        let found = levels.find(|&level| context.ring_at(level).ok() == own);
        found.ok_or(Error::OtherShare { what: "parameter set" })
    }

    /// The share that these bytes hold, all of them, of this session.
    ///
    /// # Errors
    /// Returns an error if they hold none, are damaged, or it is of other parameters, another number of parties or another
    /// session.
    pub fn load_share(&self, bytes: &[u8]) -> Result<Share<RnsRing>, Error> {
        let context = self.context();
        let (header, body) = open(bytes, P::SCHEME, Kind::Share)?;
        let expected = context.parameters().fingerprint().for_parties(context.parties());
        if header.fingerprint != expected {
            let (kind, found) = (header.kind, header.fingerprint);
            return Err(SerialError::OtherParameters { kind, found, expected }.into());
        }
        let mut reader = Reader::new(header.kind, body);
        let (kind, number) = (reader.u8()?, reader.u32()?);
        let step = Step::of_numbers(kind, number)
            .ok_or_else(|| reader.wrong(format!("there is no step {kind}, {number}")))?;
        let level = reader.u32()? as usize;
        if level >= context.levels() || (level != 0 && !has_level(step)) {
            return Err(reader.wrong(format!("level {level} of {step}")).into());
        }
        let (parties, count) = (reader.u32()? as usize, reader.u32()? as usize);
        let [session, subject] = [read_subject(&mut reader)?, read_subject(&mut reader)?];
        if session != self.identity() {
            return Err(Error::OtherShare { what: "session" });
        }
        let rings = shape(context, step, level)?;
        if count != rings.len() || parties == 0 || parties > context.parties() as usize {
            let problem = format!("it has {count} elements of {parties} parties");
            return Err(reader.wrong(problem).into());
        }
        let elements: usize = rings.iter().map(element_bytes).sum();
        reader.expect_left(4 * parties + elements)?;
        let mut of = BTreeSet::new();
        for _ in 0..parties {
            let party = reader.u32()?;
            let ascends = of.last().is_none_or(|&last| last < party);
            if !ascends || !(1..=context.parties()).contains(&party) {
                return Err(reader.wrong("its parties are not in ascending order").into());
            }
            of.insert(party);
        }
        let parts = rings.iter().map(|ring| read_element(&mut reader, ring));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        reader.finish()?;
        Ok(Share { step, session, subject, parties: of, parts })
    }
}

/// A hash.
pub(crate) fn read_subject(reader: &mut Reader<'_>) -> Result<Subject, SerialError> {
    let mut hash = [0; Subject::BYTES];
    hash.copy_from_slice(reader.take(Subject::BYTES)?);
    Ok(Subject(hash))
}
