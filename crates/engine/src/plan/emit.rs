//! From graphs to steps: which modulus, where.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use ringassay_cost::{CostRecorder, TallyRing};
use ringassay_interrupt::checkpoint;
use ringassay_scheme::{IntegerScheme, Role, hybrid::Ciphertext};

use super::{
    Action, Register, Step, Strategy, Table, encodings::Encodings, relinearise,
    shape_tables::ShapeTables,
};
use crate::{
    Error, Graph,
    execute::{Environment, apply},
    graph::{Id, Operation, Value},
    target::Shapes,
};

/// A ciphertext over shapes.
type Shape<P> = Ciphertext<P, TallyRing>;

/// Steps in the order of the graph, and what was found on the way.
pub(super) struct EmittedSteps<'a, P: IntegerScheme> {
    pub(super) steps: Vec<Step>,
    pub(super) outputs: Vec<Register>,
    pub(super) tables: Vec<Table>,
    /// The tables over shapes.
    pub(super) prepared: ShapeTables<'a, P>,
    /// For each node of the graph, the noise budget of its ciphertext in bits.
    pub(super) budgets: Vec<f64>,
}

/// How many automorphisms share a decomposition at most: all images are live at once.
const MOST_IMAGES: usize = 32;

/// The registers in which a node's value lies.
struct Forms {
    main: Register,
    /// Switched to other levels.
    switched: Vec<(usize, Register)>,
    /// The nodes that need it and have not been emitted.
    consumers: usize,
}

struct Emitter<'a, 'p, P: IntegerScheme> {
    shapes: &'a Shapes<P>,
    strategy: Strategy,
    recorder: &'a CostRecorder,
    phase: &'p str,
    points: Vec<bool>,
    /// For each node, the automorphisms that are wanted of it: exponent and node.
    images: HashMap<Id, Vec<(u32, Id)>>,
    forms: Vec<Option<Forms>>,
    steps: Vec<Step>,
    /// The ciphertext of each register, while somebody needs it.
    values: Vec<Option<Arc<Shape<P>>>>,
    tables: Vec<Table>,
    table_numbers: HashMap<Table, u32>,
    prepared: ShapeTables<'a, P>,
    budgets: Vec<f64>,
    /// For each node whether it is an output.
    is_output: Vec<bool>,
}

/// What emitting works with.
pub(super) struct PlanInputs<'a, P: IntegerScheme> {
    pub(super) graph: &'a Graph,
    pub(super) encodings: &'a Encodings<'a, P>,
    pub(super) shapes: &'a Shapes<P>,
    pub(super) recorder: &'a CostRecorder,
}

impl<P: IntegerScheme> Clone for PlanInputs<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: IntegerScheme> Copy for PlanInputs<'_, P> {}

/// The phase of what is only tried.
const SEARCH: &str = "search";

/// The steps of a graph. Their kernels are written to `phase` of the recorder.
pub(super) fn emit<'a, P: IntegerScheme>(
    inputs: PlanInputs<'a, P>,
    strategy: Strategy,
    phase: &str,
) -> Result<EmittedSteps<'a, P>, Error> {
    let PlanInputs { graph, encodings, shapes, recorder } = inputs;
    recorder.phase(phase);
    let mut consumers = vec![0; graph.operations().len()];
    let mut images = HashMap::<Id, Vec<(u32, Id)>>::new();
    for (id, operation) in graph.operations().iter().enumerate() {
        operation.operands().for_each(|operand| consumers[operand as usize] += 1);
        if let Operation::Automorphism(a, k) = *operation {
            images.entry(a).or_default().push((k, id as Id));
        }
    }
    let mut emitter = Emitter {
        shapes,
        strategy,
        recorder,
        phase,
        points: relinearise::points(graph),
        images,
        forms: graph.operations().iter().map(|_| None).collect(),
        steps: Vec::new(),
        values: Vec::new(),
        tables: Vec::new(),
        table_numbers: HashMap::new(),
        prepared: ShapeTables::new(encodings, shapes),
        budgets: Vec::new(),
        is_output: outputs_of(graph),
    };
    for (id, operation) in graph.operations().iter().enumerate() {
        emitter.node(id as Id, *operation, consumers[id])?;
    }
    let mut lowered = HashMap::<Value, Register>::new();
    let mut outputs = Vec::with_capacity(graph.outputs().len());
    for &output in graph.outputs() {
        let register = match lowered.get(&output) {
            Some(&register) => register,
            None => {
                let result = match output {
                    Value::Node(id) => emitter.main(id)?,
                    Value::Known(constant) => emitter.step(Action::Trivial(constant))?,
                };
                emitter.lowered(result)?
            }
        };
        lowered.insert(output, register);
        outputs.push(register);
    }
    let Emitter { steps, tables, prepared, budgets, .. } = emitter;
    Ok(EmittedSteps { steps, outputs, tables, prepared, budgets })
}

fn outputs_of(graph: &Graph) -> Vec<bool> {
    let mut is_output = vec![false; graph.operations().len()];
    for output in graph.outputs() {
        if let Value::Node(id) = *output {
            is_output[id as usize] = true;
        }
    }
    is_output
}

impl<P: IntegerScheme> Emitter<'_, '_, P> {
    fn node(&mut self, id: Id, operation: Operation, consumers: usize) -> Result<(), Error> {
        let main = match operation {
            Operation::Input(wire) => {
                let fresh = self.step(Action::Input(wire))?;
                match self.strategy.start {
                    Some(level) => self.step(Action::Switch(fresh, level))?,
                    None => fresh,
                }
            }
            Operation::Add(a, b) => {
                let [a, b] = self.at_lower_level(a, b)?;
                self.step(Action::Add(a, b))?
            }
            Operation::Sub(a, b) => {
                let [a, b] = self.at_lower_level(a, b)?;
                self.step(Action::Sub(a, b))?
            }
            Operation::Neg(a) => {
                let a = self.main(a)?;
                self.step(Action::Negate(a))?
            }
            Operation::AddConstant(a, constant) => {
                let (a, table) = self.with_table(a, constant, Role::Addend)?;
                self.step(Action::AddConstant(a, table))?
            }
            Operation::MulConstant(a, constant) => {
                let (a, table) = self.with_table(a, constant, Role::Factor)?;
                self.step(Action::MulConstant(a, table))?
            }
            Operation::Mul(a, b) => {
                let [a, b] = self.at_product_level(a, b)?;
                self.step(Action::Multiply(a, b))?
            }
            Operation::Square(a) => {
                let [a, _] = self.at_product_level(a, a)?;
                self.step(Action::Square(a))?
            }
            Operation::Automorphism(a, k) => self.image(a, k, id)?,
        };
        let main = if self.points[id as usize] { self.relinearised(main)? } else { main };
        self.budgets.push(self.shapes.context.budget_bits(self.value(main)?));
        self.forms[id as usize] = Some(Forms { main, switched: Vec::new(), consumers });
        operation.operands().for_each(|operand| self.release(operand));
        Ok(())
    }

    /// Appends a step of one result.
    fn step(&mut self, action: Action) -> Result<Register, Error> {
        checkpoint();
        let first = self.values.len() as Register;
        let operands = action.operands().map(|register| self.shared(register));
        let operands = operands.collect::<Result<Vec<_>, _>>()?;
        let environment = Environment {
            context: &self.shapes.context,
            keys: &self.shapes.keys,
            tables: &self.prepared,
            input: &|_| Ok(self.shapes.fresh.clone()),
            in_order: true,
        };
        let results = apply(&action, operands, &environment)?;
        self.values.extend(results.into_iter().map(|result| Some(Arc::new(result))));
        self.steps.push(Step { action, first });
        Ok(first)
    }

    fn shared(&self, register: Register) -> Result<Arc<Shape<P>>, Error> {
        let value = self.values.get(register as usize).and_then(Clone::clone);
        value.ok_or(Error::Internal("a register that is empty"))
    }

    fn value(&self, register: Register) -> Result<&Shape<P>, Error> {
        let value = self.values.get(register as usize).and_then(Option::as_deref);
        value.ok_or(Error::Internal("a register that is empty"))
    }

    fn level(&self, register: Register) -> Result<usize, Error> {
        Ok(self.value(register)?.level())
    }

    fn main(&self, id: Id) -> Result<Register, Error> {
        let forms = self.forms[id as usize].as_ref();
        Ok(forms.ok_or(Error::Internal("a node before its operands"))?.main)
    }

    /// The node's value at a level, switched once for all who want it there.
    fn at(&mut self, id: Id, level: usize) -> Result<Register, Error> {
        let main = self.main(id)?;
        if self.level(main)? == level {
            return Ok(main);
        }
        let switched = self.forms[id as usize].iter().flat_map(|forms| &forms.switched);
        if let Some(&(_, register)) = switched.clone().find(|(known, _)| *known == level) {
            return Ok(register);
        }
        let register = self.step(Action::Switch(main, level))?;
        if let Some(forms) = &mut self.forms[id as usize] {
            forms.switched.push((level, register));
        }
        Ok(register)
    }

    fn at_lower_level(&mut self, a: Id, b: Id) -> Result<[Register; 2], Error> {
        let level = self.level(self.main(a)?)?.min(self.level(self.main(b)?)?);
        Ok([self.at(a, level)?, self.at(b, level)?])
    }

    fn at_product_level(&mut self, a: Id, b: Id) -> Result<[Register; 2], Error> {
        let level = self.level_of_product(a, b)?;
        Ok([self.at(a, level)?, self.at(b, level)?])
    }

    /// Where to multiply: the level that leaves most room, or one near it, where operands lie already.
    fn level_of_product(&self, a: Id, b: Id) -> Result<usize, Error> {
        let mains = [self.main(a)?, self.main(b)?];
        let best = self.best_level(mains)?;
        if self.strategy.tolerance_bits == 0.0 {
            return Ok(best);
        }
        let forms = |id: Id| self.forms[id as usize].iter().flat_map(|forms| &forms.switched);
        let known = [a, b].map(|id| forms(id).map(|(level, _)| *level).collect::<Vec<_>>());
        let [x, y] = [self.value(mains[0])?, self.value(mains[1])?];
        let levels = [x, y].map(Ciphertext::level);
        let top = levels[0].min(levels[1]);
        let candidates = known.iter().flatten().copied().chain(levels).chain([best]);
        let candidates: BTreeSet<usize> = candidates.filter(|&level| level <= top).collect();
        self.recorder.phase(SEARCH);
        let context = &self.shapes.context;
        let room = |level: usize| {
            let (x, y) = (context.at_level(x, level)?, context.at_level(y, level)?);
            Ok::<_, Error>(context.budget_bits(&context.tensor(&x, &y)?))
        };
        let enough = room(best)? - self.strategy.tolerance_bits;
        let mut cheapest = (u32::MAX, best);
        for level in candidates {
            if level != best && room(level)? < enough {
                continue;
            }
            let switched = |i: usize| levels[i] != level && !known[i].contains(&level);
            let switches = u32::from(switched(0)) + u32::from(a != b && switched(1));
            let transforms = self.transforms(level, switches);
            // Of equal ones the highest: levels ascend.
            if transforms <= cheapest.0 {
                cheapest = (transforms, level);
            }
        }
        self.recorder.phase(self.phase);
        Ok(cheapest.1)
    }

    /// About how many rows are transformed for so many switches to a level and a relinearisation there.
    fn transforms(&self, level: usize, switches: u32) -> u32 {
        let parameters = self.shapes.context.parameters();
        let limbs = self.shapes.context.limbs(level) as u32;
        let extended = limbs + parameters.special_primes().len() as u32;
        let digits = limbs.div_ceil(parameters.digit_limbs() as u32);
        switches * 2 * (limbs + 1) + (digits + 2) * extended
    }

    fn best_level(&self, operands: [Register; 2]) -> Result<usize, Error> {
        let [a, b] = [self.value(operands[0])?, self.value(operands[1])?];
        let operands = [a, b].map(|x| (x.level(), x.noise(), x.parts().len()));
        Ok(self.shapes.context.product_level(operands))
    }

    /// Two parts, at the level that suits the noise if switching is early.
    fn relinearised(&mut self, register: Register) -> Result<Register, Error> {
        let linear = self.step(Action::Relinearise(register))?;
        self.values[register as usize] = None;
        if !self.strategy.eager {
            return Ok(linear);
        }
        let level = self.best_level([linear; 2])?;
        if level == self.level(linear)? {
            return Ok(linear);
        }
        let switched = self.step(Action::Switch(linear, level))?;
        self.values[linear as usize] = None;
        Ok(switched)
    }

    /// The image of a node; others that are wanted of the same one are made with it.
    fn image(&mut self, of: Id, exponent: u32, id: Id) -> Result<Register, Error> {
        // What was made with an earlier one waits in its forms.
        if let Some(forms) = &self.forms[id as usize] {
            return Ok(forms.main);
        }
        let images = self.images.get(&of).map_or(&[][..], Vec::as_slice);
        let wanted = images.iter().filter(|(_, id)| self.forms[*id as usize].is_none());
        let group: Vec<(u32, Id)> = wanted.copied().take(MOST_IMAGES).collect();
        if !group.contains(&(exponent, id)) {
            return Err(Error::Internal("automorphisms out of order"));
        }
        let exponents = group.iter().map(|(k, _)| *k).collect();
        let operand = self.key_switch_operand(of)?;
        let first = self.step(Action::Automorphisms(operand, exponents))?;
        for (register, (_, id)) in (first..).zip(group) {
            self.forms[id as usize] =
                Some(Forms { main: register, switched: Vec::new(), consumers: 0 });
        }
        self.image(of, exponent, id)
    }

    /// The node's value where switching keys has fewest limbs to work on, unless we are careful.
    fn key_switch_operand(&mut self, id: Id) -> Result<Register, Error> {
        let main = self.main(id)?;
        if !self.strategy.eager && self.strategy.tolerance_bits == 0.0 {
            return Ok(main);
        }
        let (from, to) = (self.level(main)?, self.best_level([main; 2])?);
        let fewer = self.transforms(to, 1) < self.transforms(from, 0);
        if fewer { self.at(id, to) } else { Ok(main) }
    }

    fn with_table(&mut self, a: Id, constant: u32, role: Role) -> Result<(Register, u32), Error> {
        let a = self.main(a)?;
        let role = if P::PREPARES_BY_ROLE { role } else { Role::Factor };
        let table = Table { constant, level: self.level(a)?, role };
        if let Some(&number) = self.table_numbers.get(&table) {
            return Ok((a, number));
        }
        // Prepared before any evaluation.
        self.recorder.phase(SEARCH);
        self.prepared.push(&table)?;
        self.recorder.phase(self.phase);
        let number = self.tables.len() as u32;
        self.tables.push(table);
        self.table_numbers.insert(table, number);
        Ok((a, number))
    }

    /// The value at the smallest modulus from which it decrypts: less to send.
    fn lowered(&mut self, register: Register) -> Result<Register, Error> {
        self.recorder.phase(SEARCH);
        let context = &self.shapes.context;
        let value = self.value(register)?;
        let level = self.level(register)?;
        let mut lowest = level;
        for lower in 0..level {
            if context.budget_bits(&*context.at_level(value, lower)?) > 0.0 {
                lowest = lower;
                break;
            }
        }
        self.recorder.phase(self.phase);
        if lowest == level {
            return Ok(register);
        }
        self.step(Action::Switch(register, lowest))
    }

    /// One consumer less.
    fn release(&mut self, id: Id) {
        let Some(forms) = &mut self.forms[id as usize] else { return };
        forms.consumers -= 1;
        if forms.consumers == 0 && !self.is_output[id as usize] {
            let registers = forms.switched.iter().map(|(_, register)| *register);
            for register in registers.chain([forms.main]) {
                self.values[register as usize] = None;
            }
        }
    }
}
