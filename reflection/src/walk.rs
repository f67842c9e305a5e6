//! Walks over graphs: each object once, whatever its type.

use std::iter::FusedIterator;

use objet_object::{IsObjectRef, ObjectRef};

use crate::content::Content;
use crate::identity::Met;

/// The objects that an object itself refers to, in the order of its fields, elements or entries; one that it refers to twice comes twice. They are
/// those to which a [`walk()`] goes on from there.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, String, references};
///
/// let x = ObjectRef::from(String::from("x"));
/// let pair = ADT::tuple([x.clone(), x.clone()]);
/// assert!(references(&pair).eq([&x, &x]));
/// assert_eq!(references(&x).count(), 0);
/// ```
pub fn references<R: IsObjectRef>(object: &R) -> impl Iterator<Item = &ObjectRef> {
    Content::followed(object.as_object_ref()).references().flatten()
}

/// All objects that can be reached from `root`: each twice, before and after what it refers to.
///
/// It goes where [`post_order`] goes, but not into objects for which [`Walk::skip_inside`] is called.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, ADTNode, String, WalkEvent, walk};
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
///
/// let mut text = std::string::String::new();
/// for event in walk(&nest) {
///     match event {
///         WalkEvent::Enter(object) if object.is_instance::<ADTNode>() => text.push('('),
///         WalkEvent::Leave(object) if object.is_instance::<ADTNode>() => text.push(')'),
///         WalkEvent::Leave(object) => text += object.downcast_ref::<String>().map_or("", |text| text.as_str()),
///         _ => {}
///     }
/// }
/// assert_eq!(text, "(x)y");
/// ```
pub fn walk<R: IsObjectRef>(root: &R) -> Walk<'_> {
    Walk::new(root, None)
}

/// As [`walk`], but it comes only to objects for which `goes_to` is true, apart from `root`, and passes the others by as if there were no reference
/// to them. Where a graph has much that is of no interest, this is faster than skipping it.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, String, StringNode, WalkEvent, walk_where};
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
/// let entered = walk_where(&nest, |object| !object.is_instance::<StringNode>())
///     .filter(|event| matches!(event, WalkEvent::Enter(_)));
/// assert_eq!(entered.count(), 2);
/// ```
pub fn walk_where<R: IsObjectRef, F: FnMut(&ObjectRef) -> bool>(root: &R, goes_to: F) -> Walk<'_, F> {
    Walk::new(root, Some(goes_to))
}

/// All objects that can be reached from `root`, and `root` itself as the last: each once, after all that it refers to.
///
/// References are followed in the order of the fields, elements and entries (a field that is marked `visit_last` comes
/// after the others). What files hold by its name or as bytes, like a registered operator, is not gone into, nor is an
/// object of which nothing is known but its type.
///
/// The walk takes time in proportion to the number of objects and references, and does not recurse.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, String, post_order};
///
/// let x = ObjectRef::from(String::from("x"));
/// let pair = ADT::tuple([x.clone(), x.clone()]);
/// let nest = Array::from([ObjectRef::from(pair), x]);
///
/// let keys: Vec<_> = post_order(&nest).map(|object| object.type_key()).collect();
/// assert_eq!(keys, ["runtime.String", "runtime.ADT", "Array"]);
/// ```
#[doc(alias = "PostOrderVisit")]
pub fn post_order<R: IsObjectRef>(root: &R) -> PostOrder<'_> {
    PostOrder { walk: walk(root) }
}

/// All objects that can be reached from `root`, which comes first: each once, before what it refers to.
///
/// It goes where [`post_order`] goes, but not into objects for which [`PreOrder::skip_inside`] is called.
///
/// ```
/// use objet::prelude::*;
/// use objet::{ADT, String, pre_order};
///
/// let inner = ADT::tuple([String::from("x").into()]);
/// let nest = Array::from([ObjectRef::from(inner), String::from("y").into()]);
///
/// let mut walk = pre_order(&nest);
/// let mut keys = Vec::new();
/// while let Some(object) = walk.next() {
///     keys.push(object.type_key());
///     if object.is_instance::<objet::ADTNode>() {
///         walk.skip_inside();
///     }
/// }
/// assert_eq!(keys, ["Array", "runtime.ADT", "runtime.String"]);
/// ```
#[doc(alias = "PreOrderVisit")]
pub fn pre_order<R: IsObjectRef>(root: &R) -> PreOrder<'_> {
    PreOrder { walk: walk(root) }
}

/// The walk of [`walk`] and of [`walk_where`].
pub struct Walk<'a, F = fn(&ObjectRef) -> bool> {
    /// The root, until it is entered.
    root: Option<&'a ObjectRef>,
    /// The object that was entered last, if it is to be gone into.
    entered: Option<&'a ObjectRef>,
    /// From the root to the last object that was gone into.
    path: Vec<Position<'a>>,
    met: Met,
    /// What it goes to, if not to everything.
    goes_to: Option<F>,
}

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug)]
pub enum WalkEvent<'a> {
    /// The walk comes to an object.
    Enter(&'a ObjectRef),
    /// The walk was at all that the object refers to.
    Leave(&'a ObjectRef),
}

/// The walk of [`post_order`].
pub struct PostOrder<'a> {
    walk: Walk<'a>,
}

/// The walk of [`pre_order`].
pub struct PreOrder<'a> {
    walk: Walk<'a>,
}

impl<'a, F> Walk<'a, F> {
    fn new(root: &'a impl IsObjectRef, goes_to: Option<F>) -> Self {
        let root = Some(root.as_object_ref());
        Self { root, entered: None, path: Vec::new(), met: Met::default(), goes_to }
    }

    /// Has the walk not go into the object that it entered last, nor leave it. What this refers to is still entered if it is
    /// reached in another way.
    pub fn skip_inside(&mut self) {
        self.entered = None;
    }
}

impl PreOrder<'_> {
    /// Has the walk not go into the object that it gave last. What this refers to is still given if it is reached in another
    /// way.
    pub fn skip_inside(&mut self) {
        self.walk.skip_inside();
    }
}

/// An object, and which of its references comes next.
struct Position<'a> {
    object: &'a ObjectRef,
    content: Content<'a>,
    next: usize,
    count: usize,
}

impl<'a> Position<'a> {
    fn new(object: &'a ObjectRef) -> Self {
        let content = Content::followed(object);
        Self { object, content, next: 0, count: content.reference_count() }
    }

    #[inline]
    fn next(&mut self, mut is_next: impl FnMut(&ObjectRef) -> bool) -> Option<&'a ObjectRef> {
        while self.next < self.count {
            let reference = self.content.reference(self.next);
            self.next += 1;
            if let Some(object) = reference.filter(|object| is_next(object)) {
                return Some(object);
            }
        }
        None
    }
}

impl<'a, F: FnMut(&ObjectRef) -> bool> Iterator for Walk<'a, F> {
    type Item = WalkEvent<'a>;

    #[inline]
    fn next(&mut self) -> Option<WalkEvent<'a>> {
        self.path.extend(self.entered.take().map(Position::new));
        self.entered = match self.root.take() {
            Some(root) => {
                // In a cycle, something refers to it.
                self.met.first_time(root);
                Some(root)
            }
            None => {
                let Self { path, met, goes_to, .. } = self;
                let mut goes_to = |object: &ObjectRef| goes_to.as_mut().is_none_or(|goes_to| goes_to(object));
                path.last_mut()?.next(|object| goes_to(object) && met.first_time(object))
            }
        };
        match self.entered {
            Some(object) => Some(WalkEvent::Enter(object)),
            None => self.path.pop().map(|position| WalkEvent::Leave(position.object)),
        }
    }
}

impl<'a> Iterator for PostOrder<'a> {
    type Item = &'a ObjectRef;

    fn next(&mut self) -> Option<&'a ObjectRef> {
        loop {
            if let WalkEvent::Leave(object) = self.walk.next()? {
                return Some(object);
            }
        }
    }
}

impl<'a> Iterator for PreOrder<'a> {
    type Item = &'a ObjectRef;

    fn next(&mut self) -> Option<&'a ObjectRef> {
        loop {
            if let WalkEvent::Enter(object) = self.walk.next()? {
                return Some(object);
            }
        }
    }
}

impl<F: FnMut(&ObjectRef) -> bool> FusedIterator for Walk<'_, F> {}
impl FusedIterator for PostOrder<'_> {}
impl FusedIterator for PreOrder<'_> {}
