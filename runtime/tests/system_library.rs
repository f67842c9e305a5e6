//! The system library. This is a separate test program with a single test, because a process has
//! only one system library.

#![expect(unsafe_code, reason = "registers functions as compiled code does")]

use std::ffi::{CStr, c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use objet_object::{IsObjectRef, TVMValue, TypeCode};
use objet_runtime::backend::{
    TVMFunctionHandle, backend_get_func_from_env, backend_register_system_lib_symbol,
};
use objet_runtime::{
    Loaders, Module, ModuleKind, PackedFunc, Registry, Result, TypedPackedFunc, system_library,
};

/// The context variable of the linked code.
static CONTEXT: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

/// Returns the sum of its arguments.
unsafe extern "C" fn sum(
    args: *mut TVMValue,
    _codes: *mut TypeCode,
    count: c_int,
    result: *mut TVMValue,
    code: *mut TypeCode,
    _resource: *mut c_void,
) -> c_int {
    // SAFETY: the test passes integers.
    unsafe {
        let args = std::slice::from_raw_parts(args, count as usize);
        *result = TVMValue { v_int64: args.iter().map(|arg| arg.v_int64).sum() };
        *code = TypeCode::INT;
    }
    0
}

fn register(name: &CStr, address: *const c_void) {
    // SAFETY: the addresses match their symbol names and stay valid.
    let answer = unsafe { backend_register_system_lib_symbol(name.as_ptr(), address.cast_mut()) };
    assert_eq!(answer, 0);
}

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

struct Code;

impl ModuleKind for Code {
    fn type_key(&self) -> &str {
        "c"
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok(None)
    }
}

/// Returns the blob of a library that imports a module with that number.
fn blob(number: u64) -> Vec<u8> {
    let code = Module::new(Code);
    code.import(Module::new(Number(number))).unwrap();
    code.pack_imports().unwrap()
}

#[test]
fn linked_code_is_a_module() {
    let sum = sum as *const c_void;
    let blobs = [1, 2, 3].map(blob);
    register(c"sum", sum);
    register(c"__tvm_module_ctx", CONTEXT.as_ptr().cast());

    // A blob that cannot be loaded is an error, and can be replaced.
    register(c"__tvm_dev_mblob", blobs[0].as_ptr().cast());
    assert!(system_library().unwrap_err().message().contains("a loader of that name is not registered"));
    Loaders::register_binary("test.number", |reader| Ok(Module::new(Number(reader.u64("a number")?))))
        .unwrap();
    register(c"__tvm_dev_mblob", blobs[1].as_ptr().cast());
    assert!(CONTEXT.load(Ordering::Relaxed).is_null());

    // A thread that gets the module may call its code, so the context must be set by then.
    let load = || {
        let module = system_library().unwrap();
        (module, !CONTEXT.load(Ordering::Relaxed).is_null())
    };
    let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(load)).collect();
    let loaded = threads.into_iter().map(|thread| thread.join().unwrap());
    let (modules, have_context): (Vec<_>, Vec<_>) = loaded.unzip();
    assert_eq!(have_context, [true; 4]);
    let library = &modules[0];
    assert!(modules.iter().all(|module| module.same_as(library)));
    let by_name: Module = Registry::expect("runtime.SystemLib").unwrap().call_as(()).unwrap();
    assert!(by_name.same_as(library));
    assert_eq!(library.type_key(), "library");
    assert_eq!(library.expect_function("sum").unwrap().call_as::<i64>((1, 2, 3)).unwrap(), 6);
    assert_eq!(library.imports().len(), 1);

    // The code finds functions of its module's imports.
    let context = CONTEXT.load(Ordering::Relaxed);
    let mut found: TVMFunctionHandle = ptr::null_mut();
    // SAFETY: the context is the stored address of the module.
    assert_eq!(unsafe { backend_get_func_from_env(context, c"number".as_ptr(), &raw mut found) }, 0);
    let number = library.function_with_imports("number").unwrap().unwrap();
    assert_eq!(number.call_as::<i64>(()).unwrap(), 2);
    assert!(!found.is_null());

    // Functions registered later are found. Modules packed later are not.
    assert!(library.function("later").unwrap().is_none());
    register(c"later", sum);
    register(c"__tvm_dev_mblob", blobs[2].as_ptr().cast());
    assert_eq!(library.expect_function("later").unwrap().call_as::<i64>((5,)).unwrap(), 5);
    assert!(system_library().unwrap().same_as(library));
    assert_eq!(library.imports().len(), 1);
}
