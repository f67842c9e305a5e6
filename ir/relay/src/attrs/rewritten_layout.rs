//! The layout to which TVM's automatic scheduler rewrote the weight of an operator.

use objet::String;
use objet::function::BoxError;
use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::attrs::Attrs;

use super::{
    BatchMatmulAttrsNode, Conv2DAttrsNode, Conv2DWinogradAttrsNode, Conv3DAttrsNode, DenseAttrsNode,
    MatmulAttrsNode,
};

/// Returns the layout to which the weight was rewritten. Only a pass of the automatic scheduler
/// rewrites weights, and no file stores the layout, so the layout is empty.
#[register_global("relay.attrs.get_auto_scheduler_rewritten_layout")]
fn rewritten_layout(attrs: Attrs) -> Result<String, BoxError> {
    match_node!(match attrs {
        Conv2DAttrsNode
        | Conv2DWinogradAttrsNode
        | Conv3DAttrsNode
        | DenseAttrsNode
        | MatmulAttrsNode
        | BatchMatmulAttrsNode => Ok(String::default()),
        _ => Err(format!("Unhandled attribute: {}", as_repr(Some(&attrs))).into()),
    })
}
