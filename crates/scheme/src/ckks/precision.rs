//! Precision statistics of approximate results.
