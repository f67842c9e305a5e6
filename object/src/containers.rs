//! Containers that are objects: shared by reference, changed by copy-on-write.
//!
//! A container keeps its elements untyped, as TVM's do, so `Array<Add>` and `Array<Expr>` are the same type of object.
//! `Array<T>` and `Map<K, V>` are typed views: a downcast to one checks every element, once for as long as the container is
//! asked for as the same type, and from then on the elements are borrowed as `&T` at no cost.

pub(crate) mod adt;
pub(crate) mod array;
mod checked;
pub(crate) mod closure;
mod element;
pub(crate) mod map;
pub(crate) mod shape_tuple;
pub(crate) mod string;

pub use adt::{ADT, ADTNode};
pub use array::{Array, ArrayNode};
pub use closure::{Closure, ClosureNode};
pub use element::Element;
pub use map::{Map, MapNode, MapQuery};
pub use shape_tuple::{ShapeTuple, ShapeTupleNode};
pub use string::{String, StringNode};
