### The pages of tournaments.

tours-make = Create tournament
tours-running = Live
tours-open = Upcoming
tours-ended = Finished
tours-first = The field is ready
tours-first_how = Start the first tournament: pick a template, and others can join at once.
tours-entrants =
    { $n ->
        [one] { $n } entrant
       *[other] { $n } entrants
    }
tours-begins = Starts { $when }
tours-made = by { $who }, { $when }
tours-follow = Follow all tournaments without an account:
tours-calendar = calendar (.ics)
tours-feed = news feed (Atom)

format-swiss = Swiss
format-round_robin = Round robin
format-knockout = Knockout
format-arena = Arena
format-swiss_of =
    { $n ->
        [one] Swiss, { $n } round
       *[other] Swiss, { $n } rounds
    }
format-arena_of =
    { $n ->
        [one] Arena, { $n } minute
       *[other] Arena, { $n } minutes
    }
format-round_robin_double = Double round robin
format-knockout_double = Double elimination
format-groups =
    { $n ->
        [one] { $n } group
       *[other] { $n } groups
    }
format-with_third = with a third-place game
stage-best_of = top { $n } of each previous group
stage-series = best of { $n }
stage-armageddon = Armageddon ({ $time }) if tied
stage-no_show =
    { $n ->
        [one] no-shows lose after { $n } minute
       *[other] no-shows lose after { $n } minutes
    }
start-director = a director starts each round
start-agreement = each pair starts when both are ready
start-clock_of =
    { $n ->
        [one] next round after { $n } minute
       *[other] next round after { $n } minutes
    }
tie-direct_encounter = Direct encounter
tie-wins = Games won
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Progressive score
tie-average_rating = Average opponent rating
tie-second_side_games = Games as second side
tie-castle_entries = Castle entries
tie-captures_difference = Captures minus losses
tie-cut = { $name }, lowest { $n } dropped
tie-median = { $name }, lowest and highest { $n } dropped
tie_sign-direct_encounter = DE
tie_sign-wins = W
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = PS
tie_sign-average_rating = AR
tie_sign-second_side_games = 2nd
tie_sign-castle_entries = CE
tie_sign-captures_difference = CD
entry-kinds = { $kinds } only
entry-rating_at_least = rating { $n } or higher
entry-rating_at_most = rating { $n } or lower
entry-established = established rating
entry-games_at_least =
    { $n ->
        [one] at least { $n } rated game
       *[other] at least { $n } rated games
    }
entry-days_at_least =
    { $n ->
        [one] on this server for at least { $n } day
       *[other] on this server for at least { $n } days
    }
entry-invited = invited players only ({ $n })
kinds-account = accounts
kinds-guest = guests
kinds-bot = bots

new-title = New tournament
new-name = Name
new-rated = Rated (accounts only)
new-format = Format
new-stage = Stage { $n }
new-stage_name = Stage name
new-who_meets = Format
new-rounds = Rounds
new-groups = Groups
new-twice = Double round robin
new-two_losses = Double elimination
new-third = Third-place game
new-minutes = Minutes
new-best_of = Games per match (best of)
new-armageddon = Armageddon tie-break (second side wins on a draw)
new-armageddon_or_replay = Armageddon tie-break (second side wins on a draw); if off, extra games until someone wins
new-start = Rounds start
new_start-director = when a director starts them
new_start-clock = on a timer
new_start-agreement = pair by pair, when both are ready
new-pause = Minutes between rounds
new-no_show = Check-in time (minutes; blank = none)
new-through = Players advancing from the previous stage
new-through_groups = Players advancing from each group
new-tie_breaks = Tie-breaks, in order
new-no_tie_breaks = None: tied players share places.
new-add_tie_break = Add tie-break…
new-up = Move up: { $what }
new-drop = Remove: { $what }
new-add_stage = Add stage
new-drop_stage = Remove stage
new-when = Schedule and directors
new-begins_at = Starts at
new-begins_how = Leave blank to start it yourself.
new-directors = Co-directors
new-names_how = Separate names with commas.
new-edition = FIDE regulations
edition-fide--2026 = Edition of 2026
edition-fide--2017 = Edition of 2017
edition_how-fide--2026 = The Swiss bye goes to the lowest score that allows a complete pairing, and tie-breaks limit the worth of rounds without a game.
edition_how-fide--2017 = Swiss pairings by the rules until January 2026: the bye goes to whoever is left over in the last score bracket.
new-entry = Entry conditions, byes and late entry
new-who = Players
new_kinds-all = Everyone
new_kinds-account = Accounts only
new_kinds-account_bot = Accounts and bots
new_kinds-account_guest = Accounts and guests, no bots
new_kinds-bot = Bots only
new-at_least = Minimum rating
new-at_most = Maximum rating
new-games = Minimum rated games
new-days = Minimum days on this server
new-invited = Only these players
new-most = Maximum entrants
new-late = Late entry until round (½ point per missed round)
new-byes = Half-point byes per player
new-make = Create tournament
new-length = Enter { $least }-{ $most } characters.
new-range = Enter a number from { $least } to { $most }.
new-guest = You're a guest: only this browser can direct the tournament. If its data is cleared, nobody can.
new-guest_account = Sign up to keep the right

template-title = Templates
template-arena = Quick arena
template-swiss = Evening Swiss
template-cup = Cup
template-league = League
template-start = Start
template-self = When I start it
template-in_minutes =
    { $n ->
        [one] In { $n } minute
       *[other] In { $n } minutes
    }
template-at = At another time…
template-start_self = Start it on its page once the players have joined.
template-start_few = It starts by itself. With fewer than two players it's cancelled.
template-all = All options
template-back = Templates
template_how-arena = Play game after game until time is up. Winning streaks count double.
template_how-arena_of_tables = Play at one table of four after another until time is up. Places bring points, and streaks do not count.
template_how-swiss = Everyone plays every round, against players with a similar score.
template_how-cup = Win and go on, lose and you're out. The last one standing wins.
template_how-league = Everyone meets everyone, each pair whenever both are ready.
template_name-arena = { $game } arena
template_name-swiss = { $game } evening Swiss
template_name-cup = { $game } cup
template_name-league = { $game } league
template_asks-arena = Length
template_asks-swiss = Rounds
template_asks-cup = Each match
template_asks-league = Each pair meets
template_size-arena =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
template_size-swiss =
    { $n ->
        [one] { $n } round
       *[other] { $n } rounds
    }
template_size-cup =
    { $n ->
        [one] { $n } game
       *[other] best of { $n } games
    }
template_size-league =
    { $n ->
        [one] once
       *[other] twice
    }

call-title = Your tournament games
call-game = Your game in { $name } has started.
call-round = Your round in { $name } has started: check in.
call-come = It's time to play.
call-game_short = Your game has started:
call-round_short = Your round has started:
call-until = Be there by { $when }.
call-go = Go to game
call-ready = Check in

status-open = upcoming
status-running = live
status-ended = finished
status-cancelled = cancelled
tour-missing = Tournament not found.
tour-all = All tournaments
tour-directors = Directors:
tour-asked = Entry: { $what }.
tour-met = met
tour-unmet = not met
tour-join = Join
tour-invites = { $who } wants to be your partner.
tour-invites_accept = Play with { $who }
tour-invited = You invited { $who }. You both enter when they accept.
tour-partner = Your partner
tour-withdraw = Withdraw
tour-withdraw_sure = Withdraw? You'll forfeit your remaining games.
tour-you_withdrew = You've withdrawn.
tour-return = Rejoin
tour-you_are_in = You're in. We'll call you when your game starts.
tour-wait = Waiting for your next pairing…
tour-wait_next =
    { $n ->
        [one] You play next. { $n } player is waiting.
       *[other] You play next. { $n } players are waiting.
    }
tour-wait_alone = You play as soon as another player is free.
tour-wait_rematch = You play as soon as a new opponent is free. A rematch takes { $n } seconds of waiting.
tour-wait_end = Time is up: no more games are paired.
tour-clock = Times and counts
tour-starts_in = Starts in
tour-any_moment = any moment
tour-round_label = Round
tour-of = { $n } of { $all }
tour-decided = Matches decided
tour-next_round_in = Next round in
tour-time_left = Time left
tour-last_games = last games
tour-next_pairing_in = Next pairing in
tour-players_waiting = Waiting
tour-players_playing = Playing
tour-check_in_left = Time to check in:
tour-playing = Your game against { $who } is live.
tour-you_meet = Round { $n }: you play { $who }.
tour-you_are_ready = You've checked in.
tour-live = Live games
tour-standings = Standings
tour-points = Points
tour-streak = Last games
tour-in_a_row = { $n } in a row
tour-games = Games
tour-performance = Performance
tour-record_head = W–D–L
tour-record_how = Games won, drawn and lost
tour-reached = Reached
tour-goes_on =
    { $n ->
        [one] The first goes on to “{ $stage }”.
       *[other] The top { $n } go on to “{ $stage }”.
    }
reached-won = Winner
reached-bye = Bye
reached-waiting = waiting for an opponent
reached-open = against { $who }
reached-beat = beat { $who }
reached-lost = lost to { $who }
podium-title = Podium
podium-place = Place { $n }:
podium-more = and { $n } more
tour-next_counts_double = The next win counts double.
tour-working = How this is calculated
tour-working_of = How { $who }'s tie-breaks are calculated
tour-tells_nothing = not applicable
tour-no_opponent = no opponent
tour-cut = dropped
tour-cross_table = Cross-table
tour-bracket = Bracket
tour-bye = bye
tour-side_first = f
tour-side_second = s
tour-pairings = Pairings
tour-round = Round { $n }
tour-round_short = R{ $n }
tour-choose_round = Choose a round
tour-not_begun = not started
tour-byes = Bye:
bye-pairing = odd number of players
bye-asked = requested
bye-late = joined late
worth-zero = 0 points
worth-half = ½ point
worth-full = 1 point
tour-is_ready = { $who } checked in
tour-why = Why?
tour-now = live
tour-off = not played
tour-forfeit = forfeit
tour-correct = Set result…
tour-game = Game
tour-seat = Seat
tour-place = Place
tour-place_n = Place { $n }
tour-result = Result
tour-first_side = the first side
tour-second_side = the second side
result_of-first = { $first } won
result_of-drawn = draw
result_of-second = { $second } won
result_of-first_absent = { $first } didn't show up
result_of-second_absent = { $second } didn't show up
result_of-both_absent = neither showed up
result_of-void = doesn't count: replay it
result_of-placed = places of all players
result_of-all_absent = nobody showed up
tour-take_back = Undo later games that depend on it
tour-put_right = Save result
tour-loses = { $who } forfeits the rest
tour-stages = Stages
tour-groups = Groups
tour-group = Group { $n }
tour-to_come = upcoming
tour-entrants =
    { $n ->
        [one] { $n } entrant
       *[other] { $n } entrants
    }
tour-entrant = Entrant
tour-nobody = No entrants yet.
tour-withdrawn = withdrawn
tour-withdraw_who = Withdraw { $who }
tour-return_who = Let { $who } rejoin
tour-take_away = Downloads
tour-trf = Report (TRF)
tour-json = All data (JSON)
tour-record = All games
tour-directing = Directing
tour-more_directing = Entrants, byes and pairings
tour-start = Start tournament
tour-start_stage = Start “{ $name }”
tour-pair = Pair round { $n }
tour-begin_round = Start round { $n }
tour-end = Finish tournament
tour-end_sure = Finish the tournament with the current standings?
tour-cancel = Cancel tournament
tour-cancel_sure = Cancel the whole tournament?
tour-enter_who = Add a player (separate partners with a comma)
tour-enter = Add
tour-give_bye = Bye for
tour-in_round = in round
tour-worth = Points
tour-give = Give
tour-has_bye = { $who } has a bye in round { $n }
tour-take_away_again = Undo
tour-pair_of = Pair
tour-one = First of the pair
tour-two = Second of the pair
tour-fix = Force pairing
tour-forbid = Block pairing
tour-is_fixed = { $one } and { $two } play each other next round
tour-is_forbidden = { $one } and { $two } won't be paired
bracket-round = Round { $n }
bracket-quarter_final = Quarterfinal
bracket-semi_final = Semifinal
bracket_round-quarter_final = Quarterfinals
bracket_round-semi_final = Semifinals
bracket_round-final = Final
bracket-winners_round = Round { $n }
bracket-losers_round = Losers' round { $n }
bracket-winners = Round { $n } · { $game }
bracket-losers = Losers' round { $n } · { $game }
bracket-third_place = Third place
bracket-final = Final
bracket-final_again = Second final
bracket-loser_of = loser of { $game }
bracket-winner_of = winner of { $game }
bracket-seed = seed
bracket-won = winner
bracket-open = open

tour-log = Log
log-server = the server
log-undo = Undo
log-is_undone = undone
log-created = created
log-entered = { $who } joined
log-partner_invited = { $who }: invitation to a partner
log-withdrew = { $who } withdrew
log-returned = { $who } rejoined
log-seeded = seeding changed
log-bye_given = bye for { $who } in round { $n }
log-bye_given_back = bye for { $who } in round { $n } removed
log-forbidden = pairing blocked: { $who }
log-allowed = pairing allowed: { $who }
log-fixed = pairing forced: { $who }
log-unfixed = pairing no longer forced: { $who }
log-stage_began = “{ $stage }” started
log-stage_taken_back = “{ $stage }” undone
log-round_paired = round { $n } paired
log-unpaired = round { $n } pairings undone
log-round_began = round { $n } started
log-ready = { $who } checked in
log-game_began = { $pair }: game { $n } started
log-game_ended = { $pair }: game { $n } ended { $result }
log-forfeited = { $pair }: { $who } forfeited
log-corrected = { $pair }: game { $n } corrected to { $result }
log-paused = round paused
log-resumed = round resumed
log-penalized = penalty for { $who }
log-announced = message to all
log-undone = action { $action } undone
log-ended = finished
log-cancelled = cancelled

schedule-title = Repeating tournaments
schedule-repeat = Repeat
schedule-once = Once
schedule-weekly = Every week
schedule-daily = Every day
schedule-repeat_how = The server creates each tournament a day before it starts.
schedule-daily_at = Every day at { $time } ({ $zone })
schedule-weekly_at = { $days } at { $time } ({ $zone })
schedule-creates = Next start to be announced: { $when }
schedule-ended = No further tournaments are planned.
schedule-end = End the schedule
schedule-end_sure = End this schedule? Tournaments that are already announced take place.
schedule-standings = Overall standings
schedule-place = Place
schedule-player = Player
schedule-points = Points
schedule-wins = Won
schedule-played = Played
schedule-scoring = Points by place: { $points }.
schedule-part_of = Part of
schedule-best =
    { $n ->
        [one] The best result counts.
       *[other] The best { $n } results count.
    }

tour-print = Print
projector-open = Projector view

desk-title = Director's desk
desk-pause = Pause the round
desk-resume = Resume the round
desk-undo = Undo the last action
desk-paused = The round is paused since { $since }. Clocks are stopped.
desk-last = Last action: { $what } ({ $who }, { $at })
desk-messages = Messages from the directors
desk-message = Message to all participants
desk-send = Send
desk-penalties = Penalties
desk-penalize = Penalize
desk-penalty = Penalty
desk-print = Print or save as PDF
desk_print-pairings = Pairings
desk_print-standings = Standings
desk_print-crosstable = Cross-table
desk-to_tournament = To the tournament
desk-games = Games in progress ({ $n })
desk-no_games = Every game of the round is decided.
desk-open = Move { $ply }
desk-waits = Waiting since { $since }.
desk-forfeits = Forfeit in
desk_state-ready = ready
desk_state-absent = not here yet
desk_state-gone = disconnected
desk_state-here = connected
desk-whom = Player
desk-seconds = Seconds
desk-reason = Reason
desk-engine = Engine comparison
desk-engine_how = Compares the moves of a player in the finished games of this tournament with the engine. It is a hint, not a verdict.
desk-engine_found = { $games } games, { $choices } choices, agreement { $agreement }
desk-compare = Compare
desk-striking = worth a closer look
penalty-warning = Warning
penalty-time = Time off the clock
penalty-loss = Loss of the game

report-title = Import a report
report-how = Makes a tournament of a Tournament Report File (TRF16 or TRF26) of another program.
report-game = Game
report-file = Report file
report-import = Import
