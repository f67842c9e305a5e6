//! Tests that the C header is up to date.
//!
//! `cargo xtask regenerate header` writes the header.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config, DocumentationStyle, ExportConfig, FunctionConfig, Language, SortKey, Style};

/// Source files of other crates with types of the C API.
const TYPES: &[&str] = &[
    "object/src/tensor/data_type.rs",
    "object/src/tensor/device.rs",
    "object/src/tensor/dl_tensor.rs",
    "object/src/tensor/dlpack.rs",
    "object/src/value/tvm_value.rs",
    "runtime/src/threading/barrier.rs",
];

/// The C names of the Rust types.
const NAMES: &[(&str, &str)] = &[
    ("DataType", "DLDataType"),
    ("DataTypeCode", "uint8_t"),
    ("Device", "DLDevice"),
    ("DeviceType", "DLDeviceType"),
    ("TypeCode", "int"),
];

/// Types that no function refers to and that are exported explicitly.
const UNREFERENCED: &[&str] = &[
    "TVMArgTypeCode",
    "DLDataTypeCode",
    "DLDeviceType",
    "TVMDeviceExtType",
    "TVMModuleHandle",
    "TVMExtensionFuncDeclarer",
    "TVMBackendPackedCFunc",
];

const BEGIN: &str = "\
/* The C ABI of TVM 0.8, as implemented by Objet. docs/c-api.md describes ownership.
 *
 * Generated from the sources: cargo xtask regenerate header
 */";

const DEFINITIONS: &str = r#"
#ifndef TVM_DLL
#ifdef _WIN32
#define TVM_DLL __declspec(dllimport)
#else
#define TVM_DLL __attribute__((visibility("default")))
#endif
#endif

/* The version of DLPack whose tensor layout is used. */
#ifndef DLPACK_VERSION
#define DLPACK_VERSION 050
#endif

/* The version of TVM whose C ABI this is. */
#ifndef TVM_VERSION
#define TVM_VERSION "0.8.0"
#endif
"#;

fn header() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let strings = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect::<Vec<_>>();
    let config = Config {
        header: Some(BEGIN.into()),
        include_guard: Some("OBJET_H_".into()),
        no_includes: true,
        sys_includes: strings(&["stddef.h", "stdint.h"]),
        after_includes: Some(DEFINITIONS.into()),
        language: Language::C,
        cpp_compat: true,
        style: Style::Both,
        usize_is_size_t: true,
        documentation_style: DocumentationStyle::C,
        sort_by: SortKey::None,
        export: ExportConfig {
            include: strings(UNREFERENCED),
            exclude: strings(&["DataTypeCode", "DeviceType", "TypeCode", "DLPackVersion"]),
            rename: NAMES
                .iter()
                .map(|(ours, theirs)| (ours.to_string(), theirs.to_string()))
                .collect::<HashMap<_, _>>(),
            ..ExportConfig::default()
        },
        function: FunctionConfig { prefix: Some("TVM_DLL".into()), ..FunctionConfig::default() },
        ..Config::default()
    };
    let sources = TYPES.iter().chain(&["bindings/c/src/lib.rs"]);
    let builder =
        sources.fold(Builder::new().with_config(config), |builder, file| builder.with_src(root.join(file)));
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    without_examples(&String::from_utf8(text).unwrap())
}

/// Removes the fenced examples from the comments, because they are Rust code.
fn without_examples(text: &str) -> String {
    let mut in_example = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim() == "```";
        in_example ^= is_fence;
        !in_example && !is_fence
    });
    let mut kept = String::new();
    for line in lines {
        kept += line.trim_end();
        kept += "\n";
    }
    kept.replace("\n\n */", "\n */")
}

#[test]
fn the_header_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/objet.h");
    let header = header();
    if std::env::var_os("OBJET_WRITE_HEADER").is_some() {
        fs::write(&file, &header).unwrap();
    }
    assert!(
        fs::read_to_string(&file).unwrap() == header,
        "the header is out of date: run `cargo xtask regenerate header`"
    );
}
