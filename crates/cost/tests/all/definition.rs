//! Counts and bytes that follow from what an operation is, worked out by hand: both rings could agree
//! and be wrong.

use ringassay_cost::{Call, CostRecord, Kernel};
use ringassay_ring::{
    Crt, Powerful,
    gadget::RnsGadget,
    sample::{Distribution, Label, Sampler, Seed},
};

use crate::common::{agree, ring, rings};

const SEED: [u8; 32] = [3; 32];

/// Calls of a kernel in a phase, of whatever length.
fn calls(seen: &CostRecord, phase: &str, which: impl Fn(Kernel) -> bool) -> u64 {
    let counts = &seen.phase(phase).unwrap().counts;
    counts.iter().filter(|(call, _)| which(call.kernel)).map(|(_, &times)| times).sum()
}

fn forward(kernel: Kernel) -> bool {
    kernel.is_forward_transform()
}

fn inverse(kernel: Kernel) -> bool {
    matches!(kernel, Kernel::CrtInverse { .. })
}

program!(Switch<R>(rings, phase) {
    let ring = &rings[0];
    let (from, to) = ([0, 1, 2, 3, 4], [0, 1, 5]);
    let switch = ring.switch_between(&from, &to, 2)?;
    let x = R::pick_limbs(&ring.uniform(&Seed::from_bytes(SEED)), &ring.pick(&from), &from)?;
    phase("switch");
    let _x = R::switch(&x, &switch)?;
    drop(x);
    phase("after");
});

#[test]
fn a_switch_transforms_what_goes_back_and_the_result_forth() {
    // n = 72 for m = 91: rows of 576 bytes.
    let seen = agree(&[ring(91, &[30, 30, 30, 30, 30, 25])], &Switch);
    let count = |which: fn(Kernel) -> bool| calls(&seen, "switch", which);
    assert_eq!((count(inverse), count(forward)), (3, 3));
    assert_eq!(count(|kernel| kernel == Kernel::Correction { from: 3, to: 3 }), 1);
    assert_eq!(count(|kernel| kernel == Kernel::Merge), 2, "of the limbs that stay");
    assert_eq!(count(|kernel| kernel == Kernel::Copy), 3, "what goes");
    // What is switched, what goes, the correction, which becomes the result.
    let switch = seen.phase("switch").unwrap();
    assert_eq!(switch.peak_bytes, (5 + 3 + 3) * 576);
    assert_eq!(switch.total_bytes, (3 + 3) * 576);
    assert_eq!(seen.phase("after").unwrap().peak_bytes, 3 * 576);
}

program!(KeySwitch<R>(rings, phase) {
    let ring = &rings[0];
    let seed = Seed::from_bytes(SEED);
    let source = [0, 1, 2, 3];
    let gadget = ring.gadget(&[0..2, 2..4])?;
    phase("hint");
    let table = R::table(&[ring.uniform(&seed), ring.uniform(&seed)])?;
    let x = R::pick_limbs(&ring.uniform(&seed), &ring.pick(&source), &source)?;
    phase("digits");
    let digits = R::digits(&x, &gadget, ring)?;
    phase("product");
    let _sum = R::inner_product(&digits, &table, &[0, 1, 2, 3, 4, 5], &[0, 1])?;
});

#[test]
fn digits_are_extended_from_their_own_limbs_to_all_others() {
    let seen = agree(&[ring(91, &[30, 30, 30, 30, 30, 25])], &KeySwitch);
    let count = |which: fn(Kernel) -> bool| calls(&seen, "digits", which);
    // Two digits in six limbs, less those that are known: two of each.
    assert_eq!((count(inverse), count(forward)), (4, 2 * 6 - 2 * 2));
    assert_eq!(count(|kernel| kernel == Kernel::BaseExtension { from: 2, to: 4 }), 2);
    let inner = |kernel| kernel == Kernel::InnerProduct { terms: 2 };
    assert_eq!(calls(&seen, "product", inner), 6);
    let digits = seen.phase("digits").unwrap();
    let working = 2 * RnsGadget::working_bytes(&[1 << 30; 2], 72) as u64;
    assert_eq!(digits.total_bytes, (2 * 6 + 4) * 576 + working, "digits, coefficients, fractions");
    assert_eq!(seen.phase("product").unwrap().total_bytes, 6 * 576);
    // Words, packed or not, and their quotients where the backend wants them.
    let words = seen.phase("hint").unwrap().total_bytes - (3 * 6 + 4) * 576;
    let (packed, whole) = (2 * 72 / 8 * (5 * 30 + 25), 2 * 6 * 576);
    assert!([packed, whole, 2 * whole].contains(&words), "{words}");
}

program!(Errors<R>(rings, phase) {
    let ring = &rings[0];
    let sampler = Sampler::new(ring.index(), Distribution::Spherical { sigma: 3.2 })?;
    phase("error");
    let _error = ring.error(&sampler, &mut Seed::from_bytes(SEED).stream(Label::new("e"), 0), 2)?;
});

#[test]
fn an_error_is_drawn_once_and_reduced_modulo_each_prime() {
    let seen = agree(&[ring(127, &[30, 30, 55])], &Errors);
    let drawn = calls(&seen, "error", |kernel| matches!(kernel, Kernel::Sample(_)));
    let phase = seen.phase("error").unwrap();
    let reduced = |wide| {
        let reductions = phase.counts.iter().filter(|(call, _)| call.kernel == Kernel::Reduce);
        reductions.filter(|(call, _)| call.wide == wide).map(|(_, times)| times).sum::<u64>()
    };
    assert_eq!((drawn, reduced(false), reduced(true)), (1, 2, 1));
    // 126 integers, and rows of 126 words that are padded to 128.
    assert_eq!(phase.peak_bytes, 8 * 126 + 3 * 8 * 128);
    let (erased, others): (Vec<Call>, Vec<Call>) =
        phase.counts.keys().copied().partition(|call| call.kernel == Kernel::Erase);
    assert!(others.iter().all(|call| call.length == 126), "lengths are n");
    // The integers, and the buffer of the error, which nobody has declared public.
    assert_eq!(erased.iter().map(|call| call.length).collect::<Vec<_>>(), [126, 3 * 128]);
}

program!(Automorphism<R>(rings, phase) {
    phase("CRT");
    R::automorphism(&rings[0].zero::<Crt>(), 3)?;
    phase("powerful");
    R::automorphism(&rings[0].zero::<Powerful>(), 8)?;
});

#[test]
fn an_automorphism_moves_the_axes_that_it_changes() {
    // 8 is 1 modulo 7 and not modulo 13.
    let seen = agree(&[ring(91, &[30, 30])], &Automorphism);
    assert_eq!(calls(&seen, "CRT", |kernel| kernel == Kernel::Gather), 2);
    let moved =
        |prime| calls(&seen, "powerful", |kernel| kernel == Kernel::MoveAxis { m: 91, prime });
    assert_eq!((moved(13), moved(7)), (2, 0));
}

program!(Tower<R>(rings, phase) {
    let extension = rings[0].extension(&rings[1])?;
    phase("up");
    let big = R::embed(&rings[0].zero::<Crt>(), &extension)?;
    phase("down");
    R::twace(&big, &extension)?;
});

#[test]
fn maps_between_rings_take_one_call_for_each_limb() {
    let seen = agree(&rings(&[7, 91], &[30, 30]), &Tower);
    let up = |kernel| matches!(kernel, Kernel::Embed { small: 7, big: 91, .. });
    let down = |kernel| matches!(kernel, Kernel::Twace { small: 7, big: 91, .. });
    assert_eq!((calls(&seen, "up", up), calls(&seen, "down", down)), (2, 2));
    // Rows of 6 words, padded to 8, become rows of 72.
    assert_eq!(seen.phase("up").unwrap().total_bytes, 2 * 64 + 2 * 576);
}
