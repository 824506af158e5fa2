//! What probes of a pair need beyond the steps of a case: packets of another moment or of another
//! pair in place of its own, a program that is held still, a shorter bound.

use std::time::Duration;

use ringassay_sut::hello::Role;
use ringassay_sut::packet::{Decoder, Form, Kind, Limits, Packet};

use super::{Pair, own_failure};
use crate::isolation::Protection;
use crate::outcome::{Failure, Stage};

/// A packet that a pair keeps from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The public key: goes to the server with the next circuit.
    Key,
    /// The ciphertext that the next evaluation sends to the server.
    Fresh,
    /// The ciphertext that the next decryption sends to the client.
    Evaluated,
}

impl Pair {
    /// Puts a packet in the place of the one that a step has left, as if it had come from there.
    /// `raw` is the whole packet with its framing, as [`key`](Self::key), [`fresh`](Self::fresh)
    /// and [`evaluated`](Self::evaluated) give it.
    ///
    /// # Errors
    /// A `harness-error` when `raw` is not one packet of that kind within the bounds.
    pub fn place(&mut self, kept: Kept, raw: &[u8]) -> Result<(), Failure> {
        let (kind, stage) = match kept {
            Kept::Key => (Kind::Key, Stage::Ingest),
            Kept::Fresh => (Kind::Edata, Stage::Evaluate),
            Kept::Evaluated => (Kind::Edata, Stage::Decrypt),
        };
        let packet = self.packet_of(kind, raw).map_err(|message| own_failure(stage, message))?;
        match kept {
            Kept::Key => {
                self.key = Some(packet);
                (self.key_delivered, self.circuit_ready) = (false, false);
                (self.fresh, self.evaluated) = (None, None);
            }
            Kept::Fresh => (self.fresh, self.evaluated) = (Some(packet), None),
            Kept::Evaluated => self.evaluated = Some(packet),
        }
        Ok(())
    }

    /// Bounds evaluation and decryption to at most this from now on.
    pub fn shorten(&mut self, bound: Duration) {
        self.bounds.evaluate = self.bounds.evaluate.min(bound);
        self.bounds.decrypt = self.bounds.decrypt.min(bound);
    }

    /// What both programs have before them and could exchange texts through: folders that anybody may
    /// write to, the network, System V memory; keyrings and locks on files that both can read, where
    /// nothing refuses these. What cannot be looked at counts as shared.
    #[must_use]
    pub fn shared(&self) -> Vec<&'static str> {
        let pids = [self.client.first_pid(), self.server.first_pid()];
        let same = |path: &str| match pids.map(|pid| place(pid, path)) {
            [Some(client), Some(server)] => client == server,
            _ => true,
        };
        let mut found = Vec::new();
        if ["root/tmp", "root/var/tmp", "root/dev/shm"].into_iter().any(same) {
            found.push("files");
        }
        for (name, path) in [("network", "ns/net"), ("interprocess memory", "ns/ipc")] {
            if same(path) {
                found.push(name);
            }
        }
        let both = |protection| {
            [&self.client, &self.server].iter().all(|one| one.isolation.has(protection))
        };
        if !both(Protection::Filter) {
            found.push("file locks");
            // The user's own hang on the user name space.
            if !(both(Protection::Keyring) && both(Protection::User)) {
                found.push("keyrings");
            }
        }
        found
    }

    /// Stops one program with all that it has started. `false`: some of it could not be stopped.
    #[must_use]
    pub fn hold_one(&mut self, role: Role) -> bool {
        self.program(role).hold()
    }

    /// Lets a program that was held go on; `false` when it is gone.
    pub fn release_one(&mut self, role: Role) -> bool {
        self.program(role).release()
    }

    fn program(&mut self, role: Role) -> &mut crate::process::Process {
        match role {
            Role::Client => &mut self.client,
            Role::Server => &mut self.server,
        }
    }

    fn packet_of(&self, kind: Kind, raw: &[u8]) -> Result<Packet, String> {
        // As the key of a client that has introduced itself travels.
        let form = if self.client.hello.is_some() { Form::Chunks } else { Form::Text };
        let limits = Limits { packet_bytes: self.bounds.packet_bytes, ..Limits::default() };
        let mut decoder = Decoder::new(limits, form);
        decoder.buffer().extend_from_slice(raw);
        let packet = decoder.advance().map_err(|error| error.to_string())?;
        packet
            .filter(|packet| packet.kind == kind && packet.raw.len() == raw.len())
            .ok_or_else(|| format!("{} bytes are not one whole {kind} packet", raw.len()))
    }
}

/// Which file it is that a process sees under a name in its folder of `/proc`.
fn place(pid: Option<i32>, path: &str) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let found = std::fs::metadata(format!("/proc/{}/{path}", pid?)).ok()?;
    Some((found.dev(), found.ino()))
}
