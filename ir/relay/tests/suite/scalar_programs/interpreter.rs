//! An interpreter of scalar programs. A shared expression is computed once within a scope.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use objet::prelude::*;
use objet_ir::adt::Constructor;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_relay::adt::{Match, PatternConstructor, PatternVarNode};
use objet_relay::expr::{
    Call, Constant, Function, Id, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};
use objet_relay::functor::ExprFunctor;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Int(i32),
    Bool(bool),
    Tuple(Vec<Value>),
    Ref(Rc<RefCell<Value>>),
    Closure(Function, Environment),
    Data(Constructor, Vec<Value>),
}

type Environment = HashMap<Id, Value>;

/// Returns the value of the expression, and the number of operators that were computed for it.
pub(crate) fn run(expr: &RelayExpr) -> (i32, usize) {
    run_in(&IRModule::new(), expr)
}

/// Returns the value of an expression that calls the functions of a module.
pub(crate) fn run_in(module: &IRModule, expr: &RelayExpr) -> (i32, usize) {
    let mut scope = Scope { module, environment: Environment::new(), known: HashMap::new(), computed: 0 };
    let value = scope.visit_expr(expr);
    (int(&value), scope.computed)
}

struct Scope<'m> {
    module: &'m IRModule,
    environment: Environment,
    /// The values that were computed in this scope.
    known: HashMap<RelayExpr, Value>,
    computed: usize,
}

fn int(value: &Value) -> i32 {
    match value {
        Value::Int(int) => *int,
        other => panic!("expected a number, found {other:?}"),
    }
}

fn reference(value: Value) -> Rc<RefCell<Value>> {
    match value {
        Value::Ref(cell) => cell,
        other => panic!("expected a reference, found {other:?}"),
    }
}

impl Scope<'_> {
    fn compute(&mut self, expr: &RelayExpr) -> Value {
        if let Some(value) = self.known.get(expr) {
            return value.clone();
        }
        let value = self.visit_expr(expr);
        self.known.insert(expr.clone(), value.clone());
        value
    }

    /// Computes an expression in a nested scope.
    fn inside(&mut self, expr: &RelayExpr, environment: Environment) -> Value {
        let mut scope = Self { module: self.module, environment, known: self.known.clone(), computed: 0 };
        let value = scope.compute(expr);
        self.computed += scope.computed;
        value
    }
}

impl ExprFunctor for Scope<'_> {
    type Output = Value;

    fn visit_constant(&mut self, constant: &Constant) -> Value {
        match constant.data.as_slice::<i32>() {
            Ok(numbers) => Value::Int(numbers[0]),
            Err(_) => Value::Bool(constant.data.as_bytes().unwrap()[0] != 0),
        }
    }

    fn visit_var(&mut self, var: &Var) -> Value {
        self.environment.get(&var.vid).unwrap_or_else(|| panic!("{var:?} is not bound")).clone()
    }

    fn visit_tuple(&mut self, tuple: &Tuple) -> Value {
        Value::Tuple(tuple.fields.iter().map(|field| self.compute(field)).collect())
    }

    fn visit_tuple_get_item(&mut self, item: &TupleGetItem) -> Value {
        match self.compute(&item.tuple_value) {
            Value::Tuple(fields) => fields[item.index as usize].clone(),
            other => panic!("expected a tuple, found {other:?}"),
        }
    }

    fn visit_call(&mut self, call: &Call) -> Value {
        let args: Vec<_> = call.args.iter().map(|arg| self.compute(arg)).collect();
        if let Some(constructor) = call.op.downcast_ref::<Constructor>() {
            return Value::Data(constructor.clone(), args);
        }
        let Some(op) = call.as_op() else {
            let Value::Closure(function, mut environment) = self.compute(&call.op) else {
                panic!("{:?} is not a function", call.op);
            };
            environment.extend(function.params.iter().map(|param| param.vid.clone()).zip(args));
            let mut scope = Self { module: self.module, environment, known: HashMap::new(), computed: 0 };
            let value = scope.compute(&function.body);
            self.computed += scope.computed;
            return value;
        };
        self.computed += 1;
        let (a, b) = (int(&args[0]), int(&args[1]));
        match op.name.as_str() {
            "add" => Value::Int(a.wrapping_add(b)),
            "subtract" => Value::Int(a.wrapping_sub(b)),
            "multiply" => Value::Int(a.wrapping_mul(b)),
            "less" => Value::Bool(a < b),
            other => panic!("{other} is not supported"),
        }
    }

    fn visit_let(&mut self, node: &Let) -> Value {
        let value = self.compute(&node.value);
        self.environment.insert(node.var.vid.clone(), value);
        self.compute(&node.body)
    }

    fn visit_if(&mut self, choice: &If) -> Value {
        let is_true = match self.compute(&choice.cond) {
            Value::Bool(is_true) => is_true,
            other => panic!("expected a boolean, found {other:?}"),
        };
        let branch = if is_true { &choice.true_branch } else { &choice.false_branch };
        self.inside(branch, self.environment.clone())
    }

    fn visit_function(&mut self, function: &Function) -> Value {
        Value::Closure(function.clone(), self.environment.clone())
    }

    fn visit_global_var(&mut self, var: &GlobalVar) -> Value {
        let function = self.module.lookup(var).unwrap().downcast().unwrap();
        Value::Closure(function, Environment::new())
    }

    /// Finds the clause for the constructor of a value, whose fields are matched by variables.
    fn visit_match(&mut self, node: &Match) -> Value {
        let Value::Data(constructor, fields) = self.compute(&node.data) else {
            panic!("{:?} is not a value of a data type", node.data);
        };
        for clause in &node.clauses {
            let pattern = clause.lhs.downcast_ref::<PatternConstructor>().unwrap();
            if pattern.constructor != constructor {
                continue;
            }
            let vars = pattern.patterns.iter();
            let vars = vars.map(|pattern| pattern.as_node::<PatternVarNode>().unwrap().var.vid.clone());
            let mut environment = self.environment.clone();
            environment.extend(vars.zip(fields));
            return self.inside(&clause.rhs, environment);
        }
        panic!("no clause matches {constructor:?}")
    }

    fn visit_ref_create(&mut self, create: &RefCreate) -> Value {
        Value::Ref(Rc::new(RefCell::new(self.compute(&create.value))))
    }

    fn visit_ref_read(&mut self, read: &RefRead) -> Value {
        reference(self.compute(&read.reference)).borrow().clone()
    }

    fn visit_ref_write(&mut self, write: &RefWrite) -> Value {
        let cell = reference(self.compute(&write.reference));
        *cell.borrow_mut() = self.compute(&write.value);
        Value::Tuple(Vec::new())
    }

    fn visit_expr_default(&mut self, expr: &RelayExpr) -> Value {
        panic!("{} is not supported", expr.type_key())
    }
}
