//! From a schedule to a program: registers are shared and freed after their last reader, inputs are
//! read where they are first needed, plaintexts are numbered by row and level.

use std::collections::HashMap;

use ringassay_circuit::Circuit;

use crate::layout::{Layout, Window};
use crate::plan::candidate::{Candidate, Source};
use crate::plan::emit::{Row, Step};
use crate::plan::levels::{Action, Schedule, Slot};
use crate::plan::refusal::Refusal;
use crate::program::{Op, Output, Plain, Program, Register, Values};
use crate::target::AnyTarget;

/// What a program says of its key.
pub(super) struct Frame {
    layout: Layout,
    /// 0 for real and complex numbers.
    modulus: u64,
    is_complex: bool,
    levels: u32,
}

impl Frame {
    pub(super) fn of(target: &AnyTarget) -> Self {
        let (layout, modulus) = (target.layout(), target.modulus());
        Self { layout, modulus, is_complex: target.is_complex(), levels: target.levels() }
    }
}

pub(super) fn program(
    circuit: &Circuit,
    target: &Frame,
    candidate: &Candidate,
    mut notes: Vec<String>,
) -> Result<Program, Refusal> {
    if candidate.rebuilds > 0 {
        notes.push(format!(
            "{} values were cut out and replicated, because the batch {} does not divide the row of \
             {} slots",
            candidate.rebuilds, target.layout.batch, target.layout.row
        ));
    }
    let mut to = Allocation::new(target, &candidate.rows);
    let made = match &candidate.schedule {
        None => Vec::new(),
        Some(schedule) => {
            let left = if target.modulus == 0 { "levels" } else { "bits of noise budget" };
            notes.push(format!(
                "{} operations; {:.0} {left} left by the planner's figures",
                schedule.actions.len(),
                schedule.margin
            ));
            to.actions(schedule)?
        }
    };
    let mut outputs = Vec::with_capacity(candidate.outputs.len());
    let mut encrypted = HashMap::new();
    for output in &candidate.outputs {
        let (register, first) = match output.source {
            Source::Made { slot, first } => {
                let register = made.get(slot as usize).copied().flatten();
                (register.ok_or(Refusal::Internal("the register of an output"))?, first)
            }
            Source::Row(row) => {
                let register = match encrypted.get(&row) {
                    Some(&register) => register,
                    None => to.encrypt(row)?,
                };
                encrypted.insert(row, register);
                (register, 0)
            }
        };
        let lowest = output.range.map(|(lo, _)| i64::try_from(lo)).transpose();
        let lowest = lowest.map_err(|_| Refusal::Internal("the range of an output"))?;
        outputs.push(Output { register, first, lowest });
    }
    if !encrypted.is_empty() {
        notes.push(match candidate.outputs.len() {
            1 => "the output depends on no input: a known vector is encrypted".to_owned(),
            _ => format!("outputs that depend on no input: {} known vectors", encrypted.len()),
        });
    }
    Ok(Program {
        batch: target.layout.batch,
        row: target.layout.row,
        modulus: target.modulus,
        is_complex: target.is_complex,
        levels: target.levels,
        wires: circuit.wires(),
        registers: to.registers,
        notes,
        plains: to.plains,
        ops: to.ops,
        outputs,
    })
}

struct Allocation<'a> {
    target: &'a Frame,
    rows: &'a [Row],
    plains: Vec<Plain>,
    numbers: HashMap<(u32, u32), u32>,
    ops: Vec<Op>,
    free: Vec<Register>,
    registers: u32,
}

impl<'a> Allocation<'a> {
    fn new(target: &'a Frame, rows: &'a [Row]) -> Self {
        Self {
            target,
            rows,
            plains: Vec::new(),
            numbers: HashMap::new(),
            ops: Vec::new(),
            free: Vec::new(),
            registers: 0,
        }
    }

    /// A row that is known, encrypted.
    fn encrypt(&mut self, row: u32) -> Result<Register, Refusal> {
        // Reals: any level has the same scale where no input says which is the start.
        let level = match self.ops.iter().find(|op| matches!(op, Op::Input { .. })) {
            Some(&Op::Input { level, .. }) if self.target.modulus == 0 => level,
            _ => self.target.levels - 1,
        };
        let plain = self.plain(row, level)?;
        let to = self.take();
        self.ops.push(Op::Encrypt { to, plain });
        Ok(to)
    }

    /// All actions; the register of each action whose result is an output.
    fn actions(&mut self, schedule: &Schedule) -> Result<Vec<Option<Register>>, Refusal> {
        let actions = &schedule.actions;
        let mut last: Vec<usize> = (0..actions.len()).collect();
        for (at, action) in actions.iter().enumerate() {
            operands(*action).for_each(|slot| last[slot as usize] = at);
        }
        schedule.outputs.iter().for_each(|&output| last[output as usize] = usize::MAX);
        // An input is read where it is first needed, so it must not come before.
        let mut registers: Vec<Option<Register>> = vec![None; actions.len()];
        for (at, &action) in actions.iter().enumerate() {
            if matches!(action, Action::Step { step: Step::Input(_), .. }) {
                continue;
            }
            for slot in operands(action) {
                self.read(actions, &mut registers, slot);
            }
            let to = self.take();
            let register = |slot: Slot| registers[slot as usize].unwrap_or_default();
            let op = self.op(action, to, register)?;
            self.ops.push(op);
            registers[at] = Some(to);
            let mut freed: Vec<Slot> =
                operands(action).filter(|&slot| last[slot as usize] == at).collect();
            freed.dedup();
            for slot in freed {
                if let Some(register) = registers[slot as usize].take() {
                    self.ops.push(Op::Free { register });
                    self.free.push(register);
                }
            }
        }
        // An output may be an input.
        for &output in &schedule.outputs {
            self.read(actions, &mut registers, output);
        }
        Ok(registers)
    }

    /// Makes sure that an input is there; everything else is.
    fn read(&mut self, actions: &[Action], registers: &mut [Option<Register>], slot: Slot) {
        let at = slot as usize;
        if let (None, Action::Step { step: Step::Input(wire), level }) =
            (registers[at], actions[at])
        {
            let to = self.take();
            self.ops.push(Op::Input { to, wire, level });
            registers[at] = Some(to);
        }
    }

    fn op(
        &mut self,
        action: Action,
        to: Register,
        register: impl Fn(Slot) -> Register,
    ) -> Result<Op, Refusal> {
        let (step, level) = match action {
            Action::Lower { from, level, divide } => {
                return Ok(Op::Lower { to, a: register(from), level, divide });
            }
            Action::Refresh { from, level } => {
                return Ok(Op::Refresh { to, a: register(from), level });
            }
            Action::Step { step, level } => (step, level),
        };
        Ok(match step {
            Step::Input(wire) => Op::Input { to, wire, level },
            Step::Add(a, b) => Op::Add { to, a: register(a), b: register(b) },
            Step::Sub(a, b) => Op::Sub { to, a: register(a), b: register(b) },
            Step::Negate(a) => Op::Negate { to, a: register(a) },
            Step::Multiply(a, b) => Op::Multiply { to, a: register(a), b: register(b) },
            Step::Square(a) => Op::Square { to, a: register(a) },
            Step::Rotate(a, step) => Op::Rotate { to, a: register(a), step },
            Step::Conjugate(a) => Op::Conjugate { to, a: register(a) },
            Step::AddPlain(a, row) => {
                Op::AddPlain { to, a: register(a), plain: self.plain(row, level)? }
            }
            Step::MultiplyPlain(a, row) => {
                Op::MultiplyPlain { to, a: register(a), plain: self.plain(row, level)? }
            }
        })
    }

    fn plain(&mut self, row: u32, level: u32) -> Result<u32, Refusal> {
        if let Some(&number) = self.numbers.get(&(row, level)) {
            return Ok(number);
        }
        let modulus = self.target.modulus;
        let values = match &self.rows[row as usize] {
            &Row::Ones(Window { lo, hi }) => Values::Ones { lo, hi },
            // Numbers have two words, real and imaginary part.
            Row::Entries(entries) if self.target.is_complex => Values::Complex(entries.clone()),
            Row::Entries(entries) if modulus == 0 => {
                Values::Reals(entries.iter().step_by(2).copied().collect())
            }
            Row::Entries(entries) => Values::Entries(
                entries
                    .iter()
                    // Centred: half of t is as far as it gets, and t is below 2^62.
                    .map(|&x| if x > modulus / 2 { x as i64 - modulus as i64 } else { x as i64 })
                    .collect(),
            ),
        };
        let number = self.plains.len() as u32;
        self.plains.push(Plain { level, values });
        self.numbers.insert((row, level), number);
        Ok(number)
    }

    fn take(&mut self) -> Register {
        self.free.pop().unwrap_or_else(|| {
            self.registers += 1;
            self.registers - 1
        })
    }
}

fn operands(action: Action) -> impl Iterator<Item = Slot> {
    let (step, from) = match action {
        Action::Step { step, .. } => (Some(step), None),
        Action::Lower { from, .. } | Action::Refresh { from, .. } => (None, Some(from)),
    };
    step.into_iter().flat_map(Step::operands).chain(from)
}
