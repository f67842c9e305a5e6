//! What generated code reaches, and nobody else: it changes without notice.

pub use crate::link_function;
#[cfg(feature = "inventory")]
pub use crate::registry::Collected;
pub use crate::registry::{LinkedFunction, register};
use crate::typed::FunctionBuilder;
#[cfg(feature = "inventory")]
pub use inventory;
use objet_object::RetValue;

/// What is said of a function that is linked in.
pub fn builder(linked: &LinkedFunction, doc: &str) -> FunctionBuilder {
    FunctionBuilder::new(linked.name).doc(doc).declared(linked.declared)
}

/// The value of a default. One that is too large to be passed becomes null, which its parameter refuses.
pub fn default_value(value: impl TryInto<RetValue>) -> RetValue {
    value.try_into().unwrap_or_default()
}
