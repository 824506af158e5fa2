//! What the harness adds to a step, and how fast large ciphertexts pass through it.
//!
//! Each figure of the harness stands beside the same traffic over bare pipes between two
//! processes, measured in turns with it, so that the state of the machine falls on both alike.
//! `--json` prints one JSON object; `--quick` takes fewer samples.
#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use ringassay_harness::{Bounds, Handshake, Options, Pair, Step, SutSpec};

/// The guard that cargo has built for this program.
const GUARD: &str = env!("CARGO_BIN_EXE_ringassay-guard");
const LARGE_BYTES: usize = 256 << 20;
const READ_BYTES: usize = 1 << 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["client", bytes] => sut(true, bytes.parse().unwrap()),
        ["server", bytes] => sut(false, bytes.parse().unwrap()),
        ["peer", request, answer] => peer(request.parse().unwrap(), answer.parse().unwrap()),
        flags => measure(flags.contains(&"--json"), flags.contains(&"--quick")),
    }
}

fn measure(json: bool, quick: bool) {
    let (small, large) = if quick { (500, 3) } else { (5000, 9) };
    // A wake-up costs several times more across cores than within one, and the scheduler places
    // the bare pair and ours independently. On one core both pay the same.
    let one_core = on_one_core(|| round_trip(small));
    let free = round_trip(small);
    let streams = [stream(large, true), stream(large, false)];
    if json {
        let trips = [("one core", &one_core), ("free", &free)].map(|(placement, trip)| {
            serde_json::json!({
                "placement": placement,
                "samples": small,
                "bare_ns": trip.bare_ns,
                "step_ns": trip.step_ns,
                "call_ns": trip.call_ns,
                "step_ratio": trip.step_ns as f64 / trip.bare_ns as f64,
                "call_ratio": trip.call_ns as f64 / trip.bare_ns as f64,
            })
        });
        let value = serde_json::json!({
            "round_trip": trips,
            "stream": streams.iter().map(|s| serde_json::json!({
                "direction": s.direction,
                "bytes": LARGE_BYTES,
                "samples": large,
                "bare_bytes_per_s": s.bare,
                "harness_bytes_per_s": s.harness,
            })).collect::<Vec<_>>(),
        });
        println!("{value}");
        return;
    }
    for (placement, trip) in [("on one core", &one_core), ("placed freely", &free)] {
        println!("round trip of 22 bytes each way, {placement}, median of {small}");
        println!("{:<38} {:>10} {:>8}", "", "µs", "ratio");
        for (name, ns) in [
            ("bare pipes", trip.bare_ns),
            ("step as measured (wall_ns)", trip.step_ns),
            ("step with its readings of /proc", trip.call_ns),
        ] {
            let ratio = ns as f64 / trip.bare_ns as f64;
            println!("{name:<38} {:>10.2} {ratio:>8.2}", ns as f64 / 1e3);
        }
        println!();
    }
    println!("{} MiB ciphertext, median of {large}", LARGE_BYTES >> 20);
    println!("{:<38} {:>10} {:>10}", "", "bare GB/s", "GB/s");
    for s in &streams {
        println!("{:<38} {:>10.2} {:>10.2}", s.direction, s.bare / 1e9, s.harness / 1e9);
    }
}

struct Trip {
    bare_ns: u64,
    step_ns: u64,
    call_ns: u64,
}

struct Stream {
    direction: &'static str,
    bare: f64,
    harness: f64,
}

/// Runs with this thread, and every process started by it, on one core.
fn on_one_core<T>(run: impl FnOnce() -> T) -> T {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let all = sched_getaffinity(None).unwrap();
    let last = (0..CpuSet::MAX_CPU).rfind(|&cpu| all.is_set(cpu)).unwrap();
    let mut one = CpuSet::new();
    one.set(last);
    sched_setaffinity(None, &one).unwrap();
    let result = run();
    sched_setaffinity(None, &all).unwrap();
    result
}

/// A tiny evaluation against a tiny exchange of the same number of bytes.
fn round_trip(samples: usize) -> Trip {
    let packet = b"EDATA\n5\nabcdeENDEDATA\n";
    let mut bare = Bare::new(packet.len(), packet.len());
    let mut pair = pair(5);
    pair.encrypt(b"[1]").unwrap();
    let (mut bare_ns, mut step_ns, mut call_ns) = (Vec::new(), Vec::new(), Vec::new());
    for sample in 0..samples + samples / 10 {
        let bare_now = bare.exchange(packet);
        let begin = Instant::now();
        let step = pair.evaluate().unwrap();
        let call = begin.elapsed().as_nanos() as u64;
        // The first tenth warms up.
        if sample >= samples / 10 {
            bare_ns.push(bare_now);
            step_ns.push(step.wall_ns);
            call_ns.push(call);
        }
    }
    Trip { bare_ns: median(bare_ns), step_ns: median(step_ns), call_ns: median(call_ns) }
}

/// A large ciphertext from the client (encryption) or to it (decryption).
fn stream(samples: usize, receive: bool) -> Stream {
    let mut pair = pair(LARGE_BYTES);
    let request = vec![7; if receive { 1 } else { LARGE_BYTES }];
    let mut bare = if receive { Bare::new(1, LARGE_BYTES) } else { Bare::new(LARGE_BYTES, 1) };
    pair.encrypt(b"[1]").unwrap();
    pair.evaluate().unwrap();
    let (mut bare_ns, mut step_ns) = (Vec::new(), Vec::new());
    for _ in 0..samples {
        bare_ns.push(bare.exchange(&request));
        let step: Step = if receive {
            pair.encrypt(b"[1]").unwrap()
        } else {
            pair.evaluate().unwrap();
            pair.decrypt().unwrap()
        };
        if receive {
            assert_eq!(step.payload_bytes, LARGE_BYTES as u64);
        }
        step_ns.push(step.wall_ns);
    }
    let rate = |ns: Vec<u64>| LARGE_BYTES as f64 / (median(ns) as f64 / 1e9);
    Stream {
        direction: if receive { "program to harness" } else { "harness to program" },
        bare: rate(bare_ns),
        harness: rate(step_ns),
    }
}

fn median(mut samples: Vec<u64>) -> u64 {
    samples.sort_unstable();
    samples[samples.len() / 2]
}

/// A pair of this very program with a key and a circuit.
fn pair(bytes: usize) -> Pair {
    let this = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let argv = |role: &str| vec![this.clone(), role.to_owned(), bytes.to_string()];
    let spec = SutSpec {
        name: "echo".to_owned(),
        client: argv("client"),
        server: argv("server"),
        env: std::collections::BTreeMap::default(),
        pass: Vec::new(),
        readable: Vec::new(),
        cwd: None,
        handshake: Handshake::Never,
    };
    let mut pair = Pair::start(&spec, &Bounds::default(), &Options::new(GUARD)).unwrap();
    pair.keygen(b"80").unwrap();
    pair.ingest(b"W=1,D=0,L=1\nG1:LADD(W0,W0)").unwrap();
    pair
}

/// A client and server of the original protocol that computes nothing: its ciphertexts are all the
/// same, and what it reads it skips.
fn sut(client: bool, bytes: usize) {
    let chunk = [format!("EDATA\n{bytes}\n").as_bytes(), &vec![7; bytes], b"ENDEDATA\n"].concat();
    let mut input = Skipper::new();
    let mut output = std::io::stdout();
    while let Some(header) = input.line() {
        let answer: &[u8] = match header.as_str() {
            "EDATA" => {
                let size = input.line().unwrap().parse().unwrap();
                input.skip(size);
                input.skip("ENDEDATA\n".len());
                if client { b"PDATA\n1\nENDPDATA\n" } else { &chunk }
            }
            kind => {
                while input.line().unwrap() != format!("END{kind}") {}
                match kind {
                    "KEY" if client => b"KEY\nk\nENDKEY\n",
                    "KEY" => b"",
                    "CIRCUIT" => b"CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n",
                    _ => &chunk,
                }
            }
        };
        output.write_all(answer).unwrap();
        output.flush().unwrap();
    }
}

/// Standard input through one buffer, without copies.
struct Skipper {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl Skipper {
    fn new() -> Self {
        Self { buffer: vec![0; READ_BYTES], start: 0, end: 0 }
    }

    fn fill(&mut self) -> bool {
        (self.start, self.end) = (0, 0);
        self.end = read(&mut self.buffer);
        self.end > 0
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        loop {
            if self.start == self.end && !self.fill() {
                return None;
            }
            let byte = self.buffer[self.start];
            self.start += 1;
            if byte == b'\n' {
                return Some(String::from_utf8(line).unwrap());
            }
            line.push(byte);
        }
    }

    fn skip(&mut self, mut bytes: usize) {
        while bytes > 0 {
            if self.start == self.end {
                assert!(self.fill());
            }
            let count = bytes.min(self.end - self.start);
            self.start += count;
            bytes -= count;
        }
    }
}

fn read(buffer: &mut [u8]) -> usize {
    rustix::io::read(std::io::stdin(), buffer).unwrap()
}

/// The other side of bare pipes: reads so many bytes, writes so many.
fn peer(request: usize, answer: usize) {
    let mut buffer = vec![0; READ_BYTES];
    let answer = vec![7; answer];
    let mut output = std::io::stdout();
    loop {
        let mut left = request;
        while left > 0 {
            match read(&mut buffer) {
                0 => return,
                count => left -= count,
            }
        }
        output.write_all(&answer).unwrap();
        output.flush().unwrap();
    }
}

struct Bare {
    child: Child,
    buffer: Vec<u8>,
    answer_bytes: usize,
}

impl Bare {
    fn new(request: usize, answer: usize) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["peer".to_owned(), request.to_string(), answer.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        for size in [
            rustix::pipe::fcntl_setpipe_size(child.stdin.as_ref().unwrap(), 1 << 20),
            rustix::pipe::fcntl_setpipe_size(child.stdout.as_ref().unwrap(), 1 << 20),
        ] {
            size.unwrap();
        }
        Self { child, buffer: vec![0; READ_BYTES], answer_bytes: answer }
    }

    /// One request and its answer, blocking; in nanoseconds.
    fn exchange(&mut self, request: &[u8]) -> u64 {
        let begin = Instant::now();
        self.child.stdin.as_mut().unwrap().write_all(request).unwrap();
        let mut left = self.answer_bytes;
        while left > 0 {
            left -= self.child.stdout.as_mut().unwrap().read(&mut self.buffer).unwrap();
        }
        begin.elapsed().as_nanos() as u64
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
