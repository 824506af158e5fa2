//! Processor times of operations, side by side.

/// Nanoseconds that this thread has run; some systems count in ticks of 4 ms.
fn thread_ns() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

/// A sample is at least so many times an operation that its processor time is this long.
const SAMPLE_NS: u64 = 100_000_000;

/// What it is, how many transforms it takes, and itself.
pub(crate) type Operation<'a> = (&'static str, f64, Box<dyn FnMut() + 'a>);

/// The median processor time of each operation, in interleaved rounds.
pub(crate) fn medians(rounds: usize, operations: &mut [Operation<'_>]) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); operations.len()];
    let mut repeat = vec![1_u64; operations.len()];
    for round in 0..=rounds {
        for (((_, _, operation), times), repeat) in
            operations.iter_mut().zip(&mut times).zip(&mut repeat)
        {
            loop {
                let start = thread_ns();
                (0..*repeat).for_each(|_| operation());
                let taken = thread_ns() - start;
                if round == 0 && taken < SAMPLE_NS {
                    *repeat *= 2;
                    continue;
                }
                if round > 0 {
                    times.push(taken / *repeat);
                }
                break;
            }
        }
    }
    let median = |times: &mut Vec<u64>| {
        times.sort_unstable();
        times[times.len() / 2] as f64
    };
    times.iter_mut().map(median).collect()
}
