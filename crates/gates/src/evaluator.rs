//! Gates.

use ringassay_scheme::{
    rgsw::{Rlwe, RotationTable},
    ring::LweRing,
};

use crate::{Bit, Context, Error, EvaluationKey, Gate, bootstrap::Start};

/// A gate with its operands.
#[derive(Debug)]
pub struct Job<'a, R: LweRing> {
    /// The gate.
    pub gate: Gate,
    /// As many bits as it has operands.
    pub operands: Vec<&'a Bit<R>>,
}

/// Evaluates gates and lookups: the keys with their masks.
#[derive(Debug)]
pub struct Evaluator<R: LweRing> {
    pub(crate) context: Context<R>,
    pub(crate) rotation: RotationTable<R>,
    pub(crate) switch: R::SwitchTable,
    /// The constant q/8 in each coefficient: its sign is that of what rotates it.
    test: Rlwe<R>,
}

impl<R: LweRing> Evaluator<R> {
    /// Expands the masks of a key.
    ///
    /// # Errors
    /// Returns an error if the key is one of another context.
    pub fn new(context: &Context<R>, key: &EvaluationKey<R>) -> Result<Self, Error> {
        let parameters = context.parameters();
        let eighth = vec![i128::from(context.turns(1, 3)); parameters.degree];
        let eighths = context.ring().integers(&eighth, 64)?;
        Ok(Self {
            context: context.clone(),
            rotation: key.rotation.prepare(context.gadget())?,
            switch: R::switch_table(&key.switch),
            test: Rlwe::trivial(parameters.rank, eighths),
        })
    }

    /// The context.
    pub fn context(&self) -> &Context<R> {
        &self.context
    }

    /// One gate.
    ///
    /// # Errors
    /// Returns an error if the gate has another number of operands, or bits are of another context.
    pub fn gate(&self, gate: Gate, operands: &[&Bit<R>]) -> Result<Bit<R>, Error> {
        let mut bits = self.some(&[Job { gate, operands: operands.to_vec() }])?;
        bits.pop().ok_or_else(|| Error::Parameters("no result".into()))
    }

    /// Gates that do not depend on each other, eight at a time, on all threads.
    ///
    /// # Errors
    /// Returns an error if a gate has another number of operands, or bits are of another context.
    pub fn gates(&self, jobs: &[Job<'_, R>]) -> Result<Vec<Bit<R>>, Error> {
        Self::in_batches(jobs, |jobs| self.some(jobs))
    }

    /// ¬x: exact, without a rotation.
    ///
    /// # Errors
    /// Returns an error if the bit is one of another context.
    pub fn not(&self, bit: &Bit<R>) -> Result<Bit<R>, Error> {
        let sample = R::combine(&[(-1, &bit.sample)], 0)?;
        Ok(Bit::new(sample, bit.variance, bit.log2_failure))
    }

    /// For each triple (c, a, b): a where c is 1, b where it is 0. Two rotations, whose errors add up.
    ///
    /// # Errors
    /// Returns an error if bits are of another context.
    pub fn select(&self, triples: &[[&Bit<R>; 3]]) -> Result<Vec<Bit<R>>, Error> {
        let jobs: Vec<Job<'_, R>> = triples
            .iter()
            .flat_map(|&[c, a, b]| {
                [(Gate::And, vec![c, a]), (Gate::NotAnd, vec![c, b])]
                    .map(|(gate, operands)| Job { gate, operands })
            })
            .collect();
        let halves = self.gates(&jobs)?;
        let sum = |pair: &[Bit<R>]| {
            let [x, y] = pair else { return Err(Error::Parameters("no pair".into())) };
            let sample = R::combine(&[(1, &x.sample), (1, &y.sample)], self.context.turns(1, 3))?;
            // Both must be right.
            let log2_failure = x.log2_failure.max(y.log2_failure) + 1.0;
            Ok(Bit::new(sample, x.variance + y.variance, log2_failure))
        };
        halves.chunks(2).map(sum).collect()
    }

    /// Gates in one batch.
    fn some(&self, jobs: &[Job<'_, R>]) -> Result<Vec<Bit<R>>, Error> {
        let (sums, failures): (Vec<_>, Vec<_>) = jobs
            .iter()
            .map(|job| self.sum(job))
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .unzip();
        let start = |sample| Start { sample, test: &self.test, log2_step: 0 };
        let starts: Vec<_> = sums.into_iter().map(start).collect();
        let variance = self.context.noise().rotation;
        let bit = |(x, log2_failure): (&Rlwe<R>, f64)| {
            Ok(Bit::new(x.extract(0)?, variance, log2_failure))
        };
        self.rotated(&starts)?.iter().zip(failures).map(bit).collect()
    }

    /// The sum whose sign is the result, and log2 of the probability that it comes out wrong.
    fn sum(&self, job: &Job<'_, R>) -> Result<(R::Sample, f64), Error> {
        let (form, given) = (job.gate.form(), job.operands.len());
        let expected = form.factors.len();
        if given != expected {
            return Err(Error::Operands { gate: job.gate.name(), given, expected });
        }
        let terms: Vec<_> =
            form.factors.iter().zip(&job.operands).map(|(&c, bit)| (c, &bit.sample)).collect();
        let variance = form.factors.iter().zip(&job.operands);
        let variance: f64 = variance.map(|(&c, bit)| (c * c) as f64 * bit.variance).sum();
        let log2_failure = self.context.noise().log2_failure(variance, form.margin());
        Ok((R::combine(&terms, self.context.turns(form.eighths, 3))?, log2_failure))
    }
}
