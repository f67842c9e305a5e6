//! Functions that dispatch on the type of an object.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use objet_object::types::Declared;
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
/// use objet::walk::NodeFunctor;
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
///     NodeFunctor::new()
///         .on::<AddNode>(|add, out: &mut String| {
///             print_to(&add.lhs, out);
///             *out += " + ";
///             print_to(&add.rhs, out);
///         })
///         .on::<IntNode>(|int, out| *out += &int.value.to_string())
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

/// A body, or an error that every call returns.
type Body<C, R> = Result<Declaration<C, R>, FunctorError>;

struct Declaration<C: ?Sized, R> {
    call: Call<C, R>,
    declared: Declared,
}

type Call<C, R> = Arc<dyn Fn(&Object, &mut C) -> R + Send + Sync>;

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
    /// The type has two bodies.
    #[error(
        "duplicate function for {type_key} at {second}: the first one is at {first}; clear it to replace it"
    )]
    DuplicateFunction {
        /// The type.
        type_key: &'static str,
        /// The location of the first body.
        first: Declared,
        /// The location of the second body.
        second: Declared,
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

    /// Adds a body for objects of type `T`, and of all descendants of `T` without a body.
    ///
    /// If `T` already has a body, calls for these objects return
    /// [`FunctorError::DuplicateFunction`].
    ///
    /// # Panics
    /// If the type table rejects `T`.
    #[must_use]
    #[track_caller]
    pub fn on<T: IsObject>(mut self, body: impl Fn(&T, &mut C) -> R + Send + Sync + 'static) -> Self {
        let declaration = Declaration::new(body);
        match self.bodies.entry(T::type_index()) {
            Entry::Vacant(entry) => {
                entry.insert(Ok(declaration));
            }
            Entry::Occupied(mut entry) => {
                if let Ok(first) = entry.get() {
                    *entry.get_mut() = Err(first.duplicate(T::TYPE_KEY, declaration.declared));
                }
            }
        }
        self.resolved = ByType::new();
        self
    }

    /// Sets the body for objects of type `T`, and of all descendants of `T` without a body.
    ///
    /// # Errors
    /// If `T` already has a body; the functor is unchanged then. If the type table rejects `T`.
    #[track_caller]
    pub fn set_dispatch<T: IsObject>(
        &mut self,
        body: impl Fn(&T, &mut C) -> R + Send + Sync + 'static,
    ) -> Result<&mut Self, FunctorError> {
        self.set(types::try_type_index::<T>()?, T::TYPE_KEY, Declaration::new(body))
    }

    fn set(
        &mut self,
        type_index: TypeIndex,
        type_key: &'static str,
        declaration: Declaration<C, R>,
    ) -> Result<&mut Self, FunctorError> {
        match self.bodies.get(&type_index) {
            Some(Ok(first)) => return Err(first.duplicate(type_key, declaration.declared)),
            Some(Err(error)) => return Err(error.clone()),
            None => {}
        }
        self.bodies.insert(type_index, Ok(declaration));
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
        matches!(self.body(object), Some(Ok(_)))
    }

    /// Runs the body for this object.
    ///
    /// # Errors
    /// If there is no body for the object, or if two bodies were added for its type.
    #[inline]
    pub fn call(&self, object: &Object, context: &mut C) -> Result<R, FunctorError> {
        match self.body(object) {
            Some(Ok(body)) => Ok((body.call)(object, context)),
            Some(Err(error)) => Err(error.clone()),
            None => Err(FunctorError::NoFunction { type_key: object.type_key() }),
        }
    }

    /// Runs the body for this object, if there is exactly one.
    #[inline]
    pub fn try_call(&self, object: &Object, context: &mut C) -> Option<R> {
        match self.body(object) {
            Some(Ok(body)) => Some((body.call)(object, context)),
            _ => None,
        }
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

impl<C: ?Sized, R> Declaration<C, R> {
    #[track_caller]
    fn new<T: IsObject>(body: impl Fn(&T, &mut C) -> R + Send + Sync + 'static) -> Self {
        let call = move |object: &Object, context: &mut C| match object.as_node() {
            Some(node) => body(node, context),
            None => unreachable!("the body is for the object's type or an ancestor"),
        };
        let place = Location::caller();
        let declared = Declared { file: place.file(), line: place.line(), column: place.column() };
        Self { call: Arc::new(call), declared }
    }

    fn duplicate(&self, type_key: &'static str, second: Declared) -> FunctorError {
        FunctorError::DuplicateFunction { type_key, first: self.declared, second }
    }
}

impl<C: ?Sized, R> Clone for Declaration<C, R> {
    fn clone(&self) -> Self {
        Self { call: self.call.clone(), declared: self.declared }
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
