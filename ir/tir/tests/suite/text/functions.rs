//! Text of whole functions, with attributes and buffers.

use objet::String as Text;
use objet::prelude::*;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::IntImm;
use objet_ir::meta_data::MetaData;
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::stmt::BufferStore;
use objet_tir::text::TextPrinter;

use super::{Result, evaluate, int, matrix, repr};

#[test]
fn functions() -> Result<()> {
    let (param, n) = (Var::new("A", DataType::HANDLE, None), int("n"));
    let a = matrix("A")?;
    let body = BufferStore::new(a.clone(), 0_f32, [n.clone().upcast(), n.clone().upcast()], None)?;
    let attrs = DictAttrs::new([("global_symbol", Text::from("f"))])
        .with("tir.noalias", IntImm::from(true))
        .with("more", DictAttrs::default());
    let function =
        PrimFunc::new([param.clone(), n.clone()], body, None, [(param.clone(), a)], Some(attrs), None);
    let (mut printer, mut meta_data) = (TextPrinter::default(), MetaData::default());
    let text = r#"primfn(A_1: handle, n: int32) -> ()
  attr = {"global_symbol": "f", "tir.noalias": True, "more": meta[DictAttrs][0]}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16, 8], [])}
  buffer_map = {A_1: A} {
  A[n, n] = 0f32
}"#;
    assert_eq!(printer.print(Some(function.as_object_ref()), &mut meta_data), text);
    assert_eq!(printer.name_of(&param), Some("A_1"));
    // The metadata keeps the parts of the attributes, so that a reader of the text can load them.
    assert!(!meta_data.is_empty() && meta_data.to_json()?.contains("\"IntImm\""));
    // Another function uses new names, even for the same variables.
    let other = PrimFunc::new([n.clone()], evaluate(n.clone()), None, [], None, None);
    assert_eq!(
        printer.print(Some(other.as_object_ref()), &mut meta_data),
        "primfn(n_1: int32) -> () {\n  n_1\n}"
    );
    assert_eq!(
        repr(&function),
        "PrimFunc([A, n]) attrs={\"global_symbol\": \"f\", \"tir.noalias\": (bool)1, \"more\": {}} {\n  A[n, n] = 0f\n}\n"
    );
    assert_eq!(repr(&other), "PrimFunc([n])  {\n  n\n}\n");
    Ok(())
}
