//! Instance checks of 1,024 objects.

use std::any::Any;
use std::sync::Arc;

use bevy_reflect::Reflect;
use objet::prelude::*;

use crate::case::{Case, Contestant, Goal};
use crate::hand_written::{self, HandRef};
use crate::objet_nodes::{closed, late_object, open};
use crate::peers::{self, Node, Target};
use crate::plan::{Arrays, Mix};

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
    objects.iter().filter(|object| object.is::<Target>()).count() as u64
}

#[inline(never)]
fn bevy(objects: &[Arc<dyn Reflect>]) -> u64 {
    objects.iter().filter(|object| object.is::<Target>()).count() as u64
}

#[inline(never)]
fn downcast_rs(objects: &[Arc<dyn Node>]) -> u64 {
    objects.iter().filter(|object| object.is::<Target>()).count() as u64
}

type Make = fn(usize, u64) -> ObjectRef;
type Count = fn(&[ObjectRef]) -> u64;

/// Returns the cases of checks for a base and for a leaf, with hits, misses and mixed objects, for
/// linked types and for types that are registered later.
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

/// The other peers have no hierarchy of types, so hand-written code is the only peer.
fn base(mix: Mix, rule: &str, make: Make, count: Count) -> Case {
    let ours = Arrays::for_base(mix, make);
    let hand = Arrays::for_base(mix, hand_written::object);
    Case::new(
        format!("is_instance, base, {}, {rule}", mix.name()),
        &[goal(mix)],
        Contestant::new("objet", move || count(ours.next())),
        vec![contestant_by_hand::<{ hand_written::EXPR }, { hand_written::EXPR_LEN }>(hand)],
    )
}

fn leaf(mix: Mix, rule: &str, make: Make, count: Count) -> Case {
    let ours = Arrays::for_leaf(mix, make);
    let hand = Arrays::for_leaf(mix, hand_written::object);
    let anys = Arrays::for_leaf(mix, peers::any);
    let reflects = Arrays::for_leaf(mix, peers::reflect);
    let nodes = Arrays::for_leaf(mix, peers::node);
    Case::new(
        format!("is_instance, leaf, {}, {rule}", mix.name()),
        &[goal(mix)],
        Contestant::new("objet", move || count(ours.next())),
        vec![
            contestant_by_hand::<{ hand_written::ASKED }, 1>(hand),
            Contestant::new("Arc<dyn Any>", move || any(anys.next())),
            Contestant::new("bevy_reflect", move || bevy(reflects.next())),
            Contestant::new("downcast-rs", move || downcast_rs(nodes.next())),
        ],
    )
}

/// All objects have types that are registered late. The check tests for the linked base of half of
/// these types.
fn late(mix: Mix) -> Case {
    let ours = Arrays::for_base(mix, late_object);
    let hand = Arrays::for_base(mix, hand_written::object);
    Case::new(
        format!("is_instance, base, {}, late types", mix.name()),
        &[Goal::Nanoseconds(1.5)],
        Contestant::new("objet", move || objet::<open::ExprNode>(ours.next())),
        vec![contestant_by_hand::<{ hand_written::EXPR }, { hand_written::EXPR_LEN }>(hand)],
    )
}

fn contestant_by_hand<const BEGIN: u32, const LEN: u32>(objects: Arrays<HandRef>) -> Contestant {
    Contestant::new("hand-written", move || by_hand::<BEGIN, LEN>(objects.next()))
}

fn goal(mix: Mix) -> Goal {
    match mix {
        Mix::Hit => Goal::Times("hand-written", 1.2),
        // Half of the mixed objects are misses.
        Mix::Miss | Mix::Mixed => Goal::Times("hand-written", 1.5),
    }
}
