//! Random graphs of any node types, made from their reflection alone.
//!
//! - `plan` collects the types that the fields of a graph can hold, with the size of the smallest
//!   graph of each.
//! - `values` chooses numbers, strings and other values from random bytes.
//! - `build` makes a graph by a plan.
//! - `tree` makes the graphs a strategy of `proptest`.
//!
//! All choices are read from a sequence of bytes. Zero is the simplest choice, and a sequence that
//! has ended is continued by zeros. So shorter and smaller sequences make smaller graphs.

mod build;
mod plan;
#[cfg(feature = "proptest")]
mod tree;
mod values;

use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use arbitrary::Unstructured;
use objet_object::{IsObject, IsObjectRef, ObjectRef, TypeIndex, TypeInfo};

use self::build::Builder;
use self::plan::Plan;
use crate::error::ReflectError;

#[cfg(feature = "proptest")]
pub use tree::{GraphStrategy, GraphTree};

/// A generator of random graphs whose roots are an `R`, for fuzzing and property tests.
///
/// The graphs are well typed: each field holds a value of its declared type, within its bounds. A
/// reference field refers to a new object of any type below the declared type, or to an object that
/// the graph already has, so that graphs share objects. A node that the `check` of its type rejects
/// is made again with other values.
///
/// - A type with descendants counts as abstract, and so its objects are not made, unless
///   [`include`](Graphs::include) names the type.
/// - A field of any object, such as an `ObjectRef`, holds a string, a shape, an array, or an object
///   that the graph already has.
/// - A field that defines variables (`def`) holds new objects, so that each variable has one
///   definition.
/// - Types that are stored as bytes (`bytes`) and fields with `serde` are not generated. The type
///   needs a generator of its own, and the field a default.
///
/// The types are those that are known at the first graph.
///
/// ```
/// use arbitrary::Unstructured;
/// use objet::generate::Graphs;
/// use objet::prelude::*;
/// use objet::post_order;
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.generate.Expr", new)]
/// struct ExprNode {
///     base: Object,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.generate.Const", is_final, new)]
/// struct ConstNode {
///     base: ExprNode,
///     #[reflect(lower_bound = 0)]
///     value: i64,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.generate.Add", is_final, new)]
/// struct AddNode {
///     base: ExprNode,
///     lhs: Expr,
///     rhs: Expr,
/// }
///
/// # objet::register_types!(ExprNode, ConstNode, AddNode).unwrap();
/// let graphs = Graphs::<Expr>::new().max_nodes(20);
/// let expr = graphs.generate(&mut Unstructured::new(b"random bytes of a fuzzer, for example"))?;
/// assert!(post_order(&expr).count() <= 20);
///
/// let smallest = graphs.generate(&mut Unstructured::new(&[]))?;
/// assert_eq!(smallest.as_node::<ConstNode>().map(|number| number.value), Some(0));
/// # Ok::<(), objet::generate::GenerateError>(())
/// ```
pub struct Graphs<R> {
    options: Options,
    plan: OnceLock<Result<Plan, GenerateError>>,
    _root: PhantomData<fn() -> R>,
}

/// The settings of a generator.
struct Options {
    max_nodes: usize,
    max_depth: usize,
    /// Types that are not generated, nor their descendants.
    excluded: Vec<TypeIndex>,
    /// Types with descendants that are generated nevertheless.
    included: Vec<TypeIndex>,
    filter: Option<Filter>,
    own: Vec<(TypeIndex, Own)>,
}

type Filter = Box<dyn Fn(TypeInfo) -> bool + Send + Sync>;

/// The generator of a type that the user provides.
type Own = Box<dyn Fn(&mut Unstructured<'_>) -> arbitrary::Result<ObjectRef> + Send + Sync>;

/// The error of a graph that cannot be generated.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No finite graph has the root's type.
    #[error("no graph of type {type_name} can be generated: {reason}")]
    Impossible {
        /// The type of the root.
        type_name: String,
        /// The reason.
        reason: String,
    },
    /// The smallest graph is too large.
    #[error(
        "the smallest graph of type {type_name} has {nodes} objects: set `max_nodes` to more than {max_nodes}"
    )]
    TooSmall {
        /// The type of the root.
        type_name: String,
        /// The size of the smallest graph.
        nodes: usize,
        /// The limit.
        max_nodes: usize,
    },
    /// The check of a type rejected all nodes.
    #[error("{source}: no random node passes the check, so give the type a generator by `with`")]
    Refused {
        /// The last rejection.
        source: ReflectError,
    },
    /// The generator of a type failed.
    #[error("the generator of {type_key} failed")]
    Own {
        /// The type.
        type_key: String,
        /// The error of the generator.
        source: arbitrary::Error,
    },
}

impl<R: IsObjectRef> Default for Graphs<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: IsObjectRef> Graphs<R> {
    /// Returns a generator of graphs of at most 32 objects.
    pub fn new() -> Self {
        let options = Options {
            max_nodes: 32,
            max_depth: usize::MAX,
            excluded: Vec::new(),
            included: Vec::new(),
            filter: None,
            own: Vec::new(),
        };
        Self { options, plan: OnceLock::new(), _root: PhantomData }
    }

    fn with_options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self.plan = OnceLock::new();
        self
    }

    /// Sets the maximum number of objects of a graph, strings and containers included.
    #[must_use]
    pub fn max_nodes(self, count: usize) -> Self {
        self.with_options(|options| options.max_nodes = count)
    }

    /// Sets the maximum number of objects on a path from the root. A graph is deeper only if
    /// nothing else fits into the number of objects.
    #[must_use]
    pub fn max_depth(self, count: usize) -> Self {
        self.with_options(|options| options.max_depth = count)
    }

    /// Leaves out the type `T` and its descendants.
    #[must_use]
    pub fn exclude<T: IsObject>(self) -> Self {
        self.with_options(|options| options.excluded.push(T::type_index()))
    }

    /// Generates objects of type `T` although the type has descendants.
    #[must_use]
    pub fn include<T: IsObject>(self) -> Self {
        self.with_options(|options| options.included.push(T::type_index()))
    }

    /// Generates nodes only of the types that `filter` accepts. Strings and containers are not
    /// affected.
    #[must_use]
    pub fn filter(self, filter: impl Fn(TypeInfo) -> bool + Send + Sync + 'static) -> Self {
        self.with_options(|options| options.filter = Some(Box::new(filter)))
    }

    /// Sets the generator of objects of type `T`, in the place of the one by reflection.
    ///
    /// ```
    /// # use objet::prelude::*;
    /// # use objet::{String, generate::Graphs};
    /// # #[derive(Clone, Object, Reflect)]
    /// # #[repr(C)]
    /// # #[object(key = "doc.generate.Var", is_final, new)]
    /// # struct VarNode {
    /// #     base: Object,
    /// #     name: String,
    /// # }
    /// # objet::register_types!(VarNode).unwrap();
    /// let graphs = Graphs::<Array<Var>>::new()
    ///     .with::<VarNode>(|u| Ok(Var::new(*u.choose(&["x", "y", "z"])?)));
    /// # graphs.generate(&mut arbitrary::Unstructured::new(&[200; 64])).unwrap();
    /// ```
    #[must_use]
    pub fn with<T: IsObject>(
        self,
        generate: impl Fn(&mut Unstructured<'_>) -> arbitrary::Result<T::Ref> + Send + Sync + 'static,
    ) -> Self {
        let own: Own = Box::new(move |u| generate(u).map(IsObjectRef::into_object_ref));
        self.with_options(|options| options.own.push((T::type_index(), own)))
    }

    /// Makes a graph from random bytes. Equal bytes make equal graphs, and no bytes the smallest
    /// one.
    ///
    /// # Errors
    /// - If no finite graph has a root of type `R`, or none is small enough.
    /// - If the check of a type rejects all nodes.
    /// - If a generator of [`with`](Graphs::with) fails.
    pub fn generate(&self, u: &mut Unstructured<'_>) -> Result<R, GenerateError> {
        let plan = self.plan()?;
        let root = Builder::new(&self.options, plan, u).build()?;
        match root.downcast() {
            Ok(root) => Ok(root),
            Err(error) => unreachable!("the root has the planned type: {error}"),
        }
    }

    fn plan(&self) -> Result<&Plan, GenerateError> {
        self.plan.get_or_init(|| Plan::of::<R>(&self.options)).as_ref().map_err(Clone::clone)
    }
}

impl<R> fmt::Debug for Graphs<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphs").field("max_nodes", &self.options.max_nodes).finish_non_exhaustive()
    }
}
