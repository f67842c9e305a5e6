//! Large expressions.

use objet_ir::expr::Bool;
use objet_tir::expr::{Let, Var};
use objet_tir::op;

use super::programs::*;
use super::*;

#[test]
fn expressions() {
    check(&[
        ("a sum", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut sum: PrimExpr = m.clone().into();
            for i in 0..n as i32 {
                sum = op::add(op::mul(sum, 3, None), &m * i, None)?;
            }
            Ok(function(&[&a, &m], store(&a, 1.0_f32, sum)))
        }),
        ("a sum of variables", |n| {
            let a = pointer("A");
            let vars: Vec<Var> = (0..n).map(|_| int("x")).collect();
            let mut sum: PrimExpr = 0.into();
            for var in vars.iter().chain(&vars) {
                sum = op::add(sum, var, None)?;
            }
            Ok(function(&vars.iter().chain([&a]).collect::<Vec<_>>(), store(&a, 1.0_f32, sum)))
        }),
        ("quotients", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = m.clone().into();
            for i in 0..n as i32 {
                value = op::add(op::floordiv(value, 3, None)?, op::floormod(&m, i + 2, None)?, None)?;
            }
            Ok(function(&[&a, &m], store(&a, 1.0_f32, value)))
        }),
        ("minima", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = m.clone().into();
            for i in 0..n as i32 {
                value = op::max(op::min(value, &m * i, None)?, &m - i, None)?;
            }
            Ok(function(&[&a, &m], store(&a, 1.0_f32, value)))
        }),
        ("loads of loads", |n| {
            let a = Var::new("A", DataType::HANDLE, None);
            let mut value: PrimExpr = 0.into();
            for i in 0..n as i32 {
                let dtype = DataType::int(32);
                value = objet_tir::expr::Load::new(dtype, a.clone(), value, Bool::from(true), None)?.upcast();
                value = op::add(value, i, None)?;
            }
            Ok(function(&[&a], store(&a, value.clone(), value)))
        }),
        ("loads of other elements", |n| {
            let a = pointer("A");
            let mut value: PrimExpr = load(&a, 0);
            for i in 0..n as i32 {
                value = op::add(value, load(&a, i), None)?;
            }
            Ok(function(&[&a], attr(a.clone(), "buffer_bound", 64, store(&a, value, 0))))
        }),
        ("selections", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = load(&a, 0);
            for i in 0..n as i32 {
                value = op::select(op::less(&m * 2, i, None)?, value, load(&a, &m + i), None)?;
            }
            Ok(function(&[&a, &m], store(&a, value, 0)))
        }),
        ("choices", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = load(&a, 0);
            for i in 0..n as i32 {
                value = op::if_then_else(op::less(&m * 2, i, None)?, load(&a, &m + i), value, None)?;
            }
            Ok(function(&[&a, &m], store(&a, value, 0)))
        }),
        ("let expressions", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<Var> = (0..=n).map(|_| int("x")).collect();
            let mut value: PrimExpr = vars[0].clone().into();
            for pair in vars.windows(2) {
                value = Let::new(pair[0].clone(), (&pair[1] + &m).expr()?, value, None)?.upcast();
            }
            Ok(function(&[&a, &m, &vars[n]], store(&a, 1.0_f32, value)))
        }),
        ("a call of many arguments", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let args: Vec<PrimExpr> = (0..n as i32).map(|i| (&m * 2 + i).expr()).collect::<Result<_, _>>()?;
            let body = objet_tir::stmt::Evaluate::new(tuple(args), None).upcast();
            Ok(function(&[&a, &m], body))
        }),
        ("shared sums", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = m.clone().into();
            for _ in 0..n {
                let next = op::floordiv(&value, 2, None)?;
                value = op::add(&next, op::floormod(&next, 7, None)?, None)?;
            }
            Ok(function(&[&a, &m], store(&a, 1.0_f32, value)))
        }),
        ("shared selections", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut value: PrimExpr = load(&a, 0);
            for i in 0..n as i32 {
                value = op::select(op::less(&m * 2, i, None)?, &value, &value + 1.0_f32, None)?;
            }
            Ok(function(&[&a, &m], store(&a, value, 0)))
        }),
        ("sums of bfloat16", |n| {
            let (a, dtype) = (Var::new("A", DataType::HANDLE, None), DataType::bfloat16());
            let load = |i: i32| objet_tir::expr::Load::new(dtype, a.clone(), i, Bool::from(true), None);
            let mut value: PrimExpr = load(0)?.upcast();
            for i in 0..n as i32 {
                value =
                    op::max(op::add(value, PrimExpr::from(load(i)?), None)?, PrimExpr::from(load(1)?), None)?;
            }
            Ok(function(&[&a], store(&a, value, 0)))
        }),
    ]);
}
