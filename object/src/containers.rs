//! Containers that are objects: shared by reference, changed by copy-on-write.
//!
//! A container stores its elements untyped, as the containers of TVM do, so an `Array<Add>` and an
//! `Array<Expr>` are objects of the same type. `Array<T>` and `Map<K, V>` are typed views.
//! A downcast to a typed view checks every element. The result of the last check is cached, so
//! repeated downcasts to the same view are cheap. Access to the elements as `&T` needs no further
//! checks.

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
