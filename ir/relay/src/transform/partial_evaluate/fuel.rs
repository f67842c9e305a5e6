//! The limits of expansion: a function may call itself while an argument becomes smaller.
//!
//! For each function, the fuel has the smallest arguments of the calls that are being evaluated.
//! The states of the fuel are a tree. A closure is evaluated in the state of its creation.

use std::rc::Rc;

use foldhash::HashMap;
use objet_ir::expr::RelayExpr;

use super::values::ValueId;

/// The size of an argument: its time of creation, and its value if it is a positive scalar.
pub(super) type Size = (ValueId, u64);

/// The sizes of the arguments of a function.
pub(super) type Sizes = Rc<[Size]>;

/// A state of the fuel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct FuelState(usize);

/// A call that is being evaluated.
struct Frame {
    parent: FuelState,
    depth: usize,
    function: RelayExpr,
    sizes: Sizes,
    /// The sizes of the outer calls of the same function.
    before: Option<Sizes>,
}

/// The fuel of all functions.
pub(super) struct Fuel {
    /// All frames. State 0 has no frame.
    frames: Vec<Frame>,
    sizes: HashMap<RelayExpr, Sizes>,
    state: FuelState,
}

impl Fuel {
    pub(super) const START: FuelState = FuelState(0);

    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), sizes: HashMap::default(), state: Self::START }
    }

    pub(super) fn state(&self) -> FuelState {
        self.state
    }

    /// Returns the smallest sizes of a call and of the outer calls of the same function, and
    /// whether the call makes progress: whether it is the first one, or has a smaller argument.
    pub(super) fn meet(&self, function: &RelayExpr, sizes: &[Size]) -> (Sizes, bool) {
        let Some(outer) = self.sizes.get(function) else { return (sizes.into(), true) };
        let mut progress = false;
        let met = outer.iter().zip(sizes).map(|(outer, size)| {
            progress |= size.0 < outer.0 || size.1 < outer.1;
            (size.0.min(outer.0), size.1.min(outer.1))
        });
        let met = met.collect();
        (met, progress)
    }

    /// Enters a call.
    pub(super) fn enter(&mut self, function: RelayExpr, sizes: Sizes) {
        let before = self.sizes.insert(function.clone(), sizes.clone());
        let depth = self.depth(self.state) + 1;
        self.frames.push(Frame { parent: self.state, depth, function, sizes, before });
        self.state = FuelState(self.frames.len());
    }

    fn depth(&self, state: FuelState) -> usize {
        self.frame(state).map_or(0, |frame| frame.depth)
    }

    fn frame(&self, state: FuelState) -> Option<&Frame> {
        self.frames.get(state.0.checked_sub(1)?)
    }

    /// Changes to another state, along the tree.
    pub(super) fn move_to(&mut self, target: FuelState) {
        let (mut next, mut down) = (target, Vec::new());
        while self.state != next {
            if self.depth(self.state) >= self.depth(next) {
                self.leave();
            } else {
                down.push(next);
                next = self.frame(next).map_or(Self::START, |frame| frame.parent);
            }
        }
        for state in down.into_iter().rev() {
            if let Some(frame) = self.frame(state) {
                let (function, sizes) = (frame.function.clone(), frame.sizes.clone());
                self.sizes.insert(function, sizes);
            }
            self.state = state;
        }
    }

    fn leave(&mut self) {
        let Some(frame) = self.state.0.checked_sub(1).and_then(|index| self.frames.get(index)) else {
            return;
        };
        match &frame.before {
            Some(before) => self.sizes.insert(frame.function.clone(), before.clone()),
            None => self.sizes.remove(&frame.function),
        };
        self.state = frame.parent;
    }
}
