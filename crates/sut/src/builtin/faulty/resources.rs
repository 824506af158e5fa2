//! Faults that use up what a machine has.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use super::Plan;
use super::fault::Fault;
use super::process::After;

const MIB: usize = 1 << 20;
/// Memory grows by this many MiB in each pause: fast, but slow enough to be sampled.
const MIB_PER_PAUSE: usize = 32;
const PAUSE: Duration = Duration::from_millis(10);
/// More descriptors than any sensible limit.
const MAX_FILES: usize = 100_000;

/// Commits the fault, if it is one of these.
pub(super) fn strike(plan: &Plan) -> io::Result<Option<After>> {
    Ok(Some(match plan.fault {
        Fault::EatMemory => {
            eat_memory(plan.amount(2 << 30));
            After::Behave
        }
        Fault::FillFile => match fill_file(plan.amount(1 << 30)) {
            Ok(()) => After::Behave,
            Err(error) => {
                eprintln!("cannot fill a temporary file: {error}");
                After::End(ExitCode::FAILURE)
            }
        },
        Fault::LeakFds => {
            leak_files();
            After::Behave
        }
        _ => return Ok(None),
    }))
}

/// Fills memory, every page of it, and holds it for a second.
fn eat_memory(bytes: u64) {
    let mut eaten: Vec<Vec<u8>> = Vec::new();
    let blocks = usize::try_from(bytes).unwrap_or(usize::MAX) / MIB;
    for block in 0..blocks {
        let mut memory = Vec::new();
        if memory.try_reserve_exact(MIB).is_err() {
            // What becomes of nearly every program that is refused memory.
            std::process::abort();
        }
        memory.resize(MIB, 0xa5);
        eaten.push(memory);
        if block % MIB_PER_PAUSE == MIB_PER_PAUSE - 1 {
            std::thread::sleep(PAUSE);
        }
    }
    std::thread::sleep(Duration::from_secs(1));
    drop(std::hint::black_box(eaten));
}

/// Fills a file that nobody has to remove.
fn fill_file(bytes: u64) -> io::Result<()> {
    let name = format!("ringassay-faulty-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    std::fs::remove_file(&path)?;
    let block = vec![0xa5; MIB];
    let mut left = bytes;
    while left > 0 {
        let now = usize::try_from(left).map_or(MIB, |left| left.min(MIB));
        file.write_all(&block[..now])?;
        left -= now as u64;
    }
    Ok(())
}

/// Opens files until that is refused, and keeps them.
fn leak_files() {
    let files: Vec<File> =
        std::iter::from_fn(|| File::open("/dev/null").ok()).take(MAX_FILES).collect();
    std::mem::forget(files);
}
