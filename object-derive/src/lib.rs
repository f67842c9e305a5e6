//! The procedural macros of Objet. The crate `objet` re-exports them and holds their documentation
//! for users.
//!
//! Each macro runs in four steps:
//! - `attr` parses the options.
//! - `model` collects the item and its options into one description.
//! - `validate` checks the rules that need no type information.
//! - `emit` writes the code.

mod assertion;
mod docs;
mod errors;
#[cfg(test)]
mod expansion_size;
mod extend;
mod facade;
mod field_types;
mod match_node;
mod object;
mod options;
mod reflect;
mod register_global;
mod trailing_options;

use proc_macro::TokenStream;
use syn::{DeriveInput, Item, parse_macro_input};

/// Makes a `#[repr(C)]` struct a node of the object system, and generates its reference wrapper.
///
/// The first field is the parent: `Object`, or another node. The struct `AddNode` gets the wrapper
/// `Add`.
///
/// The options of `#[object(…)]`:
///
/// - `key = "toy.Add"`: the type key, which identifies the type in files and front ends. Required
///   and unique.
/// - `alias = "toy.Plus"`: a former key, which files may have in place of the key. May be repeated.
/// - `version = 2`: the version of the fields, which files state. The default is 0.
/// - `upgrade = function`: a function
///   `fn(u32, &mut StoredAttrs) -> Result<(), impl Into<Box<dyn Error + Send + Sync>>>` that
///   converts the attributes of nodes whose file has an older version, the first argument. Versions
///   and upgrades also apply to the fields that descendants inherit.
/// - `child_slots = 16`: the number of type indices to reserve for descendants that are registered
///   after the linked ones. The default is 0.
/// - `child_slots_can_overflow = false`: limits all descendants, linked ones included, to
///   `child_slots`. Registration of a descendant beyond the limit fails. Children inherit this
///   limit. The default is `true`.
/// - `is_final`: no type can derive from this type.
/// - `type_index = 7`: a fixed type index below 10, only for a child of `Object`. By default, the
///   type table assigns the index.
/// - `wrapper = Sum`: the name of the reference wrapper. The default is the name of the struct
///   without `Node`.
/// - `custom_wrapper = Array<Item>`: the reference wrapper is an existing, hand-written type. A
///   hand-written wrapper needs `unsafe` code.
/// - `by_hand(Deref, Debug, PartialEq)`: traits of the wrapper that the user implements, one or
///   more of these three. `PartialEq` includes `Eq` and `Hash`.
/// - `display`: implements `Display` for the node and for its wrapper. The output is the form that
///   the object's own type declares, or else the nearest ancestor; without one, it is that of
///   `print`. The node derives `Reflect`.
/// - `display = "({lhs} + {rhs})"`: declares the form and implements `Display`. `{lhs}` is a
///   reflected field, `{name:?}` quotes a string, and `{{` and `}}` are braces.
/// - `display = function`: declares the form by a function
///   `fn<'a>(&'a Node, &mut ReprPrinter<'a>)`, and implements `Display`.
/// - `new`, `new(span: Option<Span>)`: generates a constructor with the visibility of the node, see
///   below.
/// - `validate`, together with `new`: the constructor checks the node with its `Validate`
///   implementation and returns a `Result`. `#[reflect(check = …)]` accepts the same rules.
/// - `crate = my_objet`: the path of the facade. The default is `::objet`.
///
/// The option `new` generates `AddNode::new`, which returns the node, and `Add::new`, which returns
/// a reference to a new node:
/// - They have a parameter for each own field without `default` or `skip` in `#[reflect(…)]`, in
///   the order of the fields.
/// - The parameter for a field of type `T` has the type `impl Into<T>`, except for numbers, `bool`,
///   `char` and `Option`. So a field `Expr` takes references to all descendants of `ExprNode`.
/// - The list in parentheses holds the arguments of the parent's `new`. `span: Option<Span>` adds a
///   parameter to this constructor. `span = None` and `width = lhs.width` pass a value, which can
///   use the parameters.
/// - The list in parentheses also holds own fields that become parameters although they have a
///   default (`axis`).
/// - A constructor without parameters and without `validate` also implements `Default`.
///
/// The macro generates:
/// - an implementation of `IsObject`, with the constants of the type and `type_index()`;
/// - an entry in the type table at link time;
/// - `Deref` from the node to its parent;
/// - the wrapper, with `Deref` to the node, `Clone`, `Debug`, `PartialEq`, `Eq` and `Hash` by
///   identity, `From` into the wrappers of all ancestors and into `ObjectRef`, and all methods of
///   `IsObjectRef`.
///
/// Nodes that implement `Clone` support copy-on-write with `make_mut`. A node whose parent
/// implements `Clone` must implement `Clone` too.
///
/// A node must not implement `Drop`. Put `Drop` on the type of a field instead.
#[proc_macro_derive(Object, attributes(object))]
pub fn derive_object(input: TokenStream) -> TokenStream {
    object::expand(&parse_macro_input!(input as DeriveInput)).into()
}

/// Reflects the fields of a node by name, for files, comparison, printing and front ends. On an
/// enum without fields, makes the enum a possible type of such a field.
///
/// Every ancestor of the node must derive `Reflect` too. The doc comments of the struct and of its
/// fields become their descriptions.
///
/// The options of `#[reflect(…)]` on a field:
///
/// - `name = "…"`: the reflected name, if it differs from the name of the field.
/// - `alias = "…"`: a former name, which files may have in place of the name. May be repeated.
/// - `default = 1`: the value of the field if a caller or a file gives none; an expression of the
///   field's type.
/// - `required`: a caller or a file must give a value. Without this option, the default of a
///   nullable field is null, and in files that of a container is empty.
/// - `lower_bound = 0`, `upper_bound = 9`: the least and the greatest number that the field accepts
///   by name.
/// - `skip_eq`: structural comparison and hashing ignore the field.
/// - `def`: the field is a definition site. Its variables are bound to those in the same position
///   of the other side, to the end of the comparison.
/// - `scope`: the variables of the node's definition sites hold in this field, and in no field
///   without `scope`. After the field, the former bindings hold again.
/// - `visit_last`: the numbering of graphs follows this field after all other fields. Use this
///   option for the field that links a long chain of nodes.
/// - `skip`: the field is not reflected. A node that is built by name gets the `default` or
///   `Default::default()`.
///
/// The options of `#[reflect(…)]` on the struct:
///
/// - `fields(a, b, span)`: the visited fields in this order, inherited ones included. Fields that
///   are not listed must have a default, which they get in nodes that are built by name. Without
///   this option, the fields of the parent come first, followed by those of the struct.
/// - `is_abstract`: no object has this type itself. A node of this type can be made neither by name
///   nor by a file; the nodes of its descendants can.
/// - `graph_node`: comparison respects sharing. A shared object matches only an object that is
///   shared in the same positions.
/// - `free_variable`: the node is a variable. It equals itself, or the variable that it was bound
///   to.
/// - `by_pointer`: the node equals only itself.
/// - `compare_with(equal, hash)`: functions for comparison and hashing, of the types
///   `fn<'a>(&'a Node, &'a Node, &mut EqualReducer<'a>) -> bool` and
///   `fn<'a>(&'a Node, &mut HashReducer<'a>)`.
/// - `bytes(to_bytes, from_bytes)`: files store the node as a name or other bytes. The types of the
///   functions are `fn(&Node) -> &[u8]` (or `&str`) and
///   `fn(&[u8]) -> Result<Wrapper, impl Into<Box<dyn Error + Send + Sync>>>`.
/// - `check = function`: a function
///   `fn(&Node) -> Result<(), impl Into<Box<dyn Error + Send + Sync>>>` that validates each node of
///   this type and its descendants after the node was built, loaded or changed by name.
/// - `repr = function`: a function `fn<'a>(&'a Node, &mut ReprPrinter<'a>)` that writes the text
///   which front ends show, see `as_repr`. `#[object(display = …)]` declares the same, and
///   implements `Display`.
/// - `crate = my_objet`: the path of the facade. The default is the path in `#[object(crate = …)]`.
///
/// A node inherits the fields of its ancestors, in their order, and their checks. Comparison and
/// the form as bytes are not inherited: a descendant of a variable is a variable only if it has
/// `free_variable` too.
#[proc_macro_derive(Reflect, attributes(reflect, object))]
pub fn derive_reflect(input: TokenStream) -> TokenStream {
    reflect::expand(&parse_macro_input!(input as DeriveInput)).into()
}

/// Registers a function under a global name, so that all crates and languages find it in the
/// `Registry`.
///
/// `#[register_global("my_crate.add")]` applies to a `fn` with up to 12 parameters of types that a
/// `TypedPackedFunc` can have. The macro leaves the function unchanged. The doc comment of the
/// function and the names, types and doc comments of its parameters form its signature.
///
/// - `#[default(1)]` on a parameter: the value of an omitted argument; an expression of the
///   parameter's type. All parameters after this one need a default too.
/// - A last parameter of type `Args` takes all further arguments.
/// - `short`, after the name: the function returns quickly and never blocks. Callers can keep their
///   locks during the call; front ends release their locks for all other functions.
/// - An `unsafe fn` trusts its arguments. In Rust, only the `unsafe` function
///   `Registry::find_unchecked` finds it; other languages find it like all other functions.
/// - `crate = my_objet`, after the name: the path of the facade. The default is `::objet`.
///
/// Without the feature `inventory`, register functions explicitly:
/// `objet::register_globals!(add)?`.
#[proc_macro_attribute]
pub fn register_global(options: TokenStream, item: TokenStream) -> TokenStream {
    register_global::expand(options.into(), parse_macro_input!(item as Item)).into()
}

/// Adds a function to an `ExtensionPoint`, which another crate may have declared.
///
/// `#[extend(AREA)]` applies to a `fn` whose first parameter is a reference to a node:
/// - for a `NodeFunctor<C, R>`, `fn(&SquareNode, &mut C) -> R`;
/// - for a `Visitor<C>`, `fn(&SquareNode, &mut VisitContext<'_, C>)`;
/// - for a `Rewriter<C, E>`, `fn(&SquareNode, &mut RewriteContext<'_, C>)` that returns an optional
///   replacement, or a `Result` with one.
///
/// The macro leaves the function unchanged. The options:
///
/// - `enter`, after the name: a function of a `Visitor` runs before the objects below the node are
///   visited.
/// - `crate = my_objet`, after the name: the path of the facade. The default is `::objet`.
///
/// Without the feature `inventory`, the attribute does nothing. Add functions explicitly:
/// `AREA.extend(|area| area.on::<SquareNode>(area_of_square))?`.
#[proc_macro_attribute]
pub fn extend(options: TokenStream, item: TokenStream) -> TokenStream {
    extend::expand(options.into(), parse_macro_input!(item as Item)).into()
}

/// Evaluates the first arm whose pattern fits, like a `match` over the types of nodes.
///
/// `match_node!` takes a `match` over a reference, a borrowed node, or a tuple of these:
///
/// - `AddNode`, also as a path, fits an object of this type or a descendant. A path is a node if
///   its last name ends in `Node`.
/// - `AddNode { lhs, rhs: operand, .. }` binds references to fields, also to inherited ones. The
///   `..` can be left out.
/// - `add @ AddNode` binds the borrowed node, `other` the matched value.
/// - In a field, a node tests the object that the field refers to: `AddNode { lhs: MulNode, .. }`,
///   `LetNode { body: Some(AddNode { rhs, .. }), .. }`. Other patterns have their usual meaning.
/// - `ArrayNode | MapNode` lists alternatives, which bind nothing.
/// - `(AddNode { lhs, .. }, MulNode)` fits a tuple of two references.
/// - An arm with an `if` that is false falls through to the next arm.
/// - The last arm is `_` or a name, because the set of types is open.
///
#[doc = include_str!("match_node/example.md")]
#[proc_macro]
pub fn match_node(input: TokenStream) -> TokenStream {
    match_node::expand(input.into()).into()
}
