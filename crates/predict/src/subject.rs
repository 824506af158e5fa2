//! What is predicted: an instance of one of our systems under test, planned and tallied.

use ringassay_circuit::{Circuit, text::KeyParameters};
use ringassay_cost::CostRecord;
use ringassay_engine::{
    Encryption, Plan,
    plan::Action,
    reals::{RealInstance, RealTally},
    sut::{Instance, Options},
};
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    bgv,
    ckks::{self, Magnitude},
    serial::Saved,
};
use ringassay_slots::{plan_reals, program::Op};
use ringassay_sut::kit::Failure;

use crate::{PredictError, median::medians_ns};

/// Rows of a prime's tables of transforms.
const TABLE_ROWS: u64 = 4;

/// Reading is measured on so many bytes: more than a near cache holds.
const READ_BYTES: usize = 4 << 20;

const LABEL: Label = Label::new("wire");

/// An instance of `ringassay-bgv` or, for key parameters over real or complex numbers, of `ringassay-ckks`.
#[derive(Debug)]
pub(crate) enum Subject {
    Bgv(Box<Instance>),
    Ckks(Box<RealInstance>),
}

/// What an evaluation consists of.
pub(crate) struct Planned {
    pub(crate) record: CostRecord,
    pub(crate) ciphertext_bytes: u64,
    pub(crate) wires: u32,
    /// The wires that are read.
    pub(crate) reads: usize,
    /// The sizes of all outputs, over that of a fresh ciphertext.
    pub(crate) written: f64,
}

/// A fresh ciphertext on its way.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wire {
    pub(crate) bytes: u64,
    pub(crate) read_ns: f64,
    pub(crate) write_ns: f64,
    /// Of the ring's tables, once it was encrypted in.
    pub(crate) table_bytes: u64,
}

impl Subject {
    /// The instance that the client chooses for these key parameters.
    pub(crate) fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, PredictError> {
        let refused = |failure: &Failure| PredictError::Instance(failure.to_string());
        Ok(match asked {
            KeyParameters::Real { .. } => Self::Ckks(Box::new(
                RealInstance::choose(asked, options).map_err(|failure| refused(&failure))?,
            )),
            _ => Self::Bgv(Box::new(
                Instance::choose(asked, options).map_err(|failure| refused(&failure))?,
            )),
        })
    }

    /// m, n, and log2 of Q·P.
    pub(crate) fn parameters(&self) -> (u64, u64, f64) {
        let (index, log2_qp) = match self {
            Self::Bgv(instance) => {
                (&instance.choice.parameters.index, instance.choice.parameters.log2_qp())
            }
            Self::Ckks(instance) => {
                (&instance.choice.parameters.index, instance.choice.parameters.log2_qp())
            }
        };
        (index.m(), index.degree() as u64, log2_qp)
    }

    /// The circuit, planned as the server would.
    pub(crate) fn plan(&self, circuit: &Circuit) -> Result<Planned, PredictError> {
        match self {
            Self::Bgv(instance) => {
                let plan = Plan::new(circuit, &instance.target)?;
                let is_input = |action: &Action| matches!(action, Action::Input(_));
                let levels = instance.choice.parameters.modulus_chain();
                let log2_q =
                    |level: usize| levels.levels().get(level).map_or(0.0, |level| level.log2_q);
                let outputs = plan.outputs().iter();
                let outputs = outputs.filter_map(|&it| plan.figures().get(it as usize));
                // One part of a fresh ciphertext may be a seed; residues are what takes time.
                let top = instance.choice.parameters.log2_q();
                Ok(Planned {
                    record: plan.tally().clone(),
                    ciphertext_bytes: plan.peak_bytes(),
                    wires: plan.wires(),
                    reads: plan.steps().iter().filter(|step| is_input(&step.action)).count(),
                    written: outputs.map(|figures| log2_q(figures.level) / top).sum(),
                })
            }
            Self::Ckks(instance) => {
                let parameters = &instance.choice.parameters;
                let program = plan_reals(circuit, &instance.target)
                    .map_err(|refusal| PredictError::Circuit(refusal.to_string()))?;
                let tally = RealTally::new(&program, instance)
                    .map_err(|failure| PredictError::Circuit(failure.to_string()))?;
                let is_input = |op: &&Op| matches!(op, Op::Input { .. });
                let top = parameters.log2_q(parameters.top());
                Ok(Planned {
                    record: tally.record,
                    ciphertext_bytes: tally.peak_bytes,
                    wires: program.wires(),
                    reads: program.ops().iter().filter(is_input).count(),
                    written: tally.levels.iter().map(|&it| parameters.log2_q(it) / top).sum(),
                })
            }
        }
    }

    /// Of the encoder that a server keeps while it evaluates.
    pub(crate) fn encoder_bytes(&self) -> u64 {
        match self {
            Self::Bgv(instance) => instance.target.encoder().table_bytes() as u64,
            // Roots of unity, as complex double-doubles: two for each slot.
            Self::Ckks(instance) => 64 * instance.choice.parameters.slots() as u64,
        }
    }

    /// Of the transforms modulo all primes: roots with their quotients, forwards and back.
    pub(crate) fn transform_table_bytes(&self) -> u64 {
        let (n, primes) = match self {
            Self::Bgv(instance) => {
                let parameters = &instance.choice.parameters;
                (parameters.index.degree(), parameters.primes().count())
            }
            Self::Ckks(instance) => {
                let parameters = &instance.choice.parameters;
                (parameters.index.degree(), parameters.primes().count())
            }
        };
        TABLE_ROWS * 8 * n as u64 * primes as u64
    }

    /// What reading and writing a fresh ciphertext takes, measured on one that was encrypted so.
    pub(crate) fn measure_wire(&self, encryption: Encryption) -> Result<Wire, PredictError> {
        let seed = Seed::from_os()?;
        match self {
            Self::Bgv(instance) => {
                let parameters = &instance.choice.parameters;
                let context = bgv::Context::exact(parameters)?;
                let secret = context.generate_secret_key(&seed.derive(LABEL, 0))?;
                let public = context.generate_public_key(&secret, &seed.derive(LABEL, 1))?;
                let zero = context.plaintext(vec![0; parameters.index.degree()])?;
                let fresh = match encryption {
                    Encryption::Public => {
                        context.encrypt(&public, &zero, &seed.derive(LABEL, 2))?
                    }
                    Encryption::Secret => {
                        context.encrypt_secret(&secret, &zero, &seed.derive(LABEL, 2))?
                    }
                };
                Wire::measure(&fresh, &context, context.ring())
            }
            Self::Ckks(instance) => {
                let parameters = &instance.choice.parameters;
                let context = ckks::Context::exact(parameters)?;
                let secret = context.generate_secret_key(&seed.derive(LABEL, 0))?;
                let public = context.generate_public_key(&secret, &seed.derive(LABEL, 1))?;
                let zeros = vec![0; parameters.index.degree()];
                let zero = ckks::Plaintext::new(zeros, parameters.scale(), Magnitude::real(1.0));
                let fresh = context.encrypt(&public, &zero, &seed.derive(LABEL, 2))?;
                Wire::measure(&fresh, &context, context.ring())
            }
        }
    }
}

impl Wire {
    fn measure<C: Sync, T: Saved<Context = C> + Sync>(
        fresh: &T,
        context: &C,
        ring: &RnsRing,
    ) -> Result<Self, PredictError> {
        let saved = fresh.save(context)?;
        // As many as come together, so that they do not lie in near caches.
        let copies = vec![saved.clone(); (READ_BYTES / saved.len().max(1)).clamp(1, 64)];
        let load = |saved: &Vec<u8>| T::load(context, saved).map(drop);
        let read = |(): &mut ()| copies.iter().try_for_each(load);
        let write = |(): &mut ()| fresh.save(context).map(drop);
        // Writing first: it would find much of what reading leaves in the caches.
        let [write_ns, read_ns] = medians_ns((), [&write, &read])?;
        let read_ns = read_ns / copies.len() as f64;
        let table_bytes = ring.table_bytes() as u64;
        Ok(Self { bytes: saved.len() as u64, read_ns, write_ns, table_bytes })
    }
}
