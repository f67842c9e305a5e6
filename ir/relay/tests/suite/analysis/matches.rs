//! Values that no clause of a match covers.

use objet::prelude::*;
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::module::IRModule;
use objet_ir::types::{GlobalTypeVar, TupleType, Type, TypeKind};
use objet_relay::adt::{
    Clause, Match, Pattern, PatternConstructor, PatternConstructorNode, PatternTuple, PatternTupleNode,
    PatternWildcard,
};
use objet_relay::analysis::{UnmatchedError, unmatched_cases};

use super::var;
use crate::deep::on_a_small_stack;

/// A module with types of constructors without a common argument type.
struct Types(IRModule);

impl Types {
    fn new() -> Self {
        Self(IRModule::new())
    }

    /// Defines a type by the names and the numbers of arguments of its constructors.
    fn define<const N: usize>(&mut self, name: &str, constructors: [(&str, usize); N]) -> [Constructor; N] {
        let header = GlobalTypeVar::new(name, TypeKind::AdtHandle, None);
        let unit: Type = TupleType::empty().into();
        let constructors = constructors
            .map(|(name, count)| Constructor::new(name, vec![unit.clone(); count], header.clone()));
        let definition = TypeData::new(header.clone(), [], constructors.clone(), None);
        self.0.add_type_def(header, definition, false).unwrap();
        constructors
    }

    fn unmatched(&self, patterns: &[Pattern]) -> Result<Vec<String>, UnmatchedError> {
        let cases = unmatched_cases(&matching(patterns), Some(&self.0));
        cases.map(|case| case.map(|case| text(&case))).collect()
    }
}

fn matching(patterns: &[Pattern]) -> Match {
    let clauses: Vec<_> = patterns.iter().map(|pattern| Clause::new(pattern.clone(), var("y"))).collect();
    Match::new(var("x"), clauses, true, None)
}

fn text(pattern: &Pattern) -> String {
    let list = |patterns: &[Pattern]| patterns.iter().map(text).collect::<Vec<_>>().join(", ");
    match_node!(match pattern {
        node @ PatternConstructorNode if node.patterns.is_empty() => node.constructor.name_hint.to_string(),
        node @ PatternConstructorNode => format!("{}({})", node.constructor.name_hint, list(&node.patterns)),
        tuple @ PatternTupleNode => format!("({})", list(&tuple.patterns)),
        _ => "_".into(),
    })
}

fn any() -> Pattern {
    PatternWildcard::new(None).into()
}

fn of(constructor: &Constructor, patterns: &[Pattern]) -> Pattern {
    PatternConstructor::new(constructor.clone(), patterns, None).into()
}

fn tuple(patterns: &[Pattern]) -> Pattern {
    PatternTuple::new(patterns, None).into()
}

#[test]
fn cases_are_disjoint_and_few() {
    let mut types = Types::new();
    let [t, f] = types.define("Bool", [("T", 0), ("F", 0)]);
    let [nil, cons] = types.define("List", [("Nil", 0), ("Cons", 2)]);
    let [none, some, many] = types.define("Count", [("None", 0), ("Some", 1), ("Many", 2)]);
    let (t, f, nil) = (of(&t, &[]), of(&f, &[]), of(&nil, &[]));
    let two = of(&cons, &[any(), of(&cons, &[any(), any()])]);
    let cases: [(&[Pattern], &[&str]); 9] = [
        (&[], &["_"]),
        (&[any(), t.clone()], &[]),
        (&[t.clone(), f.clone()], &[]),
        (std::slice::from_ref(&two), &["Cons(_, Nil)", "Nil"]),
        (&[nil.clone(), two.clone()], &["Cons(_, Nil)"]),
        (&[of(&some, std::slice::from_ref(&t))], &["Many(_, _)", "None", "Some(F)"]),
        (&[of(&many, &[t.clone(), f.clone()])], &["Many(F, _)", "Many(T, T)", "Some(_)", "None"]),
        // TVM splits both fields.
        (&[tuple(&[t.clone(), t.clone()]), tuple(&[f.clone(), t.clone()])], &["(_, F)"]),
        (&[of(&none, &[]), nil], &["Many(_, _)", "Some(_)"]),
    ];
    for (patterns, expected) in cases {
        assert_eq!(types.unmatched(patterns).unwrap(), expected, "{patterns:?}");
    }
}

#[test]
fn types_with_one_constructor_are_like_tuples() {
    let mut types = Types::new();
    let [t, _] = types.define("Bool", [("T", 0), ("F", 0)]);
    let [boxed] = types.define("Box", [("Box", 1)]);
    let in_box = |pattern| of(&boxed, &[pattern]);
    assert_eq!(types.unmatched(&[in_box(in_box(any()))]).unwrap(), [""; 0]);
    assert_eq!(types.unmatched(&[in_box(in_box(of(&t, &[])))]).unwrap(), ["Box(Box(F))"]);
}

#[test]
fn wrong_patterns_are_errors() {
    let mut types = Types::new();
    let [t, _] = types.define("Bool", [("T", 0), ("F", 0)]);
    let [_, some] = types.define("Option", [("None", 0), ("Some", 1)]);
    let (t, pair) = (of(&t, &[]), |pattern: &Pattern| tuple(&[pattern.clone(), pattern.clone()]));
    let error = |patterns: &[Pattern]| types.unmatched(patterns).unwrap_err().to_string();
    assert_eq!(error(&[of(&some, &[])]), "pattern of constructor Some: expected 1 parts, found 0");
    let mixed = "the clauses expect both a tuple and the constructor T for one value";
    assert_eq!(error(&[pair(&t), t.clone()]), mixed);
    assert_eq!(
        error(&[pair(&t), tuple(std::slice::from_ref(&t))]),
        "tuple pattern: expected 2 fields as in another clause, found 1"
    );
    let no_module = |patterns: &[Pattern]| unmatched_cases(&matching(patterns), None).next();
    let undefined = no_module(std::slice::from_ref(&t)).unwrap().unwrap_err();
    assert_eq!(undefined.to_string(), r#"pattern of constructor T: the module has no type "Bool""#);
    assert!(no_module(&[pair(&any())]).is_none() && no_module(&[any(), t]).is_none());
}

#[test]
fn columns_are_searched_without_their_product() {
    let mut types = Types::new();
    let names: [String; 50] = std::array::from_fn(|index| format!("C{index}"));
    let constructors =
        types.define("Letter", std::array::from_fn::<_, 50, _>(|index| (names[index].as_str(), 0)));
    const WIDTH: usize = 200;
    // Clause i matches if field i is C7. One case is left for each field, of 50^200 values.
    let row = |field: usize| {
        let mut fields = vec![any(); WIDTH];
        fields[field] = of(&constructors[7], &[]);
        tuple(&fields)
    };
    let mut rows: Vec<Pattern> = (0..WIDTH).map(row).collect();
    let cases = unmatched_cases(&matching(&rows), Some(&types.0));
    assert_eq!(text(&cases.take(1).next().unwrap().unwrap()).matches("C49").count(), WIDTH);
    rows.push(any());
    assert!(types.unmatched(&rows).unwrap().is_empty());
}

#[test]
fn endless_lists_of_cases_end() {
    let mut types = Types::new();
    let [t, _] = types.define("Bool", [("T", 0), ("F", 0)]);
    // (T, T, _, _, ...), (_, _, T, T, ...), ...: 2^32 cases.
    let row = |pair: usize| {
        let mut fields = vec![any(); 64];
        fields[2 * pair..2 * pair + 2].fill(of(&t, &[]));
        tuple(&fields)
    };
    let rows: Vec<Pattern> = (0..32).map(row).collect();
    let mut cases = unmatched_cases(&matching(&rows), Some(&types.0));
    assert!(cases.next().unwrap().is_ok());
    assert_eq!(cases.find_map(Result::err), Some(UnmatchedError::TooManyCases));
}

#[test]
fn deep_and_shared_patterns_are_searched() {
    on_a_small_stack(|| {
        let mut types = Types::new();
        let [t, f] = types.define("Bool", [("T", 0), ("F", 0)]);
        let [boxed] = types.define("Box", [("Box", 1)]);
        let [both] = types.define("Both", [("Both", 2)]);
        let in_boxes = |pattern| (0..200_000).fold(pattern, |inner, _| of(&boxed, &[inner]));
        let count = |patterns: &[Pattern]| unmatched_cases(&matching(patterns), Some(&types.0)).count();
        let (t, f) = (in_boxes(of(&t, &[])), in_boxes(of(&f, &[])));
        assert_eq!((count(std::slice::from_ref(&t)), count(&[t.clone(), f])), (1, 0));
        // A tree of 2^1000 nodes that matches everything.
        let shared = (0..1000).fold(any(), |inner, _| of(&both, &[inner.clone(), inner]));
        assert_eq!(count(&[shared]), 0);
    });
}
