//! The layouts of convolutions, which are those of their attributes.

use objet::prelude::*;
use objet_tir::data_layout::Layout;

use super::attributes::Conv;
use crate::attrs::{BinaryConv2DAttrs, CorrelationAttrs, DeformableConv2DAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};

/// The layouts of a convolution.
pub(crate) fn conv<A: IsObjectRef>(query: &LayoutQuery) -> LayoutResult
where
    for<'a> Conv<'a>: From<&'a A>,
{
    let attrs = query.attrs::<A>()?;
    let conv = Conv::from(&attrs);
    of_attributes(conv.data_layout, Some(conv.kernel_layout), conv.out_layout)
}

/// The offsets have the layout of the data.
pub(super) fn deformable(query: &LayoutQuery) -> LayoutResult {
    let attrs = query.attrs::<DeformableConv2DAttrs>()?;
    let layouts = of_attributes(&attrs.data_layout, Some(&attrs.kernel_layout), &attrs.out_layout)?;
    Ok(layouts.map(|mut layouts| {
        layouts.inputs.insert(1, layouts.inputs[0].clone());
        layouts
    }))
}

/// The layouts of a convolution of low-bit numbers.
pub(super) fn bitserial(query: &LayoutQuery) -> LayoutResult {
    let attrs = query.attrs::<BinaryConv2DAttrs>()?;
    of_attributes(&attrs.data_layout, Some(&attrs.kernel_layout), "")
}

/// Both images and the result have one layout.
pub(super) fn correlation(query: &LayoutQuery) -> LayoutResult {
    of_attributes(&query.attrs::<CorrelationAttrs>()?.layout, None, "")
}

/// Returns the layouts of the data, of the weight, and of the result. The weight has the layout of
/// the data by default, and so has the result.
pub(crate) fn of_attributes(data: &str, weight: Option<&str>, result: &str) -> LayoutResult {
    let data = layout("data_layout", data)?;
    let weight = match weight {
        Some(weight) => layout("kernel_layout", weight)?,
        None => data.clone(),
    };
    let result: Option<Layout> = layout("out_layout", result)?.or_else(|| data.clone());
    Ok(data.zip(weight).zip(result).map(|((data, weight), result)| Layouts::new([data, weight], result)))
}
