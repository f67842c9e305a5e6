//! The targets of a compilation, and the device placement of values.

use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{Registry, String};

use super::{Target, TargetError};
use crate::attrs::AttrsNode;
use crate::error::ConstructError;
use crate::expr::{Integer, PrimExpr};
use crate::transform::{ConfigError, PassContextNode};

/// The storage and execution scope of a value: its device, memory, and the target of the code.
/// Unset parts are unconstrained.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "SEScope", is_final)]
pub struct SEScopeNode {
    base: AttrsNode,
    /// The device type; -1 if unconstrained.
    #[reflect(default = -1)]
    pub device_type_int: i32,
    /// The virtual index of the device among those of its type; -1 if unconstrained. The index can
    /// differ from the physical index.
    #[reflect(default = -1)]
    pub virtual_device_id: i32,
    /// The target of the code.
    #[reflect(default = None)]
    pub target: Option<Target>,
    /// The memory scope on the device; empty if unconstrained.
    #[reflect(default = String::default())]
    pub memory_scope: String,
}

/// The targets and default scopes of a compilation.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "CompilationConfig", is_final)]
pub struct CompilationConfigNode {
    base: Object,
    /// The targets, by device type.
    pub legacy_target_map: Map<Integer, Target>,
    /// The target of the host code, which calls all other code.
    pub host_target: Target,
    /// The targets of primitive functions. Each contains the host target.
    pub primitive_targets: Array<Target>,
    /// The scope of primitive functions without an explicit scope.
    pub default_primitive_se_scope: SEScope,
    /// The scope of the host code.
    pub host_se_scope: SEScope,
    /// The target of all primitive functions, or `None` unless there is exactly one target.
    pub optional_homogenous_target: Option<Target>,
}

/// The properties of a memory of a device.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "MemoryInfo", is_final, new)]
pub struct MemoryInfoNode {
    base: Object,
    /// The size of the smallest addressable unit in bits.
    pub unit_bits: i32,
    /// The capacity in bits.
    pub max_num_bits: i32,
    /// The width of the longest vector access in bits.
    pub max_simd_bits: i32,
    /// The start address, if it is fixed.
    pub head_address: Option<PrimExpr>,
}

/// The error of creating a compilation configuration from targets.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompilationError {
    /// The host target has a host of its own.
    #[error("the host target {host:?} has the host {found:?}: a host target cannot have a host")]
    HostOfHost {
        /// The host target.
        host: std::string::String,
        /// The host of the host target.
        found: std::string::String,
    },
    /// No target has the default device type of primitive functions.
    #[error("no target for the device type {device_type} among {targets} target(s)")]
    NoTarget {
        /// The device type.
        device_type: DeviceType,
        /// The number of targets.
        targets: usize,
    },
    /// The option `relay.fallback_device_type` of the pass context is not a device type.
    #[error("the option \"relay.fallback_device_type\": expected a positive number, found {found}")]
    FallbackDevice {
        /// The value of the option.
        found: i64,
    },
    /// An option of the pass context has a value of the wrong type.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The default host target cannot be created.
    #[error(transparent)]
    Host(#[from] TargetError),
}

impl CompilationConfig {
    /// Creates the configuration for a compilation from the targets and an optional host target.
    ///
    /// The default host is chosen in this order:
    ///
    /// 1. The host of the only target.
    /// 2. The only target itself, if it is a CPU target.
    /// 3. `llvm`, or `stackvm` if LLVM is not available.
    ///
    /// The host becomes the host of all targets. The default device type is the value of
    /// `relay.fallback_device_type` in `context`, otherwise that of the only target, otherwise the
    /// CPU.
    ///
    /// # Errors
    /// Fails if the host has a host, or if no target has the default device type.
    ///
    /// ```
    /// use objet::tensor::DeviceType;
    /// use objet_ir::target::{CompilationConfig, Target};
    /// use objet_ir::transform::PassContext;
    ///
    /// let (skylake, cuda) = (Target::new("llvm -mcpu=skylake")?, Target::new("cuda")?);
    /// let targets = [(1.into(), skylake), (2.into(), cuda)];
    /// let host = Target::new("llvm")?;
    /// let config = CompilationConfig::new(&PassContext::current(), targets, Some(host))?;
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

/// Returns the default host target.
fn default_host() -> Result<Target, TargetError> {
    Target::new(if Registry::find("codegen.LLVMModuleCreate").is_some() { "llvm" } else { "stackvm" })
}

impl SEScope {
    /// Creates a scope for a device and one of its memories.
    ///
    /// # Errors
    /// Fails if the target is for another device type.
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

    /// Creates a scope for a virtual device of a device type and one of its memories.
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

    /// Returns the scope without constraints.
    pub fn fully_unconstrained() -> Self {
        Self::new(DeviceType(-1), -1, None, "")
    }
}
