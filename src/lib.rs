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
//! | | |
//! |---|---|
//! | define a node | [`derive(Object)`](derive@Object), [`derive(Reflect)`](derive@Reflect), [`Validate`], [`make_object`] |
//! | refer to a node | [`IsObjectRef`] with its casts and copy-on-write, [`ObjectRef`], [`WeakRef`], [`match_node!`] |
//! | containers | [`String`], [`Array`], [`Map`], [`ShapeTuple`], [`ADT`]; boxed numbers [`BoxInt`], [`BoxFloat`], [`BoxBool`] |
//! | tensors and devices | [`NDArray`], [`NDArrayExt`], [`DeviceApi`], [`Devices`], [`save_params`], [`load_params`], [`TimeEvaluator`] |
//! | fields by name | [`make_node`], [`get_attr`], [`with_attr`], [`attr_names`], [`visit_attrs`], [`Reflection`] |
//! | compare | [`structural_equal`], [`StructuralEqual`], [`structural_hash`], [`assert_structural_eq!`], [`Structural`] |
//! | walk and rewrite | [`post_order`], [`pre_order`], [`walk`], [`references`], [`Visitor`], [`rewrite()`], [`Rewriter`], [`Mutator`], [`deep_copy`] |
//! | dispatch on the type | [`NodeFunctor`], [`ExtensionPoint`], [`extension_point!`], [`extend`] |
//! | share equal subgraphs | [`cse`](cse()), [`Interner`], [`ShallowStructural`] |
//! | read and show | [`save_json`], [`load_json`], [`LoadJson`], [`print()`], [`display()`] |
//! | random graphs | `generate::Graphs`, with the feature `arbitrary` or `proptest` |
//! | types as data | [`types`], [`TypeIndex`], [`get_or_alloc_type_index`], [`TypeBuilder`] |
//! | values between languages | [`ArgValue`], [`RetValue`], [`TVMValue`] |
//! | profiles | [`profiling::Profiler`], [`profiling::Report`], [`profiling::Timer`] |
//! | functions | [`PackedFunc`], [`TypedPackedFunc`], [`FunctionBuilder`], [`register_global`], [`Registry`] |
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
//! | `runtime` | [`PackedFunc`], [`Registry`], [`Module`], [`Devices`], [`NDArrayExt`], [`profiling`] |
//! | `opencl`, `cuda` | devices, whose driver is loaded at the first use; each includes `runtime` |
//! | `devices` | `opencl` and `cuda` |

mod error;
#[cfg(feature = "runtime")]
mod globals;

#[cfg(feature = "runtime")]
pub use error::RuntimeError;
pub use error::{Error, ObjectError, Result};
#[cfg(feature = "runtime")]
pub use globals::register_front_end;
pub use objet_object::*;
#[cfg(feature = "runtime")]
pub use objet_profiling as profiling;
#[doc(hidden)]
pub use objet_reflection::impl_serde;
pub use objet_reflection::*;
#[cfg(feature = "runtime")]
pub use objet_runtime::*;

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
