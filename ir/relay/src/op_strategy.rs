//! Operator strategies: the implementations of an operator for a target, with their conditions.

use objet::String;
use objet::fields::FieldCell;
use objet::function::{BoxError, RetValue};
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExprNode;
use objet_ir::types::Type;
use objet_tir::te::{SpecializedCondition, Tensor};

/// One implementation of an operator: a compute function and a schedule function.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpImplementation", is_final)]
pub struct OpImplementationNode {
    base: Object,
    /// The name of the implementation.
    pub name: String,
    /// The preference level. The implementation with the highest level is chosen.
    pub plevel: i32,
    #[reflect(skip)]
    compute: Option<PackedFunc>,
    #[reflect(skip)]
    schedule: Option<PackedFunc>,
}

/// The implementations that are valid under one condition.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpSpecialization", is_final, new(span = None))]
#[reflect(fields(condition, implementations))]
pub struct OpSpecializationNode {
    base: RelayExprNode,
    /// The implementations.
    pub implementations: FieldCell<Array<OpImplementation>>,
    /// The condition; null if the implementations are always valid.
    pub condition: Option<SpecializedCondition>,
}

/// All implementations of an operator for a target.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.OpStrategy", is_final)]
#[reflect(fields(specializations))]
pub struct OpStrategyNode {
    base: RelayExprNode,
    /// The implementations, grouped by condition.
    pub specializations: FieldCell<Array<OpSpecialization>>,
}

impl OpImplementation {
    /// Creates an implementation.
    ///
    /// `compute` returns output tensors from attributes, input tensors and the type of the result.
    /// `schedule` returns a schedule from attributes, output tensors and a target.
    pub fn new(name: impl Into<String>, compute: PackedFunc, schedule: PackedFunc, plevel: i32) -> Self {
        let (name, compute, schedule) = (name.into(), Some(compute), Some(schedule));
        make_object(OpImplementationNode { base: Object::new(), name, plevel, compute, schedule }).into()
    }
}

impl OpImplementationNode {
    /// Computes the output tensors of the operator.
    ///
    /// # Errors
    /// Returns the errors of the function. Fails if the result has the wrong type, or if the
    /// implementation was loaded from a file and so has no functions.
    pub fn compute(
        &self,
        attrs: Option<&Attrs>,
        inputs: &Array<Tensor>,
        out_type: Option<&Type>,
    ) -> Result<Array<Tensor>, BoxError> {
        Ok(self.function(&self.compute)?.call((attrs, inputs, out_type))?.get()?)
    }

    /// Creates the schedule of output tensors for a target.
    ///
    /// # Errors
    /// Returns the errors of the function. Fails if the implementation was loaded from a file and
    /// so has no functions.
    pub fn schedule(
        &self,
        attrs: Option<&Attrs>,
        outs: &Array<Tensor>,
        target: Option<&ObjectRef>,
    ) -> Result<RetValue, BoxError> {
        Ok(self.function(&self.schedule)?.call((attrs, outs, target))?)
    }

    fn function<'a>(&self, function: &'a Option<PackedFunc>) -> Result<&'a PackedFunc, BoxError> {
        function.as_ref().ok_or_else(|| {
            format!("implementation {:?} has no functions (it was loaded from a file)", self.name).into()
        })
    }
}

impl OpStrategy {
    /// Creates a strategy without implementations.
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
    /// Adds an implementation that is valid under exactly this condition. All references to the
    /// strategy see the new implementation.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_relay::op_strategy::{OpImplementation, OpStrategy};
    ///
    /// let nothing: PackedFunc = TypedPackedFunc::new(|| ()).into();
    /// let strategy = OpStrategy::new();
    /// let implementation = OpImplementation::new("dense.x86", nothing.clone(), nothing, 10);
    /// strategy.add_implementation(None, implementation);
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

/// Creates a strategy without implementations.
#[register_global("relay.op._make.OpStrategy")]
fn op_strategy() -> OpStrategy {
    OpStrategy::new()
}

/// Adds an implementation that is always valid.
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

/// Computes the output tensors of an implementation.
#[register_global("relay.op._OpImplementationCompute")]
fn compute(
    implementation: OpImplementation,
    attrs: Option<Attrs>,
    inputs: Array<Tensor>,
    out_type: Option<Type>,
) -> Result<Array<Tensor>, BoxError> {
    implementation.compute(attrs.as_ref(), &inputs, out_type.as_ref())
}

/// Creates the schedule of an implementation.
#[register_global("relay.op._OpImplementationSchedule")]
fn schedule(
    implementation: OpImplementation,
    attrs: Option<Attrs>,
    outs: Array<Tensor>,
    target: Option<ObjectRef>,
) -> Result<RetValue, BoxError> {
    implementation.schedule(attrs.as_ref(), &outs, target.as_ref())
}
