//! Registrations that fail: descriptions that look up operators or panic, and invalid target tags.
//!
//! These tests have their own program, because an invalid tag makes every listing of all tags fail.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use objet_ir::op::{Op, OpError};
use objet_ir::target::{Target, TargetError};
use objet_ir::{register_op, register_op_attrs, register_target_tag};
use objet_relay as _;

register_op! { "test.asks.one" .attr("test.asked", Op::get("nn.relu").unwrap()) }
register_op! { "test.asks.all" .attr("test.asked", Op::all().count() as i64) }
register_op! { "test.asks.attr" .attr("test.asked", Op::get_attr_map::<i64>("TOpPattern").len() as i64) }
register_op! { "test.copes" .support_level(if Op::get("nn.relu").is_err() { 4 } else { 5 }) }

fn panics() -> i64 {
    panic!("boo")
}
register_op! { "test.panics" .attr("test.asked", panics()) }
register_op_attrs! { "test.panics" .attr("test.given", 1) }

register_op! { "test.extended" .attr("test.own", 1) }
register_op_attrs! { "test.extended"
    .attr("test.asked", Op::get("nn.relu").unwrap())
    .attr("test.more", 1 + Op::get_attr_map::<i64>("test.own").get(&Op::get("test.extended").unwrap()).unwrap().unwrap())
}
register_op! { "test.spoilt" .attr("test.own", 2) }
register_op_attrs! { "test.spoilt" .attr("test.given", panics()) }

/// Runs the function on a new thread, and panics if it does not return in time.
fn in_time<T: Send + 'static>(function: fn() -> T) -> T {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || send.send(function()));
    receive.recv_timeout(Duration::from_secs(60)).unwrap()
}

#[test]
fn a_description_that_looks_up_operators_fails() {
    let cases = [
        (
            "test.asks.one",
            r#"RegistryIncomplete { found: "the operator \"nn.relu\" is", described: "test.asks.one" }"#,
        ),
        ("test.asks.all", r#"all operators are looked up while the operator "test.asks.all" is described"#),
        (
            "test.asks.attr",
            r#"the attribute "TOpPattern" is looked up while the operator "test.asks.attr" is described"#,
        ),
    ];
    for ((name, reason), error) in cases.into_iter().zip(in_time(|| {
        ["test.asks.one", "test.asks.all", "test.asks.attr"].map(|name| Op::get(name).unwrap_err())
    })) {
        let OpError::Panicked { name: found, location, source } = &error else { panic!("{error}") };
        assert_eq!((*found, location.file()), (name, file!()));
        assert!(source.message.contains(reason), "{error}");
    }
    assert_eq!(in_time(|| Op::get("test.copes")).unwrap().support_level.load(), 4);
}

#[test]
fn attribute_values_may_refer_to_operators() {
    let (extended, relu) = in_time(|| (Op::get("test.extended").unwrap(), Op::get("nn.relu").unwrap()));
    assert_eq!(Op::get_attr_map::<Op>("test.asked").get(&extended).unwrap(), Some(relu));
    assert_eq!(Op::get_attr_map::<i64>("test.more").get(&extended).unwrap(), Some(2));
}

#[test]
fn a_registration_that_panics_fails_only_its_operator() {
    for name in ["test.panics", "test.spoilt"] {
        let error = Op::get(name).unwrap_err().to_string();
        let location = format!("the operator {name:?}: its registration at {}:", file!());
        assert!(error.starts_with(&location) && error.ends_with(" panicked: boo"), "{error}");
        assert!(Op::all().all(|op| op.name != name));
    }
    assert!(Op::get("nn.dense").is_ok());
    assert!(Op::all().any(|op| op.name == "test.extended"));
    assert!(!Op::attr_names().contains(&"test.given".into()));
}

register_target_tag!("tests/bad", r#"{"kind": "#);
register_target_tag!("tests/twice", r#"{"kind": "c"}"#);
register_target_tag!("tests/twice", r#"{"kind": "llvm"}"#);

#[test]
fn the_error_of_an_invalid_tag_contains_its_location() {
    let error = Target::new("tests/bad").unwrap_err().to_string();
    assert!(error.contains("tests/registration_faults.rs:"), "{error}");
}

#[test]
fn a_tag_registered_twice_is_an_error() {
    assert!(matches!(Target::new("tests/twice"), Err(TargetError::DuplicateTag { .. })));
}
