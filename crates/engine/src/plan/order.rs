//! The order of the steps.

use super::{Register, Step};

/// The steps that lead to the outputs, in an order in which few registers are live, and registers
/// numbered in that order.
///
/// Depth first from one output after another; of the operands of a step, the one whose computation takes more
/// registers comes first (R. Sethi and J. Ullman, "The generation of optimal code for arithmetic
/// expressions", 1970, which is optimal for trees).
pub(super) fn order(steps: Vec<Step>, outputs: &[Register]) -> (Vec<Step>, Vec<Register>) {
    let registers = steps.iter().map(|step| step.registers().end).max().unwrap_or(0) as usize;
    let mut writer = vec![0; registers];
    let mut need = vec![0_u32; steps.len()];
    for (at, step) in steps.iter().enumerate() {
        step.registers().for_each(|register| writer[register as usize] = at);
        let mut needs: Vec<u32> =
            step.action.operands().map(|operand| need[writer[operand as usize]]).collect();
        needs.sort_unstable_by(|a, b| b.cmp(a));
        let of_operands = (0..).zip(needs).map(|(held, need)| held + need).max().unwrap_or(0);
        need[at] = of_operands.max(step.action.outputs());
    }
    let order = depth_first(&steps, &writer, &need, outputs);
    let mut numbers = vec![0; registers];
    let mut next = 0;
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    let mut ordered = Vec::with_capacity(order.len());
    for at in order {
        let Some(step) = steps[at].take() else { continue };
        let first = next;
        for register in step.registers() {
            numbers[register as usize] = next;
            next += 1;
        }
        let action = step.action.renumbered(|register| numbers[register as usize]);
        ordered.push(Step { action, first });
    }
    let number = |&output: &Register| numbers.get(output as usize).copied().unwrap_or_default();
    (ordered, outputs.iter().map(number).collect())
}

/// The steps that `outputs` need, each after its operands.
fn depth_first(steps: &[Step], writer: &[usize], need: &[u32], outputs: &[Register]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut entered = vec![false; steps.len()];
    let roots = outputs.iter().rev().filter_map(|&output| writer.get(output as usize));
    let mut stack: Vec<(usize, bool)> = roots.map(|&at| (at, false)).collect();
    while let Some((at, done)) = stack.pop() {
        if done {
            order.push(at);
            continue;
        }
        if std::mem::replace(&mut entered[at], true) {
            continue;
        }
        stack.push((at, true));
        let mut operands: Vec<usize> =
            steps[at].action.operands().map(|operand| writer[operand as usize]).collect();
        // The last pushed comes first.
        operands.sort_by_key(|&operand| need[operand]);
        stack.extend(operands.into_iter().filter(|&o| !entered[o]).map(|o| (o, false)));
    }
    order
}
