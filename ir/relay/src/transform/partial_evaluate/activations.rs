//! The values of variables.
//!
//! An activation has the variables of one evaluation of a function's body. Its parent is the
//! activation in which the function was created. The number of functions around a variable tells
//! in which ancestor the value is, and jumps over several ancestors find it in logarithmic time.

use std::rc::Rc;

use foldhash::HashMap;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::types::{Type, TypeVar};

use super::values::ValueId;
use crate::analysis::bound_by;
use crate::expr::{FunctionNode, Id, Var};
use crate::functor::parts;
use crate::scope::is_primitive;

/// An activation, by its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ActivationId(usize);

/// The types that the type variables of polymorphic functions stand for.
pub(super) type TypeArgs = Option<Rc<HashMap<TypeVar, Type>>>;

struct Activation {
    values: HashMap<Id, ValueId>,
    parent: ActivationId,
    /// An ancestor further above.
    jump: ActivationId,
    depth: usize,
    types: TypeArgs,
}

/// All activations.
pub(super) struct Activations {
    all: Vec<Activation>,
    /// The number of functions around each variable.
    depths: HashMap<Id, usize>,
}

impl Activations {
    /// The parent of the activations of global functions.
    pub(super) const ROOT: ActivationId = ActivationId(0);

    pub(super) fn new() -> Self {
        let root = Activation {
            values: HashMap::default(),
            parent: Self::ROOT,
            jump: Self::ROOT,
            depth: 0,
            types: None,
        };
        Self { all: vec![root], depths: HashMap::default() }
    }

    /// Counts the functions around the variables of a global function.
    pub(super) fn count_depths(&mut self, function: &impl IsObjectRef) {
        let mut walk = parts(function);
        let mut depth = 0;
        while let Some(event) = walk.next() {
            match event {
                WalkEvent::Enter(object) => {
                    if let Some(function) = object.as_node::<FunctionNode>() {
                        if is_primitive(function) {
                            walk.skip_subtree();
                            continue;
                        }
                        depth += 1;
                    }
                    let vars = bound_by(&object).iter();
                    self.depths.extend(vars.map(|var| (var.vid.clone(), depth)));
                }
                WalkEvent::Leave(object) => depth -= usize::from(object.is_instance::<FunctionNode>()),
            }
        }
    }

    pub(super) fn open(&mut self, parent: ActivationId, types: TypeArgs) -> ActivationId {
        let depth = |id: ActivationId| self.all[id.0].depth;
        let jump = |id: ActivationId| self.all[id.0].jump;
        let above = jump(parent);
        let jumps = depth(parent) - depth(above) == depth(above) - depth(jump(above));
        let jump = if jumps { jump(above) } else { parent };
        let depth = depth(parent) + 1;
        self.all.push(Activation { values: HashMap::default(), parent, jump, depth, types });
        ActivationId(self.all.len() - 1)
    }

    pub(super) fn insert(&mut self, activation: ActivationId, var: &Var, value: ValueId) {
        self.all[activation.0].values.insert(var.vid.clone(), value);
    }

    /// Returns the value of a variable.
    pub(super) fn get(&self, mut activation: ActivationId, var: &Id) -> Option<ValueId> {
        let depth = *self.depths.get(var)?;
        loop {
            let found = &self.all[activation.0];
            if found.depth <= depth {
                return found.values.get(var).copied();
            }
            activation = if self.all[found.jump.0].depth >= depth { found.jump } else { found.parent };
        }
    }

    pub(super) fn types(&self, activation: ActivationId) -> &TypeArgs {
        &self.all[activation.0].types
    }
}
