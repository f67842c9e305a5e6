//! Visiting of graphs by functions, each for a node type.

use std::ops::{ControlFlow, Range};
use std::{fmt, mem, slice};

use objet_object::{IsObject, IsObjectRef, ObjectRef, TypeIndex};

use crate::content::Content;
use crate::identity::Visited;
use crate::loaded::Loaded;
use crate::memory::{Node, RecentTypes};
use crate::type_plan::{CurrentPlans, TypePlan};

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
    /// Whether a function runs before the objects below are visited.
    has_enter: bool,
    plans: CurrentPlans,
}

struct Function<C: ?Sized> {
    type_index: TypeIndex,
    phase: Phase,
    call: Call<C>,
}

type Call<C> = Box<dyn Fn(&mut VisitContext<'_, C>) + Send + Sync>;

/// The time at which a function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the objects below are visited.
    Enter,
    /// After the objects below are visited.
    Leave,
}

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
        Self { functions: Vec::new(), has_enter: false, plans: CurrentPlans::default() }
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
        self.with(Phase::Leave, function)
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
        self.with(Phase::Enter, function)
    }

    fn with<T: IsObject>(
        mut self,
        phase: Phase,
        function: impl Fn(&T, &mut VisitContext<'_, C>) + Send + Sync + 'static,
    ) -> Self {
        let call = move |cx: &mut VisitContext<'_, C>| match cx.object.as_node::<T>() {
            Some(node) => function(node, cx),
            None => unreachable!("the function is for the object's type or an ancestor"),
        };
        self.functions.push(Function { type_index: T::type_index(), phase, call: Box::new(call) });
        self.has_enter |= phase == Phase::Enter;
        self.plans = CurrentPlans::default();
        self
    }

    /// Visits all objects reachable from `root`, with a state that all functions share.
    pub fn visit_with<R: IsObjectRef>(&self, root: &R, state: &mut C) {
        // A visit ends early if a function stops it.
        let _ = self.run(root.as_object_ref(), state);
    }

    fn run(&self, root: &ObjectRef, state: &mut C) -> ControlFlow<()> {
        let plans = self.plans.get(self.functions.iter().map(|function| function.type_index));
        let (loaded, mut visited, mut types) = (Loaded::default(), Visited::default(), RecentTypes::new());
        let mut path = Vec::new();
        visited.insert(root);
        let (node, plan) = types.node_with(root, |node| plans.of(root, node));
        if !self.enter(root, plan, state)? {
            return ControlFlow::Continue(());
        }
        let mut current = Position::new(root, node, plan);
        loop {
            match current.next_reference(&loaded) {
                Some(object) => {
                    let (node, plan) = types.node_with(object, |node| plans.of(object, node));
                    if !plan.is_visited || !visited.insert(object) || !self.enter(object, plan, state)? {
                        continue;
                    }
                    if node.is_some() && plan.followed.is_empty() {
                        self.leave(object, plan, state)?;
                    } else {
                        path.push(mem::replace(&mut current, Position::new(object, node, plan)));
                    }
                }
                None => {
                    self.leave(current.object, current.plan, state)?;
                    match path.pop() {
                        Some(parent) => current = parent,
                        None => return ControlFlow::Continue(()),
                    }
                }
            }
        }
    }

    /// Runs the functions for an object before those for the objects below it. Returns whether to
    /// visit these objects.
    #[inline(always)]
    fn enter(&self, object: &ObjectRef, plan: &TypePlan, state: &mut C) -> ControlFlow<(), bool> {
        match self.has_enter && !plan.rules.is_empty() {
            true => self.call(Phase::Enter, object, plan, state),
            false => ControlFlow::Continue(true),
        }
    }

    /// Runs the functions for an object after those for the objects below it.
    #[inline(always)]
    fn leave(&self, object: &ObjectRef, plan: &TypePlan, state: &mut C) -> ControlFlow<()> {
        if !plan.rules.is_empty() {
            self.call(Phase::Leave, object, plan, state)?;
        }
        ControlFlow::Continue(())
    }

    fn call(
        &self,
        phase: Phase,
        object: &ObjectRef,
        plan: &TypePlan,
        state: &mut C,
    ) -> ControlFlow<(), bool> {
        let mut cx = VisitContext { object, state, skips: false, stops: false };
        for function in &plan.rules {
            let function = &self.functions[*function as usize];
            if function.phase == phase {
                (function.call)(&mut cx);
            }
        }
        if cx.stops { ControlFlow::Break(()) } else { ControlFlow::Continue(!cx.skips) }
    }
}

/// An object whose references are being visited.
struct Position<'a> {
    object: &'a ObjectRef,
    plan: &'a TypePlan,
    references: References<'a>,
}

/// The references of an object that are not visited yet.
enum References<'a> {
    OfNode(Node<'a>, slice::Iter<'a, u32>),
    Other(&'a ObjectRef, Range<usize>),
}

impl<'a> Position<'a> {
    #[inline(always)]
    fn new(object: &'a ObjectRef, node: Option<Node<'a>>, plan: &'a TypePlan) -> Self {
        let references = match node {
            Some(node) => References::OfNode(node, plan.followed.iter()),
            None => References::Other(object, 0..Content::of(object).reference_count()),
        };
        Self { object, plan, references }
    }

    #[inline(always)]
    fn next_reference(&mut self, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
        match &mut self.references {
            References::OfNode(node, indices) => {
                indices.find_map(|index| node.numbered_reference(*index as usize, loaded))
            }
            References::Other(object, indices) => {
                indices.find_map(|index| Content::of(object).reference(index, loaded))
            }
        }
    }
}

impl<C: ?Sized> fmt::Debug for Visitor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types: Vec<_> = self.functions.iter().map(|function| function.type_index).collect();
        f.debug_struct("Visitor").field("types", &types).finish_non_exhaustive()
    }
}
