//! Functions that dispatch on the type of an object.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use objet_object::{IsObject, Object, TypeError, TypeIndex, types};

use crate::by_type::ByType;

/// A function with a separate body for each of several node types.
///
/// A call with an object runs the body for the object's type, or the body of the nearest ancestor
/// that has one. `C` is the context that a body receives in addition to its node, and `R` is the
/// return type.
///
/// The body is looked up once for each type. Later calls load one pointer and take no lock.
///
/// ```
/// use std::sync::LazyLock;
///
/// use objet::NodeFunctor;
/// use objet::prelude::*;
///
/// #[derive(Object)]
/// #[repr(C)]
/// #[object(key = "doc.functor.Expr")]
/// struct ExprNode {
///     base: Object,
/// }
///
/// #[derive(Object)]
/// #[repr(C)]
/// #[object(key = "doc.functor.Add", is_final)]
/// struct AddNode {
///     base: ExprNode,
///     lhs: Expr,
///     rhs: Expr,
/// }
///
/// #[derive(Object)]
/// #[repr(C)]
/// #[object(key = "doc.functor.Int", is_final)]
/// struct IntNode {
///     base: ExprNode,
///     value: i64,
/// }
///
/// /// Prints an expression.
/// static PRINT: LazyLock<NodeFunctor<String, ()>> = LazyLock::new(|| {
///     let mut print = NodeFunctor::new();
///     print
///         .set_dispatch(|add: &AddNode, out: &mut String| {
///             print_to(&add.lhs, out);
///             *out += " + ";
///             print_to(&add.rhs, out);
///         })
///         .and_then(|print| {
///             print.set_dispatch(|int: &IntNode, out| *out += &int.value.to_string())
///         })
///         .expect("each type has one body");
///     print
/// });
///
/// fn print_to(expr: &ExprNode, out: &mut String) {
///     PRINT.call(expr, out).unwrap_or_else(|_| *out += "?");
/// }
///
/// let base = || ExprNode { base: Object::new() };
/// let one = Int::from(make_object(IntNode { base: base(), value: 1 }));
/// let unknown = Expr::from(make_object(base()));
/// let sum = make_object(AddNode { base: base(), lhs: one.into(), rhs: unknown });
/// let mut out = String::new();
/// print_to(&sum, &mut out);
/// assert_eq!(out, "1 + ?");
/// ```
pub struct NodeFunctor<C: ?Sized, R> {
    bodies: HashMap<TypeIndex, Body<C, R>>,
    resolved: ByType<Option<Body<C, R>>>,
}

type Body<C, R> = Arc<dyn Fn(&Object, &mut C) -> R + Send + Sync>;

/// The error of a call or an extension of a [`NodeFunctor`].
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FunctorError {
    /// No body for the type of the object, or for its ancestors.
    #[error("no function for {type_key} or one of its ancestors")]
    NoFunction {
        /// The type of the object.
        type_key: &'static str,
    },
    /// The type already has a body.
    #[error("duplicate function for {type_key}: clear the existing function to replace it")]
    DuplicateFunction {
        /// The type.
        type_key: &'static str,
    },
    /// The type table rejected the type.
    #[error(transparent)]
    Type(#[from] TypeError),
}

impl<C: ?Sized, R> NodeFunctor<C, R> {
    /// Creates a functor without bodies.
    pub fn new() -> Self {
        Self { bodies: HashMap::new(), resolved: ByType::new() }
    }

    /// Sets the body for objects of type `T`, and of all descendants of `T` without a body.
    ///
    /// # Errors
    /// If `T` already has a body; the functor is unchanged then. If the type table rejects `T`.
    pub fn set_dispatch<T: IsObject>(
        &mut self,
        body: impl Fn(&T, &mut C) -> R + Send + Sync + 'static,
    ) -> Result<&mut Self, FunctorError> {
        let type_index = types::try_type_index::<T>()?;
        if self.bodies.contains_key(&type_index) {
            return Err(FunctorError::DuplicateFunction { type_key: T::TYPE_KEY });
        }
        let body = move |object: &Object, context: &mut C| match object.as_node() {
            Some(node) => body(node, context),
            None => unreachable!("the body is for the object's type or an ancestor"),
        };
        self.bodies.insert(type_index, Arc::new(body));
        self.resolved = ByType::new();
        Ok(self)
    }

    /// Removes the body of `T`, so that the body of an ancestor handles objects of type `T`.
    /// Returns whether `T` had a body.
    pub fn clear_dispatch<T: IsObject>(&mut self) -> bool {
        self.resolved = ByType::new();
        types::try_type_index::<T>().is_ok_and(|type_index| self.bodies.remove(&type_index).is_some())
    }

    /// Whether there is a body for the type of this object or for an ancestor.
    pub fn can_dispatch(&self, object: &Object) -> bool {
        self.body(object).is_some()
    }

    /// Runs the body for this object.
    ///
    /// # Errors
    /// If there is no body for the object.
    #[inline]
    pub fn call(&self, object: &Object, context: &mut C) -> Result<R, FunctorError> {
        let none = || FunctorError::NoFunction { type_key: object.type_key() };
        self.try_call(object, context).ok_or_else(none)
    }

    /// Runs the body for this object, if there is one.
    #[inline]
    pub fn try_call(&self, object: &Object, context: &mut C) -> Option<R> {
        self.body(object).map(|body| body(object, context))
    }

    #[inline]
    fn body(&self, object: &Object) -> Option<&Body<C, R>> {
        let type_index = object.type_index();
        self.resolved.at(type_index).get_or_init(|| self.resolve(type_index)).as_ref()
    }

    /// Returns the body for objects of this type. `ancestors` begins with the root, so the last
    /// body is the nearest one.
    #[cold]
    fn resolve(&self, type_index: TypeIndex) -> Option<Body<C, R>> {
        let ancestors = types::by_index(type_index)?.ancestors();
        ancestors.filter_map(|ancestor| self.bodies.get(&ancestor)).last().cloned()
    }
}

impl<C: ?Sized, R> Default for NodeFunctor<C, R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: ?Sized, R> fmt::Debug for NodeFunctor<C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeFunctor").field("types", &self.bodies.keys()).finish_non_exhaustive()
    }
}
