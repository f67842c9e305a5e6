//! What generated code reaches, and nobody else: it changes without notice.

pub use crate::link_function;
#[cfg(feature = "inventory")]
pub use crate::registry::Collected;
pub use crate::registry::{LinkedFunction, LinkedParam, register};
use crate::signature::Param;
use crate::typed::FunctionBuilder;
#[cfg(feature = "inventory")]
pub use inventory;
use objet_object::RetValue;

/// What is said of a function that is linked in.
pub fn builder(linked: &LinkedFunction) -> FunctionBuilder {
    let builder = FunctionBuilder::new(linked.name).doc(linked.doc).declared(linked.declared);
    let builder = if linked.is_short { builder.short() } else { builder };
    linked.params.iter().fold(builder, |builder, param| {
        let default = param.default.map(|default| default());
        builder.param(Param { default, ..Param::new(param.name).with_doc(param.doc) })
    })
}

/// The value of a default. One that is too large to be passed becomes null, which its parameter refuses.
pub fn default_value(value: impl TryInto<RetValue>) -> RetValue {
    value.try_into().unwrap_or_default()
}
