//! The node types of this crate, which the table knows with or without link-time collection.

use crate::containers::{ADTNode, ArrayNode, ClosureNode, MapNode, ShapeTupleNode, StringNode};
use crate::header::Object;
use crate::node::IsObject;
use crate::tensor::NDArrayNode;
use crate::types::NodeType;

pub(crate) fn node_types() -> [&'static NodeType; 8] {
    [
        Object::node_type(),
        NDArrayNode::node_type(),
        StringNode::node_type(),
        ArrayNode::node_type(),
        MapNode::node_type(),
        ShapeTupleNode::node_type(),
        ClosureNode::node_type(),
        ADTNode::node_type(),
    ]
}
