//! How much memory a value holds.

use std::sync::Arc;

use crate::{AlignedVec, Prepared, Table};

/// A value whose memory can be counted.
pub trait HeapBytes {
    /// Bytes that it holds besides its own size: those of its vectors and of all that they hold. What
    /// several share counts for each of them.
    fn heap_bytes(&self) -> usize;
}

impl<T: HeapBytes> HeapBytes for [T] {
    fn heap_bytes(&self) -> usize {
        self.iter().map(T::heap_bytes).sum()
    }
}

impl<T: HeapBytes> HeapBytes for Vec<T> {
    fn heap_bytes(&self) -> usize {
        self.capacity() * size_of::<T>() + self.as_slice().heap_bytes()
    }
}

impl<T: HeapBytes, const N: usize> HeapBytes for [T; N] {
    fn heap_bytes(&self) -> usize {
        self.as_slice().heap_bytes()
    }
}

impl<T: HeapBytes> HeapBytes for Option<T> {
    fn heap_bytes(&self) -> usize {
        self.as_ref().map_or(0, T::heap_bytes)
    }
}

impl<T: HeapBytes> HeapBytes for Box<T> {
    fn heap_bytes(&self) -> usize {
        size_of::<T>() + (**self).heap_bytes()
    }
}

impl<T: HeapBytes> HeapBytes for Arc<T> {
    fn heap_bytes(&self) -> usize {
        size_of::<T>() + (**self).heap_bytes()
    }
}

impl HeapBytes for AlignedVec {
    fn heap_bytes(&self) -> usize {
        size_of_val(&**self)
    }
}

macro_rules! nothing {
    ($($type:ty),+) => {
        $(impl HeapBytes for $type {
            fn heap_bytes(&self) -> usize {
                0
            }
        })+
    };
}

nothing!(u32, u64, usize, Prepared);

/// The memory of a type is that of these fields.
#[macro_export]
#[doc(hidden)]
macro_rules! heap_bytes {
    ($($type:ty: $($field:ident),+);+) => {
        $(impl $crate::HeapBytes for $type {
            fn heap_bytes(&self) -> usize {
                0 $(+ self.$field.heap_bytes())+
            }
        })+
    };
}

heap_bytes!(Table: values, quotients);
