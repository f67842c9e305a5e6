//! References: counts, casts, comparisons and changes.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::Error;
use objet::prelude::*;
use objet::types::CastError;
use objet::types::ObjectError;

/// A counter of drops.
#[derive(Clone, Debug, Default)]
struct Drops(Arc<AtomicUsize>);

impl Drops {
    fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

struct CountsDrop(Drops);

impl Drop for CountsDrop {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::SeqCst);
    }
}

impl Clone for CountsDrop {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The base node.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "references.Shape", child_slots = 4)]
struct ShapeNode {
    base: Object,
    name: std::string::String,
}

/// A child with content that needs a drop.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "references.Circle", is_final)]
struct CircleNode {
    base: ShapeNode,
    radius: f64,
    drops: CountsDrop,
}

/// A child without such content.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "references.Square", is_final)]
struct SquareNode {
    base: ShapeNode,
    side: f64,
}

fn shape(name: &str) -> ShapeNode {
    ShapeNode { base: Object::new(), name: name.into() }
}

fn circle(radius: f64, drops: &Drops) -> Circle {
    make_object(CircleNode { base: shape("circle"), radius, drops: CountsDrop(drops.clone()) }).into()
}

fn square(side: f64) -> Square {
    make_object(SquareNode { base: shape("square"), side }).into()
}

#[test]
fn a_reference_is_one_word_and_the_header_two() {
    assert_eq!(size_of::<Object>(), 16);
    assert_eq!(size_of::<Shape>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Shape>>(), size_of::<usize>());
    assert_eq!(size_of::<Option<ObjectRef>>(), size_of::<usize>());
    assert_eq!(size_of::<Option<objet::Array<Shape>>>(), size_of::<usize>());
    assert_eq!(size_of::<Option<WeakRef<Shape>>>(), size_of::<usize>());
}

#[test]
fn references_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Object>();
    crosses::<ObjectRef>();
    crosses::<Shape>();
    crosses::<WeakRef<Shape>>();
    crosses::<objet::Map<Shape, Option<Shape>>>();
    crosses::<NDArray>();
    crosses::<objet::function::RetValue>();
}

/// A node that is not `Unpin`.
#[derive(Object)]
#[repr(C)]
#[object(key = "references.Pinned")]
struct PinnedNode {
    base: Object,
    _pinned: std::marker::PhantomPinned,
}

const _: () = {
    const fn moves<T: Unpin>() {}
    const fn containers_move<R: IsObjectRef>() {
        moves::<R>();
        moves::<WeakRef<R>>();
        moves::<objet::Array<R>>();
        moves::<objet::Array<Option<R>>>();
        moves::<objet::Map<R, R>>();
    }
    moves::<objet::ObjectPtr<PinnedNode>>();
    containers_move::<Pinned>();
    containers_move::<ObjectRef>();
    containers_move::<NDArray>();
};

#[test]
fn content_is_dropped_once_when_the_last_strong_reference_goes() {
    let drops = Drops::default();
    let first = circle(1.0, &drops);
    assert_eq!((first.strong_count(), first.weak_count()), (1, 0));
    let second: Shape = first.clone().into();
    let third = ObjectRef::from(second.clone());
    assert_eq!(third.strong_count(), 3);
    drop((first, second));
    assert_eq!((drops.count(), third.strong_count()), (0, 1));
    drop(third);
    assert_eq!(drops.count(), 1);
}

#[test]
fn a_weak_reference_outlives_the_content_but_does_not_keep_it() {
    let drops = Drops::default();
    let strong = circle(1.0, &drops);
    let weak: WeakRef<Circle> = strong.downgrade();
    let other = weak.clone();
    assert_eq!((strong.strong_count(), strong.weak_count()), (1, 2));
    assert_eq!(weak.upgrade().as_ref(), Some(&strong));
    assert_eq!(weak, other);
    drop(strong);
    assert_eq!((drops.count(), weak.strong_count()), (1, 0));
    assert!(weak.upgrade().is_none());
    drop(weak);
    assert!(other.upgrade().is_none());
    assert_eq!(format!("{other:?}").split('@').next(), Some("weak references.Circle"));
}

#[test]
fn upcasts_lead_to_any_ancestor_and_downcasts_back() {
    let drops = Drops::default();
    let circle = circle(2.0, &drops);
    let shape: Shape = circle.clone().upcast();
    let object: ObjectRef = circle.clone().upcast();
    let itself: Circle = circle.clone().upcast();
    assert!(shape.same_as(&object) && object.same_as(&itself));
    assert_eq!(circle.upcast_ref::<Shape>(), &shape);
    let back: Circle = object.clone().downcast().unwrap();
    assert_eq!(back.radius, 2.0);
    assert_eq!(object.downcast_ref::<Shape>(), Some(&shape));
    assert_eq!(object.downcast_ref::<Square>(), None);
}

#[test]
fn a_failed_downcast_returns_the_original() {
    let drops = Drops::default();
    let shape: Shape = circle(2.0, &drops).upcast();
    let error = shape.downcast::<Square>().unwrap_err();
    assert_eq!(error.to_string(), "expected references.Square, found references.Circle");
    let expected = CastError::Type { expected: "references.Square".into(), found: "references.Circle" };
    assert_eq!(error.reason(), &expected);
    let shape = error.into_object();
    assert_eq!((shape.strong_count(), drops.count()), (1, 0));

    fn downcast(shape: Shape) -> Result<Square, Error> {
        Ok(shape.downcast()?)
    }
    assert!(matches!(downcast(shape), Err(Error::Object(ObjectError::Cast(found))) if found == expected));
    assert_eq!(drops.count(), 1);
}

#[test]
fn instance_checks_work_on_references_and_nodes() {
    let drops = Drops::default();
    let circle = circle(2.0, &drops);
    let object = ObjectRef::from(circle.clone());
    let node: &CircleNode = &circle;
    let base: &ShapeNode = node;
    assert!(object.is_instance::<CircleNode>() && circle.is_instance::<ShapeNode>());
    assert!(node.is_instance::<CircleNode>() && base.is_instance::<CircleNode>());
    assert!(!base.is_instance::<SquareNode>());
    assert_eq!(base.as_node::<CircleNode>().map(|circle| circle.radius), Some(2.0));
    let describe = |shape: &ShapeNode| {
        match_node!(match shape {
            circle @ CircleNode if circle.radius > 1.0 => "a large circle",
            CircleNode | SquareNode => "a small circle, or a square",
            _ => "something else",
        })
    };
    assert_eq!(describe(base), "a large circle");
    assert_eq!(describe(&square(1.0)), "a small circle, or a square");
    assert_eq!(describe(&shape("plain")), "something else");
    assert_eq!(node.type_key(), "references.Circle");
    assert_eq!(node.name, "circle");
}

#[test]
fn a_node_returns_a_reference_to_its_object() {
    let circle = circle(1.0, &Drops::default());
    let base: &ShapeNode = &circle;
    let shape: Shape = base.to_ref().unwrap();
    assert!(shape.same_as(&circle));
    assert_eq!(circle.strong_count(), 2);
    // The reference made from the node frees the object, which Miri checks.
    drop(circle);
    assert_eq!(shape.strong_count(), 1);
    drop(shape);
    // A node that is not an object has no reference.
    let node = shape_node_in_a_box();
    assert!(node.to_ref().is_none() && node.to_object_ref().is_none());
    assert_eq!((node.strong_count(), node.weak_count()), (0, 0));
    assert!(node.is_instance::<Object>() && !node.is_instance::<ShapeNode>());
}

fn shape_node_in_a_box() -> Box<ShapeNode> {
    Box::new(shape("boxed"))
}

#[test]
fn references_compare_and_hash_by_identity() {
    let (a, b) = (square(1.0), square(1.0));
    assert_eq!(a, a.clone());
    assert_ne!(a, b);
    let set: HashSet<Square> = [a.clone(), b.clone(), a.clone()].into_iter().collect();
    assert_eq!(set.len(), 2);
    assert!(format!("{a:?}").starts_with("references.Square@0x"));
}

#[test]
fn only_a_unique_reference_can_be_changed_in_place() {
    let mut a = square(1.0);
    *a.get_mut().unwrap().side = 2.0;
    assert_eq!(a.side, 2.0);

    let b = a.clone();
    assert!(a.get_mut().is_none());
    drop(b);
    let weak = a.downgrade();
    assert!(a.get_mut().is_none(), "a weak reference could be upgraded meanwhile");
    drop(weak);
    assert!(a.get_mut().is_some());
}

#[test]
fn a_shared_object_is_copied_on_write() {
    let mut a = square(1.0);
    let before = a.clone();
    let mut view = a.make_mut();
    *view.side = 3.0;
    view.name.push_str(" of three"); // a field of the parent
    assert_eq!((before.side, before.name.as_str()), (1.0, "square"));
    assert_eq!((a.side, a.name.as_str()), (3.0, "square of three"));
    assert_eq!((a.strong_count(), before.strong_count()), (1, 1));

    let object = ObjectRef::from(a.clone());
    drop(object);
    let address = std::ptr::from_ref(&*a);
    *a.make_mut().side = 4.0;
    assert_eq!(std::ptr::from_ref(&*a), address, "an unshared object is not copied");
}

#[test]
fn a_copy_through_a_base_keeps_the_objects_own_type() {
    let drops = Drops::default();
    let circle = circle(2.0, &drops);
    let mut shape: Shape = circle.clone().upcast();
    *shape.make_mut().name = "renamed".into();
    assert!(!shape.same_as(&circle));
    let copy: Circle = shape.downcast().unwrap();
    assert_eq!((copy.name.as_str(), copy.radius), ("renamed", 2.0));
    assert_eq!(circle.name, "circle");
    drop((copy, circle));
    assert_eq!(drops.count(), 2);
}

#[test]
fn a_reference_to_any_object_has_no_fields_to_change() {
    let tensor = NDArray::zeros(&[1], DataType::BOOL).unwrap();
    let mut object = ObjectRef::from(tensor.clone());
    object.make_mut();
    assert!(object.same_as(&tensor), "the object is not copied");
}

#[test]
fn a_cloned_node_is_not_an_object_yet() {
    let a = square(1.0);
    let mut node = SquareNode::clone(&a);
    node.side = 5.0;
    assert_eq!((node.strong_count(), a.strong_count()), (0, 1));
    let b = Square::from(make_object(node));
    assert_eq!((b.strong_count(), b.side, a.side), (1, 5.0, 1.0));
}
