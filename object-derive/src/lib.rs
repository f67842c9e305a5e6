//! The derive macros of Objet. Each goes through four steps: `attr` parses the options, `model` puts what was found
//! together, `validate` applies the rules, `emit` writes the code. The documentation for users stands at the
//! re-exports in `objet`.

mod attr;
mod emit;
mod errors;
mod model;
mod options;
mod validate;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a `#[repr(C)]` struct a node of the object system, and its reference wrapper.
///
/// The first field is the parent: `Object`, or another node. The struct `AddNode` gets a wrapper `Add`.
///
/// | option of `#[object(…)]` | meaning | default |
/// |---|---|---|
/// | `key = "toy.Add"` | the type key, which names the type in files and front ends. Required, and one struct's alone | – |
/// | `child_slots = 16` | how many type indices to keep free for descendants that arrive after the linked ones | 0 |
/// | `child_slots_can_overflow = false` | `child_slots` is all there is, for linked descendants too: one that does not fit is refused. Inherited by children | `true` |
/// | `is_final` | nothing may derive from this type | – |
/// | `type_index = 7` | a fixed index below 10, for a child of `Object` | given out |
/// | `wrapper = Sum` | the name of the reference wrapper | the struct's name without `Node` |
/// | `custom_wrapper = Array<Item>` | a wrapper written by hand (an `unsafe` thing to do) | – |
/// | `by_hand(Deref, Debug, PartialEq)` | traits of the wrapper that you implement yourself, one or more of these three; `PartialEq` stands for `Eq` and `Hash` too | – |
/// | `parent_wrapper = Base` | an ancestor's wrapper, into which this one converts by `From` | the parent's name without `Node`, which must be in scope then; none if it does not end so |
/// | `crate = my_objet` | the path of the facade | `::objet` |
///
/// What comes of it: an implementation of `IsObject` with the constants of the type and `type_index()`; its entry in the type
/// table at link time; `Deref` from the node to its parent; and the wrapper with `Deref` to the node, `Clone`, `Debug`,
/// `PartialEq`, `Eq` and `Hash` by identity, `From` into `ObjectRef` and into the parent's wrapper, and all of
/// `IsObjectRef`. Nodes that are `Clone` can be changed by copy-on-write (`make_mut`); what derives from such a node
/// must be `Clone` too.
///
/// A node must not implement `Drop`: give the field that needs it a type that does.
#[proc_macro_derive(Object, attributes(object))]
pub fn derive_object(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).into()
}

fn expand(input: &DeriveInput) -> proc_macro2::TokenStream {
    errors::report(|errors| {
        let attrs = attr::ObjectAttrs::parse(&input.attrs, errors);
        let node = model::Node::from_input(input, attrs, errors)?;
        validate::check(&node, errors);
        Some(emit::node(&node))
    })
}
