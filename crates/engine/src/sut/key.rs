//! What the client sends as its key: a title, the parameters, the evaluation keys.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error,
    hybrid::{Context, EvaluationKeys, HybridScheme as _},
    serial::{Kind, Saved, SavedParameters, inspect},
};
use ringassay_sut::kit::{Chunk, Failure};

use super::{Options, Planned, about::name, damaged};

/// What the server needs of the client's keys.
pub(super) struct Key<T: Planned> {
    pub(super) planned: T,
    pub(super) context: Context<T::Parameters, RnsRing>,
    pub(super) keys: EvaluationKeys<T::Parameters, RnsRing>,
}

/// Each piece of the evaluation keys is dropped before the next is made.
pub(super) fn save<P: SavedParameters>(
    title: Vec<u8>,
    context: &Context<P, RnsRing>,
    pieces: impl Iterator<Item = Result<EvaluationKeys<P, RnsRing>, Error>>,
) -> Result<Vec<Chunk>, Failure> {
    let parameters = context.parameters().save().map_err(damaged)?;
    let mut chunks = vec![title.into(), parameters.into()];
    for piece in pieces {
        let piece = piece.map_err(Failure::failed)?;
        chunks.push(piece.save(context).map_err(damaged)?.into());
    }
    Ok(chunks)
}

/// Reads what [`save`] wrote.
pub(super) fn load<T: Planned>(chunks: &[&[u8]], options: &Options) -> Result<Key<T>, Failure> {
    let [title, parameters, first, ref others @ ..] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks or more, not {}: the client has to be {} as well",
            chunks.len(),
            name(T::Parameters::SCHEME),
        )));
    };
    let title = T::read_title(title)?;
    let parameters = T::Parameters::load(parameters).map_err(damaged)?;
    let context = T::context(&title, &parameters)?;
    let load = |bytes: &[u8]| Saved::load(&context, bytes).map_err(damaged);
    // What is not known to be something else is an evaluation key, or damaged.
    let of_others =
        |bytes: &[u8]| inspect(bytes).is_ok_and(|header| header.kind != Kind::EvaluationKeys);
    let count = others.iter().take_while(|bytes| !of_others(bytes)).count();
    let (others, further) = others.split_at(count);
    let keys = others.iter().try_fold(
        load(first)?,
        |keys: EvaluationKeys<T::Parameters, RnsRing>, bytes| {
            Ok::<_, Failure>(keys.merged(load(bytes)?))
        },
    )?;
    let planned = T::new(title, &context, &keys, further, options)?;
    Ok(Key { planned, context, keys })
}
