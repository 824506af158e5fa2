//! What is measured beforehand.

use ringassay_cost::{Call, Draw, Kernel};

use crate::jobs::LIMBS;

/// A call, and the bytes it is to go through.
pub(crate) type Wanted = (Call, usize);

/// The working set at which kernels are priced: in a near cache, unless a single call takes more.
const NEAR: usize = 128 << 10;

/// Those at which it is measured what memory takes that comes from far: about the second-level cache
/// and beyond it, up to what no cache holds.
const FAR: [usize; 10] =
    [512 << 10, 1 << 20, 3 << 19, 2 << 20, 3 << 20, 4 << 20, 6 << 20, 10 << 20, 24 << 20, 64 << 20];

/// The kernels that tell, and the length of their rows.
const FAR_KERNELS: [Kernel; 2] = [Kernel::Add, Kernel::Copy];
const FAR_LENGTH: u32 = 1 << 12;

/// The working sets of products with tables, which are read once in a program.
const TABLES: [usize; 3] = [1 << 20, 4 << 20, 12 << 20];

/// Lengths of rows.
const LENGTHS: [u32; 5] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16];

/// Those of kernels that compute portably, far above the pace of memory.
const WIDE_LENGTHS: [u32; 2] = [1 << 11, 1 << 14];

/// Those of kernels that are measured with several numbers of limbs.
const FEW_LENGTHS: [u32; 3] = [1 << 10, 1 << 13, 1 << 15];

/// The largest power of two whose transforms are measured.
const LARGEST_LOG2_INDEX: u32 = 17;

/// One row, whatever its modulus, or without one.
const PLAIN_ROWS: [Kernel; 4] = [Kernel::Copy, Kernel::Clear, Kernel::Erase, Kernel::Uniform];

/// One row, modulo narrow and wide primes.
const ROWS: [Kernel; 11] = [
    Kernel::Add,
    Kernel::Sub,
    Kernel::Neg,
    Kernel::Scale,
    Kernel::Mul,
    Kernel::MulAdd,
    Kernel::Select,
    Kernel::MulTable,
    Kernel::Gather,
    Kernel::Reduce,
    Kernel::Merge,
];

/// One row, which never comes from far.
const SMALL: [Kernel; 7] = [
    Kernel::CentreMessage,
    Kernel::IntegerAdd,
    Kernel::IntegerScale,
    Kernel::Sample(Draw::Ternary),
    Kernel::Sample(Draw::SparseTernary),
    Kernel::Sample(Draw::DiscreteGaussian),
    Kernel::Sample(Draw::CenteredBinomial { eta: 21 }),
];

/// The default grid. Kernels of an index other than a power of two are measured when asked for.
pub(crate) fn default() -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for kernel in PLAIN_ROWS {
        rows(&mut wanted, kernel, false, &LENGTHS);
    }
    for kernel in FAR_KERNELS {
        let call = Call { kernel, length: FAR_LENGTH, wide: false };
        wanted.extend(FAR.map(|bytes| (call, bytes)));
    }
    for from in PLANS {
        let kernel = Kernel::PlanExtension { from, to: 1 };
        wanted.push((Call { kernel, length: 1, wide: false }, 0));
    }
    for length in [1 << 18, 1 << 20] {
        wanted.push((Call { kernel: Kernel::Erase, length, wide: false }, 8 << 20));
    }
    for wide in [false, true] {
        let lengths: &[u32] = if wide { &WIDE_LENGTHS } else { &LENGTHS };
        ROWS.iter().for_each(|&kernel| rows(&mut wanted, kernel, wide, lengths));
        transforms(&mut wanted, wide);
        columns(&mut wanted, wide);
        products(&mut wanted, wide);
    }
    for length in LENGTHS {
        let calls = SMALL.map(|kernel| Call { kernel, length, wide: false });
        wanted.extend(calls.map(|call| (call, 0)));
        let centre = |wide| (Call { kernel: Kernel::Centre, length, wide }, 0);
        wanted.extend([centre(false), centre(true)]);
    }
    wanted
}

/// What runs in rings of large coefficients besides their own kernels.
pub(crate) fn plain() -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for kernel in [Kernel::Copy, Kernel::Clear, Kernel::Erase, Kernel::Mul, Kernel::MulAdd] {
        rows(&mut wanted, kernel, false, &LENGTHS);
    }
    for kernel in FAR_KERNELS {
        let call = Call { kernel, length: FAR_LENGTH, wide: false };
        wanted.extend(FAR.map(|bytes| (call, bytes)));
    }
    for length in [1 << 18, 1 << 20] {
        wanted.push((Call { kernel: Kernel::Erase, length, wide: false }, 8 << 20));
    }
    wanted
}

/// The working set at which a call is priced. Transforms run on elements of many limbs, each of which
/// has tables of its own: they are most of what a transform reads.
fn near(call: Call) -> usize {
    let beside = matches!(call.kernel, Kernel::EraseScratch { .. } | Kernel::Fold);
    match call.kernel.is_transform() || beside {
        true => NEAR.max(2 * LIMBS[0] * 8 * (call.length as usize).next_multiple_of(8)),
        false => NEAR,
    }
}

/// What is measured of a call that was asked for.
pub(crate) fn on_demand(call: Call) -> Vec<Wanted> {
    match call.kernel {
        Kernel::InnerProduct { .. } => TABLES.iter().map(|&bytes| (call, bytes)).collect(),
        // It runs with a transform, of which the price is subtracted.
        Kernel::Fold => {
            let forward = Call { kernel: Kernel::CrtForward { m: 2 * call.length }, ..call };
            [call, forward].map(|call| (call, near(call))).into()
        }
        _ => vec![(call, near(call))],
    }
}

/// How many limbs messages are decrypted from.
const PLANS: [u32; 8] = [1, 2, 3, 4, 6, 8, 12, 16];

fn rows(wanted: &mut Vec<Wanted>, kernel: Kernel, wide: bool, lengths: &[u32]) {
    let calls = lengths.iter().map(|&length| Call { kernel, length, wide });
    wanted.extend(calls.map(|call| (call, near(call))));
}

fn transforms(wanted: &mut Vec<Wanted>, wide: bool) {
    let smallest = if wide { 11 } else { 9 };
    for log2_m in smallest..=LARGEST_LOG2_INDEX {
        let (m, length) = (1 << log2_m, 1 << (log2_m - 1));
        let reduced = Kernel::CrtForwardReduced { m };
        for kernel in [Kernel::CrtForward { m }, reduced, Kernel::CrtInverse { m }] {
            rows(wanted, kernel, wide, &[length]);
        }
    }
}

fn columns(wanted: &mut Vec<Wanted>, wide: bool) {
    let (sources, targets): (&[u32], &[u32]) = match wide {
        false => (&[1, 2, 3, 4, 6, 10], &[1, 3, 8, 16]),
        true => (&[1, 2, 4], &[1, 4, 12]),
    };
    for length in FEW_LENGTHS {
        let mut add = |kernel| wanted.push((Call { kernel, length, wide }, NEAR));
        for &from in sources {
            for &to in targets {
                add(Kernel::BaseExtension { from, to });
                add(Kernel::Correction { from, to });
                // Rarely used: a coarser grid.
                if from.is_power_of_two() && length == 1 << 13 {
                    add(Kernel::FastBaseExtension { from, to });
                    add(Kernel::Divide { from, to });
                }
            }
            add(Kernel::EstimateLargest { limbs: from });
            add(Kernel::EvenExtension { from, to: 1 });
            if length < 1 << 15 {
                add(Kernel::Lift { limbs: from });
            }
        }
    }
}

fn products(wanted: &mut Vec<Wanted>, wide: bool) {
    let terms: &[u32] = if wide { &[1, 2, 4, 8] } else { &[1, 2, 3, 4, 6, 8, 12] };
    for length in FEW_LENGTHS {
        for &terms in terms {
            let call = |kernel| Call { kernel, length, wide };
            let product = call(Kernel::InnerProduct { terms });
            wanted.extend(TABLES.iter().map(|&bytes| (product, bytes)));
            wanted.push((call(Kernel::PrepareTable { terms }), 0));
            if terms.is_power_of_two() && length == 1 << 13 {
                wanted.push((call(Kernel::Recompose { digits: terms }), 0));
                wanted.push((call(Kernel::BaseDigits { limbs: 4, digits: terms }), 0));
            }
        }
    }
}
