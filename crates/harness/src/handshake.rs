//! Waiting for both programs to say who they are, or long enough to know that they will not.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use crate::exchange::Fault;
use crate::listen::hear_unasked;
use crate::process::{Process, timespec};
use crate::spec::{Handshake, Interrupted};

/// Between two questions whether the host wants to give up.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(200);

/// Waits for HELLO as the handshake demands, at most until `deadline`.
///
/// With [`Handshake::Auto`], silence of both for `grace` ends the waiting. Once one has spoken the
/// other, which is of the same make, is waited for until the deadline.
pub(crate) fn shake_hands(
    pair: [&mut Process; 2],
    handshake: Handshake,
    grace: Duration,
    deadline: Instant,
    interrupted: Option<&Interrupted>,
) -> Result<(), Fault> {
    let [client, server] = pair;
    if handshake == Handshake::Never {
        return Ok(());
    }
    let silent_until = deadline.min(Instant::now() + grace);
    for process in [&mut *client, &mut *server] {
        process.may_greet = true;
    }
    loop {
        let greeted = [&*client, &*server].map(|process| process.hello.is_some());
        if greeted == [true, true] {
            return Ok(());
        }
        let begun = [&*client, &*server].iter().any(|process| process.decoder.pending() > 0);
        let patient = handshake == Handshake::Required || greeted.contains(&true) || begun;
        let until = if patient { deadline } else { silent_until };
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return match handshake {
                Handshake::Required => Err(Fault::Timeout),
                _ if begun => Err(Fault::Timeout),
                _ => Ok(()),
            };
        }
        let mut fds = [
            PollFd::new(&client.stdout, PollFlags::IN),
            PollFd::new(&server.stdout, PollFlags::IN),
            PollFd::from_borrowed_fd(client.control(), PollFlags::IN),
            PollFd::from_borrowed_fd(server.control(), PollFlags::IN),
        ];
        match rustix::event::poll(&mut fds, Some(&timespec(left.min(INTERRUPT_INTERVAL)))) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(Fault::System(error.into())),
        }
        let spoke = [!fds[0].revents().is_empty(), !fds[1].revents().is_empty()];
        for (process, spoke) in [&mut *client, &mut *server].into_iter().zip(spoke) {
            if spoke {
                hear_unasked(process)?;
            }
            process.hear();
            if process.is_over() {
                return Err(Fault::Ended(process.role));
            }
        }
        if interrupted.is_some_and(|ask| ask()) {
            return Err(Fault::Interrupted);
        }
    }
}
