//! What seeds are used for.
//!
//! Every function that draws from a seed of its caller first derives the seed of its own purpose. So one
//! seed that is given to several functions, a key's and an encryption's say, gives each other
//! randomness: what one publishes does not cancel in what another does. (Given twice to one function it
//! gives the same twice: seeds are to be fresh.)

use ringassay_ring::sample::Label;

/// Of a secret key.
pub const SECRET_KEY: Label = Label::new("key.sec");
/// Of a public key.
pub const PUBLIC_KEY: Label = Label::new("key.pub");
/// Of a secret key and the public key made with it.
pub const KEY_PAIR: Label = Label::new("key.pair");
/// Of evaluation keys.
pub const EVALUATION_KEY: Label = Label::new("key.eval");
/// Of one key for key switching.
pub const KEY_SWITCHING: Label = Label::new("key.hint");
/// Of an encryption with the public key.
pub const ENCRYPTION: Label = Label::new("enc.pub");
/// Of an encryption with the secret key.
pub const SECRET_ENCRYPTION: Label = Label::new("enc.sec");

/// Within a purpose: of the errors of samples.
pub const ERROR: Label = Label::new("error");
/// Within a purpose: of the uniform elements of samples, which are public.
pub const UNIFORM: Label = Label::new("uniform");

/// Within a purpose: of a key's secret.
pub const SECRET: Label = Label::new("secret");
/// Within a purpose: of what one encryption draws beside errors.
pub const EPHEMERAL: Label = Label::new("ephemer");
