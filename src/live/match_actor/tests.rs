use chivalry_play::clock::TimeControl;
use chivalry_play::matches::{Command, CommandRef, Event, NewMatch, RecordedEvent};
use chivalry_play::player::Player;
use chivalry_rules::{Seat, Variant};

use crate::live::match_actor::actor::MatchActor;
use crate::live::match_actor::snapshot::MatchSnapshot;
use crate::live::test_support::TestLive;
use crate::store::Append;

#[tokio::test]
async fn a_command_whose_append_succeeds_late_is_executed_once() {
    let unserved = TestLive::open().await;
    let TestLive { store, live, .. } = &unserved;
    let guests = unserved.guests(&["one", "two"]).await;
    let seats: Vec<(Seat, Player)> = Seat::ALL.into_iter().zip(guests).collect();
    let time = TimeControl::Fischer { initial_ms: 600_000, increment_ms: 0 };
    let new = NewMatch::plain(Variant::named("camette").unwrap(), time);
    let by = seats[0].1.clone();
    let snapshot = live.create_with(&new, &by, &seats, None, String::new).await.unwrap();
    let (id, v) = (snapshot.match_state.id(), snapshot.match_state.v() + 1);

    // The actor has read the log. Then the append with the unknown outcome arrives.
    let cause = CommandRef { player: by.id, id: "more".to_owned() };
    let event = Event::TimeAdded { seat: seats[1].0, ms: 15_000 };
    let records = vec![RecordedEvent { v, at: live.time().now(), cause: Some(cause), event }];
    let append = Append { match_id: id, records, deadline: None, owner: None };
    store.log().append(append).await.unwrap();

    let again = live.command(id, &by, Some("more".to_owned()), Command::AddTime(15_000)).await;
    assert_eq!(again.unwrap().v, v);
    assert_eq!(store.log().read(id).await.unwrap().unwrap().len(), v as usize);

    unserved.close().await;
}

#[test]
fn an_idle_match_needs_little_memory() {
    fn size_of_future<F: Future>(_: impl FnOnce(MatchActor) -> F) -> usize {
        size_of::<F>()
    }
    let (task, snapshot) = (size_of_future(MatchActor::run), size_of::<MatchSnapshot>());
    assert!(task <= 3_200, "a task of {task} bytes");
    assert!(snapshot <= 1_792, "a snapshot of {snapshot} bytes");
}
