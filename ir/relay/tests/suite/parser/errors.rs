//! Errors of texts: their messages and places.

use objet_relay::text::{parse_expr, parse_module};

/// Returns the messages of a module, each with its line and column.
fn errors(text: &str) -> Vec<String> {
    let error = parse_module("a.rly", text).unwrap_err();
    let show = |diagnostic: &objet_ir::diagnostic::Diagnostic| match &diagnostic.span {
        Some(span) => format!("{}:{}-{}: {}", span.line, span.column, span.end_column, diagnostic.message),
        None => diagnostic.message.to_string(),
    };
    error.diagnostics().iter().map(show).collect()
}

fn expr_error(text: &str) -> String {
    parse_expr("a.rly", text).unwrap_err().diagnostics()[0].message.to_string()
}

#[test]
fn an_error_shows_its_line_and_a_caret() {
    let error = parse_module("a.rly", "def @main(%x: int32) {\n  add(%x, %y)\n}\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "\
error: the variable `%y` is not defined here, did you mean `%x`?
 --> a.rly:2:11
  |
2 |   add(%x, %y)
  |           ^^"
    );
}

#[test]
fn all_errors_are_reported_at_once() {
    let text = r#"
type Tree { Leaf, Node(Tree, Three) }
def @first(%x: int32) {
  let %a = add(%x 1);
  let %b = nn.dens(%a, %a, units=2);
  %0 = (%a, %c;
  add(%a, %0)
}
def @second() { @frist() }
def @third() -> { 1 }
def @fourth() { nn.dense(1, 2, unit=3) + nn.dense(1, 2, units="a") }
def @fifth() { 1 } 2
"#;
    assert_eq!(
        errors(text),
        [
            "2:30-35: there is no type `Three`, did you mean `Tree`?",
            "4:19-20: expected `,` or `)`, found an integer `1`",
            "5:12-19: there is no operator and no constructor `nn.dens`, did you mean `nn.dense`?",
            "6:13-15: the variable `%c` is not defined here, did you mean `%a`?",
            "6:15-16: expected `,` or `)`, found `;`",
            "9:17-23: the module has no function `@frist`, did you mean `@first`?",
            "10:17-18: expected a type, found `{`",
            "11:32-36: relay.attrs.DenseAttrs has no field \"unit\", did you mean \"units\"? Its fields: units, out_dtype",
            "11:57-62: relay.attrs.DenseAttrs.units: expected PrimExpr, found runtime.String",
            "12:20-21: expected a definition, found an integer `2`",
        ]
    );
}

#[test]
fn bad_texts_have_errors_that_name_the_expected() {
    for (text, message) in [
        ("", "expected an expression, found the end of the text"),
        ("let x = 1; 2", "expected a local variable such as `%x`, found a name `x`"),
        ("let %x 1; %x", "expected `=`, found an integer `1`"),
        ("let %x = 1 %x", "expected `;`, found a local variable `%x`"),
        ("1 2", "expected the end of the text, found an integer `2`"),
        ("\"a", "the string has no end: add `\"`"),
        ("\"a\\\n\"", "the string has no end: add `\"`"),
        ("1e+", "expected the end of the text, found a name `e`"),
        ("nn.x_1.é/ª+1", "there is no operator and no constructor `nn.x_1.é/ª`"),
        ("1f161", "expected the end of the text, found an integer `1`"),
        ("1i128", "expected the end of the text, found a name `i128`"),
        ("#[version = \"0.0.5\n\"] 1", "expected an expression, found `#`"),
        ("%²", "expected an expression, found `%`"),
        ("#[version = 0.0.5]", "expected an expression, found `#`"),
        ("1 /* a /* b */", "the comment has no end: add `*/`"),
        ("~", "expected an expression, found `~`"),
        ("if (True) { 1 }", "expected `else`, found the end of the text"),
        ("(1, 2).x", "expected the index of a field, found a name `x`"),
        ("(1, 2).0.x", "expected the index of a field, found `0.`"),
        ("%3", "the variable `%3` has no value before this use"),
        ("%99999999999999999999", "the number of the variable is too large"),
        ("99999999999999999999", "the number 99999999999999999999 does not fit its type"),
        ("300i8", "the number 300i8 does not fit its type"),
        ("-1u8", "the number 1u8 does not fit its type"),
        ("1.5f8", "expected the end of the text, found an integer `8`"),
        ("ref(1, 2)", "`ref`: expected 1 arguments, found 2"),
        ("match (1) { Q => 1 }", "there is no constructor `Q`"),
        (
            "match (1) { 1 => 1 }",
            "expected a pattern: `_`, a variable, a tuple or a constructor, found an integer `1`",
        ),
        (
            "add(1, 2, axis=3)",
            "`axis`: the callee has no attributes, unless attrs_type_key=\"…\" gives their type",
        ),
        ("@f(1, a=3, attrs_type_key=\"relay.attrs.Nope\")", "unknown type key \"relay.attrs.Nope\""),
        ("@f(1, a=3, attrs_type_key=\"relay.Id\")", "relay.Id has no field \"a\": its fields are name_hint"),
        ("nn.dense(1, 2, units=1, units=2)", "relay.attrs.DenseAttrs: duplicate value for field \"units\""),
        ("nn.dense(1, units=1, 2)", "expected an attribute such as `axis=1`, or `)`, found an integer `2`"),
        ("fn (a=1, a=2) { 1 }", "the attribute `a` has two values"),
        (
            "fn (s=\"\\q\") { 1 }",
            "the string has an unknown escape: use \\\" \\\\ \\' \\n \\r \\t or \\x with two digits",
        ),
        (
            "fn (s=\"\\xff\") { 1 }",
            "the string has an unknown escape: use \\\" \\\\ \\' \\n \\r \\t or \\x with two digits",
        ),
        (
            "let %x: Tensor[(n), float32] = 1; %x",
            "expected the length of a dimension: an integer or `?`, found a name `n`",
        ),
        ("let %x: Tensor[(1), foo] = 1; %x", "expected a data type such as `float32`, found `foo`"),
        (
            "meta[relay.Constant][0]",
            "the metadata section has no objects relay.Constant: append the section to the text",
        ),
        ("meta[relay.Constant]", "expected `[`, found the end of the text"),
    ] {
        assert_eq!(expr_error(text), message, "{text}");
    }
}

#[test]
fn bad_modules_have_errors() {
    for (text, message) in [
        ("1", "1:1-2: expected a definition: `def`, `type`, `extern type` or `import`, found an integer `1`"),
        ("def main() { 1 }", "1:5-9: expected a global variable such as `@main`, found a name `main`"),
        ("def @f() { 1 } def @f() { 2 }", "1:20-22: the module defines the function `@f` twice"),
        ("type A { B } type A { C }", "1:19-20: the module defines twice the type `A`"),
        ("type A { C } type B { C }", "1:23-24: the type `A` already has a constructor `C`"),
        ("type A = A;", "1:8-9: expected `{`, found `=`"),
        ("type A = B; type B = A;", "1:8-9: expected `{`, found `=`"),
        (
            "def @f() { free_var %x; %x }",
            "1:21-23: the free variable `%x` is in a function of a module: make it a parameter",
        ),
        (
            "import \"nothing.rly\"",
            "1:8-21: there is no standard module \"nothing.rly\", did you mean \"nat.rly\"?",
        ),
        (
            "#[version = \"0.0.9\"] def @f() { 1 }",
            "1:1-21: expected the text form of the version 0.0.5, found 0.0.9",
        ),
        (
            "def @f() { 1 } #[metadata] {",
            "1:16-27: cannot load the metadata section: line 1: expected `,` or `}`, found the end of the text",
        ),
    ] {
        assert_eq!(errors(text)[0], message, "{text}");
    }
}

/// The objects of the section have another type than the text requires.
#[test]
fn references_to_metadata_are_checked() {
    let section = r#"#[metadata]
{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "Map", "keys": ["IntImm"], "data": [2]},
{"type_key": "Array", "data": [3]},
{"type_key": "IntImm", "attrs": {"dtype": "int32", "span": "0", "value": "7"}}]}"#;
    let errors = |body: &str| errors(&format!("def @f() {{ {body} }}\n{section}"));
    assert_eq!(errors("meta[IntImm][0]"), ["1:12-27: expected an expression, found an object IntImm"]);
    assert_eq!(
        errors("meta[IntImm][1]"),
        ["1:12-27: the metadata section has 1 objects IntImm, and none with the index 1"]
    );
    assert_eq!(errors("let %x: meta[IntImm][0] = 1; %x"), ["1:20-35: expected a type, found IntImm"]);
    let text = format!("def @f(%x: Tensor[(meta[IntImm][0], 2), float32]) {{ %x }}\n{section}");
    let module = parse_module("a.rly", &text).unwrap();
    let text = objet_relay::text::pretty_print(Some(&objet::IsObjectRef::upcast(module)));
    assert_eq!(text, "def @f(%x: Tensor[(7, 2), float32]) {\n  %x\n}\n");
}

#[test]
fn a_text_may_end_anywhere() {
    let text = r#"#[version = "0.0.5"]
import "prelude.rly"
type Box[A] { Box(A, Tensor[(1, ?), float32]), Empty, }
extern type Other
def @main[A](%x: Box[A], %f: fn (A) -> ref(int32), %y: (int32, A), Inline=1, s=["a", None]) -> int32 {
  %0 = match? (%x) { Box(%a, _) => { %f(%a) }, Empty => ref(1 /* one */), };
  let %z: int32 = if (ref_read(%0) == -2 * 3) { nn.softmax(1f, axis=-1); 1i64 } else { %y.0 };
  (fn (%a) { %a })(%z) // the end
}
#[metadata]
{"root": 0, "nodes": [{"type_key": ""}]}
"#;
    for (end, _) in text.char_indices() {
        let _ = parse_module("a.rly", &text[..end]);
        let _ = parse_expr("a.rly", &text[..end]);
    }
}

#[test]
fn the_number_of_errors_is_limited() {
    let text = format!("def @f() {{ {} 1 }}", "let %x = %y;".repeat(100_000));
    assert_eq!(errors(&text).len(), 50);
    assert_eq!(errors(&"def @f( ".repeat(100_000)).len(), 50);
    assert_eq!(errors(&"def @f() { ( }".repeat(10_000)).len(), 50);
}
