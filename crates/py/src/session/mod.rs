//! A session with a system under test: a [`Pair`] for Python.

#![expect(clippy::disallowed_methods, reason = "waits for other programs, and computes nothing")]
// PyO3 hands arguments over by value.
#![allow(clippy::needless_pass_by_value)]

mod alone;
mod asked;
mod own;
mod step;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use ringassay_harness::{self as harness, Failure, Kept, Options, Pair, Role};

pub(crate) use self::alone::ask_program;
use self::asked::{Bounds, Command};
use self::own::Own;
pub(crate) use self::step::{Step, step_figures};
use crate::document::document;
use crate::errors::value_error;

create_exception!(
    ringassay._native,
    StepFailed,
    PyException,
    "A pair or a program that did not start or answer, or a packet that could not be placed: a Step, and the isolation by role."
);

/// A running client and server.
#[pyclass(module = "ringassay._native")]
pub(crate) struct Session {
    pair: Own,
}

#[pymethods]
impl Session {
    /// Starts both programs. `command` and `bounds` have the attributes of
    /// `ringassay.sut.command.SutCommand` and `ringassay.harness.Bounds`; `interrupted` is asked
    /// while waiting whether to give up; `hidden` are files and folders that the programs may not see.
    #[new]
    #[pyo3(signature = (command, bounds, guard, interrupted = None, hidden = Vec::new()))]
    fn new(
        py: Python<'_>,
        command: Command,
        bounds: Bounds,
        guard: PathBuf,
        interrupted: Option<Py<PyAny>>,
        hidden: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let (spec, bounds) = (command.spec()?, bounds.bounds()?);
        let options = options(guard, interrupted, hidden);
        let started = py.detach(|| Pair::start(&spec, &bounds, &options));
        Ok(Self { pair: Own::new(started.map_err(|failure| step_failed(py, &failure))?) })
    }

    /// Nanoseconds until both were ready.
    #[getter]
    fn start_ns(&self) -> PyResult<u64> {
        Ok(self.open()?.start_ns())
    }

    /// Whether a step can still be taken.
    #[getter]
    fn usable(&self) -> bool {
        self.pair.get().is_some_and(Pair::usable)
    }

    /// The HELLO of `role`; `None` for a program of the original protocol.
    fn hello<'py>(&self, py: Python<'py>, role: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.open()?.hello(role_of(role)?).map(|hello| document(py, hello)).transpose()
    }

    /// Which protections stand around the program of `role`: protection to `state` and `why`.
    fn isolation<'py>(&self, py: Python<'py>, role: &str) -> PyResult<Bound<'py, PyAny>> {
        document(py, self.open()?.isolation(role_of(role)?))
    }

    /// Key generation.
    fn keygen(&mut self, py: Python<'_>, parameters: &[u8]) -> PyResult<Step> {
        self.step(py, |pair| pair.keygen(parameters))
    }

    /// Ingestion.
    fn ingest(&mut self, py: Python<'_>, circuit: &[u8]) -> PyResult<Step> {
        self.step(py, |pair| pair.ingest(circuit))
    }

    /// Encryption.
    fn encrypt(&mut self, py: Python<'_>, input: &[u8]) -> PyResult<Step> {
        self.step(py, |pair| pair.encrypt(input))
    }

    /// Evaluation.
    fn evaluate(&mut self, py: Python<'_>) -> PyResult<Step> {
        self.step(py, Pair::evaluate)
    }

    /// Decryption; the step has the output.
    fn decrypt(&mut self, py: Python<'_>) -> PyResult<Step> {
        let step = self.step(py, Pair::decrypt)?;
        let output = self.output(py)?.filter(|_| step.ok());
        Ok(step.with_output(output))
    }

    /// The text of the last decryption.
    #[getter]
    fn output<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(self.open()?.output().map(|output| PyBytes::new(py, output)))
    }

    /// The ciphertext of the last encryption (`"fresh"`) or evaluation (`"evaluated"`), framing
    /// included.
    fn ciphertext<'py>(
        &self,
        py: Python<'py>,
        which: &str,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let pair = self.open()?;
        let bytes = match which {
            "fresh" => pair.fresh(),
            "evaluated" => pair.evaluated(),
            other => {
                return Err(value_error(format!(
                    "a ciphertext is \"fresh\" or \"evaluated\", not {other:?}"
                )));
            }
        };
        Ok(bytes.map(|bytes| PyBytes::new(py, bytes)))
    }

    /// The public key of the last key generation, framing included.
    #[getter]
    fn key<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(self.open()?.key().map(|key| PyBytes::new(py, key)))
    }

    /// Puts a packet in the place of the `"key"`, the `"fresh"` or the `"evaluated"` ciphertext.
    fn place(&mut self, py: Python<'_>, which: &str, raw: &[u8]) -> PyResult<()> {
        let kept = match which {
            "key" => Kept::Key,
            "fresh" => Kept::Fresh,
            "evaluated" => Kept::Evaluated,
            other => {
                return Err(value_error(format!(
                    "a packet is \"key\", \"fresh\" or \"evaluated\", not {other:?}"
                )));
            }
        };
        self.open_mut()?.place(kept, raw).map_err(|failure| step_failed(py, &failure))
    }

    /// Bounds evaluation and decryption to at most so many seconds.
    fn shorten(&mut self, seconds: f64) -> PyResult<()> {
        let bound = Duration::try_from_secs_f64(seconds).map_err(value_error)?;
        self.open_mut()?.shorten(bound);
        Ok(())
    }

    /// What the two programs could exchange texts through.
    fn shared(&self) -> PyResult<Vec<&'static str>> {
        Ok(self.open()?.shared())
    }

    /// Stops one program and all that it started; whether nothing of it runs any more.
    fn hold_one(&mut self, py: Python<'_>, role: &str) -> PyResult<bool> {
        let role = role_of(role)?;
        let pair = self.open_mut()?;
        Ok(py.detach(|| pair.hold_one(role)))
    }

    /// Lets a program that was held go on; whether it is still there.
    fn release_one(&mut self, py: Python<'_>, role: &str) -> PyResult<bool> {
        let role = role_of(role)?;
        let pair = self.open_mut()?;
        Ok(py.detach(|| pair.release_one(role)))
    }

    /// Stops both programs until `release`; `False` when something of them still runs.
    fn hold(&mut self, py: Python<'_>) -> bool {
        self.pair.get_mut().is_some_and(|pair| py.detach(|| pair.hold()))
    }

    /// Lets both run on: nanoseconds of CPU used while held; `None` when one of them is gone.
    fn release(&mut self, py: Python<'_>) -> Option<u64> {
        self.pair.get_mut().and_then(|pair| py.detach(|| pair.release()))
    }

    /// What both programs and their descendants hold in memory now.
    fn resident_bytes(&self) -> PyResult<u64> {
        Ok(self.open()?.resident_bytes())
    }

    /// Ends both programs and says of each role how it ended; `None` if closed before.
    fn close<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.pair.take().map(|pair| document(py, &py.detach(|| pair.close()))).transpose()
    }
}

impl Session {
    fn open(&self) -> PyResult<&Pair> {
        self.pair.get().ok_or_else(|| self.pair.error())
    }

    fn open_mut(&mut self) -> PyResult<&mut Pair> {
        let missing = self.pair.error();
        self.pair.get_mut().ok_or(missing)
    }

    fn step(
        &mut self,
        py: Python<'_>,
        step: impl Send + FnOnce(&mut Pair) -> Result<harness::Step, Failure>,
    ) -> PyResult<Step> {
        let pair = self.open_mut()?;
        match py.detach(|| step(pair)) {
            Ok(step) => Step::answered(py, &step),
            Err(failure) => Step::failed(py, &failure),
        }
    }
}

/// How the harness goes about it; `interrupted` is asked while it waits whether to give up.
fn options(guard: PathBuf, interrupted: Option<Py<PyAny>>, hidden: Vec<PathBuf>) -> Options {
    let mut options = Options::new(guard);
    options.hidden = hidden;
    options.interrupted = Some(Arc::new(move || {
        Python::attach(|py| {
            let asked = interrupted.as_ref().map_or(Ok(false), |ask| {
                ask.call0(py).and_then(|answer| answer.extract::<bool>(py))
            });
            // A handler that raises means to stop.
            py.check_signals().is_err() || asked.unwrap_or(true)
        })
    }));
    options
}

fn role_of(name: &str) -> PyResult<Role> {
    match name {
        "client" => Ok(Role::Client),
        "server" => Ok(Role::Server),
        other => Err(value_error(format!("role is \"client\" or \"server\", not {other:?}"))),
    }
}

/// An exception with the step, and role to isolation where a start failed.
fn step_failed(py: Python<'_>, failure: &Failure) -> PyErr {
    let isolation: BTreeMap<&str, _> =
        failure.detail.isolation.iter().map(|(role, isolation)| (role.name(), isolation)).collect();
    match Step::failed(py, failure).and_then(|step| Ok((step, document(py, &isolation)?.unbind())))
    {
        Ok(arguments) => StepFailed::new_err(arguments),
        Err(error) => error,
    }
}
