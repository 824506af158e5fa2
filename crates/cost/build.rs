//! A digest of what decides on the pace of kernels: their sources, those of the ring that calls them,
//! and how they are compiled.

use std::{
    env, fs,
    hash::Hasher,
    path::{Path, PathBuf},
    process::Command,
};

/// The crates, and what of them is compiled.
const SOURCES: [&str; 4] =
    ["../kernels/src", "../kernels/Cargo.toml", "../ring/src", "../ring/Cargo.toml"];

/// What Cargo says of the compilation.
const SETTINGS: [&str; 4] = ["PROFILE", "OPT_LEVEL", "TARGET", "CARGO_CFG_TARGET_FEATURE"];

fn main() {
    let mut digest = Fnv(0xcbf2_9ce4_8422_2325);
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        for file in files(Path::new(source)) {
            digest.write(file.to_string_lossy().as_bytes());
            digest.write(&fs::read(&file).unwrap_or_default());
        }
    }
    for setting in SETTINGS {
        digest.write(env::var(setting).unwrap_or_default().as_bytes());
    }
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    if let Ok(output) = Command::new(compiler).arg("-V").output() {
        digest.write(&output.stdout);
    }
    println!("cargo::rustc-env=RINGASSAY_KERNELS={:016x}", digest.finish());
}

/// Files below a folder, or the file itself, in an order that is the same everywhere.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut below: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    below.sort();
    below.iter().flat_map(|path| files(path)).collect()
}

/// FNV-1a: equal in every version of the compiler, as the standard library's is not.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
