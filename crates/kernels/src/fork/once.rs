//! A cell that is written once, in a child of `fork` as well.

use std::{
    fmt,
    sync::{self, Arc, Condvar, PoisonError},
};

use super::{Mutex, generation};

/// As the standard library's. `fork` does not wait for whoever initialises it: in the child it is empty, and made there by
/// the first who asks.
pub struct OnceLock<T> {
    value: sync::OnceLock<T>,
    making: Mutex<Option<Arc<Making>>>,
}

/// Somebody makes the value.
struct Making {
    /// In which process: in another, nobody does.
    generation: u64,
    over: sync::Mutex<bool>,
    told: Condvar,
}

impl<T> OnceLock<T> {
    /// An empty cell.
    pub const fn new() -> Self {
        Self { value: sync::OnceLock::new(), making: Mutex::new(None) }
    }

    /// The value, if there is one.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        self.value.get()
    }

    /// The value, which `make` makes if there is none: once, however many threads ask at the same time. Where it panics, the
    /// next makes it.
    #[inline]
    pub fn get_or_init(&self, make: impl FnOnce() -> T) -> &T {
        match self.value.get() {
            Some(value) => value,
            None => self.make(make),
        }
    }

    #[cold]
    fn make(&self, make: impl FnOnce() -> T) -> &T {
        let turn = loop {
            let mut making = self.making.lock();
            if let Some(value) = self.value.get() {
                return value;
            }
            match &*making {
                Some(other) if other.generation == generation() => {
                    let other = Arc::clone(other);
                    drop(making);
                    other.wait();
                }
                _ => {
                    let own = Arc::new(Making {
                        generation: generation(),
                        over: sync::Mutex::new(false),
                        told: Condvar::new(),
                    });
                    // What another process was making is left alone: threads that do not exist may hold its lock.
                    std::mem::forget(making.replace(Arc::clone(&own)));
                    break Turn { cell: self, own };
                }
            }
        };
        let made = make();
        let making = self.making.lock();
        // Under the lock: `fork` waits while the cell of the standard library is being written.
        let value = self.value.get_or_init(|| made);
        drop(making);
        drop(turn);
        value
    }
}

impl Making {
    fn wait(&self) {
        let mut over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*over {
            over = self.told.wait(over).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Whoever makes the value, until it has been made or has panicked.
struct Turn<'a, T> {
    cell: &'a OnceLock<T>,
    own: Arc<Making>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        *self.cell.making.lock() = None;
        *self.own.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.own.told.notify_all();
    }
}

impl<T> Default for OnceLock<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone> Clone for OnceLock<T> {
    fn clone(&self) -> Self {
        let value = self.get().cloned().map_or_else(sync::OnceLock::new, sync::OnceLock::from);
        Self { value, making: Mutex::new(None) }
    }
}

impl<T: fmt::Debug> fmt::Debug for OnceLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
