//! Attacks by privileges, and on what is common to a machine: network, host name, clock.

use std::fs;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr as UnixAddr, UnixStream};
use std::time::Duration;

use nix::sched::{CloneFlags, unshare};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use rustix::time::{ClockId, clock_gettime, clock_settime};

use super::{Target, files};

/// Variables that a program may be given (docs/protocol.md), and those of shells.
const VARIABLES: [&str; 16] = [
    "PATH",
    "LANG",
    "LC_ALL",
    "TZ",
    "LD_LIBRARY_PATH",
    "HOME",
    "TMPDIR",
    "OMP_NUM_THREADS",
    "RAYON_NUM_THREADS",
    "GOMAXPROCS",
    "RINGASSAY_THREADS",
    "RINGASSAY_BACKEND",
    "RINGASSAY_PROTOCOL",
    "RINGASSAY_SESSION",
    "PWD",
    "SHLVL",
];
/// An address that is nobody's (RFC 5737), outside of this machine.
const ABROAD: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) fn foreign_variables() -> bool {
    std::env::vars_os().any(|(name, _)| !VARIABLES.iter().any(|known| name == *known))
}

pub(super) fn call(target: &Target) -> io::Result<bool> {
    let port = target.port.ok_or_else(|| io::Error::other("no --port"))?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    TcpStream::connect_timeout(&address, PATIENCE).map(|_| true)
}

/// A socket that has a name and no file.
pub(super) fn call_by_name(target: &Target) -> io::Result<bool> {
    let address = UnixAddr::from_abstract_name(&target.mark)?;
    UnixStream::connect_addr(&address).map(|_| true)
}

/// Connecting such a socket sends nothing: it asks for a way.
pub(super) fn call_abroad() -> io::Result<bool> {
    UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?.connect(ABROAD).map(|()| true)
}

/// Of other programs, which have names without a file.
pub(super) fn see_sockets() -> io::Result<bool> {
    Ok(fs::read_to_string("/proc/net/unix")?.lines().count() > 1)
}

pub(super) fn see_ipc() -> io::Result<bool> {
    let lists = ["shm", "sem", "msg"].iter();
    let texts = lists.filter_map(|name| fs::read_to_string(format!("/proc/sysvipc/{name}")).ok());
    let foreign_queues = fs::read_dir("/dev/mqueue").is_ok_and(|mut list| list.next().is_some());
    Ok(foreign_queues || texts.into_iter().any(|text| text.lines().count() > 1))
}

/// Capabilities, or a way to gain some.
pub(super) fn held() -> io::Result<bool> {
    let status = fs::read_to_string("/proc/self/status")?;
    let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let some = ["CapEff:", "CapPrm:", "CapInh:", "CapAmb:"]
        .iter()
        .any(|&name| field(name).is_some_and(|mask| mask.bytes().any(|digit| digit != b'0')));
    Ok(some || field("NoNewPrivs:").is_some_and(|it| it == "0"))
}

pub(super) fn raise_priority() -> io::Result<bool> {
    rustix::process::setpriority_process(None, -5)?;
    Ok(true)
}

pub(super) fn raise_limits() -> io::Result<bool> {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    setrlimit(Resource::RLIMIT_NOFILE, hard + 1, hard + 1)?;
    Ok(true)
}

pub(super) fn change_owner() -> io::Result<bool> {
    let path = std::env::temp_dir().join("attack-owner");
    fs::write(&path, "")?;
    let changed = std::os::unix::fs::chown(&path, Some(4242), None);
    fs::remove_file(path)?;
    changed.map(|()| true)
}

pub(super) fn change_host_name() -> io::Result<bool> {
    rustix::system::sethostname(rustix::system::uname().nodename().to_bytes())?;
    Ok(true)
}

/// To what it shows: harmless even where it succeeds.
pub(super) fn change_clock() -> io::Result<bool> {
    clock_settime(ClockId::Realtime, clock_gettime(ClockId::Realtime))?;
    Ok(true)
}

pub(super) fn escape_memory_killer() -> io::Result<bool> {
    fs::write("/proc/self/oom_score_adj", "-1000").map(|()| true)
}

/// With the privileges of a user name space made by the program itself.
pub(super) fn uncover_as_superuser() -> io::Result<bool> {
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNS)?;
    files::uncover()
}
