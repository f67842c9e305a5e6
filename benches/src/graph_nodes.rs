//! The graphs of the benchmarks, a tree and a DAG. Their nodes have four fields: two references, an
//! integer and a string.

use objet::prelude::*;

/// A node of the tree.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "bench.Tree", is_final)]
pub struct TreeNode {
    base: Object,
    /// The left child.
    pub left: Option<Tree>,
    /// The right child.
    pub right: Option<Tree>,
    /// A number.
    pub value: i64,
    /// A name.
    pub name: String,
}

/// A node of the DAG. Comparison respects its sharing.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "bench.Dag", is_final)]
#[reflect(graph_node)]
pub struct DagNode {
    base: Object,
    /// The first operand.
    pub left: Option<Dag>,
    /// The second operand.
    pub right: Option<Dag>,
    /// A number.
    pub value: i64,
    /// A name.
    pub name: String,
}

/// Returns the name of the node `index`.
pub fn name(index: usize) -> String {
    format!("node_{index}")
}

/// Returns a complete binary tree of `count` nodes, built from the leaves up.
pub fn tree(count: usize) -> Tree {
    fold_tree(count, |left, right, index| {
        let (value, name) = (index as i64, name(index));
        make_object(TreeNode { base: Object::new(), left, right, value, name }).into()
    })
}

/// Folds a complete binary tree of `count` nodes from the leaves up. The nodes are numbered from
/// the root, level by level.
pub fn fold_tree<T>(count: usize, mut node: impl FnMut(Option<T>, Option<T>, usize) -> T) -> T {
    assert!(count > 0, "a tree has a root");
    let mut nodes: Vec<Option<T>> = (0..count).map(|_| None).collect();
    for index in (0..count).rev() {
        let mut child = |child: usize| nodes.get_mut(child).and_then(Option::take);
        let (left, right) = (child(2 * index + 1), child(2 * index + 2));
        nodes[index] = Some(node(left, right, index));
    }
    match nodes.swap_remove(0) {
        Some(root) => root,
        None => unreachable!("the root was made last"),
    }
}

/// Returns a DAG of `count` nodes. Each node refers to the node before it and to a random earlier
/// node.
pub fn dag(count: usize) -> Dag {
    assert!(count > 0, "a graph has a root");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut nodes: Vec<Dag> = Vec::with_capacity(count);
    for index in 0..count {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let any = (index > 0).then(|| nodes[(random >> 33) as usize % index].clone());
        let (left, value, name) = (nodes.last().cloned(), index as i64, name(index));
        nodes.push(make_object(DagNode { base: Object::new(), left, right: any, value, name }).into());
    }
    nodes.swap_remove(count - 1)
}

/// The same tree as a closed enum, for code that needs no open hierarchy.
#[derive(PartialEq)]
pub enum Closed {
    /// A node without children.
    Leaf {
        /// A number.
        value: i64,
        /// A name.
        name: String,
    },
    /// A node with one or two children.
    Inner {
        /// The left child.
        left: std::sync::Arc<Closed>,
        /// The right child.
        right: Option<std::sync::Arc<Closed>>,
        /// A number.
        value: i64,
        /// A name.
        name: String,
    },
}

/// Returns the tree of [`tree`] as a closed enum.
pub fn closed_tree(count: usize) -> std::sync::Arc<Closed> {
    fold_tree(count, |left, right, index| {
        let (value, name) = (index as i64, name(index));
        std::sync::Arc::new(match left {
            None => Closed::Leaf { value, name },
            Some(left) => Closed::Inner { left, right, value, name },
        })
    })
}
