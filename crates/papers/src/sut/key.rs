//! What the client sends as its key: a title, the parameters, and the elements of the evaluation key
//! where there is one.

use ringassay_bigring::{MultiprecisionRing, Vector};
use ringassay_scheme::serial::SerialError;
use ringassay_sut::kit::{Chunk, Failure};
use serde_json::{Value, json};

use super::{Family, sut_name};
use crate::{
    MultiprecisionScheme,
    saved::{load_evaluation_vector, load_parameters, save_evaluation_vector, save_parameters},
};

const VERSION: u64 = 1;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// The scheme over the ring that computes.
pub(super) type Exact<F> = <F as Family>::Over<MultiprecisionRing>;
pub(super) type SecretOf<F> = <Exact<F> as MultiprecisionScheme<MultiprecisionRing>>::Secret;
pub(super) type PublicOf<F> = <Exact<F> as MultiprecisionScheme<MultiprecisionRing>>::Public;
pub(super) type EvaluationOf<F> =
    <Exact<F> as MultiprecisionScheme<MultiprecisionRing>>::Evaluation;

/// What the server needs of the client's keys.
pub(super) struct Key<F: Family> {
    /// ℓ.
    pub(super) length: usize,
    pub(super) scheme: Exact<F>,
    pub(super) evaluation: EvaluationOf<F>,
}

fn format<F: Family>() -> String {
    format!("{} key", sut_name(F::SCHEME))
}

pub(super) fn damaged(error: SerialError) -> Failure {
    Failure::failed(error)
}

/// Two chunks, or three.
pub(super) fn save<F: Family>(
    length: usize,
    scheme: &Exact<F>,
    vector: Option<&Vector>,
) -> Result<Vec<Chunk>, Failure> {
    let title = json!({ "format": format::<F>(), "version": VERSION, "length": length });
    let parameters = save_parameters(F::SCHEME, scheme.context().parameters()).map_err(damaged)?;
    let mut chunks: Vec<Chunk> = vec![title.to_string().into_bytes().into(), parameters.into()];
    if let Some(vector) = vector {
        chunks.push(save_evaluation_vector(scheme, vector).map_err(damaged)?.into());
    }
    Ok(chunks)
}

/// Reads what [`save`] wrote.
pub(super) fn load<F: Family>(chunks: &[&[u8]]) -> Result<Key<F>, Failure> {
    let name = sut_name(F::SCHEME);
    let (title, parameters, evaluation) = match *chunks {
        [title, parameters] => (title, parameters, None),
        [title, parameters, evaluation] => (title, parameters, Some(evaluation)),
        _ => {
            return Err(Failure::failed(format!(
                "a key has 2 or 3 chunks, not {}: the client has to be {name} as well",
                chunks.len()
            )));
        }
    };
    let length = read_title::<F>(title).ok_or_else(|| {
        Failure::failed(format!(
            "the key is none of {name}, version {VERSION}: client and server have to be of one version"
        ))
    })?;
    let parameters = load_parameters(F::SCHEME, parameters).map_err(damaged)?;
    let ring =
        MultiprecisionRing::new(parameters.degree, &parameters.q).map_err(Failure::failed)?;
    let scheme: Exact<F> = MultiprecisionScheme::new(&parameters, ring).map_err(Failure::failed)?;
    let vector = evaluation.map(|bytes| load_evaluation_vector(&scheme, bytes)).transpose();
    let evaluation = scheme.evaluation_key(vector.map_err(damaged)?.as_ref());
    Ok(Key { length, evaluation: evaluation.map_err(Failure::failed)?, scheme })
}

fn read_title<F: Family>(title: &[u8]) -> Option<usize> {
    let title: Value = serde_json::from_slice(title.get(..title.len().min(TITLE_BYTES))?).ok()?;
    (title["format"] == format::<F>() && title["version"] == VERSION).then_some(())?;
    usize::try_from(title["length"].as_u64()?).ok()
}
