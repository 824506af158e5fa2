//! What the client sends as its key: a title, the parameters, the evaluation key.

use ringassay_gates::{Context, EvaluationKey, Evaluator, Parameters};
use ringassay_ring::RnsRing;
use ringassay_sut::kit::{Chunk, Failure};
use serde_json::{Value, json};

use super::{damaged, name};

const VERSION: u64 = 1;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// What the server needs of the client's keys.
#[derive(Debug)]
pub(super) struct Key {
    /// ℓ.
    pub(super) length: usize,
    pub(super) evaluator: Evaluator<RnsRing>,
}

fn format() -> String {
    format!("{} key", name())
}

pub(super) fn save(
    length: u32,
    context: &Context<RnsRing>,
    key: &EvaluationKey<RnsRing>,
) -> Result<Vec<Chunk>, Failure> {
    let title = json!({ "format": format(), "version": VERSION, "length": length });
    Ok(vec![
        title.to_string().into_bytes().into(),
        context.parameters().save().map_err(damaged)?.into(),
        key.save(context).map_err(damaged)?.into(),
    ])
}

/// Reads what [`save`] wrote, and expands the masks.
pub(super) fn load(chunks: &[&[u8]]) -> Result<Key, Failure> {
    let [title, parameters, key] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks, not {}: the client has to be {} as well",
            chunks.len(),
            name()
        )));
    };
    let length = read_title(title).ok_or_else(|| {
        Failure::failed(format!(
            "the key is none of {}, version {VERSION}: client and server have to be of one version",
            name()
        ))
    })?;
    let context = Context::new(Parameters::load(parameters).map_err(damaged)?);
    let context = context.map_err(Failure::failed)?;
    let key = EvaluationKey::load(&context, key).map_err(damaged)?;
    Ok(Key { length, evaluator: Evaluator::new(&context, &key).map_err(Failure::failed)? })
}

fn read_title(title: &[u8]) -> Option<usize> {
    let title: Value = serde_json::from_slice(title.get(..title.len().min(TITLE_BYTES))?).ok()?;
    (title["format"] == format() && title["version"] == VERSION).then_some(())?;
    usize::try_from(title["length"].as_u64()?).ok()
}
