//! Netlists, their formats and the library of functions.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use ringassay_circuit::library;
use ringassay_circuit::netlist::{self, Format};

use crate::call::interruptible;
use crate::circuit::Circuit;
use crate::errors::{format_error, value_error};

/// A Boolean function as a netlist.
#[pyclass(frozen, module = "ringassay._native")]
pub(crate) struct Netlist {
    inner: netlist::Netlist,
}

#[pymethods]
impl Netlist {
    /// Reads a netlist; without a format it is told by the beginning.
    #[staticmethod]
    #[pyo3(signature = (data, format = None))]
    fn read(py: Python<'_>, data: &[u8], format: Option<&str>) -> PyResult<Self> {
        let format = match format {
            Some(name) => named(name)?,
            None => Format::detect(data)
                .ok_or_else(|| value_error(format!("not a netlist ({})", names())))?,
        };
        let read = interruptible(py, || netlist::read(data, format))?;
        read.map(|inner| Self { inner }).map_err(|error| format_error(py, &error))
    }

    /// The name of the format that the data begin like.
    #[staticmethod]
    fn detect(data: &[u8]) -> Option<&'static str> {
        Format::detect(data).map(Format::name)
    }

    /// A function of the library.
    #[staticmethod]
    #[pyo3(signature = (name, variant = None, width = None))]
    fn library(
        py: Python<'_>,
        name: &str,
        variant: Option<&str>,
        width: Option<u32>,
    ) -> PyResult<Self> {
        let built = interruptible(py, || library::build(name, variant, width))?;
        built.map(|inner| Self { inner }).map_err(value_error)
    }

    /// A circuit over single bits.
    #[staticmethod]
    fn from_circuit(py: Python<'_>, circuit: &Circuit) -> PyResult<Self> {
        let made = interruptible(py, || netlist::Netlist::from_circuit(circuit.inner()))?;
        made.map(|inner| Self { inner }).map_err(value_error)
    }

    /// The canonical text.
    fn write<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyBytes>> {
        let format = named(format)?;
        let text = interruptible(py, || netlist::write(&self.inner, format))?;
        Ok(PyBytes::new(py, &text.map_err(value_error)?))
    }

    /// The same function with fewer gates.
    fn simplified(&self, py: Python<'_>) -> PyResult<Self> {
        let simple = interruptible(py, || self.inner.simplified())?;
        simple.map(|inner| Self { inner }).map_err(value_error)
    }

    /// The same function as a circuit of `batch` slots.
    #[pyo3(signature = (batch = 1))]
    fn circuit(&self, py: Python<'_>, batch: u32) -> PyResult<Circuit> {
        let circuit = interruptible(py, || self.inner.circuit(batch))?.map_err(value_error)?;
        Ok(Circuit::named(circuit, Some(self.inner.input_names())))
    }

    /// Counts and depths.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let figures = interruptible(py, || self.inner.figures())?;
        let dict = PyDict::new(py);
        dict.set_item("inputs", self.inner.input_bits())?;
        dict.set_item("outputs", self.inner.results().len())?;
        dict.set_item("ands", figures.ands)?;
        dict.set_item("xors", figures.xors)?;
        dict.set_item("inverters", figures.inverters)?;
        dict.set_item("and_depth", figures.and_depth)?;
        dict.set_item("depth", figures.depth)?;
        Ok(dict)
    }

    /// Name and width of each input.
    #[getter]
    fn inputs(&self) -> Vec<(String, u32)> {
        ports(self.inner.inputs())
    }

    /// Name and width of each output.
    #[getter]
    fn outputs(&self) -> Vec<(String, u32)> {
        ports(self.inner.outputs())
    }
}

fn ports(ports: &[netlist::Port]) -> Vec<(String, u32)> {
    ports.iter().map(|port| (port.name.clone(), port.bits)).collect()
}

fn names() -> String {
    Format::ALL.map(Format::name).join(", ")
}

fn named(name: &str) -> PyResult<Format> {
    let unknown = || value_error(format!("no format is called {name:?}; there are: {}", names()));
    Format::from_name(name).ok_or_else(unknown)
}

/// The names of the formats of netlists.
#[pyfunction]
pub(crate) fn netlist_formats() -> Vec<&'static str> {
    Format::ALL.map(Format::name).to_vec()
}

/// The functions of the library, a dictionary each.
#[pyfunction]
pub(crate) fn library_functions<'py>(py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let one = |function: &library::Function| {
        let dict = PyDict::new(py);
        dict.set_item("name", function.name)?;
        dict.set_item("title", function.title)?;
        dict.set_item("origin", function.origin)?;
        let variants: Vec<_> = function.variants.iter().map(|variant| variant.name()).collect();
        dict.set_item("variants", variants)?;
        dict.set_item("width", function.width)?;
        let published = function.published.map(|published| {
            let sizes = PyDict::new(py);
            sizes.set_item("file", published.file)?;
            sizes.set_item("ands", published.ands)?;
            sizes.set_item("xors", published.xors)?;
            sizes.set_item("inverters", published.inverters)?;
            Ok::<_, PyErr>(sizes)
        });
        dict.set_item("published", published.transpose()?)?;
        Ok(dict)
    };
    library::FUNCTIONS.iter().map(one).collect()
}
