//! The size of the generated code, which determines the compile time of a node.

use proc_macro2::TokenStream;
use syn::{DeriveInput, parse_quote};

/// Returns the number of lines of code in the usual format.
fn lines(code: TokenStream) -> usize {
    prettyplease::unparse(&syn::parse2(code).expect("the derive writes items")).lines().count()
}

#[test]
fn the_code_of_a_node_with_four_fields_is_small() {
    let node: DeriveInput = parse_quote! {
        #[derive(Object, Reflect)]
        #[repr(C)]
        #[object(key = "bench.Add", is_final)]
        pub struct AddNode {
            base: ExprNode,
            pub lhs: Expr,
            pub rhs: Expr,
            pub line: i64,
            pub name: Text,
        }
    };
    let (object, reflect) = (lines(crate::object::expand(&node)), lines(crate::reflect::expand(&node)));
    assert!(object + reflect <= 200, "{object} lines of `Object` and {reflect} lines of `Reflect`");
}
