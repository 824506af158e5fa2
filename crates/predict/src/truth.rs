//! Executions, timed function by function.

use std::time::Instant;

use ringassay_bench::Clock;
use ringassay_ring::positional::PositionalRing;

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
    ring: PositionalRing,
    application: Application,
}

impl Execution {
    /// Makes the ring, and executes once: tables that are made when first used are there then.
    ///
    /// # Errors
    /// When there is no such instance.
    pub fn new(point: Point, application: Application) -> Result<Self, PredictError> {
        let ring = PositionalRing::new(point.degree, &point.q()?)?;
        let own = Self { point, ring, application };
        own.run()?;
        Ok(own)
    }

    /// Whether a circuit's result is that of the definition; `None` for an application of which the
    /// result means nothing.
    ///
    /// # Errors
    /// When a function fails.
    pub fn is_right(&self) -> Result<Option<bool>, PredictError> {
        let Application::Circuit(workload) = &self.application else { return Ok(None) };
        let (_, decrypted) = self.run_once()?;
        Ok(Some(decrypted == workload.expected(&self.point)))
    }

    /// Gives back to the system what rests in the ring's pools.
    pub fn release_memory(&self) {
        self.ring.release_memory();
    }

    /// Executes the application once.
    ///
    /// # Errors
    /// When a function fails.
    pub fn run(&self) -> Result<Times, PredictError> {
        Ok(self.run_once()?.0)
    }

    /// The times, and what is decrypted.
    fn run_once(&self) -> Result<(Times, Vec<u64>), PredictError> {
        let parameters = self.point.parameters()?;
        let begun = Instant::now();
        let now = || [Clock::Cpu.now_ns(), begun.elapsed().as_nanos() as u64];
        let mut times = Times::default();
        let mut last: Option<(usize, [u64; 2])> = None;
        let Self { point, ring, application } = self;
        let decrypted = run(point, &parameters, ring, application, &mut |name| {
            let [cpu, wall] = now();
            if let Some((at, [cpu_before, wall_before])) = last {
                times.cpu_ns[at] += cpu - cpu_before;
                times.wall_ns[at] += wall - wall_before;
            }
            last = FUNCTIONS.iter().position(|known| *known == name).map(|at| (at, now()));
            debug_assert!(last.is_some() || name == END);
        })?;
        Ok((times, decrypted))
    }
}
