//! Monitoring: the dashboard and the operations guide name exactly the metrics that
//! `/metrics` serves.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::databases::on_sqlite;
use crate::support::TestServer;

const DASHBOARD: &str = "deploy/grafana/dashboards/chivalry.json";
const EXPLAINED: &str = "docs/operations.md";

/// The names of metrics in a text.
fn metrics(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("chivalry_") || word.starts_with("process_")).collect()
}

/// Collects the queries of the panels below `value`.
fn queries<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("expr").and_then(Value::as_str));
            fields.values().for_each(|field| queries(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| queries(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn dashboard_metrics_are_served_and_served_metrics_are_documented() {
    on_sqlite(async |database| {
        let server = TestServer::start(&database).await;
        // Responses are counted after the first one.
        server.guest().await;
        let served = server.get("/metrics").await.text;
        server.shutdown().await;
        let samples = served.lines().filter(|line| !line.starts_with('#'));
        let samples: BTreeSet<&str> =
            samples.filter_map(|line| line.split(['{', ' ']).next()).collect();

        let dashboard: Value =
            serde_json::from_str(&fs::read_to_string(DASHBOARD).unwrap()).unwrap();
        let mut asked = Vec::new();
        queries(&dashboard, &mut asked);
        assert!(asked.len() >= 8, "{asked:?}");
        for query in asked {
            let named = metrics(query);
            assert!(!named.is_empty(), "{query}");
            let unknown: Vec<_> = named.difference(&samples).collect();
            assert!(unknown.is_empty(), "{query} names {unknown:?}, of {samples:?}");
        }

        let text = fs::read_to_string(EXPLAINED).unwrap();
        let explained = metrics(&text);
        let families = served.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        let families: BTreeSet<&str> = families.filter_map(|line| line.split(' ').next()).collect();
        assert!(families.len() >= 13, "{families:?}");
        for family in &families {
            let is_explained = explained.contains(family)
                || explained.contains(format!("{family}_total").as_str());
            assert!(is_explained, "{EXPLAINED} does not explain {family}");
        }
        let unknown: Vec<_> = explained
            .iter()
            .filter(|name| !samples.contains(*name) && !families.contains(*name))
            .collect();
        assert!(unknown.is_empty(), "{EXPLAINED} names {unknown:?}, of {samples:?}");
    })
    .await;
}
