//! How objects drop: in any number, on any stack, with any behaviour of their fields.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::scaled;
use objet::Array;
use objet::prelude::*;

const CHAIN: usize = scaled(1_000_000);
/// A chain short enough that recursive drops would not overflow the stack.
const SHORT_CHAIN: usize = scaled(10_000);

#[derive(Object)]
#[repr(C)]
#[object(key = "ending.Link", child_slots = 1)]
struct LinkNode {
    base: Object,
    next: Option<Link>,
    /// The action when the node drops.
    on_drop: Option<OnDrop>,
}

/// A derived type, so that references to the base do not know the type that they drop.
#[derive(Object)]
#[repr(C)]
#[object(key = "ending.HeavyLink")]
struct HeavyLinkNode {
    base: LinkNode,
    others: Vec<Option<Link>>,
}

enum OnDrop {
    Count(Arc<AtomicUsize>),
    Panic(Arc<AtomicUsize>),
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        let (Self::Count(count) | Self::Panic(count)) = self;
        count.fetch_add(1, Ordering::SeqCst);
        if matches!(self, Self::Panic(_)) {
            panic!("a field that panics");
        }
    }
}

fn link(next: Option<Link>, on_drop: Option<OnDrop>) -> LinkNode {
    LinkNode { base: Object::new(), next, on_drop }
}

fn chain(length: usize, count: &Arc<AtomicUsize>) -> Option<Link> {
    (0..length).fold(None, |next, _| Some(make_object(link(next, Some(OnDrop::Count(count.clone())))).into()))
}

fn heavy_chain(length: usize) -> Option<Link> {
    (0..length).fold(None, |next, _| {
        let node = HeavyLinkNode { base: link(None, None), others: vec![None, next, None] };
        Some(HeavyLink::from(make_object(node)).upcast())
    })
}

/// Runs on a thread with 2 MB of stack.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_drops_on_a_small_stack() {
    let count = Arc::new(AtomicUsize::new(0));
    let chain = chain(CHAIN, &count);
    on_a_small_stack(move || drop(chain));
    assert_eq!(count.load(Ordering::SeqCst), CHAIN);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_base_references_drops_on_a_small_stack() {
    let chain = heavy_chain(CHAIN);
    on_a_small_stack(move || drop(chain));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_with_weak_references_drops_on_a_small_stack() {
    let count = Arc::new(AtomicUsize::new(0));
    let mut weak = Vec::new();
    let mut next = None;
    for _ in 0..CHAIN {
        let link = Link::from(make_object(link(next, Some(OnDrop::Count(count.clone())))));
        weak.push(link.downgrade());
        next = Some(link);
    }
    on_a_small_stack(move || drop(next));
    assert_eq!(count.load(Ordering::SeqCst), CHAIN);
    assert!(weak.iter().all(|weak| weak.upgrade().is_none()));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_wide_array_of_chains_drops_on_a_small_stack() {
    let count = Arc::new(AtomicUsize::new(0));
    let chains: Array<Link> = (0..100).filter_map(|_| chain(CHAIN / 100, &count)).collect();
    let mixed: Array<ObjectRef> = chains
        .iter()
        .map(|link| link.clone().into())
        .chain(heavy_chain(CHAIN).map(ObjectRef::from))
        .collect();
    on_a_small_stack(move || drop((chains, mixed)));
    assert_eq!(count.load(Ordering::SeqCst), CHAIN);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_field_that_panics_does_not_stop_other_drops() {
    let count = Arc::new(AtomicUsize::new(0));
    let tail = chain(SHORT_CHAIN, &count);
    let middle = make_object(link(tail, Some(OnDrop::Panic(count.clone()))));
    let mut head = Some(Link::from(middle));
    for _ in 0..SHORT_CHAIN {
        head = Some(make_object(link(head, Some(OnDrop::Count(count.clone())))).into());
    }
    let result = catch_unwind(AssertUnwindSafe(|| drop(head)));
    assert!(result.is_err());
    assert_eq!(count.load(Ordering::SeqCst), 2 * SHORT_CHAIN + 1);
    // Later drops on the same thread are not affected.
    let chain = chain(SHORT_CHAIN, &count);
    drop(chain);
    assert_eq!(count.load(Ordering::SeqCst), 3 * SHORT_CHAIN + 1);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn objects_drop_while_their_thread_shuts_down() {
    thread_local! {
        static HELD: std::cell::RefCell<Option<Link>> = const { std::cell::RefCell::new(None) };
    }
    let count = Arc::new(AtomicUsize::new(0));
    let chain = chain(SHORT_CHAIN, &count);
    on_a_small_stack(move || HELD.with(|held| *held.borrow_mut() = chain));
    assert_eq!(count.load(Ordering::SeqCst), SHORT_CHAIN);
}
