//! Creation and drop of objects of 32 bytes: 16 bytes of header and 16 bytes of payload.

use std::hint::black_box;
use std::sync::Arc;

use objet::ObjectBatch;
use objet::prelude::*;

use crate::case::{Case, Contestant, Goal};
use crate::plan::OBJECTS;

/// A node without drop glue.
#[derive(Object)]
#[repr(C)]
#[object(key = "make.Plain", is_final)]
pub(crate) struct PlainNode {
    base: Object,
    /// One half of the payload.
    first: u64,
    /// The other half.
    second: u64,
}

/// A node with a field that needs a drop, although the field is empty.
#[derive(Object)]
#[repr(C)]
#[object(key = "make.Link", is_final)]
pub(crate) struct LinkNode {
    base: Object,
    /// Another object.
    next: Option<ObjectRef>,
    /// Some payload.
    second: u64,
}

/// The payload behind the header of `Arc`.
struct Payload {
    _first: u64,
    _second: u64,
}

/// The payload with a field that needs a drop.
struct LinkPayload {
    _next: Option<Arc<Payload>>,
    _second: u64,
}

/// A boxed struct as large as an object.
struct Boxed {
    _header: [u64; 2],
    _payload: Payload,
}

/// A boxed struct with a field that needs a drop.
struct BoxedLink {
    _header: [u64; 2],
    _payload: LinkPayload,
}

fn plain_node(number: u64) -> PlainNode {
    PlainNode { base: Object::new(), first: number, second: number }
}

fn plain(number: u64) -> Plain {
    make_object(plain_node(number)).into()
}

fn link(number: u64) -> Link {
    make_object(LinkNode { base: Object::new(), next: None, second: number }).into()
}

fn payload(number: u64) -> Payload {
    Payload { _first: number, _second: number }
}

fn link_payload(number: u64) -> LinkPayload {
    LinkPayload { _next: None, _second: number }
}

/// Creates and drops one object at a time, so that each object reuses the memory of the last one.
#[inline(always)]
fn one_by_one<T>(make: impl Fn(u64) -> T) -> u64 {
    (0..OBJECTS as u64).for_each(|number| drop(black_box(make(black_box(number)))));
    OBJECTS as u64
}

/// Creates all objects, and then drops them.
#[inline(always)]
fn all_at_once<T>(mut make: impl FnMut(u64) -> T) -> u64 {
    let objects: Vec<T> = (0..OBJECTS as u64).map(|number| make(black_box(number))).collect();
    black_box(objects).len() as u64
}

/// Clones and drops a reference.
#[inline(always)]
fn share<T: Clone>(object: &T) -> u64 {
    (0..OBJECTS).for_each(|_| drop(black_box(object.clone())));
    OBJECTS as u64
}

/// Returns the cases of creation one by one and in an array, with and without a field that needs a
/// drop, and of cloning a reference.
pub fn make_and_drop_cases() -> Vec<Case> {
    let goals = [Goal::Times("Box", 1.2), Goal::Times("Arc", 0.5)];
    let new_box = |number| Box::new(Boxed { _header: [number, number], _payload: payload(number) });
    let new_box_link =
        |number| Box::new(BoxedLink { _header: [number, number], _payload: link_payload(number) });
    let shared = plain(0);
    let shared_arc = Arc::new(payload(0));
    vec![
        Case::new(
            "make and drop, alone",
            &goals,
            Contestant::new("objet", || one_by_one(plain)),
            vec![
                Contestant::new("Box", move || one_by_one(new_box)),
                Contestant::new("Arc", || one_by_one(|number| Arc::new(payload(number)))),
            ],
        ),
        Case::new(
            "make and drop, alone, through ObjectRef",
            &[],
            Contestant::new("objet", || one_by_one(|number| ObjectRef::from(plain(number)))),
            vec![
                Contestant::new("Box", move || one_by_one(new_box)),
                Contestant::new("Arc", || one_by_one(|number| Arc::new(payload(number)))),
            ],
        ),
        Case::new(
            "make and drop, alone, with a field to drop",
            &[],
            Contestant::new("objet", || one_by_one(link)),
            vec![
                Contestant::new("Box", move || one_by_one(new_box_link)),
                Contestant::new("Arc", || one_by_one(|number| Arc::new(link_payload(number)))),
            ],
        ),
        Case::new(
            "make 1,024, then drop them",
            &[],
            Contestant::new("objet", || all_at_once(plain)),
            vec![
                Contestant::new("Box", move || all_at_once(new_box)),
                Contestant::new("Arc", || all_at_once(|number| Arc::new(payload(number)))),
            ],
        ),
        Case::new(
            "make 1,024 in a batch, then drop them",
            &[],
            Contestant::new("objet", || {
                let mut batch = ObjectBatch::new();
                all_at_once(|number| Plain::from(batch.make(plain_node(number))))
            }),
            vec![
                Contestant::new("Box", move || all_at_once(new_box)),
                Contestant::new("Arc", || all_at_once(|number| Arc::new(payload(number)))),
            ],
        ),
        Case::new(
            "clone and drop a reference",
            &[],
            Contestant::new("objet", move || share(&shared)),
            vec![Contestant::new("Arc", move || share(&shared_arc))],
        ),
    ]
}
