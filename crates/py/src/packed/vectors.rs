//! What the vectors of a scheme have for Python.

use pyo3::{prelude::*, types::PyDict};
use ringassay::{
    Scheme, ckks,
    vectors::{IntegerVectors, Numbers, Vectors},
};
use ringassay_params::Choosable;

use super::entries::Convert;

/// What programs of a scheme tell.
pub(super) trait Planned<P: Scheme<Vectors = Self>>: Vectors<P> {
    /// What an evaluation does, in a line.
    fn line(program: &Self::Program) -> String;
    /// What is known of an evaluation before it.
    fn known(program: &Self::Program, dict: &Bound<'_, PyDict>) -> PyResult<()>;
}

impl<P: Choosable + Scheme<Vectors = Self>> Planned<P> for IntegerVectors {
    fn line(program: &Self::Program) -> String {
        program.plan().to_string()
    }

    /// Steps by kind, memory, the noise budget of the worst output.
    fn known(program: &Self::Program, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        let plan = program.plan();
        let figures =
            plan.outputs().iter().filter_map(|&output| plan.figures().get(output as usize));
        let budget_bits = figures.map(|figures| figures.budget_bits).min_by(f64::total_cmp);
        dict.set_item("wires", plan.wires())?;
        dict.set_item("steps", plan.counts())?;
        dict.set_item("peak_bytes", plan.peak_bytes())?;
        dict.set_item("budget_bits", budget_bits)?;
        dict.set_item("outputs", plan.outputs().len())
    }
}

impl Planned<ckks::Parameters> for Numbers {
    fn line(program: &Self::Program) -> String {
        let counts = program.program().counts().into_iter();
        let parts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
        parts.join(", ")
    }

    /// Steps by kind.
    fn known(program: &Self::Program, dict: &Bound<'_, PyDict>) -> PyResult<()> {
        let program = program.program();
        dict.set_item("wires", program.wires())?;
        dict.set_item("steps", program.counts())?;
        dict.set_item("peak_bytes", None::<u64>)?;
        dict.set_item("budget_bits", None::<f64>)?;
        dict.set_item("outputs", program.outputs().len())
    }
}

/// What the vectors of a scheme have for Python.
pub(super) trait PythonVectors<P: Scheme<Vectors = Self>>: Convert<P> + Planned<P> {}

impl<P: Scheme<Vectors = V>, V: Convert<P> + Planned<P>> PythonVectors<P> for V {}
