//! In which passes the layers of a transform are computed.

use crate::{
    Zq,
    lanes::{Lanes, Task},
};

/// Words that fit the first-level cache together with their multipliers, log2: 32 KiB.
const CACHE_WORDS_LOG: usize = 12;

/// The most layers of a pass over what exceeds the cache: 2^3 vectors that lie a power of two
/// apart share a set of it, which has no room for 2^4.
const OUTER_LAYERS: usize = 3;

/// The passes of a transform over at least two vectors.
///
/// The layers within two vectors and the next few are one pass, the *base*, over 2^`base` vectors
/// at a time; the others, from the widest butterflies on, are the upper passes, over 2^1 … 2^4
/// vectors that lie apart. The `outer` ones, over more than fits the cache, cut the transform into
/// leaves; each leaf takes the `inner` passes and the base before the next one, and a block takes
/// an outer pass right before its first leaf (or after its last one in the inverse).
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) base: usize,
    /// The layers of each pass.
    pub(super) outer: Vec<usize>,
    pub(super) inner: Vec<usize>,
    /// Their sums.
    pub(super) outer_layers: usize,
    pub(super) inner_layers: usize,
}

impl Plan {
    /// For length 2^`log_n` on the lanes of `zq`.
    pub(super) fn new(zq: &Zq, log_n: u32) -> Self {
        let Shape { lanes_log, radix_log } = zq.run(Shape::default());
        let above = log_n as usize - lanes_log;
        let base = radix_log.min(above);
        let (mut outer, mut inner) = (Vec::new(), Vec::new());
        let (mut left, mut block) = (above - base, log_n as usize);
        while left > 0 && block > CACHE_WORDS_LOG {
            let layers = left.min(OUTER_LAYERS).min(radix_log);
            outer.push(layers);
            (left, block) = (left - layers, block - layers);
        }
        while left > 0 {
            // As few passes as possible, as equal as possible.
            let layers = left.div_ceil(left.div_ceil(radix_log));
            inner.push(layers);
            left -= layers;
        }
        let (outer_layers, inner_layers) = (outer.iter().sum(), inner.iter().sum());
        Self { base, outer, inner, outer_layers, inner_layers }
    }
}

/// What the plan depends on.
#[derive(Default)]
struct Shape {
    lanes_log: usize,
    radix_log: usize,
}

impl Task for Shape {
    type Output = Self;

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> Self {
        Self { lanes_log: L::PACKINGS.len(), radix_log: L::RADIX_LOG }
    }
}
