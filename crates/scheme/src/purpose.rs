//! What seeds are used for.
//!
//! Every function that draws from a seed of its caller first derives the seed of its own purpose. So one
//! seed that is given to several functions, a key's and an encryption's say, gives each other
//! randomness: what one publishes does not cancel in what another does. (Given twice to one function it
//! gives the same twice: seeds are to be fresh.)

use ringassay_ring::sample::Label;

pub(crate) const SECRET_KEY: Label = Label::new("key.sec");
pub(crate) const PUBLIC_KEY: Label = Label::new("key.pub");
pub(crate) const KEY_PAIR: Label = Label::new("key.pair");
pub(crate) const EVALUATION_KEY: Label = Label::new("key.eval");
pub(crate) const KEY_SWITCHING: Label = Label::new("key.hint");
pub(crate) const ENCRYPTION: Label = Label::new("enc.pub");
pub(crate) const SECRET_ENCRYPTION: Label = Label::new("enc.sec");

/// Within a purpose: of the errors of samples.
pub(crate) const ERROR: Label = Label::new("error");
/// Within a purpose: of the uniform elements of samples, which are public.
pub(crate) const UNIFORM: Label = Label::new("uniform");

/// Within a purpose: of a key's secret.
pub(crate) const SECRET: Label = Label::new("secret");
/// Within a purpose: of what one encryption draws beside errors.
pub(crate) const EPHEMERAL: Label = Label::new("ephemer");
