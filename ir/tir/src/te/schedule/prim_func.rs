//! The function of a scheduled statement.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{Bool, PrimExpr};
use objet_ir::types::PrimType;

use super::graph::{Output, output_of};
use super::post_proc::{bound_tensor, with_tensor};
use super::{Result, ScheduleError};
use crate::buffer::Buffer;
use crate::expr::{BufferLoad, IterVar, ProducerLoad, Var};
use crate::function::PrimFunc;
use crate::functor::{StmtExprMutator, StmtExprVisitor};
use crate::stmt::{AttrStmt, BufferRealize, BufferStore, ProducerRealize, ProducerStore, Stmt};
use crate::te::{Operation, Tensor, TensorOperation};

/// Returns the function of a statement over tensors, in which each tensor is a buffer. The arguments
/// are tensors, buffers and variables. `buffers` has the buffers of tensors that are not declared
/// by the function.
///
/// # Errors
/// Returns an error if an argument is another object, or if the statement uses a tensor that is
/// neither an argument nor realized.
#[doc(alias = "SchedulePostProcToPrimFunc")]
pub fn schedule_post_proc_to_prim_func(
    args: &[ObjectRef],
    body: Stmt,
    buffers: &Map<Tensor, Buffer>,
) -> Result<PrimFunc> {
    let mut mapping = Mapping::default();
    mapping.0.extend(buffers.iter().map(|(tensor, buffer)| (output_of(tensor), buffer.clone())));
    let mut params = Vec::new();
    let mut buffer_map = Map::new();
    for (index, arg) in args.iter().enumerate() {
        let buffer = if let Some(tensor) = arg.downcast_ref::<Tensor>() {
            let buffer = buffer_of(tensor, "")?;
            mapping.0.insert(output_of(tensor), buffer.clone());
            buffer
        } else if let Some(buffer) = arg.downcast_ref::<Buffer>() {
            buffer.clone()
        } else if let Some(var) = arg.downcast_ref::<Var>() {
            params.push(var.clone());
            continue;
        } else {
            return Err(ScheduleError::Argument { index, found: arg.type_key() });
        };
        let param = Var::typed(buffer.name.clone(), PrimType::new(DataType::HANDLE), None)?;
        params.push(param.clone());
        buffer_map.insert(param, buffer);
    }
    mapping.declare(&body)?;
    let body = mapping.mutate(body)?;
    let attrs = DictAttrs::new([("from_legacy_te_schedule", Bool::from(true))]);
    Ok(PrimFunc::new(params, body, None, buffer_map, Some(attrs), None))
}

/// Declares the buffer of a tensor.
fn buffer_of(tensor: &Tensor, scope: &str) -> Result<Buffer> {
    let name = match tensor.op.output_types().len() {
        1 => tensor.op.name.clone(),
        _ => format!("{}.v{}", tensor.op.name, tensor.value_index),
    };
    Ok(Buffer::decl(tensor.shape.clone(), tensor.dtype, name, scope, None)?)
}

/// The buffers of tensors.
#[derive(Default)]
struct Mapping(HashMap<Output, Buffer>);

impl Mapping {
    /// Declares the buffers of the tensors that a statement realizes.
    fn declare(&mut self, body: &Stmt) -> Result {
        struct Realized<'a>(&'a mut Mapping, Result);
        impl StmtExprVisitor for Realized<'_> {
            fn visit_producer_realize(&mut self, realize: &ProducerRealize) {
                let Some(tensor) = realize.producer.downcast_ref::<Tensor>() else { return };
                let added = self.0.get_or_declare(tensor, &realize.storage_scope);
                if let Err(error) = added {
                    self.1 = Err(error);
                }
            }
        }
        let mut realized = Realized(self, Ok(()));
        realized.visit(body);
        realized.1
    }

    fn get_or_declare(&mut self, tensor: &Tensor, scope: &str) -> Result<Buffer> {
        if let Some(buffer) = self.0.get(&output_of(tensor)) {
            return Ok(buffer.clone());
        }
        let buffer = buffer_of(tensor, scope)?;
        self.0.insert(output_of(tensor), buffer.clone());
        Ok(buffer)
    }

    fn get(&self, producer: &impl IsObjectRef) -> Result<Buffer> {
        let Some(tensor) = producer.as_object_ref().downcast_ref::<Tensor>() else {
            return Err(ScheduleError::Unknown { op: producer.as_object_ref().type_key().to_owned() });
        };
        self.0.get(&output_of(tensor)).cloned().ok_or_else(|| ScheduleError::Stage {
            stage: tensor.op.name.clone(),
            problem: "Cannot find the Realization point of tensor",
        })
    }
}

impl StmtExprMutator for Mapping {
    type Error = ScheduleError;

    fn enter_iter_var(&mut self, _: &IterVar) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter> {
        Ok(Enter::Keep)
    }

    fn visit_attr_stmt(&mut self, attr: AttrStmt) -> Result<Stmt> {
        let Some(node) = attr.node.clone() else { return Ok(attr.upcast()) };
        let about = |node: ObjectRef, body: Stmt| -> Stmt {
            AttrStmt::new(Some(node), attr.attr_key.as_str(), attr.value.clone(), body, None).upcast()
        };
        let tensor = match attr.attr_key.as_str() {
            "double_buffer_scope" => {
                let Some(op) = node.downcast_ref::<Operation>() else { return Ok(attr.upcast()) };
                let mut body = attr.body.clone();
                for index in (0..op.output_types().len()).rev() {
                    body = about(self.get_or_declare(&op.output(index)?, "")?.upcast(), body);
                }
                return Ok(body);
            }
            "buffer_bind_scope" => bound_tensor(&node),
            "buffer_dim_align" | "prefetch_scope" => node.downcast_ref::<Tensor>(),
            _ => None,
        };
        match tensor {
            Some(tensor) => {
                Ok(about(with_tensor(&node, self.get_or_declare(tensor, "")?), attr.body.clone()))
            }
            None => Ok(attr.upcast()),
        }
    }

    fn visit_producer_realize(&mut self, realize: ProducerRealize) -> Result<Stmt> {
        let buffer = self.get(&realize.producer)?;
        let (bounds, condition) = (realize.bounds.clone(), realize.condition.clone());
        Ok(BufferRealize::new(buffer, bounds, condition, realize.body.clone(), None).upcast())
    }

    fn visit_producer_store(&mut self, store: ProducerStore) -> Result<Stmt> {
        let buffer = self.get(&store.producer)?;
        Ok(BufferStore::new(buffer, store.value.clone(), store.indices.clone(), None)?.upcast())
    }

    fn visit_producer_load(&mut self, load: ProducerLoad) -> Result<PrimExpr> {
        let buffer = self.get(&load.producer)?;
        Ok(BufferLoad::new(buffer, load.indices.clone(), None)?.upcast())
    }
}
