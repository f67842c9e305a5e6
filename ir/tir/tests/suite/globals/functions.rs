//! Whole programs: visited, rewritten and specialized.

use std::sync::{Arc, Mutex};

use objet::String as Text;
use objet::function::{ArgValue, ErrorKind, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{CallNode, Mul, Var};
use objet_tir::function::PrimFunc;
use objet_tir::functor::post_order;
use objet_tir::op::{self, as_const_int};
use objet_tir::stmt::{Evaluate, For, ForNode, SeqStmt, Stmt};

use super::{Result, call, fails, int, list, make, numbers, text, var};

fn extern_call(name: &str, argument: PrimExpr) -> Result<ObjectRef> {
    let op: ObjectRef = make_op("tir.call_extern")?;
    let args = list([&Text::from(name), &argument]);
    make("tir.Call", &["int32".into(), (&op).into(), (&args).into()])
}

fn make_op(name: &str) -> Result<ObjectRef> {
    Ok(call("ir.GetOp", &[name.into()])?.get()?)
}

fn name_of(call: &ObjectRef) -> Option<String> {
    call.as_node::<CallNode>().map(|call| text(&call.args[0]).trim_matches('"').into())
}

#[test]
fn programs_are_rewritten_by_functions() -> Result<()> {
    let [n, i, j] = ["n", "i", "j"].map(var);
    let x = extern_call("TestA", (&i * 3 + &j).expr()?)?.downcast::<PrimExpr>()?;
    let emit = |name: &str| -> Result<Stmt> {
        Ok(Evaluate::new(extern_call(name, x.clone())?.downcast::<PrimExpr>()?, None).upcast())
    };
    let body = SeqStmt::new([emit("TestB")?, emit("TestC")?], None);
    let body = For::serial(i, n, For::serial(j, 10, body)?)?;

    let preorder: PackedFunc = TypedPackedFunc::new(|call: ObjectRef| -> Result<Option<PrimExpr>> {
        Ok((name_of(&call).as_deref() == Some("TestC")).then(|| 0.into()))
    })
    .into();
    let postorder: PackedFunc = TypedPackedFunc::new(|call: ObjectRef| -> Result<ObjectRef> {
        if name_of(&call).as_deref() != Some("TestA") {
            return Ok(call);
        }
        let argument = &call.as_node::<CallNode>().ok_or("no call")?.args[1];
        extern_call("TestB", (argument + 1).expr()?)
    })
    .into();
    let only = Array::from([Text::from("tir.Call")]);
    let args = [(&body).into(), (&preorder).into(), (&postorder).into(), (&only).into()];
    let rewritten = call("tir.IRTransform", &args)?.get::<For>()?;
    let inner = rewritten.body.as_node::<ForNode>().ok_or("no loop")?;
    let seq = inner.body.downcast_ref::<SeqStmt>().ok_or("no sequence")?;
    assert_eq!(text(&seq.seq[0]).matches("TestB").count(), 2);
    assert_eq!(text(&seq.seq[1].downcast_ref::<Evaluate>().ok_or("no value")?.value), "0");

    let nothing = [(&body).into(), ArgValue::Null, ArgValue::Null, ArgValue::Null];
    assert!(call("tir.IRTransform", &nothing)?.get::<For>()?.same_as(&body));
    let unknown = Array::from([Text::from("no.such")]);
    assert!(call("tir.IRTransform", &[args[0], args[1], args[2], (&unknown).into()]).is_err());
    let fails_with = |kind: &'static str| -> PackedFunc {
        TypedPackedFunc::new(move |_: ObjectRef| -> Result<(), RuntimeError> {
            Err(RuntimeError::new(ErrorKind::new(kind), "no"))
        })
        .into()
    };
    let failing = fails_with("KeyError");
    assert_eq!(
        fails("tir.IRTransform", &[args[0], (&failing).into(), args[2], args[3]]),
        ("KeyError".into(), "no".into())
    );
    let misfit: PackedFunc = TypedPackedFunc::new(|_: ObjectRef| Text::from("x")).into();
    assert!(call("tir.IRTransform", &[args[0], ArgValue::Null, (&misfit).into(), args[3]]).is_err());
    assert_eq!(fails("tir.PostOrderVisit", &[args[0], (&failing).into()]).0, "KeyError");
    Ok(())
}

#[test]
fn programs_are_visited_in_post_order() -> Result<()> {
    let met = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&met);
    let visit: PackedFunc = TypedPackedFunc::new(move |object: ObjectRef| {
        noted.lock().unwrap().push(object.type_key().to_owned());
    })
    .into();
    let (i, n) = (var("i"), var("n"));
    let stmt = For::serial(i.clone(), n.clone(), Evaluate::new((&i + &n).expr()?, None))?;
    call("tir.PostOrderVisit", &[(&stmt).into(), (&visit).into()])?;
    let keys = met.lock().unwrap().join(" ");
    assert_eq!(keys, "tir.Var IntImm tir.Var tir.Add tir.Evaluate tir.For");

    let values = Map::from_iter([(n, int(7))]);
    let for_7 = call("tir.Substitute", &[(&stmt).into(), (&values).into()])?.get::<For>()?;
    assert_eq!(as_const_int(&for_7.extent), Some(7));
    let sum = (&i + 1).expr()?;
    let values = Map::from_iter([(i, int(7))]);
    let sum = call("tir.Substitute", &[(&sum).into(), (&values).into()])?.get::<PrimExpr>()?;
    assert_eq!(text(&sum), "(7 + 1)");
    Ok(())
}

/// Creates `C[i, j] = A[i, j] * (m * 2) + n` for `n` rows of length `m`.
fn function() -> Result<(PrimFunc, Var, Var, Var, Var)> {
    let (m, n) = (var("m"), var("n"));
    let handle = |name: &str| Var::new(name, DataType::HANDLE, None);
    let (a, c) = (handle("a"), handle("c"));
    let buffer =
        |name: &str| Buffer::decl([n.clone().into(), m.clone().into()], DataType::int(32), name, "", None);
    let (a_buffer, c_buffer) = (buffer("A")?, buffer("C")?);
    let [i, j] = ["i", "j"].map(var);
    let indices = list([&i, &j]);
    let load: PrimExpr = make("tir.BufferLoad", &[(&a_buffer).into(), (&indices).into()])?;
    let value = (load * (&m * 2) + &n).expr()?;
    let store: Stmt = make("tir.BufferStore", &[(&c_buffer).into(), (&value).into(), (&indices).into()])?;
    let body = For::serial(i, n.clone(), For::serial(j, m.clone(), store)?)?;
    let params = list([&a, &c, &n]);
    let buffers = Map::from_iter([(a.clone(), a_buffer), (c.clone(), c_buffer)]);
    let args = [(&params).into(), (&body).into(), ArgValue::Null, (&buffers).into(), ArgValue::Null];
    Ok((make("tir.PrimFunc", &args)?, a, c, m, n))
}

#[test]
fn front_ends_verify_single_assignment() -> Result<()> {
    let (func, ..) = function()?;
    let is_ssa =
        |func: &PrimFunc| -> Result<bool> { Ok(call("tir.analysis.verify_ssa", &[func.into()])?.get()?) };
    assert!(is_ssa(&func)?);
    let i = var("i");
    let twice = For::serial(i.clone(), 4, For::serial(i, 4, Evaluate::new(0, None))?)?;
    let params = Array::<Var>::new();
    let buffers = Map::<Var, Buffer>::new();
    let args = [(&params).into(), (&twice).into(), ArgValue::Null, (&buffers).into(), ArgValue::Null];
    assert!(!is_ssa(&make("tir.PrimFunc", &args)?)?);
    Ok(())
}

#[test]
fn functions_are_specialized_for_values_of_their_parameters() -> Result<()> {
    let (func, a, c, m, n) = function()?;
    assert_eq!((func.params.len(), func.buffer_map.len(), func.attrs.is_none()), (3, 2, true));
    let specialize =
        |values: Map<Var, ObjectRef>| call("tir.Specialize", &[(&func).into(), (&values).into()]);
    let given = |values: &[(&Var, ObjectRef)]| {
        values.iter().map(|(var, value)| ((*var).clone(), value.clone())).collect()
    };

    let buffer = Buffer::decl([int(16), int(8)], DataType::int(32), "A", "", None)?;
    let special = specialize(given(&[(&a, buffer.clone().into())]))?.get::<PrimFunc>()?;
    assert_eq!(special.params[..], [a.clone(), c.clone()], "n is known");
    assert_eq!(numbers(&special.buffer_map[&c].shape), [16, 8]);
    let outer = special.body.as_node::<ForNode>().ok_or("no loop")?;
    assert_eq!(as_const_int(&outer.extent), Some(16));
    let product = post_order(&special.body).find_map(|part| part.downcast::<Mul>().ok());
    assert_eq!(product.map(|product| as_const_int(&product.b)), Some(Some(16)), "folded");
    // The body uses the buffers of the specialized function.
    let used: Vec<Buffer> = post_order(&special.body).filter_map(|part| part.downcast().ok()).collect();
    assert!(
        used.len() == 2
            && used.into_iter().all(|used| special.buffer_map.values().any(|own| own.same_as(&used)))
    );
    assert_eq!(func.buffer_map[&a].shape[0].type_key(), "tir.Var", "the function is as it was");

    let for_4 = specialize(given(&[(&n, int(4).into())]))?.get::<PrimFunc>()?;
    assert_eq!((for_4.params.len(), text(&for_4.buffer_map[&a].shape)), (2, "[4, m]".into()));

    let kind =
        |values: &[(&Var, ObjectRef)]| fails("tir.Specialize", &[(&func).into(), (&given(values)).into()]).0;
    assert_eq!(kind(&[(&m, int(4).into())]), "ValueError", "no parameter");
    assert_eq!(kind(&[(&a, int(4).into())]), "ValueError", "a buffer's");
    assert_eq!(kind(&[(&n, buffer.clone().into())]), "ValueError", "not a buffer's");
    assert_eq!(kind(&[(&n, Text::from("x").into())]), "TypeError");
    assert_eq!(kind(&[(&a, Text::from("x").into())]), "TypeError");
    assert_eq!(kind(&[(&a, buffer.clone().into()), (&n, int(4).into())]), "ValueError", "two values");
    let line = Buffer::decl([int(16)], DataType::int(32), "A", "", None)?;
    assert_eq!(kind(&[(&a, line.into())]), "ValueError", "dimensions");
    let other = Buffer::decl([int(17), int(8)], DataType::int(32), "A", "", None)?;
    let values = given(&[(&a, other.into())]);
    assert_eq!(fails("tir.Specialize", &[(&special).into(), (&values).into()]).0, "TypeError", "no variable");
    assert!(
        call(
            "tir.Specialize",
            &[(&func).into(), (&given(&[(&n, op::make_const(DataType::int(64), 4, None)?.into())])).into()]
        )
        .is_err()
    );
    Ok(())
}

#[test]
fn long_programs_take_no_stack() -> Result<()> {
    const LENGTH: usize = 200_000;
    let x = var("x");
    let mut sum = PrimExpr::from(&x);
    for _ in 0..LENGTH {
        sum = op::add(sum, &x, None)?;
    }
    let body = Evaluate::new(sum, None);
    let count = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&count);
    let visit = TypedPackedFunc::new(move |_: ObjectRef| *counted.lock().unwrap() += 1).into();
    let visit: PackedFunc = visit;
    call("tir.PostOrderVisit", &[(&body).into(), (&visit).into()])?;
    assert_eq!(*count.lock().unwrap(), LENGTH + 2);
    let params = list([&x]);
    let none = ArgValue::Null;
    let func: PrimFunc = make("tir.PrimFunc", &[(&params).into(), (&body).into(), none, none, none])?;
    let values = Map::from_iter([(x, ObjectRef::from(int(1)))]);
    let special = call("tir.Specialize", &[(&func).into(), (&values).into()])?.get::<PrimFunc>()?;
    let total = special.body.downcast_ref::<Evaluate>().and_then(|body| as_const_int(&body.value));
    assert_eq!(total, Some(LENGTH as i64 + 1));
    Ok(())
}
