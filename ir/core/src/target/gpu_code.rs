//! The triple and the processor of the targets whose code LLVM generates for GPUs.

use objet::String;
use objet::prelude::*;

use super::error::TargetError;

/// The options of a kind that follow from its code generator.
struct GpuCode {
    kind: &'static str,
    triple: &'static str,
    /// The beginning of the names of processors, which a digit follows.
    family: &'static str,
    processor: &'static str,
}

const CODES: [GpuCode; 2] = [
    GpuCode { kind: "nvptx", triple: "nvptx64-nvidia-cuda", family: "sm_", processor: "sm_20" },
    GpuCode { kind: "rocm", triple: "amdgcn-amd-amdhsa-hcc", family: "gfx", processor: "gfx900" },
];

/// Checks the options `mtriple` and `mcpu` of a kind that generates code for GPUs, and adds those
/// that are absent.
pub(super) fn complete(kind: &str, attrs: &mut Map<String, ObjectRef>) -> Result<(), TargetError> {
    let Some(code) = CODES.iter().find(|code| code.kind == kind) else { return Ok(()) };
    let known = |option: &str| attrs.get(option).and_then(|value| value.clone().downcast::<String>().ok());
    let wrong = |option, expected: std::string::String, found: String| TargetError::GpuCode {
        kind: kind.into(),
        option,
        expected,
        found: found.to_string(),
    };
    let (triple, processor) = (known("mtriple"), known("mcpu"));
    if let Some(triple) = triple.filter(|triple| triple.as_str() != code.triple) {
        return Err(wrong("mtriple", format!("{:?}", code.triple), triple));
    }
    let is_processor = |name: &String| {
        let number = name.strip_prefix(code.family);
        number.is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    };
    if let Some(processor) = processor.filter(|processor| !is_processor(processor)) {
        return Err(wrong("mcpu", format!("a name such as {:?}", code.processor), processor));
    }
    for (option, value) in [("mtriple", code.triple), ("mcpu", code.processor)] {
        if !attrs.contains_key(option) {
            attrs.insert(option.into(), String::from(value).into());
        }
    }
    Ok(())
}
