//! Fields that are changed in place: who sees what, what is kept how long, and that reflection finds them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use objet::prelude::*;
use objet::{
    ArgValue, String as Text, Versioned, get_attr, load_json, make_node, save_json, structural_equal,
    structural_hash,
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

#[test]
fn threads_change_and_read_at_once() {
    const CHANGES: usize = 500;
    let node = board("");
    let done = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..2)
        .map(|_| {
            let (node, done) = (node.clone(), done.clone());
            thread::spawn(move || {
                let mut seen = 0;
                while !done.load(Ordering::Relaxed) {
                    let (lent, now) = (&*node.lines, node.lines.now());
                    assert!(seen <= lent.len() && lent.len() <= now.len());
                    assert!(lent.iter().all(|line| line == "line"));
                    seen = now.len();
                }
            })
        })
        .collect();
    let writers: Vec<_> = (0..2)
        .map(|_| {
            let node = node.clone();
            thread::spawn(move || {
                for _ in 0..CHANGES {
                    node.lines.change(|lines| lines.push("line".into()));
                }
            })
        })
        .collect();
    writers.into_iter().for_each(|writer| writer.join().unwrap());
    done.store(true, Ordering::Relaxed);
    readers.into_iter().for_each(|reader| reader.join().unwrap());
    assert_eq!(node.lines.now().len(), 2 * CHANGES);
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
