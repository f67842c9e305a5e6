//! The forms of the language, and programs that they stand for.

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_relay::text::{parse_expr, parse_module, pretty_print};

use super::assert_equal;

fn expr(text: &str) -> RelayExpr {
    parse_expr("a.rly", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns the printed text of an expression, without the sources of calls.
fn printed(text: &str) -> String {
    pretty_print(Some(&expr(text).upcast())).replace(" /* a.rly */", "")
}

#[test]
fn operators_have_a_precedence() {
    for (text, same) in [
        ("1 * 1 + 1", "(1 * 1) + 1"),
        ("1 * 1 + 1 < 1 == 1", "(((1 * 1) + 1) < 1) == 1"),
        ("1 == 1 < 1 + 1 * 1", "1 == (1 < (1 + (1 * 1)))"),
        ("5 - 3 - 1", "(5 - 3) - 1"),
        ("8 / 4 * 2", "(8 / 4) * 2"),
        ("1 == 2 != 3", "(1 == 2) != 3"),
        ("1 <= 2 >= 3 > 4", "((1 <= 2) >= 3) > 4"),
        ("5 -3", "5 - 3"),
        ("5 - -3", "subtract(5, -3)"),
        ("1 + 2", "add(1, 2)"),
    ] {
        assert_equal(&expr(text), &expr(same), text);
    }
    assert_ne!(printed("1 * 1 + 1"), printed("1 * (1 + 1)"));
}

#[test]
fn numbers_have_suffixes() {
    for (text, same) in [
        ("1", "1"),
        ("-05", "-5"),
        ("--1", "1"),
        ("7i64", "7"),
        ("9223372036854775807", "9223372036854775807"),
        ("1f", "1f"),
        ("1.5", "1.5f"),
        ("1E-1f", "0.1f"),
        ("2.f32", "2f"),
        ("-1e+10f64", "-1e+10f64"),
        ("inff", "inff"),
        ("-inff64", "-inff64"),
        ("nanf", "nanf"),
        ("1u8", "meta[relay.Constant][0]\n"),
        ("True", "True"),
    ] {
        assert!(printed(text).starts_with(same.trim_end()), "{text}: {}", printed(text));
    }
    // A number is of 64 bits if its comment says so.
    assert_equal(&expr("7 /* ty=int64 */"), &expr("7i64"), "int64");
}

#[test]
fn tokens_are_as_long_as_possible() {
    for (text, same) in [
        ("1// * 2", "1"),
        ("/*/**/ /* */*/\t1\r\n\u{c}/**/", "1"),
        ("#[version  =\"0.0.5\"]\n1-1<=1", "((1 - 1) <= 1)"),
        ("1e2", "100f"),
        ("(1f16,1.f32,1i8)", "(1f16, 1f, 1i8)"),
        ("let %x = (1,); %x.0", "let %x = (1,); (%x).0"),
        ("1.E+2f16", "100f16"),
        ("let%x=1;let%x.a0=2;%x.a0", "let %x = 1; let %x.a0 = 2; %x.a0"),
    ] {
        assert_equal(&expr(text), &expr(same), text);
    }
    for text in ["free_var %xß.é/$1: int32;\n%xß.é/$1", "@_a/$.0.$"] {
        assert_eq!(printed(text), text);
    }
}

#[test]
fn texts_are_printed_as_they_are_written() {
    for text in [
        "()",
        "(0,)",
        "(0, 1, 2)",
        "let %x = 1;\nlet %y: int32 = 2;\n()",
        "@foo",
        "add",
        "nn.global_avg_pool2d",
        "free_var %base/x;\nfree_var %y: Tensor[(?, 1), float32];\nadd(%base/x, %y)",
        "let %x: (int32, (), (bool,), fn (int8x4, float16) -> uint1x4, ref(int32)) = ();\n%x.0",
        "fn [A](%x: A, %f: fn [B](B) -> A, Primitive=1, s=\"a\\\"b\\n\", l=[1, 2.5f, None]) -> A {\n  %x\n}",
        "%0 = ref(1);\n%1 = ref_write(%0, 2);\nref_read(%1)",
        "match (1) {\n  (%a: int32, _) => {\n    %a\n  },\n  %b => {\n    1\n  },\n}",
        "match? (1) {\n  _ => {\n    2\n  },\n}",
        "if (True) {\n  let %x = 1;\n  %x\n} else {\n  2\n}",
        "free_var %x;\n%0 = nn.conv2d(%x, %x, padding=[1, 1, 1, 1], channels=2, kernel_size=[3, 3], out_dtype=\"float32\");\nnn.batch_norm(%0, %x, %x, %x, %x, epsilon=2e-05f, scale=False)",
        "@f(1, units=3, attrs_type_key=\"relay.attrs.DenseAttrs\")",
        "(fn (%x) {\n  %x\n})",
    ] {
        let found = printed(text);
        let expected = text.trim_start_matches('(').trim_end_matches(')');
        assert!(found.trim_end() == text || found.trim_end() == expected, "{text}\n{found}");
    }
}

#[test]
fn statements_and_blocks_are_expressions() {
    for (text, same) in [
        ("{ 1 }", "1"),
        ("{ let %x = 1; %x } + 2", "add((let %y = 1; %y), 2)"),
        ("1; 2", "let %a = 1; 2"),
        ("(1; 2)", "let %a = 1; 2"),
        ("%1 = (); %1", "()"),
        ("%1 = 1; %1 = 2; %1", "2"),
        ("let %x = (1, 2); %x.0", "let %y = (1, 2,); %y.0"),
        ("((1, (2, 3)).1.0, 4).0", "(((1, (2, 3)).1).0, 4).0"),
        ("/* a /* b */ c */ // d\n1", "1"),
        ("add(1, 2, )", "add(1, 2)"),
        ("fn (%x, ) { %x }", "fn (%x) { %x }"),
        ("let %x: _ = 1; %x", "let %x = 1; %x"),
        ("match (1) { _ => 1 }", "match (1) { _ => { 1 }, }"),
        ("let %f = fn (%n) { %f(%n) }; %f", "let %g = fn (%m) { %g(%m) }; %g"),
    ] {
        assert_equal(&expr(text), &expr(same), text);
    }
}

/// A variable of an inner block hides another one until the end of the block.
#[test]
fn blocks_are_scopes() {
    let text = "fn (%x) { let %y = { let %x = 1; %x }; (%x, %y, match (%y) { %x => %x }, %x) }";
    let same = "fn (%a) { let %b = (let %c = 1; %c); (%a, %b, match (%b) { %d => %d }, %a) }";
    assert_equal(&expr(text), &expr(same), text);
    let error = parse_expr("a.rly", "({ let %x = 1; %x }, %x)").unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
}

#[test]
fn definitions_may_come_in_any_order() {
    let text = "\
def @main(%x: List[int32]) -> int32 { match (%x) { Cons(%head, _) => @first(%head, Nil), Nil => 0 } }
def @first[A](%a: A, %b: List[A]) -> A { %a }
type List[A] { Cons(A, List[A]), Nil }
extern type Other[A]
";
    let module = parse_module("a.rly", text).unwrap();
    let printed = pretty_print(Some(&module.upcast())).replace(" /* a.rly */", "");
    assert_eq!(
        printed,
        "\
type List[A] {
  Cons(A, List[A]),
  Nil,
}

type Other[A] {
  
}

def @main(%x: List[int32]) -> int32 {
  match (%x) {
    Cons(%head, _) => {
      %0 = Nil;
      @first(%head, %0)
    },
    Nil => {
      0
    },
  }
}

def @first[A](%a: A, %b: List[A]) -> A {
  %a
}
"
    );
}
