//! probe
use objet::prelude::*;
use objet_ir::module::IRModule;
use objet_relay::infer::infer_module;
#[test]
fn probe() {
    let mut counts = std::collections::BTreeMap::<String, (usize, Vec<String>)>::new();
    let mut names: Vec<_> = std::fs::read_dir("/tmp/types")
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.to_str().unwrap().ends_with(".before.json"))
        .collect();
    names.sort();
    for before in names {
        let name = before.file_name().unwrap().to_str().unwrap().replace(".before.json", "");
        let text = std::fs::read_to_string(&before).unwrap();
        let after = std::fs::read_to_string(before.to_str().unwrap().replace(".before.", ".after."));
        let module: IRModule = match objet::load_json(&text) {
            Ok(m) => m.downcast().unwrap(),
            Err(e) => {
                counts.entry(format!("load: {e}")).or_default().1.push(name);
                continue;
            }
        };
        let got = infer_module(&module);
        let key = match (got, after) {
            (Ok(got), Ok(after)) => {
                if objet::save_json(&got).unwrap() == after {
                    "bytes equal".into()
                } else {
                    let want: IRModule = objet::load_json(&after).unwrap().downcast().unwrap();
                    if objet::save_json(&want).unwrap() != after {
                        "ours saves after differently".into()
                    } else if objet::structural_equal(&got, &want) {
                        std::fs::write(format!("/tmp/out/{name}.json"), objet::save_json(&got).unwrap())
                            .unwrap();
                        "structural".into()
                    } else {
                        std::fs::write(format!("/tmp/out/{name}.json"), objet::save_json(&got).unwrap())
                            .unwrap();
                        "DIFFERENT".into()
                    }
                }
            }
            (Ok(_), Err(_)) => "we accept, TVM refuses".into(),
            (Err(_), Err(_)) => "both refuse".into(),
            (Err(e), Ok(_)) => {
                let t = e.to_string();
                let l: Vec<&str> = t
                    .lines()
                    .filter(|l| !l.contains("unable to infer") && !l.contains("This usually"))
                    .collect();
                format!("error: {}", l.first().copied().unwrap_or("not inferred"))
            }
        };
        counts.entry(key).or_default().1.push(name);
    }
    let mut all: Vec<_> = counts.into_iter().collect();
    all.sort_by_key(|(_, (_, v))| std::cmp::Reverse(v.len()));
    for (k, (_, v)) in all {
        println!("{:4} {k}   [{}]", v.len(), v[..v.len().min(3)].join(", "));
    }
}
