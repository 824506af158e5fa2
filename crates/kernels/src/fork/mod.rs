//! What survives `fork`.
//!
//! A child made by `fork` has a copy of all memory but only the thread that called it. Whatever another thread held or was
//! making at that moment stays held and half made in the child, for ever: locks, cells under initialisation, thread pools.
//! Python's `multiprocessing` makes such children, and so do servers that fork workers while other threads compute.
//!
//! [`Mutex`] and [`OnceLock`] are used like those of the standard library, wherever they live longer than one call:
//!
//! - While a [`Mutex`] is held, `fork` waits. What it protects is therefore whole in a child, and free. Locks are held for
//!   short, and never while waiting for another thread. Allocators do the same.
//! - A [`OnceLock`] that another thread was initialising is empty in a child: the first who asks there makes the value.
//!   `fork` does not wait, because tables may take seconds.
//!
//! [`generation`] tells whether threads that were started are still there.

#![expect(clippy::disallowed_types, reason = "what is built on them")]

mod gate;
mod mutex;
mod once;

pub use gate::generation;
pub use mutex::{Guard, Mutex};
pub use once::OnceLock;

#[cfg(test)]
mod tests;
