//! The services of the runtime for compiled code: function lookup, workspaces and `run once`.

#![expect(unsafe_code, reason = "compiled code passes everything by pointer")]

use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};

use crate::c_side::{Members, call, last_error, object};
use objet_object::{IsObjectRef, String as Text};
use objet_runtime::backend::{
    TVMFunctionHandle, backend_alloc_workspace, backend_free_workspace, backend_get_func_from_env,
    backend_register_system_lib_symbol, backend_run_once,
};
use objet_runtime::{Module, ModuleKind, PackedFunc, Registry, Result, TypedPackedFunc};

/// A module whose functions each return a number.
struct Numbers {
    by_name: HashMap<&'static str, i64>,
    asked: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
}

impl Drop for Numbers {
    fn drop(&mut self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

impl ModuleKind for Numbers {
    fn type_key(&self) -> &str {
        "numbers"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if name == "broken" {
            return Err("a broken function".into());
        }
        let Some(number) = self.by_name.get(name).copied() else { return Ok(None) };
        let module = module.clone();
        Ok(Some(TypedPackedFunc::new(move || module.strong_count().min(1) as i64 * number).into()))
    }
}

fn numbers(by_name: impl IntoIterator<Item = (&'static str, i64)>) -> Module {
    Module::new(Numbers {
        by_name: by_name.into_iter().collect(),
        asked: Arc::default(),
        ended: Arc::default(),
    })
}

fn find(module: &Module, name: &CStr) -> Result<TVMFunctionHandle, String> {
    find_in(object(module).0.handle(), name)
}

fn find_in(context: *mut c_void, name: &CStr) -> Result<TVMFunctionHandle, String> {
    let untouched = std::ptr::without_provenance_mut(3);
    let mut out = untouched;
    // SAFETY: the context is that of a module, or an object that the function must reject.
    match unsafe { backend_get_func_from_env(context, name.as_ptr(), &mut out) } {
        0 => Ok(out),
        _ => {
            assert_eq!(out, untouched);
            Err(last_error())
        }
    }
}

fn number(function: TVMFunctionHandle) -> i64 {
    call(function, &[]).unwrap().0.int()
}

#[test]
fn imports_are_searched_depth_first() {
    let (root, left, right) =
        (numbers([("own", 0)]), numbers([("left", 1)]), numbers([("right", 2), ("deep", 5)]));
    let deep = numbers([("deep", 3), ("left", 4)]);
    root.import(left.clone()).unwrap();
    root.import(right).unwrap();
    left.import(deep).unwrap();
    assert_eq!(number(find(&root, c"left").unwrap()), 1);
    assert_eq!(number(find(&root, c"right").unwrap()), 2);
    assert_eq!(number(find(&root, c"deep").unwrap()), 3);
    assert_eq!(
        find(&root, c"own").unwrap_err(),
        "TVMError: Cannot find function own in the imported modules or global registry. If this involves ops \
         from a contrib library like cuDNN, ensure TVM was built with the relevant library.\n"
    );
    assert_eq!(find(&root, c"broken").unwrap_err(), "TVMError: a broken function\n");
}

#[test]
fn found_functions_live_as_long_as_the_module() {
    let (asked, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let import =
        Module::new(Numbers { by_name: [("f", 7)].into(), asked: asked.clone(), ended: ended.clone() });
    let root = numbers([]);
    root.import(import).unwrap();
    let first = find(&root, c"f").unwrap();
    assert_eq!((find(&root, c"f").unwrap(), asked.load(Ordering::Relaxed)), (first, 1));
    // Rust callers receive the same function.
    let by_user = root.function_with_imports("f").unwrap().unwrap();
    assert_eq!((object(&by_user).0.handle(), asked.load(Ordering::Relaxed)), (first, 1));
    assert!(root.function("f").unwrap().is_none());
    drop(by_user);
    // Modules that are imported later do not replace the function.
    let deeper = numbers([("f", 8)]);
    root.imports()[0].import(deeper.clone()).unwrap();
    root.import(deeper).unwrap();
    assert_eq!(find(&root, c"f").unwrap(), first);
    assert_eq!(number(first), 7);
    // The function keeps its module alive, and the importer's cache keeps the function. There is no
    // cycle.
    drop(root);
    assert_eq!(ended.load(Ordering::Relaxed), 1);
}

#[test]
fn global_functions_come_last_and_stay() {
    let root = numbers([]);
    root.import(numbers([("test.env.both", 1)])).unwrap();
    Registry::register("test.env.both", TypedPackedFunc::new(|| 2)).unwrap();
    Registry::register("test.env.global", TypedPackedFunc::new(|| 3)).unwrap();
    assert_eq!(number(find(&root, c"test.env.both").unwrap()), 1);
    let global = find(&root, c"test.env.global").unwrap();
    let entry = Registry::get("test.env.global").unwrap();
    assert_eq!((global, number(global)), (object(entry).0.handle(), 3));
    // The module does not cache global functions, so another function may take the name.
    Registry::register_override("test.env.global", TypedPackedFunc::new(|| 4));
    assert_eq!(number(find(&root, c"test.env.global").unwrap()), 4);
    assert!(Registry::remove("test.env.global"));
    assert!(find(&root, c"test.env.global").is_err());
    drop(root);
    assert_eq!(number(global), 3, "compiled code keeps the address");
    // Without a module.
    assert_eq!(number(find_in(null_mut(), c"test.env.both").unwrap()), 2);
    assert!(
        find_in(null_mut(), c"test.env.none").unwrap_err().contains("Cannot find function test.env.none")
    );
}

#[test]
fn invalid_modules_and_names_are_errors() {
    let other = Text::from("no module");
    assert_eq!(
        find_in(object(&other).0.handle(), c"f").unwrap_err(),
        "TypeError: expected a handle of runtime.Module, found a handle of runtime.String\n"
    );
    let root = numbers([]);
    assert_eq!(
        find(&root, c"a\xFF").unwrap_err(),
        "ValueError: the name of a function is not UTF-8: invalid byte at position 1\n"
    );
    // SAFETY: the function must detect null pointers.
    unsafe {
        let mut out = null_mut();
        assert_eq!(backend_get_func_from_env(object(&root).0.handle(), std::ptr::null(), &mut out), -1);
        let none = backend_get_func_from_env(object(&root).0.handle(), c"f".as_ptr(), null_mut());
        assert_eq!(none, -1);
    }
}

#[test]
fn all_threads_find_the_same_functions() {
    let root = numbers([]);
    root.import(numbers([("a", 1), ("b", 2)])).unwrap();
    let start = Barrier::new(4);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                start.wait();
                let handles = [c"a", c"b"].map(|name| find(&root, name).unwrap().expose_provenance());
                found.lock().unwrap().push(handles);
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.iter().all(|handles| *handles == found[0]));
}

/// A module that looks up a function in the environment of its importer while it creates a
/// function.
struct Asker(Mutex<Option<Module>>);

impl ModuleKind for Asker {
    fn type_key(&self) -> &str {
        "asker"
    }

    fn function(&self, name: &str, _: &Module) -> Result<Option<PackedFunc>> {
        let importer = self.0.lock().unwrap().clone();
        match (name, importer) {
            ("outer", Some(importer)) => Ok(Some(importer.func_from_env("inner")?)),
            ("inner", _) => Ok(Some(TypedPackedFunc::new(|| 5).into())),
            _ => Ok(None),
        }
    }
}

#[test]
fn creating_a_function_may_look_up_another() {
    let root = numbers([]);
    let asker = Module::new(Asker(Mutex::new(Some(root.clone()))));
    root.import(asker.clone()).unwrap();
    assert_eq!(number(find(&root, c"outer").unwrap()), 5);
    *asker.as_kind::<Asker>().unwrap().0.lock().unwrap() = None;
}

unsafe extern "C" fn count(cdata: *mut c_void) -> c_int {
    // SAFETY: the data is a counter.
    unsafe { &*cdata.cast::<AtomicUsize>() }.fetch_add(1, Ordering::Relaxed);
    7
}

#[test]
fn run_once_calls_the_function_once() {
    let counter = AtomicUsize::new(0);
    let data: *mut c_void = (&raw const counter).cast_mut().cast();
    let mut flag: *mut c_void = null_mut();
    // SAFETY: only these calls use the flag, and the function accepts the data.
    unsafe {
        assert_eq!(backend_run_once(&mut flag, Some(count), data, 8), 7);
        assert_eq!(backend_run_once(&mut flag, Some(count), data, 8), 0);
        assert_eq!((flag.addr(), counter.load(Ordering::Relaxed)), (1, 1));
        assert_eq!(backend_run_once(null_mut(), Some(count), data, 8), -1);
        assert_eq!(backend_run_once(&mut flag, None, data, 8), -1);
    }
    let flag = std::sync::atomic::AtomicPtr::<c_void>::new(null_mut());
    let (flag, data) = (flag.as_ptr().expose_provenance(), data.expose_provenance());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(move || {
                let (flag, data) = (
                    std::ptr::with_exposed_provenance_mut(flag),
                    std::ptr::with_exposed_provenance_mut(data),
                );
                // SAFETY: as above.
                unsafe { backend_run_once(flag, Some(count), data, 8) }
            });
        }
    });
    assert_eq!(counter.load(Ordering::Relaxed), 2);
}

#[test]
fn workspaces_are_aligned_and_used_again() {
    const CPU: c_int = 1;
    let memory = backend_alloc_workspace(CPU, 0, 1000, 2, 32);
    assert!(!memory.is_null() && memory.addr().is_multiple_of(128));
    // SAFETY: the workspace has that many bytes.
    unsafe { memory.cast::<u8>().write_bytes(1, 4096) };
    let other = backend_alloc_workspace(CPU, 0, 0, 2, 32);
    assert!(!other.is_null() && other != memory);
    // SAFETY: the workspaces are not used afterwards.
    unsafe {
        assert_eq!(backend_free_workspace(CPU, 0, memory), 0);
        assert_eq!(backend_alloc_workspace(CPU, 0, 64, 2, 32), memory);
        assert_eq!(backend_free_workspace(CPU, 0, other), 0);
        assert_eq!(backend_free_workspace(CPU, 0, memory), 0);
        assert_eq!(backend_free_workspace(CPU, 0, memory), -1, "the workspace was already freed");
        assert_eq!(backend_free_workspace(99, 0, memory), -1);
        assert_eq!(backend_free_workspace(CPU, 0, null_mut()), -1);
    }
    for bytes in [u64::MAX, u64::MAX - 5000] {
        assert!(backend_alloc_workspace(CPU, 0, bytes, 2, 32).is_null());
        assert!(last_error().contains("bytes"), "{}", last_error());
    }
    assert!(backend_alloc_workspace(99, 0, 8, 2, 32).is_null());
}

#[test]
fn symbols_of_the_system_library_need_valid_names() {
    let address = std::ptr::without_provenance_mut(64);
    // SAFETY: no code looks up this symbol.
    unsafe {
        assert_eq!(backend_register_system_lib_symbol(c"test.env.symbol".as_ptr(), address), 0);
        assert_eq!(backend_register_system_lib_symbol(std::ptr::null(), address), -1);
        assert_eq!(last_error(), "ValueError: expected the name of a symbol, found a null pointer\n");
        assert_eq!(backend_register_system_lib_symbol(c"\xFF".as_ptr(), address), -1);
    }
}
