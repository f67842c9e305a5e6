//! Modules of kernels: creation, saving, loading and building.

use std::fs;

use objet_object::DataType;
use objet_runtime::kernel_module::{DeviceCode, FunctionInfo, KernelModule};
use objet_runtime::{BinaryWriter, Module, Registry};

use crate::binary::binary_of;
use crate::{ADD, api, backend, check_add, elements, folder, infos, message, module_of, on_device};

#[test]
fn kernels_are_functions() {
    api();
    let module = module_of(ADD, infos());
    assert_eq!((module.type_key(), module.source("").unwrap().as_str()), ("opencl", ADD));
    assert!(module.function("sub").unwrap().is_none());
    let add = module.expect_function("add").unwrap();
    drop(module);
    check_add(&add);

    let importing = Module::new(KernelModule::new(DeviceCode::new("cl", "", []), backend()));
    let imported = module_of(ADD, infos());
    importing.import(imported.clone()).unwrap();
    assert!(importing.function("add").unwrap().is_none());
    check_add(&importing.function_with_imports("add").unwrap().unwrap());
}

#[test]
fn modules_are_loaded_from_files() {
    api();
    let path = folder("files").join("add.cl");
    let path = path.to_str().unwrap();
    module_of(ADD, infos()).save_to_file(path, "").unwrap();
    assert_eq!(fs::read_to_string(path).unwrap(), ADD);
    let side_file = fs::read_to_string(path.replace(".cl", ".tvm_meta.json")).unwrap();
    assert!(side_file.starts_with(
        "{\n  \"tvm_version\": \"0.1.0\", \n  \"func_info\": {\n    \"add\": {\n      \"name\": \"add\", \n"
    ));
    // SAFETY: the code comes from this test.
    let load = unsafe { Registry::find_unchecked("runtime.module.loadfile_cl") }.unwrap();
    let module: Module = load.call_as((path, "")).unwrap();
    check_add(&module.expect_function("add").unwrap());
    assert_eq!(message(module.save_to_file(path, "clbin")), "Can only save to format=cl, found \"clbin\"");

    let missing = message(load.call(("/nowhere/add.cl", "cl")));
    assert!(missing.starts_with("cannot read /nowhere/add.cl: "), "{missing}");
    let alone = folder("files").join("alone.cl");
    fs::write(&alone, ADD).unwrap();
    assert!(message(load.call((alone.to_str().unwrap(), ""))).contains("alone.tvm_meta.json"));
    fs::write(folder("files").join("alone.tvm_meta.json"), "{\"func_info\": 3}").unwrap();
    let text = message(load.call((alone.to_str().unwrap(), "")));
    assert!(text.contains("alone.tvm_meta.json: ") && text.contains("line 1 column 15"), "{text}");
}

#[test]
fn modules_are_loaded_from_bytes() {
    api();
    let module = module_of(ADD, infos());
    let mut expected = BinaryWriter::new();
    DeviceCode::new("cl", ADD, infos()).save(&mut expected);
    assert_eq!(module.save_to_bytes().unwrap(), expected.into_bytes());

    let root = module_of("", []);
    root.import(module).unwrap();
    let blob = root.pack_imports().unwrap();
    let root = Module::from_packed_imports(&blob, None).unwrap();
    assert!(root.function("add").unwrap().is_none());
    check_add(&root.function_with_imports("add").unwrap().unwrap());
    let cut = Module::from_packed_imports(&blob[..blob.len() / 2], None);
    assert!(cut.is_err());
}

#[test]
fn modules_may_contain_program_binaries() {
    api();
    let path = folder("binaries").join("add.clbin");
    let path = path.to_str().unwrap();
    let module =
        |code: &[u8]| Module::new(KernelModule::new(DeviceCode::new("clbin", code, infos()), backend()));
    module(&binary_of(ADD)).save_to_file(path, "").unwrap();
    // SAFETY: the code comes from this test.
    let load = unsafe { Registry::find_unchecked("runtime.module.loadfile_clbin") }.unwrap();
    let loaded: Module = load.call_as((path, "clbin")).unwrap();
    check_add(&loaded.expect_function("add").unwrap());
    assert_eq!(message(loaded.source("")), "module of format clbin has no source text: its code is binary");
    let broken = module(b"no binary").expect_function("fill").unwrap();
    let text = message(broken.call((&on_device(&[0.0]), 1.0, 1, 1, 1)));
    assert_eq!(text, "clCreateProgramWithBinary failed with CL_INVALID_BINARY");
}

#[test]
fn build_errors_have_the_compiler_log() {
    api();
    let info = FunctionInfo::new("f", [], &[]);
    let broken = module_of("kernel void f() { not_declared(); }", [info.clone()]);
    let text = message(broken.expect_function("f").unwrap().call(()));
    assert!(
        text.starts_with(
            "cannot build the code of kernel f for opencl(0): clBuildProgram failed with CL_BUILD_PROGRAM_FAILURE\n"
        ) && text.contains("not_declared"),
        "{text}"
    );
    let absent = module_of("kernel void g() {}", [info.clone()]);
    let text = message(absent.expect_function("f").unwrap().call(()));
    assert!(text.starts_with("kernel f: expected a kernel of that name in the code"), "{text}");
    let other_format = Module::new(KernelModule::new(DeviceCode::new("ptx", "", [info]), backend()));
    assert!(message(other_format.function("f")).contains("expected OpenCL code of format cl or clbin"));
}

#[test]
fn each_named_part_of_the_source_is_built_separately() {
    api();
    let part = |name: &str, value: &str| {
        format!(
            "// Function: {name}\nfloat value() {{ return {value}; }}\nkernel void {name}(global float* x) {{ x[0] = value(); }}\n"
        )
    };
    let source = part("one", "1") + &part("two", "2") + &part("broken", "nothing");
    let infos = ["one", "two", "broken"].map(|name| FunctionInfo::new(name, [DataType::HANDLE], &[]));
    let module = module_of(&source, infos);
    let x = on_device(&[0.0]);
    for (name, value) in [("one", 1.0), ("two", 2.0)] {
        module.expect_function(name).unwrap().call((&x,)).unwrap();
        assert_eq!(elements(&x), [value]);
    }
    let broken = message(module.expect_function("broken").unwrap().call((&x,)));
    assert!(broken.contains("kernel broken for opencl(0)"), "{broken}");
}
