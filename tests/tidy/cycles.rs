//! Import cycles between files.
//!
//! An import is an edge to the file that defines the imported name: re-exports are followed, and
//! a declaration `mod name;` is no edge. Code for tests is left out.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, Token, assert_tidy, says, shipped, sources};

/// A path below the crate root: `["live", "registry"]`.
type Path = Vec<String>;

/// The names that a file uses and defines.
#[derive(Default)]
struct File {
    /// Absolute paths of private imports and of paths in the code, with the imported name.
    uses: Vec<(Path, String)>,
    /// Absolute paths of re-exports, with the exported name.
    exports: Vec<(Path, String)>,
    definitions: BTreeSet<String>,
}

#[test]
fn no_file_imports_itself_through_others() {
    let all = sources("");
    let in_src = all.iter().filter_map(|source| source.path.split_once("src/"));
    let roots: BTreeSet<String> = in_src
        .filter(|(root, _)| root.is_empty() || root.starts_with("crates/"))
        .map(|(root, _)| format!("{root}src/"))
        .collect();
    assert!(roots.len() >= 5, "the crates: {roots:?}");
    assert_tidy(roots.iter().flat_map(|root| cycles(root, &all)));
}

/// Returns a complaint for each group of files in `root` that import each other.
fn cycles(root: &str, sources: &[Source]) -> Vec<String> {
    let files = files_below(root, sources);
    let edges: BTreeMap<&Path, BTreeSet<Path>> =
        files.keys().map(|path| (path, imports_of(path, &files))).collect();
    let reached = |from: &Path| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(path) = open.pop() {
            let next = edges.get(&path).into_iter().flatten();
            open.extend(next.filter(|next| reached.insert((*next).clone())).cloned());
        }
        reached
    };
    let reached: BTreeMap<&Path, BTreeSet<Path>> =
        files.keys().map(|path| (path, reached(path))).collect();
    let mut groups = BTreeSet::new();
    for (path, its) in reached.iter().filter(|(path, its)| its.contains(**path)) {
        let group = its.iter().filter(|other| reached[other].contains(*path));
        groups.insert(group.map(|path| path.join("/")).collect::<Vec<_>>());
    }
    let complaint =
        |group: &Vec<String>| format!("{root}{}: imports itself through {group:?}", group[0]);
    groups.iter().map(complaint).collect()
}

/// Reads the files that shipped code declares, from the crate root on.
fn files_below(root: &str, sources: &[Source]) -> BTreeMap<Path, File> {
    let source_of = |path: &Path| {
        let name = if path.is_empty() { "lib".to_owned() } else { path.join("/") };
        let names = [format!("{root}{name}.rs"), format!("{root}{name}/mod.rs")];
        sources.iter().find(|source| names.contains(&source.path))
    };
    let (mut code, mut open) = (BTreeMap::new(), vec![Path::new()]);
    while let Some(path) = open.pop() {
        let Some(source) = source_of(&path) else { continue };
        let tokens = shipped(source);
        for declared in tokens.windows(3).filter(|it| it[0].text == "mod" && it[2].text == ";") {
            open.push(child(&path, &declared[1].text));
        }
        code.insert(path, tokens);
    }
    let modules: BTreeSet<Path> = code.keys().cloned().collect();
    code.into_iter().map(|(path, tokens)| (path.clone(), file(&path, &tokens, &modules))).collect()
}

fn child(path: &Path, name: &str) -> Path {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

fn file(module: &Path, code: &[Token], modules: &BTreeSet<Path>) -> File {
    const DEFINING: &[&str] =
        &["struct", "enum", "trait", "fn", "const", "static", "type", "union", "mod"];
    let mut file = File::default();
    let mut at = 0;
    while at < code.len() {
        if code[at].text == "use" {
            let is_export = at > 0 && matches!(&*code[at - 1].text, "pub" | ")");
            let end = code[at..].iter().position(|token| token.text == ";").unwrap_or(1);
            let (mut paths, mut rest) = (Vec::new(), &code[at + 1..at + end]);
            use_tree(&mut rest, &Path::new(), &mut paths);
            let absolute = paths
                .into_iter()
                .filter_map(|(path, name)| Some((absolute(&path, module, modules)?, name)));
            if is_export { &mut file.exports } else { &mut file.uses }.extend(absolute);
            at += end;
        } else if DEFINING.contains(&&*code[at].text)
            && !(code[at].text == "mod" && says(&code[at + 2..], &[";"]))
        {
            file.definitions.extend(code.get(at + 1).map(|name| name.text.clone()));
        } else if says(&code[at + 1..], &["::"]) && (at == 0 || code[at - 1].text != "::") {
            let path: Path = code[at..].chunks(2).map(|step| step[0].text.clone()).collect();
            let steps = code[at..].chunks(2).take_while(|step| says(&step[1..], &["::"])).count();
            let path = path.into_iter().take(steps + 1).collect::<Path>();
            let named =
                file.uses.iter().find(|(known, name)| *name == path[0] && modules.contains(known));
            let path = match named {
                Some((known, _)) => Some(known.iter().chain(&path[1..]).cloned().collect()),
                None => absolute(&path, module, modules),
            };
            file.uses.extend(path.map(|path| (path, String::new())));
        }
        at += 1;
    }
    file
}

/// Reads a tree of imports: `a::{b, c as d}`.
fn use_tree(code: &mut &[Token], prefix: &Path, found: &mut Vec<(Path, String)>) {
    let mut path = prefix.clone();
    while let Some((first, rest)) = code.split_first() {
        match &*first.text {
            "{" => {
                *code = rest;
                while code.first().is_some_and(|token| token.text != "}") {
                    use_tree(code, &path, found);
                    if code.first().is_some_and(|token| token.text == ",") {
                        *code = &code[1..];
                    }
                }
                *code = code.get(1..).unwrap_or_default();
                return;
            }
            "}" | "," => break,
            "as" => {
                let name = rest.first().map(|token| token.text.clone()).unwrap_or_default();
                *code = rest.get(1..).unwrap_or_default();
                found.push((path, name));
                return;
            }
            "::" => *code = rest,
            "self" if !path.is_empty() => *code = rest,
            name => {
                path.push(name.to_owned());
                *code = rest;
            }
        }
    }
    let name = path.last().cloned().unwrap_or_default();
    found.push((path, name));
}

/// Returns the path below the crate root. `None` for a path into another crate.
fn absolute(path: &[String], module: &Path, modules: &BTreeSet<Path>) -> Option<Path> {
    let climbs = path.iter().take_while(|name| *name == "super").count();
    match &**path.first()? {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some(module.iter().chain(&path[1..]).cloned().collect()),
        "super" => {
            let above = &module[..module.len().checked_sub(climbs)?];
            Some(above.iter().chain(&path[climbs..]).cloned().collect())
        }
        name => modules
            .contains(&child(module, name))
            .then(|| module.iter().chain(path).cloned().collect()),
    }
}

/// Returns the files that define what a file uses.
fn imports_of(path: &Path, files: &BTreeMap<Path, File>) -> BTreeSet<Path> {
    let used = files[path].uses.iter().map(|(used, _)| defining_file(used, files, 0));
    used.filter(|file| file != path).collect()
}

/// Follows re-exports to the file that defines the name at the end of a path.
fn defining_file(path: &[String], files: &BTreeMap<Path, File>, depth: usize) -> Path {
    let known = (0..=path.len()).rev().find(|len| files.contains_key(&path[..*len]));
    let (module, rest) = path.split_at(known.unwrap_or(0));
    let Some(name) = rest.first().filter(|_| depth < 16) else { return module.to_vec() };
    let file = &files[module];
    if file.definitions.contains(name) {
        return module.to_vec();
    }
    let onward = |to: &Path| -> Path { to.iter().chain(&rest[1..]).cloned().collect() };
    if let Some((to, _)) = file.exports.iter().chain(&file.uses).find(|(_, known)| known == name) {
        return defining_file(&onward(to), files, depth + 1);
    }
    let globs = file.exports.iter().filter(|(_, known)| known == "*");
    let inside = |to: &Path| -> Path { [&to[..to.len() - 1], rest].concat() };
    let through = globs.map(|(to, _)| defining_file(&inside(to), files, depth + 1));
    let defines = |found: &Path| files[found].definitions.contains(name);
    through.into_iter().find(defines).unwrap_or_else(|| module.to_vec())
}

mod planted {
    use super::*;

    fn found(texts: &[(&str, &str)]) -> Vec<String> {
        let source = |(path, text): &(&str, &str)| Source {
            path: format!("src/{path}"),
            text: (*text).to_owned(),
        };
        cycles("src/", &texts.iter().map(source).collect::<Vec<_>>())
    }

    #[test]
    fn two_files_that_import_each_other() {
        let cycle = ["src/a: imports itself through [\"a\", \"b\"]"];
        let b = ("b.rs", "fn g() { crate::a::f() }\npub(crate) struct B;");
        let lib = ("lib.rs", "mod a; mod b;");
        assert_eq!(found(&[lib, ("a.rs", "use crate::b::{B}; fn f() {}"), b]), cycle);
        assert_eq!(found(&[lib, ("a.rs", "use super::b as it; fn f() { it::g() }"), b]), cycle);
        assert_eq!(found(&[lib, ("a.rs", "fn f() {}"), b]), [""; 0]);
        let in_tests = "fn f() {} #[cfg(test)] mod tests { use crate::b::B; }";
        assert_eq!(found(&[lib, ("a.rs", in_tests), b]), [""; 0]);
    }

    #[test]
    fn a_cycle_through_a_re_export() {
        let lib = ("lib.rs", "mod a;");
        let folder = ("a/mod.rs", "mod b; mod c; pub(crate) use b::B; pub use c::*;");
        let b = |text| ("a/b.rs", text);
        let c = ("a/c.rs", "use crate::a::B; pub struct C;");
        let cycle = ["src/a/b: imports itself through [\"a/b\", \"a/c\"]"];
        assert_eq!(found(&[lib, folder, b("use super::C; struct B;"), c]), cycle);
        assert_eq!(found(&[lib, folder, b("struct B;"), c]), [""; 0]);
        let in_tests_only = ("lib.rs", "#[cfg(test)] mod a;");
        assert_eq!(found(&[in_tests_only, folder, b("use super::C; struct B;"), c]), [""; 0]);
    }
}
