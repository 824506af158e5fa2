//! Ways to answer wrongly.

use super::fault::Fault;
use super::random::Random;
use crate::builtin::slots::{other_value, with_slots};

/// The output with the fault in it; `None` for faults of another sort.
pub(super) fn falsify(
    fault: Fault,
    output: &[u8],
    random: &mut Random,
    probability: f64,
) -> Option<Vec<u8>> {
    let change_one = |random: &mut Random| {
        with_slots(output, |slots| {
            if let Some(slot) = random.pick(slots) {
                *slot = other_value(slot);
            }
        })
    };
    Some(match fault {
        Fault::WrongBit => change_one(random),
        Fault::Flaky if random.chance(probability) => change_one(random),
        Fault::Flaky => output.to_vec(),
        Fault::WrongRotate => with_slots(output, |slots| {
            if !slots.is_empty() {
                slots.rotate_right(1);
            }
        }),
        Fault::Complement => with_slots(output, |slots| {
            slots.iter_mut().for_each(|slot| *slot = other_value(slot));
        }),
        Fault::Noise => with_slots(output, |slots| {
            for slot in slots {
                *slot = if random.chance(0.5) { b"1" } else { b"0" };
            }
        }),
        Fault::Empty => Vec::new(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn falsified(fault: Fault, output: &[u8], probability: f64) -> Vec<u8> {
        falsify(fault, output, &mut Random::new(Some(7)), probability).unwrap()
    }

    #[test]
    fn wrong_outputs() {
        assert_eq!(falsified(Fault::Complement, b"00101", 0.0), b"11010");
        assert_eq!(falsified(Fault::WrongRotate, b"[1,2,3]", 0.0), b"[3,1,2]");
        assert_eq!(falsified(Fault::Empty, b"1", 0.0), b"");
        assert_eq!(falsified(Fault::Flaky, b"0110", 0.0), b"0110");
        for fault in [Fault::WrongBit, Fault::Flaky] {
            let wrong = falsified(fault, b"0110", 1.0);
            let different = wrong.iter().zip(b"0110").filter(|(a, b)| a != b).count();
            assert_eq!((wrong.len(), different), (4, 1), "{fault:?}");
        }
        let noise = falsified(Fault::Noise, &[b'0'; 1000], 0.0);
        let ones = noise.iter().filter(|&&bit| bit == b'1').count();
        assert!((400..600).contains(&ones), "{ones} of 1000");
    }
}
