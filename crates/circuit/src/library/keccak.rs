//! The permutation Keccak-f[1600] (FIPS 202, section 3).

use crate::library::{Ports, words};
use crate::netlist::{Logic, Netlist, NetlistError, Port, Signal};

const ROUNDS: usize = 24;
const LANE: usize = 64;

/// Input and output `state` (1600 bits) in the order of the standard: lane x + 5y at 64·(x + 5y),
/// the lowest bit of each lane first, which is the order of the bytes' bits from the lowest up.
pub(super) fn keccak_f() -> Result<Netlist, NetlistError> {
    let mut logic = Logic::new(vec![Port::new("state", 1600)])?;
    let [state] = logic.inputs().ports()?;
    let mut lanes: Vec<Vec<Signal>> = state.chunks(LANE).map(<[Signal]>::to_vec).collect();
    let mut register = 1u8;
    for _ in 0..ROUNDS {
        theta(&mut logic, &mut lanes);
        lanes = rho_pi(&lanes);
        lanes = chi(&mut logic, &lanes);
        iota(&mut lanes[0], &mut register);
    }
    logic.finish(vec![Port::new("state", 1600)], lanes.concat())
}

fn theta(logic: &mut Logic, lanes: &mut [Vec<Signal>]) {
    let parities: Vec<Vec<Signal>> = (0..5)
        .map(|x| (1..5).fold(lanes[x].clone(), |sum, y| words::xor(logic, &sum, &lanes[x + 5 * y])))
        .collect();
    for x in 0..5 {
        let right = words::rotate_right(&parities[(x + 1) % 5], LANE - 1);
        let effect = words::xor(logic, &parities[(x + 4) % 5], &right);
        for y in 0..5 {
            lanes[x + 5 * y] = words::xor(logic, &lanes[x + 5 * y], &effect);
        }
    }
}

/// Each lane rotated by a triangular number and moved to (y, 2x + 3y).
fn rho_pi(lanes: &[Vec<Signal>]) -> Vec<Vec<Signal>> {
    let mut moved = lanes.to_vec();
    let (mut x, mut y) = (1, 0);
    for t in 0..ROUNDS {
        let by = (t + 1) * (t + 2) / 2 % LANE;
        let lane = words::rotate_right(&lanes[x + 5 * y], (LANE - by) % LANE);
        (x, y) = (y, (2 * x + 3 * y) % 5);
        moved[x + 5 * y] = lane;
    }
    moved
}

fn chi(logic: &mut Logic, lanes: &[Vec<Signal>]) -> Vec<Vec<Signal>> {
    (0..25)
        .map(|at| {
            let (x, row) = (at % 5, at - at % 5);
            let next = words::complement(&lanes[row + (x + 1) % 5]);
            let product = words::and(logic, &next, &lanes[row + (x + 2) % 5]);
            words::xor(logic, &lanes[at], &product)
        })
        .collect()
}

/// Adds the round constant, whose bits 2^j − 1 come from a shift register.
fn iota(lane: &mut [Signal], register: &mut u8) {
    for j in 0..7 {
        if *register & 1 == 1 {
            lane[(1 << j) - 1] = !lane[(1 << j) - 1];
        }
        *register = *register << 1 ^ if *register >> 7 == 1 { 0x71 } else { 0 };
    }
}
