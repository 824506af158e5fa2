//! Executions, timed function by function.

use std::time::Instant;

use ringassay_bench::Clock;
use ringassay_bigring::MultiprecisionRing;

use crate::{
    Application, FUNCTIONS, Point, PredictError,
    application::{END, run},
};

/// Times of one execution.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Times {
    /// Nanoseconds on the processor, for each of [`FUNCTIONS`].
    pub cpu_ns: [u64; FUNCTIONS.len()],
    /// Nanoseconds that passed, likewise.
    pub wall_ns: [u64; FUNCTIONS.len()],
}

/// A point's ring, in which its application can be executed again and again.
pub struct Execution {
    point: Point,
    ring: MultiprecisionRing,
    application: Application,
}

impl Execution {
    /// Makes the ring, and executes once: tables that are made when first used are there then.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn new(point: Point, application: Application) -> Result<Self, PredictError> {
        let ring = MultiprecisionRing::new(point.degree, &point.q()?)?;
        let own = Self { point, ring, application };
        own.run()?;
        Ok(own)
    }

    /// The times, and what is decrypted.
    fn run_once(&self) -> Result<(Times, Vec<Vec<u64>>), PredictError> {
        let parameters = self.point.parameters()?;
        let mut stopwatch = Stopwatch::new();
        let Self { point, ring, application } = self;
        let enter = &mut |name: &str| stopwatch.enter(name);
        let decrypted = run(point, &parameters, ring, application, enter)?;
        Ok((stopwatch.times, decrypted))
    }
}

impl Executed for Execution {
    fn is_right(&self) -> Result<Option<bool>, PredictError> {
        let Application::Circuit(workload) = &self.application else { return Ok(None) };
        let (_, decrypted) = self.run_once()?;
        Ok(Some(decrypted == workload.expected(&self.point)))
    }

    fn release_memory(&self) {
        self.ring.release_memory();
    }

    fn run(&self) -> Result<Times, PredictError> {
        Ok(self.run_once()?.0)
    }
}

/// An application in its ring, executed again and again.
pub trait Executed {
    /// Whether a circuit's result is that of the definition; `None` for an application of which the
    /// result means nothing.
    ///
    /// # Errors
    /// When a function fails.
    fn is_right(&self) -> Result<Option<bool>, PredictError>;

    /// Gives back to the system what rests in the ring's pools.
    fn release_memory(&self);

    /// Executes the application once.
    ///
    /// # Errors
    /// When a function fails.
    fn run(&self) -> Result<Times, PredictError>;
}

/// Measures functions that follow each other.
pub(crate) struct Stopwatch {
    pub(crate) times: Times,
    begun: Instant,
    /// The function that runs, and when it began on both clocks.
    last: Option<(usize, [u64; 2])>,
}

impl Stopwatch {
    pub(crate) fn new() -> Self {
        Self { times: Times::default(), begun: Instant::now(), last: None }
    }

    fn now(&self) -> [u64; 2] {
        [Clock::Cpu.now_ns(), self.begun.elapsed().as_nanos() as u64]
    }

    /// A function begins, or the last one has ended.
    pub(crate) fn enter(&mut self, name: &str) {
        let [cpu, wall] = self.now();
        if let Some((at, [cpu_before, wall_before])) = self.last {
            self.times.cpu_ns[at] += cpu - cpu_before;
            self.times.wall_ns[at] += wall - wall_before;
        }
        let at = FUNCTIONS.iter().position(|known| *known == name);
        self.last = at.map(|at| (at, self.now()));
        debug_assert!(self.last.is_some() || name == END);
    }
}
