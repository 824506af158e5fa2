//! AES-128 encryption of one block (FIPS 197), the key schedule included.

use crate::library::sbox::{SHALLOW, SMALL, sbox};
use crate::library::{Ports, Variant, words};
use crate::netlist::{Logic, Netlist, NetlistError, Port, Signal};

const ROUNDS: usize = 10;

/// Inputs `key` and `plaintext`, output `ciphertext`; bits as the standard numbers them: byte by
/// byte, the highest bit of each first.
pub(super) fn aes128(variant: Variant) -> Result<Netlist, NetlistError> {
    let program = if variant == Variant::Shallow { SHALLOW } else { SMALL };
    let mut logic = Logic::new(vec![Port::new("key", 128), Port::new("plaintext", 128)])?;
    let [key, plaintext] = logic.inputs().ports()?;
    let mut key: Vec<Vec<Signal>> = key.chunks(8).map(<[Signal]>::to_vec).collect();
    let mut state: Vec<Vec<Signal>> = plaintext.chunks(8).map(<[Signal]>::to_vec).collect();
    add_key(&mut logic, &mut state, &key);
    let mut constant = 1u8;
    for round in 1..=ROUNDS {
        key = next_key(&mut logic, program, &key, constant);
        constant = constant << 1 ^ if constant >> 7 == 1 { 0x1b } else { 0 };
        // SubBytes and ShiftRows: byte r + 4c comes from column c + r.
        state =
            (0..16).map(|at| sbox(&mut logic, program, &state[(at + 4 * (at % 4)) % 16])).collect();
        if round < ROUNDS {
            state = state.chunks(4).flat_map(|column| mix_column(&mut logic, column)).collect();
        }
        add_key(&mut logic, &mut state, &key);
    }
    logic.finish(vec![Port::new("ciphertext", 128)], state.concat())
}

fn add_key(logic: &mut Logic, state: &mut [Vec<Signal>], key: &[Vec<Signal>]) {
    for (byte, key) in state.iter_mut().zip(key) {
        *byte = words::xor(logic, byte, key);
    }
}

fn next_key(
    logic: &mut Logic,
    program: &'static str,
    key: &[Vec<Signal>],
    constant: u8,
) -> Vec<Vec<Signal>> {
    // RotWord and SubWord of the last word, and the round constant.
    let mut word: Vec<Vec<Signal>> =
        [13, 14, 15, 12].iter().map(|&at| sbox(logic, program, &key[at])).collect();
    word[0] = (0..8).map(|bit| word[0][bit].flipped(constant >> (7 - bit) & 1 == 1)).collect();
    let mut next = Vec::with_capacity(16);
    for old in key.chunks(4) {
        word = old.iter().zip(&word).map(|(old, new)| words::xor(logic, old, new)).collect();
        next.extend(word.iter().cloned());
    }
    next
}

fn mix_column(logic: &mut Logic, column: &[Vec<Signal>]) -> Vec<Vec<Signal>> {
    let pairs: Vec<_> =
        (0..4).map(|row| words::xor(logic, &column[row], &column[(row + 1) % 4])).collect();
    let all = words::xor(logic, &pairs[0], &pairs[2]);
    (0..4)
        .map(|row| {
            let rest = words::xor(logic, &column[row], &all);
            let doubled = double(logic, &pairs[row]);
            words::xor(logic, &rest, &doubled)
        })
        .collect()
}

/// Twice a byte in GF(2^8), modulo x^8 + x^4 + x^3 + x + 1.
fn double(logic: &mut Logic, byte: &[Signal]) -> Vec<Signal> {
    let high = byte[0];
    (0..8)
        .map(|bit| match bit {
            7 => high,
            3 | 4 | 6 => logic.xor(byte[bit + 1], high),
            _ => byte[bit + 1],
        })
        .collect()
}
