//! A lock that no other thread holds in a child of `fork`.

use std::{
    ops::{Deref, DerefMut},
    sync::{self, MutexGuard, PoisonError},
};

use super::gate::Held;

/// As the standard library's, for critical sections of microseconds: while it is held, `fork` waits, and nobody may wait for
/// another thread.
///
/// It has no poison: whoever panics under it must leave what it protects whole.
#[derive(Debug, Default)]
pub struct Mutex<T>(sync::Mutex<T>);

impl<T> Mutex<T> {
    /// With this content.
    pub const fn new(content: T) -> Self {
        Self(sync::Mutex::new(content))
    }

    /// The content, while nobody else has it.
    #[inline]
    pub fn lock(&self) -> Guard<'_, T> {
        let held = Held::new();
        Guard { content: self.0.lock().unwrap_or_else(PoisonError::into_inner), _held: held }
    }

    /// The content, which nobody else can have.
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// The content.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The content of a [`Mutex`], until it is dropped.
#[derive(Debug)]
pub struct Guard<'a, T> {
    // Fields are dropped in this order: unlocked before `fork` may go on.
    content: MutexGuard<'a, T>,
    _held: Held,
}

impl<T> Deref for Guard<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.content
    }
}

impl<T> DerefMut for Guard<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.content
    }
}
