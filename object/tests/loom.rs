//! A program of its own, since its `sync` module holds loom's primitives: the modules that are
//! shared without a lock are compiled with them, and loom runs every interleaving of a few threads.

#![expect(unsafe_code, reason = "the modules under test use it")]

mod sync {
    pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering};
}

#[path = "../src/counts.rs"]
#[expect(dead_code, reason = "not every method is under test")]
mod counts;
#[path = "../src/key_map.rs"]
#[allow(unreachable_pub, reason = "other crates use it too")]
mod key_map;
#[path = "../src/types/segments.rs"]
#[expect(dead_code, reason = "not every method is under test")]
mod segments;

use counts::Counts;
use key_map::{KeyMap, Keyed};
use loom::cell::UnsafeCell;
use loom::sync::{Arc, Mutex};
use loom::thread;
use segments::Segments;

/// An object whose content and memory end as the counts say. Loom finds who reads what has ended.
struct Counted {
    counts: Counts,
    content: UnsafeCell<Option<u32>>,
    memory: UnsafeCell<bool>,
}

impl Counted {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            counts: Counts::lone(),
            content: UnsafeCell::new(Some(7)),
            memory: UnsafeCell::new(true),
        })
    }

    fn read(&self) -> u32 {
        // SAFETY: loom checks that nobody writes meanwhile.
        self.content.with(|content| unsafe { (*content).unwrap() })
    }

    /// What dropping a reference does.
    fn release(&self) {
        if self.counts.is_lone() {
            self.end_content();
            self.free();
        } else if self.counts.release_strong() {
            self.end_content();
            self.release_weak();
        }
    }

    /// What dropping a weak reference does: up to then its holder may look at the header.
    fn release_weak(&self) {
        // SAFETY: as above.
        self.memory.with(|memory| unsafe { assert!(*memory, "not freed yet") });
        if self.counts.release_weak() {
            self.free();
        }
    }

    fn end_content(&self) {
        // SAFETY: loom checks that nobody reads or writes meanwhile.
        self.content
            .with_mut(|content| unsafe { assert_eq!((*content).take(), Some(7), "the content ends once") });
    }

    fn free(&self) {
        // SAFETY: as above.
        self.memory
            .with_mut(|memory| unsafe { assert!(std::mem::replace(&mut *memory, false), "freed once") });
    }

    fn is_freed(&self) -> bool {
        // SAFETY: called when all threads have ended.
        self.memory.with(|memory| unsafe { !*memory })
    }
}

/// By this name, runs that cannot watch loom's threads leave the models out.
mod every_interleaving {
    use super::*;

    /// Models two references: another thread reads through one and gives it up; `act` is called
    /// with the other one, which is given up too.
    fn two_references(act: impl Fn(&Counted) + Sync + Send + 'static) {
        loom::model(move || {
            let object = Counted::new();
            object.counts.retain_strong();
            let other = object.clone();
            let thread = thread::spawn(move || {
                assert_eq!(other.read(), 7);
                other.release();
            });
            act(&object);
            object.release();
            thread.join().unwrap();
            assert!(object.is_freed());
        });
    }

    #[test]
    fn the_last_of_two_references_ends_the_object() {
        two_references(|object| assert_eq!(object.read(), 7));
    }

    #[test]
    fn who_finds_itself_alone_may_write() {
        two_references(|object| {
            if object.counts.is_lone() {
                // SAFETY: loom checks that nobody reads or writes meanwhile.
                object.content.with_mut(|content| unsafe { *content = Some(7) });
            }
        });
    }

    #[test]
    fn a_weak_reference_finds_the_object_whole_or_not_at_all() {
        loom::model(|| {
            let object = Counted::new();
            object.counts.retain_weak();
            let other = object.clone();
            let thread = thread::spawn(move || {
                if other.counts.try_retain_strong() {
                    assert_eq!(other.read(), 7);
                    other.release();
                }
                other.release_weak();
            });
            assert_eq!(object.read(), 7);
            object.release();
            thread.join().unwrap();
            assert!(object.is_freed());
        });
    }

    struct Record {
        key: &'static str,
        /// Written before the record is published. Loom finds reads that may come before.
        index: UnsafeCell<usize>,
    }

    impl Record {
        fn index(&self) -> usize {
            // SAFETY: loom checks that nobody writes meanwhile.
            self.index.with(|index| unsafe { *index })
        }
    }

    // SAFETY: loom checks every access to the index.
    unsafe impl Sync for Record {}

    impl Keyed for Record {
        fn key(&self) -> &str {
            self.key
        }
    }

    /// The type table without its rules. Writers take turns.
    struct Table {
        by_index: Segments<Record, 2, 2>,
        by_key: KeyMap<Record>,
    }

    impl Table {
        fn new() -> Arc<Self> {
            // Room for one, so that the second type makes it grow.
            Arc::new(Self { by_index: Segments::new(), by_key: KeyMap::new(1) })
        }

        fn add(&self, key: &'static str, index: usize) -> &'static Record {
            let record: &'static Record = Box::leak(Box::new(Record { key, index: UnsafeCell::new(0) }));
            // SAFETY: loom checks that nobody reads meanwhile.
            record.index.with_mut(|place| unsafe { *place = index });
            self.by_index.publish(index, record);
            self.by_key.publish(record);
            record
        }
    }

    // The main thread writes: loom looks for other orders from a read back to the last write, but
    // not from a write back over the writer's own reads.

    #[test]
    fn a_type_that_arrives_is_found_by_key_whole_or_not_at_all() {
        loom::model(|| {
            let table = Table::new();
            let readers = table.clone();
            let reader = thread::spawn(move || {
                if let Some(b) = readers.by_key.get("b") {
                    assert_eq!(b.index(), 1);
                    // What came before is there too, under either name.
                    assert_eq!(readers.by_key.get("a").map(Record::index), Some(0));
                    assert_eq!(readers.by_index.get(0).map(Record::index), Some(0));
                }
            });
            table.add("a", 0);
            table.add("b", 1);
            reader.join().unwrap();
            assert!(table.by_key.get("c").is_none());
        });
    }

    #[test]
    fn a_type_that_arrives_is_found_by_index_whole_or_not_at_all() {
        loom::model(|| {
            let table = Table::new();
            table.add("a", 0);
            let readers = table.clone();
            let reader = thread::spawn(move || {
                // In a segment that is there already, and in one that is not.
                for (index, key) in [(1, "b"), (2, "c")] {
                    if let Some(record) = readers.by_index.get(index) {
                        assert_eq!((record.key, record.index()), (key, index));
                    }
                }
            });
            table.add("b", 1);
            table.add("c", 2);
            reader.join().unwrap();
            assert!(table.by_index.get(3).is_none() && table.by_index.get(4).is_none());
        });
    }

    #[test]
    fn two_who_register_one_type_get_the_same() {
        loom::model(|| {
            let table = Table::new();
            let turn = Arc::new(Mutex::new(()));
            let register = |table: Arc<Table>, turn: Arc<Mutex<()>>| {
                let _turn = turn.lock().unwrap();
                table.by_key.get("a").unwrap_or_else(|| table.add("a", 0)).index()
            };
            let (other_table, other_turn) = (table.clone(), turn.clone());
            let thread = thread::spawn(move || register(other_table, other_turn));
            assert_eq!(register(table, turn), 0);
            assert_eq!(thread.join().unwrap(), 0);
        });
    }
}
