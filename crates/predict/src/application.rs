//! Applications: what is executed, and tallied, with a scheme.

use ringassay_cost::{CostRecord, CostRecorder};
use ringassay_interrupt::checkpoint;
use ringassay_papers::sut::{Step, Value, apply};
use ringassay_papers::tally::TallyMultiprecision;
use ringassay_papers::{
    Multiprecision, MultiprecisionScheme,
    rlwe::{Parameters, Unchecked},
    scheme::{Family, FamilyVisitor, with_family},
};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::Error;
use std::{collections::BTreeMap, sync::Arc};

use crate::{Point, PredictError, circuit::Workload};

/// The basic functions, in their order.
pub const FUNCTIONS: [&str; 5] = ["keys", "encrypt", "add", "multiply", "decrypt"];

/// YASHE' switches the key of an operand that is a product: no basic function by itself.
pub const SWITCH: &str = "switch";

/// What comes after the last function.
pub const END: &str = "";

const INPUT: Label = Label::new("input");

/// What is done with a scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Application {
    /// The paper's: each basic function once. YASHE' multiplies operands of which none is a product,
    /// so that it switches no key; a switch alone follows if `switches` says so.
    Functions {
        /// Whether it does.
        switches: bool,
    },
    /// Keys, an encryption of each entry of each input, a circuit, the decryption of each entry of its
    /// result.
    Circuit(Workload),
}

/// Runs an application, with noise beyond bounds or not, for costs are studied there, too; what is
/// decrypted, for each entry of the result. `phase` hears which function begins, and [`END`].
///
/// # Errors
/// When there is no instance of these parameters in the ring.
pub fn run<R: Multiprecision>(
    point: &Point,
    parameters: &Parameters,
    ring: &R,
    application: &Application,
    phase: &mut dyn FnMut(&str),
) -> Result<Vec<R::Message>, Error> {
    struct Run<'a, R>(&'a Point, &'a Parameters, &'a R, &'a Application, &'a mut dyn FnMut(&str));

    impl<R: Multiprecision> FamilyVisitor for Run<'_, R> {
        type Output = Result<Vec<R::Message>, Error>;

        fn visit<F: Family>(self) -> Self::Output {
            let Self(point, parameters, ring, application, phase) = self;
            let scheme = F::Over::<R>::new(parameters, ring.clone())?;
            match application {
                Application::Functions { switches } => {
                    functions(&scheme, &message(parameters), *switches, phase)
                }
                Application::Circuit(workload) => circuit(&scheme, point, workload, phase),
            }
        }
    }

    with_family(point.scheme, Run(point, parameters, ring, application, phase))?
}

/// Keys of a scheme.
struct Keys<R: Multiprecision, S: MultiprecisionScheme<R>> {
    secret: S::Secret,
    public: S::Public,
    evaluation: S::Evaluation,
}

impl<R: Multiprecision, S: MultiprecisionScheme<R>> Keys<R, S> {
    fn generate(scheme: &S, seed: &Seed) -> Result<Self, Error> {
        let (secret, public) = scheme.generate_keys(seed)?;
        let evaluation = scheme.generate_evaluation_key(&secret, &public, seed)?;
        Ok(Self { secret, public, evaluation })
    }
}

fn functions<R: Multiprecision, S: MultiprecisionScheme<R>>(
    scheme: &S,
    message: &[u64],
    switches: bool,
    phase: &mut dyn FnMut(&str),
) -> Result<Vec<R::Message>, Error> {
    let seed = Seed::from_bytes([1; 32]);
    phase(FUNCTIONS[0]);
    let keys = Keys::generate(scheme, &seed)?;
    phase(FUNCTIONS[1]);
    let a = scheme.encrypt(&keys.public, message, &seed)?;
    phase(FUNCTIONS[2]);
    let sum = scheme.add(&a, &a, &keys.evaluation)?;
    phase(FUNCTIONS[3]);
    let product = scheme.multiply(&sum, &a, &keys.evaluation)?;
    phase(FUNCTIONS[4]);
    let decrypted = scheme.decrypt(&keys.secret, &product, Unchecked::Always)?;
    phase(END);
    if switches {
        phase(SWITCH);
        scheme.ready(product, &keys.evaluation)?;
    }
    Ok(vec![decrypted])
}

fn circuit<R: Multiprecision, S: MultiprecisionScheme<R>>(
    scheme: &S,
    point: &Point,
    workload: &Workload,
    phase: &mut dyn FnMut(&str),
) -> Result<Vec<R::Message>, Error> {
    let seed = Seed::from_bytes([1; 32]);
    phase(FUNCTIONS[0]);
    let keys = Keys::generate(scheme, &seed)?;
    let mut nodes = Vec::new();
    for input in 0..workload.inputs() {
        checkpoint();
        phase(FUNCTIONS[1]);
        let message = workload.message(point, input);
        let encrypted =
            scheme.encrypt(&keys.public, &message, &seed.derive(INPUT, input as u64))?;
        nodes.push(Some(encrypted));
    }
    for (step, done) in workload.steps() {
        checkpoint();
        phase(FUNCTIONS[if matches!(step, Step::Multiply(..)) { 3 } else { 2 }]);
        let result = apply(scheme, &keys.evaluation, step, |node| value_of(&nodes, node))?;
        nodes.push(Some(result));
        done.iter().for_each(|&node| nodes[node as usize] = None);
    }
    let mut decrypted = Vec::with_capacity(workload.outputs().len());
    for output in workload.outputs() {
        checkpoint();
        phase(FUNCTIONS[4]);
        let constant;
        let result = match *output {
            Value::Node(node) => value_of(&nodes, node)?,
            Value::Known(known) => {
                constant = scheme.short_constant(&[known])?;
                &constant
            }
        };
        decrypted.push(scheme.decrypt(&keys.secret, result, Unchecked::Always)?);
    }
    phase(END);
    Ok(decrypted)
}

fn value_of<C>(nodes: &[Option<C>], node: u32) -> Result<&C, Error> {
    let value = nodes.get(node as usize).and_then(Option::as_ref);
    value.ok_or_else(|| Error::Parameters("an operand that is there no longer".to_owned()))
}

/// A message with many residues, made in less time than a tally takes.
pub fn message(parameters: &Parameters) -> Vec<u64> {
    let few: [u64; 64] = std::array::from_fn(|i| (i * i) as u64 % parameters.t.max(1));
    let mut message = few.repeat(parameters.degree.div_ceil(few.len()));
    message.truncate(parameters.degree);
    message
}

/// What an application counts at a point.
#[derive(Debug, Clone)]
pub struct Tally {
    /// A phase for each function that runs: the first by its name, the others with a number.
    pub record: CostRecord,
    /// Where in the trace which phase begins, if it was traced.
    pub marks: Vec<(usize, String)>,
}

/// The function that a phase of a tally belongs to.
pub fn function_of(phase: &str) -> &str {
    phase.split(' ').next().unwrap_or(phase)
}

/// What the five functions of a point count: a phase for each, and one for a switch of keys.
///
/// # Errors
/// When there is no such instance.
pub fn tally(point: &Point, switches: bool) -> Result<CostRecord, PredictError> {
    Ok(tally_application(point, &Application::Functions { switches }, false)?.record)
}

/// What an application counts, with a trace of it or without.
///
/// # Errors
/// When there is no such instance.
pub fn tally_application(
    point: &Point,
    application: &Application,
    traced: bool,
) -> Result<Tally, PredictError> {
    let recorder = Arc::new(if traced { CostRecorder::with_trace() } else { CostRecorder::new() });
    let parameters = point.shape()?;
    let ring = TallyMultiprecision::new(parameters.degree, &parameters.q, &recorder)?;
    // Messages are the application's own memory.
    recorder.open().heap(8 * parameters.degree as i64);
    let mut phases = Phases::new(&recorder);
    run(point, &parameters, &ring, application, &mut |name| phases.enter(name))?;
    let marks = phases.marks;
    drop(ring);
    Ok(Tally { record: recorder.record(), marks })
}

/// Writes down which function runs when: the first run of each by its name, others with a number.
pub(crate) struct Phases<'a> {
    recorder: &'a CostRecorder,
    times: BTreeMap<String, usize>,
    pub(crate) marks: Vec<(usize, String)>,
}

impl<'a> Phases<'a> {
    pub(crate) fn new(recorder: &'a CostRecorder) -> Self {
        Self { recorder, times: BTreeMap::new(), marks: Vec::new() }
    }

    /// A function begins, or the last one has ended.
    pub(crate) fn enter(&mut self, name: &str) {
        if name == END {
            return;
        }
        let before = self.times.entry(name.to_owned()).or_default();
        *before += 1;
        let phase = if *before == 1 { name.to_owned() } else { format!("{name} {before}") };
        let mut recording = self.recorder.open();
        recording.phase(&phase);
        self.marks.push((recording.events(), phase));
    }
}
