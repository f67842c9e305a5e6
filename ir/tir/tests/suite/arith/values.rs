//! The values of random expressions, before and after simplification, for all values of their
//! variables in small ranges.

use objet::prelude::*;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_tir::arith::Analyzer;
use objet_tir::expr::{
    AddNode, AndNode, Broadcast, BroadcastNode, DivNode, EQNode, FloorDivNode, FloorModNode, GENode, GTNode,
    LENode, LTNode, MaxNode, MinNode, ModNode, MulNode, NENode, NotNode, OrNode, Ramp, RampNode, Range,
    SelectNode, SubNode, Var,
};
use objet_tir::op;
use proptest::prelude::*;

use super::{text, var};

/// The values of all lanes.
pub(super) type Lanes = Vec<i128>;

/// Evaluates an expression. Returns `None` if a divisor is 0.
pub(super) fn value(expr: &PrimExpr, vars: &[(Var, i128)]) -> Option<Lanes> {
    let both = |a: &PrimExpr, b: &PrimExpr, f: fn(i128, i128) -> Option<i128>| {
        let (a, b) = (value(a, vars)?, value(b, vars)?);
        a.into_iter().zip(b).map(|(a, b)| f(a, b)).collect::<Option<Lanes>>()
    };
    match_node!(match expr {
        int @ IntImmNode => Some(vec![int.value.into()]),
        node @ AddNode => both(&node.a, &node.b, |a, b| Some(a + b)),
        node @ SubNode => both(&node.a, &node.b, |a, b| Some(a - b)),
        node @ MulNode => both(&node.a, &node.b, |a, b| Some(a * b)),
        node @ DivNode => both(&node.a, &node.b, i128::checked_div),
        node @ ModNode => both(&node.a, &node.b, i128::checked_rem),
        node @ FloorDivNode => both(&node.a, &node.b, |a, b| {
            let quotient = a.checked_div(b)?;
            Some(quotient - i128::from(a % b != 0 && (a < 0) != (b < 0)))
        }),
        node @ FloorModNode => both(&node.a, &node.b, |a, b| {
            let rest = a.checked_rem(b)?;
            Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }),
        node @ MinNode => both(&node.a, &node.b, |a, b| Some(a.min(b))),
        node @ MaxNode => both(&node.a, &node.b, |a, b| Some(a.max(b))),
        node @ EQNode => both(&node.a, &node.b, |a, b| Some(i128::from(a == b))),
        node @ NENode => both(&node.a, &node.b, |a, b| Some(i128::from(a != b))),
        node @ LTNode => both(&node.a, &node.b, |a, b| Some(i128::from(a < b))),
        node @ LENode => both(&node.a, &node.b, |a, b| Some(i128::from(a <= b))),
        node @ GTNode => both(&node.a, &node.b, |a, b| Some(i128::from(a > b))),
        node @ GENode => both(&node.a, &node.b, |a, b| Some(i128::from(a >= b))),
        node @ AndNode => both(&node.a, &node.b, |a, b| Some(a & b)),
        node @ OrNode => both(&node.a, &node.b, |a, b| Some(a | b)),
        node @ NotNode => Some(value(&node.a, vars)?.into_iter().map(|a| 1 - a).collect()),
        node @ SelectNode => {
            let condition = value(&node.condition, vars)?;
            let (a, b) = (value(&node.true_value, vars)?, value(&node.false_value, vars)?);
            let chosen = a
                .iter()
                .zip(&b)
                .enumerate()
                .map(|(lane, (a, b))| if condition[lane % condition.len()] != 0 { *a } else { *b });
            Some(chosen.collect())
        }
        node @ BroadcastNode => Some(value(&node.value, vars)?.repeat(node.lanes as usize)),
        node @ RampNode => {
            let (base, stride) = (value(&node.base, vars)?[0], value(&node.stride, vars)?[0]);
            Some((0..node.lanes).map(|lane| base + i128::from(lane) * stride).collect())
        }
        _ => {
            let known = vars.iter().find(|(var, _)| expr.same_as(var));
            Some(vec![known.unwrap_or_else(|| panic!("unknown expression {}", text(expr))).1])
        }
    })
}

/// Builds an expression from random bytes. Nodes are created without folding.
struct Builder<'b> {
    bytes: std::iter::Copied<std::slice::Iter<'b, u8>>,
    vars: Vec<Var>,
}

impl Builder<'_> {
    fn draw(&mut self, limit: u8) -> u8 {
        self.bytes.next().unwrap_or(0) % limit
    }

    fn constant(&mut self) -> PrimExpr {
        let value = [0, 1, 2, 3, 4, 5, 6, 8, -1, -2, -3, 12][usize::from(self.draw(12))];
        PrimExpr::from(value)
    }

    fn divisor(&mut self) -> PrimExpr {
        let value = [1, 2, 3, 4, 6, 8, -1, -2, -3][usize::from(self.draw(9))];
        PrimExpr::from(value)
    }

    fn leaf(&mut self) -> PrimExpr {
        match self.draw(4) {
            0 => self.constant(),
            _ => {
                let index = usize::from(self.draw(self.vars.len() as u8));
                self.vars[index].clone().into()
            }
        }
    }

    fn number(&mut self, depth: usize) -> PrimExpr {
        use objet_tir::expr::{Add, Div, FloorDiv, FloorMod, Max, Min, Mod, Mul, Select, Sub};
        if depth == 0 {
            return self.leaf();
        }
        let kind = self.draw(20);
        if kind == 19 {
            return self.leaf();
        }
        if kind == 18 {
            let condition = self.truth(depth - 1);
            let (a, b) = (self.number(depth - 1), self.number(depth - 1));
            return Select::new(condition, a, b, None).unwrap().upcast();
        }
        let a = self.number(depth - 1);
        match kind {
            0..=3 => Add::new(a, self.number(depth - 1), None).unwrap().upcast(),
            4..=5 => Sub::new(a, self.number(depth - 1), None).unwrap().upcast(),
            6..=8 => Mul::new(a, self.divisor(), None).unwrap().upcast(),
            9 => Mul::new(a, self.number(depth - 1), None).unwrap().upcast(),
            10..=11 => FloorDiv::new(a, self.divisor(), None).unwrap().upcast(),
            12..=13 => FloorMod::new(a, self.divisor(), None).unwrap().upcast(),
            14 => Div::new(a, self.divisor(), None).unwrap().upcast(),
            15 => Mod::new(a, self.divisor(), None).unwrap().upcast(),
            16 => Min::new(a, self.number(depth - 1), None).unwrap().upcast(),
            _ => Max::new(a, self.number(depth - 1), None).unwrap().upcast(),
        }
    }

    fn truth(&mut self, depth: usize) -> PrimExpr {
        use objet_tir::expr::{And, EQ, GE, GT, LE, LT, NE, Not, Or};
        if depth > 0 && self.draw(3) == 0 {
            let a = self.truth(depth - 1);
            return match self.draw(3) {
                0 => And::new(a, self.truth(depth - 1), None).unwrap().upcast(),
                1 => Or::new(a, self.truth(depth - 1), None).unwrap().upcast(),
                _ => Not::new(a, None).unwrap().upcast(),
            };
        }
        let depth = depth.saturating_sub(1);
        let (a, b) = (self.number(depth), self.number(depth));
        match self.draw(6) {
            0 => EQ::new(a, b, None).unwrap().upcast(),
            1 => NE::new(a, b, None).unwrap().upcast(),
            2 => LT::new(a, b, None).unwrap().upcast(),
            3 => LE::new(a, b, None).unwrap().upcast(),
            4 => GT::new(a, b, None).unwrap().upcast(),
            _ => GE::new(a, b, None).unwrap().upcast(),
        }
    }

    fn vector(&mut self, depth: usize) -> PrimExpr {
        if depth == 0 {
            return match self.draw(2) {
                0 => Ramp::new(self.number(1), self.constant(), 4, None).unwrap().upcast(),
                _ => Broadcast::new(self.number(1), 4, None).unwrap().upcast(),
            };
        }
        let a = self.vector(depth - 1);
        let by = Broadcast::new(self.divisor(), 4, None).unwrap();
        match self.draw(8) {
            0 => op::add(a, self.vector(depth - 1), None),
            1 => op::sub(a, self.vector(depth - 1), None),
            2 => op::mul(a, by, None),
            3 => op::truncdiv(a, by, None),
            4 => op::truncmod(a, by, None),
            5 => op::floordiv(a, by, None),
            6 => op::floormod(a, by, None),
            _ => op::max(a, self.vector(depth - 1), None),
        }
        .unwrap()
    }

    fn expr(&mut self) -> PrimExpr {
        match self.draw(8) {
            0..=3 => self.number(4),
            4..=5 => self.truth(3),
            _ => self.vector(2),
        }
    }
}

/// Calls a function with all values of three variables in small ranges.
fn for_all(vars: &[Var], ranges: &[(i64, i64)], mut function: impl FnMut(&[(Var, i128)])) {
    let values = |index: usize| ranges[index].0..ranges[index].0 + ranges[index].1;
    for x in values(0) {
        for y in values(1) {
            for z in values(2) {
                let values = [x, y, z].map(i128::from);
                function(&vars.iter().cloned().zip(values).collect::<Vec<_>>());
            }
        }
    }
}

fn check(bytes: &[u8], is_bound: bool, has_constraint: bool) {
    let vars = vec![var("x"), var("y"), var("z")];
    let mut builder = Builder { bytes: bytes.iter().copied(), vars: vars.clone() };
    let ranges: Vec<(i64, i64)> =
        (0..3).map(|_| (i64::from(builder.draw(4)) * 3 - 6, i64::from(builder.draw(6)) + 1)).collect();
    let constraint = has_constraint.then(|| builder.truth(1));
    let expr = builder.expr();
    let mut analyzer = Analyzer::new();
    if is_bound {
        for (var, (min, extent)) in vars.iter().zip(&ranges) {
            let range = Range::from_min_extent(*min as i32, *extent as i32);
            analyzer.bind_range(var, &range, false).unwrap();
        }
    }
    if let Some(constraint) = &constraint {
        let _ = analyzer.enter_constraint(constraint);
    }
    let results = [
        analyzer.rewrite_simplify(&expr),
        analyzer.canonical_simplify(&expr),
        analyzer.simplify(&expr, 2),
        analyzer.simplify(&expr, 4),
    ];
    let (bound, set) = (analyzer.const_int_bound(&expr), analyzer.modular_set(&expr));
    for_all(&vars, &ranges, |values| {
        let holds = constraint.as_ref().is_none_or(|constraint| value(constraint, values) == Some(vec![1]));
        let Some(expected) = value(&expr, values).filter(|_| holds) else { return };
        let context = || format!("{} {ranges:?} {:?} {values:?}", text(&expr), constraint.as_ref().map(text));
        for result in &results {
            assert_eq!(value(result, values).as_ref(), Some(&expected), "{} {}", context(), text(result));
        }
        for value in expected {
            let fits = (i128::from(bound.min_value)..=i128::from(bound.max_value)).contains(&value);
            assert!(fits, "{} has {value} outside {} to {}", context(), bound.min_value, bound.max_value);
            let distance = value - i128::from(set.base);
            let is_member =
                if set.coeff == 0 { distance == 0 } else { distance % i128::from(set.coeff) == 0 };
            assert!(is_member, "{} has {value} outside {} i + {}", context(), set.coeff, set.base);
        }
    });
}

proptest! {
    #[test]
    fn results_have_the_same_values(
        bytes in proptest::collection::vec(any::<u8>(), 0..120),
        is_bound in any::<bool>(),
        has_constraint in any::<bool>(),
    ) {
        check(&bytes, is_bound, has_constraint);
    }
}

/// An operation with a constant.
type Operation = (fn(PrimExpr, PrimExpr) -> PrimExpr, i32);

/// The operations with a constant whose chains have a canonical form.
fn operations() -> Vec<Operation> {
    use objet_tir::expr::{Add, Div, FloorDiv, FloorMod, Mod, Mul};
    let mut all: Vec<Operation> = vec![(|a, b| Add::new(a, b, None).unwrap().upcast(), 3)];
    for factor in [-3, -2, -1, 2] {
        all.push((|a, b| Mul::new(a, b, None).unwrap().upcast(), factor));
    }
    for divisor in [2, 3, 4, 8] {
        all.push((|a, b| FloorDiv::new(a, b, None).unwrap().upcast(), divisor));
        all.push((|a, b| FloorMod::new(a, b, None).unwrap().upcast(), divisor));
        all.push((|a, b| Div::new(a, b, None).unwrap().upcast(), divisor));
        all.push((|a, b| Mod::new(a, b, None).unwrap().upcast(), divisor));
    }
    all
}

#[test]
fn chains_of_operations_have_the_same_values() {
    let x = var("x");
    let operations = operations();
    let mut chains = vec![PrimExpr::from(x.clone())];
    for _ in 0..3 {
        let longer = |chain: &PrimExpr| {
            let longer = operations.iter().map(|(apply, number)| apply(chain.clone(), (*number).into()));
            longer.collect::<Vec<_>>()
        };
        chains = chains.iter().flat_map(longer).collect();
    }
    for chain in chains {
        let result = Analyzer::new().canonical_simplify(&chain);
        for number in -13..=13 {
            let values = [(x.clone(), number)];
            let context = || format!("{} is not {} for x = {number}", text(&chain), text(&result));
            assert_eq!(value(&chain, &values), value(&result, &values), "{}", context());
        }
    }
}
