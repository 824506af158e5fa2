//! Memory that is live as long as its holder.

use ringassay_ring::ledger::Book;

use super::TallyRing;

/// Bytes that were taken in a ledger, and are given back when this is dropped.
///
/// Never drop one while the book is open: the book is locked.
#[derive(Debug)]
pub(super) struct Held {
    ring: TallyRing,
    bytes: usize,
}

impl Held {
    /// Takes bytes for something that belongs to a ring.
    pub(super) fn new(ring: &TallyRing, book: &mut Book, bytes: usize) -> Self {
        book.take(bytes);
        Self { ring: ring.clone(), bytes }
    }

    pub(super) fn ring(&self) -> &TallyRing {
        &self.ring
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The same memory for something of another ring.
    pub(super) fn into_ring(mut self, ring: &TallyRing) -> Self {
        self.ring = ring.clone();
        self
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.ring.open().give(self.bytes);
    }
}
