//! The side file of device code: a JSON file with the metadata of the kernels.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::kernel_module::{DeviceCode, FunctionInfo, KernelModuleError};

/// The extension of the side file, which replaces that of the code file.
const EXTENSION: &str = "tvm_meta.json";

impl DeviceCode {
    pub(super) fn write_side_file(&self, code: &Path) -> Result<(), KernelModuleError> {
        let path = code.with_extension(EXTENSION);
        fs::write(&path, to_json(&self.functions)).map_err(|source| KernelModuleError::File {
            verb: "write",
            path,
            source,
        })
    }

    #[cfg(any(feature = "opencl", feature = "cuda"))]
    pub(super) fn read_side_file(code: &Path) -> Result<BTreeMap<String, FunctionInfo>, KernelModuleError> {
        let path = code.with_extension(EXTENSION);
        match fs::read(&path) {
            Ok(json) => {
                reading::from_json(&json).map_err(|source| KernelModuleError::SideFile { path, source })
            }
            Err(source) => Err(KernelModuleError::File { verb: "read", path, source }),
        }
    }
}

/// Returns the content of the side file, in the layout that TVM writes.
fn to_json(functions: &BTreeMap<String, FunctionInfo>) -> String {
    let mut out = String::from("{\n  \"tvm_version\": \"0.1.0\", \n  \"func_info\": {");
    // TVM indents nested scopes even if the outer scope is written on one line.
    let several = functions.len() > 1;
    for (index, (key, info)) in functions.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if several {
            out.push_str("\n    ");
        }
        quote(&mut out, key);
        out.push_str(": {\n      \"name\": ");
        quote(&mut out, &info.name);
        list(&mut out, "arg_types", info.arg_types.iter().map(ToString::to_string));
        list(&mut out, "launch_param_tags", info.launch_param_tags.iter().cloned());
        out.push_str("\n    }");
    }
    if several {
        out.push_str("\n  ");
    }
    out.push_str("}\n}");
    out
}

fn list(out: &mut String, key: &str, texts: impl ExactSizeIterator<Item = String>) {
    write!(out, ", \n      \"{key}\": [").expect("a string can be written to");
    let empty = texts.len() == 0;
    for (index, text) in texts.enumerate() {
        out.push_str(if index > 0 { ", \n        " } else { "\n        " });
        quote(out, &text);
    }
    out.push_str(if empty { "]" } else { "\n      ]" });
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '\r' => out.push_str("\\r"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(any(feature = "opencl", feature = "cuda"))]
mod reading {
    //! Reading of side files. Only builds that load kernels need a JSON parser.

    use std::collections::BTreeMap;
    use std::fmt;

    use serde::de::{Error, MapAccess, Visitor};
    use serde::{Deserialize, Deserializer};

    use crate::error::BoxError;
    use crate::kernel_module::FunctionInfo;

    #[derive(Deserialize)]
    struct SideFile {
        #[serde(deserialize_with = "each_once")]
        func_info: BTreeMap<String, KernelInfo>,
    }

    #[derive(Deserialize)]
    struct KernelInfo {
        name: String,
        arg_types: Vec<String>,
        #[serde(default, alias = "thread_axis_tags")]
        launch_param_tags: Vec<String>,
    }

    /// Reads kernels by name, and rejects duplicate names.
    fn each_once<'de, D: Deserializer<'de>>(source: D) -> Result<BTreeMap<String, KernelInfo>, D::Error> {
        struct Kernels;
        impl<'de> Visitor<'de> for Kernels {
            type Value = BTreeMap<String, KernelInfo>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of kernels by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
                let mut kernels = BTreeMap::new();
                while let Some(name) = entries.next_key::<String>()? {
                    if kernels.contains_key(&name) {
                        let text = format!("duplicate kernel {name:?}");
                        return Err(A::Error::custom(text));
                    }
                    kernels.insert(name, entries.next_value()?);
                }
                Ok(kernels)
            }
        }
        source.deserialize_map(Kernels)
    }

    pub(super) fn from_json(json: &[u8]) -> Result<BTreeMap<String, FunctionInfo>, BoxError> {
        let SideFile { func_info } = serde_json::from_slice(json)?;
        let read = |(key, info): (String, KernelInfo)| {
            let KernelInfo { name, arg_types, launch_param_tags } = info;
            let types = arg_types.iter().map(|text| text.parse());
            let arg_types =
                types.collect::<Result<_, _>>().map_err(|error| format!("kernel {key}: {error}"))?;
            Ok((key, FunctionInfo { name, arg_types, launch_param_tags }))
        };
        func_info.into_iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use objet_object::DataType;

    use super::*;

    const ONE: &str = r#"{
  "tvm_version": "0.1.0", 
  "func_info": {"add": {
      "name": "add", 
      "arg_types": [
        "float32", 
        "handle"
      ], 
      "launch_param_tags": [
        "blockIdx.x", 
        "threadIdx.x"
      ]
    }}
}"#;

    const TWO: &str = r#"{
  "tvm_version": "0.1.0", 
  "func_info": {
    "a": {
      "name": "a", 
      "arg_types": [], 
      "launch_param_tags": []
    }, 
    "b\"": {
      "name": "b\"", 
      "arg_types": [
        "bool"
      ], 
      "launch_param_tags": []
    }
  }
}"#;

    fn functions(infos: impl IntoIterator<Item = FunctionInfo>) -> BTreeMap<String, FunctionInfo> {
        DeviceCode::new("cl", "", infos).functions
    }

    fn samples() -> [(BTreeMap<String, FunctionInfo>, &'static str); 3] {
        let add = [DataType::float(32), DataType::HANDLE];
        [
            (functions([FunctionInfo::new("add", add, &["blockIdx.x", "threadIdx.x"])]), ONE),
            (
                functions([FunctionInfo::new("b\"", [DataType::BOOL], &[]), FunctionInfo::new("a", [], &[])]),
                TWO,
            ),
            (functions([]), "{\n  \"tvm_version\": \"0.1.0\", \n  \"func_info\": {}\n}"),
        ]
    }

    #[test]
    fn the_layout_is_that_of_tvm() {
        for (functions, text) in samples() {
            assert_eq!(to_json(&functions), text);
        }
    }

    #[cfg(any(feature = "opencl", feature = "cuda"))]
    mod reading {
        use proptest::prelude::*;

        use super::super::reading::from_json;
        use super::*;

        #[test]
        fn written_side_files_are_read_back() {
            for (functions, text) in samples() {
                assert_eq!(from_json(text.as_bytes()).unwrap(), functions);
            }
        }

        #[test]
        fn tags_may_be_missing_or_have_their_old_name() {
            let old = ONE.replace("launch_param_tags", "thread_axis_tags");
            assert_eq!(from_json(old.as_bytes()).unwrap(), samples()[0].0);
            let without = r#"{"func_info": {"f": {"name": "f", "arg_types": []}}}"#;
            assert_eq!(from_json(without.as_bytes()).unwrap(), functions([FunctionInfo::new("f", [], &[])]));
        }

        #[test]
        fn errors_describe_the_problem() {
            let without = |key: &str| ONE.replace(key, "other");
            for (json, text) in [
                (without("arg_types"), "missing field `arg_types`"),
                (without("\"name"), "key must be a string"),
                (without("func_info"), "missing field `func_info`"),
                (without("float32"), "kernel add: unknown type other"),
                (TWO.replace("\"b\\\"\": {", "\"a\": {"), "duplicate kernel \"a\" at line 9"),
                ("[".repeat(100_000), "invalid"),
            ] {
                let error = from_json(json.as_bytes()).unwrap_err().to_string();
                assert!(error.contains(text), "{error}");
            }
        }

        proptest! {
            #[test]
            fn invalid_bytes_do_not_panic(place in 0_usize..ONE.len() - 4, noise in any::<[u8; 4]>()) {
                let mut json = ONE.as_bytes().to_vec();
                json[place..place + 4].copy_from_slice(&noise);
                let _ = from_json(&json);
            }
        }
    }
}
