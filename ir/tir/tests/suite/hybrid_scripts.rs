//! Hybrid scripts of statements over tensors.
//!
//! `tests/data/te/README.md` describes the answers of TVM.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::function::BoxError;
use objet::prelude::*;
use objet::{Registry, load_json};
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{Broadcast, BufferLoad, Cast, Select, Var};
use objet_tir::op;
use objet_tir::stmt::{Evaluate, For, IfThenElse, LetStmt, ProducerRealize, ProducerStore, Stmt};
use objet_tir::te::{HybridScriptError, Tensor, hybrid_script};

type Result<T = ()> = std::result::Result<T, BoxError>;

const INT: DataType = DataType::int(32);

fn var(name: &str) -> Var {
    Var::new(name, INT, None)
}

fn store(tensor: &Tensor, value: impl Into<PrimExpr>) -> Stmt {
    ProducerStore::new(tensor.clone(), value, [0.into()], None).upcast()
}

/// Returns the lines of the script of a statement that has the variable `v`, after the first line
/// and before the last.
fn lines(stmt: &Stmt, v: &Var) -> std::result::Result<Vec<String>, HybridScriptError> {
    let script = hybrid_script(stmt, &[v.clone().upcast()], &[], "f")?;
    let lines: Vec<String> = script.lines().map(str::to_owned).collect();
    assert_eq!((lines[0].as_str(), lines[lines.len() - 1].as_str()), ("def f(v):", "    return "));
    Ok(lines[1..lines.len() - 1].to_vec())
}

#[test]
fn scripts_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/te/hybrid_scripts.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let cases: Array<Array<ObjectRef>> = load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    let mut differences = Vec::new();
    for case in &cases {
        let [stmt, inputs, outputs, name, expected] = &case[..] else { return Err("five parts".into()) };
        let expected = expected.clone().downcast::<objet::String>()?;
        let dump = Registry::expect("hybrid._Dump")?;
        let found: objet::String = dump.call_as((stmt, inputs, outputs, name))?;
        if found != expected {
            differences.push(format!("TVM\n{expected}\nhere\n{found}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(cases.len(), 55);
    Ok(())
}

/// TVM writes these without indentation, parentheses or allocation, which is no Python.
#[test]
fn scripts_are_python() -> Result {
    let (v, t) = (var("v"), Tensor::placeholder("t", [4.into()], INT));
    let select = |a: PrimExpr| Select::new(op::greater(&v, 1, None)?, a, 2, None);
    let nested = select(select(v.clone().upcast())?.upcast())?;
    let sum = op::add(&v, nested, None)?;
    let body = LetStmt::new(var("l"), sum, Evaluate::new(v.clone(), None), None)?;
    let body = For::new(var("i"), 2, 4, objet_tir::stmt::ForKind::Serial, body, None, Map::new(), None)?;
    assert_eq!(
        lines(&body.upcast(), &v)?,
        [
            "    for i in range(2, 2 + 4):",
            "        l = (v + ((v if (v > 1) else 2) if (v > 1) else 2))",
            "        v",
        ]
    );
    let always = op::const_true(1, None)?;
    let realize = ProducerRealize::new(t.clone(), [], always, store(&t, 1), "", None)?.upcast::<Stmt>();
    assert_eq!(lines(&realize, &v)?, ["    t = allocate((), 'int32', 'global')", "    t[0] = 1"]);
    let script = hybrid_script(&realize, &[], std::slice::from_ref(&t), "t")?;
    assert_eq!(script, "def t():\n    t1 = output_tensor((4, ), 'int32')\n    t1[0] = 1\n    return t1\n");
    Ok(())
}

#[test]
fn other_parts_are_errors() -> Result {
    let v = var("v");
    let refused = |value: PrimExpr, expected: &str| {
        let error = lines(&Evaluate::new(value, None).upcast(), &v).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains(expected), "{error}");
    };
    let buffer = Buffer::decl([4.into()], INT, "b", "", None)?;
    refused(BufferLoad::new(buffer, [v.clone().upcast()], None)?.upcast(), "no tir.BufferLoad");
    refused(Cast::new(DataType::uint(1), v.clone(), None)?.upcast(), "Unsupported type");
    refused(Broadcast::new(v.clone(), 4, None)?.upcast(), "no tir.Broadcast");
    let inputs: [ObjectRef; 1] = [PrimExpr::from(1).upcast()];
    let error = hybrid_script(&Evaluate::new(0, None).upcast(), &inputs, &[], "f").unwrap_err();
    assert!(error.to_string().contains("input 0 is a IntImm"), "{error}");
    Ok(())
}

#[test]
fn deep_statements_are_written() {
    let run = || -> Result<usize> {
        let (v, t) = (var("v"), Tensor::placeholder("t", [4.into()], INT));
        let mut value: PrimExpr = v.clone().upcast();
        for _ in 0..10_000 {
            value = op::add(&value, &v, None)?;
        }
        let mut stmt = store(&t, value);
        for _ in 0..1_000 {
            stmt = IfThenElse::new(op::greater(&v, 1, None)?, stmt, None, None)?.upcast();
        }
        Ok(lines(&stmt, &v)?.len())
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(move || run().ok());
    assert_eq!(thread.expect("a thread").join().expect("no overflow"), Some(1_001));
}
