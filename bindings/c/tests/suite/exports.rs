//! Tests that the library exports exactly the functions of TVM's C ABI.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const EXPORTED: &[&str] = &[
    "TVMAPISetLastError",
    "TVMArrayAlloc",
    "TVMArrayCopyFromBytes",
    "TVMArrayCopyFromTo",
    "TVMArrayCopyToBytes",
    "TVMArrayFree",
    "TVMArrayFromDLPack",
    "TVMArrayGetTypeIndex",
    "TVMArrayToDLPack",
    "TVMBackendAllocWorkspace",
    "TVMBackendFreeWorkspace",
    "TVMBackendGetFuncFromEnv",
    "TVMBackendParallelBarrier",
    "TVMBackendParallelLaunch",
    "TVMBackendRegisterEnvCAPI",
    "TVMBackendRegisterSystemLibSymbol",
    "TVMBackendRunOnce",
    "TVMByteArrayFree",
    "TVMCFuncSetReturn",
    "TVMCbArgToReturn",
    "TVMDLManagedTensorCallDeleter",
    "TVMDeviceAllocDataSpace",
    "TVMDeviceAllocDataSpaceWithScope",
    "TVMDeviceCopyDataFromTo",
    "TVMDeviceFreeDataSpace",
    "TVMFuncCall",
    "TVMFuncCreateFromCFunc",
    "TVMFuncFree",
    "TVMFuncGetGlobal",
    "TVMFuncListGlobalNames",
    "TVMFuncRegisterGlobal",
    "TVMFuncRemoveGlobal",
    "TVMGetLastError",
    "TVMModFree",
    "TVMModGetFunction",
    "TVMModImport",
    "TVMModLoadFromFile",
    "TVMObjectDerivedFrom",
    "TVMObjectFree",
    "TVMObjectGetTypeIndex",
    "TVMObjectRetain",
    "TVMObjectTypeIndex2Key",
    "TVMObjectTypeKey2Index",
    "TVMSetStream",
    "TVMStreamCreate",
    "TVMStreamFree",
    "TVMStreamStreamSynchronize",
    "TVMSynchronize",
    "__gnu_f2h_ieee",
    "__gnu_h2f_ieee",
];

#[test]
#[cfg(target_os = "linux")]
fn exports_exactly_these_symbols() {
    let library = std::env::current_exe().unwrap().with_file_name("libobjet_capi.so");
    let output = Command::new("nm").args(["-D", "--defined-only"]).arg(library).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).unwrap();
    let found: BTreeSet<_> = listed.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(found, EXPORTED.iter().copied().collect());
}

#[test]
fn header_declares_all_exports() {
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/objet.h");
    let header = std::fs::read_to_string(header).unwrap();
    let functions = header.split("\nTVM_DLL").skip(1).filter_map(|function| function.split('(').next());
    let mut declared: Vec<_> =
        functions.filter_map(|function| function.split([' ', '*', '\n']).next_back()).collect();
    declared.sort_unstable();
    assert_eq!(declared, EXPORTED);
}
