//! A netlist: what it is, and the only way to make one.

use crate::limits;
use crate::netlist::ports::bit_names;
use crate::netlist::{Gate, Op, Signal};

/// A group of bits that go in or come out together: a number, a key, a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Printable ASCII, possibly with spaces; empty where the file has no name.
    pub name: String,
    /// Number of bits, at least one.
    pub bits: u32,
}

impl Port {
    /// A port.
    pub fn new(name: &str, bits: u32) -> Self {
        Self { name: name.to_owned(), bits }
    }
}

/// A rule of netlists that was broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetlistError {
    /// Too many gates.
    #[error("a netlist has at most {} gates", limits::GATES)]
    TooManyGates,
    /// Too many input bits.
    #[error("a netlist has at most {} input bits", limits::WIRES)]
    TooManyInputs,
    /// Too many output bits.
    #[error("a netlist has at most {} output bits", limits::OUTPUTS)]
    TooManyOutputs,
    /// A port without bits.
    #[error("a port has at least one bit")]
    EmptyPort,
    /// A name that files cannot hold.
    #[error("a port's name is printable ASCII of at most {} bytes", limits::SYMBOL_BYTES)]
    Name,
    /// An operand or result that is no input and no earlier gate.
    #[error("signal {0:?} is no constant, input or earlier gate")]
    UnknownSignal(Signal),
    /// A constant, in a format without.
    #[error("the older Bristol format has no constants: write Bristol Fashion")]
    NoConstants,
    /// The ports' bits and the results differ in number.
    #[error("the output ports have {ports} bits, the results are {results}")]
    Results {
        /// Bits of the ports.
        ports: u64,
        /// Results given.
        results: usize,
    },
}

/// A Boolean function as an XOR-AND graph with complemented edges: inputs in ports, gates in an
/// order in which operands come first, results in ports.
///
/// Node 0 is false, the inputs follow from 1, then the gates. Inverters are no gates; see
/// [`Signal`]. Made by [`Builder`] or [`crate::netlist::Logic`] and valid by construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Netlist {
    inputs: Vec<Port>,
    input_bits: u32,
    gates: Vec<Gate>,
    outputs: Vec<Port>,
    results: Vec<Signal>,
}

impl Netlist {
    /// The input ports.
    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    /// A name for each input bit: `port[i]`, or that of a port of one bit; empty without a name.
    pub fn input_names(&self) -> Vec<String> {
        bit_names(&self.inputs).collect()
    }

    /// Bits of all input ports.
    pub fn input_bits(&self) -> u32 {
        self.input_bits
    }

    /// The gates in their order.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Each gate with the signal that it drives.
    pub fn numbered_gates(&self) -> impl ExactSizeIterator<Item = (Signal, Gate)> + '_ {
        let first = self.input_bits + 1;
        self.gates
            .iter()
            .enumerate()
            .map(move |(at, &gate)| (Signal::new(first + at as u32, false), gate))
    }

    /// The output ports.
    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// One signal for each bit of the output ports.
    pub fn results(&self) -> &[Signal] {
        &self.results
    }

    /// Number of nodes: the constant, inputs, gates.
    pub fn nodes(&self) -> usize {
        1 + self.input_bits as usize + self.gates.len()
    }
}

/// Adds gates one by one, exactly as they are given.
#[derive(Clone, Debug)]
pub struct Builder {
    netlist: Netlist,
}

impl Builder {
    /// A netlist without gates.
    ///
    /// # Errors
    /// If a port breaks a rule or there are too many input bits.
    pub fn new(inputs: Vec<Port>) -> Result<Self, NetlistError> {
        let input_bits = bits(&inputs, limits::WIRES, NetlistError::TooManyInputs)?;
        Ok(Self {
            netlist: Netlist {
                inputs,
                input_bits,
                gates: Vec::new(),
                outputs: Vec::new(),
                results: Vec::new(),
            },
        })
    }

    /// The same gates over the same number of input bits in other ports.
    ///
    /// # Errors
    /// If a port breaks a rule or their bits are another number.
    pub(super) fn named(mut self, inputs: Vec<Port>) -> Result<Self, NetlistError> {
        let ports = bits(&inputs, limits::WIRES, NetlistError::TooManyInputs)?;
        let results = self.netlist.input_bits;
        if ports != results {
            return Err(NetlistError::Results { ports: ports.into(), results: results as usize });
        }
        self.netlist.inputs = inputs;
        Ok(self)
    }

    /// The netlist so far.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// The signal of input bit `index`, counted through all ports.
    ///
    /// # Errors
    /// If there is no such bit.
    pub fn input(&self, index: u32) -> Result<Signal, NetlistError> {
        let signal = Signal::new(index.saturating_add(1), false);
        self.known(signal).map(|()| signal)
    }

    /// Adds a gate.
    ///
    /// # Errors
    /// If an operand is not known yet or there are too many gates.
    pub fn push(&mut self, op: Op, a: Signal, b: Signal) -> Result<Signal, NetlistError> {
        self.known(a)?;
        self.known(b)?;
        if self.netlist.gates.len() >= limits::GATES {
            return Err(NetlistError::TooManyGates);
        }
        self.netlist.gates.push(Gate { op, a, b });
        Ok(Signal::new(self.netlist.nodes() as u32 - 1, false))
    }

    /// Adds the conjunction of `a` and `b`.
    ///
    /// # Errors
    /// See [`Builder::push`].
    pub fn and(&mut self, a: Signal, b: Signal) -> Result<Signal, NetlistError> {
        self.push(Op::And, a, b)
    }

    /// Adds the exclusive disjunction of `a` and `b`.
    ///
    /// # Errors
    /// See [`Builder::push`].
    pub fn xor(&mut self, a: Signal, b: Signal) -> Result<Signal, NetlistError> {
        self.push(Op::Xor, a, b)
    }

    /// The netlist with these results, one signal for each bit of `outputs`.
    ///
    /// # Errors
    /// If a port breaks a rule, there are too many output bits, or a result is unknown.
    pub fn finish(
        mut self,
        outputs: Vec<Port>,
        results: Vec<Signal>,
    ) -> Result<Netlist, NetlistError> {
        let ports = bits(&outputs, limits::OUTPUTS, NetlistError::TooManyOutputs)?;
        if ports as usize != results.len() {
            return Err(NetlistError::Results { ports: ports.into(), results: results.len() });
        }
        results.iter().try_for_each(|&result| self.known(result))?;
        self.netlist.outputs = outputs;
        self.netlist.results = results;
        Ok(self.netlist)
    }

    fn known(&self, signal: Signal) -> Result<(), NetlistError> {
        if (signal.node() as usize) < self.netlist.nodes() {
            Ok(())
        } else {
            Err(NetlistError::UnknownSignal(signal))
        }
    }
}

/// The bits of all ports, after checking each.
fn bits(ports: &[Port], most: usize, too_many: NetlistError) -> Result<u32, NetlistError> {
    let mut sum = 0u64;
    for port in ports {
        if port.bits == 0 {
            return Err(NetlistError::EmptyPort);
        }
        if !is_name(port.name.as_bytes()) && !port.name.is_empty() {
            return Err(NetlistError::Name);
        }
        sum += u64::from(port.bits);
    }
    if sum > most as u64 { Err(too_many) } else { Ok(sum as u32) }
}

/// Whether `name` can name a port: printable ASCII, no space at either end.
pub(crate) fn is_name(name: &[u8]) -> bool {
    !name.is_empty()
        && name.len() <= limits::SYMBOL_BYTES
        && name.iter().all(|byte| (b' '..=b'~').contains(byte))
        && name.first() != Some(&b' ')
        && name.last() != Some(&b' ')
}
