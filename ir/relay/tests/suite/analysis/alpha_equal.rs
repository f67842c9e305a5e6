//! Equality up to the names of variables.

use objet_relay::analysis::alpha_equal;
use objet_relay::expr::{Function, Let};

use super::{pair, var};

#[test]
fn names_of_bound_variables_do_not_matter() {
    let nested = |outer: &str, inner: &str, swapped: bool| {
        let (x, y) = (var(outer), var(inner));
        let body = if swapped { pair(y.clone(), x.clone()) } else { pair(x.clone(), y.clone()) };
        Function::new([x.clone()], Let::new(y, x, body, None), None, [], None, None)
    };
    assert!(alpha_equal(&nested("x", "y", false), &nested("y", "x", false), false));
    assert!(!alpha_equal(&nested("x", "y", false), &nested("x", "y", true), true));
}

#[test]
fn free_variables_map_one_to_one() {
    let [x, y, a, b] = ["x", "y", "a", "b"].map(var);
    assert!(alpha_equal(&pair(x.clone(), y.clone()), &pair(a.clone(), b), true));
    assert!(!alpha_equal(&pair(x.clone(), y.clone()), &pair(a.clone(), a.clone()), true));
    assert!(!alpha_equal(&pair(x.clone(), x.clone()), &pair(x, y), true));
}
