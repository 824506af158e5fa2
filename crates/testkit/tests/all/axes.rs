//! L, L⁻¹ and g on the axis of one odd prime: every backend, small and large moduli.

use ringassay_kernels::Zq;
use ringassay_testkit::inputs::Stream;
use ringassay_testkit::laws::axis;
use ringassay_testkit::subjects::AxisSubject;

use crate::common::{on_every_backend, prime_below};

/// Tensors whose rows fill vectors of four and of eight, leave some over, and are single.
const SHAPES: [(usize, usize); 6] = [(1, 1), (1, 8), (3, 1), (2, 5), (1, 100), (2, 17)];

#[test]
fn the_maps_of_an_axis_are_their_definitions() {
    on_every_backend(|backend| {
        let mut stream = Stream::new(1);
        // Any modulus prime to p will do: tiny, below 2^50, and up to 2^62.
        for q in [2, 16, 1021, 998_244_353, prime_below(50), prime_below(62)] {
            let zq = Zq::with_backend(q, backend).unwrap();
            for (prime, shapes) in [
                (3, &SHAPES[..]),
                (5, &SHAPES),
                (7, &SHAPES),
                (13, &SHAPES),
                (43, &SHAPES[..4]),
                (127, &SHAPES[..3]),
                (257, &SHAPES[..2]),
            ] {
                for &shape in shapes {
                    let subject = AxisSubject::new(zq, prime, shape).unwrap();
                    axis::suite(&subject, &mut stream).unwrap_or_else(|v| panic!("{v}"));
                }
            }
        }
    });
}
