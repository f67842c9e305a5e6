//! The reader of the text of rewrite rules.
//!
//! The tables are part of the crate, and a test reads them, so a mistake in a table is a panic.

use super::rules::{Comparison, Condition, Domain, Rule};
use super::term::{Operator, Term};

/// Variables for expressions, and for constants, in the order of their slots.
const EXPRS: [&str; 7] = ["x", "y", "z", "b1", "b2", "s1", "s2"];
const CONSTANTS: [&str; 3] = ["c1", "c2", "c3"];

/// Infix operators, from the weakest to the strongest. A longer spelling comes before its prefix.
const INFIX: [&[(&str, Operator)]; 5] = [
    &[("||", Operator::Or)],
    &[("&&", Operator::And)],
    &[
        ("==", Operator::EQ),
        ("!=", Operator::NE),
        ("<=", Operator::LE),
        (">=", Operator::GE),
        ("<", Operator::LT),
        (">", Operator::GT),
    ],
    &[("+", Operator::Add), ("-", Operator::Sub)],
    &[("*", Operator::Mul), ("%", Operator::Mod)],
];

const FUNCTIONS: [(&str, Operator); 9] = [
    ("truncdiv", Operator::Div),
    ("truncmod", Operator::Mod),
    ("floordiv", Operator::FloorDiv),
    ("floormod", Operator::FloorMod),
    ("min", Operator::Min),
    ("max", Operator::Max),
    ("select", Operator::Select),
    ("ramp", Operator::Ramp),
    ("broadcast", Operator::Broadcast),
];

/// Reads a table. Returns the rules with the operators of their patterns.
pub(super) fn parse(table: &str) -> Vec<(Operator, Rule)> {
    let mut domain = Domain::Any;
    let mut rules = Vec::new();
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line {
            "vector:" => domain = Domain::Vector,
            "index:" => domain = Domain::Index,
            "any:" => domain = Domain::Any,
            _ => parse_rule(line, domain, &mut rules),
        }
    }
    rules
}

fn parse_rule(line: &str, domain: Domain, rules: &mut Vec<(Operator, Rule)>) {
    let (line, is_dual) = match line.strip_prefix("~ ") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let Some((pattern, result)) = line.split_once("=>") else { panic!("a rule lacks `=>`: {line}") };
    let (result, again) = match result.strip_prefix('>') {
        Some(result) => (result, true),
        None => (result, false),
    };
    let (result, conditions) = result.split_once(" if ").unwrap_or((result, ""));
    let conditions: Vec<Condition> =
        conditions.split(" and ").filter(|condition| !condition.is_empty()).map(parse_condition).collect();
    let result = parse_one(result);
    for pattern in Parser::of(pattern).all() {
        for exchange in if is_dual { &[false, true][..] } else { &[false] } {
            let dual = |term: &Term| if *exchange { exchanged(term) } else { term.clone() };
            let Term::Node(operator, operands) = dual(&pattern) else {
                panic!("a pattern lacks an operator: {line}")
            };
            let head = |operand: Option<&Term>| match operand {
                Some(Term::Node(operator, _)) => Some(*operator),
                _ => None,
            };
            let heads = [head(operands.first()), head(operands.get(1))];
            let conditions = conditions.clone();
            rules
                .push((operator, Rule { domain, operands, heads, result: dual(&result), again, conditions }));
        }
    }
}

/// Returns a term with `min` and `max` exchanged.
fn exchanged(term: &Term) -> Term {
    match term {
        Term::Node(operator, terms) => {
            let operator = match operator {
                Operator::Min => Operator::Max,
                Operator::Max => Operator::Min,
                other => *other,
            };
            Term::Node(operator, terms.iter().map(exchanged).collect())
        }
        other => other.clone(),
    }
}

fn parse_condition(text: &str) -> Condition {
    let Term::Node(operator, mut terms) = parse_one(text) else {
        panic!("a condition is not a comparison: {text}")
    };
    let (Some(bound), Some(term)) = (terms.pop(), terms.pop()) else {
        panic!("a condition is not a comparison: {text}")
    };
    match (is_constant(&term), operator) {
        (true, _) => Condition::Holds(Comparison(operator), term, bound),
        (false, Operator::GE) => Condition::AtLeast(term, bound),
        (false, Operator::EQ) => Condition::Equals(term, bound),
        _ => panic!("a condition on expressions is neither `>=` nor `==`: {text}"),
    }
}

fn is_constant(term: &Term) -> bool {
    match term {
        Term::Expr(_) => false,
        Term::Node(_, terms) => terms.iter().all(is_constant),
        _ => true,
    }
}

fn parse_one(text: &str) -> Term {
    match &mut Parser::of(text).all()[..] {
        [term] => std::mem::replace(term, Term::Truth(false)),
        _ => panic!("a result or condition has braces: {text}"),
    }
}

/// A parser of terms. Each method returns all terms that the text stands for.
struct Parser<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Parser<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, rest: text.trim() }
    }

    fn all(mut self) -> Vec<Term> {
        let terms = self.infix(0);
        assert!(self.rest.is_empty(), "a term ends too early: {}", self.text);
        terms
    }

    fn eat(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, token: &str) {
        assert!(self.eat(token), "a term lacks `{token}`: {}", self.text);
    }

    fn infix(&mut self, level: usize) -> Vec<Term> {
        let Some(operators) = INFIX.get(level) else { return self.prefix() };
        let mut left = self.infix(level + 1);
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.eat(token)) {
            let right = self.infix(level + 1);
            left = pairs(*operator, &left, &right);
        }
        left
    }

    fn prefix(&mut self) -> Vec<Term> {
        if self.eat("!") {
            let operands = self.prefix();
            return operands.into_iter().map(|operand| Term::Node(Operator::Not, vec![operand])).collect();
        }
        if self.eat("(") {
            let terms = self.infix(0);
            self.expect(")");
            return terms;
        }
        if self.eat("{") {
            let terms = self.infix(0);
            self.expect("}");
            return terms.into_iter().flat_map(either_order).collect();
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        if let Some((_, operator)) = FUNCTIONS.iter().find(|(name, _)| *name == word) {
            self.expect("(");
            let mut arguments = vec![Vec::new()];
            loop {
                let terms = self.infix(0);
                arguments = arguments
                    .iter()
                    .flat_map(|others| {
                        terms.iter().map(move |term| [&others[..], std::slice::from_ref(term)].concat())
                    })
                    .collect();
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")");
            return arguments.into_iter().map(|terms| Term::Node(*operator, terms)).collect();
        }
        let slot = |names: &[&str]| names.iter().position(|name| *name == word).map(|slot| slot as u8);
        let term = match (slot(&EXPRS), slot(&CONSTANTS), word) {
            (Some(slot), _, _) => Term::Expr(slot),
            (_, Some(slot), _) => Term::Constant(slot),
            (_, _, "true") => Term::Truth(true),
            (_, _, "false") => Term::Truth(false),
            _ => match word.parse() {
                Ok(number) => Term::Number(number),
                Err(_) => panic!("unknown word `{word}` in a rule: {}", self.text),
            },
        };
        vec![term]
    }
}

fn pairs(operator: Operator, left: &[Term], right: &[Term]) -> Vec<Term> {
    let with = |a: &Term| {
        let a = a.clone();
        right.iter().map(move |b| Term::Node(operator, vec![a.clone(), b.clone()])).collect::<Vec<_>>()
    };
    left.iter().flat_map(with).collect()
}

/// Returns an operator with its operands in both orders.
fn either_order(term: Term) -> Vec<Term> {
    match &term {
        Term::Node(operator, terms) if terms.len() == 2 => {
            let reversed = Term::Node(*operator, vec![terms[1].clone(), terms[0].clone()]);
            vec![term, reversed]
        }
        _ => vec![term],
    }
}
