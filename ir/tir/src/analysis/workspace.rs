//! Size of the memory that a function allocates.

use std::collections::HashMap;

use objet::prelude::*;
use objet::walk::{WalkEvent, references, walk_where};
use objet_ir::expr::IntImmNode;

use crate::function::PrimFunc;
use crate::stmt::{AllocateNode, Stmt, StmtNode};

/// An error in the computation of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorkspaceError {
    /// The alignment is not positive.
    #[error("the alignment of a workspace is a positive number of bytes, found {0}")]
    Alignment(i64),
    /// The number of bytes does not fit an `i64`.
    #[error("the workspace is larger than {} bytes", i64::MAX)]
    TooLarge,
}

/// Returns the number of bytes that the allocations of a function need: the most that are alive at
/// one time, each rounded up to a multiple of `alignment`.
///
/// As in TVM, an allocation whose extents are not all constant counts as 0 bytes, and so does one
/// with a negative extent. A vector counts as one lane.
///
/// # Errors
/// Returns an error if the alignment is not positive, or if the result does not fit an `i64`.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::expr::Bool;
/// use objet_ir::types::{PointerType, PrimType};
/// use objet_tir::analysis::calculate_workspace_bytes;
/// use objet_tir::expr::Var;
/// use objet_tir::function::PrimFunc;
/// use objet_tir::stmt::{Allocate, Evaluate};
///
/// let dtype = DataType::float(32);
/// let buffer = Var::typed("a", PointerType::new(PrimType::new(dtype), "global"), None)?;
/// let body = Evaluate::new(0, None);
/// let body = Allocate::new(buffer, dtype, [5.into()], Bool::from(true), body, Map::new(), None)?;
/// let func = PrimFunc::new([], body, None, Map::new(), None, None);
/// assert_eq!(calculate_workspace_bytes(&func, 16)?, 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "CalculateWorkspaceBytes")]
pub fn calculate_workspace_bytes(func: &PrimFunc, alignment: i64) -> Result<i64, WorkspaceError> {
    if alignment < 1 {
        return Err(WorkspaceError::Alignment(alignment));
    }
    let is_visited = |object: &ObjectRef| {
        object.is_instance::<StmtNode>() || object.downcast_ref::<Array<Stmt>>().is_some()
    };
    // The bytes that each statement needs at one time.
    let mut needs: HashMap<ObjectRef, i64> = HashMap::new();
    for event in walk_where(&func.body, is_visited) {
        let WalkEvent::Leave(object) = event else { continue };
        let inside = references(&object).filter_map(|part| needs.get(&part).copied()).max().unwrap_or(0);
        let own = match object.as_node::<AllocateNode>() {
            Some(allocate) => aligned_bytes(allocate, alignment).ok_or(WorkspaceError::TooLarge)?,
            None => 0,
        };
        let need = inside.checked_add(own).ok_or(WorkspaceError::TooLarge)?;
        if need > 0 {
            needs.insert(object, need);
        }
    }
    Ok(needs.get(func.body.as_object_ref()).copied().unwrap_or(0))
}

/// Returns the bytes of an allocation, or `None` if the number does not fit.
fn aligned_bytes(allocate: &AllocateNode, alignment: i64) -> Option<i64> {
    let mut bytes = i64::from(allocate.dtype.bits.div_ceil(8));
    let extents: Option<Vec<i64>> =
        allocate.extents.iter().map(|extent| Some(extent.as_node::<IntImmNode>()?.value)).collect();
    let extents = extents.unwrap_or_else(|| vec![0]);
    if extents.iter().any(|extent| *extent <= 0) {
        return Some(0);
    }
    for extent in extents {
        bytes = bytes.checked_mul(extent)?;
    }
    match bytes % alignment {
        0 => Some(bytes),
        rest => bytes.checked_add(alignment - rest),
    }
}
