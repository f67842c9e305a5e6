//! Items for generated code only. They change without notice.

pub use crate::link_function;
#[cfg(feature = "inventory")]
pub use crate::registry::Collected;
pub use crate::registry::{LinkedFunction, LinkedParam, register};
use crate::signature::Param;
use crate::typed::FunctionBuilder;
#[cfg(feature = "inventory")]
pub use inventory;
use objet_object::RetValue;

/// Returns the builder that describes a linked function.
pub fn builder(linked: &LinkedFunction) -> FunctionBuilder {
    let builder = FunctionBuilder::new(linked.name).doc(linked.doc).declared(linked.declared);
    let builder = if linked.is_short { builder.short() } else { builder };
    linked.params.iter().fold(builder, |builder, param| {
        let default = param.default.map(|default| default());
        builder.param(Param { default, ..Param::new(param.name).with_doc(param.doc) })
    })
}

/// Converts a default to a value. A default that cannot be passed becomes null, which its parameter
/// rejects.
pub fn default_value(value: impl TryInto<RetValue>) -> RetValue {
    value.try_into().unwrap_or_default()
}
