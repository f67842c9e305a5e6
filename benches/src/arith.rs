//! Simplification of integer expressions.
//!
//! `benches/arith_tvm.py` measures the first case with TVM's Python package.

use objet::DataType;
use objet_ir::expr::PrimExpr;
use objet_tir::arith::Analyzer;
use objet_tir::expr::{Range, Var};
use objet_tir::op::{floordiv, floormod, min};

use crate::case::{Case, Contestant, Goal};

const EXPRS: usize = 100_000;

/// Returns all cases of simplification.
pub fn arith_cases() -> Vec<Case> {
    let built = Contestant::over("objet", EXPRS, || {
        let mut indices = Indices::new();
        (0..EXPRS).map(|number| u64::from(indices.simplified(number).dtype.bits)).sum()
    });
    let sum = |name, terms: usize| {
        let expr = sum(terms);
        Contestant::over(name, terms, move || u64::from(Analyzer::new().simplify(&expr, 2).dtype.bits))
    };
    let small = "a tenth of the terms";
    vec![
        Case::new("indices, built and simplified", &[Goal::Nanoseconds(32_000.0)], built, Vec::new()),
        Case::new(
            "a sum of 100,000 variables",
            &[Goal::Times(small, 2.0)],
            sum("objet", EXPRS),
            vec![sum(small, EXPRS / 10)],
        ),
    ]
}

/// Indices of a loop nest, with an analyzer that knows the ranges of the loops.
struct Indices {
    i: Var,
    j: Var,
    analyzer: Analyzer,
}

impl Indices {
    fn new() -> Self {
        let var = |name| Var::new(name, DataType::int(32), None);
        let (i, j) = (var("i"), var("j"));
        let mut analyzer = Analyzer::new();
        for (var, extent) in [(&i, 64), (&j, 8)] {
            analyzer.bind_range(var, &Range::from_min_extent(0, extent), false).expect("a new variable");
        }
        Self { i, j, analyzer }
    }

    /// Splits and fuses the two loops, and limits the result.
    fn simplified(&mut self, number: usize) -> PrimExpr {
        let width = 8 + (number % 5) as i32;
        let flat = (&self.i * width + &self.j + (number % 3) as i32).expr().expect("integers");
        let fused = floordiv(&flat, width, None).expect("integers") * width
            + floormod(&flat, width, None).expect("integers");
        let limited = min(fused, 64 * width, None).expect("integers");
        self.analyzer.simplify(&limited, 2)
    }
}

/// Returns a sum of different variables.
fn sum(terms: usize) -> PrimExpr {
    let term = |index| Var::new(format!("v{index}"), DataType::int(32), None);
    (0..terms).fold(PrimExpr::from(0), |sum, index| (sum + term(index)).expr().expect("integers"))
}
