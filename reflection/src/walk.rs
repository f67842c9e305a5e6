//! Traversals of graphs. They visit each object once, whatever its type.

use std::iter::FusedIterator;

use objet_object::progress::Steps;
use objet_object::{IsObjectRef, ObjectRef, TypeIndex};

use crate::content::Content;
use crate::identity::Visited;
use crate::loaded::Loaded;
use crate::memory::{OwnedReferences, RecentTypes};

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
    root: ObjectRef,
    has_begun: bool,
    /// The path from the root to the object whose references are being visited.
    path: Vec<Position>,
    /// Whether the last step entered the last object of the path.
    has_entered: bool,
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
            root: root.as_object_ref().clone(),
            has_begun: false,
            path: Vec::new(),
            has_entered: false,
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
        if std::mem::take(&mut self.has_entered) {
            self.path.pop();
        }
    }
}

impl PreOrder {
    /// Skips the references of the object that was returned last. Objects below it are still
    /// visited if another path leads to them.
    pub fn skip_subtree(&mut self) {
        self.walk.skip_subtree();
    }
}

/// An object on the path, with its references that are not visited yet.
enum Position {
    Node(OwnedReferences),
    /// A container, or a node of an unknown type.
    Other {
        object: ObjectRef,
        next: usize,
        count: usize,
    },
}

impl Position {
    /// Returns the position before the first reference, or `None` if the object has no references.
    #[inline(always)]
    fn before(object: &ObjectRef, recent: &mut RecentTypes) -> Option<Self> {
        if object.type_index().value() >= TypeIndex::DYNAMIC_BEGIN.value()
            && let Some(node) = recent.node(object)
        {
            return OwnedReferences::of(object, node).map(Self::Node);
        }
        Self::before_other(object)
    }

    #[inline(never)]
    fn before_other(object: &ObjectRef) -> Option<Self> {
        let count = Content::followed(object).reference_count();
        (count > 0).then(|| Self::Other { object: object.clone(), next: 0, count })
    }

    /// Returns the next reference to an object for which `is_next` returns true.
    #[inline(always)]
    fn next<'a>(
        &'a mut self,
        loaded: &'a Loaded,
        mut is_next: impl FnMut(&ObjectRef) -> bool,
    ) -> Option<&'a ObjectRef> {
        match self {
            Self::Node(references) => references.next(loaded, is_next),
            Self::Other { object, next, count } => {
                while *next < *count {
                    let reference = reference(object, *next, loaded);
                    *next += 1;
                    if let Some(reference) = reference.filter(|object| is_next(object)) {
                        return Some(reference);
                    }
                }
                None
            }
        }
    }

    #[inline(always)]
    fn object(&self) -> &ObjectRef {
        match self {
            Self::Node(references) => references.object(),
            Self::Other { object, .. } => object,
        }
    }

    #[inline(always)]
    fn into_object(self) -> ObjectRef {
        match self {
            Self::Node(references) => references.into_object(),
            Self::Other { object, .. } => object,
        }
    }
}

/// Returns the object at the `index`th reference of a container or of a node of an unknown type.
#[inline(never)]
fn reference<'a>(object: &'a ObjectRef, index: usize, loaded: &'a Loaded) -> Option<&'a ObjectRef> {
    Content::followed(object).reference(index, loaded)
}

/// A step of a [`Walk`] that borrows the object where possible.
#[derive(Debug)]
pub enum WalkStep<'a> {
    /// The walk reaches an object with references.
    Enter(&'a ObjectRef),
    /// The walk has visited all objects that the object refers to.
    Leave(ObjectRef),
    /// The walk reaches and leaves an object without references.
    Leaf(&'a ObjectRef),
}

impl<F: FnMut(&ObjectRef) -> bool> Walk<F> {
    /// Calls `then` with the next step, or returns `None` at the end. The steps are those of the
    /// iterator, without further references to the objects.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet::String;
    /// use objet::walk::{WalkStep, walk};
    ///
    /// let names = Array::from([String::from("x"), String::from("y")]);
    /// let mut walk = walk(&names);
    /// let (mut depth, mut leaves) = (0, 0);
    /// let mut count = |step: WalkStep<'_>| match step {
    ///     WalkStep::Enter(_) => depth += 1,
    ///     WalkStep::Leave(_) => depth -= 1,
    ///     WalkStep::Leaf(_) => leaves += 1,
    /// };
    /// while walk.step(&mut count).is_some() {}
    /// assert_eq!((depth, leaves), (0, 2));
    /// ```
    #[inline]
    pub fn step<R>(&mut self, then: impl FnOnce(WalkStep<'_>) -> R) -> Option<R> {
        let Self { root, has_begun, path, has_entered, visited, recent, loaded, visits, steps } = self;
        steps.next();
        *has_entered = false;
        let next = if *has_begun {
            path.last_mut()?.next(loaded, |object| {
                visits.as_mut().is_none_or(|visits| visits(object)) && visited.insert(object)
            })
        } else {
            *has_begun = true;
            // An object in a cycle may refer to the root.
            visited.insert(root);
            Some(&*root)
        };
        let step = match next {
            None => WalkStep::Leave(path.pop()?.into_object()),
            Some(object) => match Position::before(object, recent) {
                None => WalkStep::Leaf(object),
                Some(position) => {
                    path.push(position);
                    *has_entered = true;
                    WalkStep::Enter(path.last()?.object())
                }
            },
        };
        Some(then(step))
    }
}

impl<F: FnMut(&ObjectRef) -> bool> Iterator for Walk<F> {
    type Item = WalkEvent;

    #[inline]
    fn next(&mut self) -> Option<WalkEvent> {
        let mut leaf = None;
        let event = self.step(|step| match step {
            WalkStep::Enter(object) => WalkEvent::Enter(object.clone()),
            WalkStep::Leave(object) => WalkEvent::Leave(object),
            WalkStep::Leaf(object) => {
                leaf = Some(object.clone());
                WalkEvent::Enter(object.clone())
            }
        });
        if let Some(object) = leaf {
            self.path.push(Position::Other { object, next: 0, count: 0 });
            self.has_entered = true;
        }
        event
    }
}

impl Iterator for PostOrder {
    type Item = ObjectRef;

    fn next(&mut self) -> Option<ObjectRef> {
        let left = |step: WalkStep<'_>| match step {
            WalkStep::Enter(_) => None,
            WalkStep::Leave(object) => Some(object),
            WalkStep::Leaf(object) => Some(object.clone()),
        };
        loop {
            if let Some(object) = self.walk.step(left)? {
                return Some(object);
            }
        }
    }
}

impl Iterator for PreOrder {
    type Item = ObjectRef;

    fn next(&mut self) -> Option<ObjectRef> {
        let entered = |step: WalkStep<'_>| match step {
            WalkStep::Enter(object) | WalkStep::Leaf(object) => Some(object.clone()),
            WalkStep::Leave(_) => None,
        };
        loop {
            if let Some(object) = self.walk.step(entered)? {
                return Some(object);
            }
        }
    }
}

impl<F: FnMut(&ObjectRef) -> bool> FusedIterator for Walk<F> {}
impl FusedIterator for PostOrder {}
impl FusedIterator for PreOrder {}
