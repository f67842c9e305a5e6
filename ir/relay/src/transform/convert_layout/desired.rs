//! Calls in desired layouts, for operators without the attribute `FTVMConvertOpLayout`.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{PrimExpr, RelayExpr};
use objet_ir::op::Op;
use objet_tir::op::as_const_int;

use crate::attrs::{
    AvgPool2DAttrs, Conv2DAttrs, Conv2DTransposeAttrs, Conv3DAttrs, DeformableConv2DAttrs, GlobalPool2DAttrs,
    MaxPool2DAttrs, ROIAlignAttrs, ROIPoolAttrs, Resize1DAttrs, Resize2DAttrs,
};
use crate::expr::Call;
use crate::transform::layout_rewrite::LayoutPassError;
use crate::transform::typed_exprs::known_tensor;

/// The layout that the operator chooses.
const DEFAULT: &str = "default";

type Result<T> = std::result::Result<T, LayoutPassError>;

/// Returns the call of an operator in the desired layouts, or `None` for an operator that has no
/// other layouts.
pub(super) fn in_desired_layouts(
    op: &Op,
    call: &Call,
    attrs: Option<&Attrs>,
    args: &Array<RelayExpr>,
    desired: &Array<String>,
) -> Result<Option<RelayExpr>> {
    let Some(attrs) = attrs else { return Ok(None) };
    let attrs = match op.name.as_str() {
        "nn.conv2d"
        | "nn.conv2d_transpose"
        | "nn.conv3d"
        | "nn.deformable_conv2d"
        | "qnn.conv2d"
        | "qnn.conv2d_transpose" => of_convolution(op, call, attrs, desired)?,
        "nn.max_pool2d" | "nn.avg_pool2d" | "nn.global_max_pool2d" | "nn.global_avg_pool2d" => {
            let [layout] = layouts(op, desired, "the layout of the data")?;
            with_pooling_layout(attrs, layout)
        }
        "image.resize1d" | "image.resize2d" => {
            let [layout] = layouts(op, desired, "the layout of the data")?;
            expect_layout(op, layout)?;
            with_layout(attrs, layout)
        }
        "vision.roi_align" | "vision.roi_pool" => {
            let [layout, regions] = layouts(op, desired, "the layouts of the data and of the regions")?;
            if !["NCHW", "NHWC"].contains(&layout) || regions != DEFAULT {
                return Err(unsupported(op, "NCHW or NHWC, and default", desired));
            }
            with_layout(attrs, layout)
        }
        _ => return Ok(None),
    };
    let new = |attrs| Call::new(op.clone(), args.clone(), Some(attrs), [], call.span.clone()).upcast();
    Ok(attrs.map(new))
}

/// Returns the attributes of a convolution in the desired layouts.
fn of_convolution(op: &Op, call: &Call, attrs: &Attrs, desired: &Array<String>) -> Result<Option<Attrs>> {
    let [data, kernel] = layouts(op, desired, "the layouts of the data and of the kernel")?;
    expect_layout(op, data)?;
    if kernel != DEFAULT {
        return Ok(with_kernel_layout(attrs, data, kernel));
    }
    let is_depthwise = || attrs.downcast_ref::<Conv2DAttrs>().is_some_and(|attrs| is_depthwise(call, attrs));
    let kernel = match (op.name.as_str(), data) {
        ("nn.conv3d", "NCDHW") => "OIDHW",
        ("nn.conv3d", "NDHWC") => "DHWIO",
        ("nn.conv3d", _) => return Err(unsupported(op, "NCDHW or NDHWC with a default kernel", desired)),
        ("qnn.conv2d_transpose", "NCHW") => "IOHW",
        (_, "NCHW") => "OIHW",
        ("nn.conv2d" | "qnn.conv2d", "NHWC") if is_depthwise() => "HWOI",
        (_, "NHWC") => "HWIO",
        ("nn.conv2d", "HWNC") => "HWOI",
        ("nn.conv2d", _) => {
            return Err(unsupported(op, "NCHW, NHWC or HWNC with a default kernel", desired));
        }
        _ => return Err(unsupported(op, "NCHW or NHWC with a default kernel", desired)),
    };
    Ok(with_kernel_layout(attrs, data, kernel))
}

/// Returns whether each channel has a kernel of its own.
fn is_depthwise(call: &Call, attrs: &Conv2DAttrs) -> bool {
    let length = |index: usize, layout: &str, letter| {
        let shape: &Array<PrimExpr> = &known_tensor(call.args.get(index)?)?.shape;
        as_const_int(shape.get(layout.find(letter)?)?)
    };
    let groups = Some(i64::from(attrs.groups));
    length(0, &attrs.data_layout, 'C') == groups && length(1, &attrs.kernel_layout, 'O') == groups
}

/// Returns the desired layouts as an array of known length.
fn layouts<'a, const N: usize>(op: &Op, desired: &'a Array<String>, what: &str) -> Result<[&'a str; N]> {
    let layouts: Vec<&str> = desired.iter().map(String::as_str).collect();
    <[&str; N]>::try_from(layouts).map_err(|_| {
        let plural = if N == 1 { "" } else { "s" };
        unsupported(op, &format!("{N} layout{plural} ({what})"), desired)
    })
}

fn expect_layout(op: &Op, layout: &str) -> Result<()> {
    if layout != DEFAULT {
        return Ok(());
    }
    let (expected, found) = ("a layout of the data".into(), DEFAULT.into());
    Err(LayoutPassError::Desired { op: op.name.to_string(), expected, found })
}

fn unsupported(op: &Op, expected: &str, desired: &Array<String>) -> LayoutPassError {
    let found = desired.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let found = if desired.is_empty() { "none".into() } else { found };
    LayoutPassError::Desired { op: op.name.to_string(), expected: expected.into(), found }
}

/// Returns the attributes with new values, for the first type that they have.
macro_rules! with_values {
    ($found:ident: $($attrs:ident),+; $fields:ident => $set:block) => {
        $(if let Some(found) = $found.downcast_ref::<$attrs>() {
            let mut new = found.clone();
            let $fields = new.make_mut();
            $set
            return Some(new.upcast());
        })+
    };
}

fn with_kernel_layout(attrs: &Attrs, data: &str, kernel: &str) -> Option<Attrs> {
    with_values!(attrs: Conv2DAttrs, Conv2DTransposeAttrs, Conv3DAttrs, DeformableConv2DAttrs; fields => {
        *fields.data_layout = data.into();
        *fields.kernel_layout = kernel.into();
    });
    None
}

fn with_pooling_layout(attrs: &Attrs, layout: &str) -> Option<Attrs> {
    with_values!(attrs: MaxPool2DAttrs, AvgPool2DAttrs, GlobalPool2DAttrs; fields => {
        *fields.layout = layout.into();
        *fields.out_layout = layout.into();
    });
    None
}

fn with_layout(attrs: &Attrs, layout: &str) -> Option<Attrs> {
    with_values!(attrs: Resize1DAttrs, Resize2DAttrs, ROIAlignAttrs, ROIPoolAttrs; fields => {
        *fields.layout = layout.into();
    });
    None
}
