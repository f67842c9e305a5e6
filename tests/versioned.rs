//! Fields that are changed in place: who sees what, what is kept how long, and that reflection finds them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use objet::prelude::*;
use objet::{
    ArgValue, String as Text, Versioned, as_repr, deep_copy, get_attr, load_json, make_node, post_order,
    save_json, structural_equal, structural_hash,
};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "versioned.Board", is_final)]
struct BoardNode {
    base: Object,
    title: Versioned<Text>,
    lines: Versioned<Array<Text>>,
    #[reflect(default = 3.into())]
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

/// Front ends read fields as often as they change them.
#[test]
fn who_reads_a_field_by_name_keeps_no_version() -> Result<(), objet::Error> {
    let kept = Text::from("kept");
    let node = board("");
    node.title.renew(kept.clone());
    node.height.renew(7);
    let value: Text = get_attr(&node, "title")?.get()?;
    assert_eq!(get_attr(&node, "height")?.get::<i64>()?, 7);
    node.title.renew("next".into());
    assert_eq!((value.as_str(), kept.strong_count()), ("kept", 2));
    drop(value);
    assert_eq!(kept.strong_count(), 1);
    Ok(())
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
        for height in 0..1_000_000 {
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

#[test]
fn reflection_sees_the_value_as_it_is_now() -> Result<(), objet::Error> {
    let node = board("a");
    let other = board("a");
    assert!(structural_equal(&node, &other));
    let hash = structural_hash(&node);
    node.height.renew(5);
    node.owner.renew(Some("me".into()));
    assert!(!structural_equal(&node, &other));
    assert_ne!(structural_hash(&node), hash);
    assert_eq!(get_attr(&node, "height")?.get::<i64>()?, 5);
    assert_eq!(get_attr(&node, "owner")?.get::<Text>()?, "me");

    let back: Board = load_json(&save_json(&node)?)?.downcast()?;
    assert!(structural_equal(&node, &back));
    assert_eq!(*back.height, 5);

    let made = make_node(
        "versioned.Board",
        [("title", ArgValue::from("t")), ("lines", (&Array::<Text>::new()).into())],
    )?
    .downcast::<Board>()?;
    assert_eq!((made.title.as_str(), *made.height, made.owner.is_none()), ("t", 3, true));
    Ok(())
}

/// Nodes that are alone are rewritten where they are, others in a copy.
#[test]
fn what_is_rewritten_has_the_new_value() {
    let shared = board("a");
    for (board, others) in [(board("a"), false), (shared.clone(), true)] {
        assert_eq!(board.title.as_str(), "a");
        let changed = objet::rewrite(board, |object| {
            let is_a = object.as_node::<objet::StringNode>().is_some_and(|text| text.as_str() == "a");
            Ok::<_, objet::RewriteError>(if is_a { Text::from("b").into_object_ref() } else { object })
        });
        assert_eq!(changed.unwrap().title.as_str(), "b", "shared: {others}");
    }
    assert_eq!(shared.title.as_str(), "a");
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "versioned.Link", is_final)]
struct LinkNode {
    base: Object,
    name: i64,
    /// Before `next`, so that each round goes through it.
    aside: Array<ObjectRef>,
    next: Versioned<Option<ObjectRef>>,
}

/// As many links as that, of which the last refers to the first; beside each of them a row of objects of that length.
fn ring(count: usize, aside: usize) -> Link {
    let link = |next| {
        let aside = (0..aside).fold(Array::new(), |inner, _| Array::from([ObjectRef::from(inner)]));
        Link::from(make_object(LinkNode { base: Object::new(), name: 0, aside, next: Versioned::new(next) }))
    };
    let last = link(None);
    let first = (1..count).fold(last.clone(), |next, _| link(Some(next.into())));
    last.next.renew(Some(first.clone().into()));
    first
}

/// Fails if it takes too long.
fn in_time<R: Send + 'static>(what: &'static str, run: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, end) = mpsc::channel();
    thread::spawn(move || done.send(run()));
    end.recv_timeout(Duration::from_secs(5)).unwrap_or_else(|_| panic!("{what} ends"))
}

#[test]
fn what_goes_through_a_cycle_ends() {
    for (count, aside) in [(1, 0), (2, 100), (3, 7), (100, 1)] {
        let in_ring = |what, run: fn(Link) -> usize| in_time(what, move || run(ring(count, aside)));
        assert_eq!(in_ring("a walk", |ring| post_order(&ring).count()), count * (2 + aside));
        let hash = in_ring("the hash", |ring| structural_hash(&ring) as usize);
        assert_eq!(hash, in_ring("the hash", |ring| structural_hash(&ring) as usize));
        assert_ne!(in_ring("the text", |ring| as_repr(Some(ring.as_object_ref())).len()), 0);
        let same =
            in_time("the comparison", move || structural_equal(&ring(count, aside), &ring(count, aside)));
        assert!(same);
        let equal_hash =
            in_time("the hash of an equal one", move || structural_hash(&ring(2 * count, aside)) as usize);
        assert!(in_time("the comparison", move || structural_equal(
            &ring(count, aside),
            &ring(2 * count, aside)
        )));
        assert_eq!(hash, equal_hash);
        in_ring("the file", |ring| save_json(&ring).map_or(0, |file| file.len()));
        in_ring("the copy", |ring| {
            let error = objet::rewrite(ring.clone(), Ok::<_, objet::RewriteError>).unwrap_err();
            assert_eq!(
                error.to_string(),
                "versioned.Link: an object that is inside itself cannot be rewritten"
            );
            assert!(catch_unwind(AssertUnwindSafe(|| deep_copy(&ring))).is_err());
            0
        });
        let text = in_time("the text", || as_repr(Some(&ring(1, 0))));
        assert_eq!(text, "%1 = versioned.Link(name=0, aside=[], next=%1)");
    }
}
