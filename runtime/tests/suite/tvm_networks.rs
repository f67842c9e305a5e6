//! Networks that TVM 0.8 compiled, with the outputs of TVM's own runtime. They are part of the data
//! beside the repository; without it, the tests only print that they did not run.

#![cfg(unix)]
#![expect(unsafe_code, reason = "loads libraries that TVM compiled")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use objet_object::{Device, IsObjectRef, NDArray};
use objet_runtime::{GraphExecutor, Module, VirtualMachine};

/// The functions of the runtime that the code calls. The loader of the library fills in their
/// addresses.
const RUNTIME: &str = "
    #include <tvm/runtime/c_backend_api.h>
    void* (*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int);
    int (*__TVMBackendFreeWorkspace)(int, int, void*);
    void* TVMBackendAllocWorkspace(int type, int id, uint64_t bytes, int code, int bits) {
      return __TVMBackendAllocWorkspace(type, id, bytes, code, bits);
    }
    int TVMBackendFreeWorkspace(int type, int id, void* memory) {
      return __TVMBackendFreeWorkspace(type, id, memory);
    }
";

/// Returns the folder of the data, if it is there.
fn data() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/modules");
    if !folder.is_dir() {
        eprintln!("SKIPPED: there is no folder {}", folder.display());
        return None;
    }
    Some(folder)
}

/// Unpacks C code and compiles it to a library.
fn build(archive: &Path) -> PathBuf {
    let name = archive.file_stem().unwrap().to_str().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let unpacked = Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(&folder).status().unwrap();
    assert!(unpacked.success());
    let sources = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let sources = sources.filter(|file| file.extension().is_some_and(|extension| extension == "c"));
    let library = folder.join("network.so");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/c/include");
    let mut command = Command::new("cc");
    command.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg("-I").arg(include);
    let shim = folder.join("runtime");
    fs::write(&shim, RUNTIME).unwrap();
    command.args(sources).args(["-x", "c"]).arg(shim);
    assert!(command.status().expect("a C compiler named `cc`").success());
    library
}

/// Returns the tensor of that name in a NumPy archive, as 32-bit floats or integers.
fn tensor(archive: &[u8], name: &str) -> NDArray {
    let find = |bytes: &[u8], from: usize| {
        from + archive[from..].windows(bytes.len()).position(|window| window == bytes).expect("the array")
    };
    let start = find(b"\x93NUMPY", find(format!("{name}.npy").as_bytes(), 0));
    let header = u16::from_le_bytes([archive[start + 8], archive[start + 9]]) as usize;
    let content = std::str::from_utf8(&archive[start + 10..start + 10 + header]).unwrap();
    let (_, shape) = content.split_once("'shape': (").unwrap();
    let (shape, _) = shape.split_once(')').unwrap();
    let shape: Vec<i64> = shape.split(',').filter_map(|extent| extent.trim().parse().ok()).collect();
    let kind = if content.contains("<f4") { "float32" } else { "int32" };
    let data = &archive[start + 10 + header..];
    let size = 4 * shape.iter().product::<i64>() as usize;
    NDArray::from_bytes(&shape, kind.parse().unwrap(), &data[..size]).unwrap()
}

fn load(library: PathBuf) -> Module {
    // SAFETY: TVM compiled the code.
    unsafe { Module::load_from_file(library, "") }.unwrap()
}

#[test]
fn a_convolution_has_the_outputs_of_tvm() {
    let Some(data) = data() else { return };
    let module = load(build(&data.join("small_conv.tar")));
    assert_eq!(module.type_key(), "GraphExecutorFactory");
    let archive = fs::read(data.join("small_conv.npz")).unwrap();
    let network = GraphExecutor::of(&module, &[Device::cpu(0)]).unwrap();
    let outputs = network.run(&[("data", &tensor(&archive, "in_data"))]).unwrap();
    for (index, output) in outputs.iter().enumerate() {
        let expected = tensor(&archive, &format!("out{index}"));
        assert_eq!(output.shape(), expected.shape());
        assert_eq!(output.as_bytes().unwrap(), expected.as_bytes().unwrap());
    }
    assert_eq!(outputs.len(), 2);
}

#[test]
fn a_loop_of_the_virtual_machine_has_the_output_of_tvm() {
    let Some(data) = data() else { return };
    let library = load(build(&data.join("vm_loop.tar")));
    let code = fs::read(data.join("vm_loop.ro")).unwrap();
    let vm = VirtualMachine::new(&code, Some(&library), &[Device::cpu(0)]).unwrap();
    let archive = fs::read(data.join("vm_loop.npz")).unwrap();
    let args = ["in0", "in1"].map(|name| tensor(&archive, name).into());
    let output: NDArray = vm.run("main", &args).unwrap().downcast().unwrap();
    let expected = tensor(&archive, "out0");
    assert_eq!(output.shape(), expected.shape());
    assert_eq!(output.as_bytes().unwrap(), expected.as_bytes().unwrap());
}
