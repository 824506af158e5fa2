//! From programs on a stack to gates.

use std::collections::HashMap;

use crate::expression::parse::{Parsed, Step};
use crate::expression::token::Place;
use crate::expression::{Expression, ExpressionError};
use crate::limits;
use crate::model::{Builder, CircuitError, Decimal, Header, Node, Shape, Space};
use crate::text::FormatError;

/// What a subexpression is: known now, or when the circuit is evaluated.
#[derive(Clone, Copy)]
enum Value {
    /// An integer below the modulus.
    Constant(u64),
    Node(Node),
}

/// A gate without its label, to find equal ones; operands of sums and products are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Add(Node, Node),
    Sub(Node, Node),
    Mul(Node, Node),
    Neg(Node),
    AddConst(Node, u64),
    MulConst(Node, u64),
}

/// Builds the circuit; `order` has every definition before its use.
pub(super) fn emit(
    parsed: &Parsed<'_>,
    order: &[u32],
    shape: Shape,
) -> Result<Expression, ExpressionError> {
    let mut values: Vec<Option<Value>> = Vec::with_capacity(parsed.names.len());
    let mut inputs = Vec::new();
    for name in &parsed.names {
        values.push(name.definition.is_none().then(|| {
            inputs.push(String::from_utf8_lossy(name.text).into_owned());
            Value::Node(Node(inputs.len() as u32 - 1))
        }));
    }
    if inputs.is_empty() {
        let expected = "an input, which is a name without a definition";
        return Err(FormatError::whole(expected, "constants only").into());
    }
    let wires =
        u32::try_from(inputs.len()).map_err(|_| CircuitError::Wires(inputs.len() as u64))?;
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut emitter = Emitter {
        builder: Builder::new(shape, wires, header)?,
        wires,
        modulus: shape.space.modulus().unwrap_or(2),
        gates: HashMap::new(),
        row: Vec::new(),
        words: 0,
    };
    for &name in order {
        if let Some((steps, _)) = &parsed.names[name as usize].definition {
            values[name as usize] = Some(emitter.run(steps, &values)?);
        }
    }
    let mut outputs = Vec::with_capacity(parsed.results.len());
    for result in &parsed.results {
        outputs.push(match emitter.run(result, &values)? {
            Value::Node(node) => node,
            // A constant result still has inputs: the first of them, times nothing.
            Value::Constant(constant) => {
                let nothing = emitter.gate(Key::MulConst(Node(0), 0))?;
                emitter.gate(Key::AddConst(nothing, constant))?
            }
        });
    }
    emitter.outputs(&mut outputs)?;
    let circuit = emitter.builder.finish_with(&outputs)?;
    Ok(Expression { circuit: circuit.with_depth(), inputs })
}

struct Emitter {
    builder: Builder,
    wires: u32,
    modulus: u64,
    /// The gates so far.
    gates: HashMap<Key, Node>,
    /// The latest constant, packed.
    row: Vec<u64>,
    /// Words of all constants so far, which the builder keeps.
    words: usize,
}

impl Emitter {
    fn run(&mut self, steps: &[Step], values: &[Option<Value>]) -> Result<Value, ExpressionError> {
        let mut stack = Vec::new();
        // The parser never lets a program take more than it has pushed; zero keeps this total.
        let zero = Value::Constant(0);
        for &step in steps {
            let top = match step {
                Step::Name(name, _) => values[name as usize].unwrap_or(zero),
                Step::Constant(value) => Value::Constant(value % self.modulus),
                Step::Neg => {
                    let a = stack.pop().unwrap_or(zero);
                    self.neg(a)?
                }
                Step::Power(exponent, place) => {
                    let a = stack.pop().unwrap_or(zero);
                    self.power(a, exponent, place)?
                }
                Step::Add | Step::Sub | Step::Times(..) => {
                    let b = stack.pop().unwrap_or(zero);
                    let a = stack.pop().unwrap_or(zero);
                    match step {
                        Step::Add => self.add(a, b)?,
                        Step::Sub => self.sub(a, b)?,
                        Step::Times(count, place) => self.times(a, b, count, place)?,
                        _ => zero,
                    }
                }
            };
            stack.push(top);
        }
        Ok(stack.pop().unwrap_or(zero))
    }

    fn add(&mut self, a: Value, b: Value) -> Result<Value, ExpressionError> {
        match (a, b) {
            (Value::Constant(a), Value::Constant(b)) => {
                Ok(Value::Constant(add_mod(a, b, self.modulus)))
            }
            (Value::Node(node), Value::Constant(0)) | (Value::Constant(0), Value::Node(node)) => {
                Ok(Value::Node(node))
            }
            (Value::Node(node), Value::Constant(c)) | (Value::Constant(c), Value::Node(node)) => {
                self.gate(Key::AddConst(node, c)).map(Value::Node)
            }
            (Value::Node(a), Value::Node(b)) => {
                self.gate(Key::Add(a.min(b), a.max(b))).map(Value::Node)
            }
        }
    }

    fn sub(&mut self, a: Value, b: Value) -> Result<Value, ExpressionError> {
        match (a, b) {
            (Value::Node(a), Value::Node(b)) if self.is_integer() => {
                self.gate(Key::Sub(a, b)).map(Value::Node)
            }
            _ => {
                let negated = self.neg(b)?;
                self.add(a, negated)
            }
        }
    }

    fn neg(&mut self, a: Value) -> Result<Value, ExpressionError> {
        match a {
            Value::Constant(a) => Ok(Value::Constant((self.modulus - a) % self.modulus)),
            Value::Node(a) if self.is_integer() => self.gate(Key::Neg(a)).map(Value::Node),
            Value::Node(_) => Ok(a),
        }
    }

    fn mul(&mut self, a: Value, b: Value) -> Result<Value, ExpressionError> {
        match (a, b) {
            (Value::Constant(a), Value::Constant(b)) => {
                Ok(Value::Constant(mul_mod(a, b, self.modulus)))
            }
            (Value::Node(node), Value::Constant(1)) | (Value::Constant(1), Value::Node(node)) => {
                Ok(Value::Node(node))
            }
            (Value::Node(node), Value::Constant(c)) | (Value::Constant(c), Value::Node(node)) => {
                self.gate(Key::MulConst(node, c)).map(Value::Node)
            }
            (Value::Node(a), Value::Node(b)) => {
                self.gate(Key::Mul(a.min(b), a.max(b))).map(Value::Node)
            }
        }
    }

    /// a·b·…·b, from the left.
    fn times(
        &mut self,
        a: Value,
        b: Value,
        count: u64,
        place: Place,
    ) -> Result<Value, ExpressionError> {
        if let Value::Constant(b) = b {
            return self.mul(a, Value::Constant(pow_mod(b, count, self.modulus)));
        }
        let most = limits::EXPRESSION_GATES as u64;
        if self.builder.len() as u64 + count > most {
            return Err(place.error(format!("at most {most} operations in all"), b"^").into());
        }
        (0..count).try_fold(a, |product, _| self.mul(product, b))
    }

    fn power(&mut self, a: Value, exponent: u64, place: Place) -> Result<Value, ExpressionError> {
        match a {
            Value::Constant(a) => Ok(Value::Constant(pow_mod(a, exponent, self.modulus))),
            Value::Node(_) => self.times(a, a, exponent - 1, place),
        }
    }

    fn is_integer(&self) -> bool {
        self.builder.shape().space != Space::Gf2
    }

    /// The gate, the one there is already if there is one.
    fn gate(&mut self, key: Key) -> Result<Node, ExpressionError> {
        if let Some(&node) = self.gates.get(&key) {
            return Ok(node);
        }
        let node = self.push(key)?;
        self.gates.insert(key, node);
        Ok(node)
    }

    fn push(&mut self, key: Key) -> Result<Node, CircuitError> {
        let label = self.wires + self.builder.len() as u32;
        match key {
            Key::Add(a, b) => self.builder.add(label, a, b),
            Key::Sub(a, b) => self.builder.sub(label, a, b),
            Key::Mul(a, b) => self.builder.mul(label, a, b),
            Key::Neg(a) => self.builder.neg(label, a),
            Key::AddConst(a, constant) => {
                self.pack(constant)?;
                self.builder.add_const(label, a, &self.row)
            }
            Key::MulConst(a, constant) => {
                self.pack(constant)?;
                self.builder.mul_const(label, a, &self.row)
            }
        }
    }

    /// Sets `row` to the constant in every slot, packed as gates want it.
    fn pack(&mut self, constant: u64) -> Result<(), CircuitError> {
        let shape = self.builder.shape();
        self.words += shape.words();
        if self.words > limits::EXPRESSION_WORDS {
            return Err(CircuitError::TooManyExpressionConstants);
        }
        self.row.clear();
        if shape.space == Space::Gf2 {
            self.row.resize(shape.words(), if constant == 1 { u64::MAX } else { 0 });
            if let Some(last) = self.row.last_mut() {
                *last &= shape.tail_mask();
            }
        } else {
            self.row.resize(shape.words(), constant);
        }
        Ok(())
    }

    /// Makes a single output the last gate, which it is unless it is an input as it stands; of several
    /// outputs only that there is a gate at all.
    fn outputs(&mut self, outputs: &mut [Node]) -> Result<(), ExpressionError> {
        let single = outputs.len() == 1;
        let Some(first) = outputs.first_mut() else { return Ok(()) };
        let is_last = self.wires as usize + self.builder.len() == first.index() + 1;
        if self.builder.is_empty() || (single && !is_last) {
            *first = self.push(Key::AddConst(*first, 0))?;
        }
        Ok(())
    }
}

/// Operands below the modulus, which is below 2^62.
fn add_mod(a: u64, b: u64, modulus: u64) -> u64 {
    (a + b) % modulus
}

fn mul_mod(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn pow_mod(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut square, mut result) = (base, 1 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul_mod(result, square, modulus);
        }
        square = mul_mod(square, square, modulus);
        exponent >>= 1;
    }
    result
}
