//! The nodes of Objet: two hierarchies with three levels and 16 leaf types, of 32 bytes each.

use objet::prelude::*;
use objet::types::{self, get_or_alloc_type_index, make_object_of_type};

macro_rules! hierarchy {
    (
        $(#[$doc:meta])* $module:ident, can_overflow = $can_overflow:literal,
        $root_key:literal $root_slots:literal,
        $($base:ident $base_node:ident $base_key:literal $base_slots:literal {
            $($leaf:ident $leaf_node:ident $leaf_key:literal,)*
        })*
    ) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            /// The base of all types in this hierarchy.
            #[derive(Object)]
            #[repr(C)]
            #[object(key = $root_key, child_slots = $root_slots, child_slots_can_overflow = $can_overflow)]
            pub struct AnyNode {
                base: Object,
            }

            $(
                /// The base of eight leaf types.
                #[derive(Object)]
                #[repr(C)]
                #[object(key = $base_key, child_slots = $base_slots, child_slots_can_overflow = $can_overflow)]
                pub struct $base_node {
                    base: AnyNode,
                    /// A field of the base.
                    pub span: u64,
                }

                impl $base_node {
                    pub(crate) fn new(span: u64) -> Self {
                        Self { base: AnyNode { base: Object::new() }, span }
                    }
                }

                $(
                    /// A leaf.
                    #[derive(Object)]
                    #[repr(C)]
                    #[object(key = $leaf_key, is_final)]
                    pub struct $leaf_node {
                        base: $base_node,
                        /// A field of the leaf.
                        pub value: u64,
                    }
                )*
            )*

            /// Returns an object of the leaf type with the index `leaf`.
            pub(crate) fn object(leaf: usize, value: u64) -> ObjectRef {
                const MAKE: [fn(u64) -> ObjectRef; crate::plan::LEAVES] = [$($(
                    |value| $leaf::from(make_object($leaf_node { base: $base_node::new(value), value })).into(),
                )*)*];
                MAKE[leaf](value)
            }
        }
    };
}

hierarchy! {
    /// Children can overflow the slots of their parents, and types that are registered late do.
    open, can_overflow = true,
    "open.Any" 0,
    Expr ExprNode "open.Expr" 0 {
        Add AddNode "open.Add",
        Sub SubNode "open.Sub",
        Mul MulNode "open.Mul",
        Div DivNode "open.Div",
        Min MinNode "open.Min",
        Max MaxNode "open.Max",
        Load LoadNode "open.Load",
        Select SelectNode "open.Select",
    }
    Stmt StmtNode "open.Stmt" 0 {
        Let LetNode "open.Let",
        For ForNode "open.For",
        While WhileNode "open.While",
        If IfNode "open.If",
        Assert AssertNode "open.Assert",
        Block BlockNode "open.Block",
        Store StoreNode "open.Store",
        Return ReturnNode "open.Return",
    }
}

hierarchy! {
    /// All children must fit into the slots of their parents.
    closed, can_overflow = false,
    "closed.Any" 18,
    Expr ExprNode "closed.Expr" 8 {
        Add AddNode "closed.Add",
        Sub SubNode "closed.Sub",
        Mul MulNode "closed.Mul",
        Div DivNode "closed.Div",
        Min MinNode "closed.Min",
        Max MaxNode "closed.Max",
        Load LoadNode "closed.Load",
        Select SelectNode "closed.Select",
    }
    Stmt StmtNode "closed.Stmt" 8 {
        Let LetNode "closed.Let",
        For ForNode "closed.For",
        While WhileNode "closed.While",
        If IfNode "closed.If",
        Assert AssertNode "closed.Assert",
        Block BlockNode "closed.Block",
        Store StoreNode "closed.Store",
        Return ReturnNode "closed.Return",
    }
}

/// Returns an object of a type that is registered after all linked types and gets no slot.
pub(crate) fn late_object(leaf: usize, value: u64) -> ObjectRef {
    let late = |parent| {
        let key = format!("late.{leaf}");
        let index = get_or_alloc_type_index(&key, parent, 0, true).expect("the key is new");
        let range = types::by_index(parent).expect("the parent is known").range();
        assert!(!range.contains(&index.value()), "the late type found a slot");
        index
    };
    if leaf < crate::plan::LEAVES / 2 {
        let node = open::ExprNode::new(value);
        make_object_of_type(node, late(open::ExprNode::type_index()))
            .map(open::Expr::from)
            .map(ObjectRef::from)
    } else {
        let node = open::StmtNode::new(value);
        make_object_of_type(node, late(open::StmtNode::type_index()))
            .map(open::Stmt::from)
            .map(ObjectRef::from)
    }
    .expect("the type was registered for this struct")
}
