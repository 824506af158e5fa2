//! Ways to answer wrongly.

use super::fault::Fault;
use super::random::Random;
use crate::builtin::slots::{changed_slots, moved, other_value, with_slots};

/// The output with the fault in it; `None` for faults of another sort.
pub(super) fn falsify(
    fault: Fault,
    output: &[u8],
    random: &mut Random,
    probability: f64,
) -> Option<Vec<u8>> {
    let put_in_one = |random: &mut Random, value: fn(&[u8]) -> Vec<u8>| {
        changed_slots(output, |slots| {
            if let Some(slot) = random.pick(slots) {
                *slot = value(slot);
            }
        })
    };
    let change_one = |random: &mut Random| put_in_one(random, other_value);
    Some(match fault {
        Fault::WrongBit => change_one(random),
        Fault::Flaky if random.chance(probability) => change_one(random),
        Fault::Flaky => output.to_vec(),
        Fault::WrongRotate => with_slots(output, |slots| {
            if !slots.is_empty() {
                slots.rotate_right(1);
            }
        }),
        Fault::Complement => changed_slots(output, |slots| {
            slots.iter_mut().for_each(|slot| *slot = other_value(slot));
        }),
        Fault::OffBy => changed_slots(output, |slots| {
            slots.iter_mut().for_each(|slot| *slot = off_by(slot));
        }),
        Fault::NotANumber => put_in_one(random, |_| b"nan".to_vec()),
        Fault::Infinite => put_in_one(random, |_| b"-inf".to_vec()),
        Fault::Noise => with_slots(output, |slots| {
            for slot in slots {
                *slot = if random.chance(0.5) { b"1" } else { b"0" };
            }
        }),
        Fault::Empty => Vec::new(),
        _ => return None,
    })
}

/// 2^-10 more.
fn off_by(slot: &[u8]) -> Vec<u8> {
    moved(slot, 2_f64.powi(-10)).unwrap_or_else(|| slot.to_vec())
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
        assert_eq!(
            falsified(Fault::OffBy, b"[0.5,-1,0.25+1e-20];[1e-9]", 0.0),
            b"[0.5009765625,-0.9990234375,0.2509765625];[0.0009765635]"
        );
        assert_eq!(falsified(Fault::Complement, b"[0.5,1,0,-1e-3]", 0.0), b"[1.5,0,1,0.999]");
        for (fault, text) in [(Fault::NotANumber, "nan"), (Fault::Infinite, "-inf")] {
            let found = falsified(fault, b"[0.5,1,0]", 0.0);
            let found = String::from_utf8(found).unwrap();
            assert_eq!(found.matches(text).count(), 1, "{found}");
            assert_eq!(found.split(',').count(), 3, "{found}");
        }
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
