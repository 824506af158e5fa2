//! What the crate does as its users see it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod applications;
mod bfv;
mod ckks;
mod ckks_functions;
mod decryptions;
mod errors;
mod fixed_modulus;
mod operations;
mod refresh;
mod stated;
mod threads;
mod transforms;

use ringassay::{
    FreshSeed, Keys, RotationKeys, Scheme,
    bgv::{Request, Session},
    ring::sample::Seed,
};

/// Insecure and small, with rotations of several automorphisms: vectors of 64 integers modulo 257.
fn session() -> Session {
    Session::choose(&request()).unwrap()
}

fn request() -> Request {
    Request {
        plaintext: 257.try_into().unwrap(),
        index: Some(256),
        insist: true,
        ..Request::bits(64, 2.0)
    }
}

fn keys<P: Scheme>(session: &ringassay::Session<P>) -> Keys<P> {
    session.keys_with(&RotationKeys::AtMost(16), fresh(1)).unwrap()
}

fn fresh(number: u8) -> FreshSeed {
    FreshSeed::repeatable(Seed::from_bytes([number; Seed::BYTES]))
}

/// 64 integers modulo 257 that depend on a number.
fn vector(number: u64) -> Vec<u64> {
    (0..64).map(|i| (i * i * 31 + i * number * 17 + number * 101) % 257).collect()
}
