//! The guard: a small process between harness and system under test.
//!
//! It is the *subreaper* of the program it starts, so every descendant, however often it forks or
//! changes its session, stays below it and can be found, counted and ended. It lives exactly as
//! long as it is needed: the end of its control socket, even by SIGKILL of the harness, is the
//! order to end everything.

mod hold;
mod image;
mod launch;
mod reaper;
mod watch;

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, Timespec};

use crate::control::{Channel, LaunchError, Order, Received, Reply, Request};
use crate::outcome::{Ended, LimitHit};
use hold::Hold;
use reaper::Reaper;
use watch::Watch;

/// First argument of the launcher.
const LAUNCH: &str = "launch";

/// Nice value of a guard that may choose one.
const GUARD_PRIORITY: i32 = -15;

/// Runs the program `ringassay-guard`. The harness starts it with the control socket as standard
/// input; it starts itself once more, as `launch`, to become the system under test.
#[must_use]
pub fn main() -> ExitCode {
    // `launch` and the guard's process number; anything else is for the reader of a process list.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let launched_by = match arguments.as_slice() {
        [first, guard] if first == LAUNCH => guard.parse().ok(),
        _ => None,
    };
    let result = control_socket().and_then(|stream| match launched_by {
        Some(guard) => Err(launch::launch(stream, guard)),
        None => guard(stream),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ringassay-guard is started by the harness, not by hand: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Takes the socket from standard input, which becomes `/dev/null`.
fn control_socket() -> io::Result<UnixStream> {
    let socket: OwnedFd = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(fs::File::open("/dev/null")?)?;
    Ok(UnixStream::from(socket))
}

fn guard(stream: UnixStream) -> io::Result<()> {
    let mut channel = Channel::new(stream);
    let stdio = channel.receive_stdio()?;
    let Some(order) = channel.wait::<Order>()? else {
        return Ok(());
    };
    // What a terminal sends to the harness is not for us.
    rustix::process::setpgid(None, None)?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let mut signals = SigSet::empty();
    for signal in [Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
        signals.add(signal);
    }
    signals.thread_block()?;
    let signals = SignalFd::with_flags(&signals, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;

    let started = make_scratch(&order.scratch)
        .map_err(|error| LaunchError {
            errno: error.raw_os_error(),
            message: format!("{} cannot be made: {error}", order.scratch.display()),
        })
        .and_then(|()| start(&order, stdio));
    let outcome = match started {
        Ok(pid) => {
            // If nobody listens any more, the first look at the socket tells.
            let _ = channel.send(&Reply::Started { pid });
            // A guard that gets its turn after a thousand others is none. Best effort: it takes
            // a privilege.
            let _ = rustix::process::setpriority_process(None, GUARD_PRIORITY);
            Reply::Ended(supervise(&order, pid, &mut channel, &signals))
        }
        Err(error) => Reply::NotStarted(error),
    };
    remove_scratch(&order.scratch);
    // The harness may be gone; there is nobody else to tell.
    let _ = channel.send(&outcome);
    Ok(())
}

/// Starts the launcher and waits until it has become the program.
fn start(order: &Order, stdio: [OwnedFd; 3]) -> Result<i32, LaunchError> {
    let failed = |what: &str, error: &io::Error| LaunchError {
        errno: error.raw_os_error(),
        message: format!("{what}: {error}"),
    };
    let (ours, theirs) = UnixStream::pair().map_err(|error| failed("socket", &error))?;
    // Not by its path, which may name another program by now.
    let mut launcher = Command::new("/proc/self/exe")
        .arg(LAUNCH)
        .arg(std::process::id().to_string())
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .spawn()
        .map_err(|error| failed("the launcher", &error))?;
    let mut channel = Channel::new(ours);
    let sent = channel.send_stdio([stdio[0].as_fd(), stdio[1].as_fd(), stdio[2].as_fd()]);
    // Only the program holds them now, so that their ends are its own doing.
    drop(stdio);
    let told = sent.and_then(|()| channel.send(order)).and_then(|()| channel.wait::<LaunchError>());
    let failure = match told {
        Ok(None) => match i32::try_from(launcher.id()) {
            // From here on the reaper waits for it.
            Ok(pid) => return Ok(pid),
            Err(_) => {
                LaunchError { errno: None, message: "process number out of range".to_owned() }
            }
        },
        Ok(Some(error)) => error,
        Err(error) => failed("the launcher", &error),
    };
    let _ = launcher.kill();
    let _ = launcher.wait();
    Err(failure)
}

/// Watches the program until it ends or has to.
fn supervise(order: &Order, pid: i32, channel: &mut Channel, signals: &SignalFd) -> Ended {
    let mut reaper = Reaper::new(pid);
    let mut watch = Watch::new(order.limits);
    let mut hold = Hold::default();
    let (grace, limit) = loop {
        reaper.reap();
        if reaper.main_status().is_some() {
            break (Duration::ZERO, None);
        }
        // What is held cannot grow, and a guard that samples takes time from who is measured.
        if !hold.is_on()
            && let Some(hit) = watch.sample_if_due()
        {
            break (Duration::ZERO, Some(hit));
        }
        match wait_for_news(channel, signals, &watch, &mut hold) {
            News::Nothing => {}
            News::Stop => break (Duration::from_millis(order.kill_grace_ms), None),
        }
    };
    let killed = reaper.main_status().is_none();
    let survivors = reaper.end_all(grace);
    report(&reaper, &watch, limit, killed, survivors)
}

enum News {
    Nothing,
    Stop,
}

/// Waits for a request, a signal or the next sample.
fn wait_for_news(
    channel: &mut Channel,
    signals: &SignalFd,
    watch: &Watch,
    hold: &mut Hold,
) -> News {
    let wait = watch.until_due();
    let due = Timespec { tv_sec: 0, tv_nsec: i64::from(wait.subsec_nanos()) };
    let timeout = (!hold.is_on()).then_some(&due);
    let mut fds = [PollFd::new(&*channel, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
    // An interrupted poll is as good as one that timed out.
    let _ = rustix::event::poll(&mut fds, timeout);
    let [asked, signalled] = fds.map(|fd| !fd.revents().is_empty());
    if signalled {
        while let Ok(Some(info)) = signals.read_signal() {
            if info.ssi_signo != Signal::SIGCHLD as u32 {
                return News::Stop;
            }
        }
    }
    if !asked {
        return News::Nothing;
    }
    loop {
        match channel.receive() {
            Ok(Received::Message(Request::PeakSince { monotonic_ns })) => {
                let bytes = watch.peak_since(monotonic_ns);
                if channel.send(&Reply::Peak { bytes }).is_err() {
                    return News::Stop;
                }
            }
            Ok(Received::Message(Request::Hold)) => {
                let running = hold.stop();
                if channel.send(&Reply::Held { running }).is_err() {
                    return News::Stop;
                }
            }
            Ok(Received::Message(Request::Release)) => {
                hold.release();
                if channel.send(&Reply::Released).is_err() {
                    return News::Stop;
                }
            }
            Ok(Received::Nothing) => return News::Nothing,
            // Asked to, the harness is gone, or it speaks gibberish.
            Ok(Received::Message(Request::Kill) | Received::End) | Err(_) => return News::Stop,
        }
    }
}

fn report(
    reaper: &Reaper,
    watch: &Watch,
    limit: Option<LimitHit>,
    killed: bool,
    survivors: u32,
) -> Ended {
    let usage = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN).ok();
    let cpu_ns = usage.map_or(0, |usage| {
        [usage.user_time(), usage.system_time()]
            .iter()
            .map(|time| {
                let us = time.tv_sec() * 1_000_000 + time.tv_usec();
                u64::try_from(us).unwrap_or(0) * 1000
            })
            .sum()
    });
    let status = reaper.main_status();
    Ended {
        exit_code: status.and_then(rustix::process::WaitStatus::exit_status),
        signal: status.and_then(rustix::process::WaitStatus::terminating_signal),
        cpu_ns,
        largest_process_bytes: usage
            .and_then(|usage| u64::try_from(usage.max_rss()).ok())
            .map_or(0, |kib| kib * 1024),
        peak_bytes: watch.peak_bytes(),
        limit,
        killed,
        survivors,
    }
}

fn make_scratch(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().mode(0o700).create(path)
}

/// Removes the scratch directory with all that is in it; symbolic links are not followed.
pub(crate) fn remove_scratch(path: &Path) {
    // Absent is as good as removed; a program may have removed it itself.
    let _ = fs::remove_dir_all(path);
}
