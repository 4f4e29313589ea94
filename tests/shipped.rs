//! Tests that deployment files and documents match the options of the program.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Returns the words of `chivalry serve --help`, which include the options and environment
/// variables.
fn options() -> BTreeSet<String> {
    let mut serve = Command::new(env!("CARGO_BIN_EXE_chivalry"));
    let help = serve.args(["serve", "--help"]).output().unwrap();
    words(&String::from_utf8(help.stdout).unwrap())
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    words.map(str::to_owned).collect()
}

fn is_variable(word: &&String) -> bool {
    word.starts_with("CHIVALRY_")
}

#[test]
fn every_documented_variable_is_an_option() {
    let options = options();
    assert!(options.contains("--check-database"), "{options:?}");
    let shipped = ["Dockerfile", "docker-compose.yml", "deploy/chivalry.env", "README.md"];
    for file in shipped.into_iter().chain(["deploy/chivalry.service", "docs/operations.md"]) {
        let named = words(&fs::read_to_string(file).unwrap());
        let named = named.iter().filter(is_variable);
        let unknown: Vec<_> = named.filter(|word| !options.contains(*word)).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
}

#[test]
fn the_sample_environment_lists_every_option() {
    let sample = fs::read_to_string("deploy/chivalry.env").unwrap();
    let options = options();
    let variables: Vec<_> = options.iter().filter(is_variable).collect();
    assert!(variables.len() > 10, "{variables:?}");
    for variable in variables {
        assert!(sample.contains(&format!("#{variable}=")), "{variable}");
    }
    assert!(sample.contains("#DATABASE_URL=postgres://"));
    assert!(sample.contains("#NATS_URL=nats://"));
}

#[test]
fn every_file_mounted_by_compose_exists() {
    let compose = fs::read_to_string("docker-compose.yml").unwrap();
    let sources = compose.lines().filter_map(|line| line.trim().strip_prefix("- ./"));
    let sources: Vec<&str> = sources.filter_map(|line| line.split(':').next()).collect();
    assert!(sources.len() >= 3, "{sources:?}");
    for source in sources {
        assert!(fs::exists(source).unwrap(), "docker-compose.yml mounts {source}");
    }
}

#[test]
fn the_server_of_compose_trusts_its_proxy_only() {
    let compose = fs::read_to_string("docker-compose.yml").unwrap();
    let value = |key: &str| {
        let values = compose.lines().filter_map(|line| line.trim().strip_prefix(key));
        values.map(str::to_owned).collect::<Vec<_>>()
    };
    let proxy = value("ipv4_address: ");
    assert_eq!(proxy.len(), 1, "{proxy:?}");
    let trusted = format!("${{TRUSTED_PROXIES:-{}/32}}", proxy[0]);
    assert_eq!(value("CHIVALRY_TRUSTED_PROXIES: "), [trusted]);
}

/// Tests the configuration of compose and the one that the operations guide proposes.
#[test]
fn proxies_hide_the_metrics_and_log_no_tokens() {
    let guide = fs::read_to_string("docs/operations.md").unwrap();
    let guide = guide.split("```nginx").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    for configuration in [&fs::read_to_string("deploy/nginx.conf").unwrap(), guide] {
        let metrics = configuration.split("location = /metrics {").nth(1).unwrap();
        assert_eq!(metrics.trim_start().lines().next(), Some("return 404;"));
        let format = configuration.split("log_format ").nth(1).unwrap();
        let (name, format) = format.split_once(' ').unwrap();
        let format = format.split(';').next().unwrap();
        assert!(format.contains("$uri"), "{format}");
        for with_query in ["$request ", "$request\"", "$request_uri", "$args", "$http_referer"] {
            assert!(!format.contains(with_query), "{format}");
        }
        assert!(configuration.contains(&format!("access_log /var/log/nginx/access.log {name};")));
        assert_eq!(configuration.matches("access_log ").count(), 1);
    }
}
