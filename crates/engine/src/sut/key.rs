//! What the client sends as its key.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bgv::{Context, EvaluationKeys, Parameters},
    serial::Saved as _,
};
use ringassay_sut::kit::{Chunk, Failure};
use serde_json::{Value, json};

use super::damaged;
use crate::Encryption;

const FORMAT: &str = "ringassay-bgv key";
const VERSION: u64 = 1;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// What the server needs of the client's keys.
#[derive(Debug)]
pub(super) struct Key {
    /// ℓ: how vectors lie in slots follows from it.
    pub(super) length: usize,
    pub(super) encryption: Encryption,
    pub(super) context: Context<RnsRing>,
    pub(super) keys: EvaluationKeys<RnsRing>,
}

/// Three chunks: a title, the parameters, the evaluation keys.
pub(super) fn save(
    length: usize,
    encryption: Encryption,
    context: &Context<RnsRing>,
    keys: &EvaluationKeys<RnsRing>,
) -> Result<Vec<Chunk>, Failure> {
    let encryption = name(encryption);
    let title = json!({
        "format": FORMAT, "version": VERSION, "length": length, "encryption": encryption,
    });
    let parameters = context.parameters().save().map_err(damaged)?;
    let keys = keys.save(context).map_err(damaged)?;
    Ok(vec![title.to_string().into_bytes().into(), parameters.into(), keys.into()])
}

/// Reads what [`save`] wrote.
pub(super) fn load(chunks: &[&[u8]]) -> Result<Key, Failure> {
    let [title, parameters, keys] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks, not {}: the client has to be ringassay-bgv as well",
            chunks.len()
        )));
    };
    let (length, encryption) = read_title(title).ok_or_else(|| {
        Failure::failed(
            "the key is none of ringassay-bgv, version 1: client and server have to be of one version",
        )
    })?;
    let parameters = Parameters::load(parameters).map_err(damaged)?;
    let context = Context::exact(&parameters).map_err(Failure::failed)?;
    let keys = EvaluationKeys::load(&context, keys).map_err(damaged)?;
    Ok(Key { length, encryption, context, keys })
}

fn read_title(title: &[u8]) -> Option<(usize, Encryption)> {
    let title: Value = serde_json::from_slice(title.get(..title.len().min(TITLE_BYTES))?).ok()?;
    (title["format"] == FORMAT && title["version"] == VERSION).then_some(())?;
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
