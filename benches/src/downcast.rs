//! Downcasts of 1,024 objects that read a field of the node.

use std::any::Any;
use std::sync::Arc;

use bevy_reflect::Reflect;
use objet::prelude::*;

use crate::case::{Case, Contestant, Goal};
use crate::hand_written::{self, HandRef};
use crate::objet_nodes::open;
use crate::peers::{self, Node, Target};
use crate::plan::{Arrays, Mix};

#[inline(never)]
fn objet_leaf(objects: &[ObjectRef]) -> u64 {
    objects.iter().filter_map(|object| object.as_node::<open::DivNode>()).map(|node| node.value).sum()
}

#[inline(never)]
fn objet_base(objects: &[ObjectRef]) -> u64 {
    objects.iter().filter_map(|object| object.as_node::<open::ExprNode>()).map(|node| node.span).sum()
}

#[inline(never)]
fn by_hand_leaf(objects: &[HandRef]) -> u64 {
    let leaves = objects.iter().filter_map(|object| object.downcast::<{ hand_written::ASKED }, 1>());
    leaves.map(|node| node.value).sum()
}

#[inline(never)]
fn by_hand_base(objects: &[HandRef]) -> u64 {
    let nodes = objects
        .iter()
        .filter_map(|object| object.downcast::<{ hand_written::EXPR }, { hand_written::EXPR_LEN }>());
    nodes.map(|node| node.span).sum()
}

#[inline(never)]
fn any(objects: &[Arc<dyn Any + Send + Sync>]) -> u64 {
    objects.iter().filter_map(|object| object.downcast_ref::<Target>()).map(|node| node.value).sum()
}

#[inline(never)]
fn bevy(objects: &[Arc<dyn Reflect>]) -> u64 {
    objects.iter().filter_map(|object| object.downcast_ref::<Target>()).map(|node| node.value).sum()
}

#[inline(never)]
fn downcast_rs(objects: &[Arc<dyn Node>]) -> u64 {
    objects.iter().filter_map(|object| object.downcast_ref::<Target>()).map(|node| node.value).sum()
}

const GOAL: Goal = Goal::Times("hand-written", 1.2);

/// Returns the cases of downcasts to a base and to a leaf, for hits and mixed objects.
pub fn downcast_cases() -> Vec<Case> {
    let mixes = [Mix::Hit, Mix::Mixed];
    mixes.map(base).into_iter().chain(mixes.map(leaf)).collect()
}

fn base(mix: Mix) -> Case {
    let ours = Arrays::for_base(mix, open::object);
    let hand = Arrays::for_base(mix, hand_written::object);
    Case::new(
        format!("downcast and read, base, {}", mix.name()),
        &[GOAL],
        Contestant::new("objet", move || objet_base(ours.next())),
        vec![Contestant::new("hand-written", move || by_hand_base(hand.next()))],
    )
}

fn leaf(mix: Mix) -> Case {
    let ours = Arrays::for_leaf(mix, open::object);
    let hand = Arrays::for_leaf(mix, hand_written::object);
    let anys = Arrays::for_leaf(mix, peers::any);
    let reflects = Arrays::for_leaf(mix, peers::reflect);
    let nodes = Arrays::for_leaf(mix, peers::node);
    Case::new(
        format!("downcast and read, leaf, {}", mix.name()),
        &[GOAL],
        Contestant::new("objet", move || objet_leaf(ours.next())),
        vec![
            Contestant::new("hand-written", move || by_hand_leaf(hand.next())),
            Contestant::new("Arc<dyn Any>", move || any(anys.next())),
            Contestant::new("bevy_reflect", move || bevy(reflects.next())),
            Contestant::new("downcast-rs", move || downcast_rs(nodes.next())),
        ],
    )
}
