//! A range of multiples of a generator as sums of a few smaller ranges.

use ringassay_interrupt::checkpoint;

use super::Layout;

/// Along one axis: the numbers -`low`, …, `high`, times `stride`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) low: usize,
    pub(super) high: usize,
    stride: usize,
}

impl Range {
    fn len(self) -> usize {
        self.low + self.high + 1
    }
}

/// For each step and each axis a range: every move that a rotation of a layout needs is a product of
/// one move for each step, that is along every axis a sum of numbers of the steps' ranges.
#[derive(Debug, Clone)]
pub(super) struct Splitting {
    steps: Vec<Vec<Range>>,
}

impl Splitting {
    /// The splitting into `steps` with fewest moves in all.
    pub(super) fn best(layout: &Layout, steps: usize) -> Self {
        let choices: Vec<Vec<Vec<Range>>> =
            needed(layout).into_iter().map(|range| pareto(split(range, steps))).collect();
        let mut best = Vec::new();
        search(&choices, &mut Vec::new(), &mut vec![1; steps], &mut (usize::MAX, &mut best));
        // From axes of steps to steps of axes.
        let of_step = |step: usize| best.iter().map(|axis: &Vec<Range>| axis[step]).collect();
        Self { steps: (0..steps).map(of_step).collect() }
    }

    /// The exponents of all moves of all steps, with repetitions.
    pub(super) fn exponents(&self, layout: &Layout) -> Vec<u32> {
        let sizes = layout.axes();
        let units = layout.ring().slots().units();
        let subgroup = layout.cosets().next().unwrap_or_default();
        let moves = self.steps.iter().flat_map(|ranges| {
            ranges.iter().zip(sizes).fold(vec![0], |positions: Vec<usize>, (range, &size)| {
                let coordinates = (0..range.len()).map(|i| {
                    // i - low, times the stride, modulo the size.
                    (i + range.low * (size - 1)) % size * range.stride % size
                });
                let with = |&outer: &usize| coordinates.clone().map(move |c| outer * size + c);
                positions.iter().flat_map(with).collect()
            })
        });
        moves.map(|position| units[subgroup[position] as usize]).collect()
    }
}

/// Along each axis the differences of coordinates of entries.
pub(super) fn needed(layout: &Layout) -> Vec<Range> {
    let range = |(&extent, &size): (&usize, &usize)| {
        let reach = extent - 1;
        // In a full axis differences repeat after its length.
        let (low, high) =
            if 2 * reach + 1 >= size { ((size - 1) / 2, size / 2) } else { (reach, reach) };
        Range { low, high, stride: 1 }
    };
    layout.arrangement().extents.iter().zip(layout.axes()).map(range).collect()
}

/// All ways to cover a range by sums of one number from each of `steps` ranges.
fn split(range: Range, steps: usize) -> Vec<Vec<Range>> {
    if steps == 1 {
        return vec![vec![range]];
    }
    let Range { low, high, stride } = range;
    let first = |len: usize| {
        // Around 0, so that steps by one in both directions are among them.
        let first = Range { low: (len - 1) / 2, high: len / 2, stride };
        let rest = Range {
            low: low.saturating_sub(first.low).div_ceil(len),
            high: high.saturating_sub(first.high).div_ceil(len),
            stride: stride * len,
        };
        split(rest, steps - 1).into_iter().map(move |rest| [vec![first], rest].concat())
    };
    (1..=range.len()).flat_map(first).collect()
}

/// The ways of which no other one is shorter in every step.
fn pareto(mut ways: Vec<Vec<Range>>) -> Vec<Vec<Range>> {
    let lengths = |way: &[Range]| way.iter().map(|range| range.len()).collect::<Vec<_>>();
    ways.sort_by_key(|way| lengths(way));
    let mut kept: Vec<Vec<Range>> = Vec::new();
    for way in ways {
        let worse = |other: &Vec<Range>| other.iter().zip(&way).all(|(a, b)| a.len() <= b.len());
        if !kept.iter().any(worse) {
            kept.push(way);
        }
    }
    kept
}

/// Tries all combinations of one way for each axis; `sizes` are the numbers of moves so far, and
/// `best` the fewest moves found with their ways.
fn search(
    choices: &[Vec<Vec<Range>>],
    chosen: &mut Vec<Vec<Range>>,
    sizes: &mut Vec<usize>,
    best: &mut (usize, &mut Vec<Vec<Range>>),
) {
    checkpoint();
    let moves: usize = sizes.iter().sum();
    if moves >= best.0 {
        return;
    }
    let Some((ways, rest)) = choices.split_first() else {
        best.0 = moves;
        best.1.clone_from(chosen);
        return;
    };
    for way in ways {
        let before = sizes.clone();
        sizes.iter_mut().zip(way).for_each(|(size, range)| *size *= range.len());
        chosen.push(way.clone());
        search(rest, chosen, sizes, best);
        chosen.pop();
        *sizes = before;
    }
}
