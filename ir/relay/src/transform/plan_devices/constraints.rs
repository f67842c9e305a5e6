//! The domains of the expressions of a module, united where expressions must be on one device.

use foldhash::HashMap;
use objet::String as Text;
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::walk::WalkEvent;
use objet_ir::adt::ConstructorNode;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, GlobalVarNode, IntImm, Integer, RelayExpr};
use objet_ir::op::OpNode;
use objet_ir::types::FuncTypeNode;

use super::PlanDevicesError;
use super::annotations::{device_copy, on_device};
use super::domains::{Conflict, Demand, Domain, Domains};
use crate::adt::{Clause, MatchNode, PatternVar};
use crate::attrs::AllocStorageAttrsNode;
use crate::expr::{
    CallNode, Function, FunctionNode, Id, IfNode, LetNode, RefCreateNode, RefReadNode, RefWriteNode,
    TupleGetItemNode, TupleNode, VarNode,
};
use crate::functor::parts;
use crate::scope::is_primitive;

/// The domains of the expressions of a module.
pub(super) struct Planner {
    pub(super) domains: Domains,
    exprs: HashMap<RelayExpr, Domain>,
    vars: HashMap<Id, Domain>,
    globals: HashMap<Text, Domain>,
    /// The names of the functions whose constraints are known.
    names: Vec<Text>,
}

/// The type of the CPU.
const HOST: i32 = DeviceType::CPU.0;

impl Planner {
    pub(super) fn new() -> Self {
        let (exprs, vars, globals) = Default::default();
        Self { domains: Domains::new(), exprs, vars, globals, names: Vec::new() }
    }

    /// Returns the domain of an expression.
    pub(super) fn domain(&mut self, expr: &RelayExpr) -> Domain {
        let known = match_node!(match expr {
            var @ VarNode => self.vars.get(&var.vid),
            var @ GlobalVarNode => self.globals.get(&var.name_hint),
            _ => self.exprs.get(expr),
        });
        if let Some(known) = known {
            return *known;
        }
        let is_function = expr.checked_type.as_ref().is_some_and(IsObjectRef::is_instance::<FuncTypeNode>)
            || expr.is_instance::<ConstructorNode>()
            || expr.is_instance::<FunctionNode>();
        let domain = if is_function { self.domains.function() } else { self.domains.device() };
        match_node!(match expr {
            var @ VarNode => self.vars.insert(var.vid.clone(), domain),
            var @ GlobalVarNode => self.globals.insert(var.name_hint.clone(), domain),
            _ => self.exprs.insert(expr.clone(), domain),
        });
        domain
    }

    /// Returns the type of the device of an expression's value or result. Annotations of the
    /// expression do not count.
    pub(super) fn device_type(&mut self, expr: &RelayExpr) -> Option<i32> {
        let expr = on_device(expr).map_or(expr, |annotation| annotation.body);
        let domain = self.domain(expr);
        self.domains.device_type(domain)
    }

    /// Unites the domains of the expressions of a global function.
    pub(super) fn constrain(&mut self, var: &GlobalVar, root: &RelayExpr) -> Result<(), PlanDevicesError> {
        self.names.push(var.name_hint.clone());
        self.same(root, var.upcast_ref(), root)?;
        let mut walk = parts(root);
        while let Some(event) = walk.next() {
            let WalkEvent::Enter(object) = event else { continue };
            let Some(expr) = object.downcast_ref::<RelayExpr>() else { continue };
            match expr.downcast_ref::<Function>() {
                Some(function) if is_primitive(function) => walk.skip_subtree(),
                Some(function) => self.function(function)?,
                None => self.expression(expr)?,
            }
        }
        Ok(())
    }

    /// Unites the domains of two parts of `expr`.
    fn same(&mut self, expr: &RelayExpr, a: &RelayExpr, b: &RelayExpr) -> Result<(), PlanDevicesError> {
        let (a, b) = (self.domain(a), self.domain(b));
        self.unify(expr, a, b)
    }

    fn unify(&mut self, expr: &RelayExpr, a: Domain, b: Domain) -> Result<(), PlanDevicesError> {
        let what = |this: &Self| this.place(&(expr.clone(), this.names.len() - 1));
        self.domains.unify(a, b).map_err(|conflict| match conflict {
            Conflict::Devices(first, second) => PlanDevicesError::Conflict {
                what: what(self),
                first: first.device_type,
                first_place: self.place(&first.place),
                second: second.device_type,
                second_place: self.place(&second.place),
            },
            Conflict::Parameters(first, second) => {
                PlanDevicesError::Parameters { what: what(self), first, second }
            }
        })
    }

    /// Puts the value or the result of `of` on a device, because of `expr`.
    fn demand(&mut self, expr: &RelayExpr, of: &RelayExpr, device_type: i32) -> Result<(), PlanDevicesError> {
        let place = (expr.clone(), self.names.len() - 1);
        if device_type < 0 {
            return Err(PlanDevicesError::DeviceType { place: self.place(&place), device_type });
        }
        let domain = self.domain(of);
        let result = self.domains.result(domain);
        let device = self.domains.demanded(Demand { device_type, place });
        self.unify(expr, result, device)
    }

    fn function(&mut self, function: &Function) -> Result<(), PlanDevicesError> {
        let expr: &RelayExpr = function.upcast_ref();
        let params = function.params.iter().map(|param| self.domain(param.upcast_ref()));
        let mut parts: Vec<Domain> = params.collect();
        parts.push(self.domain(&function.body));
        let (own, of_parts) = (self.domain(expr), self.domains.function_of(parts));
        self.unify(expr, own, of_parts)?;
        let Some(attrs) = &function.attrs else { return Ok(()) };
        if let Some(device_types) = param_device_types(attrs) {
            if device_types.len() != function.params.len() {
                let (first, second) = (function.params.len(), device_types.len());
                let what =
                    format!("param_device_types of {}", self.place(&(expr.clone(), self.names.len() - 1)));
                return Err(PlanDevicesError::Parameters { what, first, second });
            }
            for (param, device_type) in function.params.iter().zip(device_types) {
                self.demand(expr, param.upcast_ref(), device_type)?;
            }
        }
        if let Some(device_type) = attrs.get::<Integer>("result_device_type") {
            self.demand(expr, &function.body, device_type.value as i32)?;
        }
        Ok(())
    }

    fn expression(&mut self, expr: &RelayExpr) -> Result<(), PlanDevicesError> {
        match_node!(match expr {
            call @ CallNode => self.call(expr, call),
            node @ LetNode => {
                self.same(expr, node.var.upcast_ref(), &node.value)?;
                self.same(expr, expr, &node.body)
            }
            tuple @ TupleNode => tuple.fields.iter().try_for_each(|field| self.same(expr, expr, field)),
            item @ TupleGetItemNode => self.same(expr, &item.tuple_value, expr),
            choice @ IfNode => {
                let parts = [&choice.true_branch, &choice.false_branch, &choice.cond];
                parts.into_iter().try_for_each(|part| self.same(expr, part, expr))
            }
            found @ MatchNode => {
                for clause in &found.clauses {
                    self.clause(expr, &found.data, clause)?;
                }
                Ok(())
            }
            create @ RefCreateNode => self.same(expr, expr, &create.value),
            read @ RefReadNode => self.same(expr, &read.reference, expr),
            write @ RefWriteNode => {
                self.same(expr, &write.reference, &write.value)?;
                self.same(expr, expr, &write.value)
            }
            _ => Ok(()),
        })
    }

    fn clause(
        &mut self,
        expr: &RelayExpr,
        data: &RelayExpr,
        clause: &Clause,
    ) -> Result<(), PlanDevicesError> {
        for event in parts(&clause.lhs) {
            let WalkEvent::Enter(object) = event else { continue };
            if let Some(pattern) = object.downcast_ref::<PatternVar>() {
                self.same(expr, data, pattern.var.upcast_ref())?;
            }
        }
        self.same(expr, &clause.rhs, expr)
    }

    fn call(&mut self, expr: &RelayExpr, call: &CallNode) -> Result<(), PlanDevicesError> {
        if let Some(annotation) = on_device(expr) {
            self.demand(expr, annotation.body, annotation.device_type)?;
            return if annotation.is_fixed { self.same(expr, annotation.body, expr) } else { Ok(()) };
        }
        if let Some(copy) = device_copy(expr) {
            self.demand(expr, copy.body, copy.source)?;
            return self.demand(expr, expr, copy.target);
        }
        let name = call.as_op().map(|op| op.name.as_str());
        match (name, &call.args[..]) {
            (Some("memory.alloc_storage"), args) => {
                args.iter().try_for_each(|arg| self.demand(expr, arg, HOST))?;
                let attrs = call.attrs.as_ref().and_then(|attrs| attrs.as_node::<AllocStorageAttrsNode>());
                attrs.map_or(Ok(()), |attrs| self.demand(expr, expr, attrs.device_type))
            }
            (Some("memory.alloc_tensor" | "vm.reshape_tensor"), [data, shape @ ..]) => {
                shape.iter().try_for_each(|arg| self.demand(expr, arg, HOST))?;
                self.same(expr, data, expr)
            }
            (Some("vm.shape_of"), _) => self.demand(expr, expr, HOST),
            _ if call.op.is_instance::<OpNode>() || call.op.is_instance::<ConstructorNode>() => {
                call.args.iter().try_for_each(|arg| self.same(expr, expr, arg))
            }
            _ => {
                let mut parts: Vec<Domain> = call.args.iter().map(|arg| self.domain(arg)).collect();
                parts.push(self.domain(expr));
                let (callee, of_parts) = (self.domain(&call.op), self.domains.function_of(parts));
                self.unify(expr, callee, of_parts)
            }
        }
    }

    /// Describes an expression of a function.
    fn place(&self, (expr, function): &(RelayExpr, usize)) -> String {
        let kind = match on_device(expr) {
            Some(annotation) => format!("the annotation of {}", kind(annotation.body)),
            None => kind(expr),
        };
        let span = expr.span.as_ref();
        let span = span.map(|span| format!(" at {}:{}:{}", span.source_name.name, span.line, span.column));
        let name = self.names.get(*function).map_or("", |name| name.as_str());
        format!("{kind}{} in @{name}", span.unwrap_or_default())
    }
}

/// Describes an expression in a few words.
fn kind(expr: &RelayExpr) -> String {
    match_node!(match expr {
        call @ CallNode => match_node!(match &call.op {
            op @ OpNode => format!("the call of {}", op.name),
            var @ GlobalVarNode => format!("the call of @{}", var.name_hint),
            var @ VarNode => format!("the call of %{}", var.vid.name_hint),
            constructor @ ConstructorNode => format!("the call of {}", constructor.name_hint),
            _ => "the call of a function".to_owned(),
        }),
        var @ VarNode => format!("%{}", var.vid.name_hint),
        node @ LetNode => format!("the let of %{}", node.var.name_hint()),
        FunctionNode => "a function".to_owned(),
        TupleNode => "a tuple".to_owned(),
        TupleGetItemNode => "a projection".to_owned(),
        IfNode => "an if".to_owned(),
        MatchNode => "a match".to_owned(),
        RefCreateNode | RefReadNode | RefWriteNode => "a reference".to_owned(),
        _ => "a value".to_owned(),
    })
}

/// Returns the attribute with the device types of the parameters.
pub(in crate::transform) fn param_device_types(attrs: &DictAttrs) -> Option<Vec<i32>> {
    let types = attrs.get::<Array<IntImm>>("param_device_types")?;
    Some(types.iter().map(|number| number.value as i32).collect())
}
