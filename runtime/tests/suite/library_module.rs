//! Libraries of compiled code that follow TVM's conventions: built from C sources, loaded and
//! called.

#![cfg(unix)]
#![expect(unsafe_code, reason = "loads libraries that were written for these tests")]

use std::path::Path;

use crate::compiled::build;
use crate::nodes::Item;
use objet_object::{
    ArgValue, DataType, Device, IsObjectRef, NDArray, ObjectRef, OpaqueHandle, RetValue, ShapeTuple,
};
use objet_runtime::{
    ErrorKind, Frame, Loaders, Module, ModuleKind, PackedFunc, Registry, Result, TypedPackedFunc, moved,
};

fn load(path: &Path) -> Module {
    // SAFETY: the libraries of these tests follow the conventions, and the tests keep the contracts
    // of their functions.
    unsafe { Module::load_from_file(path, "") }.unwrap()
}

fn library() -> Module {
    load(&build("functions", None))
}

fn call(module: &Module, name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    module.expect_function(name)?.call(args)
}

fn register_globals() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let identity = PackedFunc::from_fn(|args, result| {
            *result = args.at(0)?.try_into()?;
            Ok(())
        });
        Registry::register("test.identity", identity).unwrap();
        let failing = TypedPackedFunc::new(|key: i64| -> Result<i64> {
            Err(objet_runtime::Error::new(ErrorKind::KEY_ERROR, format!("no key {key}")))
        });
        Registry::register("test.failing", failing).unwrap();
        Loaders::register_binary("test.number", |reader| Ok(Module::new(Number(reader.u64("a number")?))))
            .unwrap();
    });
}

/// A module with one function, which returns a number.
struct Number(u64);

impl ModuleKind for Number {
    fn type_key(&self) -> &str {
        "test.number"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let number = self.0 as i64;
        Ok((name == "number").then(|| TypedPackedFunc::new(move || number).into()))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.0.to_le_bytes().into())
    }
}

/// A module that represents the library's code when modules are packed.
struct Code;

impl ModuleKind for Code {
    fn type_key(&self) -> &str {
        "c"
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok(None)
    }
}

#[test]
fn functions_are_symbols() {
    let library = library();
    assert_eq!((library.type_key(), format!("{library:?}")), ("library", "Module(library)".into()));
    let add = library.expect_function("add").unwrap();
    assert_eq!(add.name(), "add");
    assert_eq!(add.call_as::<i64>((40, 2)).unwrap(), 42);
    let main = library.expect_function("__tvm_main__").unwrap();
    assert_eq!((main.name(), main.call_as::<i64>((1, 2)).unwrap()), ("add", 3));
    assert!(library.function("subtract").unwrap().is_none());
    assert!(library.function("a\0b").unwrap().is_none());
    assert!(library.save_to_bytes().unwrap_err().message().contains("does not support SaveToBinary"));
}

#[test]
fn arguments_of_every_kind_arrive_as_their_codes() {
    let library = library();
    let tensor = NDArray::from_slice(&[2], &[1_u8, 2]).unwrap();
    let (shape, slot) = (ShapeTuple::from([1]), moved(Item::new(1)));
    let add = library.expect_function("add").unwrap();
    let codes = |args: &[ArgValue<'_>]| call(&library, "codes_of", args).unwrap().get::<i64>().unwrap();
    for (arg, code) in [
        (7.into(), 0),
        (true.into(), 0),
        (0.5.into(), 2),
        (OpaqueHandle(std::ptr::dangling_mut::<u8>().cast()).into(), 3),
        (().into(), 4),
        (DataType::float(32).into(), 5),
        (Device::cpu(0).into(), 6),
        (tensor.dl_tensor().into(), 7),
        ((&shape).into(), 8),
        ((&library).into(), 9),
        ((&add).into(), 10),
        ("text".into(), 11),
        ([1_u8].as_slice().into(), 12),
        ((&tensor).into(), 13),
        ((&slot).into(), 14),
    ] {
        assert_eq!(codes(&[arg]), code, "{arg:?}");
    }
    assert_eq!(codes(&["a".into(), 1.into(), [0_u8].as_slice().into(), ().into()]), 0x4_c_0_b);
    assert_eq!(codes(&[]), 0);
    let many = vec![ArgValue::from("x"); 1000];
    assert_eq!(call(&library, "count_of", &many).unwrap().get::<i64>().unwrap(), 1000);
    assert_eq!(call(&library, "length_of_text", &many).unwrap().get::<i64>().unwrap(), 1000);
}

#[test]
fn strings_and_bytes_are_converted_for_c() {
    let library = library();
    let long = "ö".repeat(10_000);
    let texts = ["".into(), "größe".into(), ArgValue::from(&long)];
    assert_eq!(call(&library, "length_of_text", &texts).unwrap().get::<i64>().unwrap(), 7 + 20_000);
    let bytes: Vec<u8> = (0..=255).collect();
    let args = [ArgValue::from(&bytes), [].as_slice().into(), [0_u8, 9, 0].as_slice().into()];
    assert_eq!(call(&library, "sum_of_bytes", &args).unwrap().get::<i64>().unwrap(), 255 * 128 + 9);
    let error = call(&library, "length_of_text", &["ab".into(), "a\0b".into()]).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::VALUE_ERROR);
    assert!(error.message().starts_with("argument 1: a C string cannot contain a NUL"), "{error}");
}

#[test]
fn results_of_every_kind() {
    let library = library();
    let same = |arg: ArgValue<'_>| call(&library, "same", &[arg]);
    assert_eq!(same((-5).into()).unwrap().get::<i64>().unwrap(), -5);
    assert_eq!(call(&library, "half", &[0.5.into()]).unwrap().get::<f64>().unwrap(), 0.25);
    let handle = OpaqueHandle(std::ptr::dangling_mut::<u64>().cast());
    assert_eq!(same(handle.into()).unwrap().get::<OpaqueHandle>().unwrap(), handle);
    assert!(same(().into()).unwrap().get::<()>().is_ok());
    assert!(call(&library, "nothing", &[]).unwrap().get::<()>().is_ok());
    assert_eq!(same(DataType::int(8).into()).unwrap().get::<DataType>().unwrap(), DataType::int(8));
    assert_eq!(same(Device::cpu(3).into()).unwrap().get::<Device>().unwrap(), Device::cpu(3));
    let tensor = NDArray::from_slice(&[2], &[1_u8, 2]).unwrap();
    let address = std::ptr::from_ref(tensor.dl_tensor()).cast_mut().cast();
    let borrowed = same(tensor.dl_tensor().into()).unwrap();
    assert_eq!(borrowed.get::<OpaqueHandle>().unwrap(), OpaqueHandle(address));

    let as_code = |code: i64| call(&library, "as_code", &[OpaqueHandle::NULL.into(), code.into()]);
    for code in [8, 9, 10, 13] {
        assert!(as_code(code).unwrap().get::<()>().is_ok(), "a null object handle is null");
    }
    assert_eq!(as_code(1).unwrap().get::<i64>().unwrap(), 0);
    for code in [11, 12, 14, 15, 99, -1, -2] {
        let error = as_code(code).unwrap_err();
        assert!(matches!(&error.traceback()[0], Frame::Function { name, .. } if name == "as_code"));
    }
    for owned in [same("text".into()), same([1_u8].as_slice().into())] {
        assert!(owned.unwrap_err().message().starts_with("expected a value that C can own"));
    }
}

#[test]
fn objects_are_counted_through_calls() {
    register_globals();
    let library = library();
    let through = |arg: ArgValue<'_>| call(&library, "call_identity", &[arg]);
    let (item, tensor) = (Item::new(7), NDArray::from_slice(&[2], &[1_u8, 2]).unwrap());
    let function = library.expect_function("add").unwrap();
    let back: Item = through((&item).into()).unwrap().get().unwrap();
    assert!(back.same_as(&item) && item.strong_count() == 2);
    drop(back);
    let back: NDArray = through((&tensor).into()).unwrap().get().unwrap();
    assert!(back.same_as(&tensor) && tensor.strong_count() == 2);
    let back: Module = through((&library).into()).unwrap().get().unwrap();
    assert!(back.same_as(&library));
    let back: PackedFunc = through((&function).into()).unwrap().get().unwrap();
    assert!(back.same_as(&function) && function.strong_count() == 2);

    let slot = moved(item);
    let taken: Item = call(&library, "take", &[(&slot).into()]).unwrap().get().unwrap();
    assert_eq!((taken.value, taken.strong_count()), (7, 1));
    assert!(slot.take().is_none());
    let slot = moved(ShapeTuple::from([1]));
    assert!(call(&library, "call_identity", &[(&slot).into()]).unwrap().get::<ObjectRef>().is_ok());
}

#[test]
fn tensors_are_written_to() {
    let library = library();
    let a = NDArray::from_slice(&[2, 2], &[1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let b = NDArray::from_slice(&[2, 2], &[10.0_f32, 20.0, 30.0, 40.0]).unwrap();
    let c = NDArray::zeros(&[2, 2], DataType::float(32)).unwrap();
    let add = library.expect_function("add_tensors").unwrap();
    add.call((&a, b.dl_tensor(), &c)).unwrap();
    assert_eq!(c.as_slice::<f32>().unwrap(), [11.0, 22.0, 33.0, 44.0]);
    let bytes = NDArray::zeros(&[4], DataType::uint(8)).unwrap();
    let error = add.call((&a, &b, &bytes)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "TVMError: Assert fail: (dtype == float32), arg.dtype is expected to be float32"
    );
}

#[test]
fn callees_may_write_to_their_arguments() {
    let library = library();
    let args = [1.into(), "text".into(), 2.5.into()];
    call(&library, "overwrite", &args).unwrap();
    assert!(matches!(args, [ArgValue::Int(1), ArgValue::Str("text"), ArgValue::Float(2.5)]));
}

#[test]
fn errors_keep_their_kind() {
    register_globals();
    let library = library();
    let error = call(&library, "fail", &[]).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: fail: no such luck");
    assert_eq!(error.traceback()[0], Frame::Foreign("in the library".into()));
    assert!(matches!(&error.traceback()[1], Frame::Function { name, declared: None, .. } if name == "fail"));

    // A silent failure does not reuse the message of an earlier one.
    let error = call(&library, "fail_silently", &[]).unwrap_err();
    assert!(error.message().contains("returned 3"), "{error}");

    // An error passes through compiled code.
    let error = call(&library, "call_failing", &[9.into()]).unwrap_err();
    assert_eq!(error.to_string(), "KeyError: no key 9");
    let frames: Vec<_> = error.traceback().iter().map(ToString::to_string).collect();
    assert!(frames[0].ends_with("in test.failing") && frames.last().unwrap().ends_with("in call_failing"));

    let error = call(&library, "call_missing", &[]).unwrap_err();
    assert!(
        error
            .message()
            .starts_with("Cannot find function test.missing in the imported modules or global registry."),
        "{error}"
    );
}

#[test]
fn compiled_code_calls_back() {
    register_globals();
    let library = library();
    for number in 0..3 {
        assert_eq!(call(&library, "call_identity", &[number.into()]).unwrap().get::<i64>().unwrap(), number);
    }
    let sum: PackedFunc = TypedPackedFunc::new(|a: i64, b: i64| a + b).into();
    assert_eq!(
        call(&library, "apply", &[(&sum).into(), 1.into(), 2.into()]).unwrap().get::<i64>().unwrap(),
        3
    );
    let panics: PackedFunc = TypedPackedFunc::new(|| -> i64 { panic!("on purpose") }).into();
    let error = call(&library, "apply", &[(&panics).into()]).unwrap_err();
    assert_eq!(error.to_string(), "InternalError: panicked: on purpose");

    // Imports are searched before the registry.
    let importing = load(&build("importing", None));
    importing.import(Module::new(Number(5))).unwrap();
    assert_eq!(call(&importing, "call_number", &[]).unwrap().get::<i64>().unwrap(), 5);
}

#[test]
fn compiled_code_runs_in_parallel() {
    let library = library();
    let parallel = library.expect_function("parallel").unwrap();
    // Tasks at a barrier need one thread each, however many cores there are.
    objet_runtime::config_threadpool(3);
    for tasks in [1, 2, 3] {
        let sum = parallel.call_as::<i64>((tasks, -1)).unwrap();
        assert_eq!(sum, (0..tasks).map(|task| task * task).sum::<i64>());
    }
    let error = parallel.call((4, -1)).unwrap_err();
    assert!(error.to_string().contains("larger than number of threads used"), "{error}");
    let error = parallel.call((1, 0)).unwrap_err();
    assert!(error.to_string().contains("a task failed"), "{error}");
}

#[test]
fn packed_modules_are_loaded_with_their_library() {
    register_globals();
    // The root is not the library. The root imports the library, and the library imports another
    // module.
    let (root, code) = (Module::new(Number(1)), Module::new(Code));
    code.import(Module::new(Number(2))).unwrap();
    root.import(code.clone()).unwrap();
    let path = build("packed", Some(&root.pack_imports_to_c(false).unwrap()));
    let loaded = load(&path);
    assert_eq!(loaded.type_key(), "test.number");
    assert_eq!(loaded.expect_function("number").unwrap().call_as::<i64>(()).unwrap(), 1);
    let library = loaded.imports().remove(0);
    assert_eq!((library.type_key(), library.imports().len()), ("library", 1));
    // The context of the code is the library's module, so its imports are searched.
    assert_eq!(call(&library, "call_number", &[]).unwrap().get::<i64>().unwrap(), 2);

    // Loading again returns the same module, even if only a function of the library is alive.
    assert!(load(&path).same_as(&loaded));
    let call_number = library.expect_function("call_number").unwrap();
    drop((loaded, library));
    let again = load(&path);
    let library = again.imports().remove(0);
    assert_eq!((again.type_key(), library.imports().len()), ("test.number", 1));
    assert_eq!(call_number.call_as::<i64>(()).unwrap(), 2);

    // The old format, without an import tree: the library imports all modules.
    let mut blob = objet_runtime::BinaryWriter::new();
    let mut stream = objet_runtime::BinaryWriter::new();
    stream.u64(1);
    stream.bytes("test.number");
    stream.u64(8);
    blob.bytes(stream.into_bytes());
    let library = load(&build("old", Some(&array_of_c(&blob.into_bytes()))));
    assert_eq!(library.type_key(), "library");
    assert_eq!(call(&library, "call_number", &[]).unwrap().get::<i64>().unwrap(), 8);
}

fn array_of_c(bytes: &[u8]) -> String {
    let bytes: Vec<_> = bytes.iter().map(u8::to_string).collect();
    format!("const unsigned char __tvm_dev_mblob[] = {{{}}};", bytes.join(","))
}

#[test]
fn a_library_with_a_damaged_blob_is_rejected() {
    register_globals();
    let refused = |blob: &[u8]| {
        let path = build("damaged", Some(&array_of_c(blob)));
        // SAFETY: as in `load`.
        let error = unsafe { Module::load_from_file(&path, "") }.unwrap_err();
        // The library was closed again, so a second attempt fails in the same way.
        // SAFETY: as above.
        assert!(unsafe { Module::load_from_file(&path, "") }.is_err());
        error.message().to_owned()
    };
    let number = Module::new(Number(1)).pack_imports().unwrap();
    assert!(refused(&[&[1, 0, 0, 0, 0, 0, 0, 0], &number[8..]].concat()).contains("the number of entries"));
    let mut key = number.clone();
    key[24] = b'b';
    assert!(refused(&key).starts_with("Binary was created using best.number but a loader"));
    assert!(refused(&[255; 16]).starts_with("expected 18446744073709551615 bytes"));
}

#[test]
fn a_library_stays_loaded_as_long_as_its_functions() {
    let path = build("functions", None);
    let times = load(&path).expect_function("times_called").unwrap();
    assert_eq!(times.call_as::<i64>(()).unwrap(), 1);
    let again = load(&path);
    assert_eq!(again.expect_function("times_called").unwrap().call_as::<i64>(()).unwrap(), 2);
    drop(again);
    assert_eq!(times.call_as::<i64>(()).unwrap(), 3);
    drop(times);
    // The library was closed and is opened again, so its counter starts at 0.
    let times = load(&path).expect_function("times_called").unwrap();
    assert_eq!(times.call_as::<i64>(()).unwrap(), 1);
}

#[test]
fn a_library_stays_loaded_as_long_as_functions_that_it_created() {
    let path = build("functions_that_make_some", None);
    let mut ended = 0_i64;
    let module = load(&path);
    let create = OpaqueHandle(objet_runtime::backend::func_create_from_cfunc as *mut _);
    let resource = OpaqueHandle(std::ptr::from_mut(&mut ended).cast());
    let made: PackedFunc =
        call(&module, "make_function", &[create.into(), resource.into()]).unwrap().get().unwrap();
    drop(module);
    let error = made.call(()).unwrap_err();
    assert_eq!((error.kind(), error.message()), (&ErrorKind::KEY_ERROR, "a C function that always fails"));
    // The function keeps the module alive, so loading the library returns the same module.
    assert_eq!(call(&load(&path), "add", &[1.into(), 2.into()]).unwrap().get::<i64>().unwrap(), 3);
    drop(made);
    assert_eq!(ended, 1);
    assert!(!is_mapped(&path));
}

#[test]
fn found_functions_live_as_long_as_the_library_is_in_the_process() {
    let path = build("functions", None);
    // SAFETY: as for `load`.
    let elsewhere = unsafe { libloading::Library::new(&path) }.unwrap();
    for number in [3, 4] {
        let module = load(&path);
        module.import(Module::new(Number(number))).unwrap();
        // The code keeps the function that it found for the first module.
        assert_eq!(call(&module, "call_number", &[]).unwrap().get::<i64>().unwrap(), 3);
    }
    drop(elsewhere);
    assert!(!is_mapped(&path));
    let module = load(&path);
    module.import(Module::new(Number(5))).unwrap();
    assert_eq!(call(&module, "call_number", &[]).unwrap().get::<i64>().unwrap(), 5);
}

#[test]
fn data_and_symbols_of_other_libraries_are_not_functions() {
    let module = library();
    for name in ["__tvm_module_ctx", "__TVMFuncCall", "printf", "malloc", "strlen"] {
        assert!(module.function(name).unwrap().is_none(), "{name}");
    }
}

/// Returns whether the file is mapped into this process.
#[cfg(target_os = "linux")]
fn is_mapped(path: &Path) -> bool {
    let name = path.to_str().unwrap();
    std::fs::read_to_string("/proc/self/maps").unwrap().contains(name)
}

#[cfg(not(target_os = "linux"))]
fn is_mapped(_path: &Path) -> bool {
    false
}

#[test]
fn threads_load_and_drop_the_same_library() {
    let path = build("functions", None);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for number in 0..50 {
                    let library = load(&path);
                    // Each time the library is loaded again, it looks up its functions anew.
                    library.import(Module::new(Number(3))).unwrap();
                    assert_eq!(call(&library, "call_number", &[]).unwrap().get::<i64>().unwrap(), 3);
                    let sum = call(&library, "add", &[number.into(), 1.into()]).unwrap();
                    assert_eq!(sum.get::<i64>().unwrap(), number + 1);
                }
            });
        }
    });
}

#[test]
fn invalid_libraries_are_rejected() {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = place.join("text.so");
    std::fs::write(&path, "no library").unwrap();
    let refused = |path: &Path, format: &str| {
        // SAFETY: the files contain no code.
        unsafe { Module::load_from_file(path, format) }.unwrap_err().message().to_owned()
    };
    let start = format!("Failed to load dynamic shared library {} ", path.display());
    assert!(refused(&path, "").starts_with(&start));
    assert!(
        refused(Path::new("no/such.so"), "").starts_with("Failed to load dynamic shared library no/such.so ")
    );
    // The error has the reason of the system and the kind of a system error.
    let reason = refused(&path, "").strip_prefix(&start).map(str::to_owned).unwrap_or_default();
    assert!(reason.contains("text.so"), "{reason}");
    // SAFETY: as above.
    let kind = |path: &Path| unsafe { Module::load_from_file(path, "") }.unwrap_err().kind().clone();
    assert_eq!(kind(&path), ErrorKind::OS_ERROR);
    assert_eq!(kind(Path::new("no/such.so")), ErrorKind::FILE_NOT_FOUND_ERROR);
    assert_eq!(refused(Path::new("a.b/file"), ""), "Cannot deduce format of file a.b/file");
    assert_eq!(
        refused(Path::new("a.xyz"), ""),
        "Loader for `.xyz` files is not registered, resolved to (runtime.module.loadfile_xyz) in the global \
         registry: cannot load the file a.xyz; load the library that registers this loader first, or give the \
         format of the file"
    );
    assert!(refused(Path::new("a.xyz"), "abc").starts_with("Loader for `.abc` files"));
    // Other extensions that stand for libraries.
    for name in ["text.dll", "text.dylib", "text.dso"] {
        assert!(refused(&place.join(name), "").starts_with("Failed to load dynamic shared library"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn symbols_that_nothing_defines_are_errors_of_loading() {
    let refused = |name: &str| {
        let source = format!("void {name}(const char*);\nint fails(void) {{ {name}(\"no\"); return -1; }}");
        // SAFETY: the library has no code that runs when it is loaded.
        let error = unsafe { Module::load_from_file(build("undefined", Some(&source)), "") }.unwrap_err();
        assert_eq!(error.kind(), &ErrorKind::OS_ERROR);
        error.message().to_owned()
    };
    let message = refused("TVMAPISetLastError");
    assert!(message.starts_with("Failed to load dynamic shared library "), "{message}");
    assert!(message.contains("undefined symbol: TVMAPISetLastError: call the function through"), "{message}");
    assert!(message.contains("`__TVMAPISetLastError`") && message.contains("RTLD_GLOBAL"), "{message}");
    let message = refused("no_such_function");
    assert!(message.contains("undefined symbol: no_such_function: link the library to"), "{message}");
}

#[test]
fn files_of_other_formats_have_loaders() {
    Loaders::register_file("test_number", |path, format| {
        assert!(format.is_empty() || format == "test_number");
        let text = std::fs::read_to_string(path)?;
        Ok(Module::new(Number(
            text.trim().parse().map_err(|_| format!("expected a number, found {text:?}"))?,
        )))
    })
    .unwrap();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("number.test_number");
    std::fs::write(&path, "12\n").unwrap();
    assert_eq!(load(&path).expect_function("number").unwrap().call_as::<i64>(()).unwrap(), 12);
    // SAFETY: the loader of the test does not run code from the file.
    let by_name = unsafe { Registry::find_unchecked("runtime.ModuleLoadFromFile") }.unwrap();
    let module: Module = by_name.call_as((path.to_str(), "test_number")).unwrap();
    assert_eq!(module.type_key(), "test.number");
    std::fs::write(&path, "twelve").unwrap();
    assert_eq!(by_name.call((path.to_str(),)).unwrap_err().message(), "expected a number, found \"twelve\"");
}
