//! Completion of functions that a parser of TVMScript makes: regions of blocks, and the root block.

use std::collections::HashMap;

use objet::String;
use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;
use objet::walk::{Enter, RewriteError};
use objet_ir::ConstructError;
use objet_ir::expr::{Bool, IntImmNode};

use crate::analysis::{BlockAccess, access_of};
use crate::buffer::Buffer;
use crate::expr::Var;
use crate::function::PrimFunc;
use crate::functor::StmtExprMutator;
use crate::stmt::{Block, BlockNode, BlockRealize, BlockRealizeNode, Stmt};

/// The annotation of a block whose regions are not written in the program. Bit 0 is for the regions
/// that it reads, bit 1 for those that it writes.
const DETECT_ACCESS: &str = "tir.script_parsing_detect_access";

/// An error in the completion of a function.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompleteError {
    /// The value of a variable of a block is not a signed integer.
    #[error("block {block}: the values of variables are signed integers, found {found}")]
    Value {
        /// The name of the block.
        block: String,
        /// The data type of the value.
        found: DataType,
    },
    /// The annotation is not an integer.
    #[error("block {block}: the annotation {DETECT_ACCESS} is an integer")]
    Annotation {
        /// The name of the block.
        block: String,
    },
    /// The block accesses a buffer through its pointer.
    #[error(
        "block {block} accesses buffer {buffer} through its pointer, so its regions are unknown: \
         declare what the block reads and writes"
    )]
    Pointer {
        /// The name of the block.
        block: String,
        /// The name of the buffer.
        buffer: String,
    },
    /// A region is not one of integers.
    #[error(transparent)]
    Construct(#[from] ConstructError),
    /// A part of the function does not fit.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

impl From<CompleteError> for RuntimeError {
    fn from(error: CompleteError) -> Self {
        let kind = match &error {
            CompleteError::Pointer { .. } => ErrorKind::VALUE_ERROR,
            _ => ErrorKind::TVM_ERROR,
        };
        Self::with_source(kind, error)
    }
}

/// Completes a function that a parser made from TVMScript.
///
/// - A block with the annotation `tir.script_parsing_detect_access` gets the regions of buffers
///   that it accesses, and loses the annotation. The annotation 1 is for reads, 2 for writes and 3
///   for both.
/// - A function with blocks gets a root block that allocates `root_allocates`, unless its body
///   already is a block without variables and there are no such buffers.
///
/// # Errors
/// Returns an error if the value of a variable of a block is not a signed integer, or if a block
/// without regions accesses a buffer through its pointer.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::{Bool, FloatImm, IntImm};
/// use objet_tir::buffer::Buffer;
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::script::complete;
/// use objet_tir::stmt::{Block, BlockRealize, BlockRealizeNode, BufferStore};
///
/// let a = Buffer::decl([8.into()], DataType::float(32), "A", "", None)?;
/// let store = BufferStore::new(a.clone(), FloatImm::from(0.0), [3.into()], None)?;
/// let detect: Option<ObjectRef> = Some(IntImm::from(3).into());
/// let annotations: Map<_, _> = [("tir.script_parsing_detect_access".into(), detect)].into();
/// let block = Block::new([], [], [], "fill", store, None, [], [], annotations, None);
/// let body = BlockRealize::new([], Bool::from(true), block, None)?;
/// let func = PrimFunc::new([], body, None, Map::new(), None, None);
///
/// let complete = complete(func, &[a])?;
/// let root = complete.body.as_node::<BlockRealizeNode>().unwrap();
/// assert_eq!((root.block.name_hint.as_str(), root.block.alloc_buffers.len()), ("root", 1));
/// let fill = root.block.body.as_node::<BlockRealizeNode>().unwrap();
/// assert_eq!(objet::text::as_repr(Some(&fill.block.writes)), "[A[3]]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ScriptComplete")]
pub fn complete(func: PrimFunc, root_allocates: &[Buffer]) -> Result<PrimFunc, CompleteError> {
    let mut completion = Completion::default();
    for buffer in func.buffer_map.values().chain(root_allocates) {
        completion.buffers.insert(buffer.data.clone(), buffer.clone());
    }
    let mut body = completion.mutate(func.body.clone())?;
    let is_root =
        body.as_node::<BlockRealizeNode>().is_some_and(|realize| realize.block.iter_vars.is_empty());
    if !root_allocates.is_empty() || completion.has_blocks && !is_root {
        let buffers = root_allocates.to_vec();
        let block = Block::new([], [], [], "root", body, None, buffers, [], Map::new(), None);
        body = BlockRealize::new([], Bool::from(true), block, None)?.upcast();
    }
    if body.same_as(&func.body) {
        return Ok(func);
    }
    let mut func = func;
    *func.make_mut().body = body;
    Ok(func)
}

#[derive(Default)]
struct Completion {
    has_blocks: bool,
    /// The buffers in scope by their pointers.
    buffers: HashMap<Var, Buffer>,
    /// For each open block, the earlier buffers of the pointers that it declares.
    earlier: Vec<Vec<(Var, Option<Buffer>)>>,
}

impl StmtExprMutator for Completion {
    type Error = CompleteError;

    fn enter_stmt(&mut self, stmt: &Stmt) -> Result<Enter, CompleteError> {
        match_node!(match stmt {
            realize @ BlockRealizeNode => {
                self.has_blocks = true;
                let value = realize.iter_values.iter().find(|value| !value.dtype.is_int());
                if let Some(value) = value {
                    let block = realize.block.name_hint.clone();
                    return Err(CompleteError::Value { block, found: value.dtype });
                }
            }
            block @ BlockNode => {
                let regions = block.match_buffers.iter().map(|region| &region.buffer);
                let declared = block.alloc_buffers.iter().chain(regions);
                let declare = |buffer: &Buffer| {
                    (buffer.data.clone(), self.buffers.insert(buffer.data.clone(), buffer.clone()))
                };
                let earlier = declared.map(declare).collect();
                self.earlier.push(earlier);
            }
            _ => {}
        });
        Ok(Enter::Inside)
    }

    fn visit_block(&mut self, mut block: Block) -> Result<Stmt, CompleteError> {
        for (pointer, buffer) in self.earlier.pop().unwrap_or_default().into_iter().rev() {
            match buffer {
                Some(buffer) => self.buffers.insert(pointer, buffer),
                None => self.buffers.remove(&pointer),
            };
        }
        let name = || block.name_hint.clone();
        let mask = match block.annotations.get(DETECT_ACCESS) {
            None => 0,
            Some(mask) => {
                let mask = mask.as_ref().and_then(|mask| mask.as_node::<IntImmNode>());
                mask.ok_or_else(|| CompleteError::Annotation { block: name() })?.value
            }
        };
        if mask == 0 {
            return Ok(block.upcast());
        }
        let BlockAccess { reads, writes, opaques } =
            access_of(&block, &|var| self.buffers.get(var).cloned())?;
        if let Some(region) = opaques.first() {
            return Err(CompleteError::Pointer { block: name(), buffer: region.buffer.name.clone() });
        }
        let node = block.make_mut();
        if mask & 1 != 0 {
            *node.reads = reads;
        }
        if mask & 2 != 0 {
            *node.writes = writes;
        }
        node.annotations.remove(DETECT_ACCESS);
        Ok(block.upcast())
    }
}

/// Completes a function that a parser made from TVMScript: adds the regions of blocks, and a root
/// block that allocates buffers.
#[register_global("script.Complete")]
fn complete_function(func: PrimFunc, root_allocates: Array<Buffer>) -> Result<PrimFunc, RuntimeError> {
    Ok(complete(func, &root_allocates)?)
}
