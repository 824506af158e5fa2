//! What a server has.

use std::sync::Arc;

use pyo3::{prelude::*, types::PyBytes};
use ringassay::{
    gates::{
        Bit, Error, EvaluationKey, Evaluator, Gate, Job, Lookup, Table, Word, load_bits,
        load_words, save_bits, save_words,
    },
    ring::RnsRing,
};

use super::{GateBits, GateWords, context, equal_lengths};
use crate::{
    call::{detached, interruptible},
    packed::scheme_error,
};

/// Evaluates gates and lookups; beside it the key as it is kept.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct GateEvaluator(
    pub(super) Arc<Evaluator<RnsRing>>,
    pub(super) Arc<EvaluationKey<RnsRing>>,
);

#[pymethods]
impl GateEvaluator {
    /// A gate by its name, place by place, of operands of one length.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn gate(
        &self,
        py: Python<'_>,
        name: &str,
        operands: Vec<PyRef<'_, GateBits>>,
    ) -> PyResult<GateBits> {
        let unknown = || Error::Parameters(format!("there is no gate {name}"));
        let gate = Gate::named(name).ok_or_else(unknown).map_err(scheme_error)?;
        let operands: Vec<&[Bit<RnsRing>]> = operands.iter().map(|bits| &bits.0[..]).collect();
        let made = interruptible(py, || {
            let places = equal_lengths(operands.iter().map(|bits| bits.len()))?;
            let job = |place: usize| Job {
                gate,
                operands: operands.iter().map(|bits| &bits[place]).collect(),
            };
            self.0.gates(&(0..places).map(job).collect::<Vec<_>>())
        })?;
        made.map(GateBits).map_err(scheme_error)
    }

    /// Each bit the other way round.
    fn invert(&self, py: Python<'_>, bits: &GateBits) -> PyResult<GateBits> {
        let inverted = || bits.0.iter().map(|bit| self.0.not(bit)).collect::<Result<Vec<_>, _>>();
        let made = detached(py, inverted);
        made.map(GateBits).map_err(scheme_error)
    }

    /// `ones` where `choice` is 1, `zeros` where it is 0.
    fn select(
        &self,
        py: Python<'_>,
        choice: &GateBits,
        ones: &GateBits,
        zeros: &GateBits,
    ) -> PyResult<GateBits> {
        let made = interruptible(py, || {
            let places = equal_lengths([choice, ones, zeros].map(|bits| bits.0.len()))?;
            let triple = |i: usize| [&choice.0[i], &ones.0[i], &zeros.0[i]];
            self.0.select(&(0..places).map(triple).collect::<Vec<_>>())
        })?;
        made.map(GateBits).map_err(scheme_error)
    }

    /// The security of the parameters, in bits.
    #[getter]
    fn security_bits(&self) -> PyResult<f64> {
        let security = self.0.context().parameters().security().map_err(scheme_error)?;
        Ok(security.bits())
    }

    /// Words in tables, each a list of entries of words of so many bits: for each table the results, by one rotation for
    /// each word.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn lookup(
        &self,
        py: Python<'_>,
        words: &GateWords,
        tables: Vec<(u32, Vec<u64>)>,
    ) -> PyResult<Vec<GateWords>> {
        let found = interruptible(py, || {
            let from = words.0.first().map_or(0, Word::bits);
            let table = |(to, entries): &(u32, Vec<u64>)| Table::new(from, *to, entries.clone());
            let tables = tables.iter().map(table).collect::<Result<Vec<_>, _>>()?;
            let lookup = |word| Lookup { word, tables: &tables };
            self.0.lookups(&words.0.iter().map(lookup).collect::<Vec<_>>())
        })?;
        let found = found.map_err(scheme_error)?;
        let of_table = |table: usize| {
            GateWords(found.iter().filter_map(|results| results.get(table)).cloned().collect())
        };
        Ok((0..tables.len()).map(of_table).collect())
    }

    /// Σ c·x + a constant, place by place, of words of one length.
    #[expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]
    fn sum(
        &self,
        py: Python<'_>,
        terms: Vec<(i64, PyRef<'_, GateWords>)>,
        constant: i64,
    ) -> PyResult<GateWords> {
        let terms: Vec<(i64, &[Word<RnsRing>])> =
            terms.iter().map(|(c, words)| (*c, &words.0[..])).collect();
        let made = detached(py, || {
            let places = equal_lengths(terms.iter().map(|(_, words)| words.len()))?;
            let sum = |place: usize| {
                let terms: Vec<_> = terms.iter().map(|&(c, words)| (c, &words[place])).collect();
                Word::sum(self.0.context(), &terms, constant)
            };
            (0..places).map(sum).collect::<Result<Vec<_>, _>>()
        });
        made.map(GateWords).map_err(scheme_error)
    }

    /// The parameters, and the evaluation key.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let context = self.0.context();
        let parameters = context.parameters().save().map_err(scheme_error)?;
        let key = detached(py, || self.1.save(context)).map_err(scheme_error)?;
        Ok((PyBytes::new(py, &parameters), PyBytes::new(py, &key)))
    }

    /// What evaluates gates under a saved evaluation key.
    #[staticmethod]
    fn load(py: Python<'_>, parameters: &[u8], key: &[u8]) -> PyResult<Self> {
        let context = context(parameters)?;
        let key = detached(py, || EvaluationKey::load(&context, key)).map_err(scheme_error)?;
        let evaluator = interruptible(py, || Evaluator::new(&context, &key))?;
        Ok(Self(Arc::new(evaluator.map_err(scheme_error)?), Arc::new(key)))
    }

    /// Bits as bytes.
    fn save_bits<'py>(&self, py: Python<'py>, bits: &GateBits) -> PyResult<Bound<'py, PyBytes>> {
        let saved = detached(py, || save_bits(self.0.context(), &bits.0)).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &saved))
    }

    /// Saved bits.
    fn load_bits(&self, py: Python<'_>, data: &[u8]) -> PyResult<GateBits> {
        detached(py, || load_bits(self.0.context(), data)).map(GateBits).map_err(scheme_error)
    }

    /// Words as bytes.
    fn save_words<'py>(&self, py: Python<'py>, words: &GateWords) -> PyResult<Bound<'py, PyBytes>> {
        let saved =
            detached(py, || save_words(self.0.context(), &words.0)).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &saved))
    }

    /// Saved words.
    fn load_words(&self, py: Python<'_>, data: &[u8]) -> PyResult<GateWords> {
        detached(py, || load_words(self.0.context(), data)).map(GateWords).map_err(scheme_error)
    }
}
