#!/usr/bin/env python3
"""A whole bot: it plays random legal moves until its match is over.

Only Python's own library is needed. Start a server and two of these:

    python3 examples/bot.py --create            # prints the link of the free seat
    python3 examples/bot.py --match THAT_LINK

Without --create or --match it takes an open seek of its variant, and makes a
match of its own where there is none. To play better than at random, let an
engine choose, the project's own or any that speaks its protocol
(docs/engine.md), or change `RandomMover`.

    python3 examples/bot.py --create --engine "chivalry engine"

Without --token it plays as a guest. An account that a program plays by says
so, before its first match and for good: everybody then sees it as a bot, and
people who want to be paired quickly with people are not paired with it.

    curl -X POST http://127.0.0.1:8080/api/v1/accounts -d '{"name": "Merlin", "password": "..."}'
    python3 examples/bot.py --bot --token THE_TOKEN_THAT_IT_ANSWERS
"""

import argparse
import http.client
import json
import random
import shlex
import signal
import subprocess
import sys
import time
import urllib.parse
import uuid


class Refused(Exception):
    """The server said no: `code` is stable, `detail` is for people."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.code = problem.get("code")
        self.retry_after_ms = problem.get("retry_after_ms")


class Server:
    """Requests to one server, as one player."""

    def __init__(self, url, token=None):
        self.url = urllib.parse.urlsplit(url)
        self.token = token

    def connect(self, timeout):
        secure = self.url.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        return kind(self.url.netloc, timeout=timeout)

    def headers(self, **more):
        return ({"Authorization": f"Bearer {self.token}"} if self.token else {}) | more

    def ask(self, method, path, body=None):
        """One request. A command keeps its key while it is tried again, so that
        it is carried out once, whatever became of the answer."""
        key = {"Idempotency-Key": uuid.uuid4().hex} if method == "POST" else {}
        text = json.dumps(body) if body is not None else None
        for attempt in range(6):
            try:
                connection = self.connect(timeout=30)
                connection.request(method, f"/api/v1{path}", text, self.headers(**key))
                answer = connection.getresponse()
                status, said = answer.status, answer.read()
                connection.close()
            except (OSError, http.client.HTTPException):
                if attempt == 5:
                    raise
                time.sleep(0.2 * 2**attempt)
                continue
            if status < 300:
                return json.loads(said) if said else None
            refused = Refused(status, json.loads(said) if said else {})
            if attempt == 5 or status not in (429, 503):
                raise refused
            time.sleep((refused.retry_after_ms or 1000) / 1000)

    def follow(self, path):
        """The events of a stream, one after another, as long as it lasts."""
        connection = self.connect(timeout=60)
        connection.request("GET", f"/api/v1{path}", headers=self.headers(Accept="application/x-ndjson"))
        answer = connection.getresponse()
        if answer.status != 200:
            raise Refused(answer.status, json.loads(answer.read() or b"{}"))
        try:
            for line in answer:
                if line.strip():  # An empty line says that the connection is alive.
                    yield json.loads(line)
        finally:
            connection.close()


class RandomMover:
    """Plays any legal move."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def choose(self, event, start, moves, left_ms):
        return self.rng.choice(event["legal"])


class Engine:
    """A program that speaks the engine protocol on its standard input."""

    def __init__(self, command, think_ms):
        self.think_ms = think_ms
        self.program = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def say(self, line):
        self.program.stdin.write(line + "\n")

    def ask(self, line, answer):
        """Says a line, and gives what follows the answer that is waited for."""
        self.say(line)
        for said in self.program.stdout:
            word, _, rest = said.strip().partition(" ")
            if word == answer:
                return rest
        raise EOFError(f"the engine ended instead of answering {line!r}")

    def begin(self, variant):
        self.say(f"setoption name Variant value {variant}")
        self.say("ucinewgame")
        self.ask("isready", "readyok")

    def choose(self, event, start, moves, left_ms):
        self.say(" ".join([f"position {start}", *(["moves", *moves] if moves else [])]))
        # Never more than a thirtieth of what is left.
        think_ms = self.think_ms if left_ms is None else max(1, min(self.think_ms, left_ms // 30))
        return self.ask(f"go movetime {think_ms}", "bestmove")

    def end(self):
        self.program.kill()
        self.program.wait()


def server_of_link(match):
    """The server that a link leads to, if the match is named by a link."""
    link = urllib.parse.urlsplit(match or "")
    if link.scheme in ("http", "https"):
        return f"{link.scheme}://{link.netloc}"
    return "http://127.0.0.1:8080"


def find_seat(server, options):
    """Takes or offers a seat, and gives the match and the seat's letter."""
    if options.match:
        link = urllib.parse.urlsplit(options.match)
        match = link.path.rstrip("/").rsplit("/", 1)[-1]
        key = options.key or urllib.parse.parse_qs(link.query).get("key", [None])[0]
        joined = server.ask("POST", f"/matches/{match}/join", {"key": key} if key else {})
        return match, joined["seat"]
    if not options.create and (seat := take_seek(server, options)):
        return seat
    time_control = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}
    wish = {"variant": options.variant, "time": time_control, "seats": {options.seat: "me"}}
    made = server.ask("POST", "/matches", wish)
    for letter, link in made["links"].items():
        print(f"seat {letter}: {link['url']}", flush=True)
    return made["match"], options.seat


def take_seek(server, options):
    """An open seek of the variant, where the server has a lobby."""
    try:
        seeks = server.ask("GET", "/seeks")["items"]
    except Refused as refused:
        if refused.status == 404:
            return None
        raise
    for seek in seeks:
        if seek["variant"] != options.variant:
            continue
        try:
            match = server.ask("POST", f"/seeks/{seek['seek']}/accept").get("match")
        except Refused:
            continue  # Somebody else was quicker, or it asks for another opponent.
        if match:
            # The events say which seat is whose.
            return match, None
    return None


def play(server, me, match, seat, mover):
    """Plays the match to its end, over as many connections as that takes."""
    seen = 0
    start, moves = None, []
    while True:
        try:
            for event in server.follow(f"/matches/{match}/events?since={seen}&legal=true"):
                seen = event["v"]
                if event["t"] == "created":
                    start = event["position"]
                    if isinstance(mover, Engine):
                        mover.begin(event["variant"])
                if event["t"] == "moved":
                    moves.append(event["move"])
                if event["t"] == "took_back":
                    del moves[event["ply"] :]
                if event["t"] == "joined" and (event["player"] or {}).get("id") == me["id"]:
                    seat = event["seat"]
                if event["t"] == "ended":
                    return event
                if event.get("legal") and event["clock"]["running"] in (seat, None):
                    if is_turn(server, match, seat, event):
                        left_ms = (event["clock"]["left_ms"] or {}).get(seat)
                        choice = mover.choose(event, start, moves, left_ms)
                        move(server, match, len(moves) + 1, choice)
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(0.5)  # The stream broke off: go on behind the last event.


def is_turn(server, match, seat, event):
    """Whether the seat is to move. Where a clock runs, that says so."""
    if event["clock"]["running"] is not None:
        return event["clock"]["running"] == seat
    position = event.get("position") or server.ask("GET", f"/matches/{match}")["position"]
    return position.split()[1].upper() == seat


def move(server, match, ply, text):
    try:
        server.ask("POST", f"/matches/{match}/moves", {"ply": ply, "move": text})
    except Refused as refused:
        # An event that is seen again after a broken connection asks for a
        # move that was made, or the match has ended meanwhile.
        if refused.code not in ("stale_ply", "not_your_turn", "match_over", "too_late"):
            raise


def leave(server, match):
    """Does not let the opponent wait: calls the match off, or resigns it."""
    for way in ("abort", "resign"):
        try:
            server.ask("POST", f"/matches/{match}/{way}")
            return
        except Refused:
            continue


def interrupted(*_):
    raise KeyboardInterrupt


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--server",
        "--url",
        metavar="URL",
        help="the server; by default the one of the link, or http://127.0.0.1:8080",
    )
    parser.add_argument("--token", help="play as the player of this token; a new guest without")
    parser.add_argument("--bot", action="store_true", help="say, for good, that the player is a bot")
    parser.add_argument("--match", help="the id or the link of a match to join")
    parser.add_argument("--key", help="the key of the seat's link")
    parser.add_argument("--create", action="store_true", help="make a match, whatever is sought")
    parser.add_argument("--variant", default="camelot", help="what to play")
    parser.add_argument("--seat", default="W", help="the seat to have in a match of its own")
    parser.add_argument("--seed", type=int, help="choose the same moves every time")
    parser.add_argument("--engine", metavar="COMMAND", help="a program that chooses the moves")
    parser.add_argument(
        "--think", type=int, default=1000, metavar="MS", help="how long it may think about one, at most"
    )
    options = parser.parse_args()
    server = Server(options.server or server_of_link(options.match), options.token)
    if server.token:
        me = server.ask("GET", "/me")
    else:
        session = server.ask("POST", "/guests")
        server.token, me = session["token"], session["player"]
    if options.bot:
        me = server.ask("POST", "/me/bot")
    signal.signal(signal.SIGTERM, interrupted)
    engine = Engine(options.engine, options.think) if options.engine else None
    match, seat = find_seat(server, options)
    try:
        print(f"{me['name']} plays {seat or 'a seat'} in {match}", flush=True)
        ended = play(server, me, match, seat, engine or RandomMover(options.seed))
    except (KeyboardInterrupt, EOFError) as error:
        leave(server, match)
        print(error, file=sys.stderr)
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    finally:
        if engine:
            engine.end()
    print(f"{ended['result']} ({ended['termination']})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
