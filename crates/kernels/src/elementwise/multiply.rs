//! Products with constants prepared beforehand.

use super::{kernel, update_words};
use crate::{Prepared, Table, Zq};

kernel! {
    /// A product.
    Scale<'a> { x: &'a mut [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update_words(lanes, x, [], #[inline(always)] |x, []| {
            lanes.product_words(lanes.mul(lanes.load(x), w))
        });
    }
}

kernel! {
    /// A product.
    ScaleInto<'a> { out: &'a mut [u64], x: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update_words(lanes, out, [x], #[inline(always)] |_, [x]| {
            lanes.product_words(lanes.mul(lanes.load(x), w))
        });
    }
}

kernel! {
    /// Words, one of them a product.
    ScaleAdd<'a> { acc: &'a mut [u64], x: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update_words(lanes, acc, [x], #[inline(always)] |acc, [x]| {
            let product = lanes.mul(lanes.load(x), w);
            lanes.add_words(lanes.load_words(acc), lanes.product_words(product))
        });
    }
}

kernel! {
    /// A product of a difference of class 1.
    SubScale<'a> { x: &'a mut [u64], y: &'a [u64], w: Prepared },
    |lanes: L| {
        let w = lanes.multiplier((w.0, w.1));
        update_words(lanes, x, [y], #[inline(always)] |x, [y]| {
            let difference = lanes.difference(lanes.load_words(x), lanes.load_words(y));
            lanes.product_words(lanes.mul(difference, w))
        });
    }
}

kernel! {
    /// A product.
    MulTable<'a> { x: &'a mut [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update_words(lanes, x, [values, quotients], #[inline(always)] |x, [values, quotients]| {
            lanes.product_words(lanes.mul(lanes.load(x), lanes.multipliers(values, quotients)))
        });
    }
}

kernel! {
    /// A product.
    MulTableInto<'a> { out: &'a mut [u64], x: &'a [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update_words(lanes, out, [x, values, quotients], #[inline(always)] |_, [x, values, quotients]| {
            lanes.product_words(lanes.mul(lanes.load(x), lanes.multipliers(values, quotients)))
        });
    }
}

kernel! {
    /// Words, one of them a product.
    MulTableAdd<'a> { acc: &'a mut [u64], x: &'a [u64], table: &'a Table },
    |lanes: L| {
        let Table { values, quotients } = table;
        update_words(lanes, acc, [x, values, quotients], #[inline(always)] |acc, [x, values, quotients]| {
            let product = lanes.mul(lanes.load(x), lanes.multipliers(values, quotients));
            lanes.add_words(lanes.load_words(acc), lanes.product_words(product))
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
