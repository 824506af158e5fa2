"""System calls that a program may not make, called by their numbers, and what runs all the same."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from ringassay.harness import Bounds, Session
from ringassay.sut.command import SutCommand
from silent import SILENT

EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97
NEW_USER, NEW_NET, NEW_TIME, SIGCHLD = 0x10000000, 0x40000000, 0x80, 17
X32 = 0x40000000
PASSWD, NAME, FLOCK, NOTHING = "passwd", "name", "flock", 0
"""Arguments that the caller makes: a descriptor of a file that all can read, a text, a `struct
flock`."""

REFUSED = {
    # unistd_64.h of x86-64: number, arguments, answer.
    "add_key": (248, (NAME, NAME, NOTHING, 0, -3), EPERM),
    "request_key": (249, (NAME, NAME, NOTHING, 0), EPERM),
    "keyctl": (250, (0, -3, 0), EPERM),
    "ptrace": (101, (0,), EPERM),
    "process_vm_readv": (310, (1, 0, 0, 0, 0, 0), EPERM),
    "process_vm_writev": (311, (1, 0, 0, 0, 0, 0), EPERM),
    "pidfd_getfd": (438, (0, 0, 0), EPERM),
    "perf_event_open": (298, (0, 0, 0, 0, 0), EPERM),
    "bpf": (321, (0, 0, 0), EPERM),
    "userfaultfd": (323, (1,), EPERM),
    "syslog": (103, (10, 0, 0), EPERM),
    "unshare user": (272, (NEW_USER,), EPERM),
    "unshare network, among others": (272, (NEW_NET | 0x400,), EPERM),
    "unshare time": (272, (NEW_TIME,), EPERM),
    "clone user": (56, (NEW_USER | SIGCHLD, 0, 0, 0, 0), EPERM),
    "clone3": (435, (0, 0), ENOSYS),
    "setns": (308, (0, 0), EPERM),
    "mount": (165, (0, 0, 0, 0, 0), EPERM),
    "umount2": (166, (NAME, 0), EPERM),
    "pivot_root": (155, (NAME, NAME), EPERM),
    "chroot": (161, (NAME,), EPERM),
    "open_tree": (428, (-100, NAME, 1), EPERM),
    "move_mount": (429, (0, 0, 0, 0, 0), EPERM),
    "fsopen": (430, (NAME, 0), EPERM),
    "mount_setattr": (442, (0, 0, 0, 0, 0), EPERM),
    "open_tree_attr": (467, (0, 0, 0, 0, 0), EPERM),
    "open_by_handle_at": (304, (0, 0, 0), EPERM),
    "io_uring_setup": (425, (1, 0), ENOSYS),
    "io_uring_enter": (426, (0, 0, 0, 0, 0, 0), ENOSYS),
    "memfd_create": (319, (NAME, 0), ENOSYS),
    "memfd_secret": (447, (0,), ENOSYS),
    "shmget": (29, (0, 4096, 0o1600), ENOSYS),
    "semget": (64, (0, 1, 0o1600), ENOSYS),
    "msgget": (68, (0, 0o1600), ENOSYS),
    "mq_open": (240, (NAME, 0o102, 0o600, 0), ENOSYS),
    "io_setup": (206, (1, 0), ENOSYS),
    "vmsplice": (278, (0, 0, 0, 0), ENOSYS),
    "vsock": (41, (40, 1, 0), EAFNOSUPPORT),
    "ioctl TIOCSTI": (16, (0, 0x5412, NAME), EPERM),
    "ioctl TIOCLINUX, upper half": (16, (0, 1 << 32 | 0x541C, NAME), EPERM),
    "crypto sockets": (41, (38, 5, 0), EAFNOSUPPORT),
    "keyctl, x32": (X32 | 250, (0, -3, 0), ENOSYS),
    "a call to come": (1000, (), ENOSYS),
}
MARKING = {
    "inotify_init": (253, (), ENOSYS),
    "inotify_init1": (294, (0,), ENOSYS),
    "fanotify_init": (300, (0, 0), ENOSYS),
    "flock": (73, (PASSWD, 1 | 4), ENOSYS),
    "F_SETLK": (72, (PASSWD, 6, FLOCK), ENOSYS),
    "F_SETLKW": (72, (PASSWD, 7, FLOCK), ENOSYS),
    "F_OFD_SETLK": (72, (PASSWD, 37, FLOCK), ENOSYS),
    "F_OFD_SETLKW": (72, (PASSWD, 38, FLOCK), ENOSYS),
    "F_OFD_SETLK, upper half": (72, (PASSWD, 1 << 32 | 37, FLOCK), ENOSYS),
    "F_SETLEASE": (72, (PASSWD, 1024, 0), ENOSYS),
    "F_NOTIFY": (72, (PASSWD, 1026, 1), ENOSYS),
    "F_SET_RW_HINT": (72, (PASSWD, 1036, NAME), ENOSYS),
}
"""What hangs on files: left to programs that are to share them."""

CALLER = """
import ctypes, json, os, struct
libc = ctypes.CDLL(None, use_errno=True)

def call(number, arguments):
    "0 for done, else errno."
    made = {
        "passwd": lambda: os.open("/etc/passwd", os.O_RDONLY),
        "name": lambda: b"ringassay-test" + bytes(16),
        "flock": lambda: struct.pack("hhxxxxqqixxxx", 0, 0, 1 << 40, 1, 0),
    }
    given = [made[one]() if isinstance(one, str) else one for one in arguments]
    given = [ctypes.c_long(one) if isinstance(one, int) else one for one in given]
    ctypes.set_errno(0)
    done = libc.syscall(ctypes.c_long(number), *given)
    if done == 0 and number == 56:
        os._exit(0)  # a child
    return ctypes.get_errno() if done < 0 else 0

def outcomes():
    return {name: call(number, arguments) for name, (number, arguments, _) in CALLS.items()}
"""

KIT = """

class Caller(Client):
    def keygen(self, params):
        self.parameters = {"found": json.dumps(outcomes())}
        return b"key"
    def encrypt(self, vectors):
        return [b"x"]
    def decrypt(self, ciphertext):
        return [0] * 4

about = Hello(name="caller", version="1", library="", library_version="", scheme="",
              spaces=("gf2",), gates=())
serve(client=Caller, server=Silent, about=about)
"""

ORDINARY = """
import json, multiprocessing, os, sqlite3, subprocess, sys, tempfile, threading
from concurrent.futures import ProcessPoolExecutor

def twice(x):
    return 2 * x

def locked(query):
    path = os.path.join(tempfile.mkdtemp(), "data")
    try:
        with sqlite3.connect(f"file:{path}{query}", uri=True, timeout=0.1) as data:
            data.execute("create table t (x)")
        return True
    except sqlite3.OperationalError:
        return False

def outcomes():
    heard = []
    thread = threading.Thread(target=lambda: heard.append(1))
    thread.start()
    thread.join()
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        doubled = list(pool.map(twice, range(4)))
    with tempfile.TemporaryFile() as file:
        file.write(b"x" * 100_000)
    said = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True)
    return {"thread": heard, "pool": doubled, "said": said.stdout.strip(),
            "locks": locked(""), "no locks": locked("?nolock=1")}
"""


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="system calls of Linux")
x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86-64")


def told(folder: Path, text: str, bounds: Bounds | None = None) -> dict[str, object]:
    """What a client of that program, which defines `outcomes`, answers with its key."""
    program = folder / "program.py"
    program.write_text(text + SILENT + KIT)
    argv = (sys.executable, str(program))
    command = SutCommand("caller", (*argv, "client"), (*argv, "server"))
    with Session(command, bounds) as session:
        step = session.keygen(b"L=4,D=1.0,K=80")
        assert step.ok, step.detail
        return json.loads(step.report["parameters"]["found"])


def answers(calls: dict[str, tuple[int, tuple, int]]) -> dict[str, int]:
    return {name: errno for name, (_, _, errno) in calls.items()}


@x86
def test_calls_are_refused_with_the_answer_that_is_documented(tmp_path):
    calls = REFUSED | MARKING
    assert told(tmp_path, f"CALLS = {calls!r}\n{CALLER}") == answers(calls)
    # The same program outside: most is done there, so the caller can call.
    script = f"CALLS = {calls!r}\n{CALLER}\nprint(json.dumps(outcomes()))"
    bare = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    found = json.loads(bare.stdout)
    for name in ("memfd_create", "flock", "F_OFD_SETLK", "inotify_init1", "shmget"):
        assert found[name] == 0, name
    assert sum(found[name] != errno for name, errno in answers(calls).items()) > len(calls) / 3


@x86
def test_programs_that_share_their_files_may_lock_them(tmp_path):
    calls = REFUSED | MARKING
    found = told(tmp_path, f"CALLS = {calls!r}\n{CALLER}", Bounds(files=True))
    assert {name: found[name] for name in REFUSED} == answers(REFUSED)
    assert found["flock"] == found["F_SETLK"] == found["F_OFD_SETLK"] == 0
    assert found["inotify_init1"] == 0


def test_threads_processes_and_temporary_files_work(tmp_path):
    """SQLite works without locks on request, with them where files are shared."""
    found = told(tmp_path, ORDINARY)
    assert found["thread"] == [1] and found["pool"] == [0, 2, 4, 6] and found["said"] == "42"
    assert (found["locks"], found["no locks"]) == (False, True)
    assert told(tmp_path, ORDINARY, Bounds(files=True))["locks"] is True
