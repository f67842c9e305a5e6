//! A library for deployments that load and run compiled models, with only the object core and the
//! runtime.
//!
//! The library exports the functions that front ends and compiled code call, so that the linker
//! keeps them.

#![expect(unsafe_code, reason = "exported symbols have names that are not mangled")]

use objet_object::{Array, DataType, Device, Map, NDArray, String as Text};
use objet_runtime::device::Workspace;
use objet_runtime::{
    Devices, Module, NDArrayExt, PackedFunc, Registry, Result, TimeEvaluator, TypedPackedFunc, backend,
    config_threadpool, load_params, parallel_launch, save_params,
};

/// The address of a function.
#[repr(transparent)]
pub struct Entry(*const ());

// SAFETY: the address is only data here, and never called.
unsafe impl Sync for Entry {}

macro_rules! entries {
    ($($function:expr),* $(,)?) => { [$(Entry($function as *const ())),*] };
}

/// Functions that C calls.
#[unsafe(no_mangle)]
pub static OBJET_BACKEND: [Entry; 17] = entries![
    backend::api_set_last_error,
    backend::backend_alloc_workspace,
    backend::backend_free_workspace,
    backend::backend_get_func_from_env,
    backend::backend_parallel_barrier,
    backend::backend_parallel_launch,
    backend::backend_register_env_capi,
    backend::backend_register_system_lib_symbol,
    backend::backend_run_once,
    backend::cb_arg_to_return,
    backend::cfunc_set_return,
    backend::check_signals,
    backend::func_call,
    backend::func_create_from_cfunc,
    backend::func_free,
    backend::get_last_error,
    run_model,
];

/// Functions that Rust calls: one of each kind that a deployment uses.
#[unsafe(no_mangle)]
pub static OBJET_RUNTIME: [Entry; 7] =
    entries![call_by_name, tensors, modules, parameters, functions, in_parallel, timed];

/// Loads a library, sets its parameters, and runs a function.
fn run_model(library: &str, parameters: &[u8], input: NDArray, device: Device) -> Result<NDArray> {
    // SAFETY: the caller trusts the library.
    let module = unsafe { Module::load_from_file(library, "") }?;
    let parameters = load_params(parameters)?;
    let create = module.expect_function("default")?;
    let model: Module = create.call((device,))?.get()?;
    for (name, value) in &parameters {
        model.expect_function("set_input")?.call((name, value))?;
    }
    model.expect_function("run")?.call((&input,))?;
    model.expect_function("get_output")?.call_as((0,))
}

fn call_by_name(name: &str, numbers: (i64, f64), text: &str) -> Result<String> {
    Registry::expect(name)?.call_as((numbers.0, numbers.1, text))
}

fn tensors(shape: &[i64], elements: &[f32], device: Device) -> Result<(NDArray, Vec<f32>)> {
    let mut tensor = NDArray::empty_aligned(shape, DataType::float(32), device, 128, None)?;
    tensor.copy_from_slice(elements)?;
    let view = tensor.reshape(&[elements.len() as i64])?;
    let copied = view.copy_to(device)?.to_host()?;
    Ok((tensor, copied.as_slice::<f32>()?.to_vec()))
}

fn modules(module: &Module, into: &str) -> Result<Vec<u8>> {
    module.save_to_file(into, "o")?;
    module.import(module.clone())?;
    let imports: Array<Text> = module.imports().iter().map(|import| Text::from(import.type_key())).collect();
    assert_eq!(imports.len(), module.source("")?.len());
    Module::from_packed_imports(&module.pack_imports()?, Some(module))?.save_to_bytes()
}

fn parameters(parameters: &Map<Text, NDArray>) -> Result<Vec<u8>> {
    save_params(parameters)
}

fn functions() -> Result<PackedFunc> {
    let untyped = PackedFunc::from_fn(|args, result| {
        *result = args.get::<i64>(0)?.into();
        Ok(())
    });
    Registry::register("minimal.untyped", untyped.clone())?;
    let typed = TypedPackedFunc::new(|name: &str, count: i64, scale: f64, list: Array<Text>| {
        format!("{name} {} {}", count as f64 * scale, list.len())
    });
    Registry::register_override("minimal.typed", typed);
    Ok(untyped)
}

fn in_parallel(threads: usize) -> Result<()> {
    config_threadpool(threads);
    Ok(parallel_launch(0, &|_, env| Ok(env.barrier()?))?)
}

fn timed(function: PackedFunc, device: Device) -> Result<f64> {
    Devices::api(device.device_type)?.allocate(device.device_id, 64, 64)?;
    Workspace::allocate(device, 64)?;
    Ok(TimeEvaluator::new(function, device).number(10).repeat(3).run(())?.mean())
}
