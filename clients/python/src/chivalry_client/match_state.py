"""The state of a match: the fields of a snapshot, kept current by later frames."""

from __future__ import annotations

from typing import TypeAlias

from . import models
from .frames import MatchFrame

State: TypeAlias = models.ServerSnapshot

_ClockedEvent: TypeAlias = (
    models.EventStarted
    | models.EventMoved
    | models.EventTookBack
    | models.EventSeatOut
    | models.EventTimeAdded
    | models.EventTimeTaken
    | models.EventPaused
    | models.EventResumed
    | models.EventVacation
    | models.EventAdjourned
    | models.EventAdjournmentEnded
    | models.EventEnded
)


def fold_match(state: State | None, frame: MatchFrame) -> State:
    """The state after a frame. The first frame is a snapshot."""
    if frame["t"] == "snapshot":
        return frame
    if state is None:
        raise RuntimeError("the first frame of a match is a snapshot")
    after = state.copy()
    after["now"] = frame["now"]
    _fold_event(after, frame)
    return after


def _fold_event(after: State, frame: MatchFrame) -> None:
    if frame["t"] == "watchers":
        after["watchers"] = frame["count"]
    elif frame["t"] == "presence":
        presence: models.PresenceView = {"gone": frame["gone"]}
        if "claim_in_ms" in frame:
            presence["claim_in_ms"] = frame["claim_in_ms"]
        after["presence"] = {**after.get("presence", {}), frame["seat"]: presence}
    elif frame["t"] == "renamed":
        before = after["seats"].get(frame["seat"])
        if before is not None:
            id, name, kind = frame["player"]["id"], frame["player"]["name"], frame["player"]["kind"]
            renamed: models.SeatedView = {**before, "id": id, "name": name, "kind": kind}
            after["seats"] = {**after["seats"], frame["seat"]: renamed}
    elif frame["t"] == "created" or frame["t"] == "link":
        after["v"] = frame["v"]
    elif frame["t"] == "joined":
        after["v"] = frame["v"]
        player = frame["player"]
        if player is None:
            after["seats"] = {**after["seats"], frame["seat"]: None}
        else:
            id, name, kind = player["id"], player["name"], player["kind"]
            seated: models.SeatedView = {"id": id, "name": name, "kind": kind}
            after["seats"] = {**after["seats"], frame["seat"]: seated}
    elif frame["t"] == "offer":
        after["v"] = frame["v"]
        after["offers"] = [*after["offers"], {"seat": frame["seat"], "offer": frame["offer"]}]
    elif frame["t"] == "offer_ended":
        ended = (frame["seat"], frame["offer"])
        after["v"] = frame["v"]
        after["offers"] = [it for it in after["offers"] if (it["seat"], it["offer"]) != ended]
    elif frame["t"] == "rematched":
        after["v"] = frame["v"]
        after["rematch"] = frame["rematch"]
        after["offers"] = []
    elif (
        frame["t"] == "started"
        or frame["t"] == "moved"
        or frame["t"] == "took_back"
        or frame["t"] == "seat_out"
        or frame["t"] == "time_added"
        or frame["t"] == "time_taken"
        or frame["t"] == "paused"
        or frame["t"] == "resumed"
        or frame["t"] == "vacation"
        or frame["t"] == "adjourned"
        or frame["t"] == "adjournment_ended"
        or frame["t"] == "ended"
    ):
        _fold_clocked_event(after, frame)


def _fold_clocked_event(after: State, frame: _ClockedEvent) -> None:
    """Folds the events that state the clocks."""
    after["v"] = frame["v"]
    after["clock"] = frame["clock"]
    if frame["t"] == "started":
        after["status"] = "playing"
        after["legal"] = frame.get("legal", [])
    elif frame["t"] == "moved":
        after["ply"] = frame["ply"]
        after["position"] = frame["position"]
        after["moves"] = [*after["moves"], frame["move"]]
        after["legal"] = frame.get("legal", [])
    elif frame["t"] == "took_back":
        after["ply"] = frame["ply"]
        after["position"] = frame["position"]
        after["moves"] = after["moves"][: frame["ply"]]
        after["legal"] = frame.get("legal", [])
        after["offers"] = []
    elif frame["t"] == "seat_out":
        player = after["seats"].get(frame["seat"])
        if player is not None:
            out: models.SeatedView = {**player, "out": frame["how"]}
            after["seats"] = {**after["seats"], frame["seat"]: out}
        after["offers"] = []
    elif frame["t"] == "paused" or frame["t"] == "resumed":
        after["paused"] = frame["t"] == "paused"
    elif frame["t"] == "adjourned":
        after["adjourned_until"] = frame["until"]
        after["round_paused"] = frame.get("by_director", False)
        after["offers"] = []
    elif frame["t"] == "adjournment_ended":
        _end_adjournment(after)
    elif frame["t"] == "ended":
        after["status"] = "ended"
        after["result"] = frame["result"]
        after["termination"] = frame["termination"]
        after["legal"] = []
        after["offers"] = []
        _end_adjournment(after)


def _end_adjournment(after: State) -> None:
    after.pop("adjourned_until", None)
    after.pop("round_paused", None)
