//! Reflection for Objet: the fields of every node by name, and what follows from that.

mod graph;

pub use graph::base64_text::Base64Error;
pub use graph::number::NumberError;
pub use graph::syntax_error::{SyntaxError, TextPlace};
pub use graph::tensor_bytes::TensorBytesError;
