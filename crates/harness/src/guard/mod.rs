//! The guard: a small process between harness and system under test.
//!
//! The program lives in name spaces of its own (`namespaces`, `files`), in which the guard does not
//! exist. Where the kernel refuses, the guard is the *subreaper* of the program it starts, so every
//! descendant, however often it forks or changes its session, stays below it and can be found, counted
//! and ended. It lives exactly as long as it is needed: the end of its control socket, even by SIGKILL
//! of the harness, is the order to end everything.

mod charge;
mod files;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod filter;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "filter/absent.rs"]
mod filter;
mod group;
mod hold;
mod image;
mod init;
mod keyring;
mod launch;
mod namespaces;
mod privileges;
mod reaper;
mod scratch;
mod sight;
mod sockets;
mod tasks;
mod watch;

use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use rustix::event::{PollFd, PollFlags, Timespec};

use crate::control::{Channel, Go, LaunchError, Launched, Order, Received, Reply, Request};
use crate::isolation::{Isolation, Protection};
use crate::outcome::{Ended, LimitHit};
use crate::proc::{descendants, inner_number, named};
use charge::MemoryGroup;
use hold::Hold;
use reaper::Reaper;
pub(crate) use scratch::remove as remove_scratch;
use sockets::Sockets;
use tasks::TaskGroup;
use watch::Watch;

/// First argument of every guard, whichever program it is a part of.
pub const VERB: &str = "guard";

/// The launcher's argument behind it.
const LAUNCH: &str = "launch";

/// Nice value of a guard that may choose one.
const GUARD_PRIORITY: i32 = -15;

/// Runs this process as a guard. The harness starts it with the control socket as standard input; it
/// starts itself once more, as `launch`, to become the system under test.
#[must_use]
pub fn main() -> ExitCode {
    close_inherited();
    // Behind the verb `launch`, the guard's process number and the priority of programs; anything else
    // is for the reader of a process list.
    let arguments: Vec<String> = std::env::args().skip(2).collect();
    let launched_by = match arguments.as_slice() {
        [first, guard, nice] if first == LAUNCH => guard.parse().ok().zip(nice.parse().ok()),
        _ => None,
    };
    let result = control_socket().and_then(|stream| match launched_by {
        Some((guard, nice)) => Err(launch::launch(stream, guard, nice)),
        None => guard(stream),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("a guard is started by the harness, not by hand: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Closes what the harness was given by whoever started it, and would pass on: all but the three
/// streams. Nothing of our own is open yet.
fn close_inherited() {
    const STREAMS: i32 = 3;
    let list = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<i32> =
        list.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|&fd| fd >= STREAMS) {
        // The one that listed them is closed by now.
        let _ = nix::unistd::close(fd);
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
    let Some(mut order) = channel.wait::<Order>()? else {
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

    // A guard that gets its turn after a thousand others is none. Best effort: it takes a privilege.
    let nice = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, GUARD_PRIORITY);
    // One task more is the first process of a name space, if there is one.
    let admitted = tasks::admitted(order.limits.processes);
    let groups = Groups {
        tasks: TaskGroup::make(admitted.saturating_add(1)).ok(),
        memory: MemoryGroup::make(&order).ok(),
    };
    let mut isolation = Isolation::default();
    let contained = namespaces::enter(&mut isolation);
    if isolation.has(Protection::User) {
        privileges::pass_on();
        // This guard and the first process belong to the user name space, too.
        order.limits.tasks = tasks::counts_by_name_space()
            .then(|| tasks::admitted_in_silence(order.limits.processes).saturating_add(2));
    }
    privileges::close_to_tracers();

    let started = scratch::make(&order.scratch)
        .map_err(|error| unprepared(&format!("{} cannot be made", order.scratch.display()), &error))
        .and_then(|()| start(&order, stdio, contained, nice, &groups));
    let mut outcome = match started {
        Ok(mut running) => {
            running.isolation.merge(isolation);
            let isolation = std::mem::take(&mut running.isolation);
            // Elsewhere, those of others count as well.
            let own = isolation.has(Protection::Network);
            let sockets = own.then(|| Sockets::of(running.program));
            // If nobody listens any more, the first look at the socket tells.
            let _ = channel.send(&Reply::Started { pid: running.program, isolation });
            let ended = supervise(&order, running, &mut channel, &signals, groups, sockets);
            Reply::Ended(Box::new(ended))
        }
        Err(reply) => reply,
    };
    if !remove_scratch(&order.scratch)
        && let Reply::Ended(ended) = &mut outcome
    {
        ended.left = Some(order.scratch);
    }
    // The harness may be gone; there is nobody else to tell.
    let _ = channel.send(&outcome);
    Ok(())
}

/// Where the kernel counts, as far as it may be asked to.
#[derive(Debug, Default)]
struct Groups {
    tasks: Option<TaskGroup>,
    memory: Option<MemoryGroup>,
}

impl Groups {
    /// Moves a process into them, as far as it can be moved, and closes them.
    fn add(&self, pid: i32) {
        if let Some(group) = &self.tasks {
            let _ = group.add(pid);
            group.close();
        }
        if let Some(group) = &self.memory {
            let _ = group.add(pid);
            group.close();
        }
    }
}

/// A program that was started.
struct Running {
    /// The guard's child: the program itself, or the first process of its name space.
    child: i32,
    program: i32,
    /// The conversation with the latter.
    launcher: Option<Channel>,
    isolation: Isolation,
}

/// The answer where the guard itself lacks something.
fn unprepared(what: &str, error: &io::Error) -> Reply {
    let message = format!("{what}: {error}");
    Reply::NotPrepared(LaunchError { errno: error.raw_os_error(), message })
}

/// Starts the launcher and waits until it has become, or started, the program; else the answer.
fn start(
    order: &Order,
    stdio: [OwnedFd; 3],
    contained: bool,
    nice: i32,
    groups: &Groups,
) -> Result<Running, Reply> {
    let (ours, theirs) = UnixStream::pair().map_err(|error| unprepared("socket", &error))?;
    // Not by its path, which may name another program by now.
    let mut launcher = Command::new("/proc/self/exe")
        .args([VERB, LAUNCH, &std::process::id().to_string(), &nice.to_string()])
        .env_clear()
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .spawn()
        .map_err(|error| unprepared("the launcher", &error))?;
    let mut channel = Channel::new(ours);
    let sent = channel.send_stdio([stdio[0].as_fd(), stdio[1].as_fd(), stdio[2].as_fd()]);
    // Only the program holds them now, so that their ends are its own doing.
    drop(stdio);
    let child = i32::try_from(launcher.id()).unwrap_or(-1);
    // While it waits for its order. If it cannot be moved, samples have to do.
    groups.add(child);
    let told =
        sent.and_then(|()| channel.send(order)).and_then(|()| hear_launch(&mut channel, child));
    let failure = match told {
        // From here on the reaper waits for it.
        Ok(Ok((program, isolation))) => {
            let launcher = contained.then_some(channel);
            return Ok(Running { child, program, launcher, isolation });
        }
        Ok(Err(error)) => Reply::NotStarted(error),
        Err(error) => unprepared("the launcher", &error),
    };
    let _ = launcher.kill();
    let _ = launcher.wait();
    Err(failure)
}

/// Listens to the launcher until the program runs: its number, and what stands around it.
fn hear_launch(
    channel: &mut Channel,
    launcher: i32,
) -> io::Result<Result<(i32, Isolation), LaunchError>> {
    let mut isolation = Isolation::default();
    loop {
        match channel.wait::<Launched>()? {
            None => return Ok(Ok((launcher, isolation))),
            Some(Launched::Failed(error)) => return Ok(Err(error)),
            Some(Launched::Isolated(done)) => isolation = done,
            Some(Launched::Started { inner }) => {
                // It cannot be gone, as nobody has collected it yet.
                let program = descendants(launcher, usize::MAX)
                    .into_iter()
                    .find(|&pid| inner_number(pid) == Some(inner))
                    .ok_or_else(|| io::Error::other("the program is not in /proc"))?;
                channel.send(&Go)?;
                return Ok(Ok((program, isolation)));
            }
            Some(Launched::Ended { .. }) => return Err(io::Error::other("an end before a start")),
        }
    }
}

/// Watches the program until it ends or has to.
fn supervise(
    order: &Order,
    running: Running,
    channel: &mut Channel,
    signals: &SignalFd,
    groups: Groups,
    sockets: Option<Sockets>,
) -> Ended {
    let contained = running.launcher.is_some();
    let root = if contained { running.child } else { own_number() };
    // The first process of a name space only waits, and says how the program ends.
    let mut hold = Hold::new(contained.then_some(running.child));
    let mut reaper = Reaper::new(running.child, running.program, running.launcher);
    let mut watch = Watch::new(order.limits, root, groups, sockets);
    let mut signalled = false;
    let (grace, limit) = loop {
        reaper.reap();
        if reaper.main_status().is_some() {
            // A program may end of a fork that was refused.
            break (Duration::ZERO, watch.refused().or_else(|| watch.left_behind(reaper.left())));
        }
        // What is held cannot grow, and a guard that samples takes time from who is measured.
        if !hold.is_on()
            && let Some(hit) = watch.sample_if_due()
        {
            break (Duration::ZERO, Some(hit));
        }
        match wait_for_news(channel, signals, &reaper, &watch, &mut hold) {
            News::Nothing => {}
            News::Stop => break (Duration::from_millis(order.kill_grace_ms), None),
            News::Signal => {
                signalled = true;
                break (Duration::from_millis(order.kill_grace_ms), None);
            }
        }
    };
    let killed = reaper.main_status().is_none();
    let survivors = reaper.end_all(grace);
    let (survivors, remaining) = named(&survivors);
    let ended = report(&reaper, &watch, limit, killed);
    Ended { guard_signalled: signalled, survivors, remaining, ..ended }
}

fn own_number() -> i32 {
    rustix::process::getpid().as_raw_nonzero().get()
}

enum News {
    Nothing,
    /// The harness wants the end, or is gone.
    Stop,
    /// Somebody else does.
    Signal,
}

/// Waits for a request, a signal or the next sample.
fn wait_for_news(
    channel: &mut Channel,
    signals: &SignalFd,
    reaper: &Reaper,
    watch: &Watch,
    hold: &mut Hold,
) -> News {
    let wait = watch.until_due();
    let due = Timespec { tv_sec: 0, tv_nsec: i64::from(wait.subsec_nanos()) };
    let timeout = (!hold.is_on()).then_some(&due);
    let mut fds = vec![PollFd::new(&*channel, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
    fds.extend(reaper.launcher().map(|launcher| PollFd::new(launcher, PollFlags::IN)));
    // An interrupted poll is as good as one that timed out.
    let _ = rustix::event::poll(&mut fds, timeout);
    let [asked, signalled] = [0, 1].map(|i| !fds[i].revents().is_empty());
    if signalled {
        while let Ok(Some(info)) = signals.read_signal() {
            if info.ssi_signo != Signal::SIGCHLD as u32 {
                return News::Signal;
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

fn report(reaper: &Reaper, watch: &Watch, limit: Option<LimitHit>, killed: bool) -> Ended {
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
        exit_code: status.and_then(|status| status.exit_code),
        signal: status.and_then(|status| status.signal),
        cpu_ns,
        largest_process_bytes: usage
            .and_then(|usage| u64::try_from(usage.max_rss()).ok())
            .map_or(0, |kib| kib * 1024),
        peak_bytes: watch.peak_bytes(),
        limit,
        killed,
        ..Ended::default()
    }
}
