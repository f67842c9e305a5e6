//! Limits of GPUs.

use std::collections::{HashMap, HashSet};

use objet::String;
use objet::prelude::*;
use objet::walk::WalkEvent;
use objet_ir::expr::PrimExpr;
use objet_ir::types::PointerTypeNode;

use crate::expr::{IterVarNode, LoadNode};
use crate::function::PrimFunc;
use crate::functor::parts;
use crate::op::as_const_int;
use crate::stmt::{AllocateNode, AttrStmtNode, ForNode, StoreNode};

/// The limits of a GPU. A missing limit is not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GpuLimits {
    /// The bytes of local memory in a block.
    pub max_local_memory_per_block: Option<i64>,
    /// The bytes of shared memory in a block.
    pub max_shared_memory_per_block: Option<i64>,
    /// The threads of a block.
    pub max_threads_per_block: Option<i64>,
    /// The extent of `threadIdx.x`.
    pub max_thread_x: Option<i64>,
    /// The extent of `threadIdx.y`.
    pub max_thread_y: Option<i64>,
    /// The extent of `threadIdx.z`.
    pub max_thread_z: Option<i64>,
    /// The number of virtual threads.
    pub max_vthread: Option<i64>,
    /// The bytes of a vector that is loaded, stored or allocated.
    pub max_vector_bytes: Option<i64>,
    /// The number of kernels.
    pub max_kernels: Option<i64>,
}

impl GpuLimits {
    /// Sets a limit by its name. Returns false if there is no such limit.
    pub fn set(&mut self, name: &str, limit: i64) -> bool {
        let field = match name {
            "max_local_memory_per_block" => &mut self.max_local_memory_per_block,
            "max_shared_memory_per_block" => &mut self.max_shared_memory_per_block,
            "max_threads_per_block" => &mut self.max_threads_per_block,
            "max_thread_x" => &mut self.max_thread_x,
            "max_thread_y" => &mut self.max_thread_y,
            "max_thread_z" => &mut self.max_thread_z,
            "max_vthread" => &mut self.max_vthread,
            "max_vector_bytes" => &mut self.max_vector_bytes,
            "max_kernels" => &mut self.max_kernels,
            _ => return false,
        };
        *field = Some(limit);
        true
    }
}

/// A property of a function that a GPU does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuViolation {
    /// A number exceeds its limit.
    #[error("{what} ({found}) exceeds the allowed maximum ({limit})")]
    Exceeds {
        /// The counted thing.
        what: &'static str,
        /// The number.
        found: i64,
        /// The limit.
        limit: i64,
    },
    /// A thread axis of a kernel has two extents.
    #[error("extent of {axis} ({found}) does not match the extent {first} of the same axis")]
    Extents {
        /// The thread axis.
        axis: String,
        /// The other extent.
        found: i64,
        /// The extent at the first place.
        first: i64,
    },
    /// The extent of a thread axis is not a constant.
    #[error("the extent of {axis} is not a constant")]
    Symbolic {
        /// The thread axis.
        axis: String,
    },
}

/// Returns the properties of a function that a GPU with some limits does not allow.
///
/// A kernel is an outermost statement with a thread axis. Only allocations of constant size count,
/// and a statement that occurs at several places of a kernel counts once.
///
/// ```
/// use objet::prelude::*;
/// use objet_tir::analysis::{GpuLimits, verify_gpu_code};
/// use objet_tir::expr::{IterVar, IterVarType, Var};
/// use objet_tir::function::PrimFunc;
/// use objet_tir::stmt::{AttrStmt, Evaluate};
///
/// let thread = Var::new("threadIdx.x", DataType::int(32), None);
/// let axis = IterVar::new(None, thread, IterVarType::ThreadIndex, "threadIdx.x", None)?;
/// let body = Evaluate::new(0, None);
/// let kernel = AttrStmt::new(Some(axis.upcast()), "thread_extent", 2048, body, None);
/// let func = PrimFunc::new([], kernel, None, Map::new(), None, None);
/// let limits = GpuLimits { max_threads_per_block: Some(1024), ..GpuLimits::default() };
/// let violations = verify_gpu_code(&func, &limits);
/// let expected = "threads per block (2048) exceeds the allowed maximum (1024)";
/// assert_eq!(violations[0].to_string(), expected);
/// # Ok::<(), objet_ir::ConstructError>(())
/// ```
#[doc(alias = "VerifyGPUCode")]
pub fn verify_gpu_code(func: &PrimFunc, limits: &GpuLimits) -> Vec<GpuViolation> {
    let mut verifier = Verifier { limits, violations: Vec::new() };
    let mut kernels = 0;
    let mut walk = parts(&func.body);
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(object) = event else { continue };
        if thread_axis(&object).is_some() {
            kernels += 1;
            verifier.kernel(&object);
            walk.skip_subtree();
        } else {
            verifier.object(&object);
        }
    }
    verifier.limit("kernels", kernels, limits.max_kernels);
    verifier.violations
}

/// Returns the name and the extent of the thread axis of an attribute.
fn thread_axis(object: &ObjectRef) -> Option<(String, PrimExpr)> {
    let attr = object.as_node::<AttrStmtNode>()?;
    let is_thread = matches!(attr.attr_key.as_str(), "thread_extent" | "virtual_thread");
    let axis = attr.node.as_ref()?.as_node::<IterVarNode>().filter(|_| is_thread)?;
    Some((axis.var.name_hint.clone(), attr.value.clone()))
}

struct Verifier<'a> {
    limits: &'a GpuLimits,
    violations: Vec<GpuViolation>,
}

impl Verifier<'_> {
    fn limit(&mut self, what: &'static str, found: i64, limit: Option<i64>) {
        if let Some(limit) = limit.filter(|limit| found > *limit) {
            self.violations.push(GpuViolation::Exceeds { what, found, limit });
        }
    }

    fn kernel(&mut self, root: &ObjectRef) {
        let mut extents: HashMap<String, i64> = HashMap::new();
        let mut symbolic = HashSet::new();
        let (mut threads, mut local, mut shared) = (1_i64, 0_i64, 0_i64);
        for event in parts(root) {
            let WalkEvent::Enter(object) = event else { continue };
            self.object(&object);
            if let Some(allocate) = object.as_node::<AllocateNode>() {
                let size = allocate.constant_allocation_size().unwrap_or(0);
                let bytes = size.saturating_mul(vector_bytes(allocate.dtype));
                let annotation = allocate.buffer_var.type_annotation.as_ref();
                let pointer = annotation.and_then(|ty| ty.as_node::<PointerTypeNode>());
                match pointer.map(|pointer| pointer.storage_scope.as_str()) {
                    Some("local") => local = local.saturating_add(bytes),
                    Some("shared") => shared = shared.saturating_add(bytes),
                    _ => {}
                }
            }
            let Some((axis, extent)) = thread_axis(&object) else { continue };
            let Some(extent) = as_const_int(&extent) else {
                if symbolic.insert(axis.clone()) {
                    self.violations.push(GpuViolation::Symbolic { axis });
                }
                continue;
            };
            let (what, limit) = match axis.as_str() {
                "threadIdx.x" => ("extent of threadIdx.x", self.limits.max_thread_x),
                "threadIdx.y" => ("extent of threadIdx.y", self.limits.max_thread_y),
                "threadIdx.z" => ("extent of threadIdx.z", self.limits.max_thread_z),
                "vthread" => ("extent of vthread", self.limits.max_vthread),
                _ => continue,
            };
            match extents.get(&axis) {
                // Virtual threads may have several extents.
                Some(_) if axis == "vthread" => {}
                Some(first) if *first != extent => {
                    let first = *first;
                    self.violations.push(GpuViolation::Extents { axis, found: extent, first });
                }
                Some(_) => {}
                None => {
                    threads = threads.saturating_mul(extent);
                    self.limit(what, extent, limit);
                    extents.insert(axis, extent);
                }
            }
        }
        self.limit("threads per block", threads, self.limits.max_threads_per_block);
        self.limit("local memory per block", local, self.limits.max_local_memory_per_block);
        self.limit("shared memory per block", shared, self.limits.max_shared_memory_per_block);
    }

    /// Checks an object in or outside of a kernel.
    fn object(&mut self, object: &ObjectRef) {
        let dtype = match_node!(match object {
            load @ LoadNode => load.dtype,
            store @ StoreNode => store.value.dtype,
            allocate @ AllocateNode => allocate.dtype,
            times @ ForNode if times.loop_var.name_hint == "vthread.s" => {
                match as_const_int(&times.extent) {
                    Some(extent) => self.limit("number of virtual threads", extent, self.limits.max_vthread),
                    None => {
                        let axis = times.loop_var.name_hint.clone();
                        self.violations.push(GpuViolation::Symbolic { axis });
                    }
                }
                return;
            }
            _ => return,
        });
        if dtype.lanes > 1 {
            self.limit("bytes of a vector", vector_bytes(dtype), self.limits.max_vector_bytes);
        }
    }
}

fn vector_bytes(dtype: DataType) -> i64 {
    i64::from(dtype.bits.div_ceil(8)) * i64::from(dtype.lanes)
}
