//! How operators are computed: the implementations that there are for a target, with the conditions under which they are right.

use objet::prelude::*;
use objet::{BoxError, FieldCell, RetValue, String};
use objet_ir::attrs::Attrs;
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::types::Type;
use objet_tir::te::{SpecializedCondition, Tensor};

/// One way to compute an operator: what is computed, and in which order.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpImplementation", is_final)]
pub struct OpImplementationNode {
    base: Object,
    /// Its name.
    pub name: String,
    /// How much it is preferred: the highest level is taken.
    pub plevel: i32,
    #[reflect(skip)]
    compute: Option<PackedFunc>,
    #[reflect(skip)]
    schedule: Option<PackedFunc>,
}

/// The implementations that are right under one condition.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpSpecialization", is_final, new(span = None))]
#[reflect(fields(condition, implementations))]
pub struct OpSpecializationNode {
    base: RelayExprNode,
    /// The implementations.
    pub implementations: FieldCell<Array<OpImplementation>>,
    /// The condition; without one they always are.
    pub condition: Option<SpecializedCondition>,
}

/// All implementations of an operator for a target.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpStrategy", is_final)]
#[reflect(fields(specializations))]
pub struct OpStrategyNode {
    base: RelayExprNode,
    /// The implementations, by their conditions.
    pub specializations: FieldCell<Array<OpSpecialization>>,
}

impl OpImplementation {
    /// An implementation of a function that makes tensors of attributes, tensors and the type of the result, and of one that makes a
    /// schedule of attributes, tensors and a target.
    pub fn new(name: impl Into<String>, compute: PackedFunc, schedule: PackedFunc, plevel: i32) -> Self {
        let (name, compute, schedule) = (name.into(), Some(compute), Some(schedule));
        make_object(OpImplementationNode { base: Object::new(), name, plevel, compute, schedule }).into()
    }
}

impl OpImplementationNode {
    /// The tensors that the operator gives.
    ///
    /// # Errors
    /// Those of the function; if it gives something else; or if there is none, as in an implementation from a file.
    pub fn compute(
        &self,
        attrs: Option<&Attrs>,
        inputs: &Array<Tensor>,
        out_type: Option<&Type>,
    ) -> Result<Array<Tensor>, BoxError> {
        Ok(self.function(&self.compute)?.call((attrs, inputs, out_type))?.get()?)
    }

    /// The schedule for tensors that it has given, on a target.
    ///
    /// # Errors
    /// Those of the function; or if there is none, as in an implementation from a file.
    pub fn schedule(
        &self,
        attrs: Option<&Attrs>,
        outs: &Array<Tensor>,
        target: Option<&ObjectRef>,
    ) -> Result<RetValue, BoxError> {
        Ok(self.function(&self.schedule)?.call((attrs, outs, target))?)
    }

    fn function<'a>(&self, function: &'a Option<PackedFunc>) -> Result<&'a PackedFunc, BoxError> {
        function.as_ref().ok_or_else(|| format!("the implementation {:?} has no functions", self.name).into())
    }
}

impl OpStrategy {
    /// A strategy without implementations.
    pub fn new() -> Self {
        let specializations = FieldCell::default();
        make_object(OpStrategyNode { base: RelayExprNode::new(None), specializations }).into()
    }
}

impl Default for OpStrategy {
    fn default() -> Self {
        Self::new()
    }
}

impl OpStrategyNode {
    /// Adds an implementation that is right under this very condition, which all see who refer to the strategy.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_relay::op_strategy::{OpImplementation, OpStrategy};
    ///
    /// let nothing: PackedFunc = TypedPackedFunc::new(|| ()).into();
    /// let strategy = OpStrategy::new();
    /// strategy.add_implementation(None, OpImplementation::new("dense.x86", nothing.clone(), nothing, 10));
    /// let implementations = strategy.specializations.load()[0].implementations.load();
    /// assert_eq!(implementations[0].name, "dense.x86");
    /// ```
    pub fn add_implementation(&self, condition: Option<&SpecializedCondition>, added: OpImplementation) {
        self.specializations.update(|specializations| {
            let same = specializations.iter().find(|own| own.condition.as_ref() == condition);
            match same {
                Some(own) => own.implementations.update(|implementations| implementations.push(added)),
                None => specializations.push(OpSpecialization::new(Array::from([added]), condition.cloned())),
            }
        });
    }
}

/// A strategy without implementations.
#[register_global("relay.op._make.OpStrategy")]
fn op_strategy() -> OpStrategy {
    OpStrategy::new()
}

/// Adds an implementation that is always right.
#[register_global("relay.op._OpStrategyAddImplementation")]
fn add_implementation(
    strategy: OpStrategy,
    compute: PackedFunc,
    schedule: PackedFunc,
    name: String,
    plevel: i32,
) {
    strategy.add_implementation(None, OpImplementation::new(name, compute, schedule, plevel));
}

/// The tensors that an implementation gives.
#[register_global("relay.op._OpImplementationCompute")]
fn compute(
    implementation: OpImplementation,
    attrs: Option<Attrs>,
    inputs: Array<Tensor>,
    out_type: Option<Type>,
) -> Result<Array<Tensor>, BoxError> {
    implementation.compute(attrs.as_ref(), &inputs, out_type.as_ref())
}

/// The schedule of an implementation.
#[register_global("relay.op._OpImplementationSchedule")]
fn schedule(
    implementation: OpImplementation,
    attrs: Option<Attrs>,
    outs: Array<Tensor>,
    target: Option<ObjectRef>,
) -> Result<RetValue, BoxError> {
    implementation.schedule(attrs.as_ref(), &outs, target.as_ref())
}
