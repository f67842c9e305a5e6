//! Tests of former names of fields and types.

use objet::fields::{FieldKind, IntKind, Reflection};
use objet::prelude::*;
use objet::types::{FieldBuilder, TypeBuilder};
use objet::{load_json, make_node, save_json};

use super::forms::{FORMS, load, moved, save};
use super::{document, error, keep_unknown, node};

/// A node with former names.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Dense", alias = "evolve.Linear", alias = "evolve.Gemm")]
struct DenseNode {
    base: Object,
    #[reflect(alias = "width", alias = "size")]
    units: i64,
    #[reflect(alias = "source")]
    input: Option<ObjectRef>,
}

/// A node that inherits former names.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.Gated", is_final)]
struct GatedNode {
    base: DenseNode,
    #[reflect(default = 1)]
    gates: i64,
}

/// A node with names that are not ASCII.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.SizeOld", is_final, new)]
struct SizeOldNode {
    base: Object,
    größe: i64,
    #[reflect(name = "名前")]
    name: std::string::String,
}

/// The same node after its fields were renamed.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "evolve.SizeNew", is_final)]
struct SizeNewNode {
    base: Object,
    #[reflect(alias = "größe")]
    size: i64,
    #[reflect(name = "naïve", alias = "名前")]
    name: std::string::String,
}

fn register() {
    objet::register_types!(DenseNode, GatedNode, SizeOldNode, SizeNewNode).unwrap();
}

#[test]
fn files_with_former_names_load_and_are_saved_with_new_names() {
    register();
    let name = r#"{"type_key": "runtime.String", "repr_str": "x"}"#;
    let new = document(&[&node("evolve.Dense", &[("units", "3"), ("input", "2")]), name], "");
    let saved = save_json(&load_json(&new).unwrap()).unwrap();
    for key in ["evolve.Dense", "evolve.Linear", "evolve.Gemm"] {
        for units in ["units", "width", "size"] {
            for input in ["input", "source"] {
                let old = document(&[&node(key, &[(units, "3"), (input, "2")]), name], "");
                let loaded = load_json(&old).unwrap();
                assert_eq!(loaded.as_node::<DenseNode>().unwrap().units, 3);
                assert_eq!(save_json(&loaded).unwrap(), saved);
                assert_eq!(save_json(&keep_unknown(&old).unwrap()).unwrap(), saved);
            }
        }
    }
    let gated = load_json(&document(&[&node("evolve.Gated", &[("size", "3")])], "")).unwrap();
    assert_eq!(gated.as_node::<GatedNode>().unwrap().units, 3);
}

#[test]
fn two_attributes_of_one_field_are_an_error() {
    register();
    assert_eq!(
        error(&document(&[&node("evolve.Linear", &[("size", "3"), ("units", "3")])], "")),
        "line 2, node 1 (evolve.Linear): attributes `size` and `units` both belong to the field `units`: \
         remove one of them"
    );
}

#[test]
fn former_names_are_for_files_only() {
    register();
    assert!(make_node("evolve.Dense", [("size", 3.into())]).is_err());
    assert!(Reflection::of_key("evolve.Linear").is_err());
    assert_eq!(
        Reflection::of_key("evolve.Dense").unwrap().field("units").unwrap().aliases(),
        ["width", "size"]
    );
    assert_eq!(objet::types::by_key_or_alias("evolve.Gemm").unwrap().key(), "evolve.Dense");
}

#[test]
fn a_name_with_two_meanings_cannot_be_registered() {
    register();
    let error =
        objet::types::get_or_alloc_type_index("evolve.Linear", TypeIndex::OBJECT, 0, true).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("name `evolve.Linear` of `evolve.Linear` ("), "{text}");
    assert!(text.contains("is already a key or an alias of `evolve.Dense` ("), "{text}");
    assert!(text.ends_with("): remove the alias"), "{text}");

    let field = FieldBuilder::new("width", FieldKind::Int(IntKind::I64));
    let error = TypeBuilder::new("evolve.Wide", DenseNode::type_index()).field(field).register().unwrap_err();
    assert!(error.to_string().contains("the parent has a field of this name, or with this alias"), "{error}");
}

#[test]
fn text_of_a_former_name_is_checked_as_that_of_the_field() {
    register();
    assert_eq!(
        error(&document(&[&node("evolve.Dense", &[("size", "many")])], "")),
        "line 2, node 1 (evolve.Dense): attribute `units`: expected a decimal number, found \"many\""
    );
}

#[test]
fn names_and_aliases_may_be_any_identifier() {
    register();
    for form in FORMS {
        let file = save(form, &SizeOld::new(7, "x").upcast());
        let new = load(form, &moved(&file, "evolve.SizeOld", "evolve.SizeNew"), false).unwrap();
        for loaded in [load(form, &save(form, &new), false).unwrap(), new] {
            let node = loaded.as_node::<SizeNewNode>().unwrap();
            assert_eq!((node.size, &*node.name), (7, "x"), "{form:?}");
        }
    }
}
