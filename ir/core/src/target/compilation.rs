//! What a module is compiled for, and where its values lie.

use objet::prelude::*;
use objet::{DeviceType, Registry, String};

use super::{Target, TargetError};
use crate::attrs::{Attrs, AttrsNode};
use crate::error::ConstructError;
use crate::expr::{Integer, PrimExpr};
use crate::transform::{ConfigError, PassContextNode};

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
#[object(key = "MemoryInfo", is_final, new)]
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

/// A configuration that cannot be made of these targets.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompilationError {
    /// A host has a host.
    #[error("expected the host target {host:?} to have no host itself, found {found:?}")]
    HostOfHost {
        /// The host.
        host: std::string::String,
        /// Its host.
        found: std::string::String,
    },
    /// No target is for the kind of device that primitive functions run on by default.
    #[error("expected a target for the device type {device_type}, found none among {targets} target(s)")]
    NoTarget {
        /// The kind of device.
        device_type: DeviceType,
        /// How many targets there are.
        targets: usize,
    },
    /// The pass context names no kind of device.
    #[error("the option \"relay.fallback_device_type\": expected a positive number, found {found}")]
    FallbackDevice {
        /// What it has.
        found: i64,
    },
    /// The pass context has something else for an option.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The default host cannot be made.
    #[error(transparent)]
    Host(#[from] TargetError),
}

impl CompilationConfig {
    /// What a module is compiled for, by targets for kinds of devices, and perhaps one for the host.
    ///
    /// Without one, the host is that of the only target; or the only target itself, if it is for CPUs; or else `llvm`, or `stackvm` where there
    /// is no LLVM. It becomes the host of all targets. The kind of device by default is what `context` has for `relay.fallback_device_type`,
    /// or that of the only target, or else the CPU.
    ///
    /// # Errors
    /// If the host has a host, or if there is no target for the kind of device by default.
    ///
    /// ```
    /// use objet::DeviceType;
    /// use objet_ir::target::{CompilationConfig, Target};
    /// use objet_ir::transform::PassContext;
    ///
    /// let targets = [(1.into(), Target::new("llvm -mcpu=skylake")?), (2.into(), Target::new("cuda")?)];
    /// let config = CompilationConfig::new(&PassContext::current(), targets, Some(Target::new("llvm")?))?;
    /// assert_eq!(config.default_primitive_se_scope.device_type_int, DeviceType::CPU.0);
    /// assert_eq!(config.primitive_targets[1].get_host(), Some(config.host_target.clone()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        context: &PassContextNode,
        targets: impl IntoIterator<Item = (Integer, Target)>,
        host: Option<Target>,
    ) -> Result<Self, CompilationError> {
        let targets: Vec<Target> = targets.into_iter().map(|(_, target)| target).collect();
        let only = if let [only] = &targets[..] { Some(only) } else { None };
        let is_cpu = |target: &&Target| target.kind.device_type == DeviceType::CPU.0;
        let of_only = || only.and_then(|only| only.get_host().or_else(|| Some(only).filter(is_cpu).cloned()));
        let host = host.or_else(of_only).map_or_else(default_host, Ok)?;
        if let Some(found) = host.get_host() {
            return Err(CompilationError::HostOfHost { host: host.to_string(), found: found.to_string() });
        }

        let targets: Array<Target> =
            targets.into_iter().map(|target| target.with_host(host.clone())).collect();
        let only = targets.first().filter(|_| targets.len() == 1);
        let fallback = context.get_config::<Integer>("relay.fallback_device_type")?;
        let device_type = match (fallback, only) {
            (Some(number), _) => DeviceType(
                i32::try_from(number.value)
                    .ok()
                    .filter(|number| *number > 0)
                    .ok_or(CompilationError::FallbackDevice { found: number.value })?,
            ),
            (None, Some(only)) => DeviceType(only.kind.device_type),
            (None, None) => DeviceType::CPU,
        };
        let default = targets.iter().find(|target| target.kind.device_type == device_type.0);
        let default =
            default.cloned().ok_or(CompilationError::NoTarget { device_type, targets: targets.len() })?;
        Ok(make_object(CompilationConfigNode {
            base: Object::new(),
            legacy_target_map: targets
                .iter()
                .map(|target| (Integer::from(target.kind.device_type), target.clone()))
                .collect(),
            default_primitive_se_scope: SEScope::new(device_type, 0, Some(default), ""),
            host_se_scope: SEScope::new(DeviceType(host.kind.device_type), 0, Some(host.clone()), ""),
            host_target: host,
            optional_homogenous_target: only.cloned(),
            primitive_targets: targets,
        })
        .into())
    }
}

/// The host where nothing says which.
fn default_host() -> Result<Target, TargetError> {
    Target::new(if Registry::find("codegen.LLVMModuleCreate").is_some() { "llvm" } else { "stackvm" })
}

impl SEScope {
    /// A place on a device, in that memory.
    ///
    /// # Errors
    /// If the target is for another kind of device.
    pub fn on_device(
        device: Device,
        target: Option<Target>,
        memory_scope: impl Into<String>,
    ) -> Result<Self, ConstructError> {
        let found = target.as_ref().map(|target| target.kind.device_type);
        match found.filter(|found| *found != device.device_type.0) {
            Some(found) => Err(ConstructError::Number {
                node: SEScopeNode::TYPE_KEY,
                operand: "the device type of the target",
                expected: "that of the device",
                found: found.into(),
            }),
            None => Ok(Self::new(device.device_type, device.device_id, target, memory_scope)),
        }
    }

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
