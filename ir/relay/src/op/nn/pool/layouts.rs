//! The layouts of pooling operators.

use objet::prelude::*;

use crate::attrs::{
    AdaptivePool1DAttrs, AdaptivePool2DAttrs, AdaptivePool3DAttrs, AvgPool1DAttrs, AvgPool2DAttrs,
    AvgPool3DAttrs, GlobalPool2DAttrs, MaxPool1DAttrs, MaxPool2DAttrs, MaxPool3DAttrs,
};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};

/// Declares the layouts of pooling operators. The input takes a new layout, unless the attributes
/// have a layout of the result. Both layouts must be equal.
macro_rules! pools {
    ($($function:ident $attrs:ident;)*) => {
        $(
            pub(super) fn $function(query: &LayoutQuery) -> LayoutResult {
                let mut attrs = query.attrs::<$attrs>()?;
                let changed = query.new_layout(0).filter(|_| attrs.out_layout.is_empty());
                if let Some(new) = changed {
                    *attrs.make_mut().layout = new.name.as_str().into();
                } else if !attrs.out_layout.is_empty() && attrs.out_layout.as_str() != attrs.layout.as_str() {
                    return Ok(None);
                }
                let layout = layout("layout", &attrs.layout)?;
                Ok(layout.map(|layout| Layouts::all(1, layout).with_attrs(attrs)))
            }
        )*
    };
}

pools! {
    adaptive_pool1d AdaptivePool1DAttrs;
    adaptive_pool2d AdaptivePool2DAttrs;
    adaptive_pool3d AdaptivePool3DAttrs;
    avg_pool1d AvgPool1DAttrs;
    avg_pool2d AvgPool2DAttrs;
    avg_pool3d AvgPool3DAttrs;
    global_pool2d GlobalPool2DAttrs;
    max_pool1d MaxPool1DAttrs;
    max_pool2d MaxPool2DAttrs;
    max_pool3d MaxPool3DAttrs;
}
