//! Visiting of graphs by functions, each for a node type.

use std::fmt;
use std::ops::ControlFlow;

use objet_object::progress::Steps;
use objet_object::{IsObject, IsObjectRef, ObjectRef, TypeIndex};

use crate::content::Content;
use crate::identity::Visited;
use crate::loaded::Loaded;
use crate::memory::{FollowedReferences, LastOffsets, Node};
use crate::type_plan::{CurrentPlans, RecentPlans, Step, TypePlan};

/// A set of functions that visit the objects of a graph. Each function is for the objects of one
/// type and its descendants.
///
/// Each object is visited once, in the order of [`walk`](crate::walk()). If several functions are
/// for an object, all of them run, in the order of their addition. References that cannot lead to
/// an object with a function, by the declared types of fields, are not followed. Nothing recurses.
///
/// A visitor is usually a `static`: the functions are looked up once for each type, and a later
/// look-up loads one pointer.
///
/// `C` is the state that all functions share.
///
/// ```
/// use std::sync::LazyLock;
///
/// use objet::Visitor;
/// use objet::prelude::*;
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.visitor.Expr", new)]
/// struct ExprNode {
///     base: Object,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.visitor.Var", is_final, new)]
/// struct VarNode {
///     base: ExprNode,
///     name: objet::String,
/// }
///
/// #[derive(Clone, Object, Reflect)]
/// #[repr(C)]
/// #[object(key = "doc.visitor.Call", is_final, new)]
/// struct CallNode {
///     base: ExprNode,
///     callee: objet::String,
///     args: Array<Expr>,
/// }
///
/// /// Writes calls with parentheses.
/// static TEXT: LazyLock<Visitor<String>> = LazyLock::new(|| {
///     Visitor::<String>::default()
///         .on_enter::<CallNode>(|call, cx| cx.state.extend([call.callee.as_str(), "("]))
///         .on::<CallNode>(|_, cx| *cx.state += ")")
///         .on::<VarNode>(|var, cx| *cx.state += var.name.as_str())
/// });
///
/// let call = Call::new("f", [Var::new("x").into(), Call::new("g", []).into()]);
/// let mut text = String::new();
/// TEXT.visit_with(&call, &mut text);
/// assert_eq!(text, "f(xg())");
/// ```
#[doc(alias = "ExprVisitor")]
pub struct Visitor<C: ?Sized = ()> {
    functions: Vec<Function<C>>,
    plans: CurrentPlans,
}

struct Function<C: ?Sized> {
    type_index: TypeIndex,
    /// Whether the function runs before the objects below are visited.
    is_early: bool,
    call: Call<C>,
}

type Call<C> = Box<dyn Fn(&mut VisitContext<'_, C>) + Send + Sync>;

/// The second argument of a function of a [`Visitor`].
pub struct VisitContext<'a, C: ?Sized = ()> {
    object: &'a ObjectRef,
    /// The state that all functions share.
    pub state: &'a mut C,
    skips: bool,
    stops: bool,
}

impl<'a, C: ?Sized> VisitContext<'a, C> {
    /// Returns the reference to the visited node.
    pub fn object(&self) -> &'a ObjectRef {
        self.object
    }

    /// Skips the references of the object, and the functions that run after them. Objects below it
    /// are still visited if another path leads to them. Has no effect in a function that runs after
    /// the references.
    pub fn skip_subtree(&mut self) {
        self.skips = true;
    }

    /// Ends the visit after the functions for this object.
    pub fn stop(&mut self) {
        self.stops = true;
    }
}

impl Visitor {
    /// Creates a visitor without functions and without state. [`Visitor::default`] creates one for
    /// any state.
    pub fn new() -> Self {
        Self::default()
    }

    /// Visits all objects reachable from `root`.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// use objet::prelude::*;
    /// use objet::containers::StringNode;
    /// use objet::{String, Visitor};
    ///
    /// static LENGTH: AtomicUsize = AtomicUsize::new(0);
    ///
    /// let visitor = Visitor::new().on::<StringNode>(|text, _| {
    ///     LENGTH.fetch_add(text.as_str().len(), Ordering::Relaxed);
    /// });
    /// visitor.visit(&Array::from([String::from("ab"), String::from("cde")]));
    /// assert_eq!(LENGTH.load(Ordering::Relaxed), 5);
    /// ```
    pub fn visit<R: IsObjectRef>(&self, root: &R) {
        self.visit_with(root, &mut ());
    }
}

impl<C: ?Sized> Default for Visitor<C> {
    fn default() -> Self {
        Self { functions: Vec::new(), plans: CurrentPlans::default() }
    }
}

impl<C: ?Sized> Visitor<C> {
    /// Adds a function that runs for each object of type `T` and its descendants, after the objects
    /// that it refers to.
    ///
    /// # Panics
    /// If the type table rejects `T`.
    #[must_use]
    pub fn on<T: IsObject>(
        self,
        function: impl Fn(&T, &mut VisitContext<'_, C>) + Send + Sync + 'static,
    ) -> Self {
        self.with(false, function)
    }

    /// Adds a function that runs for each object of type `T` and its descendants, before the
    /// objects that it refers to.
    ///
    /// # Panics
    /// If the type table rejects `T`.
    #[must_use]
    pub fn on_enter<T: IsObject>(
        self,
        function: impl Fn(&T, &mut VisitContext<'_, C>) + Send + Sync + 'static,
    ) -> Self {
        self.with(true, function)
    }

    fn with<T: IsObject>(
        mut self,
        is_early: bool,
        function: impl Fn(&T, &mut VisitContext<'_, C>) + Send + Sync + 'static,
    ) -> Self {
        let call = move |cx: &mut VisitContext<'_, C>| match cx.object.as_node::<T>() {
            Some(node) => function(node, cx),
            None => unreachable!("the function is for the object's type or an ancestor"),
        };
        self.functions.push(Function { type_index: T::type_index(), is_early, call: Box::new(call) });
        self.plans = CurrentPlans::default();
        self
    }

    /// Visits all objects reachable from `root`, with a state that all functions share.
    pub fn visit_with<R: IsObjectRef>(&self, root: &R, state: &mut C) {
        // A visit ends early if a function stops it.
        let _ = self.run(root.as_object_ref(), state);
    }

    fn run(&self, root: &ObjectRef, state: &mut C) -> ControlFlow<()> {
        let rules = self.functions.iter().map(|function| (function.type_index, function.is_early));
        let plans = self.plans.get(rules);
        let loaded = Loaded::default();
        let mut recent = RecentPlans::new(&plans, root);
        let mut visited = Visited::default();
        let mut cx = VisitContext { object: root, state, skips: false, stops: false };
        let mut path = Vec::new();
        let mut last = LastOffsets::new();
        visited.insert(root);
        let plan = recent.plan(root);
        if plan.step == Step::Early && !self.enter(plan, &mut cx)? {
            return ControlFlow::Continue(());
        }
        let mut current = Position::new(root, plan, &mut last);
        let mut steps = Steps::new("visit", None);
        loop {
            steps.next();
            let Some(object) = current.next_reference(&loaded) else {
                if !current.plan.rules.is_empty() {
                    cx.object = current.object;
                    self.leave(current.plan, &mut cx)?;
                }
                match path.pop() {
                    Some(parent) => current = parent,
                    None => return ControlFlow::Continue(()),
                }
                continue;
            };
            let plan = recent.plan(object);
            if plan.step == Step::Skip || !visited.insert(object) {
                continue;
            }
            cx.object = object;
            let is_inside = match plan.step {
                Step::Early => {
                    if !self.enter(plan, &mut cx)? {
                        continue;
                    }
                    plan.has_references
                }
                step => step == Step::Inside,
            };
            if is_inside {
                if !current.is_finished() {
                    path.push(current);
                }
                current = Position::new(object, plan, &mut last);
            } else {
                self.leave(plan, &mut cx)?;
            }
        }
    }

    /// Runs the functions for an object before those for the objects below it. Returns whether to
    /// visit these objects.
    #[inline(never)]
    fn enter(&self, plan: &TypePlan, cx: &mut VisitContext<'_, C>) -> ControlFlow<(), bool> {
        cx.skips = false;
        self.call(&plan.early_rules, cx)?;
        ControlFlow::Continue(!cx.skips)
    }

    /// Runs the functions for an object after those for the objects below it.
    #[inline(always)]
    fn leave(&self, plan: &TypePlan, cx: &mut VisitContext<'_, C>) -> ControlFlow<()> {
        self.call(&plan.rules, cx)
    }

    #[inline(always)]
    fn call(&self, functions: &[u32], cx: &mut VisitContext<'_, C>) -> ControlFlow<()> {
        if let [first, others @ ..] = functions {
            (self.functions[*first as usize].call)(cx);
            for function in others {
                (self.functions[*function as usize].call)(cx);
            }
        }
        if cx.stops { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// An object whose references are being visited.
struct Position<'a> {
    object: &'a ObjectRef,
    plan: &'a TypePlan,
    /// The fields that are not visited yet.
    fields: FollowedReferences<'a>,
    /// The number of visited references, if they are not those of `fields`.
    visited: usize,
}

impl<'a> Position<'a> {
    #[inline(always)]
    fn new(object: &'a ObjectRef, plan: &'a TypePlan, last: &mut LastOffsets<'a>) -> Self {
        Self { object, plan, fields: plan.followed.of(object, last), visited: 0 }
    }

    #[inline(always)]
    fn next_reference(&mut self, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match self.fields.next() {
            None if !self.plan.followed.are_plain() => {
                let (found, visited) = next_of_other(self.object, self.plan, self.visited, loaded);
                self.visited = visited;
                found
            }
            found => found,
        }
    }

    /// Whether neither a reference nor a function is left.
    #[inline(always)]
    fn is_finished(&self) -> bool {
        self.plan.ends_with_reference & self.fields.are_finished()
    }
}

/// Returns the first reference of an object from an index on, and the index behind it.
#[inline(never)]
fn next_of_other<'a>(
    object: &'a ObjectRef,
    plan: &TypePlan,
    next: usize,
    loaded: &'a Loaded,
) -> (Option<&'a ObjectRef>, usize) {
    let content = Content::of(object);
    let indices = plan.followed.indices();
    // A plan has indices only for types of nodes, whose index may also be static.
    let of_node = Node::of(object);
    let count = if of_node.is_some() { indices.len() } else { content.reference_count() };
    let mut rest = next..count;
    let found = rest.find_map(|index| match of_node {
        Some(node) => node.numbered_reference(indices[index] as usize, loaded),
        None => content.reference(index, loaded),
    });
    (found, rest.start)
}

impl<C: ?Sized> fmt::Debug for Visitor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types: Vec<_> = self.functions.iter().map(|function| function.type_index).collect();
        f.debug_struct("Visitor").field("types", &types).finish_non_exhaustive()
    }
}
