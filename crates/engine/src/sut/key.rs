//! What the client sends as its key.

use ringassay_scheme::{SlotParameters, SlotScheme, serial::Saved};
use ringassay_sut::kit::{Chunk, Failure};
use serde_json::{Value, json};

use super::{about::name as sut_name, damaged};
use crate::Encryption;

const VERSION: u64 = 1;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// What the server needs of the client's keys.
#[derive(Debug)]
pub(super) struct Key<C: SlotScheme> {
    /// ℓ: how vectors lie in slots follows from it.
    pub(super) length: usize,
    pub(super) encryption: Encryption,
    pub(super) context: C,
    pub(super) keys: C::EvaluationKeys,
}

/// What a title names.
fn format<P: SlotParameters>() -> String {
    format!("{} key", sut_name(P::SCHEME))
}

/// Three chunks: a title, the parameters, the evaluation keys.
pub(super) fn save<P: SlotParameters>(
    length: usize,
    encryption: Encryption,
    context: &P::Computing,
    keys: &<P::Computing as SlotScheme>::EvaluationKeys,
) -> Result<Vec<Chunk>, Failure> {
    let encryption = name(encryption);
    let title = json!({
        "format": format::<P>(), "version": VERSION, "length": length, "encryption": encryption,
    });
    let parameters = context.parameters().save().map_err(damaged)?;
    let keys = keys.save(context).map_err(damaged)?;
    Ok(vec![title.to_string().into_bytes().into(), parameters.into(), keys.into()])
}

/// Reads what [`save`] wrote.
pub(super) fn load<P: SlotParameters>(chunks: &[&[u8]]) -> Result<Key<P::Computing>, Failure> {
    let name = sut_name(P::SCHEME);
    let [title, parameters, keys] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks, not {}: the client has to be {name} as well",
            chunks.len()
        )));
    };
    let (length, encryption) = read_title::<P>(title).ok_or_else(|| {
        Failure::failed(format!(
            "the key is none of {name}, version {VERSION}: client and server have to be of one version"
        ))
    })?;
    let parameters = P::load(parameters).map_err(damaged)?;
    let context = parameters.computing().map_err(Failure::failed)?;
    let keys = Saved::load(&context, keys).map_err(damaged)?;
    Ok(Key { length, encryption, context, keys })
}

fn read_title<P: SlotParameters>(title: &[u8]) -> Option<(usize, Encryption)> {
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
