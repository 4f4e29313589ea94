//! Tests that the bounds in the OpenAPI document are those that the parser enforces.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use utoipa::PartialSchema;

use chivalry_play::clock::TimeControl;
use chivalry_rules::notation::move_text::{Turn, move_pattern, turn_pattern};
use chivalry_rules::{Move, Variant};
use chivalry_tournament::{
    ByePolicy, Format, LateEntry, Scoring, SeriesPlan, SeriesTieBreak, StagePlan, StartPlan,
};

use crate::protocol::codec::fields::read_fields;
use crate::protocol::requests::analysis::{AnalyseGameRequest, AnalyseRequest};
use crate::protocol::requests::identity::accounts::Credentials;
use crate::protocol::requests::matches::{
    AddTimeRequest, CreateRequest, MatchOptions, checked_time,
};
use crate::protocol::tournaments::requests::PlanView;
use crate::protocol::views::chat::{ChatRequest, TimeoutRequest};

fn schema<T: PartialSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

/// Returns the alternative of a schema that matches `sample`, selected by its tag.
fn part<T: PartialSchema>(tag: &str, sample: &Value) -> Value {
    let schema = schema::<T>();
    let mut parts = schema["oneOf"].as_array().unwrap().iter();
    let part = parts.find(|part| part["properties"][tag]["enum"][0] == sample[tag]);
    part.unwrap_or_else(|| panic!("no part for {sample}")).clone()
}

/// Tests each bound of a field of `sample`: the extreme values are accepted, the next values
/// beyond them are rejected.
#[track_caller]
fn assert_bounds(schema: &Value, sample: &Value, bounds: usize, accepts: impl Fn(&Value) -> bool) {
    assert!(accepts(sample), "{sample}");
    let mut found = 0;
    let fields = schema["properties"].as_object().unwrap().iter();
    for (name, field) in fields.filter(|(name, _)| sample.get(name.as_str()).is_some()) {
        let mut tried = |value: Value, is_fit: bool| {
            let mut changed = sample.clone();
            changed[name] = value;
            assert_eq!(accepts(&changed), is_fit, "{changed}");
            found += 1;
        };
        if let Some(most) = field["maximum"].as_u64() {
            tried(json!(most), true);
            tried(json!(most + 1), false);
        }
        if let Some(least) = field["minimum"].as_u64().filter(|least| *least > 0) {
            tried(json!(least), true);
            tried(json!(least - 1), false);
        }
        if let Some(most) = field["maxLength"].as_u64() {
            tried(json!("a".repeat(most as usize)), true);
            tried(json!("a".repeat(most as usize + 1)), false);
        }
        if let Some(least) = field["minLength"].as_u64() {
            tried(json!("a".repeat(least as usize)), true);
            tried(json!("a".repeat(least as usize - 1)), false);
        }
    }
    assert_eq!(found, 2 * bounds, "bounds of {schema}");
}

fn reads<T: DeserializeOwned>(value: &Value) -> Option<T> {
    read_fields(&value.to_string()).ok()
}

#[test]
fn documented_bounds_of_requests_are_enforced() {
    assert_bounds(&schema::<AddTimeRequest>(), &json!({"ms": 5_000}), 2, |it| {
        reads(it).is_some_and(|request: AddTimeRequest| request.resolve().is_ok())
    });
    assert_bounds(
        &schema::<AnalyseRequest>(),
        &json!({"variant": "cam", "nodes": 5_000, "lines": 2}),
        4,
        |it| reads(it).is_some_and(|request: AnalyseRequest| request.resolve().is_ok()),
    );
    assert_bounds(
        &schema::<AnalyseGameRequest>(),
        &json!({"record": "*", "nodes": 5_000}),
        2,
        |it| reads(it).is_some_and(|request: AnalyseGameRequest| request.nodes().is_ok()),
    );
    assert_bounds(&schema::<MatchOptions>(), &json!({"watch_delay_ms": 5_000}), 1, |it| {
        let create = json!({"variant": "cam", "options": it});
        reads(&create).is_some_and(|request: CreateRequest| request.resolve(None).is_ok())
    });
    assert_bounds(&schema::<TimeoutRequest>(), &json!({"minutes": 5, "reason": "spam"}), 2, |it| {
        reads(it).is_some_and(|request: TimeoutRequest| request.resolve().is_ok())
    });
    assert_bounds(
        &schema::<ChatRequest>(),
        &json!({"room": "players", "text": "hello"}),
        2,
        |it| reads(it).is_some_and(|request: ChatRequest| request.resolve().is_ok()),
    );
    let credentials = json!({"name": "Kay", "password": "excalibur"});
    assert_bounds(&schema::<Credentials>(), &credentials, 4, |it| {
        reads(it).is_some_and(|credentials: Credentials| credentials.checked().is_ok())
    });
}

#[test]
fn documented_bounds_of_time_controls_are_enforced() {
    let plays = |it: &Value| reads(it).is_some_and(|time| checked_time(time).is_ok());
    for (sample, bounds) in [
        (json!({"kind": "fischer", "initial_ms": 1, "increment_ms": 1}), 2),
        (json!({"kind": "delay", "initial_ms": 1, "delay_ms": 1}), 2),
        (json!({"kind": "byoyomi", "initial_ms": 1, "period_ms": 1, "periods": 1}), 5),
        (json!({"kind": "correspondence", "days": 1}), 2),
    ] {
        assert_bounds(&part::<TimeControl>("kind", &sample), &sample, bounds, plays);
    }
    let stage = json!({"moves": 1, "ms": 1, "increment_ms": 1});
    assert_bounds(&schema::<chivalry_play::clock::Stage>(), &stage, 4, |it| {
        let last = json!({"ms": 1});
        plays(&json!({"kind": "stages", "stages": [it, last]}))
    });
    let stages = |count: usize| {
        let mut stages = vec![json!({"moves": 1, "ms": 1}); count];
        if let Some(last) = stages.last_mut() {
            *last = json!({"ms": 1});
        }
        plays(&json!({"kind": "stages", "stages": stages}))
    };
    let described = part::<TimeControl>("kind", &json!({"kind": "stages"}));
    let described = &described["properties"]["stages"];
    let edges = ["minItems", "maxItems"].map(|edge| described[edge].as_u64().unwrap() as usize);
    assert_eq!(
        [edges[0] - 1, edges[0], edges[1], edges[1] + 1].map(stages),
        [false, true, true, false]
    );
}

/// Returns a valid plan with one change.
fn plan(change: impl FnOnce(&mut Value)) -> Value {
    let mut plan = json!({
        "name": "Evening", "variant": "cam", "time": {"kind": "unlimited"},
        "stages": [{"name": "all", "format": {"kind": "swiss", "rounds": 3}},
                   {"name": "best", "format": {"kind": "swiss", "rounds": 3}}],
    });
    change(&mut plan);
    plan
}

fn can_be_made(plan: &Value) -> bool {
    reads(plan).is_some_and(|plan: PlanView| plan.resolve().is_ok_and(|it| it.check().is_ok()))
}

#[test]
fn documented_bounds_of_tournament_plans_are_enforced() {
    let valid_plan = plan(|plan| plan["most"] = json!(100));
    assert_bounds(&schema::<PlanView>(), &valid_plan, 4, can_be_made);
    for (name, schema, sample, bounds) in [
        ("late", schema::<LateEntry>(), json!({"until_round": 1}), 2),
        ("byes", schema::<ByePolicy>(), json!({"most": 1, "worth": "half"}), 2),
    ] {
        assert_bounds(&schema, &sample, bounds, |it| {
            can_be_made(&plan(|plan| plan[name] = it.clone()))
        });
    }
    let with_last =
        |change: &dyn Fn(&mut Value)| can_be_made(&plan(|it| change(&mut it["stages"][1])));
    let stage = json!({"name": "a", "format": {"kind": "swiss", "rounds": 3}, "no_show_ms": 5_000,
                       "best_of_each_group": 1});
    assert_bounds(&schema::<StagePlan>(), &stage, 5, |it| with_last(&|last| *last = it.clone()));
    for format in [
        json!({"kind": "round_robin", "groups": 1}),
        json!({"kind": "swiss", "rounds": 1}),
        json!({"kind": "arena", "length_ms": 60_000, "wave_ms": 2_000}),
    ] {
        let bounds = format.as_object().unwrap().len() * 2 - 2;
        let described = part::<Format>("kind", &format);
        assert_bounds(&described, &format, bounds, |it| {
            with_last(&|last| last["format"] = it.clone())
        });
    }
    let clock = json!({"by": "clock", "pause_ms": 1});
    assert_bounds(&part::<StartPlan>("by", &clock), &clock, 1, |it| {
        with_last(&|last| last["start"] = it.clone())
    });
    let scoring = json!({"win": 100, "draw": 0, "loss": 0});
    let win = json!({"properties": {"win": schema::<Scoring>()["properties"]["win"]}});
    assert_bounds(&win, &scoring, 2, |it| with_last(&|last| last["scoring"] = it.clone()));
    let series = json!({"best_of": 1});
    assert_bounds(&schema::<SeriesPlan>(), &series, 2, |it| {
        with_last(&|last| last["series"] = it.clone())
    });
    let time = json!({"kind": "fischer", "initial_ms": 60_000, "increment_ms": 0});
    let decider = json!({"kind": "armageddon", "time": time, "first_extra_ms": 1});
    assert_bounds(&part::<SeriesTieBreak>("kind", &decider), &decider, 1, |it| {
        with_last(&|last| last["series"] = json!({"best_of": 1, "decider": it}))
    });
}

#[test]
fn texts_that_match_the_move_pattern_are_moves() {
    let longest = format!("A1{}", "-A2".repeat(255));
    let too_long = format!("{longest}-A1");
    let texts = [
        "C8-D9", "c8-d9", "E6-C8-A8", "H4xJ4XL6", "C2,E6,K7", "A1-B255", "A1-B256", "A1-B0",
        "A1-B08", "pass", "PaSs", "passes", "", "C8", "C8-", "C8 D9", "C8-D9 ", "C2,E6-K7",
        "C2-E6,K7", "C2,", "AA1-B2", "A1-B2\n", &longest, &too_long,
    ];
    let is = |pattern: String, text: &str| {
        jsonschema::is_valid(&json!({"pattern": pattern}), &json!(text))
    };
    for text in texts {
        assert_eq!(is(turn_pattern(), text), text.parse::<Turn>().is_ok(), "{text:?}");
        assert_eq!(is(move_pattern(), text), text.parse::<Move>().is_ok(), "{text:?}");
    }
}

#[test]
fn seats_that_match_the_schema_are_accepted() {
    let request = schema::<CreateRequest>();
    let seats = &request["properties"]["seats"];
    let is = |sent: &Value| jsonschema::is_valid(seats, sent);
    for (sent, is_fit) in [
        (json!({}), true),
        (json!({"W": "me", "B": "computer:8"}), true),
        (json!({"W": "computer:9"}), false),
        (json!({"W": "computer:0"}), false),
        (json!({"White": "me"}), false),
    ] {
        assert_eq!(is(&sent), is_fit, "{sent}");
        let create = json!({"variant": Variant::named("cam").unwrap().name(), "seats": sent});
        let request: CreateRequest = reads(&create).unwrap();
        assert_eq!(request.resolve(None).is_ok(), is_fit, "{sent}");
    }
}
