//! Passes that change layouts: `AlterOpLayout` and `ConvertLayout`.

use std::error::Error;

use objet::prelude::*;
use objet::{String as Text, structural_equal};
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::Op;
use objet_ir::types::Type;
use objet_relay::attrs::{Conv2DAttrs, DenseAttrs, MaxPool2DAttrs};
use objet_relay::expr::Call;
use objet_relay::op::nn;
use objet_tir::op::as_const_int;
use objet_tir::te::Tensor;

type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// A function that returns a call in other layouts, or nothing.
type Alteration = fn(Attrs, &[RelayExpr], &[Tensor]) -> Option<RelayExpr>;

/// Sets the attribute `FTVMAlterOpLayout`, as in `programs_alter_layout.py`.
pub(super) fn declare_alterations() -> Result<()> {
    let functions: [(&str, Alteration); 4] = [
        ("nn.conv2d", alter_conv2d),
        ("nn.max_pool2d", alter_max_pool2d),
        ("nn.batch_matmul", |_, args, _| {
            let attrs = attrs! { transpose_a: true, transpose_b: false };
            Some(nn::batch_matmul(args[0].clone(), args[1].clone(), attrs).ok()?.into())
        }),
        ("nn.dense", |attrs, args, tensors| {
            if as_const_int(&tensors[1].shape[0])? % 2 != 0 {
                return None;
            }
            let units = attrs.downcast_ref::<DenseAttrs>()?.units.clone();
            let attrs = attrs! { units: units, weight_layout: "NC2n" };
            Some(nn::contrib_dense_pack(args[0].clone(), args[1].clone(), attrs).ok()?.into())
        }),
    ];
    for (name, function) in functions {
        set_alteration(name, function)?;
    }
    Ok(())
}

fn set_alteration(name: &str, function: Alteration) -> Result<()> {
    let alter = move |attrs: Option<Attrs>, args: Array<RelayExpr>, tensors: Array<Tensor>, _: Type| {
        function(attrs?, &args, &tensors)
    };
    let alter: PackedFunc = TypedPackedFunc::new(alter).into();
    Ok(Op::get(name)?.set_attr("FTVMAlterOpLayout", alter, 10)?)
}

/// Chooses blocks of 4 channels, or another operator or layout for some sizes of kernels.
fn alter_conv2d(attrs: Attrs, args: &[RelayExpr], _: &[Tensor]) -> Option<RelayExpr> {
    let mut attrs = attrs.downcast::<Conv2DAttrs>().ok()?;
    if attrs.data_layout.contains('c') || attrs.groups != 1 {
        return None;
    }
    let size = as_const_int(&attrs.kernel_size.as_ref()?[0])?;
    let is_last = attrs.data_layout == "NHWC";
    let fields = attrs.make_mut();
    let mut set = |data: &str, kernel: &str, out: &str| {
        *fields.data_layout = data.into();
        *fields.kernel_layout = kernel.into();
        *fields.out_layout = out.into();
    };
    let mut op = "nn.conv2d";
    match size {
        _ if is_last => set("NCHW", "OIHW", ""),
        1 => set("NHWC", "HWIO", ""),
        3 => set("NCHW4c", "OIHW4i4o", ""),
        5 => {
            op = "nn.contrib_conv2d_NCHWc";
            set("NCHW4c", "OIHW4i8o", "NCHW8c");
        }
        _ => return None,
    }
    let args: Array<RelayExpr> = args.to_vec().into();
    Some(Call::new(Op::get(op).ok()?, args, Some(attrs.upcast()), [], None).into())
}

/// Chooses blocks of 2 channels for windows of 3 pixels.
fn alter_max_pool2d(attrs: Attrs, args: &[RelayExpr], _: &[Tensor]) -> Option<RelayExpr> {
    let mut attrs = attrs.downcast::<MaxPool2DAttrs>().ok()?;
    if as_const_int(&attrs.pool_size.as_ref()?[0])? != 3 {
        return None;
    }
    *attrs.make_mut().layout = "NCHW2c".into();
    let args: Array<RelayExpr> = args.to_vec().into();
    Some(Call::new(Op::get("nn.max_pool2d").ok()?, args, Some(attrs.upcast()), [], None).into())
}
