//! Sums, differences and products of vectors.

use super::{kernel, update_words};
use crate::{Zq, lanes::Lanes};

/// acc + x·y, canonical as all three are.
#[inline(always)]
fn multiply_add<L: Lanes>(lanes: L, acc: L::I, x: &L::Block, y: &L::Block) -> L::I {
    let product = lanes.product(lanes.load(x), lanes.load(y));
    lanes.add_words(acc, lanes.product_words(product))
}

/// y + (x - y)·m, canonical as all three are.
#[inline(always)]
fn select<L: Lanes>(lanes: L, x: &L::Block, y: &L::Block, m: &L::Block) -> L::I {
    let y = lanes.load_words(y);
    let product = lanes.product(lanes.difference(lanes.load_words(x), y), lanes.load(m));
    lanes.add_words(lanes.product_words(product), y)
}

kernel! {
    /// Words.
    Add<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.add_words(lanes.load_words(x), lanes.load_words(y))
        });
    }
}

kernel! {
    /// Words.
    AddInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.add_words(lanes.load_words(x), lanes.load_words(y))
        });
    }
}

kernel! {
    /// Words.
    Sub<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.sub_words(lanes.load_words(x), lanes.load_words(y))
        });
    }
}

kernel! {
    /// Words.
    SubFrom<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.sub_words(lanes.load_words(y), lanes.load_words(x))
        });
    }
}

kernel! {
    /// Words.
    SubInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.sub_words(lanes.load_words(x), lanes.load_words(y))
        });
    }
}

kernel! {
    /// 0 - x, in words.
    Neg<'a> { x: &'a mut [u64] },
    |lanes: L| {
        let zero = lanes.splat_word(0);
        update_words(lanes, x, [], #[inline(always)] |x, []| {
            lanes.sub_words(zero, lanes.load_words(x))
        });
    }
}

kernel! {
    /// 0 - x, in words.
    NegInto<'a> { out: &'a mut [u64], x: &'a [u64] },
    |lanes: L| {
        let zero = lanes.splat_word(0);
        update_words(lanes, out, [x], #[inline(always)] |_, [x]| {
            lanes.sub_words(zero, lanes.load_words(x))
        });
    }
}

kernel! {
    /// Words.
    AddScalar<'a> { x: &'a mut [u64], c: u64 },
    |lanes: L| {
        let c = lanes.splat_word(c);
        update_words(lanes, x, [], #[inline(always)] |x, []| {
            lanes.add_words(lanes.load_words(x), c)
        });
    }
}

kernel! {
    /// A product.
    Mul<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.product_words(lanes.product(lanes.load(x), lanes.load(y)))
        });
    }
}

kernel! {
    /// A product.
    MulInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.product_words(lanes.product(lanes.load(x), lanes.load(y)))
        });
    }
}

kernel! {
    /// Words, one of them a product.
    MulAdd<'a> { acc: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, acc, [x, y], #[inline(always)] |acc, [x, y]| {
            multiply_add(lanes, lanes.load_words(acc), x, y)
        });
    }
}

kernel! {
    /// Words, one of them a product.
    MulSub<'a> { acc: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update_words(lanes, acc, [x, y], #[inline(always)] |acc, [x, y]| {
            let product = lanes.product(lanes.load(x), lanes.load(y));
            lanes.sub_words(lanes.load_words(acc), lanes.product_words(product))
        });
    }
}

kernel! {
    /// Words, one of them a product of a residue of class 1 with another one.
    Select<'a> { x: &'a mut [u64], y: &'a [u64], m: &'a [u64] },
    |lanes: L| {
        update_words(lanes, x, [y, m], #[inline(always)] |x, [y, m]| select(lanes, x, y, m));
    }
}

kernel! {
    /// Likewise.
    SelectInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64], m: &'a [u64] },
    |lanes: L| {
        update_words(lanes, out, [x, y, m], #[inline(always)] |_, [x, y, m]| {
            select(lanes, x, y, m)
        });
    }
}

impl Zq {
    /// `x[i]` += `y[i]`.
    pub fn add_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Add { x, y });
    }

    /// `out[i]` = `x[i]` + `y[i]`.
    pub fn add_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(AddInto { out, x, y });
    }

    /// `x[i]` -= `y[i]`.
    pub fn sub_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Sub { x, y });
    }

    /// `x[i]` = `y[i]` - `x[i]`.
    pub fn sub_from_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(SubFrom { x, y });
    }

    /// `out[i]` = `x[i]` - `y[i]`.
    pub fn sub_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(SubInto { out, x, y });
    }

    /// `x[i]` = -`x[i]`.
    pub fn neg_assign(&self, x: &mut [u64]) {
        self.run(Neg { x });
    }

    /// `out[i]` = -`x[i]`.
    pub fn neg_into(&self, out: &mut [u64], x: &[u64]) {
        self.run(NegInto { out, x });
    }

    /// `x[i]` += c, c canonical.
    pub fn add_scalar_assign(&self, x: &mut [u64], c: u64) {
        self.run(AddScalar { x, c });
    }

    /// `x[i]` *= `y[i]`.
    pub fn mul_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Mul { x, y });
    }

    /// `out[i]` = `x[i]·y[i]`.
    pub fn mul_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulInto { out, x, y });
    }

    /// `acc[i]` += `x[i]·y[i]`.
    pub fn mul_add_assign(&self, acc: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulAdd { acc, x, y });
    }

    /// `acc[i]` -= `x[i]·y[i]`.
    pub fn mul_sub_assign(&self, acc: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulSub { acc, x, y });
    }

    /// `x[i]` = `y[i]` + (`x[i]` - `y[i]`)·`m[i]`.
    pub fn select_assign(&self, x: &mut [u64], y: &[u64], m: &[u64]) {
        self.run(Select { x, y, m });
    }

    /// `out[i]` = `y[i]` + (`x[i]` - `y[i]`)·`m[i]`.
    pub fn select_into(&self, out: &mut [u64], x: &[u64], y: &[u64], m: &[u64]) {
        self.run(SelectInto { out, x, y, m });
    }
}
