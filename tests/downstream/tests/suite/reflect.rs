//! Access by name to the fields of nodes in a module that shadows the prelude.

use downstream::reflect::{Kinds, Listed, Rounding};
use renamed_objet::fields::attr_names;
use renamed_objet::{Array, IsObjectRef, ObjectRef, get_attr, make_node, with_attr};

fn kinds() -> Kinds {
    downstream::reflect::register().unwrap();
    let vars = Array::<ObjectRef>::new();
    make_node("down.Kinds", [("vars", (&vars).into())]).unwrap().downcast().unwrap()
}

#[test]
fn nodes_in_a_shadowing_module_are_made_by_name() {
    let kinds = kinds();
    assert_eq!((kinds.small, kinds.large, kinds.real, kinds.seed), (-1, u64::MAX, 0.5, 3));
    assert_eq!((kinds.r#type.as_str(), kinds.rounding), ("text", Rounding::Nearest));
    let names =
        ["small", "large", "real-number", "type", "dtype", "rounding", "vars", "map", "tensor", "next"];
    assert_eq!(attr_names(&kinds).unwrap()[..10], names);
    let rounding = get_attr(&kinds, "rounding").unwrap();
    assert_eq!(rounding.get::<Rounding>(), Ok(Rounding::Nearest));
}

#[test]
fn options_work_in_a_shadowing_module() {
    let error = |value: i64| with_attr(kinds(), "small", value.into()).unwrap_err().to_string();
    assert_eq!(error(3), "down.Kinds.small: expected -2 to 2, found 3");
    assert_eq!(error(0), "invalid down.Kinds node: zero is too small");
}

#[test]
fn a_node_can_list_fields_of_its_ancestors() {
    let (own, vars) = (kinds(), Array::<ObjectRef>::new());
    let attrs = [("own", (&own).into()), ("vars", (&vars).into()), ("small", 2.into())];
    let listed: Listed = make_node("down.Listed", attrs).unwrap().downcast().unwrap();
    assert_eq!(attr_names(&listed).unwrap(), ["own", "small", "type", "vars"]);
    assert!(listed.own.same_as(&own) && listed.small == 2);
}
