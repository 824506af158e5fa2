//! Memory that is live as long as its holder.

use ringassay_ring::ledger::{Book, Call, Kernel};

use super::TallyRing;

/// Bytes that were taken in a ledger, and are given back when this is dropped, erased before if they
/// are secret.
///
/// Never drop one while the book is open: the book is locked.
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
    pub(super) fn new(ring: &TallyRing, book: &mut Book, bytes: usize, secret: bool) -> Self {
        ring.take(book, bytes);
        Self { ring: ring.clone(), bytes, secret, pooled: true, piece: book.piece(bytes) }
    }

    /// Memory of its own for something that belongs to a ring.
    pub(super) fn apart(ring: &TallyRing, book: &mut Book, bytes: usize, secret: bool) -> Self {
        book.take(bytes);
        book.heap(bytes as i64);
        Self { ring: ring.clone(), bytes, secret, pooled: false, piece: book.piece(bytes) }
    }

    pub(super) fn ring(&self) -> &TallyRing {
        &self.ring
    }

    /// A kernel reads or writes it all.
    pub(super) fn visit(&self, book: &mut Book) {
        self.visit_part(book, self.bytes, true);
    }

    /// A kernel reads or writes so many of its bytes; see [`Book::visit`] for `charged`.
    pub(super) fn visit_part(&self, book: &mut Book, bytes: usize, charged: bool) {
        book.visit(self.piece, bytes, charged);
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
        let book = &mut *self.ring.open();
        if self.pooled {
            self.ring.give(book, self.bytes, self.secret);
        } else {
            erase(book, self.bytes, self.secret);
            book.give(self.bytes);
            book.heap(-(self.bytes as i64));
        }
        book.rest(self.bytes, self.piece);
    }
}

/// What is secret is erased before it is given back.
pub(super) fn erase(book: &mut Book, bytes: usize, secret: bool) {
    if secret {
        book.ran(Call::plain(Kernel::Erase, bytes / 8), 1);
    }
}
