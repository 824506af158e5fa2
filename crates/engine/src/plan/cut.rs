//! Minimum vertex cuts.

use std::collections::VecDeque;

/// Fewest vertices of a graph that meet every path from a source to a sink; sources and sinks may be
/// among them. Of several such sets, the one nearest the sources.
///
/// As many paths without a common vertex exist (Menger); they are found as a maximum flow through
/// vertices of capacity 1 (Dinic's algorithm; S. Even and R. Tarjan, "Network flow and testing graph
/// connectivity", 1975: O(E·√V)).
pub(super) fn min_vertex_cut(
    vertices: usize,
    edges: &[(u32, u32)],
    sources: &[u32],
    sinks: &[u32],
) -> Vec<bool> {
    let mut network = Network::new(2 * vertices + 2);
    let (source, sink) = (2 * vertices, 2 * vertices + 1);
    let (entry, exit) = (|v: u32| 2 * v as usize, |v: u32| 2 * v as usize + 1);
    for v in 0..vertices as u32 {
        network.connect(entry(v), exit(v), 1);
    }
    for &(from, to) in edges {
        network.connect(exit(from), entry(to), UNBOUNDED);
    }
    sources.iter().for_each(|&v| network.connect(source, entry(v), UNBOUNDED));
    sinks.iter().for_each(|&v| network.connect(exit(v), sink, UNBOUNDED));
    while network.layer(source, sink) {
        network.augment(source, sink);
    }
    // What the last search reached lies before the cut.
    let reached = |node: usize| network.depth[node] != UNREACHED;
    (0..vertices as u32).map(|v| reached(entry(v)) && !reached(exit(v))).collect()
}

const UNBOUNDED: u32 = u32::MAX;
const UNREACHED: u32 = u32::MAX;

struct Edge {
    to: u32,
    capacity: u32,
}

/// Edges 2i and 2i + 1 are opposites.
struct Network {
    edges: Vec<Edge>,
    outgoing: Vec<Vec<u32>>,
    depth: Vec<u32>,
    next: Vec<u32>,
}

impl Network {
    fn new(nodes: usize) -> Self {
        Self {
            edges: Vec::new(),
            outgoing: vec![Vec::new(); nodes],
            depth: vec![UNREACHED; nodes],
            next: vec![0; nodes],
        }
    }

    fn connect(&mut self, from: usize, to: usize, capacity: u32) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.outgoing[from].push(self.edges.len() as u32);
            self.edges.push(Edge { to: to as u32, capacity });
        }
    }

    /// Distances from the source along edges with capacity left; whether the sink is reached.
    fn layer(&mut self, source: usize, sink: usize) -> bool {
        self.depth.fill(UNREACHED);
        self.next.fill(0);
        self.depth[source] = 0;
        let mut queue = VecDeque::from([source]);
        while let Some(node) = queue.pop_front() {
            for &edge in &self.outgoing[node] {
                let Edge { to, capacity } = self.edges[edge as usize];
                if capacity > 0 && self.depth[to as usize] == UNREACHED {
                    self.depth[to as usize] = self.depth[node] + 1;
                    queue.push_back(to as usize);
                }
            }
        }
        self.depth[sink] != UNREACHED
    }

    /// Sends as much as goes along the layers. Every path has a vertex, so that it carries 1.
    fn augment(&mut self, source: usize, sink: usize) {
        let mut path: Vec<u32> = Vec::new();
        let mut node = source;
        loop {
            if node == sink {
                for edge in path.drain(..) {
                    let (there, back) = (edge as usize, edge as usize ^ 1);
                    self.edges[there].capacity = self.edges[there].capacity.saturating_sub(1);
                    self.edges[back].capacity = self.edges[back].capacity.saturating_add(1);
                }
                node = source;
            } else if let Some(&edge) = self.outgoing[node].get(self.next[node] as usize) {
                let Edge { to, capacity } = self.edges[edge as usize];
                if capacity > 0 && self.depth[to as usize] == self.depth[node] + 1 {
                    path.push(edge);
                    node = to as usize;
                } else {
                    self.next[node] += 1;
                }
            } else if let Some(edge) = path.pop() {
                // A dead end.
                node = self.edges[edge as usize ^ 1].to as usize;
                self.next[node] += 1;
            } else {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cuts(
        vertices: usize,
        edges: &[(u32, u32)],
        sources: &[u32],
        sinks: &[u32],
        cut: &[bool],
    ) -> bool {
        let mut reached = vec![false; vertices];
        let mut stack: Vec<u32> = sources.iter().copied().filter(|&v| !cut[v as usize]).collect();
        while let Some(v) = stack.pop() {
            if std::mem::replace(&mut reached[v as usize], true) {
                continue;
            }
            stack.extend(edges.iter().filter(|e| e.0 == v && !cut[e.1 as usize]).map(|e| e.1));
        }
        sinks.iter().all(|&v| !reached[v as usize])
    }

    /// A multiplicative congruential generator: tests need no more.
    fn random(state: &mut u64, bound: u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % bound
    }

    #[test]
    fn as_small_as_the_smallest_of_all_subsets() {
        let mut state = 5;
        let mut sizes = [0_usize; 12];
        for _ in 0..600 {
            let vertices = 2 + random(&mut state, 9) as usize;
            let mut edges = Vec::new();
            for from in 0..vertices as u32 {
                for to in from + 1..vertices as u32 {
                    if random(&mut state, 10) < 3 {
                        edges.push((from, to));
                    }
                }
            }
            let mut some = |odds| -> Vec<u32> {
                (0..vertices as u32).filter(|_| random(&mut state, 10) < odds).collect()
            };
            let (sources, sinks) = (some(4), some(4));
            let cut = min_vertex_cut(vertices, &edges, &sources, &sinks);
            let size = cut.iter().filter(|&&c| c).count();
            assert!(cuts(vertices, &edges, &sources, &sinks, &cut));
            let smaller = (0_u32..1 << vertices)
                .filter(|set| (set.count_ones() as usize) < size)
                .map(|set| (0..vertices).map(|v| set >> v & 1 == 1).collect::<Vec<_>>())
                .any(|set| cuts(vertices, &edges, &sources, &sinks, &set));
            assert!(!smaller, "{edges:?} {sources:?} {sinks:?}: {cut:?}");
            sizes[size] += 1;
        }
        assert!(sizes[..4].iter().all(|&n| n > 10), "cuts of many sizes: {sizes:?}");
    }

    #[test]
    fn the_nearest_to_the_sources() {
        // A path: every vertex is a cut.
        let edges = [(0, 1), (1, 2), (2, 3)];
        assert_eq!(min_vertex_cut(4, &edges, &[0], &[3]), [true, false, false, false]);
        // Two sources that meet in 2.
        assert_eq!(
            min_vertex_cut(4, &[(0, 2), (1, 2), (2, 3)], &[0, 1], &[3]),
            [false, false, true, false]
        );
    }

    #[test]
    fn long_chains_need_no_stack() {
        let edges: Vec<_> = (0..100_000).map(|v| (v, v + 1)).collect();
        let cut = min_vertex_cut(100_001, &edges, &[0], &[100_000]);
        assert_eq!(cut.iter().filter(|&&c| c).count(), 1);
    }
}
