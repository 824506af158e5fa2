//! Challenges for the tests.
#![allow(unreachable_pub, reason = "of the crate of tests")]

use ringassay_challenge::{Challenge, Instance, Parameters, Secret, instance};
use ringassay_ring::sample::Seed;

pub const INDICES: [u64; 10] = [4, 7, 8, 9, 12, 15, 16, 27, 45, 105];

pub fn challenge(parameters: Parameters) -> Challenge {
    Challenge { id: 7, instances: 4, epoch: 1_492_456_740, offset: 3, parameters }
}

/// One of each kind.
pub fn kinds(m: u64) -> [Parameters; 3] {
    [
        Parameters::continuous(m, 769, 1.0 / 16.0, 3).unwrap(),
        Parameters::discrete(m, 1024, 0.25, 3).unwrap(),
        Parameters::rounding(m, 256, 32, 3).unwrap(),
    ]
}

pub fn made(parameters: Parameters, seed: u8) -> (Challenge, Instance, Secret) {
    let challenge = challenge(parameters);
    let (instance, secret) = instance(&challenge, 1, &Seed::from_bytes([seed; 32])).unwrap();
    (challenge, instance, secret)
}
