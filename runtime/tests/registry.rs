//! The registry of global functions. This is a separate test program because some of its linked
//! functions are rejected.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use objet_runtime::{
    Args, ErrorKind, PackedFunc, Registry, RegistryError, Result, TypedPackedFunc, register_global,
};

/// Adds.
///
/// Both are numbers.
#[register_global("test.add", crate = objet_runtime)]
fn add(
    /// The first one.
    a: i64,
    #[default(10)] b: i64,
) -> i64 {
    a + b
}

#[register_global("test.join", crate = objet_runtime)]
fn join(separator: &str, #[default("!")] end: &str, parts: Args<'_>) -> Result<String> {
    let parts: Result<Vec<&str>> = (0..parts.len()).map(|position| parts.get(position)).collect();
    Ok(format!("{}{end}", parts?.join(separator)))
}

mod inner {
    use objet_runtime::register_global;

    #[register_global("test.inner", crate = objet_runtime)]
    pub(super) fn r#fn(_: Option<bool>, #[default(usize::MAX >> 1)] large: usize) -> usize {
        large
    }

    /// Has the name of a function of another crate.
    #[register_global("runtime.SystemLib", crate = objet_runtime)]
    pub(super) fn second() -> i64 {
        2
    }

    #[register_global("test.default_too_large", crate = objet_runtime)]
    pub(super) fn too_large(#[default(u64::MAX)] x: u64) -> u64 {
        x
    }
}

#[register_global("test.default_of_the_registry", crate = objet_runtime)]
fn default_of_the_registry(#[default(Registry::get("no such function").is_some())] there: bool) -> bool {
    there
}

/// A function whose type cannot be written as a function pointer, and names of variables in the
/// generated code.
mod signatures {
    use objet_object::OpaqueHandle;
    use objet_runtime::register_global;

    #[register_global("test.named_lifetimes", crate = objet_runtime)]
    pub(super) fn named_lifetimes<'a>(first: &'a str, second: &'a str) -> bool {
        first < second
    }

    #[register_global("test.builder", short, crate = objet_runtime)]
    pub(super) fn builder(function: OpaqueHandle) -> OpaqueHandle {
        function
    }

    #[register_global("test.function", crate = objet_runtime)]
    pub(super) fn function((): ()) -> Option<String> {
        None
    }
}

/// Registers the marked functions in builds without link-time collection.
fn linked() {
    if cfg!(not(feature = "inventory")) {
        objet_runtime::register_globals!(add, join, inner::r#fn, default_of_the_registry).unwrap();
        let _ = objet_runtime::register_globals!(inner::second, inner::too_large);
        objet_runtime::register_globals!(
            signatures::named_lifetimes,
            signatures::builder,
            signatures::function
        )
        .unwrap();
    }
}

fn number(name: &str) -> i64 {
    Registry::find(name).map_or(-2, |function| function.call_as(()).unwrap_or(-1))
}

fn constant(number: i64) -> PackedFunc {
    TypedPackedFunc::new(move || number).into()
}

#[test]
fn marked_functions_are_found_with_their_signatures() {
    linked();
    assert_eq!(add(1, 2), 3, "the function itself is unchanged");
    let found = Registry::get("test.add").unwrap();
    assert_eq!(found.call_as::<i64>((1, 2)).unwrap(), 3);
    assert_eq!(found.call_as::<i64>((1,)).unwrap(), 11);
    assert_eq!(format!("{found:?}"), "PackedFunc(test.add(a: i64, b: i64 = 10) -> i64)");
    let signature = found.signature().unwrap();
    assert_eq!(signature.doc(), "Adds.\n\nBoth are numbers.");
    assert_eq!(signature.params()[0].doc(), "The first one.");
    let declared = found.declared().unwrap();
    assert_eq!(declared.file, file!());
    let line = include_str!("registry.rs").lines().nth(declared.line as usize - 1);
    assert_eq!(line, Some(r#"#[register_global("test.add", crate = objet_runtime)]"#));

    let found = Registry::get("test.join").unwrap();
    assert_eq!(found.call_as::<String>((", ", ".", "a", "b")).unwrap(), "a, b.");
    assert_eq!(found.call_as::<String>((", ",)).unwrap(), "!");
    let error = found.call((1,)).unwrap_err();
    assert_eq!(
        error.message(),
        "In function test.join: error while converting argument 0 (separator): expected str but got int"
    );
    let found = Registry::get("test.inner").unwrap();
    assert_eq!(found.call_as::<usize>(((),)).unwrap(), usize::MAX >> 1);
    assert_eq!(
        found.signature().unwrap().to_string(),
        "(arg0: Option<bool>, large: usize = 9223372036854775807) -> usize"
    );
}

#[test]
fn functions_of_all_signatures_are_found() {
    linked();
    assert!(Registry::get("test.named_lifetimes").unwrap().call_as::<bool>(("a", "b")).unwrap());
    let builder = Registry::get("test.builder").unwrap();
    assert_eq!(builder.signature().unwrap().to_string(), "(function: OpaqueHandle) -> OpaqueHandle");
    let function = Registry::get("test.function").unwrap();
    assert_eq!(function.call_as::<Option<String>>(((),)).unwrap(), None);
}

#[test]
fn registering_again_by_hand_changes_nothing() {
    linked();
    objet_runtime::register_globals!(add, join).unwrap();
    assert!(matches!(
        objet_runtime::register_globals!(inner::second),
        Err(RegistryError::DuplicateRegistration { .. })
    ));
}

#[cfg(feature = "inventory")]
#[test]
fn mistakes_in_linked_crates_are_listed() {
    assert_eq!(number("runtime.SystemLib"), -1, "a function of the runtime");
    let refused: Vec<_> = Registry::rejected().iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(
        refused[0].starts_with("Global PackedFunc runtime.SystemLib is already registered at "),
        "{refused:?}"
    );
    for file in ["system_library.rs", file!()] {
        assert!(refused[0].contains(file), "{refused:?}");
    }
    assert_eq!(
        refused[1],
        "test.default_too_large: invalid default for parameter \"x\" of type u64: expected int but got NULL"
    );
}

#[test]
fn run_time_registration_override_and_removal() {
    Registry::register("test.run_time", constant(1)).unwrap();
    let first = Registry::expect("test.run_time").unwrap();
    assert_eq!((first.name(), number("test.run_time")), ("test.run_time", 1));
    let (_, line) = (Registry::register("test.run_time", constant(2)).unwrap_err(), line!());
    let error = Registry::register("test.run_time", constant(2)).unwrap_err();
    let RegistryError::DuplicateRegistration { first: registered, second: rejected, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((registered.file, rejected.file, rejected.line), (file!(), file!(), line + 1));
    assert_eq!(number("test.run_time"), 1);

    Registry::register_override("test.run_time", constant(3));
    assert_eq!(number("test.run_time"), 3);
    assert_eq!(first.call_as::<i64>(()).unwrap(), 1, "a function that was looked up stays");
    assert!(Registry::remove("test.run_time") && !Registry::remove("test.run_time"));
    assert!(Registry::get("test.run_time").is_none() && Registry::names("test.run_time").is_empty());
    assert_eq!(first.call_as::<i64>(()).unwrap(), 1);
    Registry::register("test.run_time", constant(4)).unwrap();
    assert_eq!(number("test.run_time"), 4);

    // A function with two names keeps the first one in messages.
    let function = constant(5);
    Registry::register("test.name.a", function.clone()).unwrap();
    Registry::register("test.name.b", function).unwrap();
    assert_eq!(Registry::expect("test.name.b").unwrap().name(), "test.name.a");
    assert_eq!(Registry::names("test.name."), ["test.name.a", "test.name.b"]);
}

#[test]
fn a_default_may_use_the_registry() {
    linked();
    let found = Registry::expect("test.default_of_the_registry").unwrap();
    assert!(!found.call_as::<bool>(()).unwrap());
}

/// Uses the registry in its drop.
struct Asking(mpsc::Sender<usize>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.send(Registry::names("test.asking").len()).unwrap();
    }
}

#[test]
fn the_drop_of_a_rejected_function_may_use_the_registry() {
    Registry::register("test.asking", constant(1)).unwrap();
    let (sender, answers) = mpsc::channel();
    // In a separate thread, so that a deadlock becomes a timeout.
    let refused = std::thread::spawn(move || {
        let asking = Asking(sender);
        let function = TypedPackedFunc::new(move || asking.0.send(0).is_ok());
        Registry::register("test.asking", function).is_err()
    });
    assert_eq!(answers.recv_timeout(Duration::from_secs(60)), Ok(1));
    assert!(refused.join().unwrap());
}

#[test]
fn unknown_names_are_errors_with_a_suggestion() {
    linked();
    let error = Registry::expect("test.jion").unwrap_err();
    assert_eq!(error.to_string(), "no function is registered as \"test.jion\", did you mean \"test.join\"?");
    let error = objet_runtime::Error::from(Registry::expect("nothing like it").unwrap_err());
    assert_eq!(error.to_string(), "KeyError: no function is registered as \"nothing like it\"");
    assert_eq!(error.kind(), &ErrorKind::KEY_ERROR);
    assert!(Registry::get("").is_none());
}

#[test]
fn long_unknown_names_have_no_suggestion() {
    Registry::register(&"x".repeat(100_000), constant(1)).unwrap();
    let begin = Instant::now();
    assert!(matches!(
        Registry::expect(&"y".repeat(1 << 20)),
        Err(RegistryError::Unknown { nearest: None, .. })
    ));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}

#[test]
fn readers_find_every_name_during_registrations() {
    const NAMES: i64 = 2000;
    let name = |nth: i64| format!("test.many.{nth}");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut seen = 0;
                // A registered name stays visible while the table grows.
                while !done.load(Ordering::Acquire) || seen < NAMES {
                    for nth in 0..seen {
                        assert_eq!(number(&name(nth)), nth);
                    }
                    while seen < NAMES && Registry::get(&name(seen)).is_some() {
                        seen += 1;
                    }
                    std::thread::yield_now();
                }
                assert_eq!(seen, NAMES);
            });
        }
        for nth in 0..NAMES {
            Registry::register(&name(nth), constant(nth)).unwrap();
        }
        done.store(true, Ordering::Release);
    });
    assert_eq!(Registry::names("test.many.").len(), NAMES as usize);
}

#[test]
fn readers_see_the_old_function_or_the_new_one() {
    Registry::register("test.changing", constant(0)).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut last = 0;
                while last < 500 {
                    let now = number("test.changing");
                    assert!(now >= last, "{now} came after {last}");
                    last = now;
                }
            });
        }
        for next in 1..=500 {
            Registry::register_override("test.changing", constant(next));
        }
    });
}

/// Returns a function that has captured `what`. The strong count of `what` tells whether the
/// function exists.
fn capturing(what: &Arc<()>) -> PackedFunc {
    let captured = what.clone();
    TypedPackedFunc::new(move || Arc::strong_count(&captured) as i64).into()
}

#[test]
fn a_function_without_a_name_is_dropped_with_its_last_reference() {
    const NAME: &str = "test.ending";
    let captured = Arc::new(());
    let count = || Arc::strong_count(&captured) - 1;
    for _ in 0..3 {
        Registry::register_override(NAME, capturing(&captured));
        assert_eq!((number(NAME), count()), (2, 1), "the replaced function was dropped");
    }
    let found = Registry::find(NAME).unwrap();
    let expected = Registry::expect(NAME).unwrap();
    assert!(Registry::remove(NAME) && Registry::find(NAME).is_none() && Registry::get(NAME).is_none());
    drop(expected);
    assert_eq!((found.call_as::<i64>(()).unwrap(), count()), (2, 1));
    drop(found);
    assert_eq!(count(), 0);

    // A rejected function is dropped, too.
    Registry::register(NAME, capturing(&captured)).unwrap();
    Registry::register(NAME, capturing(&captured)).unwrap_err();
    assert_eq!(count(), 1);

    // A function borrowed by `get` may be called forever.
    let kept = Registry::get(NAME).unwrap();
    Registry::register_override(NAME, capturing(&captured));
    assert!(Registry::remove(NAME));
    assert_eq!((kept.call_as::<i64>(()).unwrap(), count()), (2, 1));
}

#[test]
fn the_drop_of_a_replaced_function_may_use_the_registry() {
    let (sender, answers) = mpsc::channel();
    let losing = std::thread::spawn(move || {
        for _ in 0..2 {
            let asking = Asking(sender.clone());
            let function = TypedPackedFunc::new(move || asking.0.send(0).is_ok());
            Registry::register_override("test.losing", function);
        }
        Registry::remove("test.losing")
    });
    for _ in 0..2 {
        answers.recv_timeout(Duration::from_secs(60)).unwrap();
    }
    assert!(losing.join().unwrap());
}

#[test]
fn replaced_functions_are_dropped_under_concurrent_reads() {
    const NAME: &str = "test.meeting";
    let captured = Arc::new(());
    Registry::register(NAME, capturing(&captured)).unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    assert!(number(NAME) >= 2);
                }
            });
        }
        for _ in 0..20_000 {
            Registry::register_override(NAME, capturing(&captured));
        }
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(Arc::strong_count(&captured), 2, "only the current function is left");
    assert!(Registry::remove(NAME));
    assert_eq!(Arc::strong_count(&captured), 1);
}

#[test]
fn only_one_concurrent_registration_succeeds() {
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|nth| scope.spawn(move || Registry::register("test.race", constant(nth)).is_ok()))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(outcomes.iter().filter(|registered| **registered).count(), 1);
}

#[cfg(not(feature = "inventory"))]
mod registered_by_two_threads {
    use std::sync::Barrier;

    use objet_runtime::{Registry, register_global};

    /// Waits for the other thread, so that both threads find the name free.
    fn meet() -> i64 {
        static BOTH: Barrier = Barrier::new(2);
        BOTH.wait();
        1
    }

    #[register_global("test.by_two", crate = objet_runtime)]
    fn by_two(#[default(meet())] number: i64) -> i64 {
        number
    }

    #[test]
    fn both_succeed() {
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| objet_runtime::register_globals!(by_two).unwrap());
            }
        });
        assert!(Registry::get("test.by_two").is_some());
    }
}
