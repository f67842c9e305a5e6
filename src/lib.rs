//! Objet gives Rust what Apache TVM's object system gives C++: open class hierarchies of immutable,
//! reference-counted nodes, defined one derive at a time in any crate, where "is this an `Expr`?" is a range check.
//!
//! # A node
//!
//! ```
//! use objet::prelude::*;
//!
//! /// Base of every toy expression.
//! #[derive(Clone, Object)]
//! #[repr(C)]
//! #[object(key = "toy.Expr")]
//! pub struct ExprNode {
//!     base: Object,
//!     /// Where it was written.
//!     pub line: u32,
//! }
//!
//! /// `lhs + rhs`
//! #[derive(Clone, Object)]
//! #[repr(C)]
//! #[object(key = "toy.Add", is_final)]
//! pub struct AddNode {
//!     base: ExprNode, // the parent is the type of the first field
//!     pub lhs: Expr,
//!     pub rhs: Expr,
//! }
//!
//! /// A variable.
//! #[derive(Clone, Object)]
//! #[repr(C)]
//! #[object(key = "toy.Var", is_final)]
//! pub struct VarNode {
//!     base: ExprNode,
//!     pub name: objet::String, // an object too
//! }
//!
//! impl Add {
//!     pub fn new(lhs: impl Into<Expr>, rhs: impl Into<Expr>) -> Self {
//!         let base = ExprNode { base: Object::new(), line: 1 };
//!         make_object(AddNode { base, lhs: lhs.into(), rhs: rhs.into() }).into()
//!     }
//! }
//!
//! impl Var {
//!     pub fn new(name: &str) -> Self {
//!         let base = ExprNode { base: Object::new(), line: 1 };
//!         make_object(VarNode { base, name: name.into() }).into()
//!     }
//! }
//!
//! let x = Var::new("x");
//! let sum: Expr = Add::new(x.clone(), x).upcast(); // an ancestor, or it does not compile
//!
//! if let Some(add) = sum.as_node::<AddNode>() {
//!     assert!(add.lhs.same_as(&add.rhs));
//!     assert_eq!(add.line, 1); // from the base
//! }
//! let mut sum: Add = sum.downcast()?; // checked at run time
//! *sum.make_mut().rhs = Var::new("y").into(); // copied first if it were shared
//! assert!(sum.rhs.is_instance::<VarNode>() && !sum.lhs.same_as(&sum.rhs));
//! # Ok::<(), objet::Error>(())
//! ```
//!
//! That is all a node costs: no registration call, no wrapper by hand. Nodes of another crate are known as soon as it is
//! linked.

pub use objet_object::*;
pub use objet_reflection::*;

/// What a module that defines or rewrites nodes needs: `use objet::prelude::*`.
///
/// [`String`], [`Error`] and [`Result`] are left out, since their names mean other things in most modules.
pub mod prelude {
    pub use objet_object::{
        Array, DataType, Device, IsObject, IsObjectRef, Map, NDArray, Object, ObjectPtr, ObjectRef,
        ShapeTuple, TypeIndex, WeakRef, make_object, match_node,
    };
    pub use objet_reflection::Reflect;
}
