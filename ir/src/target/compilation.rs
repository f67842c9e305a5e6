//! What a module is compiled for, and where its values lie.

use objet::prelude::*;
use objet::{DeviceType, String};

use super::Target;
use crate::attrs::{Attrs, AttrsNode};
use crate::expr::{Integer, PrimExpr};

/// Where a value lies, and which target makes code for it there. What is not said is not constrained.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SEScope", is_final)]
pub struct SEScopeNode {
    base: AttrsNode,
    /// The number of the kind of device; -1 if it is not said.
    #[reflect(default = -1)]
    pub device_type_int: i32,
    /// Which of the devices of the kind, by a number that need not be the device's own; -1 if it is not said.
    #[reflect(default = -1)]
    pub virtual_device_id: i32,
    /// The target.
    #[reflect(default = None)]
    pub target: Option<Target>,
    /// The memory on the device; empty if it is not said.
    #[reflect(default = String::default())]
    pub memory_scope: String,
}

/// What a module is compiled for.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "CompilationConfig", is_final)]
pub struct CompilationConfigNode {
    base: Object,
    /// The targets by the numbers of their kinds of devices.
    pub legacy_target_map: Map<Integer, Target>,
    /// The target of the code that calls all other.
    pub host_target: Target,
    /// The targets of primitive functions, their host inside of them.
    pub primitive_targets: Array<Target>,
    /// Where primitive functions run of which it is not said.
    pub default_primitive_se_scope: SEScope,
    /// Where the code of the host runs.
    pub host_se_scope: SEScope,
    /// The target of all primitive functions, if there is one.
    pub optional_homogenous_target: Option<Target>,
}

/// What is known of a memory of a device.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "MemoryInfo", is_final)]
pub struct MemoryInfoNode {
    base: Object,
    /// The bits of its least unit.
    pub unit_bits: i32,
    /// The bits that it has.
    pub max_num_bits: i32,
    /// The bits of the longest vector that it is accessed by.
    pub max_simd_bits: i32,
    /// Its first address, if it lies at a fixed one.
    pub head_address: Option<PrimExpr>,
}

impl SEScope {
    /// A place on the device of that number among those of its kind, in that memory.
    pub fn new(
        device_type: DeviceType,
        virtual_device_id: i32,
        target: Option<Target>,
        memory_scope: impl Into<String>,
    ) -> Self {
        make_object(SEScopeNode {
            base: AttrsNode::new(),
            device_type_int: device_type.0,
            virtual_device_id,
            target,
            memory_scope: memory_scope.into(),
        })
        .into()
    }

    /// Any place at all.
    pub fn fully_unconstrained() -> Self {
        Self::new(DeviceType(-1), -1, None, "")
    }
}

impl MemoryInfo {
    /// What is known of a memory.
    pub fn new(
        unit_bits: i32,
        max_num_bits: i32,
        max_simd_bits: i32,
        head_address: Option<PrimExpr>,
    ) -> Self {
        let base = Object::new();
        make_object(MemoryInfoNode { base, unit_bits, max_num_bits, max_simd_bits, head_address }).into()
    }
}
