//! What the client sends as its key: the target, the parameters, the evaluation keys.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ckks::{Context, EvaluationKeys, Parameters, RingType},
    serial::Saved as _,
};
use ringassay_slots::target::{AnyTarget, RealTarget};
use ringassay_sut::kit::{Chunk, Failure};

use crate::sut::damaged;

/// What the server computes with.
pub(super) struct Key {
    pub(super) target: RealTarget,
    pub(super) context: Context<RnsRing>,
    pub(super) keys: EvaluationKeys<RnsRing>,
}

pub(super) fn save(
    target: &RealTarget,
    context: &Context<RnsRing>,
    keys: &EvaluationKeys<RnsRing>,
) -> Result<Vec<Chunk>, Failure> {
    let declared = serde_json::to_vec(target).map_err(Failure::failed)?;
    let parameters = context.parameters().save().map_err(damaged)?;
    Ok(vec![declared.into(), parameters.into(), keys.save(context).map_err(damaged)?.into()])
}

pub(super) fn load(chunks: &[&[u8]]) -> Result<Key, Failure> {
    let [declared, parameters, keys] = *chunks else {
        return Err(Failure::failed(format!(
            "a key has 3 chunks, not {}: the client has to be ringassay-ckks as well",
            chunks.len()
        )));
    };
    let AnyTarget::Reals(target) = AnyTarget::parse(declared).map_err(Failure::failed)? else {
        return Err(Failure::failed("the target is none of reals"));
    };
    let parameters = Parameters::load(parameters).map_err(damaged)?;
    if (target.row as usize, target.levels as usize) != (parameters.slots(), parameters.top() + 1) {
        return Err(Failure::failed("the target is not that of the key's parameters"));
    }
    if target.complex && parameters.ring_type() == RingType::ConjugateInvariant {
        return Err(Failure::failed("the target has complex slots, the key's ring real ones"));
    }
    // Programs were planned for the range that the parameters hold, by interval arithmetic: what ciphertexts
    // carry knows of no cancellation, and is not asked.
    let context = Context::exact(&parameters).map_err(Failure::failed)?.insisting();
    let keys = EvaluationKeys::load(&context, keys).map_err(damaged)?;
    Ok(Key { target, context, keys })
}
