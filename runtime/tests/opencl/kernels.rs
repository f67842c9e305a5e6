//! Calls of kernels.

use std::thread;

use objet_object::{ArgValue, DLTensor, DataType, DeviceType, NDArray, OpaqueHandle};
use objet_runtime::Registry;
use objet_runtime::kernel_module::FunctionInfo;

use crate::{ADD, api, elements, infos, message, module_of, on_device};

#[test]
fn a_launch_has_the_sizes_of_its_tags() {
    api();
    let fill = module_of(ADD, infos()).expect_function("fill").unwrap();
    let x = on_device(&[0.0; 40]);
    fill.call((&x, 2.5, 40, 4, 6)).unwrap();
    assert_eq!(elements(&x), [[2.5; 24].as_slice(), &[0.0; 16]].concat());
    // A launch without threads does nothing.
    fill.call((&x, 7.0, 40, 0, 6)).unwrap();
    assert_eq!(elements(&x)[0], 2.5);
    let too_many = message(fill.call((&x, 7.0, 40, 1 << 30, 6)));
    assert!(
        too_many.starts_with("launch of kernel fill on opencl(0) with grid [1, 6, 1] and block [1073741824, 1, 1]: clEnqueueNDRangeKernel failed with CL_INVALID_WORK"),
        "{too_many}"
    );
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
    assert_eq!(text, "kernel fill: expected a live OpenCL buffer as argument 0, found handle(0x8)");
    let freed = OpaqueHandle(on_device(&[0.0]).dl_tensor().data);
    assert!(message(fill.call((freed, 1.0, 1, 1, 1))).contains("a live OpenCL buffer as argument 0"));
    let part = x.view_at(&[1], DataType::float(32), 4).unwrap();
    assert!(message(fill.call((&part, 1.0, 1, 1, 1))).contains("a buffer without an offset as argument 0"));
    // A buffer may be passed as a handle or as a borrowed tensor.
    let tensor: &DLTensor = x.dl_tensor();
    fill.call((OpaqueHandle(tensor.data), 1.0, 4, 4, 1)).unwrap();
    fill.call((ArgValue::from(tensor), 3.0, 2, 4, 1)).unwrap();
    assert_eq!(elements(&x), [3.0, 3.0, 1.0, 1.0]);
}

#[test]
fn kernels_must_match_the_declarations_of_their_module() {
    api();
    let (handle, int) = (DataType::HANDLE, DataType::int(64));
    for (source, arg_types, text) in [
        (
            "kernel void f(global int* x) {}",
            vec![int],
            "kernel f: expected a number as argument 0 in the code of the module, found memory",
        ),
        (
            "kernel void f(long x) {}",
            vec![handle],
            "kernel f: expected memory as argument 0 in the code of the module, found a number",
        ),
        (
            "kernel void f(long x) {}",
            vec![],
            "kernel f: expected 0 arguments in the code of the module, found 1",
        ),
        ("kernel void f(local int* x) {}", vec![handle], "found local memory as argument 0"),
        (
            "kernel void f(int x) {}",
            vec![int],
            "expected a value of the declared size as argument 0, found clSetKernelArg failed with CL_INVALID_ARG_SIZE",
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
    assert!(message(f.call((16,))).contains("requests 16 bytes"));
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

#[test]
fn compiled_code_sets_the_current_device() {
    api();
    let set_device = Registry::expect("__tvm_set_device").unwrap();
    set_device.call((DeviceType::OPENCL.0, 0)).unwrap();
    let nothing = module_of("kernel void nothing() {}", [FunctionInfo::new("nothing", [], &[])]);
    nothing.expect_function("nothing").unwrap().call(()).unwrap();
    let missing = message(set_device.call((DeviceType::OPENCL.0, 1000)));
    assert!(missing.starts_with("OpenCL device 1000 does not exist"), "{missing}");
}
