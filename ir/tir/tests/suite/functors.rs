//! Visitors, mutators and analyses over expressions and statements of tir, including deep ones.

use objet::compare::{StructuralEqual, structural_hash};
use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet::{load_json, save_json, structural_equal};
use objet_ir::ConstructError;
use objet_ir::expr::{GlobalVar, IntImm, PrimExpr};
use objet_ir::op::CallEffectKind;
use objet_tir::analysis::{NotSSA, bound_vars, free_vars, is_pure, side_effect, uses_var, verify_ssa};
use objet_tir::buffer::Buffer;
use objet_tir::builtin;
use objet_tir::expr::{Add, BufferLoad, Call, Let, Mul, Not, SizeVar, Var};
use objet_tir::function::PrimFunc;
use objet_tir::functor::{
    ExprFunctor, StmtExprMutator, StmtExprVisitor, StmtFunctor, post_order, substitute,
};
use objet_tir::stmt::{BufferStore, Evaluate, For, ForNode, LetStmt, SeqStmt, SeqStmtNode, Stmt};

fn var(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

/// Creates `C[i] = A[i] * 2` for `n` numbers.
fn double() -> Result<PrimFunc, ConstructError> {
    let n = SizeVar::new("n", DataType::int(32), None);
    let (i, a_handle, c_handle) =
        (var("i"), Var::new("a", DataType::HANDLE, None), Var::new("c", DataType::HANDLE, None));
    let buffer = |name: &str| Buffer::decl([(&n).into()], DataType::float(32), name, "", None);
    let (a, c) = (buffer("A")?, buffer("C")?);
    let twice = (PrimExpr::from(BufferLoad::new(a.clone(), [(&i).into()], None)?) * 2.0_f32).expr()?;
    let body = For::serial(i.clone(), &n, BufferStore::new(c.clone(), twice, [(&i).into()], None)?)?;
    let buffers: Map<Var, Buffer> = [(a_handle.clone(), a), (c_handle.clone(), c)].into_iter().collect();
    Ok(PrimFunc::new([a_handle, c_handle], body, None, buffers, None, None))
}

#[derive(Default)]
struct Tally {
    order: Vec<&'static str>,
    skip_loops: bool,
}

impl StmtExprVisitor for Tally {
    fn enter_stmt(&mut self, stmt: &Stmt) -> bool {
        !(self.skip_loops && stmt.is_instance::<ForNode>())
    }

    fn visit_mul(&mut self, _: &Mul) {
        self.order.push("mul");
    }

    fn visit_buffer_load(&mut self, _: &BufferLoad) {
        self.order.push("load");
    }

    fn visit_buffer(&mut self, _: &Buffer) {
        self.order.push("buffer");
    }

    fn visit_stmt_default(&mut self, _: &Stmt) {
        self.order.push("stmt");
    }

    fn visit_for(&mut self, _: &For) {
        self.order.push("for");
    }
}

#[test]
fn visitors_run_in_post_order_and_can_skip() -> Result<(), ConstructError> {
    let function = double()?;
    let mut tally = Tally::default();
    tally.visit(&function.body);
    assert_eq!(tally.order, ["buffer", "buffer", "load", "mul", "stmt", "for"]);
    let mut outside = Tally { skip_loops: true, ..Tally::default() };
    outside.visit(&function);
    assert_eq!(outside.order, ["buffer", "buffer"]); // the buffers of the map
    assert!(post_order(&function.body).last().unwrap().same_as(&function.body));
    Ok(())
}

struct Rename;

impl ExprFunctor for Rename {
    type Output = String;

    fn visit_var(&mut self, var: &Var) -> String {
        var.name_hint.to_string()
    }

    fn visit_add(&mut self, add: &Add) -> String {
        format!("{}+{}", self.visit_expr(&add.a), self.visit_expr(&add.b))
    }

    fn visit_expr_default(&mut self, expr: &PrimExpr) -> String {
        format!("<{}>", expr.type_key())
    }
}

impl StmtFunctor for Rename {
    type Output = usize;

    fn visit_for(&mut self, node: &For) -> usize {
        1 + self.visit_stmt(&node.body)
    }

    fn visit_stmt_default(&mut self, _: &Stmt) -> usize {
        0
    }
}

#[test]
fn functors_choose_by_type() -> Result<(), ConstructError> {
    let sum = (var("x") + SizeVar::new("n", DataType::int(32), None) + 1).expr()?;
    assert_eq!(Rename.visit_expr(&sum), "x+n+<IntImm>");
    assert_eq!(Rename.visit_stmt(&double()?.body), 1);
    Ok(())
}

/// Adds one to each integer constant outside of boolean expressions.
struct Increment;

impl StmtExprMutator for Increment {
    type Error = RewriteError;

    fn enter_expr(&mut self, expr: &PrimExpr) -> Result<Enter, RewriteError> {
        Ok(if expr.dtype.is_bool() { Enter::Keep } else { Enter::Inside })
    }

    fn visit_int_imm(&mut self, imm: IntImm) -> Result<PrimExpr, RewriteError> {
        Ok(IntImm::new(imm.dtype, imm.value + 1, imm.span.clone())?.upcast())
    }

    fn visit_not(&mut self, _: Not) -> Result<PrimExpr, RewriteError> {
        unreachable!("booleans are not descended into")
    }
}

#[test]
fn mutators_rebuild_what_changes() -> Result<(), Box<dyn std::error::Error>> {
    let x = var("x");
    let cond = objet_tir::op::less(&x, 3, None)?;
    let stmt = |n: i32| {
        SeqStmt::new(
            [Evaluate::new(Not::new(&cond, None).unwrap(), None).into(), Evaluate::new(n, None).into()],
            None,
        )
    };
    let before = stmt(1);
    let after = Increment.mutate(before.clone())?;
    assert!(structural_equal(&after, &stmt(2)) && structural_equal(&before, &stmt(1)));
    assert!(after.seq[0].same_as(&before.seq[0]));
    // A boolean in place of an integer is rejected at the substitution, not in a later step.
    let refused = substitute(before, |_| Some(true.into())).unwrap_err();
    assert!(
        refused.to_string().contains("expected the variable and its replacement to have the same data type")
    );
    Ok(())
}

#[test]
fn substitution() -> Result<(), Box<dyn std::error::Error>> {
    let function = double()?;
    let n = free_or_bound(&function, "n");
    let fixed = substitute(function.clone(), |var| (*var == n).then(|| PrimExpr::from(64)))?;
    assert!(!uses_var(&fixed, |var| *var == n) && uses_var(&function, |var| *var == n));
    let i = free_or_bound(&function, "i");
    let renamed = substitute(function.clone(), |var| (*var == i).then(|| i.copy_with_suffix(".0").into()))?;
    assert!(structural_equal(&renamed, &function));
    // A loop needs a variable.
    assert!(substitute(function, |var| (*var == i).then(|| 3.into())).is_err());
    Ok(())
}

fn free_or_bound(function: &PrimFunc, name: &str) -> Var {
    bound_vars(function).into_iter().find(|var| var.name_hint == name).unwrap()
}

#[test]
fn variables_and_effects() -> Result<(), Box<dyn std::error::Error>> {
    let function = double()?;
    assert_eq!(free_vars(&function), []);
    let names = |vars: Vec<Var>| vars.iter().map(|var| var.name_hint.to_string()).collect::<Vec<_>>();
    let mut free = names(free_vars(&function.body));
    free.sort();
    assert_eq!(free, ["A", "C", "n"]);
    assert_eq!(verify_ssa(&function), Ok(()));
    let (x, y) = (var("x"), var("y"));
    let once = Let::new(x.clone(), 1, &x, None)?;
    let twice = Add::new(once, Let::new(x.clone(), 2, &x, None)?, None)?;
    assert_eq!(verify_ssa(&twice), Err(NotSSA { var: "x".into() }));
    // Lets in expressions may bind a variable again to an equal value.
    let sum = |y: &Var| (y + 1).expr();
    let (first, second) =
        (Let::new(x.clone(), sum(&y)?, &x, None)?, Let::new(x.clone(), sum(&y)?, &x, None)?);
    assert_eq!(verify_ssa(&Add::new(first.clone(), second, None)?), Ok(()));
    let other = Let::new(x.clone(), &y, &x, None)?;
    assert_eq!(verify_ssa(&Add::new(first.clone(), other, None)?), Err(NotSSA { var: "x".into() }));
    let stmt = LetStmt::new(x.clone(), sum(&y)?, Evaluate::new(first, None), None)?;
    assert_eq!(verify_ssa(&stmt), Ok(()));
    assert_eq!(side_effect(&function.body), CallEffectKind::ReadState);
    assert!(is_pure(&(&x + &y).expr()?));
    let unknown = Call::new(DataType::int(32), GlobalVar::new("f"), [], None)?;
    assert_eq!(side_effect(&unknown), CallEffectKind::Opaque);
    let ret = Call::new(DataType::int(32), builtin::ret(), [x.into()], None)?;
    assert_eq!(side_effect(&ret), CallEffectKind::Opaque);
    Ok(())
}

#[test]
fn a_variable_is_free_where_it_is_not_bound() -> Result<(), ConstructError> {
    let (x, i) = (var("x"), var("i"));
    let (only_x, only_i) = ([x.clone()], [i.clone()]);
    let use_of = |var: &Var| Stmt::from(Evaluate::new(var, None));
    let next = (&x + 1).expr()?;
    // The value is evaluated before the binding, even if it is also the body.
    assert_eq!(free_vars(&LetStmt::new(x.clone(), &next, use_of(&x), None)?), only_x);
    assert_eq!(free_vars(&Let::new(x.clone(), &next, &next, None)?), only_x);
    assert_eq!(free_vars(&For::serial(i.clone(), &i, use_of(&i))?), only_i);
    // The same expression occurs inside and outside of the scope.
    let bound = Let::new(x.clone(), 1, &next, None)?;
    assert_eq!(free_vars(&bound), []);
    assert_eq!(free_vars(&Add::new(bound.clone(), &next, None)?), only_x);
    // A shared scope is one scope.
    assert_eq!(free_vars(&Add::new(bound.clone(), bound, None)?), []);
    let inner = For::serial(i.clone(), &x, use_of(&i))?;
    assert_eq!(free_vars(&LetStmt::new(x.clone(), 8, inner, None)?), []);
    Ok(())
}

#[test]
fn alpha_equality() -> Result<(), ConstructError> {
    let (one, other) = (double()?, double()?);
    assert!(structural_equal(&one, &other) && structural_hash(&one) == structural_hash(&other));
    // Only the buffers of the bodies are free.
    assert!(StructuralEqual::new().map_free_vars(true).equal(&one.body, &other.body));
    let (x, y) = (var("x"), var("y"));
    let identity = |var: &Var| Let::new(var.clone(), 1, var, None);
    assert!(structural_equal(&identity(&x)?, &identity(&y)?));
    let (two, crossed) = ((&x - &y).expr()?, (&y - &x).expr()?);
    assert!(!structural_equal(&two, &crossed));
    assert!(StructuralEqual::new().map_free_vars(true).equal(&two, &crossed));
    assert!(!StructuralEqual::new().map_free_vars(true).equal(&two, &(&x - &x).expr()?));
    Ok(())
}

/// Runs on a stack of two bytes for each node of the chain.
fn on_a_small_stack(depth: i32, run: impl FnOnce() + Send + 'static) {
    let stack_size = 2 * depth as usize;
    std::thread::Builder::new().stack_size(stack_size).spawn(run).unwrap().join().unwrap();
}

struct Numbers(usize);

impl StmtExprVisitor for Numbers {
    fn visit_int_imm(&mut self, _: &IntImm) {
        self.0 += 1;
    }
}

#[test]
fn a_million_sums() {
    const DEPTH: i32 = 1_000_000;
    on_a_small_stack(DEPTH, || {
        let x = var("x");
        let sum = (0..DEPTH).fold(PrimExpr::from(&x), |sum, n| Add::new(sum, n, None).unwrap().upcast());
        let mut numbers = Numbers(0);
        numbers.visit(&sum);
        assert_eq!(numbers.0, DEPTH as usize);
        let y = var("y");
        let other = substitute(sum.clone(), |var| (*var == x).then(|| (&y).into())).unwrap();
        assert_eq!(free_vars(&other), [y]);
        let greater = Increment.mutate(other).unwrap();
        assert!(!structural_equal(&greater, &sum));
    });
}

/// Runs all analyses and mutators on a deep chain that contains `x` and integer constants.
fn try_all(root: ObjectRef, x: &Var) {
    let mut numbers = Numbers(0);
    numbers.visit(&root);
    assert!(post_order(&root).count() > numbers.0);
    assert!(numbers.0 >= DEEP as usize);
    assert!(free_vars(&root).contains(x));
    assert_eq!(side_effect(&root), CallEffectKind::Pure);
    assert_eq!(verify_ssa(&root), Ok(()));
    let y = var("y");
    let other = substitute(root.clone(), |var| (var == x).then(|| (&y).into())).unwrap();
    assert!(!structural_equal(&other, &root));
    let back = substitute(other, |var| (*var == y).then(|| x.into())).unwrap();
    assert!(structural_equal(&back, &root) && structural_hash(&back) == structural_hash(&root));
    let greater = Increment.mutate(back).unwrap();
    assert!(!structural_equal(&greater, &root));
    let text = save_json(&root).unwrap();
    assert!(structural_hash(&load_json(&text).unwrap()) == structural_hash(&root));
}

const DEEP: i32 = 50_000;

#[test]
fn deep_lets() {
    on_a_small_stack(DEEP, || {
        let x = var("x");
        let chain = (0..DEEP).fold(Stmt::from(Evaluate::new(&x, None)), |body, n| {
            LetStmt::new(var("v"), n, body, None).unwrap().upcast()
        });
        try_all(chain.into(), &x);
    });
}

#[test]
fn deep_loops() {
    on_a_small_stack(DEEP, || {
        let x = var("x");
        let chain = (0..DEEP).fold(Stmt::from(Evaluate::new(&x, None)), |body, n| {
            For::serial(var("i"), n, body).unwrap().upcast()
        });
        try_all(chain.into(), &x);
    });
}

#[test]
fn deep_sequences() {
    on_a_small_stack(DEEP, || {
        let x = var("x");
        let chain = (0..DEEP).fold(Stmt::from(Evaluate::new(&x, None)), |body, n| {
            SeqStmt::new([Evaluate::new(n, None).into(), body], None).upcast()
        });
        try_all(chain.clone().into(), &x);
        let flat = SeqStmt::flatten([chain]);
        assert_eq!(flat.as_node::<SeqStmtNode>().unwrap().seq.len(), DEEP as usize + 1);
    });
}
