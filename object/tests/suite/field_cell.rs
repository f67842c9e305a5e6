//! Fields that change in place: the values that readers see, and when replaced values drop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use objet::String as Text;
use objet::fields::FieldCell;
use objet::prelude::*;

#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "field_cell.Board", is_final)]
struct BoardNode {
    base: Object,
    title: FieldCell<Text>,
    lines: FieldCell<Array<Text>>,
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

#[test]
fn every_reference_to_the_node_sees_the_change() {
    let one = board("a");
    let other = one.clone();
    let before = other.title.load();
    one.title.store("b".into());
    let between = other.title.load();
    one.title.store("c".into());
    let after = other.title.load();
    assert_eq!((before.as_str(), between.as_str(), after.as_str()), ("a", "b", "c"));
    assert_eq!(other.lines.update(|lines| (lines.push("x".into()), lines.len()).1), 1);
    assert_eq!(one.lines.load()[0], "x");
    assert_eq!(format!("{:?}", one.height), "3");
}

#[test]
fn a_copy_has_independent_fields() {
    let one = board("a");
    let mut copy = one.clone();
    *copy.make_mut().title.get_mut() = "b".into();
    copy.height.store(4);
    assert_eq!((one.title.load().as_str(), one.height.load()), ("a", 3));
    assert_eq!((copy.title.load().as_str(), copy.height.load()), ("b", 4));
}

#[test]
fn a_replaced_value_lives_as_long_as_its_readers() {
    let kept = Text::from("kept");
    let references = || kept.strong_count();
    let node = board("");
    node.title.store(kept.clone());
    let read = node.title.load();
    assert_eq!(references(), 3);
    node.title.store("next".into());
    assert_eq!((read.as_str(), references()), ("kept", 2));
    drop(read);
    assert_eq!(references(), 1);

    let array = board("");
    array.lines.update(|lines| lines.push("x".into()));
    let address = array.lines.load().as_slice().as_ptr();
    array.lines.update(|lines| lines.set(0, "y".into()));
    assert_eq!(array.lines.load().as_slice().as_ptr(), address, "changed where it is");
}

/// Drops an object that reads the field that held it.
#[test]
fn a_replaced_value_may_use_the_field_when_it_drops() {
    static SEEN: AtomicUsize = AtomicUsize::new(0);

    #[derive(Object)]
    #[repr(C)]
    #[object(key = "field_cell.Reader", is_final)]
    struct ReaderNode {
        base: Object,
        _reads: Reads,
    }

    #[derive(Object)]
    #[repr(C)]
    #[object(key = "field_cell.Holder", is_final)]
    struct HolderNode {
        base: Object,
        held: FieldCell<Option<ObjectRef>>,
    }

    struct Reads(Holder);

    impl Drop for Reads {
        fn drop(&mut self) {
            SEEN.fetch_add(1 + usize::from(self.0.held.load().is_some()), Ordering::Relaxed);
        }
    }

    let holder = Holder::from(make_object(HolderNode { base: Object::new(), held: FieldCell::default() }));
    let reader = make_object(ReaderNode { base: Object::new(), _reads: Reads(holder.clone()) });
    holder.held.store(Some(reader.into()));
    holder.held.store(None);
    assert_eq!(SEEN.load(Ordering::Relaxed), 1);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "a panic ends the program")]
fn a_change_that_panics_leaves_a_valid_value() {
    let node = board("a");
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        node.title.update(|title| {
            *title = "b".into();
            panic!("no")
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(node.title.load().as_str(), "b");
    node.title.store("c".into());
    assert_eq!(node.title.load().as_str(), "c");
}

/// Writers pause halfway until each reader has seen some of their changes.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn threads_change_and_read_concurrently() {
    const THREADS: usize = 2;
    const CHANGES: usize = if cfg!(miri) { 100 } else { 500 };
    let node = board("");
    let (done, halfway) = (AtomicBool::new(false), AtomicUsize::new(0));
    let late = Instant::now() + Duration::from_secs(20);
    let read = || {
        let mut seen = 0;
        while !done.load(Ordering::Relaxed) {
            let (earlier, now) = (node.lines.load(), node.lines.load());
            assert!(seen <= earlier.len() && earlier.len() <= now.len());
            assert!(earlier.iter().all(|line| line == "line"));
            if seen == 0 && !now.is_empty() {
                assert!(now.len() < THREADS * CHANGES, "the reader started too late");
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
            node.lines.update(|lines| lines.push("line".into()));
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
    assert_eq!(node.lines.load().len(), THREADS * CHANGES);
}
