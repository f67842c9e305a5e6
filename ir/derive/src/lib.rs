//! The macro of `objet-ir`. It goes through four steps: `attr` parses the options, `model` puts what was found together,
//! `validate` applies the rules, `emit` writes the code. The documentation for users stands at the re-export in
//! `objet_ir::attrs`.

mod attr;
mod emit;
mod model;
mod validate;

use proc_macro::TokenStream;
use quote::quote;
use syn::{Item, parse_macro_input};

/// Makes a struct of fields a node of attributes.
///
/// `#[attrs_node("my_crate.attrs.ScaleAttrs")]` stands for the derives of `Clone`, `Object` and `Reflect`, `#[repr(C)]`, the
/// type key, `is_final`, a constructor `new`, and the first field, which is the parent `Attrs`. The node and its reference
/// are attributes that calls of operators take, see `IntoAttrs`.
///
/// | option | meaning |
/// |---|---|
/// | `"my_crate.attrs.ScaleAttrs"` | the type key, required |
/// | `crate = my_ir`, behind the key | the path of `objet-ir`, `::objet_ir` if not given |
///
/// The fields have the options of `#[reflect(…)]`: `default`, bounds, and the others.
///
/// ```
/// use objet_ir::attrs::attrs_node;
///
/// /// Attributes of `doc.scale`.
/// #[attrs_node("doc.attrs.ScaleAttrs")]
/// pub struct ScaleAttrsNode {
///     /// The factor.
///     #[reflect(default = 1.0, lower_bound = 0.0)]
///     pub factor: f64,
/// }
///
/// let attrs = ScaleAttrs::new();
/// assert_eq!(attrs.factor, 1.0);
/// ```
#[proc_macro_attribute]
pub fn attrs_node(options: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as Item);
    let expanded = syn::parse(options)
        .and_then(|options| model::AttrsNode::new(options, &item))
        .and_then(|node| validate::check(&node).map(|()| emit::node(&node)));
    expanded
        .unwrap_or_else(|error| {
            // The struct as it is: what refers to it is no second error.
            let error = error.into_compile_error();
            quote!(#error #item)
        })
        .into()
}
