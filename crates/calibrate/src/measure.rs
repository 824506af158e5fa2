//! Jobs, measured in rounds.

use std::time::Instant;

use ringassay_bench::Clock;

use crate::jobs::Job;

/// How exactly.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// A sample of a cell lasts at least so long, in nanoseconds.
    pub sample_ns: u64,
    /// Samples of each cell.
    pub rounds: usize,
    /// After so many seconds no further round begins, once there are [`Settings::LEAST_ROUNDS`].
    pub seconds: f64,
}

impl Settings {
    /// No fewer samples, however long they take: a median of fewer says little.
    pub const LEAST_ROUNDS: usize = 3;
}

impl Default for Settings {
    fn default() -> Self {
        Self { sample_ns: 100_000, rounds: 21, seconds: 10.0 }
    }
}

/// A job with its times.
pub(crate) struct Measured {
    pub(crate) job: Job,
    /// Nanoseconds for one go: medians.
    pub(crate) cpu_ns: f64,
    pub(crate) wall_ns: f64,
    /// Half the distance of the quartiles of `cpu_ns`, relative.
    pub(crate) spread: f64,
}

/// No fewer goes in a sample: caches need some to settle on what they keep.
const LEAST_REPETITIONS: u64 = 3;

/// What goes so long, in nanoseconds, is measured once in a sample.
const LONG_NS: u64 = 1_000_000;

/// What goes so long goes through more than near caches hold.
const SLOW_NS: u64 = 3_000_000;

/// Goes before a sample. What is slow writes what nobody has read of late: none. Tables are read again
/// and again, and a last-level cache keeps them after some.
fn warming(job: &Job, is_slow: bool) -> u64 {
    match (is_slow, job.table_bytes > 0) {
        (false, _) => 2,
        (true, false) => 0,
        (true, true) => 3,
    }
}

/// A job, how often it is repeated in a sample, and the samples.
struct Case {
    job: Job,
    repetitions: u64,
    warming: u64,
    cpu_ns: Vec<f64>,
    wall_ns: Vec<f64>,
}

impl Case {
    fn new(mut job: Job, sample_ns: u64) -> Self {
        // The first go touches memory for the first time.
        (job.work)();
        let mut repetitions = 1;
        loop {
            let start = Clock::Cpu.now_ns();
            (0..repetitions).for_each(|_| (job.work)());
            let elapsed = Clock::Cpu.now_ns() - start;
            let each = elapsed / repetitions;
            if elapsed >= sample_ns && (repetitions >= LEAST_REPETITIONS || each >= LONG_NS) {
                let (warming, cpu_ns, wall_ns) = (warming(&job, each >= SLOW_NS), vec![], vec![]);
                return Self { job, repetitions, warming, cpu_ns, wall_ns };
            }
            let wanted = repetitions * sample_ns / elapsed.max(1) + 1;
            repetitions = wanted.clamp(repetitions + 1, repetitions * 10);
        }
    }

    /// One more sample, after goes that bring back to the caches what other jobs drove out.
    fn sample(&mut self) {
        (0..self.warming).for_each(|_| (self.job.work)());
        let (cpu, wall) = (Clock::Cpu.now_ns(), Clock::Wall.now_ns());
        (0..self.repetitions).for_each(|_| (self.job.work)());
        let (cpu_end, wall_end) = (Clock::Cpu.now_ns(), Clock::Wall.now_ns());
        let each = |from: u64, to: u64| (to - from) as f64 / self.repetitions as f64;
        self.cpu_ns.push(each(cpu, cpu_end));
        self.wall_ns.push(each(wall, wall_end));
    }

    fn finish(mut self) -> Measured {
        self.cpu_ns.sort_by(f64::total_cmp);
        self.wall_ns.sort_by(f64::total_cmp);
        let at =
            |samples: &[f64], share: f64| samples[((samples.len() - 1) as f64 * share) as usize];
        let cpu_ns = at(&self.cpu_ns, 0.5);
        let spread = (at(&self.cpu_ns, 0.75) - at(&self.cpu_ns, 0.25)) / 2.0 / cpu_ns.max(1e-9);
        Measured { cpu_ns, wall_ns: at(&self.wall_ns, 0.5), spread, job: self.job }
    }
}

/// Jobs that are measured one after the other, again and again. A slow spell of the machine falls
/// on all alike, and the median forgets it.
pub(crate) struct Cases {
    cases: Vec<Case>,
    settings: Settings,
    begun: Instant,
    done: usize,
}

impl Cases {
    /// Repeats each job until a sample lasts long enough, which also warms it up.
    pub(crate) fn new(jobs: Vec<Job>, settings: Settings) -> Self {
        let begun = Instant::now();
        let cases = jobs.into_iter().map(|job| Case::new(job, settings.sample_ns)).collect();
        Self { cases, settings, begun, done: 0 }
    }

    /// One more sample of each.
    pub(crate) fn round(&mut self) {
        self.cases.iter_mut().for_each(Case::sample);
        self.done += 1;
    }

    /// As many as the settings say. `progress` hears how many are done, of how many.
    pub(crate) fn rounds(&mut self, progress: &mut dyn FnMut(usize, usize)) {
        let late = |cases: &Self| cases.begun.elapsed().as_secs_f64() > cases.settings.seconds;
        while self.done < self.settings.rounds.max(1) {
            if self.done >= Settings::LEAST_ROUNDS && late(self) {
                break;
            }
            self.round();
            progress(self.done, self.settings.rounds);
        }
    }

    /// The rounds so far.
    pub(crate) fn done(&self) -> usize {
        self.done
    }

    /// The times, of at least one round.
    pub(crate) fn finish(mut self) -> Vec<Measured> {
        if self.done == 0 {
            self.round();
        }
        self.cases.into_iter().map(Case::finish).collect()
    }
}
