//! "Is this a `T`?", asked of 1,024 objects.

use std::any::Any;
use std::hint::black_box;
use std::sync::Arc;

use bevy_reflect::Reflect;
use objet::prelude::*;

use crate::case::{Case, Goal, Side};
use crate::hand_written::{self, HandRef};
use crate::objet_nodes::{closed, late_object, open};
use crate::peers::{self, Asked, Node};
use crate::plan::{Mix, array};

#[inline(never)]
fn objet<T: IsObject>(objects: &[ObjectRef]) -> u64 {
    objects.iter().filter(|object| object.is_instance::<T>()).count() as u64
}

#[inline(never)]
fn by_hand<const BEGIN: u32, const LEN: u32>(objects: &[HandRef]) -> u64 {
    objects.iter().filter(|object| object.is::<BEGIN, LEN>()).count() as u64
}

#[inline(never)]
fn any(objects: &[Arc<dyn Any + Send + Sync>]) -> u64 {
    objects.iter().filter(|object| object.is::<Asked>()).count() as u64
}

#[inline(never)]
fn bevy(objects: &[Arc<dyn Reflect>]) -> u64 {
    objects.iter().filter(|object| object.is::<Asked>()).count() as u64
}

#[inline(never)]
fn downcast_rs(objects: &[Arc<dyn Node>]) -> u64 {
    objects.iter().filter(|object| object.is::<Asked>()).count() as u64
}

type Make = fn(usize, u64) -> ObjectRef;
type Count = fn(&[ObjectRef]) -> u64;

/// Base and leaf, hit, miss and mixed, for types that were linked in and for types that arrived late.
pub fn instance_check_cases() -> Vec<Case> {
    let open_or_closed: [(&str, Make, Count, Count); 2] = [
        ("may overflow", open::object, objet::<open::ExprNode>, objet::<open::DivNode>),
        ("no overflow", closed::object, objet::<closed::ExprNode>, objet::<closed::DivNode>),
    ];
    let mut cases = Vec::new();
    for (rule, make, count_base, count_leaf) in open_or_closed {
        cases.extend(Mix::ALL.map(|mix| base(mix, rule, make, count_base)));
        cases.extend(Mix::ALL.map(|mix| leaf(mix, rule, make, count_leaf)));
    }
    cases.extend(Mix::ALL.map(late));
    cases
}

/// Only a hierarchy can be asked for a base, so hand-written code is the only peer.
fn base(mix: Mix, rule: &str, make: Make, count: Count) -> Case {
    let ours = array(mix.of_base(), make);
    let hand = array(mix.of_base(), hand_written::object);
    Case::new(
        format!("is_instance, base, {}, {rule}", mix.name()),
        &[goal(mix)],
        Side::new("objet", move || count(black_box(&ours))),
        vec![side_by_hand::<{ hand_written::EXPR }, { hand_written::EXPR_LEN }>(hand)],
    )
}

fn leaf(mix: Mix, rule: &str, make: Make, count: Count) -> Case {
    let ours = array(mix.of_leaf(), make);
    let hand = array(mix.of_leaf(), hand_written::object);
    let anys = array(mix.of_leaf(), peers::any);
    let reflects = array(mix.of_leaf(), peers::reflect);
    let nodes = array(mix.of_leaf(), peers::node);
    Case::new(
        format!("is_instance, leaf, {}, {rule}", mix.name()),
        &[goal(mix)],
        Side::new("objet", move || count(black_box(&ours))),
        vec![
            side_by_hand::<{ hand_written::ASKED }, 1>(hand),
            Side::new("Arc<dyn Any>", move || any(black_box(&anys))),
            Side::new("bevy_reflect", move || bevy(black_box(&reflects))),
            Side::new("downcast-rs", move || downcast_rs(black_box(&nodes))),
        ],
    )
}

/// All objects are of late types, and the check asks for the linked base that half of them derive from.
fn late(mix: Mix) -> Case {
    let ours = array(mix.of_base(), late_object);
    let hand = array(mix.of_base(), hand_written::object);
    Case::new(
        format!("is_instance, base, {}, late types", mix.name()),
        &[Goal::Nanoseconds(1.5)],
        Side::new("objet", move || objet::<open::ExprNode>(black_box(&ours))),
        vec![side_by_hand::<{ hand_written::EXPR }, { hand_written::EXPR_LEN }>(hand)],
    )
}

fn side_by_hand<const BEGIN: u32, const LEN: u32>(objects: Vec<HandRef>) -> Side {
    Side::new("hand-written", move || by_hand::<BEGIN, LEN>(black_box(&objects)))
}

fn goal(mix: Mix) -> Goal {
    match mix {
        Mix::Hit => Goal::Times("hand-written", 1.2),
        // Half of the mixed ones are misses.
        Mix::Miss | Mix::Mixed => Goal::Times("hand-written", 1.5),
    }
}
