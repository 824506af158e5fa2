//! BGV over any index: parameters chosen, vectors encrypted, whole circuits compiled.
//!
//! ```
//! use ringassay::bgv::{Request, Session};
//!
//! let session = Session::choose(&Request::bits(6, 1.0))?;
//! let keys = session.keys()?;
//! let sum = (keys.encrypt(&[1, 0, 0, 1, 1, 0])? + keys.encrypt(&[1, 1, 0, 0, 1, 1])?)?;
//! assert_eq!(keys.decrypt(&sum)?, [0, 1, 0, 1, 0, 1]);
//! # Ok::<(), ringassay::Error>(())
//! ```

crate::types::types!(bgv);
