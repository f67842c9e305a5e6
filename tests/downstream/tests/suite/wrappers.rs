//! Wrappers: equality, hashing, size, threads.

use std::collections::HashSet;

use downstream::expr::{Add, Const, Expr, Var};
use downstream::wrappers::{Interval, IntervalRef, Name};
use renamed_objet::{IsObject, IsObjectRef};

#[test]
fn references_are_equal_if_they_refer_to_the_same_object() {
    let one = Const::new(1);
    assert_eq!(one, one.clone());
    assert_ne!(one, Const::new(1));
    let set = HashSet::from([one.clone(), one.clone(), Const::new(1)]);
    assert_eq!(set.len(), 2);
    assert!(set.contains(&one));
}

#[test]
fn hand_written_equality_replaces_identity() {
    let one = Name::new("x");
    let other = Name::new("x");
    assert_eq!(one, other);
    assert!(!one.same_as(&other));
    assert_ne!(one, Name::new("y"));
    assert_eq!(HashSet::from([one, other]).len(), 1);
}

#[test]
fn a_wrapper_can_have_any_name() {
    let interval = IntervalRef::new(1, 4);
    assert_eq!((interval.begin, interval.end), (1, 4));
    assert_eq!(interval.to_ref(), Some(interval.clone()));
    let _: <Interval as IsObject>::Ref = interval;
}

#[test]
fn a_reference_is_one_word_also_as_an_option() {
    assert_eq!(size_of::<Add>(), size_of::<usize>());
    assert_eq!(size_of::<Option<Expr>>(), size_of::<usize>());
}

#[test]
fn references_can_be_sent_to_other_threads() {
    let var = Var::new("x");
    let there = var.clone();
    let name = std::thread::spawn(move || there.name.to_string()).join().unwrap();
    assert_eq!(name, "x");
    assert_eq!(var.strong_count(), 1);
}
