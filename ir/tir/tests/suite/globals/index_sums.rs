//! The simplification of an index to a sum keeps its value.

use objet::DataType;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::Buffer;
use objet_tir::expr::Var;
use objet_tir::function::PrimFunc;
use objet_tir::op::{self, Checked, as_const_int, make_const};
use objet_tir::stmt::{Evaluate, EvaluateNode};
use proptest::prelude::*;

const INT: DataType = DataType::int(64);

/// The construction of an index. Divisors are leaves, so that they are positive.
#[derive(Clone, Debug)]
enum Recipe {
    Var(usize),
    Number(i64),
    Sum(Box<Recipe>, Box<Recipe>),
    Difference(Box<Recipe>, Box<Recipe>),
    Product(Box<Recipe>, Box<Recipe>),
    Quotient(Box<Recipe>, Box<Recipe>),
    Remainder(Box<Recipe>, Box<Recipe>),
    /// `x / d * d + x % d`, times a number.
    Split(Box<Recipe>, Box<Recipe>, i64),
}

fn leaf() -> impl Strategy<Value = Recipe> {
    prop_oneof![(0..3_usize).prop_map(Recipe::Var), (1..9_i64).prop_map(Recipe::Number)]
}

fn recipe() -> impl Strategy<Value = Recipe> {
    leaf().prop_recursive(4, 24, 2, |inner| {
        let inner = move || inner.clone().prop_map(Box::new);
        let divisor = || leaf().prop_map(Box::new);
        prop_oneof![
            (inner(), inner()).prop_map(|(a, b)| Recipe::Sum(a, b)),
            (inner(), inner()).prop_map(|(a, b)| Recipe::Difference(a, b)),
            (inner(), divisor()).prop_map(|(a, b)| Recipe::Product(a, b)),
            (inner(), divisor()).prop_map(|(a, b)| Recipe::Quotient(a, b)),
            (inner(), divisor()).prop_map(|(a, b)| Recipe::Remainder(a, b)),
            (inner(), divisor(), -3..4_i64).prop_map(|(x, d, factor)| Recipe::Split(x, d, factor)),
        ]
    })
}

impl Recipe {
    fn expr(&self, vars: &[Var]) -> Checked {
        let of = |recipe: &Recipe| recipe.expr(vars);
        let number = |value| Checked::from(make_const(INT, value, None));
        match self {
            Self::Var(var) => vars[*var].clone().into(),
            Self::Number(value) => number(*value),
            Self::Sum(a, b) => of(a) + of(b),
            Self::Difference(a, b) => of(a) - of(b),
            Self::Product(a, b) => of(a) * of(b),
            Self::Quotient(a, b) => op::floordiv(of(a), of(b), None).into(),
            Self::Remainder(a, b) => op::floormod(of(a), of(b), None).into(),
            Self::Split(x, d, factor) => {
                let quotient = Checked::from(op::floordiv(of(x), of(d), None));
                let remainder = Checked::from(op::floormod(of(x), of(d), None));
                quotient * number(*factor) * of(d) + remainder * number(*factor)
            }
        }
    }

    fn value(&self, values: &[i64]) -> i64 {
        let of = |recipe: &Recipe| recipe.value(values);
        match self {
            Self::Var(var) => values[*var],
            Self::Number(value) => *value,
            Self::Sum(a, b) => of(a) + of(b),
            Self::Difference(a, b) => of(a) - of(b),
            Self::Product(a, b) => of(a) * of(b),
            Self::Quotient(a, b) => of(a).div_euclid(of(b)),
            Self::Remainder(a, b) => of(a).rem_euclid(of(b)),
            Self::Split(x, _, factor) => of(x) * factor,
        }
    }
}

proptest! {
    #[test]
    fn sums_have_the_value_of_the_index(
        recipe in recipe(),
        values in prop::collection::vec(1..9_i64, 3),
    ) {
        let vars: Vec<_> = ["x", "y", "z"].map(|name| Var::new(name, INT, None)).into();
        let length = make_const(INT, 100, None)?;
        let buffer = Buffer::decl([length], DataType::float(32), "A", "", None)?;
        let index = buffer.offset_of(&[recipe.expr(&vars).expr()?].into())?;
        let func = PrimFunc::new(vars.clone(), Evaluate::new(index.clone(), None), None, Map::new(), None, None);
        let numbers = values.iter().map(|value| make_const(INT, *value, None).map(PrimExpr::into));
        let numbers = numbers.collect::<Result<Vec<ObjectRef>, _>>()?;
        let special = func.specialize(vars.into_iter().zip(numbers))?;
        let value = special.body.as_node::<EvaluateNode>().and_then(|body| as_const_int(&body.value));
        prop_assert_eq!(value, Some(recipe.value(&values)), "{}", objet::text::as_repr(Some(&index)));
    }
}
