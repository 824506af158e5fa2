//! Netlists as gates of one rotation each.
//!
//! From the results backwards, only what is needed becomes a gate: a ⊕ ((a ⊕ b) ∧ (a ⊕ c)) is one majority, a ⊕ (b ⊕ c) one
//! sum of three, and complements of the operands of an AND choose among AND, AND NOT, NOT AND, NOR. So a full adder takes
//! two rotations, where the netlist has four XORs and an AND.

use ringassay_circuit::netlist::{Gate as NetlistGate, Netlist, Op, Signal};
use ringassay_gates::Gate;

use crate::Error;

/// A gate of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The gate.
    pub gate: Gate,
    /// Its operands, perhaps complements.
    pub operands: Vec<Signal>,
    /// The node of the netlist that it computes.
    pub node: u32,
}

/// The gates of a netlist in levels, and when values are no longer needed.
#[derive(Debug, Clone)]
pub struct GatePlan {
    inputs: u32,
    nodes: usize,
    levels: Vec<Vec<Step>>,
    /// For each level the nodes that no later level and no result needs.
    ends: Vec<Vec<u32>>,
    results: Vec<Signal>,
}

impl GatePlan {
    /// The plan of a netlist that [`Logic`](ringassay_circuit::netlist::Logic) made: no gate of it has a constant operand.
    ///
    /// # Errors
    /// Returns an error if a gate has one.
    pub fn new(netlist: &Netlist) -> Result<Self, Error> {
        let (inputs, nodes) = (netlist.input_bits(), netlist.nodes());
        let view = View { netlist, first: inputs as usize + 1 };
        let mut needed = vec![false; nodes];
        netlist.results().iter().for_each(|result| needed[result.node() as usize] = true);
        let mut steps = Vec::new();
        for node in (view.first..nodes).rev() {
            if !needed[node] {
                continue;
            }
            let (gate, operands) = view.gate(node, &needed)?;
            operands.iter().for_each(|operand| needed[operand.node() as usize] = true);
            steps.push(Step { gate, operands, node: node as u32 });
        }
        steps.reverse();
        Ok(Self::in_levels(inputs, nodes, steps, netlist.results().to_vec()))
    }

    /// Steps, which come after their operands, in levels.
    fn in_levels(inputs: u32, nodes: usize, steps: Vec<Step>, results: Vec<Signal>) -> Self {
        // The level after which a value is there, and the one that uses it last.
        let (mut ready, mut last) = (vec![0; nodes], vec![0; nodes]);
        let mut levels: Vec<Vec<Step>> = Vec::new();
        for step in steps {
            let operands = || step.operands.iter().map(|operand| operand.node() as usize);
            let level = operands().map(|node| ready[node]).max().unwrap_or(0);
            operands().for_each(|node| last[node] = last[node].max(level));
            ready[step.node as usize] = level + 1;
            if level == levels.len() {
                levels.push(Vec::new());
            }
            levels[level].push(step);
        }
        results.iter().for_each(|result| last[result.node() as usize] = levels.len());
        let mut ends = vec![Vec::new(); levels.len()];
        let operands = levels.iter().flatten().flat_map(|step| &step.operands);
        let mut used: Vec<u32> = operands.map(|operand| operand.node()).collect();
        used.sort_unstable();
        used.dedup();
        for node in used {
            if let Some(ending) = ends.get_mut(last[node as usize]) {
                ending.push(node);
            }
        }
        Self { inputs, nodes, levels, ends, results }
    }

    /// How many input bits there are.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// How many nodes the netlist has: the constant, the inputs, its gates.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The gates, level by level.
    pub fn levels(&self) -> &[Vec<Step>] {
        &self.levels
    }

    /// The nodes whose values end with a level.
    pub fn ends(&self, level: usize) -> &[u32] {
        self.ends.get(level).map_or(&[], Vec::as_slice)
    }

    /// The results: nodes, complements of nodes, constants.
    pub fn results(&self) -> &[Signal] {
        &self.results
    }

    /// How many rotations it takes.
    pub fn rotations(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// The most values at once, inputs counted from the beginning.
    pub fn peak(&self) -> usize {
        let (mut now, mut peak) = (self.inputs as usize, self.inputs as usize);
        for (level, steps) in self.levels.iter().enumerate() {
            now += steps.len();
            peak = peak.max(now);
            now -= self.ends(level).len();
        }
        peak
    }
}

/// The gates of a netlist by their nodes.
struct View<'a> {
    netlist: &'a Netlist,
    first: usize,
}

impl View<'_> {
    fn at(&self, node: usize) -> Option<NetlistGate> {
        node.checked_sub(self.first).and_then(|at| self.netlist.gates().get(at)).copied()
    }

    /// The operands of a signal that is the sum of two, and whether its complement is meant.
    fn sum(&self, signal: Signal) -> Option<([Signal; 2], bool)> {
        let gate = self.at(signal.node() as usize).filter(|gate| gate.op == Op::Xor)?;
        let flipped =
            signal.is_complemented() != (gate.a.is_complemented() != gate.b.is_complemented());
        Some(([gate.a.positive(), gate.b.positive()], flipped))
    }

    /// The gate that computes a node. Sums that are `needed` by others anyway are operands rather than parts of it.
    fn gate(&self, node: usize, needed: &[bool]) -> Result<(Gate, Vec<Signal>), Error> {
        let gate = self.at(node).ok_or(Error::Internal("a step that is no gate"))?;
        let NetlistGate { op, a, b } = gate;
        if a.as_constant().or(b.as_constant()).is_some() {
            return Err(Error::Internal("a gate of a constant"));
        }
        if op == Op::And {
            let gate = match (a.is_complemented(), b.is_complemented()) {
                (false, false) => Gate::And,
                (false, true) => Gate::AndNot,
                (true, false) => Gate::NotAnd,
                (true, true) => Gate::Nor,
            };
            return Ok((gate, vec![a.positive(), b.positive()]));
        }
        if a.is_complemented() || b.is_complemented() {
            return Err(Error::Internal("a sum of complements"));
        }
        if let Some(found) = self.majority(a, b).or_else(|| self.majority(b, a)) {
            return Ok(found);
        }
        let mut sums = [(a, b), (b, a)].into_iter().filter_map(|(sum, other)| {
            let ([x, y], flipped) = self.sum(sum)?;
            (!flipped).then_some((needed[sum.node() as usize], [other, x, y]))
        });
        let first = sums.next();
        let second = sums.next();
        let unneeded = first.into_iter().chain(second).min_by_key(|(is_needed, _)| *is_needed);
        Ok(match unneeded {
            Some((_, operands)) => (Gate::Xor3, operands.to_vec()),
            None => (Gate::Xor, vec![a, b]),
        })
    }

    /// The majority that a ⊕ `both` is: `both` is (a ⊕ b) ∧ (a ⊕ c), b and c perhaps complements. Where c is a constant, as
    /// of an adder without a carry, an AND or an OR of a and b.
    fn majority(&self, a: Signal, both: Signal) -> Option<(Gate, Vec<Signal>)> {
        let gate = self.at(both.node() as usize).filter(|gate| gate.op == Op::And)?;
        let other = |signal: Signal| {
            if signal.positive() == a {
                return Some(Signal::constant(signal.is_complemented()));
            }
            let ([x, y], flipped) = self.sum(signal)?;
            Some(if x == a { y } else { (y == a).then_some(x)? }.flipped(flipped))
        };
        let (b, c) = (other(gate.a)?, other(gate.b)?);
        Some(match (b.as_constant(), c.as_constant()) {
            (None, None) => (Gate::Majority, vec![a, b, c]),
            (None, Some(c)) => (if c { Gate::Or } else { Gate::And }, vec![a, b]),
            (Some(b), None) => (if b { Gate::Or } else { Gate::And }, vec![a, c]),
            (Some(_), Some(_)) => return None,
        })
    }
}
