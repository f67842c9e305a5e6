//! The layouts of operators on images.

use objet::prelude::*;

use crate::attrs::{Dilation2DAttrs, Resize1DAttrs, Resize2DAttrs};
use crate::op::infer_layout::{LayoutQuery, LayoutResult, Layouts, layout};
use crate::op::nn::conv::layouts::of_attributes;

/// Declares the layouts of operators that resize. A new layout with as many axes as the layout of
/// the attributes replaces it.
macro_rules! resizes {
    ($($function:ident $attrs:ident;)*) => {
        $(
            pub(super) fn $function(query: &LayoutQuery) -> LayoutResult {
                let mut attrs = query.attrs::<$attrs>()?;
                if let (Some(old), Some(new)) = (query.old(0), query.new_layout(0))
                    && old.name.as_str() == attrs.layout.as_str()
                    && old.ndim() == new.ndim()
                {
                    *attrs.make_mut().layout = new.name.as_str().into();
                }
                let layout = layout("layout", &attrs.layout)?;
                Ok(layout.map(|layout| Layouts::all(1, layout).with_attrs(attrs)))
            }
        )*
    };
}

resizes! {
    resize1d Resize1DAttrs;
    resize2d Resize2DAttrs;
}

/// The layouts of the attributes.
pub(super) fn dilation2d(query: &LayoutQuery) -> LayoutResult {
    let attrs = query.attrs::<Dilation2DAttrs>()?;
    of_attributes(&attrs.data_layout, Some(&attrs.kernel_layout), "")
}
