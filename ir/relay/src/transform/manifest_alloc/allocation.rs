//! The code that allocates the results of a kernel and calls it.

use objet::prelude::*;
use objet::tensor::DeviceType;
use objet_ir::attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};
use objet_ir::types::{TensorType, Type, type_text};

use super::ManifestAllocError;
use super::shape_inputs::{ShapeInput, shape_inputs};
use crate::analysis::is_dynamic;
use crate::expr::{Constant, FunctionNode, Tuple};
use crate::op::memory::{alloc_storage, alloc_tensor, flatten_tuple_type, from_tuple_type, to_tuple_type};
use crate::op::vm::{invoke_tvm_op, reshape_tensor, shape_func, shape_of};
use crate::op::{add, annotation, divide, multiply, prod};
use crate::transform::let_list::LetList;
use crate::transform::plan_devices::annotations::{annotated, device_copy};
use crate::transform::typed_exprs::known_shape;

type Result<T> = std::result::Result<T, ManifestAllocError>;

/// The type of the CPU, on which sizes and shapes are.
const HOST: i32 = DeviceType::CPU.0;

/// The smallest alignment of memory in bytes.
const ALIGNMENT: i64 = 64;

/// A call of a function that fusion created.
pub(super) struct Kernel<'a> {
    /// The function.
    pub(super) expr: &'a RelayExpr,
    pub(super) function: &'a FunctionNode,
    pub(super) args: Vec<RelayExpr>,
    /// The types of the arguments.
    pub(super) types: Vec<Option<Type>>,
    /// The types of the devices of the arguments.
    pub(super) devices: Vec<Option<i32>>,
    /// The type of the result.
    pub(super) result: Option<&'a Type>,
    pub(super) device_type: i32,
}

impl Kernel<'_> {
    /// Returns the result of the call, after bindings.
    pub(super) fn call(self, before: &mut LetList) -> Result<RelayExpr> {
        let Some(result) = self.result else {
            return Err(ManifestAllocError::Shape { found: "its call has no type" });
        };
        if self.only_reshapes() {
            return self.reshape(result, before);
        }
        if let (Some(copy), [arg]) = (device_copy(&self.function.body), &self.args[..]) {
            let attrs = attrs! { src_dev_type: copy.source, dst_dev_type: copy.target };
            return Ok(annotation::device_copy(arg.clone(), attrs)?.upcast());
        }
        let types = flatten_tuple_type(result)?;
        let outputs = if is_dynamic(result) {
            self.allocate_dynamic(&types, before)?
        } else {
            let outputs = types.iter().enumerate();
            let outputs = outputs.map(|(index, ty)| allocate(ty, self.device_type, index, before));
            outputs.collect::<Result<Vec<_>>>()?
        };
        let [ins, outs] = [&self.args, &outputs].map(|exprs| Tuple::new(exprs.clone(), None));
        let invoke = invoke_tvm_op(self.expr.clone(), ins, outs)?;
        before.bind("x", annotated(invoke.upcast(), self.device_type, true)?);
        Ok(to_tuple_type(result, &outputs)?)
    }

    fn only_reshapes(&self) -> bool {
        let attrs = self.function.attrs.as_ref();
        attrs.and_then(|attrs| attrs.get::<Integer>("relay.reshape_only")).is_some_and(|flag| flag.value != 0)
    }

    fn reshape(&self, result: &Type, before: &mut LetList) -> Result<RelayExpr> {
        let Some(tensor) = result.downcast_ref::<TensorType>() else {
            return Err(ManifestAllocError::Shape { found: "it reshapes, but its result is no tensor" });
        };
        let shape = match known_shape(tensor) {
            Some(shape) => on_host(vector(&shape)?)?,
            None => match self.shapes(std::slice::from_ref(tensor), before)?.pop() {
                Some(shape) => shape,
                None => return Err(ManifestAllocError::Shape { found: "it has no result" }),
            },
        };
        let Some(data) = self.args.first() else {
            return Err(ManifestAllocError::Shape { found: "it reshapes, but has no argument" });
        };
        Ok(reshape_tensor(data.clone(), shape, attrs! { newshape: tensor.shape.clone() })?.upcast())
    }

    /// Computes the shapes of the results at run time, and allocates the results.
    fn allocate_dynamic(&self, types: &[TensorType], before: &mut LetList) -> Result<Vec<RelayExpr>> {
        let shapes = self.shapes(types, before)?;
        let storages = types.iter().zip(&shapes).enumerate().map(|(index, (ty, shape))| {
            let bits = i64::from(ty.dtype.bits) * i64::from(ty.dtype.lanes);
            let bits = add(scalar(bits)?, scalar(7)?)?;
            let elements = prod(shape.clone(), attrs! {})?;
            let size = multiply(elements, divide(bits, scalar(8)?)?)?;
            storage(on_host(size.upcast())?, ty, self.device_type, index, before)
        });
        let storages: Vec<RelayExpr> = storages.collect::<Result<_>>()?;
        let outputs = types.iter().zip(&shapes).zip(storages).enumerate();
        let outputs = outputs.map(|(index, ((ty, shape), storage))| {
            let tensor = tensor(storage, shape.clone(), ty, self.device_type)?;
            Ok(before.bind(&format!("out_{index}"), tensor))
        });
        outputs.collect()
    }

    /// Computes the shapes of results of these types at run time.
    fn shapes(&self, types: &[TensorType], before: &mut LetList) -> Result<Vec<RelayExpr>> {
        let (mut inputs, mut marks) = (Vec::new(), Vec::new());
        for (index, input) in shape_inputs(self.function)?.into_iter().enumerate() {
            let (Some(arg), Some(Some(ty))) = (self.args.get(index), self.types.get(index)) else {
                return Err(ManifestAllocError::Shape { found: "an argument has no type" });
            };
            match input {
                ShapeInput::Shape => {
                    for tensor in from_tuple_type(ty, arg.clone())? {
                        let shape = shape_of(tensor, attrs! { dtype: DataType::int(64) })?;
                        let name = format!("in_shape_{}", inputs.len());
                        inputs.push(before.bind(&name, shape.upcast()));
                    }
                }
                ShapeInput::Values => {
                    let mut value = arg.clone();
                    let device = self.devices.get(index).copied().flatten();
                    if let Some(device_type) = device.filter(|device_type| *device_type != HOST) {
                        let attrs = attrs! { src_dev_type: device_type, dst_dev_type: HOST };
                        value = on_host(annotation::device_copy(value, attrs)?.upcast())?;
                    }
                    let name = format!("in_shape_{}", inputs.len());
                    inputs.push(before.bind(&name, value));
                }
            }
            marks.push(Integer::from(i32::from(input == ShapeInput::Values)));
        }
        let shapes = types.iter().enumerate().map(|(index, ty)| {
            let rank = ty.shape.len() as i32;
            let shape: Array<PrimExpr> = if rank == 0 { [].into() } else { [rank.into()].into() };
            let shape = allocate(&TensorType::new(shape, DataType::int(64)), HOST, index, before)?;
            Ok(before.bind(&format!("shape_func_out_{index}"), on_host(shape)?))
        });
        let shapes: Vec<RelayExpr> = shapes.collect::<Result<_>>()?;
        let marks: Array<Integer> = marks.into();
        let (ins, outs) = (Tuple::new(inputs, None), Tuple::new(shapes.clone(), None));
        let call = shape_func(self.expr.clone(), ins, outs, attrs! { is_input: marks })?;
        before.bind("shape_func", on_host(call.upcast())?);
        Ok(shapes)
    }
}

fn on_host(expr: RelayExpr) -> Result<RelayExpr> {
    Ok(annotated(expr, HOST, true)?)
}

fn scalar(number: i64) -> Result<RelayExpr> {
    Ok(Constant::new(NDArray::from_slice(&[], &[number])?, None).upcast())
}

fn vector(numbers: &[i64]) -> Result<RelayExpr> {
    Ok(Constant::new(NDArray::from_slice(&[numbers.len() as i64], numbers)?, None).upcast())
}

/// Allocates a tensor with a constant shape.
fn allocate(ty: &TensorType, device_type: i32, index: usize, before: &mut LetList) -> Result<RelayExpr> {
    let Some(shape) = known_shape(ty) else {
        return Err(ManifestAllocError::Shape { found: "it has a symbolic shape" });
    };
    let bits = i64::from(ty.dtype.bits) * i64::from(ty.dtype.lanes);
    let size = shape.iter().try_fold((bits + 7) / 8, |size, extent| size.checked_mul(*extent));
    let too_large = || ManifestAllocError::Size { ty: type_text(ty.upcast_ref()) };
    let size = on_host(scalar(size.ok_or_else(too_large)?)?)?;
    let storage = storage(size, ty, device_type, index, before)?;
    let tensor = tensor(storage, on_host(vector(&shape)?)?, ty, device_type)?;
    Ok(before.bind(&format!("tensor_{index}"), tensor))
}

/// Allocates memory for a tensor.
fn storage(
    size: RelayExpr,
    ty: &TensorType,
    device_type: i32,
    index: usize,
    before: &mut LetList,
) -> Result<RelayExpr> {
    let alignment = i64::from(ty.dtype.bits) / 8 * i64::from(ty.dtype.lanes);
    let attrs = attrs! { dtype: ty.dtype, device_id: 0, device_type: device_type };
    let storage = alloc_storage(size, scalar(alignment.max(ALIGNMENT))?, attrs)?;
    Ok(before.bind(&format!("storage_{index}"), annotated(storage.upcast(), device_type, true)?))
}

/// Creates a tensor in memory.
fn tensor(storage: RelayExpr, shape: RelayExpr, ty: &TensorType, device_type: i32) -> Result<RelayExpr> {
    let attrs = attrs! { dtype: ty.dtype, const_shape: None::<ObjectRef>, assert_shape: ty.shape.clone() };
    let tensor = alloc_tensor(storage, on_host(scalar(0)?)?, shape, attrs)?;
    Ok(annotated(tensor.upcast(), device_type, true)?)
}
