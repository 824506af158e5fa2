//! A pair between two uses: held still, so that it takes nothing from the one that is measured.

use super::Pair;
use crate::proc::Reading;

impl Pair {
    /// Stops both programs with all their descendants until [`release`](Self::release). `false`
    /// when something of them still runs: such a pair is to be closed.
    pub fn hold(&mut self) -> bool {
        if !self.usable {
            return false;
        }
        self.held = Some(self.readings());
        // The client twice: the server may have woken it before it was stopped itself.
        let still = self.client.hold() && self.server.hold() && self.client.hold();
        self.held = Some(self.readings());
        still
    }

    /// Lets both programs run on: the nanoseconds of CPU that they used while they were held.
    /// `None` when one of them is gone, and with it the pair.
    pub fn release(&mut self) -> Option<u64> {
        if !self.usable {
            return None;
        }
        let Some([client, server]) = self.held.take() else {
            return Some(0);
        };
        let used_ns = self.client.gauge.end(client).0 + self.server.gauge.end(server).0;
        let both = [self.client.release(), self.server.release()];
        self.usable = both == [true, true];
        self.usable.then_some(used_ns)
    }

    fn readings(&self) -> [Reading; 2] {
        [self.client.gauge.begin(), self.server.gauge.begin()]
    }

    /// What both programs and their descendants hold in memory now.
    #[must_use]
    pub fn resident_bytes(&self) -> u64 {
        self.client.resident_bytes() + self.server.resident_bytes()
    }
}
