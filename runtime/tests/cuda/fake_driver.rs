//! Tests with the fake driver: the driver calls of the runtime, and its handling of the results. No
//! GPU is used.
#![expect(unsafe_code, reason = "identifies device memory by address")]

use std::ffi::c_void;
use std::path::Path;

use objet_object::{DLTensor, DataType, Device, DeviceType, NDArray, OpaqueHandle};
use objet_runtime::device::cuda::{CudaBackend, CudaError, cuda_module};
use objet_runtime::device::{DeviceAttribute, Region, Stream};
use objet_runtime::kernel_module::{DeviceCode, FunctionInfo, KernelModule};
use objet_runtime::{BinaryReader, DeviceApi, Devices, Module, NDArrayExt, Registry, Result};

use crate::fake::{Fake, Live};
use crate::vector_add::{PTX, adds, cuda, info, module};

const NOTHING: Live = Live { memory: 0, modules: 0, streams: 0, events: 0 };

/// Kernels that only the fake driver can run.
const KERNELS: &str = "
.version 6.0
.global .u32 __tvm_global_barrier_state;
.visible .entry all_kinds(.param .s8 a, .param .f64 b, .param .b16 c, .param .u8 d, .param .s64 e, .param .u64 out) {}
.visible .entry nothing() {}
.visible .entry hungry() { .shared .align 4 .b8 own[40960]; }
";

fn kernels() -> Module {
    let types = ["int8", "float64", "float16", "bool", "int64", "handle"].map(|text| text.parse().unwrap());
    let hungry = ["threadIdx.x", "tir.use_dyn_shared_memory"];
    let all_axes =
        ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.y", "threadIdx.x", hungry[1]];
    let infos = [
        FunctionInfo::new("all_kinds", types, &[]),
        FunctionInfo::new("nothing", [], &all_axes),
        FunctionInfo::new("hungry", [], &hungry),
        FunctionInfo::new("missing", [], &[]),
    ];
    // SAFETY: the fake driver checks the memory accesses of kernels.
    let backend = unsafe { CudaBackend::new() }.with_source("__global__ void …");
    Module::new(KernelModule::new(DeviceCode::new("ptx", KERNELS, infos), backend))
}

fn api(device_type: DeviceType) -> &'static dyn DeviceApi {
    Devices::api(device_type).unwrap()
}

fn region(device: Device, data: *const c_void, byte_offset: usize) -> Region {
    Region { device, data: data.cast_mut(), byte_offset }
}

fn elements(tensor: &NDArray) -> Region {
    region(tensor.device(), tensor.dl_tensor().data, 0)
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn attributes() -> Result<()> {
    Fake::get();
    for device_type in [DeviceType::CUDA, DeviceType::CUDA_HOST] {
        let api = api(device_type);
        for (device_id, exists) in [(0, true), (1, true), (2, false), (-1, false), (i32::MAX, false)] {
            assert_eq!(api.exists(device_id), exists, "{device_id}");
        }
        let text =
            |device_id, number| format!("{:?}", api.attribute(device_id, DeviceAttribute(number)).unwrap());
        let all: Vec<_> = (0..=13).map(|number| text(0, number)).collect();
        let expected = [
            "1",
            "1024",
            "32",
            "49152",
            "\"8.0\"",
            "\"Fake GPU 0\"",
            "1410000",
            "108",
            "\"[1024, 1024, 64]\"",
            "65536",
        ];
        assert_eq!(all[..10], expected);
        assert_eq!(all[10], text(0, -7), "null");
        assert_eq!(all[11], "12040");
        assert_eq!((&all[12], &all[13]), (&all[10], &all[10]));
        assert_eq!((text(1, 4), text(1, 7)), ("\"8.6\"".into(), "109".into()));
        let error = api.attribute(2, DeviceAttribute::WARP_SIZE).unwrap_err();
        assert_eq!(error.message(), "CUDA device 2 does not exist: the number of devices is 2");
    }
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn a_context_is_retained_once_and_current_only_while_it_is_used() -> Result<()> {
    let fake = Fake::get();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| NDArray::empty(&[4], DataType::float(32), cuda(0)).unwrap());
        }
    });
    let _memory = NDArray::empty(&[4], DataType::float(32), cuda(1))?;
    assert_eq!((fake.retained(0), fake.retained(1)), (1, 1));
    assert_eq!(fake.current(), None);
    let set_device = Registry::expect("__tvm_set_device")?;
    set_device.call((2, 1))?;
    assert_eq!(fake.current(), Some(1));
    let _memory = NDArray::empty(&[4], DataType::float(32), cuda(0))?;
    assert_eq!(fake.current(), Some(1));
    let error = set_device.call((2, 5)).unwrap_err();
    assert_eq!(error.message(), "CUDA device 5 does not exist: the number of devices is 2");
    assert_eq!(fake.current(), Some(1));
    set_device.call((3, 0))?;
    assert_eq!(fake.current(), Some(0));
    assert_eq!(fake.retained(0), 1);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn tensors_go_from_host_to_device_to_device_to_host() -> Result<()> {
    let fake = Fake::get();
    fake.calls();
    {
        let numbers = [1.5_f32, -2.0, 3.25, 0.0, 7.0, 8.0];
        let first = NDArray::from_slice_on(&[2, 3], &numbers, cuda(0))?;
        assert_eq!(first.dl_tensor().data.addr() % 256, 0);
        let same = first.copy_to(cuda(0))?;
        let second = same.copy_to(cuda(1))?;
        let pinned = second.copy_to(Device::new(DeviceType::CUDA_HOST, 0))?;
        let again = pinned.copy_to(Device::cpu(0))?.copy_to(cuda(1))?;
        for tensor in [&first, &same, &second, &pinned, &again] {
            assert_eq!(tensor.to_host()?.to_vec::<f32>()?, numbers);
        }
        assert_eq!(fake.live().memory, 5);
        let calls = fake.calls();
        let count = |name: &str| calls.iter().filter(|call| call.starts_with(name)).count();
        assert_eq!((count("cuMemAlloc_v2(24)"), count("cuMemHostAlloc(24, 1)")), (4, 1));
        assert_eq!((count("cuMemcpyDtoDAsync_v2"), count("cuMemcpyPeer(24)")), (1, 1));
        let empty = NDArray::empty(&[0, 3], DataType::float(32), cuda(0))?;
        assert_eq!(empty.copy_to(cuda(1))?.to_host()?.to_vec::<f32>()?, [0.0; 0]);
    }
    assert_eq!(fake.live(), NOTHING);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn failed_allocations_are_errors() -> Result<()> {
    let fake = Fake::get();
    for (device_type, most) in [(DeviceType::CUDA, 256), (DeviceType::CUDA_HOST, 256)] {
        let api = api(device_type);
        let data = api.allocate(0, 100, most)?;
        // SAFETY: `allocate` returned the memory, which is not used afterwards.
        unsafe { api.free(0, data)? };
        for (alignment, text) in [(1 << 40, "out of memory on"), (3, "a power of two"), (0, "a power of two")]
        {
            let error = api.allocate(0, 100, alignment).unwrap_err();
            assert!(error.message().contains(text), "{error}");
        }
        assert!(api.allocate(2, 100, 8).is_err());
    }
    let error = NDArray::empty(&[1 << 40], DataType::float(32), cuda(0)).unwrap_err();
    assert_eq!(error.message(), "cuMemAlloc_v2 failed with CUDA_ERROR_OUT_OF_MEMORY (2): out of memory");
    // An error number that the driver does not know.
    fake.fail("cuMemAlloc_v2", 12345);
    let error = NDArray::empty(&[1], DataType::float(32), cuda(0)).unwrap_err();
    let unknown = "unknown error";
    assert_eq!(error.message(), format!("cuMemAlloc_v2 failed with {unknown} (12345): {unknown}"));
    assert_eq!(fake.live(), NOTHING);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn queued_work_is_complete_after_synchronization() -> Result<()> {
    let fake = Fake::get();
    let api = api(DeviceType::CUDA);
    let host = [1.0_f32, 2.0, 3.0, 4.0];
    let (from, to) =
        (NDArray::from_slice_on(&[4], &host, cuda(0))?, NDArray::empty(&[4], DataType::float(32), cuda(0))?);
    let out = std::cell::UnsafeCell::new([0.0_f32; 4]);
    // SAFETY: the array outlives the call.
    let read = || unsafe { out.get().read() };
    let to_host = region(Device::cpu(0), out.get().cast(), 4);
    // SAFETY: the streams belong to the device and are freed at the end. The regions have the given
    // sizes, and are not used otherwise.
    unsafe {
        let (first, second) = (api.create_stream(0)?, api.create_stream(0)?);
        api.copy(elements(&from), elements(&to), 16, first)?;
        api.synchronize_streams(0, first, second)?;
        api.copy(region(to.device(), to.dl_tensor().data, 8), to_host, 8, second)?;
        assert_eq!(read(), [0.0; 4]);
        api.synchronize(0, second)?;
        assert_eq!(read(), [0.0, 3.0, 4.0, 0.0]);

        // On the default stream, the copy is complete on return.
        api.copy(elements(&from), region(Device::cpu(0), out.get().cast(), 0), 16, Stream::DEFAULT)?;
        assert_eq!(read(), host);
        let other = NDArray::empty(&[4], DataType::float(32), cuda(1))?;
        api.copy(elements(&from), elements(&other), 16, first)?;
        assert_eq!(fake.calls_of("cuMemcpyPeer"), ["cuMemcpyPeerAsync(16, stream)"]);
        api.synchronize(0, first)?;
        assert_eq!(other.to_host()?.to_vec::<f32>()?, host);

        // A stream writes to pinned memory.
        let pinned = NDArray::empty(&[4], DataType::float(32), Device::new(DeviceType::CUDA_HOST, 0))?;
        let cuda_host = Devices::api(DeviceType::CUDA_HOST)?;
        cuda_host.copy(elements(&other), elements(&pinned), 16, Stream::DEFAULT)?;
        api.copy(elements(&to), elements(&pinned), 8, second)?;
        cuda_host.copy(elements(&pinned), region(Device::cpu(0), out.get().cast(), 0), 16, second)?;
        assert_eq!(read(), host);

        let vulkan = region(Device::new(DeviceType::VULKAN, 0), out.get().cast(), 0);
        let error = api.copy(elements(&from), vulkan, 4, first).unwrap_err();
        assert!(error.message().contains("from cuda(0) to vulkan(0)"), "{error}");
        assert_eq!(fake.live().streams, 2);
        api.free_stream(0, first)?;
        api.free_stream(0, second)?;
    }
    drop((from, to));
    assert_eq!(fake.live(), NOTHING);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn kernels_run_in_the_stream_of_their_thread() -> Result<()> {
    let fake = Fake::get();
    let (module, api) = (kernels(), api(DeviceType::CUDA));
    let nothing = module.expect_function("nothing")?;
    let launch = || nothing.call((1, 2, 3, 4, 5, 6, 7)).unwrap();
    // SAFETY: the stream belongs to the device, and is freed when no thread uses it.
    unsafe {
        let stream = api.create_stream(0)?;
        api.set_stream(0, stream)?;
        fake.calls();
        launch();
        std::thread::scope(|scope| scope.spawn(launch).join().unwrap());
        Registry::expect("__tvm_set_device")?.call((2, 1))?;
        launch();
        Registry::expect("__tvm_set_device")?.call((2, 0))?;
        let of = |stream| format!("cuLaunchKernel(nothing, 3 2 1, 6 5 4, 7, {stream})");
        assert_eq!(fake.calls_of("cuLaunchKernel"), [of("stream"), of("default"), of("default")]);
        api.set_stream(0, Stream::DEFAULT)?;
        api.free_stream(0, stream)?;
    }
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn code_is_loaded_once_on_each_device_and_unloaded_at_the_end() -> Result<()> {
    let fake = Fake::get();
    fake.calls();
    let module = module();
    let kept = module.expect_function("vector_add")?;
    assert!(module.function("no_such")?.is_none());
    assert_eq!(fake.live().modules, 0);
    for device_id in [0, 1, 0] {
        adds(&module, device_id)?;
    }
    assert_eq!(fake.live(), Live { modules: 2, ..NOTHING });
    assert_eq!(fake.calls_of("cuModuleLoadDataEx").len(), 2);
    drop(module);
    assert_eq!(fake.live().modules, 2);
    let error = kept.call((1, 2)).unwrap_err();
    assert!(
        error.message().starts_with("Function vector_add expects 6 arguments, but 2 were provided"),
        "{error}"
    );
    drop(kept);
    assert_eq!(fake.live(), NOTHING);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn arguments_arrive_as_the_kernel_takes_them() -> Result<()> {
    Fake::get();
    let module = kernels();
    let all_kinds = module.expect_function("all_kinds")?;
    let out = NDArray::from_slice_on(&[2], &[0.0_f32; 2], cuda(1))?;
    all_kinds.call((-3, 0.5, 1.0, true, 1 << 20, &out))?;
    let sum = -3.0 + 0.5 + 1.0 + 1.0 + (1 << 20) as f32;
    assert_eq!(out.to_host()?.to_vec::<f32>()?, [sum, 0.0]);
    // A view into a tensor.
    let view = DLTensor { byte_offset: 4, ..*out.dl_tensor() };
    all_kinds.call((0, 0, 1, false, 0, &view))?;
    assert_eq!(out.to_host()?.to_vec::<f32>()?, [sum, 1.0]);
    // An address, on the current device of this thread.
    Registry::expect("__tvm_set_device")?.call((2, 1))?;
    all_kinds.call((0, 1, 1, false, 0, OpaqueHandle(out.dl_tensor().data)))?;
    Registry::expect("__tvm_set_device")?.call((2, 0))?;
    assert_eq!(out.to_host()?.to_vec::<f32>()?, [2.0, 1.0]);

    let elsewhere = NDArray::zeros(&[1], DataType::float(32))?;
    let error = all_kinds.call((0, 0, 0, false, 0, &elsewhere)).unwrap_err();
    assert!(
        error.message().contains("expected a tensor on cuda as argument 5, found one on cpu(0)"),
        "{error}"
    );
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn a_module_with_too_few_declared_arguments_is_rejected() {
    Fake::get();
    let info = FunctionInfo::new("vector_add", [DataType::HANDLE], &[]);
    // SAFETY: as in `kernels`.
    let error =
        unsafe { cuda_module(PTX, [info]) }.expect_function("vector_add").unwrap().call(((),)).unwrap_err();
    assert!(error.message().contains("CUDA_ERROR_INVALID_VALUE"), "{error}");
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn large_shared_memory_is_requested_from_the_driver() -> Result<()> {
    let fake = Fake::get();
    let module = kernels();
    let (hungry, nothing) = (module.expect_function("hungry")?, module.expect_function("nothing")?);
    fake.calls();
    let shared = |bytes: i64| nothing.call((1, 1, 1, 1, 1, 1, bytes));
    shared(48 << 10)?;
    assert_eq!(fake.calls_of("cuFuncSetAttribute"), [""; 0]);
    shared(50 << 10)?;
    shared(49 << 10)?;
    shared(64 << 10)?;
    // The kernel has 40 KiB of static shared memory.
    hungry.call((1, 8 << 10))?;
    hungry.call((1, 9 << 10))?;
    let calls =
        ["cuFuncSetAttribute(8, 51200)", "cuFuncSetAttribute(8, 65536)", "cuFuncSetAttribute(8, 9216)"];
    assert_eq!(fake.calls_of("cuFuncSetAttribute"), calls);
    let error = shared(65 << 10).unwrap_err();
    assert_eq!(
        error.message(),
        "launch of \"nothing\" on cuda(0) with grid [1, 1, 1], block [1, 1, 1] and 66560 bytes of dynamic shared memory: \
         cuFuncSetAttribute failed with CUDA_ERROR_INVALID_VALUE (1): invalid argument"
    );
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn driver_errors_are_reported() -> Result<()> {
    let fake = Fake::get();
    let call = |code: &str, name: &str| {
        // SAFETY: as in `kernels`.
        let module = unsafe { cuda_module(code, [FunctionInfo::new(name, [], &["threadIdx.x"])]) };
        module.expect_function(name).unwrap().call((2000,)).unwrap_err()
    };
    let error = call("not PTX", "f");
    assert_eq!(
        error.message(),
        "cannot load the code of a module on cuda(0): cuModuleLoadDataEx failed with CUDA_ERROR_INVALID_PTX (218): a PTX JIT \
         compilation failed\nptxas application ptx input, line 3; fatal : not PTX"
    );
    let error = call(KERNELS, "missing");
    let not_found = "cuModuleGetFunction failed with CUDA_ERROR_NOT_FOUND (500): named symbol not found";
    assert_eq!(error.message(), format!("the code of the module has no \"missing\": {not_found}"));
    let error = call(KERNELS, "nothing");
    let text = "launch of \"nothing\" on cuda(0) with grid [1, 1, 1], block [2000, 1, 1]";
    assert!(error.message().starts_with(text), "{error}");
    let error = call("\x7fELF", "f");
    assert_eq!(error.message(), "expected the complete code of a module, found its first 4 bytes");
    let source = std::error::Error::source(&error).unwrap();
    assert!(matches!(source.downcast_ref::<CudaError>(), Some(CudaError::Image { .. })));

    // An error of queued work is reported at the next synchronization.
    let vector_add = module().expect_function("vector_add")?;
    vector_add.call(((), (), (), 1, 1, 1))?;
    // SAFETY: every device has the default stream.
    let error = unsafe { api(DeviceType::CUDA).synchronize(0, Stream::DEFAULT) }.unwrap_err();
    assert!(
        error.message().starts_with("cuStreamSynchronize failed with CUDA_ERROR_ILLEGAL_ADDRESS (700)"),
        "{error}"
    );

    // After an error, loading is tried again.
    fake.fail("cuModuleLoadDataEx", 2);
    let module = module();
    assert!(adds(&module, 0).is_err());
    adds(&module, 0)?;
    // SAFETY: every device has the default stream.
    unsafe {
        fake.fail("cuEventRecord", 400);
        assert!(api(DeviceType::CUDA).synchronize_streams(0, Stream::DEFAULT, Stream::DEFAULT).is_err());
    }
    drop((vector_add, module));
    assert_eq!(fake.live(), NOTHING);
    assert_eq!(fake.current().filter(|device| *device != 0), None);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn a_launch_without_threads_is_skipped() -> Result<()> {
    let fake = Fake::get();
    let nothing = kernels().expect_function("nothing")?;
    fake.calls();
    nothing.call((1, 1, 0, 1, 1, 1, 0))?;
    assert_eq!(fake.calls(), [""; 0]);
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn the_global_barrier_is_cleared() -> Result<()> {
    let fake = Fake::get();
    let prepare = kernels().expect_function("__tvm_prepare_global_barrier")?;
    fake.calls();
    prepare.call(())?;
    let calls = fake.calls();
    assert!(calls.contains(&"cuModuleGetGlobal_v2(__tvm_global_barrier_state)".into()), "{calls:?}");
    assert!(calls.contains(&"cuMemsetD32Async(0, 1, default)".into()), "{calls:?}");
    assert!(module().expect_function("__tvm_prepare_global_barrier")?.call(()).is_err());
    Ok(())
}

#[test]
#[ignore = "run by a test of main.rs, in a separate process"]
fn modules_are_saved_and_loaded() -> Result<()> {
    Fake::get();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda_modules");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("add.ptx");
    let saved = module();
    saved.save_to_file(&path, "")?;
    assert!(saved.save_to_file(folder.join("add.cubin"), "").is_err());
    // SAFETY: the fake driver does not run the loaded code.
    let load = unsafe { Registry::find_unchecked("runtime.module.loadfile_ptx") }.unwrap();
    let loaded: Module = load.call_as((path.to_str().unwrap(), ""))?;
    assert_eq!((loaded.type_key(), loaded.source("")?), ("cuda", PTX.into()));
    adds(&loaded, 1)?;

    let cubin = folder.join("add.cubin");
    std::fs::write(&cubin, PTX).unwrap();
    // SAFETY: as above.
    let load = unsafe { Registry::find_unchecked("runtime.module.loadfile_cubin") }.unwrap();
    let loaded: Module = load.call_as((cubin.to_str().unwrap(), "cubin"))?;
    adds(&loaded, 0)?;
    let missing = folder.join("missing.cubin");
    assert!(load.call((missing.to_str().unwrap(), "")).unwrap_err().message().contains("missing.cubin"));

    let bytes = saved.save_to_bytes()?;
    let code = DeviceCode::load(&mut BinaryReader::new(&bytes))?;
    assert_eq!(code, DeviceCode::new("ptx", PTX, [info()]));
    assert!(Registry::expect("runtime.module.loadbinary_cuda").is_ok());

    let with_source = kernels();
    assert_eq!(
        (with_source.source("")?, with_source.source("ptx")?),
        ("__global__ void …".into(), KERNELS.into())
    );
    assert!(with_source.source("cl").is_err());
    Ok(())
}
