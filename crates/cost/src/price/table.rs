//! Interpolation between measured cells.

/// Prices over several sizes: a tree with a level for each, so that the cells need not fill a grid.
#[derive(Debug, Clone)]
pub(super) enum Table {
    /// A price.
    Leaf { ns: f64, spread: f64 },
    /// Ascending logarithms of a size, and what lies there.
    Level(Vec<(f64, Table)>),
}

/// What a table says at a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) ns: f64,
    pub(super) spread: f64,
    /// Whether the point lies beyond the cells in a level that counts.
    pub(super) outside: bool,
}

/// How far beyond the cells a point may lie and still be called inside: half an octave.
const MARGIN: f64 = 0.5;

impl Table {
    pub(super) fn new() -> Self {
        Self::Level(Vec::new())
    }

    /// Another cell; one that was there before at the same place is overwritten.
    pub(super) fn insert(&mut self, place: &[f64], ns: f64, spread: f64) {
        let Some((&at, rest)) = place.split_first() else {
            *self = Self::Leaf { ns, spread };
            return;
        };
        if let Self::Leaf { .. } = self {
            *self = Self::new();
        }
        let Self::Level(entries) = self else { return };
        let position = entries.partition_point(|(key, _)| *key < at);
        if entries.get(position).is_none_or(|(key, _)| *key != at) {
            entries.insert(position, (at, Self::new()));
        }
        entries[position].1.insert(rest, ns, spread);
    }

    /// The price at a point, linear between the nearest cells of each level, constant beyond the
    /// outermost. `counts` says in how many levels, the first ones, that is an extrapolation.
    pub(super) fn at(&self, place: &[f64], counts: usize) -> Option<Point> {
        let entries = match self {
            Self::Leaf { ns, spread } => {
                return Some(Point { ns: *ns, spread: *spread, outside: false });
            }
            Self::Level(entries) => entries,
        };
        let (&at, rest) = place.split_first()?;
        let (first, last) = (entries.first()?, entries.last()?);
        let below = counts.saturating_sub(1);
        let beyond = at < first.0 - MARGIN || at > last.0 + MARGIN;
        let position = entries.partition_point(|(key, _)| *key <= at);
        let mut point = if position == 0 {
            first.1.at(rest, below)?
        } else if position == entries.len() {
            last.1.at(rest, below)?
        } else {
            let ((left, lower), (right, upper)) = (&entries[position - 1], &entries[position]);
            let (a, b) = (lower.at(rest, below)?, upper.at(rest, below)?);
            let t = (at - left) / (right - left);
            Point {
                ns: a.ns + t * (b.ns - a.ns),
                spread: a.spread.max(b.spread),
                outside: a.outside || b.outside,
            }
        };
        point.outside |= counts > 0 && beyond;
        Some(point)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new();
        for (x, y, ns) in [(0.0, 0.0, 1.0), (0.0, 2.0, 3.0), (4.0, 1.0, 10.0)] {
            table.insert(&[x, y], ns, 0.1);
        }
        table
    }

    #[test]
    fn cells_are_met_and_between_them_it_is_linear() {
        let at = |x, y| table().at(&[x, y], 1).unwrap();
        assert_eq!(at(0.0, 2.0), Point { ns: 3.0, spread: 0.1, outside: false });
        assert_eq!(at(0.0, 1.0).ns, 2.0);
        assert_eq!(at(2.0, 1.0).ns, 6.0, "levels need not have the same places");
    }

    #[test]
    fn beyond_the_cells_it_is_constant_and_says_so() {
        let at = |x, y| table().at(&[x, y], 1).unwrap();
        assert_eq!((at(9.0, 1.0).ns, at(9.0, 1.0).outside), (10.0, true));
        assert_eq!((at(4.0, 99.0).ns, at(4.0, 99.0).outside), (10.0, false), "does not count");
        assert_eq!(Table::new().at(&[0.0], 1), None);
    }

    #[test]
    fn the_last_cell_of_a_place_counts() {
        let mut table = table();
        table.insert(&[0.0, 0.0], 7.0, 0.2);
        assert_eq!(table.at(&[0.0, 0.0], 2).unwrap().ns, 7.0);
    }
}
