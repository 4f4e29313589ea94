//! Checks of the source text: dependencies between modules, forbidden constructs, and citations
//! of rules and vectors.
//!
//! Sources are split into tokens without comments and strings. Tests may use any crate, but the
//! rules for modules apply to them as well.

mod cycles;

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::Command;

type Names = &'static [&'static str];

const SYSTEM: Names = &["process"];
/// Hooks of the simulation, and the simulation itself, which exists in tests only.
const HOOKS: Names = &["planted", "random", "scheduling", "simulation"];
const LAYER_2: Names = &["protocol", "store"];
const BUS: Names = &["cluster"];
const TOP: Names = &["http", "config", "telemetry", "cli", "main", "lib"];
const EVERYTHING: Names = &["*"];

/// Modules and the modules that they may import. A list that contains the module's own name
/// permits the names before it.
const MODULES: &[(Names, &[Names])] = &[
    (HOOKS, &[EVERYTHING]),
    (LAYER_2, &[HOOKS]),
    (BUS, &[]),
    (&["live"], &[&["store"], BUS, HOOKS]),
    (SYSTEM, &[]),
    (&["load"], &[SYSTEM]),
    (TOP, &[EVERYTHING]),
];

/// Crates and macros, and the modules that may use them.
const CRATES: &[(Names, &[Names])] = &[
    (&["sqlx"], &[&["store"]]),
    (&["axum", "tower", "tower_http"], &[&["http"]]),
    (&["hyper", "hyper_util", "tokio_rustls", "rustls_native_certs"], &[&["http"]]),
    (&["prometheus_client"], &[&["store", "http"]]),
    (&["async_nats"], &[&["cluster"]]),
    (&["ring"], &[&["cluster", "http"]]),
    (&["ed25519_dalek"], &[&["protocol"]]),
    (&["tokio_tungstenite"], &[&["load"]]),
    (&["serde_json"], &[&["protocol", "http", "store", "cluster", "load", "cli"]]),
    (&["serde"], &[&["protocol", "http", "store", "cluster", "load", "cli"]]),
    (
        &["tokio", "tokio_util"],
        &[&["live", "store", "cluster", "http", "load", "main", "cli", "scheduling"]],
    ),
    (&["clap"], &[&["store", "cluster", "live", "http", "config", "cli", "main", "telemetry"]]),
    (&["print!", "println!", "eprint!", "eprintln!"], &[&["cli", "main", "telemetry"]]),
];

/// The file of the type of an encoded frame, which belongs to the WebSocket library.
const FRAME: &str = "src/live/frame.rs";

/// Code that is forbidden everywhere, and code that is permitted in tests only.
const NOWHERE: &[(Names, &str)] = &[
    (&["thread", "::", "sleep", "("], "waits by the clock: wait for the event itself"),
    (&["time", "::", "sleep", "("], "waits by the clock: pause time, or wait for the event"),
    (&["unbounded_channel"], "has no bound: choose one, and what happens beyond it"),
];
const TESTS_ONLY: &[(Names, &str)] =
    &[(&[".", "unwrap", "(", ")"], "outside tests: name the invariant with `expect`")];

/// Markers of unfinished work, and paths outside the repository.
const UNFINISHED: Names = &["TODO", "FIXME", "XXX"];
const ELSEWHERE: Names = &["/home/", "/work/", "/root/", "../shared"];

const LONGEST_FILE: usize = 610;

/// Source files of one folder.
const MAX_FILES: usize = 15;

/// Openers of a comment that replace a noun by a clause.
const OPENERS: Names = &["What", "Who", "Whoever", "Whether", "How", "Where", "That"];

#[test]
fn modules_import_only_what_is_below_them() {
    assert_tidy(sources("src/").iter().flat_map(forbidden_imports));
}

#[test]
fn crates_are_named_only_in_the_modules_they_belong_to() {
    assert_tidy(sources("src/").iter().flat_map(forbidden_crates));
}

#[test]
fn no_code_waits_by_the_clock_queues_without_bound_or_unwraps() {
    assert_tidy(sources("").iter().flat_map(forbidden_code));
}

#[test]
fn no_source_file_is_too_long() {
    assert_tidy(sources("").iter().filter_map(too_long));
}

#[test]
fn no_folder_is_too_wide() {
    assert_tidy(wide_folders(&sources("")).into_iter());
}

#[test]
fn comments_open_with_a_subject_or_a_verb() {
    assert_tidy(sources("").iter().flat_map(clause_openers));
}

#[test]
fn nothing_is_unfinished_or_points_out_of_the_repository() {
    assert_tidy(texts().iter().flat_map(forbidden_text));
}

#[test]
fn every_rule_cited_exists() {
    let rules = fs::read_to_string("docs/rules.md").expect("the rules");
    let sections = sections(&rules);
    assert_tidy(texts().iter().flat_map(|source| missing_sections(source, &sections)));
}

#[test]
fn every_vector_file_has_a_reader() {
    let is_vector = |path: &String| path.contains("tests/vectors/") && !path.ends_with(".md");
    let vectors: Vec<String> = files().into_iter().filter(is_vector).collect();
    assert_tidy(unread(&vectors, &texts()).into_iter());
}

fn assert_tidy(complaints: impl Iterator<Item = String>) {
    let complaints = complaints.collect::<Vec<_>>().join("\n");
    assert!(complaints.is_empty(), "\n{complaints}\n");
}

/// Returns the Rust files whose path begins with `start`.
fn sources(start: &str) -> Vec<Source> {
    let is_source = |path: &String| path.starts_with(start) && path.ends_with(".rs");
    let sources: Vec<Source> = files().into_iter().filter(is_source).filter_map(read).collect();
    assert!(!sources.is_empty(), "no sources in {start:?}");
    sources
}

/// Returns all text files except vendored ones and this one, which contains the forbidden
/// words.
fn texts() -> Vec<Source> {
    let is_ours = |path: &String| !path.contains("vendor/") && path != file!();
    files().into_iter().filter(is_ours).filter_map(read).collect()
}

/// Reads a file. Returns `None` for a binary file and for a tracked file that was deleted.
fn read(path: String) -> Option<Source> {
    let text = fs::read_to_string(&path).ok()?;
    Some(Source { path, text })
}

/// Lists the tracked files, or all files in an unpacked archive. Paths are relative to the
/// package folder, in which Cargo runs tests, because the compiled path may belong to another
/// clone.
fn files() -> Vec<String> {
    let listed = Command::new("git").args(["ls-files", "-z"]).output();
    let listed = listed.map(|output| output.stdout).unwrap_or_default();
    let listed = String::from_utf8(listed).expect("paths in UTF-8");
    let mut files: Vec<String> = listed.split_terminator('\0').map(str::to_owned).collect();
    if files.is_empty() {
        walk(Path::new("."), &mut files);
    }
    files
}

fn walk(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        let relative = path.strip_prefix(".").expect("a path below the root");
        if path.is_file() {
            files.push(relative.to_str().expect("a path in UTF-8").to_owned());
        } else if ![".git", "target", "data"].iter().any(|skipped| relative.ends_with(skipped)) {
            walk(&path, files);
        }
    }
}

struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Returns the module path from the crate root: `rules`, `notation`, `record`.
    fn module_path(&self) -> Vec<&str> {
        let path = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        path.trim_end_matches("/mod").split('/').collect()
    }

    fn complaint(&self, line: usize, what: impl Display) -> String {
        format!("{}:{line}: {what}", self.path)
    }
}

fn forbidden_imports(source: &Source) -> Vec<String> {
    let module = source.module_path()[0];
    let Some((_, allowed)) = MODULES.iter().find(|(modules, _)| modules.contains(&module)) else {
        return vec![source.complaint(1, format!("`{module}` is not in the table of modules"))];
    };
    let allowed = allowed.concat();
    let allowed = allowed.split(|name| *name == module).next().unwrap_or_default();
    let is_allowed = |name: &str| name == module || allowed.contains(&name);
    imports(&tokens(&source.text), source.module_path().len())
        .into_iter()
        .filter(|name| !is_allowed(&name.text) && !is_allowed("*"))
        .map(|Token { line, text }| (line, format!("`{module}` may not import `{text}`")))
        .map(|(line, what)| source.complaint(*line, what))
        .collect()
}

/// Returns the top-level names that code imports with `crate::` or enough of `super::`. `depth`
/// is the number of modules above the code.
fn imports(code: &[Token], depth: usize) -> Vec<&Token> {
    let is_module = |name: &&Token| MODULES.iter().any(|row| row.0.contains(&&*name.text));
    let mut found = Vec::new();
    for at in 0..code.len() {
        let climbs = code[at..].chunks(2).take_while(|step| says(step, &["super", "::"])).count();
        if says(&code[at..], &["crate", "::"]) {
            found.extend(first_names(&code[at + 2..]));
        } else if climbs >= depth {
            // Code in an inline module is one level deeper, so its `super::*` is the file
            // itself.
            found.extend(first_names(&code[at + 2 * climbs..]).into_iter().filter(is_module));
        }
    }
    found
}

/// Returns the first name of a path, or of each path in braces.
fn first_names(code: &[Token]) -> Vec<&Token> {
    let mut open = 0;
    let mut names = Vec::new();
    for pair in code.windows(2) {
        open += i32::from(pair[0].text == "{") - i32::from(pair[0].text == "}");
        if open == 0 {
            break;
        }
        if open == 1 && matches!(&*pair[0].text, "{" | ",") && pair[1].text != "}" {
            names.push(&pair[1]);
        }
    }
    if names.is_empty() { code.first().into_iter().collect() } else { names }
}

fn forbidden_crates(source: &Source) -> Vec<String> {
    let module = source.module_path()[0];
    // The simulation is compiled for tests only.
    if module == "simulation" {
        return Vec::new();
    }
    let code = shipped(source);
    let mut found = Vec::new();
    for (at, token) in code.iter().enumerate() {
        let previous = at.checked_sub(1).map_or("", |at| &code[at].text);
        let next = code.get(at + 1).map_or("", |token| &token.text);
        let name = match next {
            "!" => format!("{}!", token.text),
            "::" if previous != "::" => token.text.clone(),
            _ if previous == "use" => token.text.clone(),
            _ => continue,
        };
        if name == "axum" && source.path == FRAME {
            continue;
        }
        let home = CRATES.iter().find(|(names, _)| names.contains(&&*name));
        if home.is_some_and(|(_, modules)| !modules.concat().contains(&module)) {
            found.push(source.complaint(token.line, format!("`{module}` may not use `{name}`")));
        }
    }
    found
}

fn forbidden_code(source: &Source) -> Vec<String> {
    let in_src = source.path.starts_with("src/") || source.path.contains("/src/");
    let shipped = if in_src { shipped(source) } else { Vec::new() };
    let mut found = Vec::new();
    for (code, table) in [(tokens(&source.text), NOWHERE), (shipped, TESTS_ONLY)] {
        for at in 0..code.len() {
            let hits = table.iter().filter(|(what, _)| says(&code[at..], what));
            let hits = hits.map(|(what, why)| format!("`{}` {why}", what.concat()));
            found.extend(hits.map(|hit| source.complaint(code[at].line, hit)));
        }
    }
    found
}

fn too_long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    let what = format!("{lines} lines: is there a second subject in it?");
    (lines > LONGEST_FILE).then(|| source.complaint(lines, what))
}

/// Folders with more than [`MAX_FILES`] source files, tests left out.
fn wide_folders(sources: &[Source]) -> Vec<String> {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let (folder, _) = source.path.rsplit_once('/').unwrap_or_default();
        if folder.split('/').any(|part| part == "src") {
            *folders.entry(folder).or_default() += 1;
        }
    }
    folders.retain(|_, count| *count > MAX_FILES);
    folders
        .iter()
        .map(|(folder, count)| format!("{folder}:1: {count} files side by side"))
        .collect()
}

/// Blocks of comments whose first word is one of [`OPENERS`].
fn clause_openers(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (line, text) in (1..).zip(source.text.lines()) {
        let comment = text.trim_start().strip_prefix("//");
        let comment = comment.map(|rest| rest.trim_start_matches(['/', '!']).trim());
        let first = comment.and_then(|comment| comment.split(' ').next());
        if let Some(opener) = first.filter(|word| !in_block && OPENERS.contains(word)) {
            found.push(source.complaint(line, format!("a comment opens with `{opener}`")));
        }
        in_block = comment.is_some_and(|comment| !comment.is_empty());
    }
    found
}

fn forbidden_text(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(source.text.lines()) {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let unfinished = UNFINISHED.iter().filter(|word| words.contains(word));
        let elsewhere = ELSEWHERE.iter().filter(|place| text.contains(**place));
        let hits = unfinished.chain(elsewhere).map(|hit| format!("says `{hit}`"));
        found.extend(hits.map(|hit| source.complaint(line, hit)));
    }
    found
}

/// Returns the numbers of the chapters (`## 5 The end`) and the sections (`5.1 **Castle.**`).
fn sections(rules: &str) -> Vec<&str> {
    let section = |line| number(line).filter(|number| number.contains('.'));
    rules
        .lines()
        .filter_map(|line| line.strip_prefix("## ").map_or(section(line), number))
        .collect()
}

fn missing_sections(source: &Source, sections: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, file) in source.text.match_indices("rules.md") {
        let line = source.text[..at].matches('\n').count() + 1;
        let punctuation = |c: char| c.is_whitespace() || "`)/!*#§,".contains(c);
        let mut rest = source.text[at + file.len()..].trim_start_matches(punctuation);
        // A list continues with sections only: `rules.md 4.4, 4.5`, `rules.md 5.1 to 5.4`.
        let mut cited = number(rest);
        while let Some(section) = cited {
            if !sections.contains(&section) {
                found.push(source.complaint(line, format!("there is no {file} {section}")));
            }
            let joints = [", ", " to ", " and ", " or ", "-", "–"];
            rest = &rest[section.len()..];
            rest = joints.iter().find_map(|joint| rest.strip_prefix(joint)).unwrap_or_default();
            cited = number(rest).filter(|number| number.contains('.'));
        }
    }
    found
}

/// Returns the `N` or `N.M` at the start of a text.
fn number(text: &str) -> Option<&str> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let part = text[whole..].strip_prefix('.').map_or(0, digits);
    (whole > 0).then(|| &text[..if part > 0 { whole + 1 + part } else { whole }])
}

/// Reports vector files without a reader. A source reads a vector file if it contains the name,
/// or if one source opens `vectors/` and any source names the variant.
fn unread(vectors: &[String], texts: &[Source]) -> Vec<String> {
    let is_mentioned =
        |what: &str| texts.iter().any(|t| t.path.ends_with(".rs") && t.text.contains(what));
    let is_read = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let variant = name.split('.').next().unwrap_or_default();
        is_mentioned(name) || is_mentioned("vectors/") && is_mentioned(&format!("\"{variant}\""))
    };
    let unread = vectors.iter().filter(|path| !is_read(path));
    unread.map(|path| format!("{path}:1: no test reads it")).collect()
}

/// A token of Rust code: a word, a `::` or another character.
#[derive(Clone)]
struct Token {
    line: usize,
    text: String,
}

fn says(code: &[Token], what: &[&str]) -> bool {
    code.len() >= what.len() && code.iter().zip(what).all(|(token, text)| token.text == *text)
}

fn tokens(text: &str) -> Vec<Token> {
    let (mut rest, mut line) = (text, 1);
    let mut tokens = Vec::new();
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let sign = if rest.starts_with("::") { 2 } else { first.len_utf8() };
        let blank = if first.is_whitespace() { sign } else { comment_or_string(rest) };
        let length = [blank, word, sign].into_iter().find(|length| *length > 0).unwrap_or(sign);
        if blank == 0 {
            tokens.push(Token { line, text: rest[..length].to_owned() });
        }
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// Returns the length of the comment, string or character literal at the start of a text, or 0.
fn comment_or_string(text: &str) -> usize {
    let through = |start: usize, end: &str| {
        text[start..].find(end).map_or(text.len(), |found| start + found + end.len())
    };
    let through_quote = |quote: char| {
        let mut escaped = false;
        let end = text[1..].find(|c| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        end.map_or(text.len(), |end| end + 2)
    };
    if let Some(raw) = text.trim_start_matches(['b', 'c']).strip_prefix('r') {
        let quoted = raw.trim_start_matches('#');
        if quoted.starts_with('"') {
            let hashes = &raw[..raw.len() - quoted.len()];
            return through(text.len() - quoted.len() + 1, &format!("\"{hashes}"));
        }
    }
    let mut signs = text.chars();
    match (signs.next(), signs.next(), signs.next()) {
        (Some('/'), Some('/'), _) => through(0, "\n"),
        (Some('/'), Some('*'), _) => through(2, "*/"),
        (Some('"'), ..) => through_quote('"'),
        // `'a'` is a character literal, `'a` a lifetime.
        (Some('\''), Some('\\'), _) | (Some('\''), _, Some('\'')) => through_quote('\''),
        _ => 0,
    }
}

/// Returns the code without items under `#[cfg(test)]`. A file called `tests` has none.
fn shipped(source: &Source) -> Vec<Token> {
    let code = tokens(&source.text);
    let test_mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut at, mut shipped) = (0, Vec::new());
    while at < code.len() && !source.module_path().contains(&"tests") {
        if says(&code[at..], &test_mark) {
            at += test_mark.len();
            at += item(&code[at..]);
        } else {
            shipped.push(code[at].clone());
            at += 1;
        }
    }
    shipped
}

/// Returns the number of tokens of an item, through its `;` or its closing brace.
fn item(code: &[Token]) -> usize {
    let mut open = 0;
    let ends = |token: &Token| {
        open += i32::from(matches!(&*token.text, "{" | "(" | "["));
        open -= i32::from(matches!(&*token.text, "}" | ")" | "]"));
        open == 0 && matches!(&*token.text, ";" | "}")
    };
    code.iter().position(ends).map_or(code.len(), |end| end + 1)
}

mod planted {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    type Check<'a> = &'a dyn Fn(&Source) -> Vec<String>;

    /// Returns the complaints of a check, without their path.
    fn complaints(check: Check<'_>, path: &str, text: &str) -> Vec<String> {
        check(&source(path, text)).iter().map(|found| found[path.len() + 1..].to_owned()).collect()
    }

    #[test]
    fn an_import_from_above() {
        let imports = |path, text| complaints(&forbidden_imports, path, text);
        let live = ["1: `store` may not import `live`"];
        assert_eq!(imports("src/store/mod.rs", "use crate::live::Live;"), live);
        assert_eq!(imports("src/store/mod.rs", "use super::live::Live;"), live);
        assert_eq!(imports("src/store/a/b.rs", "use super::super::super::live;"), live);
        assert_eq!(imports("src/store/a.rs", "fn f() { crate::live::now() }"), live);
        assert_eq!(imports("src/store/a.rs", "use {std::fmt, crate::live};"), live);
        let nested = "use crate::{
  store::{seat::{Seat}, http},
  live, store::{http, x},
};";
        assert_eq!(imports("src/store/a.rs", nested), ["3: `store` may not import `live`"]);
        let protocol = ["1: `live` may not import `protocol`"];
        assert_eq!(imports("src/live/a.rs", "use crate::{store, protocol};"), protocol);
        assert_eq!(imports("src/http/a.rs", "use crate::{live, protocol, store};"), [""; 0]);
        assert_eq!(imports("src/live/a.rs", "use super::protocol; use crate::store;"), [""; 0]);
        assert_eq!(imports("src/process.rs", "mod tests { use super::*; }"), [""; 0]);
        assert_eq!(imports("src/x.rs", ""), ["1: `x` is not in the table of modules"]);
    }

    #[test]
    fn a_crate_in_the_wrong_module() {
        let crates = |path, text| complaints(&forbidden_crates, path, text);
        assert_eq!(crates("src/live/a.rs", "\nuse sqlx;"), ["2: `live` may not use `sqlx`"]);
        assert_eq!(
            crates("src/process.rs", "#[tokio::main]"),
            ["1: `process` may not use `tokio`"]
        );
        let serde = ["1: `live` may not use `serde`"];
        assert_eq!(crates("src/live/a.rs", "#[derive(serde::Serialize)] struct A;"), serde);
        assert_eq!(crates("src/store.rs", "use serde::Serialize;"), [""; 0]);
        let print = ["1: `store` may not use `println!`"];
        assert_eq!(crates("src/store/a.rs", "println!();"), print);
        assert_eq!(crates("src/process.rs", "#[cfg(test)] mod t { use tokio::x; }"), [""; 0]);
        assert_eq!(crates("src/process/tests.rs", "use tokio::x;"), [""; 0]);
    }

    #[test]
    fn code_that_stands_nowhere() {
        let code = |path, text| complaints(&forbidden_code, path, text).len();
        assert_eq!(code("tests/a.rs", "std::thread::sleep(d); tokio::time::sleep(d).await;"), 2);
        assert_eq!(code("src/live/a.rs", "let (a, b) = mpsc::unbounded_channel();"), 1);
        assert_eq!(code("src/live/a.rs", "time::sleep_until(deadline).await;"), 0);
        let half = "#[cfg(test)] mod tests { fn f() { a.unwrap() } }\nfn g() { b\n.unwrap() }";
        assert_eq!([code("src/a.rs", half), code("tests/a.rs", half)], [1, 0]);
        let words = r##"/* .unwrap() */ // .unwrap()
            let a = (".unwrap()\"", r#"".unwrap()"#, '"', '\'', 'a', f::<'a>(".unwrap()"));"##;
        let both = format!("{words}.unwrap()");
        assert_eq!([code("src/a.rs", words), code("src/a.rs", &both)], [0, 1]);
    }

    #[test]
    fn a_text_unfinished_foreign_or_long() {
        let text = |text| complaints(&forbidden_text, "a.md", text);
        assert_eq!(text("a\n// TODO: b"), ["2: says `TODO`"]);
        assert_eq!(text("see /home/me and ../shared/a").len(), 2);
        assert_eq!(text("XXXL, network/, a home/run"), [""; 0]);
        let long = |lines| too_long(&source("a.rs", &"\n".repeat(lines))).is_some();
        assert_eq!([long(LONGEST_FILE), long(LONGEST_FILE + 1)], [false, true]);
    }

    #[test]
    fn a_folder_that_is_too_wide() {
        let files = |folder: &str, count| -> Vec<Source> {
            (0..count).map(|number| source(&format!("{folder}/{number}.rs"), "")).collect()
        };
        assert_eq!(wide_folders(&files("src/a", MAX_FILES)), [""; 0]);
        let wide = ["crates/b/src/a:1: 16 files side by side"];
        assert_eq!(wide_folders(&files("crates/b/src/a", MAX_FILES + 1)), wide);
        assert_eq!(wide_folders(&files("tests/a", MAX_FILES + 1)), [""; 0]);
    }

    #[test]
    fn a_comment_that_opens_with_a_clause() {
        let openers = |text| complaints(&clause_openers, "src/a.rs", text);
        assert_eq!(openers("/// Who is asking."), ["1: a comment opens with `Who`"]);
        assert_eq!(openers("//!\n//! How it works."), ["2: a comment opens with `How`"]);
        assert_eq!(openers("/// Returns\n/// What is asked for."), [""; 0]);
        assert_eq!(openers("let a = 1; // What it is"), [""; 0]);
    }

    #[test]
    fn a_rule_that_does_not_exist() {
        let known = sections("## 7 Mistakes\n7.1 One\n1. no\n7.2 Two\n");
        assert_eq!(known, ["7", "7.1", "7.2"]);
        let cited = |text| complaints(&|source| missing_sections(source, &known), "a.rs", text);
        assert_eq!(cited("`rules.md 7.1`, docs/rules.md 7.\n`rules.md` 7.1, 7.2"), [""; 0]);
        assert_eq!(cited("(`rules.md\n/// 7.3`)"), ["1: there is no rules.md 7.3"]);
        assert_eq!(cited("\nrules.md 8, 7.1 to 7.12").len(), 2);
    }

    #[test]
    fn a_vector_file_without_a_reader() {
        let vectors = ["tests/vectors/cam.jsonl".to_owned()];
        let unread = |path, text| unread(&vectors, &[source(path, text)]);
        let cam = ["tests/vectors/cam.jsonl:1: no test reads it"];
        assert_eq!(unread("src/a.rs", "const NAME: &str = \"cam\";"), cam);
        assert_eq!(unread("tests/a.rs", "open(\"tests/vectors/camelot.jsonl\")"), cam);
        assert_eq!(unread("README.md", "tests/vectors/cam.jsonl"), cam);
        assert_eq!(unread("tests/a.rs", "open(\"tests/vectors/cam.jsonl\")"), [""; 0]);
        assert_eq!(unread("tests/a.rs", "(\"vectors/{}\", \"cam\")"), [""; 0]);
    }
}
