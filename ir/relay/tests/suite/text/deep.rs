//! Long chains are printed on a stack of 2 MB.

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{GlobalTypeVar, RelayRefType, TupleType, Type, TypeKind};
use objet_relay::adt::{Clause, Match, Pattern, PatternConstructor, PatternWildcard};
use objet_relay::expr::{Function, If, Let, Tuple};

use super::{call, tensor, text, var};

const LENGTH: usize = 1_000_000;

/// This length leaves ten bytes of stack per expression, so that any recursion overflows the stack.
const FEWER: usize = 200_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(test).unwrap().join().unwrap();
}

#[test]
fn calls() {
    on_a_small_stack(|| {
        let x = var("x");
        let below = (0..LENGTH).fold(RelayExpr::from(x.clone()), |below, _| call("exp", [below]));
        let program = text(&below);
        assert_eq!(program.lines().count(), LENGTH + 1);
        assert!(program.ends_with("%999998 = exp(%999997);\nexp(%999998)"));
    });
}

#[test]
fn bindings() {
    on_a_small_stack(|| {
        let x = var("x");
        let body = (0..LENGTH)
            .fold(RelayExpr::from(x.clone()), |body, _| Let::new(var("v"), x.clone(), body, None).into());
        let program = text(&body);
        assert!(program.starts_with("free_var %x;\nlet %v = %x;\nlet %v1 = %x;\n"));
        assert!(program.ends_with("let %v999999 = %x;\n%x"));
    });
}

#[test]
fn tuples() {
    on_a_small_stack(|| {
        let nested = (0..FEWER).fold(RelayExpr::from(var("x")), |field, _| Tuple::new([field], None).into());
        assert!(text(&nested).ends_with("(%199998,)"));
    });
}

#[test]
fn types_patterns_and_attributes() {
    on_a_small_stack(|| {
        let ty = (0..FEWER).fold(tensor(&[]), |ty, _| -> Type { RelayRefType::new(ty, None).into() });
        assert_eq!(text(&ty), format!("{}float32{}", "ref(".repeat(FEWER), ")".repeat(FEWER)));

        let constructor =
            Constructor::new("S", [tensor(&[])], GlobalTypeVar::new("N", TypeKind::AdtHandle, None));
        let pattern = (0..FEWER).fold(PatternWildcard::new(None).into(), |pattern, _| -> Pattern {
            PatternConstructor::new(constructor.clone(), [pattern], None).into()
        });
        let program = text(&Match::new(var("n"), [Clause::new(pattern, var("m"))], true, None));
        assert!(program.contains("S(S(_))") && program.ends_with("=> {\n    free_var %m;\n    %m\n  },\n}"));

        let list = (0..FEWER)
            .fold(ObjectRef::from(Array::<ObjectRef>::new()), |list, _| Array::from([list]).upcast());
        let f =
            Function::new([], Tuple::new([], None), None, [], Some(DictAttrs::new([("list", list)])), None);
        assert!(text(&f).starts_with("fn (list=[[["));
    });
}

#[test]
fn excessive_text_is_truncated() {
    on_a_small_stack(|| {
        let ty = (0..60).fold(tensor(&[]), |ty, _| TupleType::new([ty.clone(), ty], None).into());
        let program = text(&ty);
        assert!(program.ends_with('…') && program.len() < (1 << 28) + (1 << 11));
        let branch = (0..100_000).fold(RelayExpr::from(var("x")), |branch, _| {
            If::new(var("c"), branch, Tuple::new([], None), None).into()
        });
        assert!(text(&branch).ends_with('…'));
    });
}
