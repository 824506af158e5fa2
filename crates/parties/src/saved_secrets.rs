//! A party's secrets as bytes, in the envelope of [`serial`](ringassay_scheme::serial). They are cleared when dropped.

use ringassay_kernels::secrecy;
use ringassay_ring::{Crt, Element, RnsRing, sample::Seed};
use ringassay_scheme::{
    Scheme,
    hybrid::{Context, SecretKey},
    serial::{
        Fingerprint, Kind, SavedParameters, SavedSecret as _, SerialError,
        format::{Reader, Writer, begin, element_bytes, end, open, read_element, write_element},
    },
};
use zeroize::Zeroizing;

use crate::{Dealt, Error, Group, Guard, Ledger, SecretShare, ThresholdShare, saved::read_subject};

/// The party's number, whether a ledger guards it and which, how many parties are needed in place of all.
const SECRET_BYTES: usize = 4 + 1 + Ledger::ID_BYTES + 4;

/// From whom, to whom, how many are needed; the session; the seed.
const DEALT_BYTES: usize = 3 * 4 + 32 + Seed::BYTES;

fn name<P: SavedParameters>(context: &Context<P, RnsRing>) -> Fingerprint {
    context.parameters().fingerprint().for_parties(context.parties())
}

/// The body of an object of these parameters.
fn opened<'a>(
    bytes: &'a [u8],
    (scheme, kind): (Scheme, Kind),
    expected: Fingerprint,
) -> Result<(Reader<'a>, usize), SerialError> {
    let (header, body) = open(bytes, scheme, kind)?;
    // A name may be told.
    if !secrecy::revealed(header.fingerprint == expected) {
        let (kind, found) = (header.kind, header.fingerprint);
        return Err(SerialError::OtherParameters { kind, found, expected });
    }
    Ok((Reader::new(kind, body), body.len()))
}

/// Fails unless an element is modulo Q·P.
fn check<P: SavedParameters>(
    context: &Context<P, RnsRing>,
    element: &Element<Crt>,
) -> Result<(), Error> {
    let is_own = element.ring() == context.ring();
    if is_own { Ok(()) } else { Err(Error::OtherShare { what: "parameter set" }) }
}

/// An element that is cleared when dropped.
fn read_secret(reader: &mut Reader<'_>, ring: &RnsRing) -> Result<Element<Crt>, SerialError> {
    let mut element = read_element(reader, ring)?;
    element.set_secret(true);
    Ok(element)
}

fn read_seed(reader: &mut Reader<'_>) -> Result<Seed, SerialError> {
    let mut bytes = Zeroizing::new([0; Seed::BYTES]);
    bytes.copy_from_slice(reader.take(Seed::BYTES)?);
    Ok(Seed::from_bytes(*bytes))
}

/// What stands for the secrets of all: a seed of each party, an element.
fn collected_bytes<P: SavedParameters>(context: &Context<P, RnsRing>) -> usize {
    Seed::BYTES * context.parties() as usize + element_bytes(context.ring())
}

fn write_guard(writer: &mut Writer, guard: Guard) {
    let (is_guarded, id) = match guard {
        Guard::None => (0, [0; Ledger::ID_BYTES]),
        Guard::Ledger(id) => (1, id),
    };
    writer.u8(is_guarded);
    writer.put(&id);
}

fn read_guard(reader: &mut Reader<'_>) -> Result<Guard, SerialError> {
    let is_guarded = reader.flag("its ledger")?;
    let mut id = [0; Ledger::ID_BYTES];
    id.copy_from_slice(reader.take(Ledger::ID_BYTES)?);
    match is_guarded {
        true => Ok(Guard::Ledger(id)),
        false if id == [0; Ledger::ID_BYTES] => Ok(Guard::None),
        false => Err(reader.wrong("it names a ledger and has none")),
    }
}

impl<P: SavedParameters> SecretShare<P, RnsRing> {
    /// The secret as bytes, in the clear, with the name of its ledger, and with what stands for the secrets of all, if the
    /// party has collected that.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters.
    pub fn save_secret(
        &self,
        context: &Context<P, RnsRing>,
        collected: Option<&ThresholdShare<RnsRing>>,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        let key = self.key().save_secret(context)?;
        let body = SECRET_BYTES + collected.map_or(0, |_| collected_bytes(context)) + key.len();
        let mut writer = begin(P::SCHEME, Kind::SecretShare, &name(context), body)?;
        writer.u32(self.part().party());
        write_guard(&mut writer, self.guard());
        writer.u32(collected.map_or(0, |share| share.threshold));
        if let Some(share) = collected {
            check(context, &share.element)?;
            if share.seeds.len() != context.parties() as usize {
                return Err(Error::OtherShare { what: "number of parties" });
            }
            share.seeds.iter().for_each(|seed| writer.put(seed.expose()));
            write_element(&mut writer, &share.element);
        }
        writer.put(&key);
        Ok(end(writer))
    }

    /// The secret that these bytes hold, all of them, and what stands for those of all. The caller clears them.
    ///
    /// # Errors
    /// Returns an error if they hold none, are damaged, or it is of other parameters or another number of parties.
    pub fn load_secret(
        context: &Context<P, RnsRing>,
        bytes: &[u8],
    ) -> Result<(Self, Option<ThresholdShare<RnsRing>>), Error> {
        let (mut reader, body) = opened(bytes, (P::SCHEME, Kind::SecretShare), name(context))?;
        let (party, guard, threshold) = (reader.u32()?, read_guard(&mut reader)?, reader.u32()?);
        if threshold > context.parties() {
            return Err(reader.wrong(format!("{threshold} parties are needed")).into());
        }
        let others = if threshold > 0 { collected_bytes(context) } else { 0 };
        let key = body.saturating_sub(SECRET_BYTES + others);
        reader.expect_left(others + key)?;
        let collected = if threshold > 0 {
            let seeds = (0..context.parties()).map(|_| read_seed(&mut reader));
            let seeds = seeds.collect::<Result<_, _>>()?;
            let element = read_secret(&mut reader, context.ring())?;
            Some(ThresholdShare { party, threshold, guard, seeds, element })
        } else {
            None
        };
        let key = SecretKey::load_secret(context, reader.take(key)?)?;
        reader.finish()?;
        Ok((Self::of_key(context, party, guard, key)?, collected))
    }
}

impl<P: SavedParameters> Group<P, RnsRing> {
    /// What a party gives to another as bytes, in the clear: for that one alone.
    ///
    /// # Errors
    /// Returns an error if it is of other parameters.
    pub fn save_dealt(&self, dealt: &Dealt<RnsRing>) -> Result<Zeroizing<Vec<u8>>, Error> {
        let context = self.context();
        check(context, &dealt.element)?;
        let body = DEALT_BYTES + element_bytes(context.ring());
        let mut writer = begin(P::SCHEME, Kind::DealtShare, &name(context), body)?;
        [dealt.from, dealt.to, dealt.threshold].into_iter().for_each(|x| writer.u32(x));
        writer.put(&self.identity().0);
        writer.put(dealt.seed.expose());
        write_element(&mut writer, &dealt.element);
        Ok(end(writer))
    }

    /// What these bytes hold, all of them, of this session. The caller clears them.
    ///
    /// # Errors
    /// Returns an error if they hold no such thing, are damaged, or it is of other parameters, another number of parties or
    /// another session.
    pub fn load_dealt(&self, bytes: &[u8]) -> Result<Dealt<RnsRing>, Error> {
        let context = self.context();
        let (mut reader, _) = opened(bytes, (P::SCHEME, Kind::DealtShare), name(context))?;
        let [from, to, threshold] = [reader.u32()?, reader.u32()?, reader.u32()?];
        let parties = 1..=context.parties();
        if ![from, to, threshold].iter().all(|x| parties.contains(x)) {
            return Err(reader.wrong(format!("it is from party {from} to party {to}")).into());
        }
        if read_subject(&mut reader)? != self.identity() {
            return Err(Error::OtherShare { what: "session" });
        }
        reader.expect_left(Seed::BYTES + element_bytes(context.ring()))?;
        let seed = read_seed(&mut reader)?;
        let element = read_secret(&mut reader, context.ring())?;
        Ok(Dealt { from, to, threshold, seed, element })
    }
}
