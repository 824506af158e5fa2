//! Waiting as servers wait.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

/// Work without a pause, at most but for one sample.
const SPELL: Duration = Duration::from_millis(20);

/// Measures in the rhythm of a server: after some work it waits as long as it worked.
///
/// A server computes, then waits for its client. On a machine that is shared, a processor that waits
/// is given to others, who are on its other thread and in its caches for a while afterwards: on one
/// such machine the same loop took 3.8 ms without pauses and 4.8 ms between pauses of 20 ms, CPU time
/// both. Prices that are taken without a pause are too low for servers there.
pub(crate) struct Pauses {
    working_since: Instant,
}

impl Pauses {
    pub(crate) fn new() -> Self {
        Self { working_since: Instant::now() }
    }

    /// Waits, if it is time to, after `before`.
    pub(crate) fn after_work(&mut self, before: impl FnOnce()) {
        if self.working_since.elapsed() >= SPELL {
            before();
            sleep(self.working_since.elapsed());
            self.working_since = Instant::now();
        }
    }
}
