//! A user's IR and a pass: queries over tables, and a pass that pushes filters down to the tables.

use objet::prelude::*;
use objet::walk::{Enter, Mutator, RewriteError, rewrite_with};
use objet::{String, load_json, post_order, print, save_json};

/// Base of every query.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "query.Query", child_slots = 8)]
pub struct QueryNode {
    base: Object,
    /// The columns of its rows.
    pub columns: Array<String>,
}

/// All rows of a table.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "query.Scan", is_final)]
pub struct ScanNode {
    base: QueryNode,
    /// The name of the table.
    pub table: String,
}

/// The rows whose `column` is at least `bound`.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "query.Filter", is_final)]
pub struct FilterNode {
    base: QueryNode,
    /// The query that returns the rows.
    pub input: Query,
    /// The column to compare.
    pub column: String,
    /// The lower bound of the column.
    #[reflect(default = 0)]
    pub bound: i64,
}

/// The pairs of rows with equal values in a column.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "query.Join", is_final)]
pub struct JoinNode {
    base: QueryNode,
    /// The left query.
    pub lhs: Query,
    /// The right query.
    pub rhs: Query,
    /// The column to compare.
    pub on: String,
}

impl QueryNode {
    fn new(columns: Array<String>) -> Self {
        Self { base: Object::new(), columns }
    }
}

impl Scan {
    /// Returns a query for all rows of a table with these columns.
    pub fn new(table: &str, columns: &[&str]) -> Self {
        let columns = columns.iter().copied().map(String::from).collect();
        make_object(ScanNode { base: QueryNode::new(columns), table: table.into() }).into()
    }
}

impl Filter {
    /// Returns a query for the rows of `input` whose `column` is at least `bound`.
    pub fn new(input: impl Into<Query>, column: impl Into<String>, bound: i64) -> Self {
        let (input, column) = (input.into(), column.into());
        let base = QueryNode::new(input.columns.clone());
        make_object(FilterNode { base, input, column, bound }).into()
    }
}

impl Join {
    /// Returns a query for the pairs of rows of two queries with equal values in column `on`.
    pub fn new(lhs: impl Into<Query>, rhs: impl Into<Query>, on: impl Into<String>) -> Self {
        let (lhs, rhs, on) = (lhs.into(), rhs.into(), on.into());
        let others = rhs.columns.iter().filter(|column| **column != on);
        let columns = lhs.columns.iter().chain(others).cloned().collect();
        make_object(JoinNode { base: QueryNode::new(columns), lhs, rhs, on }).into()
    }
}

/// The pass: moves the filters of a join to the sides that have their columns.
struct PushFilters;

impl Mutator for PushFilters {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        let mut filters = Vec::new();
        let mut below = object;
        while let Some(filter) = below.as_node::<FilterNode>() {
            filters.push(filter);
            below = filter.input.as_object_ref();
        }
        let known = |join: &&JoinNode| filters.iter().all(|filter| join.columns.contains(&filter.column));
        let Some(join) = below.as_node::<JoinNode>().filter(|join| !filters.is_empty() && known(join)) else {
            return Ok(Enter::Inside);
        };
        let filtered = |side: &Query| {
            let of_side = filters.iter().rev().filter(|filter| side.columns.contains(&filter.column));
            of_side.fold(side.clone(), |side, filter| {
                Filter::new(side, filter.column.clone(), filter.bound).upcast()
            })
        };
        let join = Join::new(filtered(&join.lhs), filtered(&join.rhs), join.on.clone());
        // The mutator also enters the replacement, so filters sink until no join is below them.
        Ok(Enter::Instead(join.into_object_ref()))
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(object)
    }
}

/// Returns the query as text.
fn describe(query: &Query) -> std::string::String {
    match_node!(match query {
        scan @ ScanNode => scan.table.to_string(),
        filter @ FilterNode => format!("{}[{} >= {}]", describe(&filter.input), filter.column, filter.bound),
        join @ JoinNode => format!("({} x {} on {})", describe(&join.lhs), describe(&join.rhs), join.on),
        _ => query.type_key().into(),
    })
}

fn main() -> objet::Result<()> {
    let people = Scan::new("people", &["person", "age", "city"]);
    let cities = Scan::new("cities", &["city", "size"]);
    let orders = Scan::new("orders", &["person", "total"]);
    let joined = Join::new(Join::new(people, cities, "city"), orders, "person");
    let query: Query = Filter::new(Filter::new(joined, "size", 100_000), "total", 50).upcast();
    println!("as written: {}", describe(&query));

    let pushed = rewrite_with(query.clone(), &mut PushFilters)?;
    println!("after the pass: {}", describe(&pushed));
    println!("{} objects before, {} after", post_order(&query).count(), post_order(&pushed).count());

    let json = save_json(&pushed)?;
    let back: Query = load_json(&json)?.downcast()?;
    println!("\n{} bytes of JSON come back as\n{:#}", json.len(), print(&back));
    Ok(())
}
