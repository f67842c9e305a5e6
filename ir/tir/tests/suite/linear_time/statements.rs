//! Statements on pointers.

use objet_tir::expr::Var;
use objet_tir::op;
use objet_tir::stmt::{AssertStmt, Evaluate, For, ForKind, IfThenElse, LetStmt, Stmt, While};

use super::programs::*;
use super::*;

#[test]
fn sequences() {
    check(&[
        ("stores in sequence", |n| {
            let a = pointer("A");
            let body = seq((0..n as i32).map(|i| store(&a, load(&a, i), i + 1)));
            Ok(function(&[&a], body))
        }),
        ("sequences in sequences", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| Ok(seq([store(&a, 1.0_f32, i), body])))?;
            Ok(function(&[&a], body))
        }),
        ("loops in sequence", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let part = |k: i32| -> Result<Stmt> {
                let i = int("i");
                let index = (&i * 4 + k).expr()?;
                let condition = likely(op::less(&index, &m, None)?)?;
                times(&i, op::floordiv(&m + 3, 4, None)?, when(condition, store(&a, 1.0_f32, index))?)
            };
            Ok(function(&[&a, &m], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
    ]);
}

#[test]
fn loops() {
    check(&[
        ("loops", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let var = int("i");
                times(&var, &m + i, seq([store(&a, 1.0_f32, var.clone()), body]))
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("loops with conditions", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let var = int("i");
                let condition = likely(op::less(&var * 3 + i, &m, None)?)?;
                times(&var, m.clone(), when(condition, body)?)
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("split loops", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, _| {
                let (outer, inner) = (int("i.outer"), int("i.inner"));
                let condition = likely(op::less(&outer * 4 + &inner, &m, None)?)?;
                let extent = op::floordiv(&m + 3, 4, None)?;
                times(&outer, extent, times(&inner, 4, when(condition, body)?)?)
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("split loops with constants", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, _| {
                let (outer, inner) = (int("i.outer"), int("i.inner"));
                let condition = likely(op::less(&outer * 4 + &inner, 30, None)?)?;
                times(&outer, 8, times(&inner, 4, when(condition, body)?)?)
            })?;
            Ok(function(&[&a], body))
        }),
        ("split loops with conditions inside", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<(Var, Var)> = (0..n).map(|_| (int("i.outer"), int("i.inner"))).collect();
            let mut body = store(&a, 1.0_f32, 0);
            for (outer, inner) in &vars {
                let condition = likely(op::less(outer * 4 + inner, &m, None)?)?;
                body = when(condition, body)?;
            }
            for (outer, inner) in &vars {
                body = times(outer, op::floordiv(&m + 3, 4, None)?, times(inner, 4, body)?)?;
            }
            Ok(function(&[&a, &m], body))
        }),
        ("loops with one index", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<Var> = (0..n).map(|_| int("i")).collect();
            let mut index: PrimExpr = 0.into();
            for var in &vars {
                index = op::add(op::mul(index, 2, None), var, None)?;
            }
            let condition = likely(op::less(&index, &m, None)?)?;
            let body = when(condition, store(&a, 1.0_f32, index))?;
            let body = vars.iter().try_fold(body, |body, var| times(var, m.clone(), body))?;
            Ok(function(&[&a, &m], body))
        }),
        ("loops of each other's extents", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<Var> = (0..=n).map(|_| int("i")).collect();
            let mut body = store(&a, 1.0_f32, vars[0].clone());
            for pair in vars.windows(2) {
                body = times(&pair[0], pair[1].clone(), body)?;
            }
            Ok(function(&[&a, &m], times(&vars[n], m.clone(), body)?))
        }),
        ("unrolled loops", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let var = int("i");
                kind_of_loop(&var, 1, ForKind::Unrolled, seq([store(&a, 1.0_f32, &var + i), body]))
            })?;
            Ok(function(&[&a], body))
        }),
        ("loops of one iteration", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let var = int("i");
                times(&var, 1, seq([store(&a, 1.0_f32, &var + i), body]))
            })?;
            Ok(function(&[&a], body))
        }),
        ("vectorized loops", |n| {
            let a = pointer("A");
            let part = |k: i32| {
                let i = int("i");
                kind_of_loop(&i, 4, ForKind::Vectorized, store(&a, load(&a, &i + k), &i * 4 + k))
            };
            Ok(function(&[&a], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
        ("a vectorized loop", |n| {
            let (a, i) = (pointer("A"), int("i"));
            let body = nest(n, store(&a, 1.0_f32, i.clone()), |body, k| {
                let (x, p) = (int("x"), pointer("p"));
                let inner = seq([store(&a, load(&p, x.clone()), &i + k), body]);
                let inner = LetStmt::new(x, expr(&i * 2 + k), inner, None)?.upcast();
                let inner = times(&int("j"), 2, when(op::less(0, k, None)?, inner)?)?;
                allocate(&p, 4, inner)
            })?;
            Ok(function(&[&a], kind_of_loop(&i, 4, ForKind::Vectorized, body)?))
        }),
        ("a vectorized loop of scalars", |n| {
            let (a, i) = (pointer("A"), int("i"));
            let part = |k: i32| when(op::less(&i, k, None)?, store(&a, 1.0_f32, k));
            let body = seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?);
            Ok(function(&[&a], kind_of_loop(&i, 4, ForKind::Vectorized, body)?))
        }),
        ("while loops", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let condition = op::less(load(&a, i), 1.0_f32, None)?;
                Ok(While::new(condition, body, None)?.upcast())
            })?;
            Ok(function(&[&a], body))
        }),
    ]);
}

#[test]
fn conditions() {
    check(&[
        ("conditions", |n| {
            let (a, m, x) = (pointer("A"), int("m"), int("x"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| when(op::less(&x * 2 + &m, i, None)?, body))?;
            Ok(function(&[&a, &m, &x], body))
        }),
        ("conditions on other variables", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<Var> = (0..n).map(|_| int("x")).collect();
            let mut body = store(&a, 1.0_f32, 0);
            for var in &vars {
                let condition = op::less(&m * 2 + var, 100, None)?;
                body = when(condition, seq([store(&a, 1.0_f32, &m * 2 + var), body]))?;
            }
            Ok(function(&vars.iter().chain([&a, &m]).collect::<Vec<_>>(), body))
        }),
        ("conditions with remainders", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let condition = op::equal(op::floormod(&m, i + 2, None)?, 0, None)?;
                when(condition, seq([store(&a, 1.0_f32, &m + i), body]))
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("a conjunction", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let mut all = op::less(&m, 10, None)?;
            for i in 0..n as i32 {
                let part = op::equal(op::floormod(&m, i + 2, None)?, 0, None)?;
                all = op::logical_and(all, op::logical_and(part, op::less(&m + i, 5, None)?, None)?, None)?;
            }
            Ok(function(&[&a, &m], when(all, store(&a, 1.0_f32, 0))?))
        }),
        ("branches", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let condition = op::less(&m * 2, i, None)?;
                Ok(IfThenElse::new(condition, store(&a, 2.0_f32, &m * 2 + i), Some(body), None)?.upcast())
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("conditions of a loop", |n| {
            let (a, m, i) = (pointer("A"), int("m"), int("i"));
            let body = nest(n, store(&a, 1.0_f32, i.clone()), |body, k| when(op::less(&m, k, None)?, body))?;
            Ok(function(&[&a, &m], times(&i, m.clone(), body)?))
        }),
        ("conditions of loops", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, k| when(op::less(&m, k, None)?, body))?;
            Ok(function(&[&a, &m], nest(n, body, |body, _| times(&int("i"), m.clone(), body))?))
        }),
        ("loops between conditions", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, k| {
                times(&int("i"), m.clone(), when(op::less(&m, k, None)?, body)?)
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("assertions", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                Ok(AssertStmt::new(op::less(&m * 2 + i, 9, None)?, 0, body, None)?.upcast())
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("lets", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let vars: Vec<Var> = (0..=n).map(|_| int("x")).collect();
            let mut body = store(&a, 1.0_f32, vars[0].clone());
            for pair in vars.windows(2) {
                body = LetStmt::new(pair[0].clone(), (&pair[1] * 2 + &m).expr()?, body, None)?.upcast();
            }
            Ok(function(&[&a, &m, &vars[n]], body))
        }),
        ("lets of loads", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let x = Var::new("x", FLOAT, None);
                let body = seq([store(&a, x.clone(), i), body]);
                Ok(LetStmt::new(x, load(&a, i), body, None)?.upcast())
            })?;
            Ok(function(&[&a], body))
        }),
    ]);
}

#[test]
fn memory() {
    check(&[
        ("allocations", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                let p = pointer("p");
                allocate(&p, 64 + i % 7, seq([store(&p, 1.0_f32, i), body, store(&a, load(&p, i), 0)]))
            })?;
            Ok(function(&[&a], body))
        }),
        ("allocations in sequence", |n| {
            let a = pointer("A");
            let part = |i: i32| {
                let p = pointer("p");
                allocate(&p, 64 + i, seq([store(&p, 1.0_f32, i), store(&a, load(&p, i), 0)]))
            };
            Ok(function(&[&a], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
        ("allocations in place", |n| {
            let pointers: Vec<Var> = (0..n).map(|_| pointer("p")).collect();
            let mut steps = vec![store(&pointers[0], 1.0_f32, 0)];
            for pair in pointers.windows(2) {
                let i = int("i");
                steps.push(times(&i, 64, store(&pair[1], load(&pair[0], i.clone()), i.clone()))?);
            }
            Ok(function(&[], pointers.iter().try_fold(seq(steps), |body, p| allocate(p, 64, body))?))
        }),
        ("an operation on all allocations", |n| {
            let pointers: Vec<Var> = (0..n).map(|_| pointer("p")).collect();
            let mut sum: PrimExpr = load(&pointers[0], 0);
            for p in &pointers {
                sum = op::add(sum, load(p, 0), None)?;
            }
            let mut steps: Vec<Stmt> = pointers.iter().map(|p| store(p, 1.0_f32, 0)).collect();
            steps.extend([store(&pointers[0], sum.clone(), 0), store(&pointers[0], sum, 0)]);
            Ok(function(&[], pointers.iter().try_fold(seq(steps), |body, p| allocate(p, 64, body))?))
        }),
        ("buffers of bounds", |n| {
            let pointers: Vec<Var> = (0..n).map(|_| pointer("p")).collect();
            let mut sum: PrimExpr = load(&pointers[0], 0);
            for p in &pointers {
                sum = op::add(sum, load(p, 0), None)?;
            }
            let mut body = store(&pointers[0], sum, 0);
            for p in &pointers {
                body = attr(p.clone(), "buffer_bound", 64, body);
            }
            Ok(function(&pointers.iter().collect::<Vec<_>>(), body))
        }),
        ("double buffers", |n| {
            let (a, i) = (pointer("A"), int("i"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, k| {
                let p = pointer("p");
                let fill = attr(p.clone(), "double_buffer_scope", 1, store(&p, load(&a, &i + k), k));
                allocate(&p, 64, seq([fill, store(&a, load(&p, k), k), body]))
            })?;
            Ok(function(&[&a], times(&i, 8, body)?))
        }),
        ("double buffers in loops in sequence", |n| {
            let a = pointer("A");
            let part = |k: i32| {
                let (p, i) = (pointer("p"), int("i"));
                let fill = attr(p.clone(), "double_buffer_scope", 1, store(&p, load(&a, &i + k), k));
                times(&i, 8, allocate(&p, 64, seq([fill, store(&a, load(&p, k), k)]))?)
            };
            Ok(function(&[&a], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
        ("vectors through pointers", |n| {
            let pointers: Vec<Var> = (0..n).map(|_| pointer("p")).collect();
            let ramp = |k: i32| objet_tir::expr::Ramp::new(k * 4, 1, 4, None);
            let vector = || objet_tir::expr::Broadcast::new(1.0_f32, 4, None);
            let mask = || objet_tir::expr::Broadcast::new(objet_ir::expr::Bool::from(true), 4, None);
            let mut steps = Vec::new();
            for (k, p) in pointers.iter().enumerate() {
                let store =
                    objet_tir::stmt::Store::new(p.clone(), vector()?, ramp(k as i32)?, mask()?, None)?;
                steps.push(store.upcast());
            }
            Ok(function(&[], pointers.iter().try_fold(seq(steps), |body, p| allocate(p, 64, body))?))
        }),
    ]);
}

#[test]
fn attributes() {
    check(&[
        ("attributes", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| Ok(attr(m.clone(), "pragma_x", i, body)))?;
            Ok(function(&[&a, &m], body))
        }),
        ("pragmas of unrolling", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                Ok(attr(m.clone(), "pragma_auto_unroll_max_step", i, times(&int("i"), m.clone(), body)?))
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("hints of partitioning", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, _| {
                let i = int("i");
                let inner = seq([store(&a, 1.0_f32, i.clone()), body]);
                let inner = times(&i, 16, when(likely(op::less(&i, &m, None)?)?, inner)?)?;
                Ok(attr(i, "pragma_loop_partition_hint", 1, inner))
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("threads", |n| {
            let a = pointer("A");
            let body = nest(n, store(&a, 1.0_f32, 0), |body, i| {
                thread(&format!("threadIdx.{}", i % 3), 4, "thread_extent", body)
            })?;
            Ok(function(&[&a], body))
        }),
        ("kernels", |n| {
            let a = pointer("A");
            let part = |i: i32| -> Result<Stmt> {
                let inner = thread("threadIdx.x", 4, "thread_extent", store(&a, 1.0_f32, i))?;
                thread("blockIdx.x", 4, "thread_extent", inner)
            };
            Ok(function(&[&a], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
        ("blocks of threads with conditions", |n| {
            let (a, m) = (pointer("A"), int("m"));
            let body = nest(n, store(&a, 1.0_f32, 0), |body, _| {
                let axis = objet_tir::expr::IterVar::new(
                    None,
                    int("b"),
                    objet_tir::expr::IterVarType::ThreadIndex,
                    "blockIdx.x",
                    None,
                )?;
                let condition = likely(op::less(&axis.var * 4, &m, None)?)?;
                Ok(attr(axis, "thread_extent", op::floordiv(&m + 3, 4, None)?, when(condition, body)?))
            })?;
            Ok(function(&[&a, &m], body))
        }),
        ("a virtual thread", |n| {
            let a = pointer("A");
            let axis = objet_tir::expr::IterVar::new(
                None,
                int("vt"),
                objet_tir::expr::IterVarType::ThreadIndex,
                "vthread",
                None,
            )?;
            let body = nest(n, store(&a, 1.0_f32, axis.var.clone()), |body, i| {
                let p = pointer("p");
                let inner = seq([store(&p, 1.0_f32, &axis.var + i), store(&a, load(&p, i), i), body]);
                allocate(&p, 64, times(&int("i"), 2, inner)?)
            })?;
            Ok(function(&[&a], attr(axis, "virtual_thread", 2, body)))
        }),
        ("virtual threads in sequence", |n| {
            let a = pointer("A");
            let part =
                |i: i32| -> Result<Stmt> { thread("vthread", 2, "virtual_thread", store(&a, 1.0_f32, i)) };
            Ok(function(&[&a], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?)))
        }),
        ("virtual threads", |n| {
            let a = pointer("A");
            let body =
                nest(n, store(&a, 1.0_f32, 0), |body, _| thread("vthread", 1, "virtual_thread", body))?;
            Ok(function(&[&a], body))
        }),
        ("statements without effects", |n| {
            let m = int("m");
            let body = nest(n, Evaluate::new(0, None).upcast(), |body, i| {
                Ok(seq([For::serial(int("i"), expr(&m + i), Evaluate::new(i, None))?.upcast(), body]))
            })?;
            Ok(function(&[&m], body))
        }),
    ]);
}
