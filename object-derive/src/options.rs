//! The names of the options of `#[object(…)]`, and what to say of one that is none.

/// Every option with an example, in the order in which messages list them.
const OPTIONS: &[(&str, &str)] = &[
    ("key", "key = \"my_crate.Add\""),
    ("child_slots", "child_slots = 16"),
    ("child_slots_can_overflow", "child_slots_can_overflow = false"),
    ("is_final", "is_final"),
    ("type_index", "type_index = 7"),
    ("wrapper", "wrapper = Sum"),
    ("custom_wrapper", "custom_wrapper = Array<Item>"),
    ("by_hand", "by_hand(Deref, Debug, PartialEq)"),
    ("parent_wrapper", "parent_wrapper = Base"),
    ("crate", "crate = my_objet"),
];

/// How the option is written.
pub(crate) fn example(name: &str) -> &'static str {
    OPTIONS.iter().find(|(option, _)| *option == name).map_or("…", |(_, example)| example)
}

pub(crate) fn unknown(name: &str) -> String {
    match nearest(name) {
        Some(example) => format!("unknown option `{name}`: did you mean `{example}`?"),
        None => {
            let list = OPTIONS.iter().map(|(option, _)| format!("`{option}`")).collect::<Vec<_>>().join(", ");
            format!("unknown option `{name}`: write one of {list}")
        }
    }
}

/// The option that `name` is most likely a slip of.
fn nearest(name: &str) -> Option<&'static str> {
    let (distance, example) =
        OPTIONS.iter().map(|(option, example)| (distance(name, option), *example)).min()?;
    let part_of = || OPTIONS.iter().find(|(option, _)| name.len() > 2 && option.contains(name));
    if distance <= 1 + name.len() / 4 { Some(example) } else { part_of().map(|(_, example)| *example) }
}

/// How many characters to insert, delete or change to get from `a` to `b` (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.chars().count()]
}
