//! Automorphisms as compositions of those that there are keys for.

use std::collections::{BTreeMap, BTreeSet};

use ringassay_scheme::encoding::{KeySet, Layout};

/// Compositions of two keys.
#[derive(Debug)]
pub(super) struct Paths<'a> {
    keys: &'a KeySet,
    layout: &'a Layout,
    /// For each class of exponents, the pairs of keys whose product lies in it; made when first
    /// needed.
    pairs: Option<BTreeMap<usize, Vec<(u32, u32)>>>,
}

impl<'a> Paths<'a> {
    pub(super) fn new(keys: &'a KeySet, layout: &'a Layout) -> Self {
        Self { keys, layout, pairs: None }
    }

    /// For each exponent the keys to apply one after the other, such that few images of one operand are
    /// needed in all: what several begin with is computed once. The error is an exponent that is no
    /// composition.
    pub(super) fn all(&mut self, exponents: &[u32]) -> Result<Vec<Vec<u32>>, u32> {
        let found = exponents.iter().map(|&k| self.keys.steps(k).ok_or(k));
        let mut paths = found.collect::<Result<Vec<_>, _>>()?;
        let two: Vec<usize> = (0..paths.len()).filter(|&i| paths[i].len() == 2).collect();
        if two.is_empty() {
            return Ok(paths);
        }
        let mut images: BTreeSet<u32> = paths
            .iter()
            .filter(|path| path.len() != 2)
            .filter_map(|p| p.first().copied())
            .collect();
        // Whatever may come first, with those that it leads to.
        let mut reached: BTreeMap<u32, Vec<(usize, u32)>> = BTreeMap::new();
        for &i in &two {
            for (first, second) in self.pairs_of(exponents[i]) {
                reached.entry(first).or_default().push((i, second));
            }
        }
        // Greedily the one that leads to most.
        let mut open: BTreeSet<usize> = two.into_iter().collect();
        while !open.is_empty() {
            let value = |first: &u32, to: &[(usize, u32)]| {
                let new = to.iter().filter(|(i, _)| open.contains(i)).count();
                (new, images.contains(first))
            };
            let best = reached.iter().max_by_key(|(first, to)| value(first, to));
            let Some((&first, to)) = best.filter(|(first, to)| value(first, to).0 > 0) else {
                break;
            };
            for &(i, second) in to.iter().filter(|(i, _)| open.contains(i)) {
                paths[i] = vec![first, second];
            }
            open = &open - &to.iter().map(|(i, _)| *i).collect();
            images.insert(first);
        }
        Ok(paths)
    }

    /// The pairs of keys that compose ζ ↦ ζ^k, in either order.
    fn pairs_of(&mut self, exponent: u32) -> Vec<(u32, u32)> {
        let (keys, slots) = (self.keys, self.layout.ring().slots());
        let class = |k: u64| slots.place(k).map(|place| place.slot);
        let pairs = self.pairs.get_or_insert_with(|| {
            let mut pairs = BTreeMap::<usize, Vec<(u32, u32)>>::new();
            for &first in keys.exponents() {
                for &second in keys.exponents() {
                    if let Some(class) = class(u64::from(first) * u64::from(second)) {
                        pairs.entry(class).or_default().push((first, second));
                    }
                }
            }
            pairs
        });
        class(exponent.into()).and_then(|class| pairs.get(&class)).cloned().unwrap_or_default()
    }
}
