//! Nodes whose type keys the format reserves.

use objet::graph::{Format, LoadJson, SaveJson};
use objet::prelude::*;

use super::save;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Device", is_final, new)]
struct OwnDeviceNode {
    base: Object,
    number: i64,
}

/// A node that is saved under its name.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "DataType", is_final, new)]
#[reflect(bytes(name_of, find))]
struct OwnNameNode {
    base: Object,
    name: std::string::String,
}

fn name_of(node: &OwnNameNode) -> &str {
    &node.name
}

fn find(name: &[u8]) -> Result<OwnName, std::string::FromUtf8Error> {
    Ok(OwnName::new(std::string::String::from_utf8(name.into())?))
}

/// Checks that a graph is saved in the other forms only.
fn check(root: &ObjectRef, type_key: &str) {
    let error = save(Some(&Array::from([root.clone()]).upcast())).unwrap_err().to_string();
    let expected = "the form of tvm-ffi reserves this type key: use another key or form";
    assert_eq!(error, format!("cannot save {type_key}: {expected}"));
    for format in [Format::Tvm08, Format::Plain] {
        let saved = SaveJson::new(format).to_string(root).unwrap();
        let again = LoadJson::new().keep_unknown(true).load(saved.as_bytes()).unwrap().unwrap();
        assert_eq!(SaveJson::new(format).to_string(&again).unwrap(), saved);
    }
}

#[test]
fn a_known_node_with_a_reserved_key_is_not_saved() {
    objet::register_types!(OwnDeviceNode, OwnNameNode).unwrap();
    check(&OwnDevice::new(1).upcast(), "Device");
    check(&OwnName::new("x").upcast(), "DataType");
}

#[test]
fn a_kept_node_with_a_reserved_key_is_not_saved() {
    let keys =
        ["None", "bool", "int", "float", "ffi.String", "ffi.Array", "ffi.Map", "ffi.Shape", "ffi.Tensor"];
    for key in keys {
        for content in [r#""x":1"#, r#""$repr":"x""#] {
            let plain = format!(r#"{{"objet":1,"root":{{"type":"{key}",{content}}}}}"#);
            check(&LoadJson::new().keep_unknown(true).load(plain.as_bytes()).unwrap().unwrap(), key);
        }
    }
    // The reader knows the values of the format by these keys of Objet.
    for key in ["runtime.BoxDataType", "runtime.BoxDevice"] {
        let plain = format!(r#"{{"objet":1,"root":{{"type":"{key}","x":1}}}}"#);
        check(&LoadJson::new().keep_unknown(true).load(plain.as_bytes()).unwrap().unwrap(), key);
    }
}
