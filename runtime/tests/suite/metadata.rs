//! Modules of the kind `metadata`.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::Duration;

use objet_object::{Array, NDArray, OpaqueHandle};
use objet_runtime::module::{Metadata, MetadataError};
use objet_runtime::{
    BinaryError, BinaryReader, BinaryWriter, Module, ModuleKind, PackedFunc, Registry, Result,
    TypedPackedFunc,
};
use proptest::prelude::*;

/// A module that stores the constants of `f` and returns their sum.
#[derive(Clone, Default)]
struct Codegen {
    constants: Arc<Mutex<Vec<NDArray>>>,
    calls: Arc<AtomicI64>,
    /// The result of `__init_f`.
    answer: i64,
    slow: bool,
    /// A module in which `__init_f` looks up `f`.
    importer: Arc<Mutex<Option<Module>>>,
}

impl ModuleKind for Codegen {
    fn type_key(&self) -> &str {
        "codegen"
    }

    fn function(&self, name: &str, _: &Module) -> Result<Option<PackedFunc>> {
        let this = self.clone();
        Ok(match name {
            "__init_f" => Some(
                TypedPackedFunc::new(move |constants: Array<NDArray>| -> Result<i64> {
                    this.calls.fetch_add(1, Ordering::Relaxed);
                    if this.slow {
                        thread::sleep(Duration::from_millis(50));
                    }
                    if let Some(importer) = this.importer.lock().unwrap().take() {
                        importer.expect_function("f")?;
                    }
                    *this.constants.lock().unwrap() = constants.iter().cloned().collect();
                    Ok(this.answer)
                })
                .into(),
            ),
            "f" => Some(
                TypedPackedFunc::new(move || -> Result<f32> {
                    let mut sum = 0.0;
                    for constant in &*this.constants.lock().unwrap() {
                        sum = sum * 10.0 + constant.as_slice::<f32>()?.iter().sum::<f32>();
                    }
                    Ok(sum)
                })
                .into(),
            ),
            "g" => Some(TypedPackedFunc::new(|| 0.5_f32).into()),
            _ => None,
        })
    }
}

fn constant(elements: &[f32]) -> NDArray {
    NDArray::from_slice(&[elements.len() as i64], elements).unwrap()
}

fn metadata() -> Metadata {
    let variables = [("a", constant(&[1.0])), ("b", constant(&[2.0, 3.0])), ("c", constant(&[]))];
    Metadata::new(variables, [("f", vec!["b", "a"]), ("g", vec![])]).unwrap()
}

fn importing(codegen: Codegen) -> Module {
    let module = Module::new(metadata());
    module.import(Module::new(codegen)).unwrap();
    module
}

#[test]
fn constants_are_passed_once_in_order() {
    let codegen = Codegen::default();
    let module = importing(codegen.clone());
    assert_eq!(module.expect_function("g").unwrap().call_as::<f32>(()).unwrap(), 0.5);
    assert_eq!(codegen.calls.load(Ordering::Relaxed), 0);
    let function = module.expect_function("f").unwrap();
    assert_eq!(function.call_as::<f32>(()).unwrap(), 51.0);
    module.expect_function("f").unwrap();
    assert_eq!(codegen.calls.load(Ordering::Relaxed), 1);
    assert!(module.function("h").unwrap().is_none());
    assert!(module.function("__init_g").unwrap().is_none());
}

#[test]
fn the_first_initializer_gets_the_constants() {
    let module = Module::new(metadata());
    assert_eq!(
        module.function("f").unwrap_err().to_string(),
        "TVMError: cannot look up function \"f\": the metadata module has no imports"
    );
    let (first, second) = (Codegen::default(), Codegen::default());
    let deep =
        Module::new(Metadata::new::<String, String, String>([], std::iter::empty::<(_, [_; 0])>()).unwrap());
    deep.import(Module::new(Codegen::default())).unwrap();
    module.import(Module::new(first.clone())).unwrap();
    module.import(Module::new(second.clone())).unwrap();
    module.expect_function("f").unwrap();
    assert_eq!((first.calls.load(Ordering::Relaxed), second.calls.load(Ordering::Relaxed)), (1, 0));
}

#[test]
fn a_failed_initializer_is_an_error_once() {
    let module = importing(Codegen { answer: 3, ..Codegen::default() });
    assert_eq!(
        module.function("f").unwrap_err().to_string(),
        "TVMError: initializer \"__init_f\" failed: expected result 0, found 3"
    );
    assert!(module.function("f").unwrap().is_some());
}

#[test]
fn threads_wait_for_the_initializing_thread() {
    let codegen = Codegen { slow: true, ..Codegen::default() };
    let module = importing(codegen.clone());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert_eq!(module.expect_function("f").unwrap().call_as::<f32>(()).unwrap(), 51.0);
            });
        }
    });
    assert_eq!(codegen.calls.load(Ordering::Relaxed), 1);
}

#[test]
fn an_initializer_may_look_up_its_function() {
    let codegen = Codegen::default();
    let module = importing(codegen.clone());
    *codegen.importer.lock().unwrap() = Some(module.clone());
    module.expect_function("f").unwrap();
    assert_eq!(codegen.calls.load(Ordering::Relaxed), 1);
}

/// A module whose functions a closure returns.
struct Answers<F>(F);

impl<F: Fn(&str) -> Option<PackedFunc> + Send + Sync + 'static> ModuleKind for Answers<F> {
    fn type_key(&self) -> &str {
        "answers"
    }

    fn function(&self, name: &str, _: &Module) -> Result<Option<PackedFunc>> {
        Ok(self.0(name))
    }
}

/// Returns a metadata module without constants. Its functions are initialized nevertheless.
fn initializing(names: &[&str]) -> Module {
    let symbols = names.iter().map(|name| (*name, [""; 0]));
    let none: [(&str, NDArray); 0] = [];
    Module::new(Metadata::new(none, symbols).unwrap())
}

#[test]
fn chains_of_metadata_modules_need_no_stack() {
    const COUNT: i64 = 100_000;
    let asked = || {
        let root = initializing(&["f"]);
        let mut last = root.clone();
        for _ in 1..COUNT {
            let next = initializing(&["f"]);
            last.import(next.clone()).unwrap();
            last = next;
        }
        assert!(root.function("h").unwrap_err().message().contains("has no imports"));
        let codegen = Codegen::default();
        last.import(Module::new(codegen.clone())).unwrap();
        assert!(root.function("h").unwrap().is_none());
        assert_eq!(root.expect_function("f").unwrap().call_as::<f32>(()).unwrap(), 0.0);
        assert_eq!(codegen.calls.load(Ordering::Relaxed), COUNT);
    };
    thread::Builder::new().stack_size(256 << 10).spawn(asked).unwrap().join().unwrap();
}

#[test]
fn shared_metadata_modules_are_searched_once() {
    const LAYERS: i64 = 64;
    let codegen = Codegen::default();
    let mut root = Module::new(codegen.clone());
    for _ in 0..LAYERS {
        let layer = initializing(&["f"]);
        layer.import(root.clone()).unwrap();
        layer.import(root).unwrap();
        root = layer;
    }
    assert!(root.function("h").unwrap().is_none());
    assert!(root.function("f").unwrap().is_some());
    assert_eq!(codegen.calls.load(Ordering::Relaxed), LAYERS);
}

#[test]
fn an_initializer_may_have_an_initializer() {
    let called = Arc::<Mutex<Vec<String>>>::default();
    let log = called.clone();
    let code = Answers(move |name: &str| {
        let (log, name) = (log.clone(), name.to_owned());
        let answer = move |_: Array<NDArray>| {
            log.lock().unwrap().push(name.clone());
            0_i64
        };
        Some(TypedPackedFunc::new(answer).into())
    });
    let (root, middle) = (initializing(&["f"]), initializing(&["__init_f"]));
    root.import(middle.clone()).unwrap();
    middle.import(Module::new(code)).unwrap();
    for _ in 0..2 {
        assert!(root.function("f").unwrap().is_some());
        assert_eq!(*called.lock().unwrap(), ["__init___init_f", "__init_f"]);
    }
}

#[test]
fn a_deadlock_of_initializers_is_an_error() {
    let (meet, importer) = (Arc::new(Barrier::new(2)), Arc::<Mutex<Option<Module>>>::default());
    let place = importer.clone();
    let code = Answers(move |name: &str| {
        let other = match name {
            "__init_f" => "g",
            "__init_g" => "f",
            _ => return Some(TypedPackedFunc::new(|| 1_i64).into()),
        };
        let (meet, place) = (meet.clone(), place.clone());
        let initialize = move |_: Array<NDArray>| -> Result<i64> {
            meet.wait();
            let importer = place.lock().unwrap().clone();
            importer.unwrap().expect_function(other)?;
            Ok(0)
        };
        Some(TypedPackedFunc::new(initialize).into())
    });
    let module = initializing(&["f", "g"]);
    module.import(Module::new(code)).unwrap();
    *importer.lock().unwrap() = Some(module.clone());
    let asked = ["f", "g"].map(|name| {
        let module = module.clone();
        thread::spawn(move || module.function(name))
    });
    let outcomes = asked.map(|thread| thread.join().unwrap());
    let errors: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(errors.len() == 1 && errors[0].message().contains("waits for this thread"), "{errors:?}");
    assert!(module.function("f").unwrap().is_some() && module.function("g").unwrap().is_some());
    importer.lock().unwrap().take();
}

#[test]
fn constants_must_be_consistent() {
    let twice = [("a", constant(&[])), ("a", constant(&[]))];
    let error = Metadata::new(twice, [("f", ["a"])]).unwrap_err();
    assert_eq!(error.to_string(), "duplicate variable \"a\"");
    let error = Metadata::new([("a", constant(&[]))], [("f", ["a"]), ("f", ["a"])]).unwrap_err();
    assert!(matches!(error, MetadataError::DuplicateName { what: "symbol", .. }));
    let error = Metadata::new([("a", constant(&[]))], [("f", ["b"])]).unwrap_err();
    assert_eq!(error.to_string(), "symbol \"f\" needs variable \"b\", which does not exist");
}

/// Loads a module from a blob that ends with the module's binary form.
fn load(bytes: &[u8]) -> Result<Module> {
    let mut stream = BinaryWriter::new();
    stream.u64(2);
    stream.bytes("_import_tree");
    stream.vector(&[0, 0], |stream, row| stream.u64(*row));
    stream.u64(0);
    stream.bytes("metadata");
    stream.raw(bytes);
    let mut blob = BinaryWriter::new();
    blob.bytes(stream.into_bytes());
    Module::from_packed_imports(&blob.into_bytes(), None)
}

fn round_trip(bytes: &[u8]) -> Vec<u8> {
    load(bytes).unwrap().save_to_bytes().unwrap()
}

#[test]
fn the_binary_form_is_as_specified() {
    let empty = [0; 32];
    assert_eq!(round_trip(&empty), empty);
    let mut writer = BinaryWriter::new();
    writer.u64(1);
    writer.bytes("a");
    writer.u64(1);
    let mut tensor = Vec::new();
    constant(&[1.0]).save_next(&mut tensor).unwrap();
    writer.raw(&tensor);
    writer.u64(2);
    writer.bytes("f");
    writer.bytes("g");
    writer.u64(2);
    writer.vector(&["a", "a"], |writer, name| writer.bytes(name));
    writer.u64(0);
    let bytes = writer.into_bytes();
    assert_eq!(round_trip(&bytes), bytes);
    let module = load(&bytes).unwrap();
    let metadata = module.as_kind::<Metadata>().unwrap();
    assert_eq!(metadata.variable("a").unwrap().as_slice::<f32>().unwrap(), [1.0]);
    assert!(metadata.variable("b").is_none());
    module.import(Module::new(Codegen::default())).unwrap();
    assert_eq!(module.expect_function("f").unwrap().call_as::<f32>(()).unwrap(), 11.0);
}

#[test]
fn a_saved_module_loads_unchanged() {
    let bytes = Module::new(metadata()).save_to_bytes().unwrap();
    assert_eq!(round_trip(&bytes), bytes);
    // Every truncated form is an error.
    for length in 0..bytes.len() {
        assert!(load(&bytes[..length]).is_err(), "{length}");
    }
}

#[test]
fn bad_streams_are_errors() {
    let refused = |bytes: &[u8], reason: &str| {
        let error = load(bytes).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    };
    refused(&[255; 8], "expected at most 0 as variable names at byte ");
    let mut writer = BinaryWriter::new();
    writer.vector(&["a"], |writer, name| writer.bytes(name));
    let mut named = writer.clone();
    writer.u64(2);
    writer.raw(&[0; 100]);
    let counts = "The number of variables and ndarrays must match: expected 1, found 2";
    refused(&writer.into_bytes(), counts);
    named.u64(1);
    named.raw(&[0; 100]);
    refused(&named.into_bytes(), "Loading variables failed: \"a\", at byte ");
    refused(&[0; 31], "8 bytes needed for symbols and lists of their variables");
}

#[test]
fn the_loader_rejects_other_handles() {
    let loader = Registry::expect("runtime.module.loadbinary_metadata").unwrap();
    for handle in [OpaqueHandle::NULL, OpaqueHandle(std::ptr::without_provenance_mut(8))] {
        let error = loader.call((handle,)).unwrap_err();
        assert!(error.message().contains("is not the stream of a module"), "{error}");
    }
    assert!(matches!(BinaryReader::new(&[]).u8("a byte"), Err(BinaryError::Truncated { .. })));
}

proptest! {
    #[test]
    fn invalid_bytes_do_not_panic(place in 0_usize..200, bytes in prop::collection::vec(any::<u8>(), 0..16)) {
        let mut all = Module::new(metadata()).save_to_bytes().unwrap();
        let place = place.min(all.len());
        let end = all.len().min(place + bytes.len());
        all[place..end].copy_from_slice(&bytes[..end - place]);
        let _ = load(&all);
    }
}
