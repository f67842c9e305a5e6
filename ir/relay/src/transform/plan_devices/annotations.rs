//! Revision of the annotations `on_device`, before devices are planned.

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::op::OpError;

use super::PlanDevicesError;
use crate::attrs::{DeviceCopyAttrsNode, OnDeviceAttrsNode};
use crate::expr::{Call, CallNode, Function, FunctionNode, Let, TupleGetItem};
use crate::functor::ExprMutator;
use crate::op::annotation;
use crate::scope::is_primitive;

/// A call of `on_device`.
pub(crate) struct OnDevice<'a> {
    pub(crate) body: &'a RelayExpr,
    pub(crate) device_type: i32,
    pub(crate) is_fixed: bool,
}

/// Returns the annotation, if the expression is one.
pub(crate) fn on_device(expr: &RelayExpr) -> Option<OnDevice<'_>> {
    let call = expr.as_node::<CallNode>()?;
    let attrs = call.attrs.as_ref()?.as_node::<OnDeviceAttrsNode>()?;
    let [body] = &call.args[..] else { return None };
    (call.as_op()?.name == "on_device").then_some(OnDevice {
        body,
        device_type: attrs.device_type,
        is_fixed: attrs.is_fixed,
    })
}

/// A call of `device_copy`.
pub(in crate::transform) struct DeviceCopy<'a> {
    pub(crate) body: &'a RelayExpr,
    pub(in crate::transform) source: i32,
    pub(in crate::transform) target: i32,
}

/// Returns the copy, if the expression is one.
pub(in crate::transform) fn device_copy(expr: &RelayExpr) -> Option<DeviceCopy<'_>> {
    let call = expr.as_node::<CallNode>()?;
    let attrs = call.attrs.as_ref()?.as_node::<DeviceCopyAttrsNode>()?;
    let [body] = &call.args[..] else { return None };
    (call.as_op()?.name == "device_copy").then_some(DeviceCopy {
        body,
        source: attrs.src_dev_type,
        target: attrs.dst_dev_type,
    })
}

/// Returns the expression with an annotation.
pub(in crate::transform) fn annotated(
    expr: RelayExpr,
    device_type: i32,
    is_fixed: bool,
) -> Result<RelayExpr, OpError> {
    let span = expr.span.clone();
    let attrs = attrs! { device_type: device_type, is_fixed: is_fixed };
    let mut call = annotation::on_device(expr, attrs)?;
    *call.make_mut().span = span;
    Ok(call.upcast())
}

/// Moves annotations to where devices are planned.
///
/// - An annotation of a tuple holds for its projections.
/// - The annotated value of a `let`, and the annotated body of a function, become fixed: the
///   variable or the result is on the device too.
/// - Of several annotations of an expression, the inner one holds. It is fixed if one of them is.
pub(in crate::transform) fn revise(module: IRModule) -> Result<IRModule, PlanDevicesError> {
    Revise.mutate(module)
}

struct Revise;

/// Returns the expression with a fixed annotation in the place of one that is not fixed.
fn fixed(expr: &RelayExpr) -> Result<Option<RelayExpr>, OpError> {
    match on_device(expr) {
        Some(OnDevice { body, device_type, is_fixed: false }) => {
            annotated(body.clone(), device_type, true).map(Some)
        }
        _ => Ok(None),
    }
}

impl ExprMutator for Revise {
    type Error = PlanDevicesError;

    fn enter_expr(&mut self, expr: &RelayExpr) -> Result<Enter, PlanDevicesError> {
        let is_fused = expr.as_node::<FunctionNode>().is_some_and(is_primitive);
        Ok(if is_fused { Enter::Keep } else { Enter::Inside })
    }

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, PlanDevicesError> {
        let expr: RelayExpr = call.upcast();
        let Some(outer) = on_device(&expr) else { return Ok(expr) };
        let Some(inner) = on_device(outer.body) else { return Ok(expr) };
        let is_fixed = inner.is_fixed || outer.is_fixed;
        Ok(annotated(inner.body.clone(), inner.device_type, is_fixed)?)
    }

    fn visit_tuple_get_item(&mut self, mut item: TupleGetItem) -> Result<RelayExpr, PlanDevicesError> {
        let tuple = item.tuple_value.clone();
        match on_device(&tuple) {
            Some(OnDevice { body, device_type, is_fixed: false }) => {
                *item.make_mut().tuple_value = body.clone();
                Ok(annotated(item.upcast(), device_type, false)?)
            }
            _ => Ok(item.upcast()),
        }
    }

    fn visit_let(&mut self, mut node: Let) -> Result<RelayExpr, PlanDevicesError> {
        if let Some(value) = fixed(&node.value)? {
            *node.make_mut().value = value;
        }
        Ok(node.upcast())
    }

    fn visit_function(&mut self, mut function: Function) -> Result<RelayExpr, PlanDevicesError> {
        if !is_primitive(&function)
            && let Some(body) = fixed(&function.body)?
        {
            *function.make_mut().body = body;
        }
        Ok(function.upcast())
    }
}
