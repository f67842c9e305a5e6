//! Constants as text.

use objet_ir::expr::number_text;

#[test]
fn floats_have_the_requested_number_of_digits() {
    assert_eq!(number_text(0.1, 17), "0.10000000000000001");
    let texts = [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (0.1, "0.1"),
        (100_000.0, "100000"),
        (1_000_000.0, "1e+06"),
        (999_999.5, "1e+06"),
        (1234.5678, "1234.57"),
        (0.0001, "0.0001"),
        (0.000_012_34, "1.234e-05"),
        (-3.4e38, "-3.4e+38"),
        (1e-300, "1e-300"),
        (f64::INFINITY, "inf"),
        (f64::NEG_INFINITY, "-inf"),
    ];
    for (number, text) in texts {
        assert_eq!(number_text(number, 6), text);
    }
}
