//! The bounds on everything that is read, in one place (see `docs/formats.md`).
//!
//! Every reader checks a bound before it allocates for what the bound is about.

/// Largest circuit text, in bytes.
pub const CIRCUIT_BYTES: usize = 256 << 20;
/// Largest input text, in bytes.
pub const INPUT_BYTES: usize = 1 << 30;
/// Largest test script or key-parameter text, in bytes.
pub const SCRIPT_BYTES: usize = 1 << 20;
/// Longest line of a gf2 or fan-in circuit, in bytes.
pub const LINE_BYTES: usize = 1 << 20;
/// Longest line of a circuit over integers or reals, in bytes: a constant holds up to 2^17 numbers.
pub const ZT_LINE_BYTES: usize = 16 << 20;
/// Most gates in a circuit.
pub const GATES: usize = 10_000_000;
/// Most input wires of a circuit.
pub const WIRES: usize = 1_000_000;
/// Most outputs of a circuit: their names fit one line.
pub const OUTPUTS: usize = 1 << 16;
/// Most levels of a fan-in circuit.
pub const LEVELS: usize = 1_000_000;
/// Largest batch ℓ: slots of a vector.
pub const BATCH: usize = 1 << 17;
/// Most operands of one fan-in gate.
pub const FAN_IN: usize = 10_000;
/// Exclusive bound on the plaintext modulus t of `zt`.
pub const MODULUS: u64 = 1 << 62;
/// Largest bound R on the inputs of a circuit over reals; the smallest is its inverse.
pub const BOUND: f64 = (1u64 << 40) as f64;
/// Highest degree of a polynomial gate.
pub const DEGREE: usize = 255;
/// Longest text of a real number, in bytes.
pub const REAL_BYTES: usize = 64;
/// Most 64-bit words held by the values of one input or by all constants of a circuit.
pub const WORDS: usize = 1 << 29;
/// Largest expression, in bytes.
pub const EXPRESSION_BYTES: usize = 1 << 20;
/// Words of the constants of an expression together: each stands in every slot, so that a few bytes
/// of text become a megabyte. 512 MiB.
pub const EXPRESSION_WORDS: usize = 1 << 26;
/// Most gates that an expression may become: powers make many out of few bytes.
pub const EXPRESSION_GATES: usize = 1_000_000;
/// Most parentheses inside each other in an expression.
pub const EXPRESSION_NESTING: usize = 64;
/// Longest name in an expression, in bytes.
pub const NAME_BYTES: usize = 64;
/// Largest netlist (Bristol, AIGER, BLIF), in bytes.
pub const NETLIST_BYTES: usize = CIRCUIT_BYTES;
/// Longest name in a netlist, in bytes.
pub const SYMBOL_BYTES: usize = 1024;
/// Most inputs of one table of a BLIF file.
pub const TABLE_INPUTS: usize = 1024;
/// Most models in a BLIF file.
pub const MODELS: usize = 1 << 17;
/// Most names in all instances of models that a BLIF file consists of: hierarchies make many out of few
/// bytes.
pub const FLAT_WORDS: usize = 4 * GATES;
