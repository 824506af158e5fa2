//! What the client sends as its key.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    IntegerScheme,
    hybrid::{Context, EvaluationKeys},
    serial::Saved,
};
use ringassay_sut::kit::{Chunk, Failure};
use serde_json::{Value, json};

use super::{about::name as sut_name, damaged};
use crate::Encryption;

const VERSION: u64 = 2;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// What the server needs of the client's keys.
#[derive(Debug)]
pub(super) struct Key<P: IntegerScheme> {
    /// ℓ: how vectors lie in slots follows from it.
    pub(super) length: usize,
    pub(super) encryption: Encryption,
    pub(super) context: Context<P, RnsRing>,
    pub(super) keys: EvaluationKeys<P, RnsRing>,
}

/// What a title names.
fn format<P: IntegerScheme>() -> String {
    format!("{} key", sut_name(P::SCHEME))
}

/// A title, the parameters, and the evaluation keys one by one: each is dropped before the next is made.
pub(super) fn save<P: IntegerScheme>(
    length: usize,
    encryption: Encryption,
    context: &Context<P, RnsRing>,
    keys: impl Iterator<Item = Result<EvaluationKeys<P, RnsRing>, ringassay_scheme::Error>>,
) -> Result<Vec<Chunk>, Failure> {
    let encryption = name(encryption);
    let title = json!({
        "format": format::<P>(), "version": VERSION, "length": length, "encryption": encryption,
    });
    let parameters = context.parameters().save().map_err(damaged)?;
    let mut chunks = vec![title.to_string().into_bytes().into(), parameters.into()];
    for key in keys {
        let key = key.map_err(Failure::failed)?;
        chunks.push(key.save(context).map_err(damaged)?.into());
    }
    Ok(chunks)
}

/// Reads what [`save`] wrote.
pub(super) fn load<P: IntegerScheme>(chunks: &[&[u8]]) -> Result<Key<P>, Failure> {
    let name = sut_name(P::SCHEME);
    let [title, parameters, first, ref others @ ..] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks or more, not {}: the client has to be {name} as well",
            chunks.len()
        )));
    };
    let (length, encryption) = read_title::<P>(title).ok_or_else(|| {
        Failure::failed(format!(
            "the key is none of {name}, version {VERSION}: client and server have to be of one version"
        ))
    })?;
    let parameters = P::load(parameters).map_err(damaged)?;
    let context = Context::exact(&parameters).map_err(Failure::failed)?;
    let load = |bytes: &[u8]| Saved::load(&context, bytes).map_err(damaged);
    let keys =
        others.iter().try_fold(load(first)?, |keys: EvaluationKeys<P, RnsRing>, bytes| {
            Ok::<_, Failure>(keys.merged(load(bytes)?))
        })?;
    Ok(Key { length, encryption, context, keys })
}

fn read_title<P: IntegerScheme>(title: &[u8]) -> Option<(usize, Encryption)> {
    let title: Value = serde_json::from_slice(title.get(..title.len().min(TITLE_BYTES))?).ok()?;
    (title["format"] == format::<P>() && title["version"] == VERSION).then_some(())?;
    let named = |encryption: &Encryption| title["encryption"] == name(*encryption);
    let encryption = [Encryption::Public, Encryption::Secret].into_iter().find(named)?;
    Some((usize::try_from(title["length"].as_u64()?).ok()?, encryption))
}

fn name(encryption: Encryption) -> &'static str {
    match encryption {
        Encryption::Public => "public",
        Encryption::Secret => "secret",
    }
}
