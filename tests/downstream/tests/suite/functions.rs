//! Global functions of another crate.

use downstream::expr::Var;
use downstream::functions;
use renamed_objet::Registry;

#[test]
fn functions_of_another_crate_are_called_by_name() {
    // With the feature `inventory`, the functions are registered already, and this call has no
    // effect.
    functions::register().unwrap();
    let count = Registry::expect("down.count").unwrap();
    let x = Var::new("x");
    assert_eq!(count.call_as::<usize>((1, &x, &x)).unwrap(), 3);
    assert_eq!(count.call_as::<usize>(()).unwrap(), 0);
    assert_eq!(count.call((1, 2)).unwrap_err().message(), "argument 0: expected down.Expr, found int");
    assert_eq!(Registry::expect("down.hidden").unwrap().call_as::<i64>(("four",)).unwrap(), 4);
    assert_eq!(Registry::names("down."), ["down.count", "down.hidden"]);
}
