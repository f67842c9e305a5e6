//! Narrowing of indices to fewer bits.

use std::collections::HashMap;

use objet::prelude::*;
use objet_ir::ConstructError;
use objet_ir::expr::{IntImm, IntImmNode, PrimExpr};
use objet_ir::functor::downcast_known;
use objet_ir::transform::PassInfo;

use super::narrow_bits::narrow_types;
use crate::arith::{all_operands, class, with_operands};
use crate::expr::{
    Broadcast, Call, CallNode, Cast, CastNode, IterVar, Let, Load, LoadNode, Ramp, Range, Select, SizeVar,
    SizeVarNode, Var,
};
use crate::function::PrimFunc;
use crate::functor::Class;
use crate::stmt::{AttrStmt, AttrStmtNode, For, LetStmt, Stmt, Store, StoreNode};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass, thread_axis};
use crate::{builtin, op};

/// Creates a pass that narrows the indices of functions to `target_bits` if their values fit.
///
/// Variables of loops and threads, and constants and casts in indices, get fewer bits where all
/// integers that use them fit. An operator whose operands then differ converts them to the wider
/// type.
///
/// # Errors
/// Returns an error unless `target_bits` is from 1 to 64.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::{Bool, FloatImm, GlobalVar, IntImm};
/// use objet_ir::module::IRModule;
/// use objet_ir::types::{PointerType, PrimType};
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::stmt::{For, Store};
///
/// let wide = DataType::int(64);
/// let pointer = PointerType::new(PrimType::new(DataType::float(32)), "global");
/// let (a, i) = (Var::typed("a", pointer, None)?, Var::new("i", wide, None));
/// let index = (&i * 2).expr()?;
/// let store = Store::new(a.clone(), FloatImm::from(0.0), index, Bool::from(true), None)?;
/// let body = For::serial(i, IntImm::new(wide, 16, None)?, store)?;
/// let mut module = IRModule::new();
/// let func = PrimFunc::new([a], body, None, Map::new(), None, None);
/// module.add(GlobalVar::new("main"), func, false)?;
///
/// let narrow = objet_tir::transform::narrow_data_type(32)?.run(module)?.lookup_by_name("main")?;
/// assert!(objet_tir::text::print(&narrow).contains("for (i: int32, 0, 16)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "NarrowDataType")]
pub fn narrow_data_type(target_bits: i32) -> Result<PrimFuncPass, ConstructError> {
    let bits = u8::try_from(target_bits).ok().filter(|bits| (1..=64).contains(bits));
    let Some(bits) = bits else {
        let (node, operand, expected) = ("tir.NarrowDataType", "target_bits", "from 1 to 64");
        return Err(ConstructError::Number { node, operand, expected, found: target_bits.into() });
    };
    Ok(PrimFuncPass::new(PassInfo::new(0, "tir.NarrowDataType", []), move |mut func: PrimFunc, _, _| {
        let types = narrow_types(&func.body, bits)?;
        if types.is_empty() {
            return Ok(Some(func));
        }
        let mut narrowing = Narrowing { types, vars: HashMap::new(), axes: HashMap::new() };
        let body = rewrite_stmt(func.body.clone(), &mut narrowing)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    }))
}

struct Narrowing {
    /// The narrower types of variables, constants and casts.
    types: HashMap<PrimExpr, DataType>,
    vars: HashMap<Var, Var>,
    axes: HashMap<IterVar, IterVar>,
}

enum Step {
    Visit(PrimExpr),
    /// Sets whether the next expressions are part of an index.
    SetIndex(bool),
    /// Builds an expression of its operands. The flag says whether it is part of an index.
    Build(PrimExpr, Class, bool),
}

impl Narrowing {
    fn narrow_var(&mut self, var: &Var) -> Var {
        let Some(dtype) = self.types.get(var.upcast_ref::<PrimExpr>()).copied() else { return var.clone() };
        let new = || match var.is_instance::<SizeVarNode>() {
            true => SizeVar::new(var.name_hint.clone(), dtype, None).upcast(),
            false => Var::new(var.name_hint.clone(), dtype, None),
        };
        self.vars.entry(var.clone()).or_insert_with(new).clone()
    }

    /// Narrows an expression that is an index or is not. As in TVM, the part of an index after a
    /// load does not count as one.
    fn narrow(&mut self, root: &PrimExpr, is_index: bool) -> Result<PrimExpr, LowerError> {
        let mut is_index = is_index;
        let mut known: HashMap<(PrimExpr, bool), (PrimExpr, bool)> = HashMap::new();
        let mut values: Vec<PrimExpr> = Vec::new();
        let mut steps = vec![Step::Visit(root.clone())];
        while let Some(step) = steps.pop() {
            match step {
                Step::SetIndex(value) => is_index = value,
                Step::Visit(expr) => {
                    let key = (expr, is_index);
                    if let Some((value, after)) = known.get(&key) {
                        values.push(value.clone());
                        is_index = *after;
                        continue;
                    }
                    let expr = key.0;
                    if let Some(leaf) = self.leaf(&expr, is_index)? {
                        values.push(leaf);
                        continue;
                    }
                    let Some(class) = class(&expr) else {
                        values.push(expr);
                        continue;
                    };
                    steps.push(Step::Build(expr.clone(), class, is_index));
                    if let Some(load) = expr.as_node::<LoadNode>() {
                        steps.extend([Step::Visit(load.predicate.clone()), Step::SetIndex(false)]);
                        steps.extend([Step::Visit(load.index.clone()), Step::SetIndex(true)]);
                    } else {
                        steps.extend(all_operands(class, &expr).into_iter().rev().map(Step::Visit));
                    }
                }
                Step::Build(expr, class, was_index) => {
                    let count = all_operands(class, &expr).len();
                    let operands = values.split_off(values.len().saturating_sub(count));
                    let value = self.built(&expr, class, operands, was_index)?;
                    known.insert((expr, was_index), (value.clone(), is_index));
                    values.push(value);
                }
            }
        }
        Ok(values.pop().unwrap_or_else(|| root.clone()))
    }

    fn leaf(&mut self, expr: &PrimExpr, is_index: bool) -> Result<Option<PrimExpr>, LowerError> {
        if let Some(var) = expr.downcast_ref::<Var>() {
            return Ok(Some(self.narrow_var(var).upcast()));
        }
        let Some(number) = expr.as_node::<IntImmNode>() else { return Ok(None) };
        Ok(Some(match self.types.get(expr) {
            Some(dtype) if is_index => IntImm::new(*dtype, number.value, None)?.upcast(),
            _ => expr.clone(),
        }))
    }

    /// Builds an expression of its narrowed operands.
    fn built(
        &self,
        expr: &PrimExpr,
        class: Class,
        operands: Vec<PrimExpr>,
        is_index: bool,
    ) -> Result<PrimExpr, LowerError> {
        if is_index
            && expr.is_instance::<CastNode>()
            && let (Some(dtype), [value]) = (self.types.get(expr), &operands[..])
        {
            return Ok(op::cast(*dtype, value, None)?);
        }
        let is_changed = |(old, new): (&PrimExpr, &PrimExpr)| !old.same_as(new);
        match all_operands(class, expr).iter().zip(&operands).any(is_changed) {
            true => Ok(with_types(expr, class, operands)?),
            false => Ok(expr.clone()),
        }
    }
}

/// Builds an expression of operands whose data types may differ from those before.
pub(super) fn with_types(
    expr: &PrimExpr,
    class: Class,
    operands: Vec<PrimExpr>,
) -> Result<PrimExpr, ConstructError> {
    let object = expr.as_object_ref();
    Ok(match (class, &operands[..]) {
        (Class::Add, [a, b]) => op::add(a, b, None)?,
        (Class::Sub, [a, b]) => op::sub(a, b, None)?,
        (Class::Mul, [a, b]) => op::mul(a, b, None)?,
        (Class::Div, [a, b]) => op::div(a, b, None)?,
        (Class::Mod, [a, b]) => op::truncmod(a, b, None)?,
        (Class::FloorDiv, [a, b]) => op::floordiv(a, b, None)?,
        (Class::FloorMod, [a, b]) => op::floormod(a, b, None)?,
        (Class::Min, [a, b]) => op::min(a, b, None)?,
        (Class::Max, [a, b]) => op::max(a, b, None)?,
        (Class::EQ, [a, b]) => op::equal(a, b, None)?,
        (Class::NE, [a, b]) => op::not_equal(a, b, None)?,
        (Class::LT, [a, b]) => op::less(a, b, None)?,
        (Class::LE, [a, b]) => op::less_equal(a, b, None)?,
        (Class::GT, [a, b]) => op::greater(a, b, None)?,
        (Class::GE, [a, b]) => op::greater_equal(a, b, None)?,
        (Class::Cast, [value]) => Cast::new(expr.dtype, value, None)?.upcast(),
        (Class::Select, [condition, yes, no]) => match yes.dtype == no.dtype {
            true => Select::new(condition, yes, no, None)?.upcast(),
            false => op::select(condition, yes, no, None)?,
        },
        (Class::Ramp, [base, stride]) => {
            let ramp: &Ramp = downcast_known(object);
            Ramp::new(base, op::cast(base.dtype, stride, None)?, ramp.lanes, None)?.upcast()
        }
        (Class::Broadcast, [value]) => {
            let broadcast: &Broadcast = downcast_known(object);
            Broadcast::new(value, broadcast.lanes, None)?.upcast()
        }
        (Class::Let, [value, body]) => {
            let var = &downcast_known::<Let>(object).var;
            Let::new(var.clone(), op::cast(var.dtype, value, None)?, body, None)?.upcast()
        }
        (Class::Load, [index, predicate]) => {
            let load: &Load = downcast_known(object);
            Load::new(load.dtype, load.buffer_var.clone(), index, predicate, None)?.upcast()
        }
        (Class::Call, args) => with_args(downcast_known::<Call>(object), args)?,
        _ => with_operands(class, expr, operands),
    })
}

/// Builds a call of other arguments. An operator that needs arguments of one type converts them.
fn with_args(call: &CallNode, args: &[PrimExpr]) -> Result<PrimExpr, ConstructError> {
    let is = |op: objet_ir::op::Op| call.calls(&op);
    Ok(match args {
        [condition, yes, no] if is(builtin::if_then_else()) => op::if_then_else(condition, yes, no, None)?,
        [a, b] if is(builtin::shift_right()) => op::right_shift(a, b, None)?,
        [a, b] if is(builtin::shift_left()) => op::left_shift(a, b, None)?,
        [a, b] if is(builtin::bitwise_and()) => op::bitwise_and(a, b, None)?,
        [a, b] if is(builtin::bitwise_or()) => op::bitwise_or(a, b, None)?,
        [a, b] if is(builtin::bitwise_xor()) => op::bitwise_xor(a, b, None)?,
        [a, b] if is(builtin::pow()) => op::pow(a, b, None)?,
        args => Call::new(call.dtype, call.op.clone(), args.to_vec(), None)?.upcast(),
    })
}

impl ScopedRewriter for Narrowing {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        if let Some(store) = stmt.as_node::<StoreNode>() {
            let value = self.narrow(&store.value, false)?;
            let index = self.narrow(&store.index, true)?;
            let predicate = self.narrow(&store.predicate, false)?;
            let store = Store::new(store.buffer_var.clone(), value, index, predicate, store.span.clone())?;
            return Ok(EnterStmt::Done(store.upcast()));
        }
        Ok(EnterStmt::Inside(map_exprs(stmt, &mut |expr| self.narrow(expr, false))?))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        if let Some(times) = stmt.downcast_ref::<For>() {
            let var = self.narrow_var(&times.loop_var);
            let min = op::cast(var.dtype, &times.min, None)?;
            let extent = op::cast(var.dtype, &times.extent, None)?;
            let mut times = times.clone();
            let fields = times.make_mut();
            (*fields.loop_var, *fields.min, *fields.extent) = (var, min, extent);
            return Ok(times.upcast());
        }
        if let Some(binding) = stmt.downcast_ref::<LetStmt>()
            && binding.value.dtype != binding.var.dtype
        {
            let mut binding = binding.clone();
            let value = op::cast(binding.var.dtype, &binding.value, None)?;
            *binding.make_mut().value = value;
            return Ok(binding.upcast());
        }
        if let Some(attr) = stmt.as_node::<AttrStmtNode>()
            && let Some(axis) = thread_axis(attr)?
        {
            let var = self.narrow_var(&axis.var);
            let value = op::cast(var.dtype, &attr.value, None)?;
            let axis = self.narrow_axis(&axis, &var)?;
            let (key, body) = (attr.attr_key.clone(), attr.body.clone());
            let node = Some(axis.into_object_ref());
            return Ok(AttrStmt::new(node, key, value, body, attr.span.clone()).upcast());
        }
        Ok(stmt)
    }
}

impl Narrowing {
    /// Returns the axis of a narrowed variable.
    fn narrow_axis(&mut self, axis: &IterVar, var: &Var) -> Result<IterVar, LowerError> {
        if let Some(known) = self.axes.get(axis) {
            return Ok(known.clone());
        }
        let mut new = axis.clone();
        if !var.same_as(&axis.var) {
            let narrow = |dom: &Range| {
                let part = |part: &PrimExpr| op::cast(var.dtype, part, None);
                Ok::<_, ConstructError>(Range::from_min_extent(part(&dom.min)?, part(&dom.extent)?))
            };
            let dom = axis.dom.as_ref().map(narrow).transpose()?;
            new = IterVar::new(dom, var.clone(), axis.iter_type, axis.thread_tag.clone(), None)?;
        }
        self.axes.insert(axis.clone(), new.clone());
        Ok(new)
    }
}
