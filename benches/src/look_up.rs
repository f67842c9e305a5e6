//! Look-ups of global functions: 1,024 of 4,096 names.

use std::hint::black_box;
use std::sync::{PoisonError, RwLock};
use std::thread;

use objet::Registry;
use objet::prelude::*;
use rustc_hash::FxHashMap;

use crate::case::{Case, Contestant, Goal};
use crate::plan::OBJECTS;
use crate::tvm_ffi;

const NAMES: usize = 4 * OBJECTS;
/// The number of passes of each of two threads, large enough to hide the cost of starting a thread.
const PASSES: usize = 256;

fn name(nth: usize) -> String {
    let folder = ["relay.op.nn", "tir.transform", "runtime", "node", "topi.x86"][nth % 5];
    format!("{folder}.Function{nth}")
}

/// Returns the names to look up, in the same random order for all contestants. Each name is a
/// separate string.
fn queried() -> Vec<String> {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        name(random as usize % NAMES)
    };
    std::iter::repeat_with(next).take(OBJECTS).collect()
}

fn known() -> Vec<(String, PackedFunc)> {
    (0..NAMES)
        .map(|nth| {
            let name = name(nth);
            let function = match Registry::find(&name) {
                Some(known) => known,
                None => {
                    let function = PackedFunc::from(TypedPackedFunc::new(move || nth as i64));
                    Registry::register_override(&name, function.clone());
                    function
                }
            };
            (name, function)
        })
        .collect()
}

/// Returns 1 for a function. The optimizer cannot remove the look-up.
fn found(function: Option<&PackedFunc>) -> u64 {
    u64::from(black_box(function).is_some())
}

#[inline(never)]
fn in_registry(names: &[String]) -> u64 {
    names.iter().fold(0, |sum, name| sum.wrapping_add(found(Registry::get(name))))
}

#[inline(never)]
fn in_map(map: &FxHashMap<String, PackedFunc>, names: &[String]) -> u64 {
    names.iter().fold(0, |sum, name| sum.wrapping_add(found(map.get(name))))
}

/// Returns 1 for a function, like [`found`], but takes a counted reference.
fn taken(function: Option<PackedFunc>) -> u64 {
    u64::from(black_box(&function).is_some())
}

#[inline(never)]
fn taken_from_registry(names: &[String]) -> u64 {
    names.iter().fold(0, |sum, name| sum.wrapping_add(taken(Registry::find(name))))
}

#[inline(never)]
fn taken_from_map(map: &FxHashMap<String, PackedFunc>, names: &[String]) -> u64 {
    names.iter().fold(0, |sum, name| sum.wrapping_add(taken(map.get(name).cloned())))
}

/// Looks names up like [`in_map`], under a lock that allows changes of the map.
#[inline(never)]
fn in_locked_map(map: &RwLock<FxHashMap<String, PackedFunc>>, names: &[String]) -> u64 {
    let read = || map.read().unwrap_or_else(PoisonError::into_inner);
    names.iter().fold(0, |sum, name| sum.wrapping_add(found(read().get(name))))
}

fn on_two_threads(look_up: impl Fn() -> u64 + Sync) -> u64 {
    let passes = || (0..PASSES).fold(0_u64, |sum, _| sum.wrapping_add(look_up()));
    thread::scope(|scope| {
        let other = scope.spawn(passes);
        let sum = passes();
        sum.wrapping_add(other.join().unwrap_or(0))
    })
}

/// Returns the cases of look-ups on one thread and on two threads.
pub fn look_up_cases() -> Vec<Case> {
    const MAP: &str = "FxHashMap";
    const LOCKED: &str = "RwLock<FxHashMap>";
    let map: FxHashMap<String, PackedFunc> = known().into_iter().collect();
    let shared = map.clone();
    let counting = map.clone();
    let (locked, shared_locked) = (RwLock::new(map.clone()), RwLock::new(map.clone()));
    let (ours, theirs, ours_on_two, theirs_on_two) = (queried(), queried(), queried(), queried());
    let (ours_taken, theirs_taken) = (queried(), queried());
    let (under_lock, under_lock_on_two) = (queried(), queried());
    let both = 2 * PASSES * OBJECTS;
    vec![
        Case::new(
            "look a name up",
            &[Goal::Times(MAP, 3.0)],
            Contestant::new("objet", move || in_registry(&ours)),
            [
                Contestant::new(MAP, move || in_map(&map, &theirs)),
                Contestant::new(LOCKED, move || in_locked_map(&locked, &under_lock)),
            ]
            .into_iter()
            .chain(tvm_ffi::look_up_contestant((0..NAMES).map(name), queried()))
            .collect(),
        ),
        Case::new(
            "look a name up, for a reference",
            &[Goal::Times(MAP, 3.0)],
            Contestant::new("objet", move || taken_from_registry(&ours_taken)),
            vec![Contestant::new(MAP, move || taken_from_map(&counting, &theirs_taken))],
        ),
        Case::new(
            "look a name up, two threads",
            &[Goal::Times(MAP, 3.0)],
            Contestant::over("objet", both, move || on_two_threads(|| in_registry(&ours_on_two))),
            vec![
                Contestant::over(MAP, both, move || on_two_threads(|| in_map(&shared, &theirs_on_two))),
                Contestant::over(LOCKED, both, move || {
                    on_two_threads(|| in_locked_map(&shared_locked, &under_lock_on_two))
                }),
            ],
        ),
    ]
}
