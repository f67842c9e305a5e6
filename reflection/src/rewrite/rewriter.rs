//! Rewriting by rules, each for a node type.

use std::fmt;

use objet_object::{IsObject, IsObjectRef, ObjectRef, TypeIndex};

use super::by_rules::{ByRules, Order, PostOrder, PostOrderRepeated, PreOrder, PreOrderRepeated};
use super::{RewriteError, Rewriting};
use crate::type_plan::{CurrentPlans, TypePlans};

/// A set of rules that rewrite graphs. A rule is a function for the objects of one type.
///
/// A rule gets a node, whose references are rewritten already, and returns its replacement, or
/// `None` to keep the node. The rules for a type also apply to its descendants. If several rules
/// apply to an object, the first one that returns another object wins, in the order of their
/// addition.
///
/// The rewriting has the same guarantees as [`rewrite`](crate::rewrite()): only changed objects are
/// rebuilt, sharing is preserved, nothing recurses, and a graph that nothing else refers to is
/// changed in place, except with [`until_fixpoint`](Rewriter::until_fixpoint). In addition,
/// references that cannot lead to an object with a rule, by the declared types of fields, are not
/// followed.
///
/// A set of rules is usually a `static`: rules are looked up once for each type, and a later
/// look-up loads one pointer.
///
/// `C` is the state that all rules share, and `E` is the type of their errors.
///
/// ```
/// use std::sync::LazyLock;
///
/// use objet::prelude::*;
/// use objet::{Rewriter, print};
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.rewriter.Expr", new)]
/// struct ExprNode {
///     base: Object,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.rewriter.Int", is_final, new)]
/// struct IntNode {
///     base: ExprNode,
///     value: i64,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.rewriter.Neg", is_final, new)]
/// struct NegNode {
///     base: ExprNode,
///     operand: Expr,
/// }
///
/// /// Removes double negations, and negates numbers.
/// static SIMPLIFY: LazyLock<Rewriter> = LazyLock::new(|| {
///     Rewriter::new()
///         .on::<NegNode>(|neg, _| Some(neg.operand.as_node::<NegNode>()?.operand.clone()))
///         .on::<NegNode>(|neg, _| Some(Int::new(-neg.operand.as_node::<IntNode>()?.value)))
/// });
///
/// let expr: Expr = Neg::new(Neg::new(Neg::new(Int::new(3)))).into();
/// let simple = SIMPLIFY.rewrite(expr)?;
/// assert_eq!(print(&simple).to_string(), "doc.rewriter.Int(value=-3)");
/// # Ok::<(), objet::walk::RewriteError>(())
/// ```
#[doc(alias = "RewritePatternSet")]
#[doc(alias = "applyPatternsGreedily")]
pub struct Rewriter<C: ?Sized = (), E = RewriteError> {
    pub(super) rules: Vec<Rule<C, E>>,
    order: RewriteOrder,
    is_repeated: bool,
    pub(super) limit: u64,
    plans: CurrentPlans,
}

pub(super) struct Rule<C: ?Sized, E> {
    type_index: TypeIndex,
    pub(super) apply: Apply<C, E>,
}

type Apply<C, E> = Box<dyn Fn(&mut RewriteContext<'_, C>) -> Result<Option<ObjectRef>, E> + Send + Sync>;

/// The order in which the rules of a [`Rewriter`] apply to an object and to those below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RewriteOrder {
    /// The rules apply to an object after they were applied to the objects below it.
    #[default]
    PostOrder,
    /// The rules apply to an object, and to its replacement, until no rule returns a replacement.
    /// Then they are applied to the objects below it.
    PreOrder,
}

/// The second argument of a rule of a [`Rewriter`].
pub struct RewriteContext<'a, C: ?Sized = ()> {
    pub(super) object: &'a ObjectRef,
    /// The state that all rules share.
    pub state: &'a mut C,
}

impl<'a, C: ?Sized> RewriteContext<'a, C> {
    /// Returns the reference to the node that the rule is applied to.
    pub fn object(&self) -> &'a ObjectRef {
        self.object
    }
}

/// The result of a rule of a [`Rewriter`]: an optional replacement, or a `Result` with one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the result of a rule",
    label = "return `Some(replacement)`, `None`, or a `Result` of one of them"
)]
pub trait Replacement<E> {
    /// Returns the replacement.
    ///
    /// # Errors
    /// The error of the rule.
    fn into_replacement(self) -> Result<Option<ObjectRef>, E>;
}

impl<R: IsObjectRef, E> Replacement<E> for Option<R> {
    fn into_replacement(self) -> Result<Option<ObjectRef>, E> {
        Ok(self.map(R::into_object_ref))
    }
}

impl<R: IsObjectRef, E> Replacement<E> for Result<Option<R>, E> {
    fn into_replacement(self) -> Result<Option<ObjectRef>, E> {
        self.map(|replacement| replacement.map(R::into_object_ref))
    }
}

/// A rule of a [`Rewriter`]: a function that takes a node and a [`RewriteContext`], and returns a
/// [`Replacement`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule for `{T}`",
    label = "write `|node, cx| …`, which returns `Some(replacement)` or `None`"
)]
pub trait RewriteRule<T, C: ?Sized, E>:
    Returns<T, C> + Fn(&T, &mut RewriteContext<'_, C>) -> <Self as Returns<T, C>>::Output
{
    #[doc(hidden)]
    fn apply(&self, node: &T, context: &mut RewriteContext<'_, C>) -> Result<Option<ObjectRef>, E>;
}

/// The return type of a rule, in a form that closures are inferred from.
#[doc(hidden)]
pub trait Returns<T, C: ?Sized> {
    type Output;
}

impl<F, T, C: ?Sized, R> Returns<T, C> for F
where
    F: Fn(&T, &mut RewriteContext<'_, C>) -> R,
{
    type Output = R;
}

impl<F, T, C: ?Sized, E, R: Replacement<E>> RewriteRule<T, C, E> for F
where
    F: Fn(&T, &mut RewriteContext<'_, C>) -> R,
{
    #[inline]
    fn apply(&self, node: &T, context: &mut RewriteContext<'_, C>) -> Result<Option<ObjectRef>, E> {
        self(node, context).into_replacement()
    }
}

/// The maximum number of replacements by rules that apply repeatedly.
const DEFAULT_LIMIT: u64 = 10_000_000;

impl Rewriter {
    /// Creates a set without rules and without state. [`Rewriter::default`] creates one for any
    /// state and any error.
    pub fn new() -> Self {
        Self::default()
    }
}

impl<C: ?Sized, E> Default for Rewriter<C, E> {
    fn default() -> Self {
        Self {
            rules: Vec::new(),
            order: RewriteOrder::default(),
            is_repeated: false,
            limit: DEFAULT_LIMIT,
            plans: CurrentPlans::default(),
        }
    }
}

impl<C: ?Sized, E: From<RewriteError>> Rewriter<C, E> {
    /// Adds a rule for objects of type `T` and its descendants.
    ///
    /// # Panics
    /// If the type table rejects `T`.
    #[must_use]
    pub fn on<T: IsObject>(mut self, rule: impl RewriteRule<T, C, E> + Send + Sync + 'static) -> Self {
        let apply = move |cx: &mut RewriteContext<'_, C>| {
            let object = cx.object;
            match object.as_node::<T>() {
                Some(node) => rule.apply(node, cx),
                None => unreachable!("the rule is for the object's type or an ancestor"),
            }
        };
        self.rules.push(Rule { type_index: T::type_index(), apply: Box::new(apply) });
        self.plans = CurrentPlans::default();
        self
    }

    /// Sets the order. The default is [`RewriteOrder::PostOrder`].
    #[must_use]
    pub fn order(self, order: RewriteOrder) -> Self {
        Self { order, ..self }
    }

    /// Applies the rules until none of them returns a replacement for any object of the result. A
    /// replacement is rewritten in turn, and with [`RewriteOrder::PreOrder`] also an object of
    /// which a reference has changed. Objects that are rewritten completely are not visited again,
    /// so the time is linear in the number of objects, references and replacements.
    ///
    /// No object is changed in place, and the objects of all steps are dropped at the end.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::Rewriter;
    /// use objet::containers::{ADT, ADTNode};
    ///
    /// // Removes tuples of one element.
    /// let unwrap = Rewriter::new()
    ///     .on::<ADTNode>(|adt, _| match adt.fields() {
    ///         [element] => element.clone(),
    ///         _ => None,
    ///     })
    ///     .until_fixpoint();
    /// let x = ObjectRef::from(objet::String::from("x"));
    /// let nested = ADT::tuple([ADT::tuple([ADT::tuple([x.clone()]).into()]).into()]);
    /// assert!(unwrap.rewrite(ObjectRef::from(nested))?.same_as(&x));
    /// # Ok::<(), objet::walk::RewriteError>(())
    /// ```
    #[must_use]
    pub fn until_fixpoint(self) -> Self {
        Self { is_repeated: true, ..self }
    }

    /// Sets the maximum number of replacements in one rewriting, for rules that are applied
    /// repeatedly: in [`RewriteOrder::PreOrder`], and with
    /// [`until_fixpoint`](Rewriter::until_fixpoint). The default is 10 million. The first
    /// replacement of each object counts too, so a larger graph may need a higher limit.
    #[must_use]
    pub fn limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// Rewrites a graph, with a state that all rules share.
    ///
    /// # Errors
    /// Errors of the rules, and [`RewriteError`]s as for [`rewrite`](crate::rewrite()).
    /// [`RewriteError::NoFixpoint`] if the limit of replacements is reached.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::containers::StringNode;
    /// use objet::{Rewriter, String};
    ///
    /// let number = Rewriter::<u32>::default().on::<StringNode>(|text, cx| {
    ///     *cx.state += 1;
    ///     Some(String::from(format!("{}{}", text.as_str(), cx.state)))
    /// });
    /// let mut count = 0;
    /// let names = Array::from([String::from("x"), String::from("x")]);
    /// assert_eq!(number.rewrite_with(names, &mut count)?[..], ["x1", "x2"]);
    /// assert_eq!(count, 2);
    /// # Ok::<(), objet::walk::RewriteError>(())
    /// ```
    pub fn rewrite_with<R: IsObjectRef>(&self, root: R, state: &mut C) -> Result<R, E> {
        let mut root = root.into_object_ref();
        loop {
            let plans = self.plans.get(self.rules.iter().map(|rule| (rule.type_index, false)));
            root = match (self.order, self.is_repeated) {
                (RewriteOrder::PostOrder, false) => self.run::<PostOrder>(&plans, root, state),
                (RewriteOrder::PostOrder, true) => self.run::<PostOrderRepeated>(&plans, root, state),
                (RewriteOrder::PreOrder, false) => self.run::<PreOrder>(&plans, root, state),
                (RewriteOrder::PreOrder, true) => self.run::<PreOrderRepeated>(&plans, root, state),
            }?;
            // The rules may have made objects of types that they have registered.
            if !self.is_repeated || plans.are_current() {
                break;
            }
        }
        root.downcast().map_err(|error| RewriteError::Root(error.reason().clone()).into())
    }

    fn run<O: Order>(&self, plans: &TypePlans, root: ObjectRef, state: &mut C) -> Result<ObjectRef, E> {
        Rewriting::new(ByRules::<C, E, O>::new(self, plans, state), true).own(root)
    }
}

impl<E: From<RewriteError>> Rewriter<(), E> {
    /// Rewrites a graph.
    ///
    /// # Errors
    /// The same as for [`rewrite_with`](Rewriter::rewrite_with).
    pub fn rewrite<R: IsObjectRef>(&self, root: R) -> Result<R, E> {
        self.rewrite_with(root, &mut ())
    }
}

impl<C: ?Sized, E> fmt::Debug for Rewriter<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types: Vec<_> = self.rules.iter().map(|rule| rule.type_index).collect();
        f.debug_struct("Rewriter").field("types", &types).field("order", &self.order).finish_non_exhaustive()
    }
}
