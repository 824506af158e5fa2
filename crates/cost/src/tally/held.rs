//! Memory that is live as long as its holder.

use ringassay_ring::recorder::{Call, Kernel, Recording};

use super::TallyRing;

/// Bytes that were taken in a recorder, and are given back when this is dropped, erased before if they
/// are secret.
///
/// Never drop one while the recording is open: the recording is locked.
#[derive(Debug)]
pub(super) struct Held {
    ring: TallyRing,
    bytes: usize,
    secret: bool,
    /// Whether it comes from the ring's pool.
    pooled: bool,
    /// Which memory it is.
    piece: u32,
}

impl Held {
    /// A buffer from a ring's pool.
    pub(super) fn new(
        ring: &TallyRing,
        recording: &mut Recording,
        bytes: usize,
        secret: bool,
    ) -> Self {
        ring.take(recording, bytes);
        Self {
            ring: ring.clone(),
            bytes,
            secret,
            pooled: true,
            piece: recording.piece(bytes, true),
        }
    }

    /// Memory of its own for something that belongs to a ring.
    pub(super) fn apart(
        ring: &TallyRing,
        recording: &mut Recording,
        bytes: usize,
        secret: bool,
    ) -> Self {
        recording.take(bytes);
        recording.heap(bytes as i64);
        Self {
            ring: ring.clone(),
            bytes,
            secret,
            pooled: false,
            piece: recording.piece(bytes, false),
        }
    }

    pub(super) fn ring(&self) -> &TallyRing {
        &self.ring
    }

    /// A kernel reads or writes it all.
    pub(super) fn visit(&self, recording: &mut Recording) {
        self.visit_part(recording, self.bytes, true);
    }

    /// A kernel reads or writes so many of its bytes; see [`Recording::visit`] for `charged`.
    pub(super) fn visit_part(&self, recording: &mut Recording, bytes: usize, charged: bool) {
        recording.visit(self.piece, bytes, charged);
    }

    pub(super) fn is_secret(&self) -> bool {
        self.secret
    }

    pub(super) fn set_secret(&mut self, secret: bool) {
        self.secret = secret;
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let recording = &mut *self.ring.open();
        if self.pooled {
            self.ring.give(recording, self.bytes, self.secret);
        } else {
            erase(recording, self.bytes, self.secret);
            recording.give(self.bytes);
            recording.heap(-(self.bytes as i64));
        }
        recording.rest(self.bytes, self.piece);
    }
}

/// What is secret is erased before it is given back.
pub(super) fn erase(recording: &mut Recording, bytes: usize, secret: bool) {
    if secret {
        recording.ran(Call::plain(Kernel::Erase, bytes / 8), 1);
    }
}
