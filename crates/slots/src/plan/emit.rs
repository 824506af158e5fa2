//! A plan under construction: steps on values whose windows are known.
//!
//! Equal steps on equal values are made once. No step leaves a window of less than one vector: a
//! value whose window would get too narrow is *rebuilt* before (one copy cut out by a mask, moved to
//! slot 0 and replicated by doubling: one product with a plaintext and about log2(R/ℓ) rotations).

use std::collections::HashMap;

use crate::layout::{Layout, Window};
use crate::plan::refusal::Refusal;
use crate::plan::steps::Rotations;

/// A value: an input or the result of a step.
pub(super) type Id = u32;

/// A step, on values made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step {
    Input(u32),
    Add(Id, Id),
    Sub(Id, Id),
    Negate(Id),
    AddPlain(Id, u32),
    MultiplyPlain(Id, u32),
    Multiply(Id, Id),
    Square(Id),
    Rotate(Id, i32),
    Conjugate(Id),
}

impl Step {
    pub(super) fn operands(self) -> impl Iterator<Item = Id> {
        let (a, b) = match self {
            Self::Input(_) => (None, None),
            Self::Add(a, b) | Self::Sub(a, b) | Self::Multiply(a, b) => (Some(a), Some(b)),
            Self::Negate(a)
            | Self::AddPlain(a, _)
            | Self::MultiplyPlain(a, _)
            | Self::Square(a)
            | Self::Conjugate(a)
            | Self::Rotate(a, _) => (Some(a), None),
        };
        a.into_iter().chain(b)
    }
}

/// A row that is known: a vector's entries, periodically, or ones in a window and zeros elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Row {
    Entries(Vec<u64>),
    Ones(Window),
}

/// Most steps of a plan: a gate takes a few, or a hundred where it is a rebuilt rotation.
const MAX_STEPS: usize = 40_000_000;

/// A value with its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) id: Id,
    pub(super) window: Window,
}

/// Makes steps.
#[derive(Debug)]
pub(super) struct Emitter<'a> {
    pub(super) layout: Layout,
    pub(super) steps: Vec<Step>,
    pub(super) rows: Vec<Row>,
    /// Values that were rebuilt.
    pub(super) rebuilds: usize,
    made: HashMap<Step, Id>,
    numbers: HashMap<Row, u32>,
    rebuilt: HashMap<(Id, u32), Value>,
    rotations: &'a Rotations,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(layout: Layout, rotations: &'a Rotations) -> Self {
        Self {
            layout,
            steps: Vec::new(),
            rows: Vec::new(),
            rebuilds: 0,
            made: HashMap::new(),
            numbers: HashMap::new(),
            rebuilt: HashMap::new(),
            rotations,
        }
    }

    pub(super) fn input(&mut self, wire: u32) -> Result<Value, Refusal> {
        self.push(Step::Input(wire), self.layout.full())
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Result<Value, Refusal> {
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Add(a.id, b.id), a.window.meet(b.window))
    }

    pub(super) fn sub(&mut self, a: Value, b: Value) -> Result<Value, Refusal> {
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Sub(a.id, b.id), a.window.meet(b.window))
    }

    pub(super) fn negate(&mut self, a: Value) -> Result<Value, Refusal> {
        self.push(Step::Negate(a.id), a.window)
    }

    pub(super) fn conjugate(&mut self, a: Value) -> Result<Value, Refusal> {
        match self.steps.get(a.id as usize) {
            Some(&Step::Conjugate(id)) => Ok(Value { id, ..a }),
            _ => self.push(Step::Conjugate(a.id), a.window),
        }
    }

    pub(super) fn multiply(&mut self, a: Value, b: Value) -> Result<Value, Refusal> {
        if a.id == b.id {
            return self.push(Step::Square(a.id), a.window.meet(b.window));
        }
        let (a, b) = self.aligned(a, b)?;
        self.push(Step::Multiply(a.id, b.id), a.window.meet(b.window))
    }

    pub(super) fn add_plain(&mut self, a: Value, entries: Vec<u64>) -> Result<Value, Refusal> {
        let row = self.number(Row::Entries(entries));
        self.push(Step::AddPlain(a.id, row), a.window)
    }

    /// `entries` are not all zero: libraries refuse a product that hides nothing.
    pub(super) fn multiply_plain(&mut self, a: Value, entries: Vec<u64>) -> Result<Value, Refusal> {
        let row = self.number(Row::Entries(entries));
        self.push(Step::MultiplyPlain(a.id, row), a.window)
    }

    /// Entry i goes to entry (i + amount) mod ℓ, amount < ℓ.
    pub(super) fn rotate(&mut self, a: Value, amount: u32) -> Result<Value, Refusal> {
        if amount == 0 {
            return Ok(a);
        }
        let (up, down) = (amount as i32, amount as i32 - self.layout.batch as i32);
        let shift = if self.weight(a, up) <= self.weight(a, down) { up } else { down };
        if self.layout.shifted(a.window, shift).size() < self.layout.batch {
            return self.rebuild(a, amount);
        }
        self.shift(a, shift)
    }

    /// Weighs a direction: slots while they are scarce, then key switches, then slots.
    fn weight(&self, a: Value, shift: i32) -> (i64, u16, i64) {
        let left = i64::from(self.layout.shifted(a.window, shift).size());
        let scarce = if 2 * left >= i64::from(self.layout.row) { 0 } else { -left };
        (scarce, self.rotations.count(shift), -left)
    }

    /// The operands, rebuilt where their windows share less than one vector.
    fn aligned(&mut self, mut a: Value, mut b: Value) -> Result<(Value, Value), Refusal> {
        let narrow = |a: Value, b: Value| a.window.meet(b.window).size() < self.layout.batch;
        if narrow(a, b) {
            if a.window.size() < b.window.size() {
                a = self.rebuild(a, 0)?;
            } else {
                b = self.rebuild(b, 0)?;
            }
        }
        if a.window.meet(b.window).size() < self.layout.batch {
            for value in [&mut a, &mut b] {
                if value.window.lo != 0 {
                    *value = self.rebuild(*value, 0)?;
                }
            }
        }
        Ok((a, b))
    }

    fn shift(&mut self, a: Value, shift: i32) -> Result<Value, Refusal> {
        let window = self.layout.shifted(a.window, shift);
        let mut moved = a;
        for step in self.rotations.compose(shift)? {
            moved = self.push(Step::Rotate(moved.id, step), window)?;
        }
        Ok(moved)
    }

    /// The vector rotated by `amount`, cut out, moved to slot 0 and replicated.
    ///
    /// One shift suffices if the window holds a copy that lands on slots 0..ℓ; otherwise the two ends
    /// of a broken copy are shifted into place separately.
    fn rebuild(&mut self, a: Value, amount: u32) -> Result<Value, Refusal> {
        if let Some(&known) = self.rebuilt.get(&(a.id, amount)) {
            return Ok(known);
        }
        self.rebuilds += 1;
        let (batch, lo) = (self.layout.batch as i32, a.window.lo as i32);
        // Moves a copy that starts in lo..lo + ℓ to slot 0.
        let shift = -(lo + (-(amount as i32) - lo).rem_euclid(batch));
        let mut one = if batch - shift <= a.window.hi as i32 {
            let moved = self.shift(a, shift)?;
            self.mask(moved, 0, batch)?
        } else {
            let cut = lo + batch + shift;
            let (low, high) = (self.shift(a, shift)?, self.shift(a, shift + batch)?);
            let (low, high) = (self.mask(low, 0, cut)?, self.mask(high, cut, batch)?);
            self.push(Step::Add(low.id, high.id), Window { lo: 0, hi: batch as u32 })?
        };
        let mut copies = 1;
        while 2 * copies <= self.layout.copies() {
            let moved = self.shift(one, (copies * self.layout.batch) as i32)?;
            copies *= 2;
            let window = Window { lo: 0, hi: copies * self.layout.batch };
            one = self.push(Step::Add(one.id, moved.id), window)?;
        }
        self.rebuilt.insert((a.id, amount), one);
        Ok(one)
    }

    /// Zeros outside `lo..hi`. What is outside is not the vector, so callers say what the window is.
    fn mask(&mut self, a: Value, lo: i32, hi: i32) -> Result<Value, Refusal> {
        let row = self.number(Row::Ones(Window { lo: lo as u32, hi: hi as u32 }));
        let window = Window { lo: 0, hi: self.layout.batch };
        self.push(Step::MultiplyPlain(a.id, row), window)
    }

    /// The number of a row that is known.
    pub(super) fn number(&mut self, row: Row) -> u32 {
        if let Some(&number) = self.numbers.get(&row) {
            return number;
        }
        let number = self.rows.len() as u32;
        self.rows.push(row.clone());
        self.numbers.insert(row, number);
        number
    }

    fn push(&mut self, step: Step, window: Window) -> Result<Value, Refusal> {
        if self.steps.len() >= MAX_STEPS {
            return Err(Refusal::TooLarge { steps: MAX_STEPS });
        }
        let steps = &mut self.steps;
        let id = *self.made.entry(step).or_insert_with(|| {
            steps.push(step);
            steps.len() as Id - 1
        });
        Ok(Value { id, window })
    }
}
