//! Evaluation keys, and circuits compiled for them.

use std::{
    any::Any,
    fs::File,
    io::{BufWriter, Write as _},
    path::PathBuf,
    sync::Arc,
};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay::{
    Ciphertext, Error, EvaluationKeys, Program, Scheme, circuit, ckks, scheme::serial::SerialError,
};

use super::{
    PackedCiphertext,
    ciphertext::{AnyCiphertext, Erased},
    erased::same,
    error::scheme_error,
    vectors::{Planned as _, PythonVectors},
};
use crate::{
    call::{detached, interruptible},
    circuit::Circuit,
};

/// [`EvaluationKeys`] of any scheme.
pub(super) trait AnyEvaluationKeys: Any + Send + Sync {
    fn rotations(&self) -> usize;
    fn compile(&self, circuit: &circuit::Circuit) -> Result<Arc<dyn AnyProgram>, Error>;
    fn save(&self) -> Result<Vec<u8>, Error>;
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnyEvaluationKeys for EvaluationKeys<P> {
    fn rotations(&self) -> usize {
        self.rotations()
    }

    fn compile(&self, circuit: &circuit::Circuit) -> Result<Arc<dyn AnyProgram>, Error> {
        Ok(Arc::new(self.compile(circuit)?))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        self.save()
    }
}

/// [`Program`] of any scheme.
pub(super) trait AnyProgram: Send + Sync {
    fn line(&self) -> String;
    fn facts(&self, dict: &Bound<'_, PyDict>) -> PyResult<()>;
    fn evaluate(&self, inputs: &[Erased]) -> Result<Vec<Erased>, Error>;
}

impl<P: Scheme<Vectors: PythonVectors<P>>> AnyProgram for Program<P> {
    fn line(&self) -> String {
        P::Vectors::line(self.inner())
    }

    fn facts(&self, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        P::Vectors::known(self.inner(), dict)
    }

    fn evaluate(&self, inputs: &[Erased]) -> Result<Vec<Erased>, Error> {
        // Handles.
        let own = |input: &Erased| {
            let input: &dyn AnyCiphertext = &**input;
            same::<Ciphertext<P>>(input, "an input").cloned()
        };
        let inputs = inputs.iter().map(own).collect::<Result<Vec<_>, _>>()?;
        let outputs = self.evaluate(&inputs)?.into_iter();
        Ok(outputs.map(|output| Arc::new(output) as Erased).collect())
    }
}

/// What multiplies and rotates.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedEvaluationKeys(pub(super) Arc<dyn AnyEvaluationKeys>);

impl PackedEvaluationKeys {
    /// Those of CKKS.
    pub(crate) fn numbers(&self) -> Result<&ckks::EvaluationKeys, Error> {
        let keys: &dyn AnyEvaluationKeys = &*self.0;
        same(keys, "the evaluation keys")
    }
}

#[pymethods]
impl PackedEvaluationKeys {
    /// The number of rotation keys.
    #[getter]
    fn rotations(&self) -> usize {
        self.0.rotations()
    }

    /// A circuit, planned and with its constants prepared.
    fn compile(&self, py: Python<'_>, circuit: &Circuit) -> PyResult<PackedProgram> {
        let program = interruptible(py, || self.0.compile(circuit.inner()))?;
        program.map(PackedProgram).map_err(scheme_error)
    }

    /// Writes the keys of the refresh into a file that is there.
    fn save_refresh(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let saved = interruptible(py, || -> Result<(), Error> {
            let keys = self.numbers()?.refresh().ok_or(Error::NoRefreshKeys)?;
            let mut file = BufWriter::new(File::create(path).map_err(SerialError::from)?);
            keys.save(&mut file)?;
            Ok(file.flush().map_err(SerialError::from)?)
        })?;
        saved.map_err(scheme_error)
    }

    /// Reads what `save_refresh` wrote.
    fn load_refresh(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let loaded = interruptible(py, || {
            let mut file = File::open(path).map_err(SerialError::from)?;
            self.numbers()?.load_refresh(&mut file)
        })?;
        loaded.map_err(scheme_error)
    }

    /// The keys as bytes.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = detached(py, || self.0.save()).map_err(scheme_error)?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// A circuit, ready to be evaluated on fresh ciphertexts.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct PackedProgram(Arc<dyn AnyProgram>);

#[pymethods]
impl PackedProgram {
    /// The plan in words.
    #[getter]
    fn plan(&self) -> String {
        self.0.line()
    }

    /// What the evaluation will do.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.0.facts(&dict)?;
        Ok(dict)
    }

    /// The outputs for one ciphertext for each wire.
    fn evaluate(
        &self,
        py: Python<'_>,
        inputs: Vec<PyRef<'_, PackedCiphertext>>,
    ) -> PyResult<Vec<PackedCiphertext>> {
        let inputs: Vec<Erased> = inputs.iter().map(|input| Arc::clone(&input.0)).collect();
        let outputs = interruptible(py, || self.0.evaluate(&inputs))?.map_err(scheme_error)?;
        Ok(outputs.into_iter().map(PackedCiphertext).collect())
    }
}
