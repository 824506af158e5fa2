//! Circuits over bits as gates on single bits: what is known is folded, negations cost nothing, and each
//! slot of a vector is a ciphertext of its own.

use std::rc::Rc;

use ringassay_circuit::{Circuit, Const, FanIn, Gate, Node};

/// Gates of a library, on ciphertexts of one bit.
pub trait Gates {
    /// A ciphertext of one bit.
    type Cipher;
    /// What goes wrong.
    type Error;
    /// a AND b.
    fn and(&mut self, a: &Self::Cipher, b: &Self::Cipher) -> Result<Self::Cipher, Self::Error>;
    /// a XOR b.
    fn xor(&mut self, a: &Self::Cipher, b: &Self::Cipher) -> Result<Self::Cipher, Self::Error>;
    /// NOT a, which takes no bootstrapping.
    fn not(&mut self, a: &Self::Cipher) -> Result<Self::Cipher, Self::Error>;
}

/// A bit: known to all, or a ciphertext, perhaps of its negation.
#[derive(Debug)]
pub enum Bit<C> {
    /// Known.
    Known(bool),
    /// A ciphertext, and whether the negation of what it holds is meant.
    Held(Rc<C>, bool),
}

impl<C> Clone for Bit<C> {
    fn clone(&self) -> Self {
        match self {
            Self::Known(value) => Self::Known(*value),
            Self::Held(cipher, negated) => Self::Held(Rc::clone(cipher), *negated),
        }
    }
}

impl<C> Bit<C> {
    fn flipped(&self, flip: bool) -> Self {
        match self {
            Self::Known(value) => Self::Known(value ^ flip),
            Self::Held(cipher, negated) => Self::Held(Rc::clone(cipher), negated ^ flip),
        }
    }
}

fn xor<G: Gates>(gates: &mut G, a: &Bit<G::Cipher>, b: &Bit<G::Cipher>) -> Made<G> {
    Ok(match (a, b) {
        (Bit::Known(value), other) | (other, Bit::Known(value)) => other.flipped(*value),
        (Bit::Held(a, x), Bit::Held(b, y)) if Rc::ptr_eq(a, b) => Bit::Known(x ^ y),
        (Bit::Held(a, x), Bit::Held(b, y)) => Bit::Held(Rc::new(gates.xor(a, b)?), x ^ y),
    })
}

fn and<G: Gates>(gates: &mut G, a: &Bit<G::Cipher>, b: &Bit<G::Cipher>) -> Made<G> {
    Ok(match (a, b) {
        (Bit::Known(false), _) | (_, Bit::Known(false)) => Bit::Known(false),
        (Bit::Known(true), other) | (other, Bit::Known(true)) => other.clone(),
        (Bit::Held(a, x), Bit::Held(b, y)) if Rc::ptr_eq(a, b) => {
            if x == y {
                Bit::Held(Rc::clone(a), *x)
            } else {
                Bit::Known(false)
            }
        }
        (Bit::Held(a, x), Bit::Held(b, y)) => {
            let (a, b) = (plain(gates, a, *x)?, plain(gates, b, *y)?);
            Bit::Held(Rc::new(gates.and(&a, &b)?), false)
        }
    })
}

type Made<G> = Result<Bit<<G as Gates>::Cipher>, <G as Gates>::Error>;

/// The ciphertext of the bit itself.
pub fn plain<G: Gates>(
    gates: &mut G,
    cipher: &Rc<G::Cipher>,
    negated: bool,
) -> Result<Rc<G::Cipher>, G::Error> {
    Ok(if negated { Rc::new(gates.not(cipher)?) } else { Rc::clone(cipher) })
}

/// The bits of the outputs, in order; `inputs` are those of the wires.
pub fn evaluate<G: Gates>(
    circuit: &Circuit,
    gates: &mut G,
    inputs: Vec<Vec<Bit<G::Cipher>>>,
) -> Result<Vec<Vec<Bit<G::Cipher>>>, G::Error> {
    let batch = circuit.shape().batch as usize;
    let mut nodes = inputs;
    nodes.reserve(circuit.gates().len());
    let set = |mask: &[u64], slot: usize| {
        mask.get(slot / 64).is_some_and(|word| word >> (slot % 64) & 1 == 1)
    };
    for &gate in circuit.gates() {
        let at = |node: Node, slot: usize| &nodes[node.index()][slot];
        let known = |constant: Const, slot| set(circuit.mask(constant), slot);
        let mut made = Vec::with_capacity(batch);
        for slot in 0..batch {
            made.push(match gate {
                Gate::Add(a, b) | Gate::Sub(a, b) => xor(gates, at(a, slot), at(b, slot))?,
                Gate::Mul(a, b) => and(gates, at(a, slot), at(b, slot))?,
                Gate::AddConst(a, c) => at(a, slot).flipped(known(c, slot)),
                Gate::MulConst(a, c) if known(c, slot) => at(a, slot).clone(),
                Gate::MulConst(..) => Bit::Known(false),
                Gate::Neg(a) => at(a, slot).clone(),
                Gate::Rotate(a, amount) => {
                    at(a, (slot + batch - amount as usize % batch) % batch).clone()
                }
                Gate::Select(a, b, mask) => {
                    at(if set(circuit.mask(mask), slot) { a } else { b }, slot).clone()
                }
                Gate::FanIn { op, .. } => {
                    let mut folded = Bit::Known(op == FanIn::And);
                    for literal in circuit.literals(gate) {
                        let next = at(literal.node, slot).flipped(literal.negated);
                        folded = match op {
                            FanIn::And => and(gates, &folded, &next)?,
                            FanIn::Xor => xor(gates, &folded, &next)?,
                            FanIn::Or => and(gates, &folded.flipped(true), &next.flipped(true))?
                                .flipped(true),
                        };
                    }
                    folded
                }
                // Over reals only, which are refused before.
                Gate::Poly { .. } | Gate::Conj(_) => Bit::Known(false),
            });
        }
        nodes.push(made);
    }
    Ok(circuit.outputs().iter().map(|node| nodes[node.index()].clone()).collect())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use ringassay_circuit::text::read_circuit;

    use super::*;

    /// Bits in the clear, and how many gates were evaluated.
    struct Clear(usize);

    impl Gates for Clear {
        type Cipher = bool;
        type Error = Infallible;
        fn and(&mut self, a: &bool, b: &bool) -> Result<bool, Infallible> {
            self.0 += 1;
            Ok(a & b)
        }
        fn xor(&mut self, a: &bool, b: &bool) -> Result<bool, Infallible> {
            self.0 += 1;
            Ok(a ^ b)
        }
        fn not(&mut self, a: &bool) -> Result<bool, Infallible> {
            Ok(!a)
        }
    }

    fn run(text: &str, inputs: &[&str]) -> (Vec<String>, usize) {
        let circuit = read_circuit(text.as_bytes()).unwrap();
        let wires = inputs
            .iter()
            .map(|wire| wire.chars().map(|bit| Bit::Held(Rc::new(bit == '1'), false)).collect());
        let mut gates = Clear(0);
        let Ok(outputs) = evaluate(&circuit, &mut gates, wires.collect());
        let read = |bit: &Bit<bool>| match bit {
            Bit::Known(value) => *value,
            Bit::Held(value, negated) => **value ^ negated,
        };
        let text = |output: &Vec<Bit<bool>>| {
            output.iter().map(|bit| if read(bit) { '1' } else { '0' }).collect()
        };
        (outputs.iter().map(text).collect(), gates.0)
    }

    #[test]
    fn gates_are_those_of_the_formats() {
        let head = "W=2,D=3.0,L=4\n";
        for (gate, right) in [
            ("G2:LADD(W0,W1)", "0110"),
            ("G2:LMUL(W0,W1)", "0001"),
            ("G2:LADDconst(W0,[1010])", "1001"),
            ("G2:LMULconst(W0,[0110])", "0010"),
            ("G2:LROTATE(W0,1)", "1001"),
            ("G2:LSELECT(W0,W1,[1100])", "0001"),
        ] {
            assert_eq!(run(&format!("{head}{gate}"), &["0011", "0101"]).0, [right], "{gate}");
        }
    }

    #[test]
    fn dependent_operands_cost_nothing() {
        let square = "W=1,D=2.0,L=2\nG1:LMUL(W0,W0)\nG2:LADD(G1,W0)\nG3:LADDconst(G2,[01])";
        assert_eq!(run(square, &["01"]), (vec!["01".to_owned()], 0));
        let contrary = "W=1,D=2.0,L=2\nG1:LADDconst(W0,[11])\nG2:LMUL(G1,W0)";
        assert_eq!(run(contrary, &["01"]), (vec!["00".to_owned()], 0));
    }

    #[test]
    fn fan_in_gates_fold() {
        let text = "W=3,D=2,F=3\nL\nG3:OR(W0,N(W1),W2)\nL\noutput_gate:XOR(G3,W0)";
        for inputs in 0..8u32 {
            let bits: Vec<String> = (0..3).map(|i| (inputs >> i & 1).to_string()).collect();
            let [a, b, c] = [0, 1, 2].map(|i| inputs >> i & 1 == 1);
            let wires: Vec<&str> = bits.iter().map(String::as_str).collect();
            let right = if (a | !b | c) ^ a { "1" } else { "0" };
            assert_eq!(run(text, &wires).0, [right]);
        }
    }
}
