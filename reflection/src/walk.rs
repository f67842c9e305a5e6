//! Walks over graphs: each object once, whatever its type.

use std::iter::FusedIterator;

use objet_object::{IsObjectRef, ObjectRef};

use crate::content::Content;
use crate::identity::Met;

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
    PostOrder { path: vec![Position::new(root.as_object_ref())], met: Met::default() }
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
    PreOrder { path: Vec::new(), given: None, root: Some(root.as_object_ref()), met: Met::default() }
}

/// The walk of [`post_order`].
pub struct PostOrder<'a> {
    /// From the root to where the walk is.
    path: Vec<Position<'a>>,
    met: Met,
}

/// The walk of [`pre_order`].
pub struct PreOrder<'a> {
    /// The root, until it is given.
    root: Option<&'a ObjectRef>,
    /// The object that was given last, if it is to be gone into.
    given: Option<&'a ObjectRef>,
    /// From the root to the last one that was gone into.
    path: Vec<Position<'a>>,
    met: Met,
}

impl PreOrder<'_> {
    /// Has the walk not go into the object that it gave last. What this refers to is still given if it is reached in another
    /// way.
    pub fn skip_inside(&mut self) {
        self.given = None;
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

    fn next_not_met(&mut self, met: &mut Met) -> Option<&'a ObjectRef> {
        while self.next < self.count {
            let reference = self.content.reference(self.next);
            self.next += 1;
            if let Some(object) = reference.filter(|object| met.first_time(object)) {
                return Some(object);
            }
        }
        None
    }
}

impl<'a> Iterator for PostOrder<'a> {
    type Item = &'a ObjectRef;

    fn next(&mut self) -> Option<&'a ObjectRef> {
        while let Some(object) = self.path.last_mut()?.next_not_met(&mut self.met) {
            self.path.push(Position::new(object));
        }
        self.path.pop().map(|position| position.object)
    }
}

impl<'a> Iterator for PreOrder<'a> {
    type Item = &'a ObjectRef;

    fn next(&mut self) -> Option<&'a ObjectRef> {
        self.path.extend(self.given.take().map(Position::new));
        self.given = self.root.take();
        while self.given.is_none() {
            self.given = self.path.last_mut()?.next_not_met(&mut self.met);
            if self.given.is_none() {
                self.path.pop();
            }
        }
        self.given
    }
}

impl FusedIterator for PostOrder<'_> {}
impl FusedIterator for PreOrder<'_> {}
