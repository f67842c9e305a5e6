//! The node types of this crate, which the table knows with or without link-time collection.

use crate::boxed::{BoxBoolNode, BoxFloatNode, BoxIntNode};
use crate::containers::{ADTNode, ArrayNode, ClosureNode, MapNode, ShapeTupleNode, StringNode};
use crate::header::Object;
use crate::node::IsObject;
use crate::tensor::NDArrayNode;
use crate::types::NodeType;

pub(crate) fn node_types() -> [&'static NodeType; 11] {
    [
        Object::node_type(),
        NDArrayNode::node_type(),
        StringNode::node_type(),
        ArrayNode::node_type(),
        MapNode::node_type(),
        ShapeTupleNode::node_type(),
        ClosureNode::node_type(),
        ADTNode::node_type(),
        BoxIntNode::node_type(),
        BoxFloatNode::node_type(),
        BoxBoolNode::node_type(),
    ]
}
