//! All steps of a plan, each as soon as its operands are there.

#![expect(clippy::disallowed_types, reason = "of one call: a child of `fork` does not reach it")]

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use ringassay_cost::TallyRing;
use ringassay_interrupt::checkpoint;
use ringassay_scheme::{IntegerScheme, Ring, hybrid::Ciphertext};

use super::{Environment, Tables, apply};
use crate::{
    Error, Plan,
    plan::{Figures, Register, Step},
    target::Shapes,
};

/// Is shown every register as it is written.
pub(crate) type Observer<'a, P, R> = dyn Fn(Register, &Ciphertext<P, R>) + Sync + 'a;

/// Runs a plan on shapes, and returns what the registers hold.
pub(crate) fn rehearse<P: IntegerScheme>(
    plan: &Plan,
    registers: usize,
    shapes: &Shapes<P>,
    tables: &dyn Tables<P, TallyRing>,
) -> Result<Vec<Figures>, Error> {
    let context = &shapes.context;
    let found = Mutex::new(vec![None; registers]);
    let environment = Environment {
        context,
        keys: &shapes.keys,
        tables,
        input: &|_| Ok(shapes.fresh.clone()),
        in_order: true,
    };
    let observer = |register: Register, value: &Ciphertext<P, TallyRing>| {
        lock(&found)[register as usize] = Some(Figures {
            level: value.level(),
            parts: value.parts().len(),
            noise: *value.noise(),
            budget_bits: context.budget_bits(value),
        });
    };
    Machine::new(plan, registers, &environment, &observer).in_order()?;
    let figures: Option<Vec<Figures>> = lock(&found).iter().copied().collect();
    figures.ok_or(Error::Internal("a register that no step writes"))
}

/// Runs a plan on the threads of this pool; its outputs.
pub(super) fn run<P: IntegerScheme, R: Ring>(
    plan: &Plan,
    environment: &Environment<'_, P, R>,
    observer: &Observer<'_, P, R>,
) -> Result<Vec<Ciphertext<P, R>>, Error> {
    let machine = Machine::new(plan, plan.registers(), environment, observer);
    if environment.in_order {
        machine.in_order()?;
    } else {
        machine.in_parallel()?;
    }
    machine.outputs()
}

/// A register: empty before its value is written, and after it was last read.
type Cell<P, R> = Mutex<Option<Arc<Ciphertext<P, R>>>>;

/// Registers, and who still reads them.
struct Machine<'a, P: IntegerScheme, R: Ring> {
    plan: &'a Plan,
    environment: &'a Environment<'a, P, R>,
    observer: &'a Observer<'a, P, R>,
    registers: Vec<Cell<P, R>>,
    readers: Vec<AtomicU32>,
}

impl<'a, P: IntegerScheme, R: Ring> Machine<'a, P, R> {
    fn new(
        plan: &'a Plan,
        registers: usize,
        environment: &'a Environment<'a, P, R>,
        observer: &'a Observer<'a, P, R>,
    ) -> Self {
        let mut readers = vec![0; registers];
        for operand in plan.steps().iter().flat_map(|step| step.action.operands()) {
            readers[operand as usize] += 1;
        }
        for &output in plan.outputs() {
            readers[output as usize] += 1;
        }
        Self {
            plan,
            environment,
            observer,
            registers: (0..registers).map(|_| Mutex::default()).collect(),
            readers: readers.into_iter().map(AtomicU32::new).collect(),
        }
    }

    /// The value of a register; its last reader empties it.
    fn read(&self, register: Register) -> Result<Arc<Ciphertext<P, R>>, Error> {
        let at = register as usize;
        let mut cell = lock(&self.registers[at]);
        let last = self.readers[at].fetch_sub(1, Ordering::Relaxed) == 1;
        let value = if last { cell.take() } else { cell.clone() };
        value.ok_or(Error::Internal("a register that is empty"))
    }

    fn step(&self, step: &Step) -> Result<(), Error> {
        checkpoint();
        let operands = step.action.operands().map(|operand| self.read(operand));
        let operands = operands.collect::<Result<Vec<_>, _>>()?;
        let results = apply(&step.action, operands, self.environment)?;
        for (register, result) in step.registers().zip(results) {
            (self.observer)(register, &result);
            if self.readers[register as usize].load(Ordering::Relaxed) > 0 {
                *lock(&self.registers[register as usize]) = Some(Arc::new(result));
            }
        }
        Ok(())
    }

    fn in_order(&self) -> Result<(), Error> {
        self.plan.steps().iter().try_for_each(|step| self.step(step))
    }

    /// Threads take the first step of those whose operands are there: so that few registers are
    /// live, as in the order of the plan.
    fn in_parallel(&self) -> Result<(), Error> {
        let graph = Dependencies::new(self.plan);
        let ready = graph.missing.iter().enumerate();
        let ready: Vec<usize> =
            ready.filter(|(_, n)| n.load(Ordering::Relaxed) == 0).map(|(at, _)| at).collect();
        let state = Mutex::new(State::default());
        let count = ready.len();
        lock(&state).ready.extend(ready.into_iter().map(Reverse));
        rayon::in_place_scope(|scope| {
            for _ in 0..count {
                scope.spawn(|scope| self.work(scope, &graph, &state));
            }
        });
        // Of several errors the one that a single thread would have met first.
        let failed = lock(&state).failed.take();
        failed.map_or(Ok(()), |(_, error)| Err(error))
    }

    fn work<'s>(
        &'s self,
        scope: &rayon::Scope<'s>,
        graph: &'s Dependencies,
        state: &'s Mutex<State>,
    ) {
        let Some(Reverse(at)) = lock(state).next() else { return };
        if let Err(error) = self.step(&self.plan.steps()[at]) {
            lock(state).fail(at, error);
            return;
        }
        for &reader in &graph.readers[at] {
            if graph.missing[reader].fetch_sub(1, Ordering::AcqRel) == 1 {
                lock(state).ready.push(Reverse(reader));
                scope.spawn(|scope| self.work(scope, graph, state));
            }
        }
    }

    fn outputs(&self) -> Result<Vec<Ciphertext<P, R>>, Error> {
        let outputs = self.plan.outputs().iter();
        outputs.map(|&output| Ok(Arc::unwrap_or_clone(self.read(output)?))).collect()
    }
}

/// Which step waits for which.
struct Dependencies {
    /// The steps that read what each step writes.
    readers: Vec<Vec<usize>>,
    /// How many operands each step still waits for.
    missing: Vec<AtomicU32>,
}

impl Dependencies {
    fn new(plan: &Plan) -> Self {
        let mut writer = vec![0; plan.registers()];
        let mut readers = vec![Vec::new(); plan.steps().len()];
        let mut missing = Vec::with_capacity(plan.steps().len());
        for (at, step) in plan.steps().iter().enumerate() {
            let operands = step.action.operands().map(|operand| writer[operand as usize]);
            let operands: Vec<usize> = operands.collect();
            missing.push(AtomicU32::new(operands.len() as u32));
            operands.into_iter().for_each(|operand: usize| readers[operand].push(at));
            step.registers().for_each(|register| writer[register as usize] = at);
        }
        Self { readers, missing }
    }
}

#[derive(Default)]
struct State {
    ready: BinaryHeap<Reverse<usize>>,
    failed: Option<(usize, Error)>,
}

impl State {
    /// The first step that can be taken and is still of use.
    fn next(&mut self) -> Option<Reverse<usize>> {
        let next = self.ready.pop()?;
        let useful = self.failed.as_ref().is_none_or(|(failed, _)| next.0 < *failed);
        useful.then_some(next)
    }

    fn fail(&mut self, at: usize, error: Error) {
        if self.failed.as_ref().is_none_or(|(failed, _)| at < *failed) {
            self.failed = Some((at, error));
        }
    }
}

/// The content; a thread that panicked left it whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
