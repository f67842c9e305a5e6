//! Tests of valid and invalid documents.

use std::io::{self, Read};

use proptest::prelude::*;

use super::*;
use crate::graph::document::NodeText;

/// A source that returns a few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(to.len()).min(self.0.len());
        let (now, later) = self.0.split_at(length);
        to[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

fn error(text: &str) -> String {
    match scan(text.as_bytes()) {
        Ok(_) => panic!("expected an error of {text}"),
        Err(error) => error.to_string(),
    }
}

const ODD: &str = "\u{b}{\"nodes\":[{},{\"data\":[ 1,-1 ,99999999999999999999,4294967295],\"keys\":[\"\\r\\n\\t\\\\\\\"\", \"\u{1}\u{e9}\"],\"type_key\":\"M\"}\r\n,{\"attrs\":{\"b\":\"1\",\"a\":\"\"},\"type_key\":\"T\",\"repr_b64\":\"AgAAAAAAAAD/AA==\"},{\"type_key\":\"S\",\"repr_str\":\"\"}], \"root\" : 2}\r\n ";

#[test]
fn all_parts_of_a_document_are_read() {
    for size in [1, 2, 3, 7, usize::MAX] {
        let document = scan(Slow(ODD.as_bytes(), size)).unwrap();
        assert_eq!((document.root, document.len()), (2, 4));
        let [null, map, ordinary, string] = [0, 1, 2, 3].map(|index| document.node(index));
        assert_eq!((document.type_key(null.type_key()), null.repr(), document.line(0)), ("", None, 1));
        assert_eq!(map.data(), [1, u32::MAX, u32::MAX, u32::MAX]);
        assert_eq!(map.keys().collect::<Vec<_>>(), ["\r\n\t\\\"", "\u{1}\u{e9}"]);
        assert_eq!(document.type_key(map.type_key()), "M");
        assert_eq!((document.line(2), ordinary.repr()), (2, Some(b"\xff\0".as_slice())));
        let names: Vec<_> = ordinary.names().iter().map(|name| document.name(*name)).collect();
        assert_eq!((names, ordinary.texts().collect()), (vec!["b", "a"], vec!["1", ""]));
        assert_eq!((ordinary.text(1), ordinary.text(2)), (Some(""), None));
        assert_eq!(string.repr(), Some(b"".as_slice()));
    }
}

#[test]
fn errors_have_locations() {
    let nodes = |node: &str| error(&format!("{{\"root\": 0,\n\"nodes\": [{node}]}}"));
    for (error, text) in [
        (error(""), "line 1: expected `{`, found the end of the text"),
        (error("[]"), "line 1, around `[]`: expected `{`, found `[`"),
        (error("\u{feff}{}"), "line 1, around `\u{feff}{}`: expected `{`, found a byte order mark"),
        (error("{}"), "line 1: missing key `root` in the document"),
        (error("{\"root\":1}"), "line 1: missing key `nodes` in the document"),
        (
            error("{\"rot\":1}"),
            "line 1, around `:1}`: unknown key `rot`, candidates are: `root`, `nodes`, `b64ndarrays`, `attrs`",
        ),
        (error("{\"root\" 1}"), "line 1, around `1}`: expected `:`, found `1`"),
        (error("{\"root\":x}"), "line 1, around `x}`: expected a number, found `x`"),
        (error("{\"root\":1.5}"), "line 1, around `.5}`: expected `,` or `}`, found `.`"),
        (error("{\"root\":1,\n\"root\":1}"), "line 2, around `1}`: duplicate key `root`"),
        (error("{\"root\":1,}"), "line 1, around `}`: expected a string, found `}`"),
        (error("{,}"), "line 1, around `,}`: expected a string, found `,`"),
        (
            nodes("{\"k\":1}"),
            "line 2, around `:1}]}`: unknown key `k`, candidates are: `type_key`, `repr_str`, `repr_b64`, `attrs`, `keys`, `data`, in node 0",
        ),
        (
            nodes("{\"attrs\":{\"a\":1}}"),
            "line 2, around `1}}]}`: expected a string, found `1`, in node 0, attribute `a`",
        ),
        (
            nodes("{\"type_key\":\"\"},{\"type_key\":\"T\",\"attrs\":{\"a\":\"\" \"b\":1}}"),
            "line 2, around `\"b\":1}}]}`: expected `,` or `}`, found `\"`, in node 1 (T), attribute `a`",
        ),
        (
            nodes("{\"type_key\":\"T\",\"attrs\":{\"a\":\"\",b:1}}"),
            "line 2, around `b:1}}]}`: expected a string, found `b`, in node 0 (T)",
        ),
        (
            nodes("{\"type_key\":\"T\",\"attrs\":{\"a\":\"\"},\"data\":1}"),
            "line 2, around `1}]}`: expected `[`, found `1`, in node 0 (T)",
        ),
        (
            nodes("{\"attrs\":{\"a\":\"\",\"b\":\"\",\"a\":\"\"}}"),
            "line 2, around `}]}`: duplicate attribute `a`, in node 0",
        ),
        (
            nodes("{\"repr_str\":\"\",\"repr_b64\":\"\"}"),
            "line 2, around `\"\"}]}`: duplicate byte content: second key `repr_b64`, in node 0",
        ),
        (
            nodes("{\"repr_b64\":\"YQ==\"}"),
            "line 2, around `}]}`: byte string does not begin with its length: found 1 bytes, in node 0",
        ),
        (
            nodes("{\"repr_b64\":\"Y!==\"}"),
            "line 2, around `}]}`: expected base64, found `!` at byte 1, in node 0",
        ),
        (nodes("{\"data\":[1,]}"), "line 2, around `]}]}`: expected a number, found `]`, in node 0"),
        (nodes("{\"data\":[1 2]}"), "line 2, around `2]}]}`: expected `,` or `]`, found `2`, in node 0"),
        (
            nodes("{\"type_key\":\"a\\x41\"}"),
            r#"line 2, around `\x41"}]}`: expected one of the escapes \" \\ \/ \b \f \n \r \t \u, found `\x`, in node 0"#,
        ),
        (
            nodes("{\"type_key\":\"a\nb\"}"),
            "line 2: expected `\"` at the end of a string, found the end of the line, in node 0",
        ),
        (nodes("1"), "line 2, around `1]}`: expected `{`, found `1`, in node 0"),
        (
            error("{\"b64ndarrays\":[\"\"]}"),
            "line 1, around `]}`: expected 8 bytes for the magic number, found 0, in tensor 0",
        ),
    ] {
        assert_eq!(error, text);
    }
}

#[test]
fn only_utf8_is_read() {
    for bytes in [&b"{\"root\n\":\""[..0], b"{\n\"\xff\"", b"{\n\"\xc3", b"{\n\"\xc3\x28"] {
        let error = scan(bytes).err().unwrap();
        assert_eq!(
            matches!(&error, SyntaxError::NotUtf8 { location } if location.line == 2),
            !bytes.is_empty(),
            "{error}"
        );
    }
    let error = scan(&b"{\"root\":0,\"nodes\":[]}\xff"[..]).err().unwrap();
    assert!(matches!(error, SyntaxError::NotUtf8 { .. }), "{error}");
}

#[test]
fn a_failing_source_is_the_source_of_the_error() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no more"))
        }
    }
    let error = scan(b"{\n\"root\":".chain(Failing)).err().unwrap();
    assert_eq!(error.to_string(), "line 2: cannot read: no more");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn small_input_does_not_become_large() {
    let count = 1_000_000;
    let text = format!("{{\"root\":0,\"nodes\":[{}{{}}]}}", "{},".repeat(count - 1));
    let document = scan(text.as_bytes()).unwrap();
    assert_eq!(document.len(), count);
    assert!(document.nodes.capacity() * size_of::<NodeText>() < 20 * text.len());
}

proptest! {
    #[test]
    fn no_change_of_a_byte_panics(at in 0..ODD.len(), byte in any::<u8>(), size in 1_usize..9) {
        let mut text = ODD.as_bytes().to_vec();
        text[at] = byte;
        let _ = scan(Slow(&text, size));
    }
}
