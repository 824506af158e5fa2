//! Draining a program's standard error, of which only the end is kept.

#![expect(clippy::disallowed_types, reason = "a child of `fork` does not reach it")]

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};

/// What is kept.
pub(crate) const TAIL_BYTES: usize = 64 << 10;

/// Reads a pipe in a thread of its own, so that a program never waits for room in it, whatever
/// the harness is doing.
#[derive(Debug)]
pub(crate) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    thread: Option<JoinHandle<()>>,
    /// Dropping it ends the thread even if somebody still holds the pipe.
    cancel: Option<OwnedFd>,
}

impl Tail {
    pub(crate) fn new(pipe: OwnedFd) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::new()));
        let (cancelled, cancel) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
        let thread = std::thread::Builder::new().name("sut stderr".to_owned()).spawn({
            let kept = Arc::clone(&kept);
            move || drain(&pipe, &cancelled, &kept)
        })?;
        Ok(Self { kept, thread: Some(thread), cancel: Some(cancel) })
    }

    /// Waits until the pipe has ended, at most `patience`, and returns the tail.
    pub(crate) fn finish(&mut self, patience: Duration) -> String {
        let deadline = Instant::now() + patience;
        while let Some(thread) = &self.thread
            && !thread.is_finished()
            && Instant::now() < deadline
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.stop();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }

    fn stop(&mut self) {
        self.cancel = None;
        if let Some(thread) = self.thread.take() {
            // It has no way to panic, and its result is in `kept`.
            let _ = thread.join();
        }
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        self.stop();
    }
}

fn drain(pipe: &OwnedFd, cancelled: &OwnedFd, kept: &Mutex<VecDeque<u8>>) {
    let mut chunk = vec![0; TAIL_BYTES];
    loop {
        let mut fds = [PollFd::new(pipe, PollFlags::IN), PollFd::new(cancelled, PollFlags::IN)];
        match rustix::event::poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => continue,
            Err(_) => return,
            Ok(_) if !fds[1].revents().is_empty() => return,
            Ok(_) => {}
        }
        match rustix::io::read(pipe, chunk.as_mut_slice()) {
            Ok(0) => return,
            Ok(count) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let surplus = (kept.len() + count).saturating_sub(TAIL_BYTES).min(kept.len());
                kept.drain(..surplus);
                kept.extend(&chunk[..count]);
            }
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_end_of_a_flood_is_kept() {
        let (read, write) = rustix::pipe::pipe().unwrap();
        let mut tail = Tail::new(read).unwrap();
        let mut write = std::fs::File::from(write);
        let flood: Vec<u8> = (0..300_000_u32).map(|i| b'a' + (i % 26) as u8).collect();
        write.write_all(&flood).unwrap();
        drop(write);
        let kept = tail.finish(Duration::from_secs(10));
        assert_eq!(kept.as_bytes(), &flood[flood.len() - TAIL_BYTES..]);
    }

    #[test]
    fn a_pipe_that_stays_open_does_not_hold_us() {
        let (read, write) = rustix::pipe::pipe().unwrap();
        let mut tail = Tail::new(read).unwrap();
        let begin = Instant::now();
        assert_eq!(tail.finish(Duration::from_millis(50)), "");
        assert!(begin.elapsed() < Duration::from_secs(5));
        drop(write);
    }
}
