//! Traversals of graphs. They visit each object once, whatever its type.

use std::iter::FusedIterator;

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, ObjectRef};

use crate::content::Content;
use crate::identity::Visited;
use crate::loaded::Loaded;
use crate::memory::RecentTypes;

/// Returns the objects that an object refers to directly, in the order of its fields, elements or
/// entries. An object with two references is returned twice. A [`walk()`] continues with these
/// objects.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::containers::ADT;
/// use objet::walk::references;
///
/// let x = ObjectRef::from(String::from("x"));
/// let pair = ADT::tuple([x.clone(), x.clone()]);
/// assert!(references(&pair).eq([x.clone(), x.clone()]));
/// assert_eq!(references(&x).count(), 0);
/// ```
pub fn references<R: IsObjectRef>(object: &R) -> impl Iterator<Item = ObjectRef> {
    let content = Content::followed(object.as_object_ref());
    (0..content.reference_count())
        .filter_map(move |index| content.reference(index, &Loaded::default()).cloned())
}

/// Returns an iterator that enters and leaves each object reachable from `root`, before and after
/// the objects that it refers to.
///
/// Follows the same references as [`post_order`], except those of objects for which
/// [`Walk::skip_subtree`] is called.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::containers::{ADT, ADTNode};
/// use objet::walk::{WalkEvent, walk};
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
///
/// let mut text = std::string::String::new();
/// for event in walk(&nest) {
///     match event {
///         WalkEvent::Enter(object) if object.is_instance::<ADTNode>() => text.push('('),
///         WalkEvent::Leave(object) if object.is_instance::<ADTNode>() => text.push(')'),
///         WalkEvent::Leave(object) => {
///             text += object.downcast_ref::<String>().map_or("", |text| text.as_str());
///         }
///         _ => {}
///     }
/// }
/// assert_eq!(text, "(x)y");
/// ```
pub fn walk<R: IsObjectRef>(root: &R) -> Walk {
    Walk::new(root, None)
}

/// Works like [`walk`], but visits only `root` and objects for which `visits` returns true.
/// References to other objects are ignored. If large parts of a graph are irrelevant, this is
/// faster than [`Walk::skip_subtree`].
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::containers::{ADT, StringNode};
/// use objet::walk::{WalkEvent, walk_where};
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
/// let entered = walk_where(&nest, |object| !object.is_instance::<StringNode>())
///     .filter(|event| matches!(event, WalkEvent::Enter(_)));
/// assert_eq!(entered.count(), 2);
/// ```
pub fn walk_where<R: IsObjectRef, F: FnMut(&ObjectRef) -> bool>(root: &R, visits: F) -> Walk<F> {
    Walk::new(root, Some(visits))
}

/// Returns all objects reachable from `root`, each once and after the objects that it refers to.
/// The last one is `root`.
///
/// References are followed in the order of fields, elements and entries. A field with `visit_last`
/// comes after the other fields. References of objects without reflection, and of objects that
/// files store as a name or as bytes (such as registered operators), are not followed.
///
/// The traversal takes time linear in the number of objects and references, and does not recurse.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
/// use objet::{String, post_order};
///
/// let x = ObjectRef::from(String::from("x"));
/// let pair = ADT::tuple([x.clone(), x.clone()]);
/// let nest = Array::from([ObjectRef::from(pair), x]);
///
/// let keys: Vec<_> = post_order(&nest).map(|object| object.type_key()).collect();
/// assert_eq!(keys, ["runtime.String", "runtime.ADT", "Array"]);
/// ```
#[doc(alias = "PostOrderVisit")]
pub fn post_order<R: IsObjectRef>(root: &R) -> PostOrder {
    PostOrder { walk: walk(root) }
}

/// Returns all objects reachable from `root`, each once and before the objects that it refers to.
/// The first one is `root`.
///
/// Follows the same references as [`post_order`], except those of objects for which
/// [`PreOrder::skip_subtree`] is called.
///
/// ```
/// use objet::prelude::*;
/// use objet::String;
/// use objet::containers::ADT;
/// use objet::walk::pre_order;
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
///
/// let mut walk = pre_order(&nest);
/// let mut keys = Vec::new();
/// while let Some(object) = walk.next() {
///     keys.push(object.type_key());
///     if object.is_instance::<objet::containers::ADTNode>() {
///         walk.skip_subtree();
///     }
/// }
/// assert_eq!(keys, ["Array", "runtime.ADT", "runtime.String"]);
/// ```
#[doc(alias = "PreOrderVisit")]
pub fn pre_order<R: IsObjectRef>(root: &R) -> PreOrder {
    PreOrder { walk: walk(root) }
}

/// The iterator of [`walk`] and [`walk_where`].
pub struct Walk<F = fn(&ObjectRef) -> bool> {
    /// The root, before it is entered.
    root: Option<ObjectRef>,
    /// The object that was entered last, unless its references are skipped.
    entered: Option<ObjectRef>,
    /// The path from the root to the object whose references are being visited.
    path: Vec<Position>,
    visited: Visited,
    recent: RecentTypes,
    loaded: Loaded,
    /// The filter of visited objects, if there is one.
    visits: Option<F>,
    steps: Steps,
}

/// A step of a [`Walk`].
#[derive(Clone, Debug)]
pub enum WalkEvent {
    /// The walk reaches an object.
    Enter(ObjectRef),
    /// The walk has visited all objects that the object refers to.
    Leave(ObjectRef),
}

/// The iterator of [`post_order`].
pub struct PostOrder {
    walk: Walk,
}

/// The iterator of [`pre_order`].
pub struct PreOrder {
    walk: Walk,
}

impl<F> Walk<F> {
    fn new(root: &impl IsObjectRef, visits: Option<F>) -> Self {
        Self {
            root: Some(root.as_object_ref().clone()),
            entered: None,
            path: Vec::new(),
            visited: Visited::default(),
            recent: RecentTypes::new(),
            loaded: Loaded::default(),
            visits,
            steps: Steps::new("walk", None),
        }
    }

    /// Skips the references of the object that was entered last. The object gets no
    /// [`WalkEvent::Leave`]. Objects below it are still visited if another path leads to them.
    pub fn skip_subtree(&mut self) {
        self.entered = None;
    }
}

impl PreOrder {
    /// Skips the references of the object that was returned last. Objects below it are still
    /// visited if another path leads to them.
    pub fn skip_subtree(&mut self) {
        self.walk.skip_subtree();
    }
}

/// An object on the path, with the index of its next reference.
struct Position {
    object: ObjectRef,
    next: usize,
    count: usize,
}

impl Position {
    #[inline]
    fn new(object: ObjectRef, recent: &mut RecentTypes) -> Self {
        let count = Content::followed_by_recent(&object, recent).reference_count();
        Self { object, next: 0, count }
    }

    #[inline]
    fn next(
        &mut self,
        recent: &mut RecentTypes,
        loaded: &Loaded,
        mut is_next: impl FnMut(&ObjectRef) -> bool,
    ) -> Option<ObjectRef> {
        let content = Content::followed_by_recent(&self.object, recent);
        while self.next < self.count {
            let reference = content.reference(self.next, loaded);
            self.next += 1;
            if let Some(object) = reference.filter(|object| is_next(object)) {
                return Some(object.clone());
            }
        }
        None
    }
}

/// A step of a [`Walk`] that borrows the object that it enters.
#[derive(Debug)]
pub enum WalkStep<'a> {
    /// The walk reaches an object.
    Enter(&'a ObjectRef),
    /// The walk has visited all objects that the object refers to.
    Leave(ObjectRef),
}

impl<F: FnMut(&ObjectRef) -> bool> Walk<F> {
    /// Returns the next step. It is that of the iterator, without a further reference to an object
    /// that is entered.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::String;
    /// use objet::walk::{WalkStep, walk};
    ///
    /// let names = Array::from([String::from("x"), String::from("y")]);
    /// let mut walk = walk(&names);
    /// let mut depth = (0, 0);
    /// while let Some(step) = walk.step() {
    ///     match step {
    ///         WalkStep::Enter(_) => depth.0 += 1,
    ///         WalkStep::Leave(_) => depth.0 -= 1,
    ///     }
    ///     depth.1 = depth.1.max(depth.0);
    /// }
    /// assert_eq!(depth, (0, 2));
    /// ```
    #[inline]
    pub fn step(&mut self) -> Option<WalkStep<'_>> {
        let Self { root, entered, path, visited, recent, loaded, visits, steps } = self;
        steps.next();
        if let Some(object) = entered.take() {
            let position = Position::new(object, recent);
            if position.count == 0 {
                return Some(WalkStep::Leave(position.object));
            }
            path.push(position);
        }
        *entered = match root.take() {
            Some(root) => {
                // An object in a cycle may refer to the root.
                visited.insert(&root);
                Some(root)
            }
            None => {
                let mut visits = |object: &ObjectRef| visits.as_mut().is_none_or(|visits| visits(object));
                path.last_mut()?.next(recent, loaded, |object| visits(object) && visited.insert(object))
            }
        };
        match entered {
            Some(object) => Some(WalkStep::Enter(object)),
            None => path.pop().map(|position| WalkStep::Leave(position.object)),
        }
    }
}

impl<F: FnMut(&ObjectRef) -> bool> Iterator for Walk<F> {
    type Item = WalkEvent;

    #[inline]
    fn next(&mut self) -> Option<WalkEvent> {
        match self.step()? {
            WalkStep::Enter(object) => Some(WalkEvent::Enter(object.clone())),
            WalkStep::Leave(object) => Some(WalkEvent::Leave(object)),
        }
    }
}

impl Iterator for PostOrder {
    type Item = ObjectRef;

    fn next(&mut self) -> Option<ObjectRef> {
        loop {
            if let WalkStep::Leave(object) = self.walk.step()? {
                return Some(object);
            }
        }
    }
}

impl Iterator for PreOrder {
    type Item = ObjectRef;

    fn next(&mut self) -> Option<ObjectRef> {
        loop {
            if let WalkStep::Enter(object) = self.walk.step()? {
                return Some(object.clone());
            }
        }
    }
}

impl<F: FnMut(&ObjectRef) -> bool> FusedIterator for Walk<F> {}
impl FusedIterator for PostOrder {}
impl FusedIterator for PreOrder {}
