//! When things happened in a step.

use std::time::Instant;

use crate::outcome::Step;

/// When things happened, and how much went through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) begin: Instant,
    pub(crate) key_sent: Option<Instant>,
    pub(crate) sent: Option<Instant>,
    pub(crate) first: Option<Instant>,
    pub(crate) last: Instant,
    pub(crate) sent_bytes: usize,
    pub(crate) received_bytes: usize,
    pub(crate) late_hello: bool,
}

impl Progress {
    /// Nothing has gone through yet.
    pub(crate) fn since(begin: Instant) -> Self {
        Self {
            begin,
            key_sent: None,
            sent: None,
            first: None,
            last: begin,
            sent_bytes: 0,
            received_bytes: 0,
            late_hello: false,
        }
    }

    /// The times and byte counts of a step that has its answer.
    pub(crate) fn step(&self) -> Step {
        let at = |moment: Instant| moment.duration_since(self.begin).as_nanos() as u64;
        let wall_ns = at(self.last);
        let send_ns = self.sent.map_or(wall_ns, at).min(wall_ns);
        let first_ns = self.first.map_or(wall_ns, at).clamp(send_ns, wall_ns);
        Step {
            wall_ns,
            send_ns,
            wait_ns: first_ns - send_ns,
            receive_ns: wall_ns - first_ns,
            key_send_ns: self.key_sent.map_or(0, at),
            sent_bytes: self.sent_bytes as u64,
            received_bytes: self.received_bytes as u64,
            late_hello: self.late_hello,
            ..Step::default()
        }
    }
}
