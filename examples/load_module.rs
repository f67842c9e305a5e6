//! Loads compiled code as a module: a C library with the calling convention of TVM's compilers.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use objet::prelude::*;
use objet::{DataType, Module, NDArray};

/// Two functions. Both functions check their arguments and report errors. The second function calls
/// a function of the program.
const SOURCE: &str = r#"
#include <stddef.h>
#include <stdint.h>

typedef union { int64_t v_int64; double v_float64; void* v_handle; const char* v_str; } TVMValue;
typedef struct {
  void* data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;

// The loader sets these variables.
void* __tvm_module_ctx = NULL;
int (*__TVMFuncCall)(void*, TVMValue*, int*, int, TVMValue*, int*) = NULL;
void (*__TVMAPISetLastError)(const char*) = NULL;
int (*__TVMBackendGetFuncFromEnv)(void*, const char*, void**) = NULL;

static int failed(const char* text) { __TVMAPISetLastError(text); return -1; }

int relu(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource) {
  if (count != 2) return failed("TypeError: relu: num_args should be 2");
  for (int i = 0; i < 2; ++i) {
    DLTensor* tensor = args[i].v_handle;
    if (codes[i] != 7 && codes[i] != 13) return failed("TypeError: relu: expected tensors");
    if (tensor->code != 2 || tensor->bits != 32 || tensor->lanes != 1) return failed("TypeError: relu: expected float32");
    if (tensor->ndim != 1 || tensor->strides) return failed("ValueError: relu: expected one dimension without gaps");
  }
  DLTensor *from = args[0].v_handle, *to = args[1].v_handle;
  if (from->shape[0] != to->shape[0]) return failed("ValueError: relu: expected tensors of the same shape");
  float* in = (float*)((char*)from->data + from->byte_offset);
  float* out = (float*)((char*)to->data + to->byte_offset);
  for (int64_t i = 0; i < from->shape[0]; ++i) out[i] = in[i] > 0 ? in[i] : 0;
  return 0;
}

int greet(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource) {
  static void* print = NULL;
  if (print == NULL && __TVMBackendGetFuncFromEnv(__tvm_module_ctx, "example.print", &print) != 0) return -1;
  return __TVMFuncCall(print, args, codes, count, result, result_code);
}
"#;

/// The function that the library calls.
#[register_global("example.print")]
fn print(text: &str) {
    println!("the library says: {text}");
}

/// Compiles the library.
fn build(folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let (source, library) = (folder.join("relu.c"), folder.join("relu.so"));
    std::fs::write(&source, SOURCE)?;
    let status =
        Command::new("cc").args(["-shared", "-fPIC", "-O2", "-o"]).arg(&library).arg(&source).status()?;
    if status.success() { Ok(library) } else { Err("`cc` failed".into()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    if cfg!(not(feature = "inventory")) {
        objet::register_globals!(print)?;
    }
    let folder = std::env::temp_dir().join(format!("objet-load-module-{}", std::process::id()));
    // Fails if the folder exists. Code is loaded from this folder, so no other user may own it.
    std::fs::create_dir(&folder)?;
    let library = build(&folder)?;
    #[expect(unsafe_code, reason = "the library is built from the source above, which checks its arguments")]
    // SAFETY: no slice of `output` exists while `relu` runs, and no pointer into the library
    // outlives the module.
    let module = unsafe { Module::load_from_file(&library, "") }?;
    std::fs::remove_dir_all(&folder)?;
    println!("{module:?} from {}", library.file_name().unwrap_or_default().display());

    // Calls a function with borrowed tensors. Nothing is copied.
    let input = NDArray::from_slice(&[5], &[-2.0_f32, -1.0, 0.0, 1.0, 2.0])?;
    let output = NDArray::zeros(&[5], DataType::float(32))?;
    let relu = module.expect_function("relu")?;
    relu.call((&input, &output))?;
    println!("relu of {:?} is {:?}", input.as_slice::<f32>()?, output.as_slice::<f32>()?);

    // Calls a function that calls back into the program.
    module.expect_function("greet")?.call(("hello",))?;

    // Errors of the library keep their kind.
    let short = NDArray::from_slice(&[1], &[0_i32])?;
    for outcome in [relu.call((&input,)), relu.call((&input, &short))] {
        if let Err(error) = outcome {
            println!("{error:#}");
        }
    }

    // A function keeps the library loaded after the module is dropped.
    drop(module);
    relu.call((&input, &output))?;
    Ok(())
}
