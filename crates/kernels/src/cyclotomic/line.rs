//! Rader's convolution along a single long column.
//!
//! With p - 1 = n1·n2 the column becomes a matrix: DFTs of n1 points on its columns; DFTs of n2
//! points on its rows, the spectrum, and their inverse; inverse DFTs of n1 points. Each of the
//! three sweeps keeps its tiles in the first-level cache, and its vectors are full however few
//! columns the tensor has. Coprime n1 and n2 are combined by Good and Thomas, others by Cooley and
//! Tukey. x_0 travels in one more column.

use crate::{
    Zq,
    cyclotomic::{
        Scratch,
        access::{Access, NOWHERE},
        cost::Costs,
        dft::{Dft, inverse},
        number::{gcd, generator, mul_mod, pow_mod, root_of_unity},
        stage::{Direction, Grid, Kernel, Stage, leave_open},
        sweep::{Minus, Sweep, on_rows, scratch_words},
    },
};

crate::heap_bytes!(Line: columns_forward, columns_inverse, columns_less, middle_forward, middle_inverse, coefficients, order,
    middle_rows, middle_order, values);

/// CRT_p for single columns.
#[derive(Debug, Clone)]
pub(super) struct Line {
    p: usize,
    /// Rows and columns of the matrix.
    n1: usize,
    n2: usize,
    /// Words from row to row of the matrix, which has a column for x_0.
    stride: usize,
    columns_forward: Vec<Stage>,
    columns_inverse: Vec<Stage>,
    /// The same where something is subtracted from the results.
    columns_less: Vec<Stage>,
    middle_forward: Vec<Stage>,
    middle_inverse: Vec<Stage>,
    /// The coefficient x_j that each word of the matrix holds, `n2 + 1` to a row.
    coefficients: Vec<u32>,
    /// Where x_{p-1} = 0 is in the matrix.
    absent: (usize, usize),
    /// 0, 1, …: rows of matrices in their order.
    order: Vec<u32>,
    /// Rows of the middle tile: x_0, then the others.
    middle_rows: Vec<u32>,
    /// Those of the tile in the order of the matrix.
    middle_order: Vec<u32>,
    /// Where the value of each word of the matrix goes, `n2` to a row; None where that is its place.
    values: Option<Vec<u32>>,
}

/// DFTs of n1 and n2 points that combine to one of n = n1·n2, for a root of order n.
struct Cut {
    n1: u32,
    n2: u32,
    coprime: bool,
    columns: Dft,
    rows: Dft,
    /// The l of each word of the matrix, whose value is that at ω^g^l.
    logarithms: Vec<u32>,
}

impl Cut {
    /// None where p - 1 has no good cut, or q no root.
    fn new(zq: &Zq, costs: &Costs, p: u32) -> Option<(Self, u64)> {
        let modulus = zq.modulus();
        let n = p - 1;
        let (n1, n2) = cut(n)?;
        let w = root_of_unity(modulus, u64::from(n))?;
        let coprime = gcd(u64::from(n1), u64::from(n2)) == 1;
        // Good and Thomas: residues combine with these idempotents, and roots by them too.
        let power = |x: u32, totient: u32| mul_mod(x, pow_mod(x, totient - 1, n / x), n);
        let totient =
            |m: u32| (1..=m).filter(|&k| gcd(u64::from(k), u64::from(m)) == 1).count() as u32;
        let (e1, e2) =
            if coprime { (power(n2, totient(n1)), power(n1, totient(n2))) } else { (n2, 1) };
        let (f1, f2) = if coprime { (e1, e2) } else { (n2, n1) };
        let columns = Dft::new(zq, costs, n1, modulus.pow(w, u64::from(f1)));
        let rows = Dft::new(zq, costs, n2, modulus.pow(w, u64::from(f2)));
        let index = |k1: u32, k2: u32| (mul_mod(k1, e1, n) + mul_mod(k2, e2, n)) % n;
        let line = |k1: u32| rows.input.iter().map(move |&k2| index(k1, k2));
        let logarithms = columns.input.iter().flat_map(|&k1| line(k1)).collect();
        Some((Self { n1, n2, coprime, columns, rows, logarithms }, w))
    }
}

/// The divisor of n at which its matrix is cut: rather coprime to its cofactor, and near √n.
fn cut(n: u32) -> Option<(u32, u32)> {
    let cuts = (6..=n / 6).filter(|&a| n.is_multiple_of(a)).map(|a| (a, n / a));
    let badness = |&(a, b): &(u32, u32)| {
        let twiddles = if gcd(u64::from(a), u64::from(b)) == 1 { 1.0 } else { 1.3 };
        let padding = |x: u32| f64::from(x.next_multiple_of(8)) / f64::from(x);
        // The rows of a tile beyond what eight columns of the first-level cache hold.
        let overflow = f64::from(a.max(b)) / 512.0;
        twiddles * (padding(a) + padding(b + 1)) * overflow.max(1.0)
    };
    let order = |x: &(u32, u32), y: &(u32, u32)| badness(x).total_cmp(&badness(y));
    cuts.min_by(order)
}

impl Line {
    /// The l of each value, at ω^g^l, in the order of the matrix by these costs. None where p - 1
    /// has no good cut, or q no roots of order p - 1.
    pub(super) fn logarithms(zq: &Zq, costs: &Costs, p: u32) -> Option<Vec<u32>> {
        Some(Cut::new(zq, costs, p)?.0.logarithms)
    }

    /// For an odd prime p, where q has roots of order p - 1, with the value at ω^g^l in row
    /// `places[l]`; the inverse is scaled by `scale`. None where p - 1 has no good cut.
    pub(super) fn new(zq: &Zq, p: u32, root: u64, scale: u64, places: &[u32]) -> Option<Self> {
        let modulus = zq.modulus();
        let n = p - 1;
        let (cut, w) = Cut::new(zq, Costs::of(zq.backend()), p)?;
        let Cut { n1, n2, coprime, columns: mut a, rows: b, logarithms } = cut;
        leave_open(&mut a.forward, false);
        leave_open(&mut a.inverse, false);
        let mut columns_less = a.inverse.clone();
        leave_open(&mut columns_less, true);
        let values: Vec<u32> = logarithms.iter().map(|&l| places[l as usize]).collect();
        let natural = values.iter().copied().eq(0..n);
        let g = generator(p);
        let g_inverse = pow_mod(g, p - 2, p);
        let (rows, columns) = (n1 as usize, n2 as usize);
        let inputs: Vec<u32> = logarithms.iter().map(|&l| pow_mod(g_inverse, l, p)).collect();
        let outputs: Vec<u32> = logarithms.iter().map(|&l| pow_mod(g, l, p)).collect();
        let at = inputs.iter().position(|&j| j == p - 1)?;
        let mut coefficients = Vec::with_capacity(rows * (columns + 1));
        for row in inputs.chunks_exact(columns) {
            coefficients.extend(row.iter().map(|&j| if j == p - 1 { NOWHERE } else { j }));
            coefficients.push(0);
        }
        let twiddle = |root: u64, row: usize, column: usize| {
            modulus.pow(root, u64::from(b.input[row]) * u64::from(a.output[column]))
        };
        let spectrum = |root: u64, exponents: &[u32], scale: u64| {
            let scale = modulus.mul(scale, inverse(modulus, u64::from(n)));
            let term = |&i: &u32| modulus.mul(scale, modulus.pow(root, u64::from(i)));
            let mut matrix: Vec<u64> = exponents.iter().map(term).collect();
            on_rows(zq, &a.forward, rows, columns, &mut matrix);
            if !coprime {
                for (at, x) in matrix.iter_mut().enumerate() {
                    *x = modulus.mul(*x, twiddle(w, at % columns, at / columns));
                }
            }
            on_rows(zq, &b.forward, columns, 1, &mut matrix);
            matrix
        };
        let middle = |direction: Direction, spectrum: &[u64], first: u64| {
            let entry = |row: usize, column: usize| match row {
                0 => {
                    if column == 0 {
                        first
                    } else {
                        0
                    }
                }
                _ => spectrum[column * columns + row - 1],
            };
            let grid = Grid::new(zq, columns + 1, rows, entry);
            let shifted = |stage: &Stage| stage.embedded(1, 0, 1, 1);
            let mut stages = Vec::new();
            let twist = |root: u64| {
                let grid = Grid::new(zq, columns, rows, |row, column| twiddle(root, row, column));
                Stage::new(Kernel::Grid(grid)).embedded(1, 0, 1, 1)
            };
            if !coprime {
                stages.push(twist(w));
            }
            let mut forth: Vec<Stage> = b.forward.iter().map(shifted).collect();
            leave_open(&mut forth, true);
            stages.append(&mut forth);
            stages.push(Stage::new(Kernel::GridSpectrum(grid, direction)));
            let mut back: Vec<Stage> = b.inverse.iter().map(shifted).collect();
            leave_open(&mut back, !coprime);
            stages.append(&mut back);
            if !coprime {
                stages.push(twist(inverse(modulus, w)));
            }
            stages
        };
        // The column of n1 times x_0 sums to n1·x_0 at frequency 0.
        let forth = middle(
            Direction::Forward,
            &spectrum(root, &outputs, 1),
            inverse(modulus, u64::from(n1)),
        );
        let shrink = modulus.mul(scale, inverse(modulus, u64::from(p)));
        let back =
            middle(Direction::Inverse, &spectrum(inverse(modulus, root), &inputs, shrink), shrink);
        Some(Self {
            p: p as usize,
            n1: rows,
            n2: columns,
            stride: (columns + 1).next_multiple_of(8),
            columns_forward: a.forward,
            columns_inverse: a.inverse,
            columns_less,
            middle_forward: forth,
            middle_inverse: back,
            coefficients,
            absent: (at / columns, at % columns),
            order: (0..n1.max(n2)).collect(),
            middle_rows: [n2].into_iter().chain(0..n2).collect(),
            middle_order: (1..=n2).chain([0]).collect(),
            values: (!natural).then_some(values),
        })
    }

    /// The length of a column.
    pub(super) fn rows(&self) -> usize {
        self.p - 1
    }

    #[cfg(feature = "fault-injection")]
    pub(super) fn plant_fault(&mut self, position: usize) {
        super::stage::plant_fault(&mut self.middle_forward, position);
    }

    /// Transforms a tensor `[..][p - 1][inner]`, column by column.
    pub(super) fn run(
        &self,
        zq: &Zq,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let n = self.p - 1;
        let matrix_words = self.n1 * self.stride;
        let wanted = [
            scratch_words(&self.columns_forward, self.n1, self.n2 + 1),
            scratch_words(&self.columns_inverse, self.n1, self.n2 + 1),
            scratch_words(&self.middle_forward, self.n2 + 1, self.n1),
            scratch_words(&self.middle_inverse, self.n2 + 1, self.n1),
        ];
        let wanted = wanted.into_iter().max().unwrap_or(0);
        // Tiles are aligned: the matrix has whole vectors, and the column comes last.
        let scratch = scratch.words(wanted + matrix_words + n);
        let (matrix, rest) = scratch.split_at_mut(matrix_words);
        let (tile, column) = rest.split_at_mut(wanted);
        for tensor in data.chunks_exact_mut(n * inner) {
            if inner == 1 {
                self.column(zq, direction, tensor, matrix, tile);
                continue;
            }
            for i in 0..inner {
                for (to, from) in column.iter_mut().zip(tensor[i..].iter().step_by(inner)) {
                    *to = *from;
                }
                self.column(zq, direction, column, matrix, tile);
                for (from, to) in column.iter().zip(tensor[i..].iter_mut().step_by(inner)) {
                    *to = *from;
                }
            }
        }
    }

    fn column(
        &self,
        zq: &Zq,
        direction: Direction,
        column: &mut [u64],
        matrix: &mut [u64],
        scratch: &mut [u64],
    ) {
        let Self { n1, n2, stride, .. } = *self;
        let coefficients = Access::Indexed { index: &self.coefficients, stride: n2 + 1 };
        let order = &self.order[..n1];
        let natural = |inner| Access::Tensor { rows: order, order, inner, stride: n1 * inner };
        let values = match &self.values {
            Some(index) => Access::Indexed { index, stride: n2 },
            None => natural(n2),
        };
        let rows = natural(stride);
        let transposed =
            Access::Tensor { rows: &self.middle_rows, order: &self.middle_order, inner: 1, stride };
        let forth = direction == Direction::Forward;
        let (from, to) = if forth { (coefficients, values) } else { (values, coefficients) };
        let absent = Minus::Element(self.absent.0, self.absent.1);
        zq.run(Sweep {
            stages: &self.columns_forward,
            rows: n1,
            columns: if forth { n2 + 1 } else { n2 },
            source: Some(column),
            target: matrix,
            load: from,
            store: rows,
            canonical_in: true,
            canonical_out: false,
            minus: Minus::Nothing,
            scratch: &mut *scratch,
        });
        zq.run(Sweep {
            stages: if forth { &self.middle_forward } else { &self.middle_inverse },
            rows: n2 + 1,
            columns: n1,
            source: None,
            target: matrix,
            load: transposed,
            store: transposed,
            canonical_in: false,
            canonical_out: false,
            minus: Minus::Nothing,
            scratch: &mut *scratch,
        });
        zq.run(Sweep {
            stages: if forth { &self.columns_inverse } else { &self.columns_less },
            rows: n1,
            columns: if forth { n2 } else { n2 + 1 },
            source: Some(matrix),
            target: column,
            load: rows,
            store: to,
            canonical_in: false,
            canonical_out: true,
            minus: if forth { Minus::Nothing } else { absent },
            scratch,
        });
    }
}
