//! Many threads at once: table setup, late registration, instance checks, counts and drops.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use crate::scaled;
use objet::prelude::*;
use objet::types::{self, get_or_alloc_type_index, make_object_of_type};

const THREADS: usize = 4;

/// The base node.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "threads.Base", child_slots = 8)]
struct BaseNode {
    base: Object,
    next: Option<Base>,
}

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "threads.Leaf")]
struct LeafNode {
    base: BaseNode,
    counted: Option<Counted>,
}

#[derive(Clone)]
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn base(next: Option<Base>) -> BaseNode {
    BaseNode { base: Object::new(), next }
}

fn leaf(next: Option<Base>, counted: Option<Counted>) -> Leaf {
    make_object(LeafNode { base: base(next), counted }).into()
}

/// Runs `work` on several threads, which start at the same time.
fn at_once(work: impl Fn(usize) + Sync) {
    let barrier = Barrier::new(THREADS);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (work, barrier) = (&work, &barrier);
            scope.spawn(move || {
                barrier.wait();
                work(thread);
            });
        }
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn late_types_are_registered_during_instance_checks() {
    let rounds = scaled(300);
    let shared = ObjectRef::from(leaf(None, None));
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                assert!(shared.is_instance::<BaseNode>() && shared.is_instance::<LeafNode>());
                assert_eq!(types::by_key("threads.Leaf").unwrap().index(), shared.type_index());
            }
        });
        at_once(|thread| {
            for round in 0..rounds {
                // Two threads race for each key.
                let key = format!("threads.late.{}.{round}", thread / 2);
                let index = get_or_alloc_type_index(&key, BaseNode::type_index(), 0, true).unwrap();
                let object = ObjectRef::from(Base::from(make_object_of_type(base(None), index).unwrap()));
                assert!(object.is_instance::<BaseNode>() && !object.is_instance::<LeafNode>());
                assert_eq!(object.type_key(), key);
                assert_eq!(types::by_index(index).unwrap().key(), key);
            }
        });
        done.store(true, Ordering::Relaxed);
    });
    let late = types::all().iter().filter(|info| info.key().starts_with("threads.late.")).count();
    assert_eq!(late, THREADS / 2 * rounds);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn shared_objects_drop_once() {
    let ended = Arc::new(AtomicUsize::new(0));
    let objects = scaled(2_000);
    let shared: Vec<Leaf> = (0..objects).map(|_| leaf(None, Some(Counted(ended.clone())))).collect();
    let copies: Vec<_> = (0..THREADS).map(|_| std::sync::Mutex::new(Some(shared.clone()))).collect();
    let weak: Vec<WeakRef<Leaf>> = shared.iter().map(IsObjectRef::downgrade).collect();
    drop(shared);
    at_once(|thread| {
        let mine = copies[thread].lock().unwrap().take().unwrap();
        for (object, weak) in mine.into_iter().zip(&weak) {
            let again = weak.upgrade();
            assert!(again.is_some_and(|again| again == object));
            drop(object);
            // Another thread may still hold the object.
            drop(weak.upgrade());
        }
    });
    assert_eq!(ended.load(Ordering::SeqCst), objects);
    assert!(weak.iter().all(|weak| weak.upgrade().is_none()));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn each_thread_that_changes_a_shared_object_copies_it() {
    let original = leaf(None, None);
    at_once(|_| {
        for _ in 0..scaled(1_000) {
            let mut mine = original.clone();
            *mine.make_mut().next = Some(leaf(None, None).upcast());
            assert!(mine.next.is_some() && !mine.same_as(&original));
        }
    });
    assert!(original.next.is_none());
    assert_eq!(original.strong_count(), 1);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn long_chains_drop_on_many_threads() {
    let ended = Arc::new(AtomicUsize::new(0));
    let length = scaled(20_000);
    at_once(|_| {
        let chain =
            (0..length).fold(None, |next, _| Some(leaf(next, Some(Counted(ended.clone()))).upcast::<Base>()));
        drop(chain);
    });
    assert_eq!(ended.load(Ordering::SeqCst), THREADS * length);
}
