//! What `Circuit.generate` takes.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use ringassay_circuit::generate::fan_in::{self, FanInConfig, FanInLevels};
use ringassay_circuit::generate::{
    Application, Distribution, Growth, SimdConfig, Stream, generate,
};
use ringassay_circuit::{Circuit, Decimal, DepthTable, FanIn, GateKind, Shape, Space};

use crate::errors::{generate_error, value_error};

/// The keys of the configuration; see `_native.pyi`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Config {
    kind: String,
    seed: u64,
    #[pyo3(default)]
    space: Option<String>,
    #[pyo3(default)]
    modulus: Option<u64>,
    #[pyo3(default)]
    width: Option<u32>,
    #[pyo3(default)]
    batch: Option<u32>,
    #[pyo3(default)]
    depth: Option<String>,
    #[pyo3(default)]
    levels: Option<u32>,
    #[pyo3(default)]
    gate: Option<String>,
    #[pyo3(default)]
    distribution: Option<BTreeMap<String, u32>>,
    #[pyo3(default)]
    depths: Option<BTreeMap<String, String>>,
    #[pyo3(default)]
    avoid_constant: bool,
    #[pyo3(default)]
    ones: Option<u16>,
    #[pyo3(default)]
    family: Option<u8>,
    #[pyo3(default)]
    gates: Option<u32>,
    #[pyo3(default)]
    xor_gates: Option<u32>,
    #[pyo3(default)]
    share: Option<u16>,
    #[pyo3(default)]
    xor_share: Option<u16>,
    #[pyo3(default)]
    outputs: Option<u32>,
    #[pyo3(default)]
    bound: Option<f64>,
    #[pyo3(default)]
    application: Option<String>,
    #[pyo3(default)]
    size: Option<u32>,
}

const KEYS: [&str; 22] = [
    "kind",
    "seed",
    "space",
    "modulus",
    "width",
    "batch",
    "depth",
    "levels",
    "gate",
    "distribution",
    "depths",
    "avoid_constant",
    "ones",
    "family",
    "gates",
    "xor_gates",
    "share",
    "xor_share",
    "outputs",
    "bound",
    "application",
    "size",
];

/// Mean share of a level that a fan-in gate takes unless told otherwise, in 1024ths.
const SHARE: u16 = 512;

impl Config {
    /// Reads a dictionary; a key that is not known is an error, for it would be a typing error.
    pub(crate) fn read(config: &Bound<'_, PyDict>) -> PyResult<Self> {
        for key in config.keys() {
            let key: String = key.extract()?;
            if !KEYS.contains(&key.as_str()) {
                return Err(value_error(format!(
                    "{key:?} is no key of a circuit's configuration; known are {}",
                    KEYS.join(", ")
                )));
            }
        }
        config.extract()
    }

    /// Generates the circuit.
    pub(crate) fn generate(&self) -> PyResult<Circuit> {
        let mut stream = Stream::new(self.seed);
        if self.kind == "fan-in" {
            return self.fan_in(&mut stream);
        }
        let shape = Shape { space: self.space()?, batch: needed(self.batch, "batch")? };
        if self.kind == "application" {
            let name = needed(self.application.as_deref(), "application")?;
            let application = Application::from_name(name).ok_or_else(|| {
                let names = Application::ALL.map(Application::name).join(", ");
                value_error(format!("{name:?} is no application; there are {names}"))
            })?;
            let found = application.circuit(shape, self.size, &mut stream);
            return found.map_err(|error| generate_error(&error));
        }
        let width = needed(self.width, "width")?;
        let mut config = match self.kind.as_str() {
            "mixed" => SimdConfig::mixed(shape, width, self.depth()?),
            "single" => {
                let kind = gate_kind(needed(self.gate.as_deref(), "gate")?)?;
                SimdConfig::single(shape, width, needed(self.levels, "levels")?, kind)
            }
            other => {
                return Err(value_error(format!(
                    "kind is \"mixed\", \"single\", \"application\" or \"fan-in\", not {other:?}"
                )));
            }
        };
        if let (Some(levels), "mixed") = (self.levels, self.kind.as_str()) {
            config.growth = Growth::Levels(levels);
        }
        if let Some(weights) = &self.distribution {
            let weights: PyResult<Vec<_>> =
                weights.iter().map(|(name, &weight)| Ok((gate_kind(name)?, weight))).collect();
            config.distribution = Distribution::of(weights?);
        }
        config.depths = self.depth_table(shape)?;
        config.outputs = self.outputs.unwrap_or(1).max(1);
        config.avoid_constant = self.avoid_constant.then(|| self.ones.unwrap_or(512));
        generate(&config, &mut stream).map_err(|error| generate_error(&error))
    }

    fn fan_in(&self, stream: &mut Stream) -> PyResult<Circuit> {
        let share = self.share.unwrap_or(SHARE);
        let levels = match needed(self.family, "family")? {
            1 => FanInLevels::One { gates: needed(self.gates, "gates")?, share },
            2 => FanInLevels::Two {
                gates: needed(self.gates, "gates")?,
                share,
                xor_gates: needed(self.xor_gates, "xor_gates")?,
                xor_share: self.xor_share.unwrap_or(SHARE),
            },
            3 => FanInLevels::Three { levels: needed(self.levels, "levels")? },
            other => return Err(value_error(format!("family is 1, 2 or 3, not {other}"))),
        };
        let op = match self.gate.as_deref().map(gate_kind).transpose()? {
            None => None,
            Some(GateKind::And) => Some(FanIn::And),
            Some(GateKind::Or) => Some(FanIn::Or),
            Some(GateKind::Xor) => Some(FanIn::Xor),
            Some(other) => {
                return Err(value_error(format!("{other} is not a gate of fan-in circuits")));
            }
        };
        let config = FanInConfig { wires: needed(self.width, "width")?, levels, op };
        fan_in::generate(&config, stream).map_err(|error| generate_error(&error))
    }

    fn space(&self) -> PyResult<Space> {
        if let (Some("complex"), Some(bound)) = (self.space.as_deref(), self.bound) {
            return Space::complex(bound).map_err(value_error);
        }
        if let (None | Some("real"), Some(bound)) = (self.space.as_deref(), self.bound) {
            return Space::real(bound).map_err(value_error);
        }
        match (self.space.as_deref(), self.modulus) {
            (Some(name @ ("real" | "complex")), _) => {
                Err(value_error(format!("space {name:?} needs a bound")))
            }
            (None | Some("gf2"), None) => Ok(Space::Gf2),
            (None | Some("zt"), Some(modulus)) => Space::zt(modulus).map_err(value_error),
            (Some("zt"), None) => Err(value_error("space \"zt\" needs a modulus")),
            (Some("gf2"), Some(_)) => Err(value_error("space \"gf2\" has no modulus")),
            (Some(other), _) => {
                let spaces = "\"gf2\", \"zt\", \"real\" or \"complex\"";
                Err(value_error(format!("space is {spaces}, not {other:?}")))
            }
        }
    }

    fn depth(&self) -> PyResult<Decimal> {
        match (&self.depth, self.levels) {
            (None, Some(levels)) => Ok(Decimal::whole(levels)),
            (depth, _) => decimal(needed(depth.as_deref(), "depth")?),
        }
    }

    fn depth_table(&self, shape: Shape) -> PyResult<DepthTable> {
        let mut table = DepthTable::of_shape(shape);
        for (name, depth) in self.depths.iter().flatten() {
            let hundredths = decimal(depth)?.to_hundredths().and_then(|h| u32::try_from(h).ok());
            let hundredths = hundredths.filter(|&h| h < 10_000_000);
            table.set(gate_kind(name)?, needed(hundredths, "a depth below 100000")?);
        }
        Ok(table)
    }
}

/// The decimal a text holds.
fn decimal(text: &str) -> PyResult<Decimal> {
    Decimal::parse(text.as_bytes())
        .ok_or_else(|| value_error(format!("{text:?} is not a decimal number such as \"4.5\"")))
}

/// The kind a gate's name means.
pub(crate) fn gate_kind(name: &str) -> PyResult<GateKind> {
    GateKind::from_name(name).ok_or_else(|| {
        let names = GateKind::ALL.map(GateKind::name).join(", ");
        value_error(format!("{name:?} is not a gate; the gates are {names}"))
    })
}

fn needed<T>(value: Option<T>, key: &str) -> PyResult<T> {
    value.ok_or_else(|| value_error(format!("this kind of circuit needs {key}")))
}
