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
    /// Which memory it is.
    piece: u32,
}

impl Held {
    /// Takes bytes for something that belongs to a ring.
    pub(super) fn new(ring: &TallyRing, book: &mut Book, bytes: usize, secret: bool) -> Self {
        book.take(bytes);
        Self { ring: ring.clone(), bytes, secret, piece: book.piece(bytes) }
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
        give_back(book, self.bytes, self.secret);
        book.rest(self.bytes, self.piece);
    }
}

/// Gives bytes back, erased before if they are secret.
pub(super) fn give_back(book: &mut Book, bytes: usize, secret: bool) {
    if secret {
        book.ran(Call::plain(Kernel::Erase, bytes / 8), 1);
    }
    book.give(bytes);
}
