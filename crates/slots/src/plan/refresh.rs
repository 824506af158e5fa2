//! Where the values of a deep circuit are refreshed.
//!
//! A circuit is cut at some depths, at most as many products apart as there are levels. A value that was made below a
//! cut and is used above it is refreshed, once for each phase between two cuts that uses it; what no product was needed
//! for, as inputs, is not, for it has the highest level. The cuts with the fewest refreshes are found by dynamic programming over depths.
//! Cost: for each value the depths between it and its last use, and levels times depth.

use crate::plan::levels::Steps;

/// The depths at which phases start, 0 first, none longer than `levels`: those with the fewest refreshes, of these the
/// fewest.
pub(super) fn starts(steps: &Steps<'_>, depths: &[u32], levels: u32) -> Vec<u32> {
    let (deepest, levels) = (depths.iter().max().map_or(0, |&d| d as usize), levels as usize);
    let refreshes = Refreshes::new(steps, depths, deepest, levels);
    // The fewest refreshes and phases up to each depth, if one ends there, and where that one starts.
    let mut best: Vec<(usize, usize, usize)> = vec![(0, 0, 0)];
    for end in 1..=deepest {
        let from = end.saturating_sub(levels)..end;
        let up_to = |start: usize| {
            let (refreshed, phases, _) = best[start];
            (refreshed + refreshes.between(start, end), phases + 1, start)
        };
        let found = from.map(up_to).min().unwrap_or_default();
        best.push(found);
    }
    let mut starts = vec![best[deepest].2];
    while let Some(&end) = starts.last().filter(|&&start| start > 0) {
        starts.push(best[end].2);
    }
    starts.iter().rev().map(|&start| start as u32).collect()
}

/// What is refreshed for phases.
struct Refreshes {
    /// For each start, and each number of products: the values that phases of this length or longer refresh, and no
    /// shorter ones.
    first_used: Vec<Vec<usize>>,
}

impl Refreshes {
    fn new(steps: &Steps<'_>, depths: &[u32], deepest: usize, levels: usize) -> Self {
        let mut uses: Vec<Vec<usize>> = vec![Vec::new(); steps.steps.len()];
        let needed = || steps.steps.iter().enumerate().filter(|(at, _)| steps.needed[*at]);
        for (at, step) in needed() {
            step.operands().for_each(|operand| uses[operand as usize].push(depths[at] as usize));
        }
        let mut first_used = vec![vec![0; levels + 1]; deepest + 1];
        for (at, _) in needed().filter(|(at, _)| depths[*at] > 0) {
            let uses = &mut uses[at];
            uses.sort_unstable();
            uses.dedup();
            let mut start = depths[at] as usize;
            for &used in uses.iter() {
                for start in start..used {
                    if used - start <= levels {
                        first_used[start][used - start] += 1;
                    }
                }
                start = start.max(used);
            }
        }
        Self { first_used }
    }

    /// How many values a phase takes from before.
    fn between(&self, start: usize, end: usize) -> usize {
        self.first_used[start][..=end - start].iter().sum()
    }
}
