//! Static memory plans: where the values of a program are stored.

use objet::prelude::*;
use objet::text::ReprPrinter;
use objet_ir::expr::{IntImm, RelayExpr};

/// The storages of the values of an expression. The three lists have an element for each tensor of
/// the expression.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.StorageInfo", is_final)]
#[reflect(repr = show_storage_info)]
pub struct StorageInfoNode {
    base: Object,
    /// The numbers of the storages. Tensors with the same number share memory.
    #[reflect(skip)]
    pub storage_ids: Array<IntImm>,
    /// The types of the devices with the storages (`DLDeviceType`).
    #[reflect(skip)]
    pub device_types: Array<IntImm>,
    /// The sizes of the storages in bytes.
    #[reflect(skip)]
    pub storage_sizes_in_bytes: Array<IntImm>,
}

/// The storages of the expressions of a program.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.StaticMemoryPlan", is_final, new)]
pub struct StaticMemoryPlanNode {
    base: Object,
    /// The storages of each expression.
    pub expr_to_storage_info: Map<RelayExpr, StorageInfo>,
}

impl StorageInfo {
    /// Creates the storages of an expression.
    pub fn new(
        storage_ids: impl Into<Array<IntImm>>,
        device_types: impl Into<Array<IntImm>>,
        storage_sizes_in_bytes: impl Into<Array<IntImm>>,
    ) -> Self {
        make_object(StorageInfoNode {
            base: Object::new(),
            storage_ids: storage_ids.into(),
            device_types: device_types.into(),
            storage_sizes_in_bytes: storage_sizes_in_bytes.into(),
        })
        .into()
    }
}

fn show_storage_info<'a>(info: &'a StorageInfoNode, printer: &mut ReprPrinter<'a>) {
    let lists = [
        ("storage_ids", &info.storage_ids),
        ("device_types", &info.device_types),
        ("storage_size_in_bytes", &info.storage_sizes_in_bytes),
    ];
    let list = |(name, numbers): (&str, &Array<IntImm>)| {
        let numbers: std::string::String =
            numbers.iter().map(|number| format!("{}, ", number.value)).collect();
        format!("\n  {name}=[{numbers}]")
    };
    printer.text(format!("StorageInfoNode({})", lists.map(list).join(",")));
}

/// Creates the storages of an expression.
#[register_global("relay.ir.StorageInfo", short)]
fn storage_info(sids: Array<IntImm>, dev_types: Array<IntImm>, sizes_in_bytes: Array<IntImm>) -> StorageInfo {
    StorageInfo::new(sids, dev_types, sizes_in_bytes)
}

/// Returns the numbers of the storages.
#[register_global("relay.ir.StorageInfoStorageIds")]
fn storage_ids(si: StorageInfo) -> Array<IntImm> {
    si.storage_ids.clone()
}

/// Returns the types of the devices with the storages.
#[register_global("relay.ir.StorageInfoDeviceTypes")]
fn device_types(si: StorageInfo) -> Array<IntImm> {
    si.device_types.clone()
}

/// Returns the sizes of the storages in bytes.
#[register_global("relay.ir.StorageInfoStorageSizes")]
fn storage_sizes(si: StorageInfo) -> Array<IntImm> {
    si.storage_sizes_in_bytes.clone()
}

/// Creates a memory plan.
#[register_global("relay.ir.StaticMemoryPlan", short)]
fn static_memory_plan(expr_to_storage_info: Map<RelayExpr, StorageInfo>) -> StaticMemoryPlan {
    StaticMemoryPlan::new(expr_to_storage_info)
}
