//! Tests of reflection over fields that change in place. Reflection reads the current value, and
//! cycles through such fields do not cause endless loops.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use objet::compare::structural_hash;
use objet::fields::FieldCell;
use objet::function::ArgValue;
use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::{DeepCopy, deep_copy};
use objet::{String as Text, get_attr, load_json, make_node, post_order, save_json, structural_equal};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_cell.Board", is_final)]
struct BoardNode {
    base: Object,
    title: FieldCell<Text>,
    lines: FieldCell<Array<Text>>,
    #[reflect(default = 3.into())]
    height: FieldCell<i64>,
    owner: FieldCell<Option<Text>>,
}

fn board(title: &str) -> Board {
    let (title, lines) = (Text::from(title).into(), FieldCell::default());
    let node = BoardNode {
        base: Object::new(),
        title,
        lines,
        height: FieldCell::new(3),
        owner: FieldCell::default(),
    };
    make_object(node).into()
}

/// Front ends read fields as often as they change them, so a read must not keep an old value alive.
#[test]
fn reading_a_field_by_name_keeps_no_old_value() -> Result<(), objet::Error> {
    let kept = Text::from("kept");
    let node = board("");
    node.title.store(kept.clone());
    node.height.store(7);
    let value: Text = get_attr(&node, "title")?.get()?;
    assert_eq!(get_attr(&node, "height")?.get::<i64>()?, 7);
    node.title.store("next".into());
    assert_eq!((value.as_str(), kept.strong_count()), ("kept", 2));
    drop(value);
    assert_eq!(kept.strong_count(), 1);
    Ok(())
}

#[test]
fn reflection_reads_the_current_value() -> Result<(), objet::Error> {
    let node = board("a");
    let other = board("a");
    assert!(structural_equal(&node, &other));
    let hash = structural_hash(&node);
    node.height.store(5);
    node.owner.store(Some("me".into()));
    assert!(!structural_equal(&node, &other));
    assert_ne!(structural_hash(&node), hash);
    assert_eq!(get_attr(&node, "height")?.get::<i64>()?, 5);
    assert_eq!(get_attr(&node, "owner")?.get::<Text>()?, "me");

    let back: Board = load_json(&save_json(&node)?)?.downcast()?;
    assert!(structural_equal(&node, &back));
    assert_eq!(back.height.load(), 5);

    let made = make_node(
        "field_cell.Board",
        [("title", ArgValue::from("t")), ("lines", (&Array::<Text>::new()).into())],
    )?
    .downcast::<Board>()?;
    assert_eq!((made.title.load().as_str(), made.height.load(), made.owner.load()), ("t", 3, None));
    Ok(())
}

/// Uniquely referenced nodes are rewritten in place, shared ones in a copy.
#[test]
fn a_rewritten_node_has_the_new_value() {
    let shared = board("a");
    for (board, others) in [(board("a"), false), (shared.clone(), true)] {
        assert_eq!(board.title.load().as_str(), "a");
        let changed = objet::rewrite(board, |object| {
            let is_a =
                object.as_node::<objet::containers::StringNode>().is_some_and(|text| text.as_str() == "a");
            if is_a { Text::from("b").into_object_ref() } else { object }
        });
        assert_eq!(changed.unwrap().title.load().as_str(), "b", "shared: {others}");
    }
    assert_eq!(shared.title.load().as_str(), "a");
}

/// Objects that the traversal has returned stay alive, and later steps read the new values.
#[test]
fn a_field_may_change_during_a_traversal() {
    let node = board("a");
    node.lines.store(["x", "y"].map(Text::from).into());
    let mut seen = Vec::new();
    for object in post_order(&node) {
        node.title.store("b".into());
        node.lines.store(Array::new());
        node.owner.store(Some("me".into()));
        seen.push(object);
    }
    let texts = seen.iter().filter_map(|object| object.downcast_ref::<Text>()).map(Text::as_str);
    assert_eq!(texts.collect::<Vec<_>>(), ["a", "me"]);
    assert_eq!(seen.len(), 4);
}

/// Comparison, hashing, printing and saving read complete values while another thread changes them.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn graphs_are_read_while_they_change() {
    let node = board("0");
    let lines = |count: usize| (0..count).map(|_| Text::from("line")).collect::<Array<_>>();
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for count in 0..200 {
                node.lines.store(lines(count % 7));
                node.title.store(count.to_string().as_str().into());
            }
        });
        while !writer.is_finished() {
            structural_hash(&node);
            structural_equal(&node, &board("0"));
            let back: Board = load_json(&save_json(&node).unwrap()).unwrap().downcast().unwrap();
            assert!(back.lines.load().iter().all(|line| line == "line"));
            assert!(as_repr(Some(&node)).starts_with("field_cell.Board("));
        }
    });
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "field_cell.Link", is_final)]
struct LinkNode {
    base: Object,
    name: i64,
    /// Comes before `next`, so that each traversal of the ring visits these objects.
    aside: Array<ObjectRef>,
    next: FieldCell<Option<ObjectRef>>,
}

/// Returns a ring of `count` links, each with a chain of `aside` further objects.
fn ring(count: usize, aside: usize) -> Link {
    let link = |next| {
        let aside = (0..aside).fold(Array::new(), |inner, _| Array::from([ObjectRef::from(inner)]));
        Link::from(make_object(LinkNode { base: Object::new(), name: 0, aside, next: FieldCell::new(next) }))
    };
    let last = link(None);
    let first = (1..count).fold(last.clone(), |next, _| link(Some(next.into())));
    last.next.store(Some(first.clone().into()));
    first
}

/// Runs `run` on another thread, and fails if it does not finish in time. The limit is long enough
/// to print the backtrace of a panic, which takes seconds under a sanitizer.
fn in_time<R: Send + 'static>(what: &'static str, run: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, end) = mpsc::channel();
    thread::spawn(move || done.send(run()));
    end.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{what} does not end"))
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
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
            let error = objet::rewrite(ring.clone(), |object| object).unwrap_err();
            assert_eq!(
                error.to_string(),
                "reference cycle: an object of type field_cell.Link refers back to itself and cannot be rewritten"
            );
            assert!(catch_unwind(AssertUnwindSafe(|| deep_copy(&ring))).is_err());
            let failed = DeepCopy::new().try_copy_with(&ring, |_, _| ()).unwrap_err();
            assert_eq!(failed.to_string(), error.to_string());
            0
        });
        let text = in_time("the text", || as_repr(Some(&ring(1, 0))));
        assert_eq!(text, "%1 = field_cell.Link(name=0, aside=[], next=%1)");
    }
}
