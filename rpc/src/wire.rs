//! Packets: requests and answers as bytes, all little-endian.
//!
//! A packet is its length as `u64`, not counting the length itself, then a code and a content. The
//! contents are those of TVM 0.8, with two types of values that only Objet sends, and only to a
//! peer that announced the option `-objet=1` in its key.

mod code;
mod decoder;
mod encoder;
mod error;
mod tensor;
mod value;

pub use code::Code;
pub use decoder::Decoder;
pub use encoder::Encoder;
pub(crate) use encoder::LENGTH_BYTES;
pub use error::WireError;
pub use tensor::RemoteTensor;
pub use value::Value;

/// The version of the protocol, which both sides must have.
pub const PROTOCOL_VERSION: &str = "0.8.0";

/// Returns the packet that reports an error to the client.
///
/// ```
/// use objet_rpc::wire::{Code, Decoder, exception_packet};
///
/// let packet = exception_packet("out of memory");
/// let mut decoder = Decoder::new(&packet[8..]);
/// assert_eq!(decoder.code()?, Code::EXCEPTION);
/// # Ok::<(), objet_rpc::wire::WireError>(())
/// ```
pub fn exception_packet(text: &str) -> Vec<u8> {
    let mut packet = Encoder::new(Code::EXCEPTION);
    packet.values(&[Value::Str(text)]);
    packet.finish()
}
