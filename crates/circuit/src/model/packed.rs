//! Several inputs of a circuit in the slots of one vector.

use crate::limits;
use crate::model::{Builder, Circuit, CircuitError, Const, Gate, Shape, Space};

impl Circuit {
    /// The circuit that computes this SIMD circuit `rows` times at once: entry i of row r lies in slot
    /// i·rows + r. A rotation of every row by k is then one of the whole vector by k·rows, so that the
    /// gates stay the same gates, one for one, and so does the depth that is declared.
    ///
    /// # Errors
    /// [`CircuitError::Batch`] if the vectors became too long, or `rows` is zero, or the circuit is a
    /// fan-in circuit; [`CircuitError::TooManyConstants`] if the constants did.
    pub fn packed(&self, rows: u32) -> Result<Self, CircuitError> {
        if rows == 1 {
            return Ok(self.clone());
        }
        let old = self.shape();
        let batch = u64::from(old.batch) * u64::from(rows);
        let fits = batch <= limits::BATCH as u64;
        let batch = u32::try_from(batch).ok().filter(|_| fits).ok_or(CircuitError::Batch(batch))?;
        let packing = Packing { circuit: self, rows: rows as usize };
        let mut new = Builder::new(Shape { batch, ..old }, self.wires(), self.header())?;
        for (&gate, &label) in self.gates().iter().zip(self.labels()) {
            match gate {
                Gate::Add(a, b) => new.add(label, a, b)?,
                Gate::Sub(a, b) => new.sub(label, a, b)?,
                Gate::Mul(a, b) => new.mul(label, a, b)?,
                Gate::Neg(a) => new.neg(label, a)?,
                Gate::Conj(a) => new.conj(label, a)?,
                Gate::AddConst(a, c) => new.add_const(label, a, &packing.constant(c))?,
                Gate::MulConst(a, c) => new.mul_const(label, a, &packing.constant(c))?,
                Gate::Select(a, b, mask) => new.select(label, a, b, &packing.mask(mask))?,
                Gate::Rotate(a, k) => new.rotate(label, a, u64::from(k) * u64::from(rows))?,
                Gate::Poly { x, .. } => new.poly(label, x, self.coefficients(gate))?,
                Gate::FanIn { .. } => return Err(CircuitError::Batch(batch.into())),
            };
        }
        new.finish_with(self.outputs())
    }
}

/// Constants of a circuit, each entry repeated for every row.
struct Packing<'a> {
    circuit: &'a Circuit,
    rows: usize,
}

impl Packing<'_> {
    fn constant(&self, constant: Const) -> Vec<u64> {
        let shape = self.circuit.shape();
        if shape.space == Space::Gf2 {
            return self.mask(constant);
        }
        let entries =
            self.circuit.values(constant).chunks_exact(shape.words() / shape.batch as usize);
        entries.flat_map(|entry| std::iter::repeat_n(entry, self.rows)).flatten().copied().collect()
    }

    fn mask(&self, mask: Const) -> Vec<u64> {
        let (words, slots) = (self.circuit.mask(mask), self.circuit.shape().batch as usize);
        let mut packed = vec![0_u64; (slots * self.rows).div_ceil(64)];
        for slot in (0..slots).filter(|slot| words[slot / 64] >> (slot % 64) & 1 == 1) {
            for at in slot * self.rows..(slot + 1) * self.rows {
                packed[at / 64] |= 1 << (at % 64);
            }
        }
        packed
    }
}
