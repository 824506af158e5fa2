//! Nodes, made with the rules of arithmetic in mind.

use std::{collections::HashMap, sync::Arc};

use super::{Constant, Id, Operation, Value, paths::Paths, rotate::Terms, vector::Vectors};
use crate::{Error, Target};
use ringassay_scheme::IntegerScheme;

/// Makes the nodes of a graph. Each method returns the value asked for, which may be one that exists.
#[derive(Debug)]
pub struct Builder<'a, P: IntegerScheme> {
    pub(super) target: &'a Target<P>,
    pub(super) vectors: Vectors,
    pub(super) operations: Vec<Operation>,
    pub(super) constants: Vec<Constant>,
    known: HashMap<Operation, Id>,
    known_constants: HashMap<Constant, u32>,
    pub(super) paths: Paths<'a>,
    /// The terms of the rotation by each amount that occurred.
    pub(super) rotations: HashMap<u32, Arc<Terms>>,
    /// Nodes that are another one rotated.
    pub(super) rotated: HashMap<Id, (Id, u32)>,
}

impl<'a, P: IntegerScheme> Builder<'a, P> {
    /// No nodes yet.
    pub fn new(target: &'a Target<P>) -> Self {
        let vectors = Vectors { t: target.parameters().t(), length: target.layout().length() };
        Self {
            target,
            vectors,
            operations: Vec::new(),
            constants: Vec::new(),
            known: HashMap::new(),
            known_constants: HashMap::new(),
            paths: Paths::new(target.keys(), target.layout()),
            rotations: HashMap::new(),
            rotated: HashMap::new(),
        }
    }

    /// The node of an operation.
    pub(super) fn node(&mut self, operation: Operation) -> Id {
        *self.known.entry(operation).or_insert_with(|| {
            self.operations.push(operation);
            self.operations.len() as Id - 1
        })
    }

    pub(super) fn number(&mut self, constant: Constant) -> u32 {
        if let Some(&number) = self.known_constants.get(&constant) {
            return number;
        }
        let number = self.constants.len() as u32;
        self.constants.push(constant.clone());
        self.known_constants.insert(constant, number);
        number
    }

    /// The value of a vector that is known.
    pub fn constant(&mut self, entries: &[u64]) -> Value {
        Value::Known(self.number(Constant::of_entries(entries)))
    }

    /// The entries of a constant.
    fn entries(&self, number: u32) -> Result<Vec<u64>, Error> {
        let entries = self.constants[number as usize].entries(self.vectors.length);
        entries.ok_or(Error::Internal("a mask of slots is no value"))
    }

    /// An input wire.
    pub fn input(&mut self, wire: u32) -> Value {
        Value::Node(self.node(Operation::Input(wire)))
    }

    /// a + b.
    ///
    /// # Errors
    /// None but internal ones; likewise below.
    pub fn add(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        let (a, b) = match (a, b) {
            (Value::Known(a), Value::Known(b)) => {
                let sum = self.vectors.add(&self.entries(a)?, &self.entries(b)?);
                return Ok(self.constant(&sum));
            }
            (Value::Node(x), Value::Known(c)) | (Value::Known(c), Value::Node(x)) => {
                let c = self.entries(c)?;
                return self.add_constant(x, &c);
            }
            (Value::Node(a), Value::Node(b)) => (a.min(b), a.max(b)),
        };
        if a == b && self.vectors.t == 2 {
            return Ok(self.constant(&self.vectors.zero()));
        }
        Ok(Value::Node(self.node(Operation::Add(a, b))))
    }

    /// a - b.
    ///
    /// # Errors
    /// As [`Builder::add`].
    pub fn sub(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        if self.vectors.t == 2 {
            return self.add(a, b);
        }
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => {
                let difference = self.vectors.sub(&self.entries(a)?, &self.entries(b)?);
                Ok(self.constant(&difference))
            }
            (Value::Node(x), Value::Known(c)) => {
                let negative = self.vectors.sub(&self.vectors.zero(), &self.entries(c)?);
                self.add_constant(x, &negative)
            }
            (Value::Known(_), Value::Node(_)) => {
                let negative = self.neg(b)?;
                self.add(negative, a)
            }
            (Value::Node(a), Value::Node(b)) if a == b => Ok(self.constant(&self.vectors.zero())),
            (Value::Node(a), Value::Node(b)) => Ok(Value::Node(self.node(Operation::Sub(a, b)))),
        }
    }

    /// -a.
    ///
    /// # Errors
    /// As [`Builder::add`].
    pub fn neg(&mut self, a: Value) -> Result<Value, Error> {
        let zero = self.vectors.zero();
        match a {
            _ if self.vectors.t == 2 => Ok(a),
            Value::Known(c) => {
                let negative = self.vectors.sub(&zero, &self.entries(c)?);
                Ok(self.constant(&negative))
            }
            Value::Node(x) => Ok(Value::Node(match self.operations[x as usize] {
                Operation::Neg(y) => y,
                Operation::Sub(y, z) => self.node(Operation::Sub(z, y)),
                _ => self.node(Operation::Neg(x)),
            })),
        }
    }

    /// a·b.
    ///
    /// # Errors
    /// As [`Builder::add`].
    pub fn mul(&mut self, a: Value, b: Value) -> Result<Value, Error> {
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => {
                let product = self.vectors.mul(&self.entries(a)?, &self.entries(b)?);
                Ok(self.constant(&product))
            }
            (Value::Node(x), Value::Known(c)) | (Value::Known(c), Value::Node(x)) => {
                let c = self.entries(c)?;
                self.mul_constant(x, &c)
            }
            // Bits are their own squares.
            (Value::Node(a), Value::Node(b)) if a == b && self.vectors.t == 2 => Ok(Value::Node(a)),
            (Value::Node(a), Value::Node(b)) if a == b => {
                Ok(Value::Node(self.node(Operation::Square(a))))
            }
            (Value::Node(a), Value::Node(b)) => {
                Ok(Value::Node(self.node(Operation::Mul(a.min(b), a.max(b)))))
            }
        }
    }

    /// a where the mask is 1, b where it is 0: b + (a - b)·mask.
    ///
    /// # Errors
    /// As [`Builder::add`].
    pub fn select(&mut self, a: Value, b: Value, mask: &[u64]) -> Result<Value, Error> {
        if mask.iter().all(|&bit| bit == 1) {
            return Ok(a);
        }
        if mask.iter().all(|&bit| bit == 0) {
            return Ok(b);
        }
        let difference = self.sub(a, b)?;
        let mask = self.constant(mask);
        let chosen = self.mul(difference, mask)?;
        self.add(b, chosen)
    }

    fn add_constant(&mut self, x: Id, c: &[u64]) -> Result<Value, Error> {
        let (x, c) = match self.operations[x as usize] {
            Operation::AddConstant(y, d) => (y, self.vectors.add(c, &self.entries(d)?)),
            _ => (x, c.to_vec()),
        };
        if c.iter().all(|&c| c == 0) {
            return Ok(Value::Node(x));
        }
        let constant = self.number(Constant::of_entries(&c));
        Ok(Value::Node(self.node(Operation::AddConstant(x, constant))))
    }

    fn mul_constant(&mut self, x: Id, c: &[u64]) -> Result<Value, Error> {
        let (x, c) = match self.operations[x as usize] {
            // Masks of slots belong to rotations, and stay with them.
            Operation::MulConstant(y, d)
                if !matches!(self.constants[d as usize], Constant::Slots(_)) =>
            {
                (y, self.vectors.mul(c, &self.entries(d)?))
            }
            _ => (x, c.to_vec()),
        };
        if c.iter().all(|&c| c == 0) {
            return Ok(self.constant(&c));
        }
        if c.iter().all(|&c| c == 1) {
            return Ok(Value::Node(x));
        }
        if c.iter().all(|&c| c == self.vectors.t - 1) {
            return self.neg(Value::Node(x));
        }
        let constant = self.number(Constant::of_entries(&c));
        Ok(Value::Node(self.node(Operation::MulConstant(x, constant))))
    }

    /// The entries of a value that is known.
    pub(super) fn known_entries(&self, value: Value) -> Result<Option<Vec<u64>>, Error> {
        match value {
            Value::Known(number) => self.entries(number).map(Some),
            Value::Node(_) => Ok(None),
        }
    }
}
