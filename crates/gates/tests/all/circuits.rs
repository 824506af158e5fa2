//! Circuits deeper than any that a leveled scheme could evaluate, against arithmetic.

use ringassay_gates::{Bit, Gate};
use ringassay_ring::RnsRing;

use crate::common::SMALL;

fn bits(x: u16) -> Vec<bool> {
    (0..16).map(|i| x >> i & 1 == 1).collect()
}

fn number(bits: &[bool]) -> u32 {
    bits.iter().enumerate().map(|(i, &bit)| u32::from(bit) << i).sum()
}

#[test]
fn a_ripple_carry_adder_adds() {
    for (x, y) in [(0, 0), (65535, 1), (65535, 65535), (12345, 54321), (43690, 21845)] {
        let (a, b) = (SMALL.encrypt(&bits(x), 3), SMALL.encrypt(&bits(y), 4));
        let mut carry = SMALL.encrypt(&[false], 5).remove(0);
        let mut sum: Vec<Bit<RnsRing>> = Vec::new();
        for (a, b) in a.iter().zip(&b) {
            sum.push(SMALL.evaluator.gate(Gate::Xor3, &[a, b, &carry]).unwrap());
            carry = SMALL.evaluator.gate(Gate::Majority, &[a, b, &carry]).unwrap();
        }
        sum.push(carry);
        assert_eq!(number(&SMALL.decrypt(&sum)), u32::from(x) + u32::from(y));
    }
}

#[test]
fn a_register_that_is_fed_back_two_hundred_times() {
    // x ← x·2 + (bit 15 ⊕ bit 13 ⊕ bit 12 ⊕ bit 10), 16 bits.
    let mut clear = 0xACE1_u16;
    let mut register = SMALL.encrypt(&bits(clear), 6);
    for _ in 0..200 {
        let three =
            SMALL.evaluator.gate(Gate::Xor3, &[&register[15], &register[13], &register[12]]);
        let next = SMALL.evaluator.gate(Gate::Xor, &[&three.unwrap(), &register[10]]).unwrap();
        register.rotate_right(1);
        register[0] = next;
        let taps = clear >> 15 ^ clear >> 13 ^ clear >> 12 ^ clear >> 10;
        clear = clear << 1 | taps & 1;
    }
    assert_eq!(number(&SMALL.decrypt(&register)), u32::from(clear));
}
