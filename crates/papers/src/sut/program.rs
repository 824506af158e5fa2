//! The arithmetic of a circuit in waves that can run on many threads.

use std::ops::Range;

use ringassay_circuit::{Circuit, Shape};
use ringassay_engine::Error;

use super::{Arithmetic, Step, Value};

/// The steps of a circuit, in waves of steps that do not depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    shape: Shape,
    wires: u32,
    steps: Vec<Step>,
    waves: Vec<Range<usize>>,
    outputs: Vec<Value>,
    /// For each node the wave after which it is no longer needed.
    last_waves: Vec<Option<u32>>,
    /// For each node whether a step uses it, and whether a step or an output does.
    used: Vec<bool>,
    needed: Vec<bool>,
}

impl Program {
    /// The program of a circuit: its arithmetic without what leads nowhere.
    ///
    /// # Errors
    /// When gates and entries together are too many.
    pub fn new(circuit: &Circuit) -> Result<Self, Error> {
        Ok(schedule(circuit, Arithmetic::new(circuit)?))
    }

    /// Plaintext space and length of vectors.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// W.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// The number of encrypted inputs: an entry of a wire each.
    pub fn inputs(&self) -> u32 {
        self.wires * self.shape.batch
    }

    /// The operations.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Steps of equal depth.
    pub fn waves(&self) -> &[Range<usize>] {
        &self.waves
    }

    /// The entries of the outputs, one output after another.
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// Whether steps use a node.
    pub(super) fn is_used(&self, node: u32) -> bool {
        self.used[node as usize]
    }

    /// Whether a node is needed by a step or as an output.
    pub(super) fn is_needed(&self, node: u32) -> bool {
        self.needed[node as usize]
    }

    /// Whether a node is not needed behind a wave.
    pub(super) fn ends(&self, node: u32, wave: usize) -> bool {
        self.last_waves[node as usize] == Some(wave as u32)
    }
}

/// Drops what the outputs do not need, and sorts by depth.
fn schedule(circuit: &Circuit, arithmetic: Arithmetic) -> Program {
    let (inputs, steps, outputs) = arithmetic.into_parts();
    let first = inputs as usize;
    let mut needed = vec![false; first + steps.len()];
    for output in &outputs {
        if let Value::Node(node) = *output {
            needed[node as usize] = true;
        }
    }
    let mut depths = vec![0_u32; first + steps.len()];
    for (i, step) in steps.iter().enumerate().rev() {
        if needed[first + i] {
            step.operands().for_each(|node| needed[node as usize] = true);
        }
    }
    for (i, step) in steps.iter().enumerate() {
        depths[first + i] = step.operands().map(|x| depths[x as usize]).max().unwrap_or(0) + 1;
    }
    let mut order: Vec<usize> = (0..steps.len()).filter(|&i| needed[first + i]).collect();
    order.sort_by_key(|&i| depths[first + i]);
    let mut places: Vec<u32> = (0..(first + steps.len()) as u32).collect();
    for (place, &i) in order.iter().enumerate() {
        places[first + i] = inputs + place as u32;
    }
    let renamed = |node: u32| places[node as usize];
    let mut waves: Vec<Range<usize>> = Vec::new();
    for (place, &i) in order.iter().enumerate() {
        match waves.last_mut() {
            Some(wave) if depths[first + order[wave.start]] == depths[first + i] => {
                wave.end = place + 1;
            }
            _ => waves.push(place..place + 1),
        }
    }
    let steps: Vec<Step> = order.iter().map(|&i| steps[i].map(renamed)).collect();
    let outputs: Vec<Value> = outputs
        .iter()
        .map(|&value| match value {
            Value::Node(node) => Value::Node(renamed(node)),
            known @ Value::Known(_) => known,
        })
        .collect();
    let mut last_waves = vec![None; first + steps.len()];
    let mut used = vec![false; first + steps.len()];
    for (number, wave) in waves.iter().enumerate() {
        for node in steps[wave.clone()].iter().flat_map(|step| step.operands()) {
            last_waves[node as usize] = Some(number as u32);
            used[node as usize] = true;
        }
    }
    let mut needed = used.clone();
    for output in &outputs {
        if let Value::Node(node) = *output {
            last_waves[node as usize] = None;
            needed[node as usize] = true;
        }
    }
    Program {
        shape: circuit.shape(),
        wires: circuit.wires(),
        steps,
        waves,
        outputs,
        last_waves,
        used,
        needed,
    }
}
