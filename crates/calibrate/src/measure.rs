//! Jobs, measured in rounds.

use std::time::Instant;

use ringassay_bench::Clock;
use ringassay_cost::price::Phase;
use ringassay_interrupt::checkpoint;

use crate::{
    jobs::Job,
    median::{Median, median},
    pauses::Pauses,
    phase::Probe,
};

/// How exactly.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// A sample of a cell lasts at least so long, in nanoseconds.
    pub sample_ns: u64,
    /// Samples of each cell, at most.
    pub rounds: usize,
    /// As many rounds as fit into so many seconds, preparations included. Where fewer than
    /// [`Settings::GOOD_ROUNDS`] would, samples become shorter.
    pub seconds: f64,
}

impl Settings {
    /// So many samples have a spread worth the name.
    pub const GOOD_ROUNDS: usize = 9;

    /// No fewer samples, however long they take: a median of fewer says nothing.
    pub const LEAST_ROUNDS: usize = 3;

    /// So many rounds, however long they take.
    pub fn exactly(rounds: usize) -> Self {
        Self { rounds: rounds.max(1), seconds: f64::INFINITY, ..Self::default() }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self { sample_ns: 100_000, rounds: 101, seconds: 30.0 }
    }
}

/// A job with its times.
pub(crate) struct Measured {
    pub(crate) job: Job,
    /// Nanoseconds for one go: medians.
    pub(crate) cpu_ns: f64,
    pub(crate) wall_ns: f64,
    /// How far off `cpu_ns` may be, relative.
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

/// Samples are not shortened by more than this at a time: one round may have been a slow one.
const SHORTEST: f64 = 0.2;

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
            checkpoint();
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
        checkpoint();
        (0..self.warming).for_each(|_| (self.job.work)());
        let (cpu, wall) = (Clock::Cpu.now_ns(), Clock::Wall.now_ns());
        (0..self.repetitions).for_each(|_| (self.job.work)());
        let (cpu_end, wall_end) = (Clock::Cpu.now_ns(), Clock::Wall.now_ns());
        let each = |from: u64, to: u64| (to - from) as f64 / self.repetitions as f64;
        self.cpu_ns.push(each(cpu, cpu_end));
        self.wall_ns.push(each(wall, wall_end));
    }

    /// Shorter samples, by that share of their length: no warming, if that is much less.
    fn shorten(&mut self, share: f64) {
        self.repetitions = ((self.repetitions as f64 * share) as u64).max(1);
        self.warming = self.warming.min((self.repetitions as f64 * share).ceil() as u64);
    }

    fn finish(mut self) -> Measured {
        let Median { value: cpu_ns, spread, .. } = median(&mut self.cpu_ns);
        let wall_ns = median(&mut self.wall_ns).value;
        Measured { cpu_ns, wall_ns, spread, job: self.job }
    }
}

/// Jobs that are measured one after the other, again and again. A slow spell of the machine falls
/// on all alike, and the median forgets it.
pub(crate) struct Cases {
    cases: Vec<Case>,
    settings: Settings,
    begun: Instant,
    done: usize,
    /// Of the machine's phase, in turns with the jobs.
    probe: Option<Probe>,
}

impl Cases {
    /// Repeats each job until a sample lasts long enough, which also warms it up.
    /// The time that the settings give counts from `begun`.
    pub(crate) fn new(jobs: Vec<Job>, settings: Settings, begun: Instant) -> Self {
        // Where preparations take long, samples are shorter from the start.
        let left = || 1.0 - begun.elapsed().as_secs_f64() / settings.seconds;
        let sample_ns = || (settings.sample_ns as f64 * left().max(SHORTEST)) as u64;
        let cases = jobs.into_iter().map(|job| Case::new(job, sample_ns())).collect();
        Self { cases, settings, begun, done: 0, probe: None }
    }

    /// With a probe that is taken in turns: before each pause, and in each round.
    pub(crate) fn probed(self, probe: Probe) -> Self {
        Self { probe: Some(probe), ..self }
    }

    /// In which phase the machine was; nothing without a probe.
    pub(crate) fn phase(&self) -> Option<Phase> {
        self.probe.as_ref().and_then(Probe::phase)
    }

    /// One more sample of each, without a pause.
    pub(crate) fn round(&mut self) {
        self.cases.iter_mut().for_each(Case::sample);
        self.look();
        self.done += 1;
    }

    /// As many as the settings say, or as there is time for. `progress` hears how many are done, of how
    /// many there will be, about. Works and waits in turns, as servers do ([`Pauses`]).
    pub(crate) fn rounds(&mut self, progress: &mut dyn FnMut(usize, usize)) {
        let most = self.settings.rounds.max(1);
        while self.done < most {
            let begun = Instant::now();
            let mut pauses = Pauses::new();
            for case in &mut self.cases {
                case.sample();
                pauses.after_work(|| self.probe.iter_mut().for_each(Probe::sample));
            }
            self.look();
            self.done += 1;
            let left = self.settings.seconds - self.begun.elapsed().as_secs_f64();
            let fit = (left / begun.elapsed().as_secs_f64().max(1e-9)).max(0.0);
            let least = Settings::LEAST_ROUNDS.min(most).saturating_sub(self.done);
            let more = (fit.min(1e6) as usize).max(least).min(most - self.done);
            progress(self.done, self.done + more);
            if more == 0 {
                break;
            }
            let wanted = Settings::GOOD_ROUNDS.min(most).saturating_sub(self.done) as f64;
            if fit < wanted {
                let share = (fit / wanted).max(SHORTEST);
                self.cases.iter_mut().for_each(|case| case.shorten(share));
            }
        }
    }

    fn look(&mut self) {
        self.probe.iter_mut().for_each(Probe::sample);
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

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use ringassay_cost::{Call, Kernel};

    use super::*;

    /// A job of some tens of microseconds.
    fn spin() -> Job {
        Job {
            work: Box::new(|| {
                (0..20_000_u64).for_each(|i| {
                    black_box(i);
                });
            }),
            call: Call::plain(Kernel::Add, 1 << 10),
            calls: 1,
            bytes: 0,
            others: Vec::new(),
            table_bytes: 0,
            stage: 0,
        }
    }

    fn cases(settings: Settings) -> Cases {
        Cases::new((0..4).map(|_| spin()).collect(), settings, Instant::now())
    }

    #[test]
    fn just_so_many_rounds_as_asked() {
        let mut asked = cases(Settings { sample_ns: 10_000, ..Settings::exactly(2) });
        let mut heard = Vec::new();
        asked.rounds(&mut |done, all| heard.push((done, all)));
        assert_eq!(heard, [(1, 2), (2, 2)]);
    }

    #[test]
    fn the_phase_is_looked_at_in_each_round_and_before_each_pause() {
        let settings = Settings { sample_ns: 10_000, ..Settings::exactly(3) };
        let mut plain = cases(settings);
        plain.rounds(&mut |_, _| ());
        assert_eq!(plain.phase(), None);
        let mut quick = cases(settings).probed(Probe::new().unwrap());
        quick.rounds(&mut |_, _| ());
        assert!(quick.phase().unwrap().samples >= 3);
        // Four samples of 25 ms: each is followed by a pause.
        let settings = Settings { sample_ns: 25_000_000, ..Settings::exactly(2) };
        let mut long = cases(settings).probed(Probe::new().unwrap());
        long.rounds(&mut |_, _| ());
        assert!(long.phase().unwrap().samples >= 2 * (4 + 1), "{:?}", long.phase());
    }

    #[test]
    fn samples_become_shorter_where_time_is_short() {
        let repetitions = |cases: &Cases| cases.cases.iter().map(|case| case.repetitions).sum();
        // A round takes 80 ms of the 200 that there are.
        let sample_ns = 20_000_000;
        let mut short = cases(Settings { sample_ns, rounds: 101, seconds: 0.2 });
        let before: u64 = repetitions(&short);
        short.rounds(&mut |_, _| ());
        let after: u64 = repetitions(&short);
        assert!(after * 2 < before, "{after} of {before} repetitions");
        assert!(short.done() >= Settings::LEAST_ROUNDS);
    }

    #[test]
    fn where_there_is_time_there_are_many_rounds() {
        let mut many = cases(Settings { sample_ns: 10_000, rounds: 50, seconds: 600.0 });
        many.rounds(&mut |_, _| ());
        assert_eq!(many.done(), 50);
        let measured = many.finish();
        assert!(measured.iter().all(|one| one.cpu_ns > 0.0 && one.spread >= 0.0));
    }
}
