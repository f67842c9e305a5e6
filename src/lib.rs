//! Objet is an object system for compilers in Rust, modeled on that of Apache TVM.
//!
//! Nodes are immutable, reference-counted objects in an open class hierarchy. Any crate defines
//! nodes, with one derive each. An instance check is a range check, and all fields are known by
//! name: graphs are saved, loaded, compared, hashed, printed, visited and rewritten without code
//! for each node.
//!
//! # A node
//!
//! ```
//! use objet::prelude::*;
//! use objet::{load_json, print, save_json, structural_equal};
//!
//! /// Base of every toy expression.
//! #[derive(Clone, Object, Reflect)]
//! #[repr(C)]
//! #[object(key = "toy.Expr", new)]
//! pub struct ExprNode {
//!     base: Object,
//!     /// The line in the source.
//!     #[reflect(skip_eq, default = 1)]
//!     pub line: u32,
//! }
//!
//! /// `lhs + rhs`
//! #[derive(Clone, Object, Reflect)]
//! #[repr(C)]
//! #[object(key = "toy.Add", is_final, new)]
//! pub struct AddNode {
//!     base: ExprNode, // the parent is the type of the first field
//!     pub lhs: Expr,
//!     pub rhs: Expr,
//! }
//!
//! /// A variable.
//! #[derive(Clone, Object, Reflect)]
//! #[repr(C)]
//! #[object(key = "toy.Var", is_final, new)]
//! pub struct VarNode {
//!     base: ExprNode,
//!     pub name: objet::String, // an object too
//! }
//!
//! let x = Var::new("x");
//! let sum: Expr = Add::new(x.clone(), x).upcast(); // an ancestor, or it does not compile
//!
//! if let Some(add) = sum.as_node::<AddNode>() {
//!     assert!(add.lhs.same_as(&add.rhs));
//!     assert_eq!(add.line, 1); // from the base
//! }
//!
//! let json = save_json(&sum)?;
//! let back: Expr = load_json(&json)?.downcast()?; // checked at run time
//! assert!(structural_equal(&sum, &back));
//!
//! let mut back: Add = back.downcast()?;
//! *back.make_mut().rhs = Var::new("y").into(); // copied first if it were shared
//! assert_eq!(
//!     print(&back).to_string(),
//!     r#"toy.Add(line=1, lhs=toy.Var(line=1, name="x"), rhs=toy.Var(line=1, name="y"))"#
//! );
//! # Ok::<(), objet::Error>(())
//! ```
//!
//! A node needs no registration call, no visitor and no hand-written wrapper. Nodes of another
//! crate are available as soon as the crate is linked.
//!
//! # Overview
//!
//! The names that most programs use are at the root. The others are in modules by subject:
//!
//! | module | subject | names at the root |
//! |---|---|---|
//! | [`types`] | types and references | [`derive(Object)`](derive@Object), [`ObjectRef`], [`ObjectPtr`], [`IsObject`], [`IsObjectRef`], [`make_object`] |
//! | [`containers`] | objects that hold others | [`String`], [`Array`], [`Map`], [`ShapeTuple`] |
//! | [`fields`] | fields by name | [`derive(Reflect)`](derive@Reflect), [`make_node`], [`get_attr`], [`with_attr`] |
//! | [`compare`] | equality, hashes, sharing | [`structural_equal`], [`assert_structural_eq!`], [`cse`](cse()) |
//! | [`mod@walk`] | walks, rewriting, dispatch | [`post_order`], [`Visitor`], [`rewrite()`], [`Rewriter`], [`match_node!`], [`extension_point!`], [`extend`] |
//! | [`text`] | the text of nodes | [`print()`], [`display()`] |
//! | [`graph`] | graphs as files | [`save_json`], [`load_json`] |
//! | [`function`] | functions and values of all languages | [`PackedFunc`], [`TypedPackedFunc`], [`register_global`], [`Registry`] |
//! | [`tensor`] | tensors and data types | [`NDArray`], [`DataType`] |
//! | [`module`] | compiled code | [`Module`] |
//! | [`device`] | devices and threads | |
//! | [`profiling`] | timers and reports | |
//! | `rpc` | remote sessions: functions, tensors and modules of another process or machine, with the feature `rpc` | |
//! | `generate` | random graphs for property tests, with the feature `arbitrary` or `proptest` | |
//! | [`progress`] | progress of long work, and its end on request | |
//! | [`backend`], [`process`] | the interface of compiled code, and the state of the process | |
//!
//! # Features
//!
//! The default features are `inventory`, `json`, `serde` and `runtime`. Without features, the crate
//! has nodes, containers and tensors, and their reflection: fields by name, comparison, hashes,
//! walks, rewriting and printing.
//!
//! | feature | adds |
//! |---|---|
//! | `inventory` | registration of the types and functions of all linked crates at link time |
//! | `json` | [`save_json`], [`load_json`]: graphs as JSON, in the formats of TVM |
//! | `serde` | plain JSON, graphs in any format of serde, and `#[reflect(serde)]`; includes `json` |
//! | `runtime` | [`PackedFunc`], [`Registry`], [`Module`], [`device`], [`profiling`] |
//! | `rpc` | `rpc`: remote sessions |
//! | `rpc-host` | the server, the tracker and the proxy of remote sessions, with tokens and TLS; includes `rpc` |
//! | `opencl`, `cuda` | devices, whose driver is loaded at the first use; each includes `runtime` |
//! | `devices` | `opencl` and `cuda` |
//! | `arbitrary`, `proptest` | `generate`: random graphs of any node types; not included in other features |

pub mod compare;
pub mod containers;
#[cfg(feature = "runtime")]
pub mod device;
mod error;
pub mod fields;
pub mod function;
#[cfg(feature = "runtime")]
mod globals;
#[cfg(feature = "json")]
pub mod graph;
#[cfg(feature = "runtime")]
pub mod module;
pub mod tensor;
pub mod text;
pub mod types;
pub mod walk;

pub use error::{Error, Result};
pub use objet_object::{
    Array, DataType, IsObject, IsObjectRef, Map, NDArray, Object, ObjectBatch, ObjectPtr, ObjectRef,
    ShapeTuple, String, make_object, match_node, process, progress, register_types,
};
#[cfg(feature = "runtime")]
pub use objet_profiling as profiling;
#[cfg(feature = "arbitrary")]
pub use objet_reflection::generate;
pub use objet_reflection::{
    Reflect, Rewriter, Visitor, assert_structural_eq, assert_structural_ne, cse, display, extend,
    extension_point, get_attr, make_node, post_order, print, rewrite, structural_equal, with_attr,
};
#[cfg(feature = "json")]
pub use objet_reflection::{load_json, save_json};
#[cfg(feature = "rpc")]
pub use objet_rpc as rpc;
#[cfg(feature = "runtime")]
pub use objet_runtime::{
    Module, PackedFunc, Registry, TypedPackedFunc, backend, register_global, register_globals,
};

// Names in the code that the derives generate.
#[doc(hidden)]
pub use objet_object::{
    __private, ArgValue, AsObjectRef, DerivedFrom, EnumType, FieldKind, FieldType, FromValue, HasParent,
    IntKind, NodeType, OptionalType, Owned, Plain, RetValue, ScalarType, TypeIndex, Validate, ValueError,
};
#[cfg(feature = "json")]
#[doc(hidden)]
pub use objet_reflection::StoredAttrs;
#[doc(hidden)]
pub use objet_reflection::{
    __reflect, Comparison, EqualReducer, FieldRole, HashReducer, ReflectError, Reflection, ReprPrinter,
    impl_serde,
};
#[cfg(feature = "runtime")]
#[doc(hidden)]
pub use objet_runtime::{__runtime, Args, FunctionBuilder, GlobalFunction};

/// The names for a module that defines or rewrites nodes: `use objet::prelude::*`.
///
/// [`String`], [`Error`] and [`Result`] are excluded, since these names have other meanings in most
/// modules.
pub mod prelude {
    pub use objet_object::{
        Array, DataType, Device, IsObject, IsObjectRef, Map, NDArray, Object, ObjectPtr, ObjectRef,
        ShapeTuple, TypeIndex, Validate, WeakRef, make_object, match_node,
    };
    pub use objet_reflection::{Reflect, extend};
    #[cfg(feature = "runtime")]
    pub use objet_runtime::{NDArrayExt, PackedFunc, TypedPackedFunc, register_global};
}
