//! Dependencies between blocks.

use std::collections::HashMap;
use std::sync::Arc;

use objet::prelude::*;

use super::sref::StmtSRef;
use crate::buffer::Buffer;

/// A dependency between two blocks.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.Dependency", is_final, new)]
pub struct DependencyNode {
    base: Object,
    /// The block that runs first.
    pub src: Option<StmtSRef>,
    /// The block that depends on the first.
    pub dst: Option<StmtSRef>,
    /// The kind of the dependency.
    pub kind: DepKind,
}

/// The kind of a dependency between two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[repr(i32)]
pub enum DepKind {
    /// A block reads what another block wrote.
    Raw = 0,
    /// A block writes what another block wrote.
    Waw = 1,
    /// A block writes what another block read.
    War = 2,
    /// The dependency is not known.
    Opaque = 3,
}

/// The dependencies between the blocks directly inside a block.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BlockScope", is_final)]
pub struct BlockScopeNode {
    base: Object,
    #[reflect(skip)]
    dependencies: Arc<Dependencies>,
}

#[derive(Default)]
struct Dependencies {
    by_src: HashMap<StmtSRef, Vec<Dependency>>,
    by_dst: HashMap<StmtSRef, Vec<Dependency>>,
}

impl Dependencies {
    fn add(&mut self, src: &StmtSRef, dst: &StmtSRef, kind: DepKind) {
        if src.same_as(dst) {
            return;
        }
        let dependency = Dependency::new(Some(src.clone()), Some(dst.clone()), kind);
        self.by_src.entry(src.clone()).or_default().push(dependency.clone());
        self.by_dst.entry(dst.clone()).or_default().push(dependency);
    }
}

impl BlockScope {
    /// Returns the dependencies between blocks, which run in this order.
    pub(super) fn of(children: &[StmtSRef]) -> Self {
        let mut dependencies = Dependencies::default();
        let mut readers: HashMap<Buffer, Vec<StmtSRef>> = HashMap::new();
        let mut writers: HashMap<Buffer, Vec<StmtSRef>> = HashMap::new();
        for child in children {
            let Some(block) = child.block() else { continue };
            for region in &block.reads {
                readers.entry(region.buffer.clone()).or_default().push(child.clone());
            }
            for region in &block.writes {
                writers.entry(region.buffer.clone()).or_default().push(child.clone());
            }
            let mut add = |earlier: &HashMap<Buffer, Vec<StmtSRef>>, buffer: &Buffer, kind| {
                let blocks = earlier.get(buffer).map_or(&[][..], Vec::as_slice);
                blocks.iter().for_each(|block| dependencies.add(block, child, kind));
            };
            block.reads.iter().for_each(|region| add(&writers, &region.buffer, DepKind::Raw));
            block.writes.iter().for_each(|region| add(&writers, &region.buffer, DepKind::Waw));
            block.writes.iter().for_each(|region| add(&readers, &region.buffer, DepKind::War));
        }
        make_object(BlockScopeNode { base: Object::new(), dependencies: dependencies.into() }).into()
    }
}

impl BlockScopeNode {
    /// Returns the dependencies of other blocks on a block.
    #[doc(alias = "GetDepsBySrc")]
    pub fn by_src(&self, block: &StmtSRef) -> &[Dependency] {
        self.dependencies.by_src.get(block).map_or(&[], Vec::as_slice)
    }

    /// Returns the dependencies of a block on other blocks.
    #[doc(alias = "GetDepsByDst")]
    pub fn by_dst(&self, block: &StmtSRef) -> &[Dependency] {
        self.dependencies.by_dst.get(block).map_or(&[], Vec::as_slice)
    }
}
