//! The compression function of SHA-256 (FIPS 180-4, section 6.2.2).

use crate::library::words::{Word, add, carry_save, constant, rotate_right, shift_right};
use crate::library::words::{sum, xor};
use crate::library::{Ports, Variant};
use crate::netlist::{Logic, Netlist, NetlistError, Port, Signal};

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
const K: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// Inputs `block` (512 bits) and `state` (256), output `digest` (256): the new state. Bits as the
/// standard numbers them, the highest of each word first.
pub(super) fn sha256(variant: Variant) -> Result<Netlist, NetlistError> {
    let mut logic = Logic::new(vec![Port::new("block", 512), Port::new("state", 256)])?;
    let [block, state] = logic.inputs().ports()?;
    let mut schedule = from_bits(&block);
    for at in 16..64 {
        let (w2, w15) = (schedule[at - 2].clone(), schedule[at - 15].clone());
        let s0 = mixed(&mut logic, &w15, [7, 18], Some(3), 0);
        let s1 = mixed(&mut logic, &w2, [17, 19], Some(10), 0);
        let terms = [s1, schedule[at - 7].clone(), s0, schedule[at - 16].clone()];
        schedule.push(sum(&mut logic, variant, &terms));
    }
    let start = from_bits(&state);
    let mut state = start.clone();
    for (k, w) in K.into_iter().zip(schedule) {
        round(&mut logic, variant, &mut state, constant(k.into(), 32), w);
    }
    let mut digest = Vec::with_capacity(256);
    for (before, after) in start.iter().zip(&state) {
        let sum = add(&mut logic, variant, before, after, Signal::FALSE).0;
        digest.extend(sum.into_iter().rev());
    }
    logic.finish(vec![Port::new("digest", 256)], digest)
}

fn round(logic: &mut Logic, variant: Variant, state: &mut [Word], k: Word, w: Word) {
    let [a, b, c, d, e, f, g, h] = &*state else { return };
    let sigma_1 = mixed(logic, e, [6, 11], None, 25);
    let sigma_0 = mixed(logic, a, [2, 13], None, 22);
    let choice: Word = (0..32).map(|bit| logic.mux(e[bit], f[bit], g[bit])).collect();
    let majority: Word = (0..32).map(|bit| logic.majority(a[bit], b[bit], c[bit])).collect();
    let terms = [h.clone(), k, w, sigma_1, choice];
    let (new_e, new_a) = if variant == Variant::Shallow {
        // Both sums take the first one as two numbers, before its carries are resolved.
        let first = carry_save(logic, &terms);
        let with = |others: &[&Word]| {
            first.iter().chain(others.iter().copied()).cloned().collect::<Vec<_>>()
        };
        let (for_e, for_a) = (with(&[d]), with(&[&sigma_0, &majority]));
        (sum(logic, variant, &for_e), sum(logic, variant, &for_a))
    } else {
        let first = sum(logic, variant, &terms);
        let new_e = add(logic, variant, d, &first, Signal::FALSE).0;
        (new_e, sum(logic, variant, &[first, sigma_0, majority]))
    };
    state.rotate_right(1);
    state[0] = new_a;
    state[4] = new_e;
}

/// The sum modulo 2 of a word rotated by two amounts, and shifted or rotated by a third.
fn mixed(
    logic: &mut Logic,
    x: &Word,
    rotations: [usize; 2],
    shift: Option<usize>,
    rotation: usize,
) -> Word {
    let [first, second] = rotations.map(|by| rotate_right(x, by));
    let third = shift.map_or_else(|| rotate_right(x, rotation), |by| shift_right(x, by));
    let both = xor(logic, &first, &second);
    xor(logic, &both, &third)
}

/// Words of 32 bits, written highest bit first, as numbers.
fn from_bits(bits: &[Signal]) -> Vec<Word> {
    bits.chunks(32).map(|word| word.iter().rev().copied().collect()).collect()
}
