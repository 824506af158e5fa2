//! Buffers that are used again, so that arithmetic does not allocate in the steady state.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use ringassay_kernels::AlignedVec;
use ringassay_kernels::fork::{Guard, Mutex};
use zeroize::Zeroize;

use crate::{
    meter::{self, Held},
    recorder::Kernel,
};

/// Buffers at rest: bounded, shared by all elements of a ring and all threads. Those that have rested
/// longest go first when there is no room: a computation that has gone down a level asks for other
/// lengths than before.
///
/// A buffer that held secrets is cleared before it rests.
#[derive(Debug)]
pub struct Pool {
    resting: Mutex<Resting>,
    max_words: usize,
}

#[derive(Debug, Default)]
struct Resting {
    /// The longest at rest first.
    buffers: Vec<AlignedVec>,
    words: usize,
}

impl Pool {
    /// How many words may rest at most in a ring of no more than 2^14 coefficients: 64 MiB.
    pub const MAX_WORDS: usize = 1 << 23;

    /// How many limbs of a larger ring may rest: what a polynomial of degree 31 needs at 16 limbs, or two key switches of 25
    /// limbs with 5 special primes. Buffers that find no room are mapped anew each time.
    const MAX_LIMBS: usize = 512;

    /// How many buffers may rest at most: what a search looks through. Levels have lengths of their own.
    pub const MAX_BUFFERS: usize = 256;

    /// How many words may rest at most where a limb has so many.
    pub const fn max_words(stride: usize) -> usize {
        let limbs = Self::MAX_LIMBS * stride;
        if limbs > Self::MAX_WORDS { limbs } else { Self::MAX_WORDS }
    }

    /// A pool in which at most `max_words` words rest.
    pub fn new(max_words: usize) -> Arc<Self> {
        Arc::new(Self { resting: Mutex::default(), max_words })
    }

    /// A buffer of `len` words with any content (canonical residues of some ring, or zeros).
    pub fn take(self: &Arc<Self>, len: usize) -> Buffer {
        Buffer {
            words: self.resting(len),
            secret: false,
            pool: Arc::clone(self),
            _held: Held::new(8 * len),
        }
    }

    /// A buffer of `len` zeros.
    pub fn take_zeroed(self: &Arc<Self>, len: usize) -> Buffer {
        let mut buffer = self.take(len);
        buffer.fill(0);
        buffer
    }

    fn resting(&self, len: usize) -> AlignedVec {
        let mut resting = self.lock();
        // The last in is the likeliest to be in the cache still.
        if let Some(at) = resting.buffers.iter().rposition(|buffer| buffer.len() == len) {
            resting.words -= len;
            return resting.buffers.remove(at);
        }
        drop(resting);
        AlignedVec::mapped(len)
    }

    fn give_back(&self, words: AlignedVec) {
        // One that would drive out most others is not kept.
        if words.is_empty() || words.len() > self.max_words.min(Self::MAX_WORDS) {
            return;
        }
        // Dropped after the lock.
        let mut leaving = Vec::new();
        let mut resting = self.lock();
        resting.words += words.len();
        resting.buffers.push(words);
        while resting.words > self.max_words || resting.buffers.len() > Self::MAX_BUFFERS {
            let oldest = resting.buffers.remove(0);
            resting.words -= oldest.len();
            leaving.push(oldest);
        }
    }

    /// Drops every buffer at rest.
    pub fn clear(&self) {
        *self.lock() = Resting::default();
    }

    /// The number of buffers and of words at rest.
    pub fn at_rest(&self) -> (usize, usize) {
        let resting = self.lock();
        (resting.buffers.len(), resting.words)
    }

    fn lock(&self) -> Guard<'_, Resting> {
        // No code that can panic runs under the lock, and a list of buffers cannot be inconsistent.
        self.resting.lock()
    }
}

/// Words that go back to their pool when dropped, cleared before if they are secret.
#[derive(Debug)]
pub struct Buffer {
    words: AlignedVec,
    /// Whether it is cleared before it rests.
    pub secret: bool,
    pool: Arc<Pool>,
    _held: Held,
}

impl Buffer {
    /// A copy from the same pool, as secret as the original.
    pub fn duplicate(&self) -> Self {
        let mut copy = self.pool.take(self.words.len());
        copy.copy_from_slice(&self.words);
        copy.secret = self.secret;
        copy
    }
}

impl Deref for Buffer {
    type Target = [u64];

    #[inline(always)]
    fn deref(&self) -> &[u64] {
        &self.words
    }
}

impl DerefMut for Buffer {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.secret {
            meter::rows(Kernel::Erase, self.words.len(), 1);
            self.words.zeroize();
        }
        self.pool.give_back(std::mem::replace(&mut self.words, AlignedVec::zeroed(0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_used_again() {
        let pool = Pool::new(100);
        let address = pool.take(40).as_ptr();
        assert_eq!(pool.at_rest(), (1, 40));
        assert_eq!(pool.take(40).as_ptr(), address);
        assert_eq!(pool.take(8).len(), 8, "another length is another buffer");
        assert_eq!(pool.at_rest(), (2, 48));
    }

    #[test]
    fn the_pool_is_bounded() {
        let pool = Pool::new(100);
        let buffers = [pool.take(60), pool.take(40), pool.take(8)];
        drop(buffers);
        assert_eq!(pool.at_rest(), (2, 48), "what has rested longest leaves");
        drop(pool.take(101));
        assert_eq!(pool.at_rest(), (2, 48), "what is larger than the pool does not rest");
        pool.clear();
        let many = Pool::new(Pool::MAX_WORDS);
        drop((0..Pool::MAX_BUFFERS + 1).map(|_| many.take(8)).collect::<Vec<_>>());
        assert_eq!(many.at_rest().0, Pool::MAX_BUFFERS);
        assert_eq!(pool.at_rest(), (0, 0));
    }

    #[test]
    fn larger_rings_hold_more() {
        assert_eq!(Pool::max_words(8), Pool::MAX_WORDS);
        assert_eq!(Pool::max_words(1 << 14), Pool::MAX_WORDS);
        // A key switch of 25 limbs and 5 special ones: digits, sums and results.
        assert!(Pool::max_words(1 << 16) >= (30 + 60 + 50 + 15) << 16);
    }

    #[test]
    fn secrets_do_not_rest() {
        let pool = Pool::new(100);
        for (secret, left) in [(true, 0), (false, 7)] {
            let mut buffer = pool.take(16);
            buffer.fill(7);
            buffer.secret = secret;
            drop(buffer);
            assert!(pool.take(16).iter().all(|&word| word == left), "secret: {secret}");
        }
        let mut secret = pool.take(16);
        secret.secret = true;
        assert!(secret.duplicate().secret);
    }
}
