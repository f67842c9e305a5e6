//! OpenCL devices and modules, with any installed driver. This is a separate test program because
//! it needs the feature `opencl`.

#![expect(unsafe_code, reason = "calls unsafe functions of devices and runs kernels")]

mod binary;
mod devices;
mod kernels;
mod modules;
mod processes;

use std::fs;
use std::path::PathBuf;

use objet_object::{DataType, Device, DeviceType, NDArray};
use objet_runtime::device::opencl::{OpenclBackend, opencl_module};
use objet_runtime::kernel_module::FunctionInfo;
use objet_runtime::{DeviceApi, Devices, Module, NDArrayExt, PackedFunc, Result};

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
    assert!(api.exists(0), "these tests need an OpenCL driver: {:?}", api.set_device(0));
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
    // SAFETY: the kernels of these tests only access the memory of their arguments.
    unsafe { opencl_module(source, infos) }
}

fn on_device(elements: &[f32]) -> NDArray {
    NDArray::from_slice_on(&[elements.len() as i64], elements, DEVICE).expect("a tensor on the device")
}

fn elements(tensor: &NDArray) -> Vec<f32> {
    tensor.to_host().and_then(|tensor| Ok(tensor.to_vec()?)).expect("elements on the host")
}

/// Checks a function that adds vectors, with blocks of 32 threads.
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

fn backend() -> OpenclBackend {
    // SAFETY: the kernels of these tests only access the memory of their arguments.
    unsafe { OpenclBackend::new() }
}
