//! The evaluation of expressions in A-normal form.
//!
//! The operands of each expression are atoms, so only the value of a `let` has to be evaluated
//! before the rest. The unfinished `let`s are a list of frames: nothing recurses.

use foldhash::HashMap;
use objet::String as Text;
use objet::containers::ADT;
use objet::prelude::*;
use objet::progress::Steps;
use objet_ir::adt::{Constructor, ConstructorNode};
use objet_ir::expr::{GlobalVar, GlobalVarNode, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpNode};

use super::EvaluationError;
use super::captures::Captures;
use super::error::Location;
use super::values::{InterpreterClosure, RecClosure, RefValue};
use crate::adt::Match;
use crate::expr::{
    Call, Constant, ConstantNode, Function, FunctionNode, Id, If, Let, RefCreate, RefRead, RefWrite, Tuple,
    TupleGetItem, Var, VarNode,
};
use crate::functor::ExprFunctor;
use crate::kernels::scalar::Scalar;
use crate::scope::is_primitive;
use crate::transform::to_a_normal_form_expr;

/// The maximum number of unfinished `let`s, and so of unfinished calls.
pub const MAX_FRAMES: usize = 1 << 21;

pub(super) type Result<T> = std::result::Result<T, EvaluationError>;

/// The values of the variables of a function's body.
pub(super) type Activation = HashMap<Id, ObjectRef>;

/// A `let` whose value is being evaluated.
struct Frame {
    var: Var,
    body: RelayExpr,
    /// The variables of the `let`, while a function that the value calls has its own.
    activation: Option<Activation>,
}

/// The next step of the evaluation.
pub(super) enum Step {
    Evaluate(RelayExpr),
    /// A value goes to the innermost frame.
    Value(ObjectRef),
}

/// The state of an evaluation.
pub(super) struct Evaluator<'a> {
    module: &'a IRModule,
    pub(super) activation: Activation,
    frames: Vec<Frame>,
    captures: Captures,
    globals: HashMap<Text, InterpreterClosure>,
    /// The bodies in A-normal form of functions that [`to_a_normal_form`] leaves as they are.
    ///
    /// [`to_a_normal_form`]: crate::transform::to_a_normal_form
    bodies: HashMap<Function, RelayExpr>,
    pub(super) steps: Steps,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(module: &'a IRModule) -> Self {
        Self {
            module,
            activation: Activation::default(),
            frames: Vec::new(),
            captures: Captures::default(),
            globals: HashMap::default(),
            bodies: HashMap::default(),
            steps: Steps::new("evaluate", None),
        }
    }

    /// Evaluates a closed expression in A-normal form.
    pub(super) fn evaluate(mut self, expr: &RelayExpr) -> Result<ObjectRef> {
        self.run(Step::Evaluate(expr.clone()))
    }

    /// Applies a closure to arguments.
    pub(super) fn apply(mut self, closure: &ObjectRef, args: Vec<ObjectRef>) -> Result<ObjectRef> {
        let step = self.enter(closure, args, None)?;
        self.run(step)
    }

    /// Evaluates until no frame waits.
    fn run(&mut self, mut step: Step) -> Result<ObjectRef> {
        loop {
            self.steps.next();
            step = match step {
                Step::Evaluate(expr) => self.visit_expr(&expr)?,
                Step::Value(value) => match self.frames.pop() {
                    None => return Ok(value),
                    Some(frame) => {
                        if let Some(activation) = frame.activation {
                            self.activation = activation;
                        }
                        self.activation.insert(frame.var.vid.clone(), value);
                        Step::Evaluate(frame.body)
                    }
                },
            }
        }
    }

    /// Replaces the variables by those of a called function. A call in tail position drops the
    /// present variables.
    pub(super) fn switch_to(&mut self, activation: Activation) {
        let caller = std::mem::replace(&mut self.activation, activation);
        if let Some(frame) = self.frames.last_mut()
            && frame.activation.is_none()
        {
            frame.activation = Some(caller);
        }
    }

    /// Returns the value of an operand, which is an atom.
    pub(super) fn atom(&mut self, expr: &RelayExpr) -> Result<ObjectRef> {
        match_node!(match expr {
            var @ VarNode => value_of(&self.activation, var),
            ConstantNode | GlobalVarNode | FunctionNode | OpNode | ConstructorNode => {
                match self.visit_expr(expr)? {
                    Step::Value(value) => Ok(value),
                    Step::Evaluate(_) => unreachable!("an atom has a value at once"),
                }
            }
            _ => Err(EvaluationError::Expression { key: expr.type_key(), at: expr.span.as_ref().into() }),
        })
    }

    pub(super) fn atoms(&mut self, exprs: &Array<RelayExpr>) -> Result<Vec<ObjectRef>> {
        exprs.iter().map(|expr| self.atom(expr)).collect()
    }

    /// Returns the value of a global function.
    pub(super) fn global(&mut self, var: &GlobalVar) -> Result<InterpreterClosure> {
        if let Some(closure) = self.globals.get(&var.name_hint) {
            return Ok(closure.clone());
        }
        let function = self.module.lookup_by_name(&var.name_hint)?.downcast::<Function>().map_err(|_| {
            EvaluationError::NotRelay { name: var.name_hint.to_string(), at: var.span.as_ref().into() }
        })?;
        let closure = InterpreterClosure::new(Map::new(), function);
        self.globals.insert(var.name_hint.clone(), closure.clone());
        Ok(closure)
    }

    /// Returns the body of a function in A-normal form.
    pub(super) fn body(&mut self, function: &Function) -> RelayExpr {
        let is_external =
            || function.attrs.as_ref().is_some_and(|attrs| attrs.get::<Text>("Compiler").is_some());
        if !is_primitive(function) && !is_external() {
            return function.body.clone();
        }
        let body = self.bodies.entry(function.clone());
        body.or_insert_with(|| to_a_normal_form_expr(&function.body)).clone()
    }

    /// Creates the value of a function. `bind` is the variable of the `let` that has the function
    /// as its value.
    fn closure(&mut self, function: &Function, bind: Option<&Var>) -> Result<ObjectRef> {
        let mut env = Map::new();
        for var in self.captures.of(function) {
            if bind.is_some_and(|bind| bind.vid == var.vid) {
                continue;
            }
            env.insert(var.clone(), value_of(&self.activation, var)?);
        }
        let closure = InterpreterClosure::new(env, function.clone());
        Ok(match bind {
            Some(bind) => RecClosure::new(closure, bind.clone()).upcast(),
            None => closure.upcast(),
        })
    }
}

/// Returns the value of a variable.
fn value_of(activation: &Activation, var: &VarNode) -> Result<ObjectRef> {
    activation.get(&var.vid).cloned().ok_or_else(|| EvaluationError::Unbound {
        name: var.vid.name_hint.to_string(),
        at: var.span.as_ref().into(),
    })
}

/// Returns a value of a node type.
pub(super) fn expect<R: IsObjectRef>(
    value: ObjectRef,
    expected: &'static str,
    at: impl Into<Location>,
) -> Result<R> {
    value.downcast().map_err(|error| {
        let found = error.into_object().type_key();
        EvaluationError::Kind { expected, found, at: at.into() }
    })
}

fn value(value: impl IsObjectRef) -> Result<Step> {
    Ok(Step::Value(value.into_object_ref()))
}

impl ExprFunctor for Evaluator<'_> {
    type Output = Result<Step>;

    fn visit_constant(&mut self, constant: &Constant) -> Result<Step> {
        // The caller may write to the result, but not to the program.
        let data = &constant.data;
        let copy = data
            .as_bytes()
            .ok()
            .and_then(|bytes| NDArray::from_bytes(data.shape(), data.dtype(), bytes).ok());
        value(copy.unwrap_or_else(|| data.clone()))
    }

    fn visit_tuple(&mut self, tuple: &Tuple) -> Result<Step> {
        value(ADT::tuple(self.atoms(&tuple.fields)?))
    }

    fn visit_var(&mut self, var: &Var) -> Result<Step> {
        value(value_of(&self.activation, var)?)
    }

    fn visit_global_var(&mut self, var: &GlobalVar) -> Result<Step> {
        value(self.global(var)?)
    }

    fn visit_function(&mut self, function: &Function) -> Result<Step> {
        value(self.closure(function, None)?)
    }

    fn visit_call(&mut self, call: &Call) -> Result<Step> {
        self.call(call)
    }

    fn visit_let(&mut self, node: &Let) -> Result<Step> {
        if let Some(function) = node.value.downcast_ref::<Function>() {
            let closure = self.closure(function, Some(&node.var))?;
            self.activation.insert(node.var.vid.clone(), closure);
            return Ok(Step::Evaluate(node.body.clone()));
        }
        // The value is that of the whole `let`.
        if node.body.downcast_ref::<Var>().is_some_and(|var| var.vid == node.var.vid) {
            return Ok(Step::Evaluate(node.value.clone()));
        }
        if self.frames.len() >= MAX_FRAMES {
            return Err(EvaluationError::Depth { at: node.value.span.as_ref().into() });
        }
        self.frames.push(Frame { var: node.var.clone(), body: node.body.clone(), activation: None });
        Ok(Step::Evaluate(node.value.clone()))
    }

    fn visit_if(&mut self, node: &If) -> Result<Step> {
        let at = node.span.as_ref();
        let condition: NDArray = expect(self.atom(&node.cond)?, "a condition", at)?;
        let Some(is_true) = Scalar::of(&condition).and_then(Scalar::is_true) else {
            let (expected, found) = ("a boolean scalar", "runtime.NDArray");
            return Err(EvaluationError::Kind { expected, found, at: at.into() });
        };
        let branch = if is_true { &node.true_branch } else { &node.false_branch };
        Ok(Step::Evaluate(branch.clone()))
    }

    fn visit_op(&mut self, op: &Op) -> Result<Step> {
        value(op.clone())
    }

    fn visit_tuple_get_item(&mut self, item: &TupleGetItem) -> Result<Step> {
        let at = item.span.as_ref();
        let tuple: ADT = expect(self.atom(&item.tuple_value)?, "a tuple", at)?;
        let field = usize::try_from(item.index).ok().and_then(|index| tuple.get(index)?.clone());
        match field {
            Some(field) => Ok(Step::Value(field)),
            None => Err(EvaluationError::Field { len: tuple.len(), index: item.index, at: at.into() }),
        }
    }

    fn visit_ref_create(&mut self, create: &RefCreate) -> Result<Step> {
        let content = self.atom(&create.value)?;
        value(RefValue::new(Some(content)))
    }

    fn visit_ref_read(&mut self, read: &RefRead) -> Result<Step> {
        let at = read.span.as_ref();
        let cell: RefValue = expect(self.atom(&read.reference)?, "a reference", at)?;
        match cell.value.load() {
            Some(content) => Ok(Step::Value(content)),
            None => Err(EvaluationError::Kind {
                expected: "a reference with a value",
                found: "relay.RefValue",
                at: at.into(),
            }),
        }
    }

    fn visit_ref_write(&mut self, write: &RefWrite) -> Result<Step> {
        let at = write.span.as_ref();
        let cell: RefValue = expect(self.atom(&write.reference)?, "a reference", at)?;
        let content = self.atom(&write.value)?;
        cell.value.store(Some(content));
        value(ADT::tuple([]))
    }

    fn visit_constructor(&mut self, constructor: &Constructor) -> Result<Step> {
        value(constructor.clone())
    }

    fn visit_match(&mut self, node: &Match) -> Result<Step> {
        self.match_value(node)
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) -> Result<Step> {
        Err(EvaluationError::Expression { key: expr.type_key(), at: expr.span.as_ref().into() })
    }
}
