//! A pair of programs that belongs to the process that started it.

use std::process;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use ringassay_harness::Pair;

/// A pair until it is closed. In a child of `fork` it is out of reach, and dropping it ends nothing: the programs are the
/// parent's, which goes on with them.
pub(super) struct Own {
    pair: Option<Pair>,
    process: u32,
}

impl Own {
    pub(super) fn new(pair: Pair) -> Self {
        Self { pair: Some(pair), process: process::id() }
    }

    fn is_here(&self) -> bool {
        self.process == process::id()
    }

    /// The pair, if it is open and this process's.
    pub(super) fn get(&self) -> Option<&Pair> {
        self.pair.as_ref().filter(|_| self.is_here())
    }

    /// Likewise.
    pub(super) fn get_mut(&mut self) -> Option<&mut Pair> {
        let is_here = self.is_here();
        self.pair.as_mut().filter(|_| is_here)
    }

    /// Likewise; it is closed then.
    pub(super) fn take(&mut self) -> Option<Pair> {
        if self.is_here() { self.pair.take() } else { None }
    }

    /// Why there is none.
    pub(super) fn error(&self) -> PyErr {
        PyRuntimeError::new_err(if self.is_here() {
            "the session is closed".to_owned()
        } else {
            format!("the session belongs to process {}: start one in this process", self.process)
        })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        if !self.is_here() {
            std::mem::forget(self.pair.take());
        }
    }
}
