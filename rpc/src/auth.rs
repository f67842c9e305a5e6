//! Authentication by a shared token.
//!
//! Both sides have the same secret text, a [`Token`]. There are two methods:
//! - A *ticket* is an option of a key. TVM's own client can carry one, because a ticket is a part
//!   of the text of the key. It is valid for one match key until it expires: [`Token::ticket`].
//! - *Challenge and response* proves to each side that the other side has the token, and nothing
//!   that is sent is of use in another connection: [`ClientLogin`] and [`ServerLogin`].
//!
//! Invariants:
//! - No message contains the token.
//! - All comparisons of codes take constant time.
//! - A code for one use is not valid for another use: the authenticated text begins with the use.
//! - Neither method encrypts or authenticates the later packets. TLS does.

mod login;
mod ticket;
mod token;

pub use login::{ClientLogin, ServerLogin};
pub(crate) use login::{is_nonce, random_nonce};
pub use token::{Token, TokenFileError};

/// A peer is not authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AuthError {
    /// The key has neither a ticket nor a nonce.
    #[error("authentication is required: use the token of the server, or a ticket in the key")]
    Missing,
    /// The text of a ticket, a nonce, a challenge, a response or a proof is malformed.
    #[error("malformed {0} in the key")]
    Malformed(&'static str),
    /// A ticket has expired.
    #[error("the ticket has expired: make a new one by `objet rpc ticket`")]
    Expired,
    /// A code was made for another key or by another token.
    #[error("wrong {0}: it was made for another key, or by another token")]
    Wrong(&'static str),
}
