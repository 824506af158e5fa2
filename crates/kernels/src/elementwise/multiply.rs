//! Products with constants prepared beforehand.

use super::{kernel, update};
use crate::{Prepared, Table, Zq};

kernel! {
    /// Class 2.
    Scale<'a> { x: &'a mut [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update(lanes, x, [], #[inline(always)] |x, []| lanes.mul(lanes.load(x), w));
    }
}

kernel! {
    /// Class 2.
    ScaleInto<'a> { out: &'a mut [u64], x: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update(lanes, out, [x], #[inline(always)] |_, [x]| lanes.mul(lanes.load(x), w));
    }
}

kernel! {
    /// 1 + 2: class 3.
    ScaleAdd<'a> { acc: &'a mut [u64], x: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update(lanes, acc, [x], #[inline(always)] |acc, [x]| {
            lanes.add(lanes.load(acc), lanes.mul(lanes.load(x), w))
        });
    }
}

kernel! {
    /// (1 - 1, thus 3)·w: class 2.
    SubScale<'a> { x: &'a mut [u64], y: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.mul(lanes.sub(lanes.load(x), lanes.load(y)), w)
        });
    }
}

kernel! {
    /// Class 2.
    MulTable<'a> { x: &'a mut [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update(lanes, x, [values, quotients], #[inline(always)] |x, [values, quotients]| {
            lanes.mul(lanes.load(x), lanes.multipliers(values, quotients))
        });
    }
}

kernel! {
    /// Class 2.
    MulTableInto<'a> { out: &'a mut [u64], x: &'a [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update(lanes, out, [x, values, quotients], #[inline(always)] |_, [x, values, quotients]| {
            lanes.mul(lanes.load(x), lanes.multipliers(values, quotients))
        });
    }
}

kernel! {
    /// 1 + 2: class 3.
    MulTableAdd<'a> { acc: &'a mut [u64], x: &'a [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update(lanes, acc, [x, values, quotients], #[inline(always)] |acc, [x, values, quotients]| {
            let product = lanes.mul(lanes.load(x), lanes.multipliers(values, quotients));
            lanes.add(lanes.load(acc), product)
        });
    }
}

impl Zq {
    /// `x[i]` *= w.
    pub fn scale_assign(&self, x: &mut [u64], w: Prepared) {
        self.run(Scale { x, w });
    }

    /// `out[i]` = `w·x[i]`.
    pub fn scale_into(&self, out: &mut [u64], x: &[u64], w: Prepared) {
        self.run(ScaleInto { out, x, w });
    }

    /// `acc[i]` += `w·x[i]`.
    pub fn scale_add_assign(&self, acc: &mut [u64], x: &[u64], w: Prepared) {
        self.run(ScaleAdd { acc, x, w });
    }

    /// `x[i]` = w·(`x[i]` - `y[i]`), as exact division needs it.
    pub fn sub_scale_assign(&self, x: &mut [u64], y: &[u64], w: Prepared) {
        self.run(SubScale { x, y, w });
    }

    /// `x[i]` *= `table[i]`.
    pub fn mul_table_assign(&self, x: &mut [u64], table: &Table) {
        self.run(MulTable { x, table });
    }

    /// `out[i]` = `x[i]·table[i]`.
    pub fn mul_table_into(&self, out: &mut [u64], x: &[u64], table: &Table) {
        self.run(MulTableInto { out, x, table });
    }

    /// `acc[i]` += `x[i]·table[i]`.
    pub fn mul_table_add_assign(&self, acc: &mut [u64], x: &[u64], table: &Table) {
        self.run(MulTableAdd { acc, x, table });
    }
}
