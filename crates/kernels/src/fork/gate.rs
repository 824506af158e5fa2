//! The gate at which `fork` and short critical sections wait for each other.

use std::{
    cell::Cell,
    marker::PhantomData,
    sync::{
        Once,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// One `fork` under way; below [`HOLDER`] there is room for 255.
const FORK: usize = 1;

/// One thread that holds locks.
const HOLDER: usize = 1 << 8;

/// Threads that hold locks, and forks under way.
static STATE: AtomicUsize = AtomicUsize::new(0);

/// How many forks lie between this process and the one that was executed.
static GENERATION: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// How many locks this thread holds.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// How many times the memory of this process was copied by `fork` since the program was executed. Threads that were
/// started in another generation do not exist.
pub fn generation() -> u64 {
    register();
    GENERATION.load(Ordering::Relaxed)
}

/// Shuts the gate to `fork` while it lives.
#[derive(Debug)]
pub(super) struct Held {
    /// It belongs to its thread.
    _not_send: PhantomData<*const ()>,
}

impl Held {
    /// At once, unless a `fork` is under way.
    #[inline]
    pub(super) fn new() -> Self {
        let depth = DEPTH.get();
        if depth == 0 {
            enter();
        }
        DEPTH.set(depth + 1);
        Self { _not_send: PhantomData }
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        let depth = DEPTH.get() - 1;
        DEPTH.set(depth);
        if depth == 0 {
            STATE.fetch_sub(HOLDER, Ordering::Release);
        }
    }
}

#[inline]
fn enter() {
    register();
    while !STATE.fetch_add(HOLDER, Ordering::Acquire).is_multiple_of(HOLDER) {
        STATE.fetch_sub(HOLDER, Ordering::Release);
        wait_until(|state| state.is_multiple_of(HOLDER));
    }
}

#[cold]
fn wait_until(is_so: impl Fn(usize) -> bool) {
    let mut asked = 0;
    while !is_so(STATE.load(Ordering::Acquire)) {
        // Whoever is waited for has some microseconds' work left, once it has a processor.
        asked += 1;
        if asked < 50 { thread::yield_now() } else { thread::sleep(Duration::from_micros(50)) }
    }
}

#[inline]
fn register() {
    static REGISTERED: Once = Once::new();
    // Whoever forks while another thread registers has this `Once` half done in the child; the module of Python
    // registers when it is imported, and a program when it makes its first ring.
    REGISTERED.call_once(at_fork);
}

/// Has `fork` call what follows.
fn at_fork() {
    #[cfg(unix)]
    // SAFETY: the three functions live as long as the program, and neither unwind nor allocate.
    unsafe {
        // It fails only without memory; then children are as they would be without it.
        libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child));
    }
}

/// What the forking thread counts as.
fn own() -> usize {
    if DEPTH.get() == 0 { 0 } else { HOLDER }
}

#[cfg(unix)]
extern "C" fn before() {
    STATE.fetch_add(FORK, Ordering::AcqRel);
    let own = own();
    // Forks at the same time wait for the same holders, not for each other.
    wait_until(|state| state - state % HOLDER <= own);
}

#[cfg(unix)]
extern "C" fn in_parent() {
    STATE.fetch_sub(FORK, Ordering::AcqRel);
}

#[cfg(unix)]
extern "C" fn in_child() {
    // Nobody else is here: neither holders nor forks of other threads.
    STATE.store(own(), Ordering::Release);
    GENERATION.fetch_add(1, Ordering::Relaxed);
}
