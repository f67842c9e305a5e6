//! Random programs and random texts.

use objet::NDArray;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::{Attrs, DictAttrs};
use objet_ir::expr::{IntImm, RelayExpr};
use objet_ir::op::Op;
use objet_ir::types::{FuncType, RelayRefType, TensorType, TupleType, Type, TypeKind, TypeVar};
use objet_relay::adt::{Clause, Match, Pattern, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::expr::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var, VarNode,
};
use objet_relay::text::{as_text, parse_expr, parse_module};
use proptest::prelude::*;

use super::assert_equal;

/// Makes an expression from bytes. Expressions in scope are used again, so that they are shared.
struct Maker<'b> {
    bytes: std::slice::Iter<'b, u8>,
    scope: Vec<RelayExpr>,
    types: Vec<TypeVar>,
}

impl Maker<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().map_or(0, |byte| usize::from(*byte))
    }

    fn var(&mut self) -> Var {
        let name = ["x", "y", "_z", "long_name/1", "x1", "v.w"][self.byte() % 6];
        let ty = self.byte().is_multiple_of(2).then(|| self.ty(2));
        Var::new(name, ty, None)
    }

    fn ty(&mut self, depth: usize) -> Type {
        match self.byte() % if depth == 0 { 3 } else { 7 } {
            0 => TensorType::scalar(DataType::int(32)).upcast(),
            1 => TensorType::new([2.into(), objet_tir::expr::Any::new(None).upcast()], DataType::float(16))
                .upcast(),
            2 => match self.types.last() {
                Some(var) => var.clone().upcast(),
                None => TensorType::new([300.into()], DataType::BOOL).upcast(),
            },
            3 => TupleType::empty().upcast(),
            4 => TupleType::new([self.ty(depth - 1)], None).upcast(),
            5 => FuncType::new([self.ty(depth - 1)], self.ty(depth - 1), [], [], None).upcast(),
            _ => RelayRefType::new(self.ty(depth - 1), None).upcast(),
        }
    }

    /// Makes an expression in a scope of its own, which uses only variables of other scopes. The
    /// printer may write a number before its value if blocks share parts.
    fn scoped(&mut self, vars: Vec<Var>, depth: usize) -> RelayExpr {
        let outer = self.scope.iter().filter(|expr| expr.is_instance::<VarNode>());
        let vars = outer.cloned().chain(vars.into_iter().map(|var| var.upcast())).collect();
        let outer = std::mem::replace(&mut self.scope, vars);
        let expr = self.expr(depth);
        self.scope = outer;
        expr
    }

    fn expr(&mut self, depth: usize) -> RelayExpr {
        let expr = self.new_expr(depth);
        self.scope.push(expr.clone());
        expr
    }

    fn new_expr(&mut self, depth: usize) -> RelayExpr {
        let choice = self.byte();
        if depth == 0 || choice.is_multiple_of(3) {
            return self.leaf();
        }
        let less = depth - 1;
        let op = |name: &str| Op::get(name).unwrap();
        match choice % 16 {
            0 => Tuple::new([], None).upcast(),
            1 => Tuple::new([self.expr(less)], None).upcast(),
            2 => Tuple::new([self.expr(less), self.expr(less)], None).upcast(),
            3 => {
                // A number is no tuple: `(1).0` is printed like the number `1.0`.
                let tuple = Tuple::new([self.expr(less)], None);
                TupleGetItem::new(tuple, self.byte() as i32, None).upcast()
            }
            4 => {
                let var = self.var();
                let value = self.expr(less);
                Let::new(var.clone(), value, self.scoped(vec![var], less), None).upcast()
            }
            5 => {
                If::new(self.expr(less), self.scoped(vec![], less), self.scoped(vec![], less), None).upcast()
            }
            6 => Call::new(op("add"), [self.expr(less), self.expr(less)], None, [], None).upcast(),
            7 => {
                let pad = self.byte() as i32;
                let values = attrs! { padding: [pad, 1], channels: 4, out_layout: "N\"\\\n", groups: -3 };
                let attrs: Attrs = op("nn.conv2d").make_attrs(values).unwrap();
                Call::new(op("nn.conv2d"), [self.expr(less), self.expr(less)], Some(attrs), [], None).upcast()
            }
            8 => {
                // The attributes have another type than those of the operator.
                let attrs: Attrs = op("nn.dense").make_attrs(attrs! { units: 3 }).unwrap();
                Call::new(op("add"), [self.expr(less), self.expr(less)], Some(attrs), [], None).upcast()
            }
            9 => Call::new(self.expr(less), [self.expr(less)], None, [], None).upcast(),
            10 => RefCreate::new(self.expr(less), None).upcast(),
            11 => RefRead::new(self.expr(less), None).upcast(),
            12 => RefWrite::new(self.expr(less), self.expr(less), None).upcast(),
            13 => {
                let (a, b) = (self.var(), self.var());
                let pair = |pattern: Pattern, other: Pattern| PatternTuple::new([pattern, other], None);
                let wildcard: Pattern = PatternWildcard::new(None).upcast();
                let var = |var: &Var| -> Pattern { PatternVar::new(var.clone(), None).upcast() };
                let data = self.expr(less);
                let clauses = [
                    Clause::new(pair(var(&a), wildcard.clone()), self.scoped(vec![a], less)),
                    Clause::new(var(&b), self.scoped(vec![b], less)),
                    Clause::new(wildcard, self.scoped(vec![], less)),
                ];
                Match::new(data, clauses, self.byte().is_multiple_of(2), None).upcast()
            }
            _ => {
                let param = TypeVar::new(["A", "B"][self.types.len() % 2], TypeKind::Type, None);
                self.types.push(param.clone());
                let params: Vec<Var> = (0..self.byte() % 3).map(|_| self.var()).collect();
                let ret_type = self.byte().is_multiple_of(2).then(|| self.ty(1));
                let body = self.scoped(params.clone(), less);
                self.types.pop();
                let attrs = self.byte().is_multiple_of(2).then(|| {
                    DictAttrs::new([("Primitive", IntImm::from(1).upcast::<ObjectRef>())])
                        .with("global_symbol", objet::String::from("a\tü"))
                        .with("list", Array::from([IntImm::from(-1), IntImm::from(5_000_000_000_i64)]))
                });
                Function::new(params, body, ret_type, [param], attrs, None).upcast()
            }
        }
    }

    fn leaf(&mut self) -> RelayExpr {
        let index = self.byte();
        if index.is_multiple_of(2) && !self.scope.is_empty() {
            return self.scope[index / 2 % self.scope.len()].clone();
        }
        let number = self.byte() as i32 - 100;
        let tensor = match index % 5 {
            0 => NDArray::from_slice(&[], &[number]),
            1 => NDArray::from_slice(&[], &[number as f32 / 4.0]),
            2 => NDArray::from_slice(&[], &[f64::from(number) * 1e10]),
            3 => NDArray::from_bytes(&[], DataType::BOOL, &[u8::from(number > 0)]),
            _ => NDArray::from_slice(&[1], &[number]),
        };
        Constant::new(tensor.unwrap(), None).upcast()
    }
}

/// Prints a program with its metadata, parses the text, and compares the programs.
fn assert_round_trip(expr: &RelayExpr) {
    let text = as_text(Some(expr.upcast_ref()), true, None).unwrap();
    let parsed = parse_expr("random", &text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_equal(&parsed, expr, &text);
}

/// Parts of texts. Any sequence of them is parsed or an error.
const PARTS: &[&str] = &[
    "def @f",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "let %x = ",
    "%x",
    "%0",
    "%0 = ",
    "@f",
    ";",
    ",",
    ":",
    ".0",
    ".1.1",
    "=",
    "=>",
    "->",
    "fn ",
    "if (",
    "else",
    "match ",
    "?",
    "_",
    "1",
    "-",
    "2.5f",
    "1e-3",
    "True",
    "\"s\"",
    "\"",
    "/*",
    "*/",
    "//",
    "\n",
    "+",
    "*",
    "==",
    "nn.dense(",
    "units=3",
    "add",
    "type T[A] { C(A), D }",
    "T",
    "C",
    "D",
    "A",
    "Tensor[(1, ?), float32]",
    "int32",
    "ref(",
    "free_var ",
    "meta[relay.Constant][0]",
    "import \"prelude.rly\"",
    "#[metadata]",
    "#[version = \"0.0.5\"]",
    "extern type X",
    "ü",
    "\\",
    "attrs_type_key=",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn programs_come_back(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut maker = Maker { bytes: bytes.iter(), scope: vec![], types: vec![] };
        let params = vec![maker.var(), maker.var()];
        let body = maker.scoped(params.clone(), 6);
        assert_round_trip(&Function::new(params, body, None, [], None, None).upcast());
    }

    #[test]
    fn texts_are_parsed_or_errors(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..40)) {
        let text: String = parts.concat();
        let _ = parse_module("random", &text);
        if let Ok(expr) = parse_expr("random", &text) {
            let printed = as_text(Some(expr.upcast_ref()), true, None).unwrap();
            let again = parse_expr("random", &printed).unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_equal(&again, &expr, &text);
        }
    }

    #[test]
    fn any_text_is_parsed_or_an_error(text in ".{0,80}") {
        let _ = parse_module("random", &text);
        let _ = parse_expr("random", &text);
    }
}
