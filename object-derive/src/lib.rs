//! The macros of Objet. Each goes through four steps: `attr` parses the options, `model` puts what was found
//! together, `validate` applies the rules, `emit` writes the code. The documentation for users stands at the
//! re-exports in `objet`.

mod assertion;
mod docs;
mod errors;
mod facade;
mod object;
mod options;
mod reflect;
mod register_global;

use proc_macro::TokenStream;
use syn::{DeriveInput, Item, parse_macro_input};

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
/// | `new`, `new(span: Option<Span>)` | a constructor, visible as the node is: `AddNode::new` returns the node, `Add::new` a reference to a new one. They take a value for each own field without a `default` or `skip` of `#[reflect(…)]`, in their order. A parameter takes whatever converts into the type of its field (`impl Into`), but for numbers, `bool`, `char` and `Option`. Listed are what the parent's `new` takes, as a further parameter (`span: Option<Span>`) or as a value (`span = None`, `width = lhs.width`), which may name the parameters; and fields that are parameters although they have a default (`axis`). A constructor without parameters brings `Default` | – |
/// | `validate` | beside `new`: the constructor checks the node by its `Validate`, and returns a `Result`. `#[reflect(check = …)]` takes the same rules | – |
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
    object::expand(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes the fields of a node known by name: to files, to comparison, to printing, to front ends. On an enum without
/// fields, makes it a type that such a field can have.
///
/// Every ancestor of the node is `Reflect` too. The doc comments of the struct and of its fields are their
/// descriptions.
///
/// | option of `#[reflect(…)]` on a field | meaning |
/// |---|---|
/// | `name = "…"` | the name under which it is known, where that is not the field's own |
/// | `default = 1` | its value when none is given; an expression of the field's type |
/// | `required` | it must be given although it may be null, which it would be otherwise |
/// | `lower_bound = 0`, `upper_bound = 9` | the least and the greatest number that it may be given by name |
/// | `skip_eq` | it plays no part when nodes are compared and hashed |
/// | `def` | it is a definition site: variables in it are bound, each to the one in its place on the other side |
/// | `visit_last` | graphs are numbered by way of it after the other fields; for the field that a long chain runs through |
/// | `skip` | it is not reflected; a node that is built by name has the `default`, or else `Default::default()`, there |
///
/// | option of `#[reflect(…)]` on the struct | meaning |
/// |---|---|
/// | `fields(a, b, span)` | the visited fields in this order, inherited ones too; those left out have their default in nodes that are built by name, and must have one. Otherwise the parent's come first, then the struct's own |
/// | `graph_node` | comparison respects sharing: an object matches one that is referred to in the same places |
/// | `free_variable` | it is a variable: it matches itself, or the variable that it was bound to |
/// | `by_pointer` | it matches itself alone |
/// | `compare_with(equal, hash)` | functions `fn<'a>(&'a Node, &'a Node, &mut EqualReducer<'a>) -> bool` and `fn<'a>(&'a Node, &mut HashReducer<'a>)` that compare and hash |
/// | `bytes(to_bytes, from_bytes)` | files hold it as a name or other bytes: functions `fn(&Node) -> &[u8]`, or `&str`, and `fn(&[u8]) -> Result<Wrapper, impl Into<Box<dyn Error + Send + Sync>>>` |
/// | `check = function` | a function `fn(&Node) -> Result<(), impl Into<Box<dyn Error + Send + Sync>>>` that may refuse a node, or one of a descendant, that was built, loaded or changed by name |
/// | `repr = function` | a function `fn<'a>(&'a Node, &mut ReprPrinter<'a>)` that writes the text which front ends show, see `as_repr` |
/// | `crate = my_objet` | the path of the facade; that of `#[object(crate = …)]` if not given |
///
/// Descendants have their ancestors' fields, in the ancestors' order, and their ancestors' checks. How it compares, and whether
/// files hold it as bytes, each type says for itself: a descendant of a variable is a variable only if it has
/// `free_variable` too.
#[proc_macro_derive(Reflect, attributes(reflect, object))]
pub fn derive_reflect(input: TokenStream) -> TokenStream {
    reflect::expand(&parse_macro_input!(input as DeriveInput)).into()
}

/// Gives a function a global name, by which any crate and any language finds it in the `Registry`.
///
/// `#[register_global("my_crate.add")]` stands on a `fn` with up to 12 parameters of types that a `TypedPackedFunc` can have.
/// The function itself stays as it is. Its doc comment, the names and types of its parameters and their doc comments
/// are its signature.
///
/// | | meaning |
/// |---|---|
/// | `#[default(1)]` on a parameter | its value when none is given; an expression of the parameter's type. What follows has one too |
/// | a last parameter of type `Args` | takes all further arguments |
/// | `short`, behind the name | it is over in a moment, and waits for nobody: callers need not give up a lock meanwhile, as front ends do for all others |
/// | an `unsafe fn` | it trusts its arguments. Rust finds it by the `unsafe` `Registry::find_any` alone, and other languages as any other |
/// | `crate = my_objet`, behind the name | the path of the facade, `::objet` if not given |
///
/// Without the feature `inventory`, functions are registered by hand: `objet::register_globals!(add)?`.
#[proc_macro_attribute]
pub fn register_global(options: TokenStream, item: TokenStream) -> TokenStream {
    register_global::expand(options.into(), parse_macro_input!(item as Item)).into()
}
