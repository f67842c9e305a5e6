//! Nodes and functions whose code panics, for the tests of panics at each call from Objet into user
//! code.

use std::sync::atomic::{AtomicBool, Ordering};

use objet::String;
use objet::compare::{EqualReducer, HashReducer};
use objet::function::RuntimeError;
use objet::prelude::*;
use objet::text::ReprPrinter;

/// A node whose code panics in one operation.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Trap", is_final)]
#[reflect(check = check_trap, compare_with(equal_traps, hash_trap), repr = show_trap)]
pub(crate) struct TrapNode {
    base: Object,
    /// The operation that panics: `check`, `equality`, `hash` or `text`.
    pub at: String,
    /// A field whose default panics after `shapes.set_traps`.
    #[reflect(default = default_of_trap())]
    pub x: i64,
}

static ARE_SET: AtomicBool = AtomicBool::new(false);

/// Makes the defaults of traps panic. Python needs the defaults when it creates a class, so they do
/// not panic before this call.
#[register_global("shapes.set_traps")]
fn set_traps() {
    ARE_SET.store(true, Ordering::Relaxed);
}

fn default_of_trap() -> i64 {
    if ARE_SET.load(Ordering::Relaxed) { sprung("default") } else { 0 }
}

impl TrapNode {
    fn pass(&self, place: &str) {
        if &*self.at == place {
            sprung(place)
        }
    }
}

fn check_trap(trap: &TrapNode) -> Result<(), RuntimeError> {
    trap.pass("check");
    Ok(())
}

fn equal_traps<'a>(lhs: &'a TrapNode, _rhs: &'a TrapNode, _reducer: &mut EqualReducer<'a>) -> bool {
    lhs.pass("equality");
    true
}

fn hash_trap<'a>(trap: &'a TrapNode, _reducer: &mut HashReducer<'a>) {
    trap.pass("hash");
}

fn show_trap<'a>(trap: &'a TrapNode, _printer: &mut ReprPrinter<'a>) {
    trap.pass("text");
}

/// A node that panics when it is copied, and when it is dropped.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "shapes.Snare", is_final)]
pub(crate) struct SnareNode {
    base: Object,
    /// A number without meaning.
    pub x: i64,
    #[reflect(skip)]
    spring: Spring,
}

#[derive(Default)]
struct Spring;

impl Clone for Spring {
    fn clone(&self) -> Self {
        sprung("copy")
    }
}

impl Drop for Spring {
    fn drop(&mut self) {
        sprung("end")
    }
}

fn sprung<T>(place: &str) -> T {
    panic!("sprung: {place}")
}

/// Returns a function that panics when it is dropped.
#[register_global("shapes.panics_at_its_end")]
fn panics_at_its_end() -> PackedFunc {
    let spring = Spring;
    PackedFunc::from_fn(move |_, _| {
        let _ = &spring;
        Ok(())
    })
}
