//! Memory that no process has mapped counts as well, where the kernel can be asked to count it.

use std::process::Command;

use ringassay_harness::{Bounds, Class, Limit};

use crate::attacks::Mode;
use crate::common::{CLIENT, SERVER, bounds, run, shell};

const MEMORY_BYTES: u64 = 100 << 20;

/// So many pairs of sockets as a program may have, each with what its buffer takes: 800 MiB.
const SOCKETS: &str = "
import socket, time
held = []
while True:
    try:
        pair = socket.socketpair()
    except OSError:
        break
    pair[0].setblocking(False)
    try:
        while True: pair[0].send(bytes(65536))
    except OSError: pass
    held.append(pair)
";

/// Pages of nothing far apart, each of which takes a page of tables: 256 MiB in all.
const TABLES: &str = "
import mmap
step, count = 2 << 20, 1 << 16
flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000
area = mmap.mmap(-1, step * count, flags=flags, prot=mmap.PROT_READ)
try: area.madvise(mmap.MADV_NOHUGEPAGE)
except (AttributeError, OSError): pass
held = sum(area[i * step] for i in range(count))
";

/// Pipes of some processes, each with a page: 32 MiB of pages, counted as 120.
const PIPES: &str = "
import os, time
for child in range(4):
    if os.fork() == 0:
        held = []
        for i in range(2040):
            ends = os.pipe()
            os.set_blocking(ends[1], False)
            try: os.write(ends[1], bytes(4096))
            except OSError: pass
            held.append(ends)
        time.sleep(20)
        os._exit(0)
time.sleep(20)
";

/// How a client ends that runs such a program and then does its work.
fn ended(script: &str, network: bool) -> Option<(Class, Option<Limit>)> {
    let quoted = script.replace('\'', "\"");
    let client = format!("python3 -c '{quoted}' || exit 1; {CLIENT}");
    let bounds = Bounds {
        memory_bytes: Some(MEMORY_BYTES),
        scratch_bytes: Some(1 << 20),
        network,
        ..bounds(60.0)
    };
    let failure = run(&shell(&client, SERVER), &bounds).err()?;
    Some((failure.class, failure.detail.limit.map(|hit| hit.limit)))
}

/// Whether a group with a bound on memory can be made here: in either version's hierarchy, as the superuser.
fn is_charged() -> bool {
    let made = "d=$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup); \
                t=/sys/fs/cgroup/memory$d/ringassay-test-$$; mkdir $t && rmdir $t";
    Command::new("sh").args(["-c", made]).output().is_ok_and(|output| output.status.success())
}

#[test]
fn what_the_kernel_keeps_beside_is_charged() {
    if !is_charged() {
        println!("skipped: no hierarchy of the memory controller is writable here");
        return;
    }
    // Sockets among those of the whole machine, which are not counted one by one.
    assert_eq!(ended(SOCKETS, true), Some((Class::Resource, Some(Limit::MemoryBytes))));
}

#[test]
fn sockets_tables_and_descriptors_are_counted_for_everybody() {
    // Python itself fits, with some sockets.
    assert_eq!(
        ended("import socket; held = [socket.socketpair() for _ in range(20)]", false),
        None
    );
    for script in [SOCKETS, TABLES, PIPES] {
        assert_eq!(
            ended(script, false),
            Some((Class::Resource, Some(Limit::MemoryBytes))),
            "{script}"
        );
    }
    let Some(mut again) = Mode::Ordinary.command() else { return };
    if Mode::current() == Mode::Superuser {
        again.args(["charge::sockets_tables_and_descriptors_are_counted_for_everybody", "--exact"]);
        crate::common::passes(&mut again, 1);
    }
}
