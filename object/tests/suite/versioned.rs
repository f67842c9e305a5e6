//! Fields that are changed in place: which reader sees which version, and how long each version is
//! kept.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::scaled;
use objet::prelude::*;
use objet::{String as Text, Versioned};

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "versioned.Board", is_final)]
struct BoardNode {
    base: Object,
    title: Versioned<Text>,
    lines: Versioned<Array<Text>>,
    height: Versioned<i64>,
    owner: Versioned<Option<Text>>,
}

fn board(title: &str) -> Board {
    let (title, lines) = (Text::from(title).into(), Versioned::default());
    let node = BoardNode {
        base: Object::new(),
        title,
        lines,
        height: Versioned::new(3),
        owner: Versioned::default(),
    };
    make_object(node).into()
}

#[test]
fn all_who_refer_to_the_node_see_the_change() {
    let one = board("a");
    let other = one.clone();
    let before: &Text = &other.title;
    assert_eq!(one.title.renew("b".into()), "a");
    let between: &Text = &other.title;
    one.title.renew("c".into());
    assert_eq!((before.as_str(), between.as_str(), other.title.as_str()), ("a", "b", "c"));
    assert_eq!(other.lines.change(|lines| (lines.push("x".into()), lines.len()).1), 1);
    assert_eq!(one.lines.now()[0], "x");
    assert_eq!(format!("{:?}", one.height), "3");
    assert_eq!(one.lines.into_iter().count(), 1);
}

#[test]
fn a_copy_has_fields_of_its_own() {
    let one = board("a");
    let mut copy = one.clone();
    **copy.make_mut().title = "b".into();
    copy.height.renew(4);
    assert_eq!((one.title.as_str(), *one.height), ("a", 3));
    assert_eq!((copy.title.as_str(), *copy.height), ("b", 4));
}

/// What was lent is kept until the node ends, or is alone; what was not is changed where it is.
#[test]
fn no_version_outlasts_its_use() {
    let kept = Text::from("kept");
    let references = || kept.strong_count();
    let mut node = board("");
    node.title.renew(kept.clone());
    node.title.renew("next".into());
    assert_eq!(references(), 1, "it was not lent");
    node.title.renew(kept.clone());
    assert_eq!(node.title.as_str(), "kept");
    node.title.renew("next".into());
    assert_eq!(references(), 2, "it may be borrowed");
    assert_eq!(node.get_mut().expect("alone").title.own().as_str(), "next");
    assert_eq!(references(), 1);
    node.title.renew(kept.clone());
    assert_eq!(node.title.as_str(), "kept");
    node.title.renew("next".into());
    drop(node);
    assert_eq!(references(), 1);

    let array = board("");
    array.lines.change(|lines| lines.push("x".into()));
    let address = array.lines.now().as_slice().as_ptr();
    array.lines.change(|lines| lines.set(0, "y".into()));
    assert_eq!(array.lines.now().as_slice().as_ptr(), address, "changed where it is");
}

#[test]
fn a_change_that_fails_leaves_the_version() {
    let kept = Text::from("kept");
    let node = board("");
    node.title.renew(kept.clone());
    assert_eq!(node.title.as_str(), "kept");
    let failed = node.title.try_change(|title| {
        *title = "not kept".into();
        Err::<(), _>("no")
    });
    assert_eq!((failed, node.title.as_str()), (Err("no"), "kept"));
    assert_eq!(kept.strong_count(), 2, "there is one version");
    assert_eq!(node.title.try_change(|title| Ok::<_, ()>(std::mem::take(title))).unwrap(), "kept");
    assert_eq!(node.title.as_str(), "");
}

#[test]
fn a_change_that_panics_leaves_what_was_lent() {
    let node = board("a");
    assert_eq!(node.title.as_str(), "a");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        node.title.change(|title| {
            *title = "b".into();
            panic!("no")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(node.title.as_str(), "a");
    node.title.renew("c".into());
    assert_eq!(node.title.as_str(), "c");
}

/// A long row of versions ends without recursion.
#[test]
fn there_may_be_many_versions() {
    let run = || {
        let node = board("");
        for height in 0..scaled(1_000_000) as i64 {
            node.height.renew(height);
            assert_eq!(*node.height, height);
        }
    };
    thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}

/// Writers stop half-way until each reader has seen some of their changes.
#[test]
fn threads_change_and_read_at_once() {
    const THREADS: usize = 2;
    const CHANGES: usize = 500;
    let node = board("");
    let (done, halfway) = (AtomicBool::new(false), AtomicUsize::new(0));
    let late = Instant::now() + Duration::from_secs(20);
    let read = || {
        let mut seen = 0;
        while !done.load(Ordering::Relaxed) {
            let (lent, now) = (&*node.lines, node.lines.now());
            assert!(seen <= lent.len() && lent.len() <= now.len());
            assert!(lent.iter().all(|line| line == "line"));
            if seen == 0 && !now.is_empty() {
                assert!(now.len() < THREADS * CHANGES, "it was read too late");
                halfway.fetch_add(1, Ordering::Relaxed);
            }
            seen = now.len();
        }
    };
    let write = || {
        for change in 0..CHANGES {
            while change == CHANGES / 2 && halfway.load(Ordering::Relaxed) < THREADS && Instant::now() < late
            {
                thread::yield_now();
            }
            node.lines.change(|lines| lines.push("line".into()));
        }
    };
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(read);
        }
        let writers = [(); THREADS].map(|()| scope.spawn(write));
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(halfway.into_inner(), THREADS);
    assert_eq!(node.lines.now().len(), THREADS * CHANGES);
}
