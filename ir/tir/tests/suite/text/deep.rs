//! Programs that are deep, or so large that their text is cut off.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::expr::Add;
use objet_tir::stmt::{AttrStmt, For, SeqStmt, Stmt};
use objet_tir::text::print;

use super::{Result, evaluate, int, repr};

#[test]
fn the_text_of_repeated_statements_is_cut_off() {
    let nothing = SeqStmt::new([], None);
    let often = (0..64).fold(nothing, |all, _| SeqStmt::new([all.clone().upcast(), all.upcast()], None));
    assert_eq!(repr(&often), "…");
    assert!(print(&often).ends_with('…'));
}

#[test]
fn deep_programs() -> Result<()> {
    const LENGTH: usize = 1_000_000;
    let print_all = || -> Result<()> {
        let x = int("x");
        let sum = (0..LENGTH)
            .try_fold(PrimExpr::from(&x), |sum, _| Add::new(sum, x.clone(), None).map(Into::into))?;
        let text = print(&sum);
        assert!(text.starts_with("((((") && text.contains("(x: int32 + x) + x) + x)"));
        assert_eq!((text.len(), repr(&sum).len()), (LENGTH * 6 + 8, LENGTH * 6 + 1));

        let steps = Stmt::from(evaluate(0));
        let attrs = (0..LENGTH).fold(steps, |body, _| AttrStmt::new(None, "k", 1, body, None).upcast());
        let text = print(&attrs);
        // Both texts exceed the maximum length.
        assert!(text.len() > 1 << 24 && text.ends_with('…') && repr(&attrs).ends_with('…'));
        let loops = (0..LENGTH)
            .try_fold(attrs, |body, _| For::serial(x.clone(), 4, body).map(IsObjectRef::upcast))?;
        assert!(print(&loops).ends_with('…') && repr(&loops).ends_with('…'));
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || print_all().map_err(|error| error.to_string()))?.join().expect("no panic")?;
    Ok(())
}
