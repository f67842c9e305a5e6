//! Devices and modules of OpenCL, with any driver that is installed.

#![expect(unsafe_code, reason = "memory and kernels of devices are trusted")]

mod binary;

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use objet_object::{ArgValue, DLTensor, DataType, Device, DeviceType, NDArray, OpaqueHandle};
use objet_runtime::{
    BinaryWriter, DeviceApi, DeviceAttribute, DeviceCode, DeviceModule, Devices, FunctionInfo, Module,
    NDArrayExt, OpenclBackend, PackedFunc, Region, Registry, Result, Stream, opencl_module,
};

const DEVICE: Device = Device::new(DeviceType::OPENCL, 0);

const ADD: &str = "
kernel void add(global const float* a, global const float* b, global float* c, int n) {
    int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    if (i < n) c[i] = a[i] + b[i];
}
kernel void fill(global float* x, float value, long n) {
    size_t row = get_global_id(1), column = get_global_id(0);
    size_t i = row * get_global_size(0) + column;
    if (i < n) x[i] = value;
}
";

fn api() -> &'static dyn DeviceApi {
    let api = Devices::api(DeviceType::OPENCL).expect("the feature is on");
    assert!(api.exists(0), "these tests need a driver of OpenCL: {:?}", api.set_device(0));
    api
}

fn infos() -> [FunctionInfo; 2] {
    let (handle, float) = (DataType::HANDLE, DataType::float(32));
    let tags = ["blockIdx.x", "threadIdx.x"];
    [
        FunctionInfo::new("add", [handle, handle, handle, DataType::int(32)], &tags),
        FunctionInfo::new("fill", [handle, float, DataType::int(64)], &["threadIdx.x", "blockIdx.y"]),
    ]
}

fn module_of(source: &str, infos: impl IntoIterator<Item = FunctionInfo>) -> Module {
    // SAFETY: the kernels of these tests stay within the memory that the tests give them.
    unsafe { opencl_module(source, infos) }
}

fn on_device(elements: &[f32]) -> NDArray {
    NDArray::from_slice_on(&[elements.len() as i64], elements, DEVICE).expect("a tensor on the device")
}

fn elements(tensor: &NDArray) -> Vec<f32> {
    tensor.to_host().and_then(|tensor| Ok(tensor.to_vec()?)).expect("elements on the host")
}

/// Adds numbers with a function `add`, in blocks of 32.
fn check_add(add: &PackedFunc) {
    let count = 1000;
    let numbers: Vec<f32> = (0..count).map(|number| number as f32).collect();
    let (a, b) = (on_device(&numbers), on_device(&numbers));
    let c = on_device(&vec![0.0; numbers.len()]);
    add.call((&a, &b, &c, count, (count + 31) / 32, 32)).unwrap();
    assert_eq!(elements(&c), numbers.iter().map(|number| number + number).collect::<Vec<_>>());
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn message<T>(result: Result<T>) -> String {
    result.err().expect("an error").message().into()
}

#[test]
fn attributes_are_known() {
    let number = |attribute| api().attribute(0, attribute).unwrap().get::<i64>().unwrap();
    let text = |attribute| api().attribute(0, attribute).unwrap().get::<String>().unwrap();
    assert_eq!(number(DeviceAttribute::EXIST), 1);
    assert!(number(DeviceAttribute::MAX_THREADS_PER_BLOCK) >= 1);
    assert_eq!(number(DeviceAttribute::WARP_SIZE), 1);
    assert!(number(DeviceAttribute::MAX_SHARED_MEMORY_PER_BLOCK) >= 1024);
    assert!(number(DeviceAttribute::MULTI_PROCESSOR_COUNT) >= 1);
    assert!(number(DeviceAttribute::MAX_CLOCK_RATE) >= 0);
    assert!(number(DeviceAttribute::API_VERSION) >= 120);
    let version = text(DeviceAttribute::COMPUTE_VERSION);
    let (major, minor) = version.split_once('.').expect("major and minor");
    assert!(major.parse::<u32>().is_ok() && minor.parse::<u32>().is_ok(), "{version}");
    assert!(!text(DeviceAttribute::DEVICE_NAME).is_empty());
    assert!(!text(DeviceAttribute::DRIVER_VERSION).is_empty());
    let dimensions = text(DeviceAttribute::MAX_THREAD_DIMENSIONS);
    let dimensions = dimensions.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap();
    assert_eq!(dimensions.split(", ").filter(|size| size.parse::<u64>().is_ok()).count(), 3);
    for unknown in [DeviceAttribute::GCN_ARCH, DeviceAttribute::MAX_REGISTERS_PER_BLOCK, DeviceAttribute(99)]
    {
        api().attribute(0, unknown).unwrap().get::<()>().unwrap();
    }
}

#[test]
fn a_device_that_is_not_there_is_an_error() {
    for device_id in [-1, 1000] {
        assert!(!api().exists(device_id));
        let text = format!("found {device_id}");
        assert!(message(api().attribute(device_id, DeviceAttribute::DEVICE_NAME)).ends_with(&text));
        assert!(message(api().set_device(device_id)).ends_with(&text));
        let tensor = NDArray::empty(&[2], DataType::int(8), Device::new(DeviceType::OPENCL, device_id));
        assert!(message(tensor).ends_with(&text));
    }
}

#[test]
fn elements_come_back() {
    let numbers: Vec<f32> = (0..100).map(|number| number as f32).collect();
    let tensor = on_device(&numbers);
    assert_eq!(elements(&tensor), numbers);
    assert_eq!(elements(&tensor.copy_to(DEVICE).unwrap()), numbers);
    let part = tensor.view_at(&[2, 3], DataType::float(32), 40).unwrap();
    assert_eq!(elements(&part), numbers[10..16]);
    assert_eq!(elements(&part.copy_to(DEVICE).unwrap()), numbers[10..16]);
    for shape in [&[0_i64][..], &[3, 0, 2]] {
        let empty = NDArray::empty(shape, DataType::float(32), DEVICE).unwrap();
        assert!(elements(&empty).is_empty());
    }
}

#[test]
fn bytes_are_copied_from_and_to_where_the_offsets_say() {
    let api = api();
    let host =
        |data: &mut [u8]| Region { device: Device::cpu(0), data: data.as_mut_ptr().cast(), byte_offset: 0 };
    let mut bytes: Vec<u8> = (0..64).collect();
    let mut back = [0; 8];
    let (first, second) = (api.allocate(0, 64, 64).unwrap(), api.allocate(0, 64, 1).unwrap());
    let region = |data, byte_offset| Region { device: DEVICE, data, byte_offset };
    // SAFETY: memory of these sizes, which nobody else uses, and which is freed once.
    unsafe {
        let default = Stream::DEFAULT;
        api.copy(host(&mut bytes), region(first, 0), 64, default).unwrap();
        api.copy(region(first, 16), region(second, 5), 20, default).unwrap();
        api.copy(region(second, 7), Region { byte_offset: 2, ..host(&mut back) }, 4, default).unwrap();
        assert_eq!(back, [0, 0, 18, 19, 20, 21, 0, 0]);

        let too_far = message(api.copy(region(second, 60), host(&mut back), 8, default));
        assert_eq!(too_far, "clEnqueueReadBuffer failed with CL_INVALID_VALUE");
        api.free(0, first).unwrap();
        api.free(0, second).unwrap();
        for gone in [first, std::ptr::dangling_mut::<u8>().cast()] {
            let text = format!("found handle {:#x}", gone.addr());
            assert!(message(api.copy(region(gone, 0), host(&mut back), 8, default)).ends_with(&text));
            assert!(message(api.free(0, gone)).ends_with(&text));
        }
    }
}

#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let text = message(api().allocate(0, usize::MAX, 1));
    assert!(text.starts_with("clCreateBuffer failed with CL_"), "{text}");
    assert!(message(api().allocate(0, 8, 1 << 20)).contains("expected an alignment of at most"));
}

#[test]
fn streams_are_queues_of_their_own() {
    let api = api();
    let (one, other) = (api.create_stream(0).unwrap(), api.create_stream(0).unwrap());
    assert!(one != other && one != Stream::DEFAULT);
    let x = on_device(&[0.0; 64]);
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    // SAFETY: queues of this device, which are in use until they are freed, once.
    unsafe {
        api.set_stream(0, one).unwrap();
        fill.call((&x, 1.0, 64, 8, 8)).unwrap();
        api.synchronize_streams(0, one, other).unwrap();
        api.set_stream(0, other).unwrap();
        fill.call((&x, 2.0, 32, 8, 4)).unwrap();
        api.synchronize(0, other).unwrap();
        api.set_stream(0, Stream::DEFAULT).unwrap();
        assert_eq!(elements(&x), [[2.0; 32], [1.0; 32]].concat());
        api.synchronize_streams(0, one, Stream::DEFAULT).unwrap();
        api.synchronize(0, Stream::DEFAULT).unwrap();
        for stream in [one, other] {
            api.free_stream(0, stream).unwrap();
        }
    }
}

#[test]
fn kernels_are_functions() {
    api();
    let module = module_of(ADD, infos());
    assert_eq!((module.type_key(), module.source("").unwrap().as_str()), ("opencl", ADD));
    assert!(module.function("sub").unwrap().is_none());
    let add = module.expect_function("add").unwrap();
    drop(module);
    check_add(&add);

    let importing = Module::new(DeviceModule::new(DeviceCode::new("cl", "", []), backend()));
    let imported = module_of(ADD, infos());
    importing.import(imported.clone()).unwrap();
    assert!(importing.function("add").unwrap().is_none());
    check_add(&importing.function_with_imports("add").unwrap().unwrap());
}

fn backend() -> OpenclBackend {
    // SAFETY: what is run of it stays within its memory.
    unsafe { OpenclBackend::new() }
}

#[test]
fn a_launch_has_the_sizes_of_its_tags() {
    api();
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    let x = on_device(&[0.0; 40]);
    fill.call((&x, 2.5, 40, 4, 6)).unwrap();
    assert_eq!(elements(&x), [[2.5; 24].as_slice(), &[0.0; 16]].concat());
    // No threads are none.
    fill.call((&x, 7.0, 40, 0, 6)).unwrap();
    assert_eq!(elements(&x)[0], 2.5);
    let too_many = message(fill.call((&x, 7.0, 40, 1 << 30, 6)));
    assert!(
        too_many.starts_with("launch of kernel fill on opencl(0) with grid [1, 6, 1] and block [1073741824, 1, 1]: clEnqueueNDRangeKernel failed with CL_INVALID_WORK"),
        "{too_many}"
    );
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
    let load = Registry::expect("runtime.module.loadfile_cl").unwrap();
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
fn compiled_code_says_with_which_device_it_works() {
    api();
    let set_device = Registry::expect("__tvm_set_device").unwrap();
    set_device.call((DeviceType::OPENCL.0, 0)).unwrap();
    let nothing = module_of("kernel void nothing() {}", [FunctionInfo::new("nothing", [], &[])]);
    nothing.expect_function("nothing").unwrap().call(()).unwrap();
    let missing = message(set_device.call((DeviceType::OPENCL.0, 1000)));
    assert!(missing.starts_with("expected a device of OpenCL from 0 to less than"), "{missing}");
}

#[test]
fn modules_may_have_binaries() {
    api();
    let path = folder("binaries").join("add.clbin");
    let path = path.to_str().unwrap();
    let module =
        |code: &[u8]| Module::new(DeviceModule::new(DeviceCode::new("clbin", code, infos()), backend()));
    module(&binary::binary_of(ADD)).save_to_file(path, "").unwrap();
    let load = Registry::expect("runtime.module.loadfile_clbin").unwrap();
    let loaded: Module = load.call_as((path, "clbin")).unwrap();
    check_add(&loaded.expect_function("add").unwrap());
    assert_eq!(
        message(loaded.source("")),
        "expected source text in a module of format clbin, found binary code"
    );
    let broken = module(b"no binary").expect_function("fill").unwrap();
    let text = message(broken.call((&on_device(&[0.0]), 1.0, 1, 1, 1)));
    assert_eq!(text, "clCreateProgramWithBinary failed with CL_INVALID_BINARY");
}

#[test]
fn arguments_that_do_not_fit_are_errors() {
    api();
    let module = module_of(ADD, infos());
    let (add, fill) = (module.expect_function("add").unwrap(), module.expect_function("fill").unwrap());
    let x = on_device(&[0.0; 4]);
    assert_eq!(
        message(add.call((&x, &x, &x, 4, 1))),
        "Function add expects 6 arguments, but 5 were provided: add(handle, handle, handle, int32, blockIdx.x, threadIdx.x)"
    );
    let negative = message(add.call((&x, &x, &x, 4, 1, -1)));
    assert!(negative.contains("argument 5 (threadIdx.x): expected u32, found -1"), "{negative}");
    let on_host = NDArray::from_slice(&[1], &[1.0_f32]).unwrap();
    let text = message(fill.call((&on_host, 1.0, 1, 1, 1)));
    assert_eq!(text, "kernel fill: expected a tensor on opencl as argument 0, found one on cpu(0)");
    let wild = OpaqueHandle(std::ptr::dangling_mut::<u64>().cast());
    let text = message(fill.call((wild, 1.0, 1, 1, 1)));
    assert_eq!(
        text,
        "kernel fill: expected memory that OpenCL has allocated and not freed as argument 0, found handle(0x8)"
    );
    let freed = OpaqueHandle(on_device(&[0.0]).dl_tensor().data);
    assert!(message(fill.call((freed, 1.0, 1, 1, 1))).contains("and not freed as argument 0"));
    let part = x.view_at(&[1], DataType::float(32), 4).unwrap();
    assert!(message(fill.call((&part, 1.0, 1, 1, 1))).contains("memory from its beginning on as argument 0"));
    // By handle and as a borrowed tensor.
    let tensor: &DLTensor = x.dl_tensor();
    fill.call((OpaqueHandle(tensor.data), 1.0, 4, 4, 1)).unwrap();
    fill.call((ArgValue::from(tensor), 3.0, 2, 4, 1)).unwrap();
    assert_eq!(elements(&x), [3.0, 3.0, 1.0, 1.0]);
}

#[test]
fn code_that_cannot_be_built_says_why() {
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
    let other_format = Module::new(DeviceModule::new(DeviceCode::new("ptx", "", [info]), backend()));
    assert!(message(other_format.function("f")).contains("expected code of format cl or clbin"));
}

#[test]
fn what_a_module_says_of_its_kernels_must_be_so() {
    api();
    let (handle, int) = (DataType::HANDLE, DataType::int(64));
    for (source, arg_types, text) in [
        (
            "kernel void f(global int* x) {}",
            vec![int],
            "kernel f: expected a number as argument 0 in the code, as its module says, found memory",
        ),
        (
            "kernel void f(long x) {}",
            vec![handle],
            "kernel f: expected memory as argument 0 in the code, as its module says, found a number",
        ),
        (
            "kernel void f(long x) {}",
            vec![],
            "kernel f: expected 0 arguments in the code, as its module says, found 1",
        ),
        ("kernel void f(local int* x) {}", vec![handle], "found local memory as argument 0"),
        (
            "kernel void f(int x) {}",
            vec![int],
            "expected a value as large as in the code as argument 0, found clSetKernelArg failed with CL_INVALID_ARG_SIZE",
        ),
    ] {
        let f = module_of(source, [FunctionInfo::new("f", arg_types.clone(), &[])]);
        let f = f.expect_function("f").unwrap();
        let text_found = match arg_types[..] {
            [] => message(f.call(())),
            [dtype] if dtype == handle => message(f.call((OpaqueHandle::NULL,))),
            _ => message(f.call((1,))),
        };
        assert!(text_found.contains(text), "{text_found}");
    }
    let tags = FunctionInfo::new("f", [], &["tir.use_dyn_shared_memory"]);
    let f = module_of("kernel void f() {}", [tags]).expect_function("f").unwrap();
    f.call((0,)).unwrap();
    assert!(message(f.call((16,))).contains("found 16 bytes"));
}

#[test]
fn kernels_that_name_themselves_in_the_source_are_built_alone() {
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

#[test]
fn threads_launch_at_once() {
    api();
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    thread::scope(|scope| {
        for number in 0..4 {
            let fill = &fill;
            scope.spawn(move || {
                for round in 0..50 {
                    let value = (number * 100 + round) as f32;
                    let x = on_device(&[0.0; 64]);
                    fill.call((&x, value, 64, 16, 4)).unwrap();
                    assert_eq!(elements(&x), [value; 64]);
                }
            });
        }
    });
}

/// Set in processes that run one of the tests below.
const IN_CHILD: &str = "OBJET_TEST_IN_CHILD";

/// Runs the test of that name in a process of its own, where a variable has that value.
fn in_child(name: &str, variable: &str, value: &str) {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", name, "--nocapture"]).env(IN_CHILD, "1").env(variable, value);
    let output = child.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{output:?}");
}

#[test]
fn devices_beside_each_other() {
    if env::var_os(IN_CHILD).is_some() {
        return beside_each_other();
    }
    // PoCL has as many devices as it is told to have.
    in_child("devices_beside_each_other", "POCL_DEVICES", "pthread pthread");
}

fn beside_each_other() {
    let api = api();
    if !api.exists(1) {
        return eprintln!("there is one device only, by another driver than PoCL");
    }
    let second = Device::new(DeviceType::OPENCL, 1);
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    let x = on_device(&[1.0, 2.0, 3.0, 4.0]);
    let mut y = x.copy_to(second).unwrap();
    assert_eq!((y.device(), elements(&y)), (second, vec![1.0, 2.0, 3.0, 4.0]));
    // A kernel runs where its tensors are, whatever device is current.
    fill.call((&y, 5.0, 2, 4, 1)).unwrap();
    fill.call((&x, 6.0, 1, 4, 1)).unwrap();
    assert_eq!(elements(&y), [5.0, 5.0, 3.0, 4.0]);
    y.copy_from(&x).unwrap();
    assert_eq!(elements(&y), [6.0, 2.0, 3.0, 4.0]);
    api.set_device(1).unwrap();
    fill.call((OpaqueHandle(y.dl_tensor().data), 7.0, 1, 4, 1)).unwrap();
    assert_eq!(elements(&y), [7.0, 2.0, 3.0, 4.0]);
    let add = module_of(ADD, infos()).expect_function("add").unwrap();
    assert_eq!(
        message(add.call((&x, &y, &x, 4, 1, 4))),
        "kernel add: expected a tensor on opencl(0) as argument 1, found one on opencl(1)"
    );
}

#[test]
fn without_a_driver_all_is_an_error_that_says_what_to_install() {
    if env::var_os(IN_CHILD).is_some() {
        return without_a_driver();
    }
    let name = "without_a_driver_all_is_an_error_that_says_what_to_install";
    for library in ["/nowhere/libOpenCL.so", "libc.so.6"] {
        in_child(name, "OBJET_OPENCL_LIBRARY", library);
    }
    // The loader is there, but knows of no driver.
    in_child(name, "OCL_ICD_VENDORS", "/nowhere/");
}

fn without_a_driver() {
    let api = Devices::api(DeviceType::OPENCL).expect("the feature is on");
    assert_eq!(api.attribute(0, DeviceAttribute::EXIST).unwrap().get::<i64>().unwrap(), 0);
    assert!(!api.exists(0));
    let module = module_of(ADD, infos());
    assert_eq!(module.source("cl").unwrap(), ADD);
    let add = module.expect_function("add").unwrap();
    for text in [
        message(api.attribute(0, DeviceAttribute::DEVICE_NAME)),
        message(NDArray::empty(&[2], DataType::float(32), DEVICE)),
        message(add.call((OpaqueHandle::NULL, OpaqueHandle::NULL, OpaqueHandle::NULL, 0, 1, 1))),
        message(api.create_stream(0)),
    ] {
        let (names, installs) =
            (text.contains("expected a driver of OpenCL"), text.contains("pocl-opencl-icd"));
        assert!(names && installs, "{text}");
    }
}
