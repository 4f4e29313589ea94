### The pages, the lessons and the rules.

nav-brand = Chivalry, home
nav-label = Main
nav-places = Menu
nav-home = Play
nav-tournaments = Tournaments
nav-puzzles = Puzzles
nav-study = Study
nav-players = Players
nav-rules = Rules
nav-skip = Skip to content
nav-me = Playing as { $name }
link-online = Connected
link-trip = Connected, { $ms } ms
link-offline = Connection lost. Reconnecting…
link-connecting = Connecting…
wait-loading = Loading…
offline-title = No connection
offline-why = Playing, finding opponents, tournaments and puzzles need the server, and it can't be reached. Check your connection and try again.
offline-games = Games you saw last
offline-seen_at = No connection. This is the game as you saw it: { $when }.
offline-notice = You're offline. Check your connection.
offline-retry = Try again
nowhere-title = Page not found
nowhere-why = We can't find that page. The link may be incomplete.

home-page_title = Chivalry: play Camelot and Chivalry online
home-title = Storm the castle.
home-lead = Like checkers with knights: hop, capture, and get two pieces into the enemy castle. Play now, no account needed.
home-play = Find an opponent
home-game = Variant
home-more_games = More variants…
home-a_move = per move
home-waiting_n = { $n } waiting
home-playing_n = { $n } playing
home-players = { $n } players
home-how_to_play = How to play
home-time = Time
home-seat = Your side
home-any_seat = Random
home-friend = Play a friend
home-make_link = Create link
home-computer = Play the computer
home-level = Level
home-computers_each = You play against computers around this level, each for themselves.
home-computers = You play with three computers around this level; your partner gets the middle one.
home-play_computer = Start game
home-puzzle_how = Find the winning move.
home-start = Play
home-start_computer = { $game } against the computer, without a clock
home-start_opponent = { $who } is waiting · { $time }
home-discover = More to do
home-learn = Learn in three minutes
home-learn_how = Try each kind of move on a small board.
home-tournament = Tournaments
home-tournament_how = Create one for your friends or club.
home-finished = Recently finished
show-computers = Two computers play { $game }
show-watch = Watch { $names }
show-pause = Pause
show-play = Continue
seek-nobody_yet = Still looking. Play the computer while you wait? We'll take you to your game.
seek-meanwhile = Play the computer
seek-background = Still looking for an opponent for { $game }…
start-title = Custom position
start-position = Position
start-position_how = Paste a position code from a study. Custom games aren't rated.
start-handicap = Handicap: remove pieces on
start-handicap_how = Squares of one side's pieces, like C6 D6. That side plays without them.
match-custom_start = custom position
match-handicap = handicap: without { $squares }
more-title = More options
more-open = Public: anyone can join
more-rated = Rated (accounts only)
more-plays_on = If one partner resigns or times out, the other plays on
more-delay = Spectator delay
more-no_delay = none
more-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
level-1 = beginner
level-2 = novice
level-3 = casual
level-4 = intermediate
level-5 = solid
level-6 = strong
level-7 = very strong
level-8 = strongest
level-style_1 = Sees little beyond the next move, and overlooks many moves.
level-style_2 = Captures what it sees, and often overlooks long moves.
level-style_3 = Sees short exchanges, and sometimes overlooks a long move.
level-style_4 = Looks a few moves ahead, and misjudges some positions.
level-style_5 = Seldom overlooks a move, but does not look far ahead.
level-style_6 = Looks further ahead, and judges most positions well.
level-style_7 = Overlooks nothing, and looks ahead less than the strongest level.
level-style_8 = Plays as well as it can.
level-rating = about { $rating }
home-mine = Your games
home-waiting = Open games
home-accept = Play
home-look = View
home-watch = Live games
seek-looking = Looking for an opponent…
seek-cancel = Cancel

speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rapid
speed-classical = classical
speed-correspondence = correspondence
speed-unlimited = no clock
time-days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
time-days_hours = { $d } d { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } d
clock-to_move = To move
clock-first_move = first move: { $s } s

seat-white = White
seat-black = Black
seat-red = Red
seat-green = Green
seat-blue = Blue
seat-yellow = Yellow
team-two = { $a } and { $b }
team-others = The opponents of { $who }
piece-man = Man
piece-knight = Knight
piece-man_of = { $seat } Man
piece-knight_of = { $seat } Knight
square-empty = empty
square-water = water
square-tree = tree
square-castle_of = { $seat }'s castle
square-can_move = can move
square-can_go = can go here

board-label = { $variant } board. Use the arrow keys to move around and Enter to select.
board-to_move = { $seat } to move
board-flip = Flip board
walk-stop = Play { $move }
walk-undo = Undo hop
walk-cancel = Cancel
hint-may_go_on = You can stop on { $square } (tap it again) or keep going.
hint-several_ways = { $n } different routes end on { $square }. Tap the squares in between.
hint-no_tree = You can't plant a tree on { $square }.
trees-plant = Plant trees
hint-walking = You can't go there. Continue, undo, or cancel.
duty-trees = Before your first move, choose three squares on your side for trees.
duty-capture = You must capture: for example { $from } over { $over }.
duty-leave_castle = Your piece on { $square } must leave your castle first.
duty-jump_out = Your piece on { $square } must jump out of your castle.
why-castle_moves_spent = No castle moves left, so this piece stays put.
why-in_goal = A piece in the enemy castle stays there.
why-no_move = The piece on { $square } can't move.
why-must_charge = The Knight could capture on { $over } from { $square }, so this move must include a capture.
why-must_continue = Keep jumping: you can still capture on { $over }.
why-no_way = { $from } can't reach { $square } in one move.
why-no_capture = { $from } can't capture the piece on { $square }.
why-capture_beyond = To capture on { $square }, choose the empty square behind it.
why-go_on = You have to keep going.

say-move = { $seat }: { $piece } from { $from } { $way }.
say-step = to { $to }
say-canter = canters to { $to }
say-jump = jumps to { $to }
say-then = { $to }
say-captures = Captured: { $list }.
say-knight_on = Knight on { $square }
say-man_on = Man on { $square }
say-castle = It's in the castle!
say-trees = { $seat } plants trees on { $list }.
say-pass = { $seat } passes.
say-your_turn = Your turn.
say-started = The game has started.
say-low_time = Ten seconds left.
say-declined = Your offer was declined.
say-lapsed = Your offer expired.
say-took_back = Move taken back.
say-time_added = { $who } gets { $s } more seconds.

moves-title = Moves
moves-none = No moves yet.
moves-first = Go to start
moves-back = One move back
moves-forward = One move forward
moves-last = Go to end
move-pass = pass
input-label = Type a move
input-send = Move
input-unreadable = That's not a move. Type the squares, like { $move }.

keys-title = Keyboard shortcuts
keys-board = Go to the board
keys-walk = Move around the board
keys-choose = Choose a square
keys-cancel = Cancel or close
keys-step = One move back or forward
keys-ends = First or last move

player-gone = offline
player-gone_for = offline, { $s } s
claim-title = Claim the game
claim-gone = Your opponent left.
claim-gone_all = The other players left.
claim-win = Claim win
claim-draw = Claim draw
say-gone = { $who } left.
say-back = { $who } is back.
end-abandonment = opponent left
player-out_time = out of time
player-out_resigned = resigned
say-out = { $who } is out ({ $why }). The others play on.
player-nobody = waiting…
player-you = you
player-level = Level { $n } · { $words }
player-your_partner = your partner
player-partner_of = partner of { $seat }
player-strength = { $knights }, { $men }
player-knights =
    { $n ->
        [one] { $n } Knight
       *[other] { $n } Knights
    }
player-men =
    { $n ->
        [one] { $n } Man
       *[other] { $n } Men
    }
player-captured = Captured: { $n }

premove-ready = Premove: { $move }.
premove-no_way = You can't get from { $from } to { $to }.
premove-dropped = Premove cancelled: no longer possible.
plan-title = Plan ahead
plan-open = Plan ahead
plan-change = Edit plan
plan-clear = Clear
plan-how = Play your opponent's move on the board, then your reply. If they play it, your reply is played at once.
plan-if = If { $who } plays… Choose their move.
plan-then = Then you play… Choose your move.
plan-word_if = if
plan-word_then = then
plan-another = Add another of their moves
plan-save = Save
plan-saved =
    { $n ->
        [one] Plan saved: { $n } reply.
       *[other] Plan saved: { $n } replies.
    }
plan-ready =
    { $n ->
        [one] Your plan has { $n } reply:
       *[other] Your plan has { $n } replies:
    }
plan-too_many = A plan can have up to { $n } replies.
match-watchers = { $n } watching
end-unknown = as recorded
match-title = Game
match-your_turn = Your turn
match-missing = Game not found
match-missing_why = It may be private, or the link is incomplete.
match-private = private
match-rated = rated
match-casual = casual
match-actions = Actions
match-abort = Abort
match-resign = Resign
match-study = Analyse game
match-to_rematch = Go to rematch
match-round_paused = The directors have paused the round. Clocks are stopped.
match-director_says = From the directors:
match-of_tournament = { $name }, round { $n }
match-to_tournament = Back to tournament
match-add_time = +15 s for opponent
match-save_record = Download game
match-save_proof = Download signed proof
match-proof_what = A server-signed copy anyone can verify
match-looking_back = Viewing an earlier move
match-to_now = Back to live
match-more = More
match-close = Close
match-review = Review
confirm-title = Are you sure?
confirm-resign = Resign this game?
confirm-abort = Abort this game?
confirm-no = No
offer-draw = Offer draw
offer-draw_made = You offered a draw.
offer-draw_from = { $who } offers a draw.
offer-takeback = Request takeback
offer-takeback_made = Takeback requested.
offer-takeback_from = { $who } requests a takeback.
offer-rematch = Play again
offer-rematch_made = You offered a rematch.
offer-rematch_from = { $who } offers a rematch.
offer-adjournment = Adjourn
offer-adjournment_made = You offered to adjourn.
offer-adjournment_from = { $who } offers to adjourn.
offer-resumption = Resume now
offer-resumption_made = You offered to resume.
offer-resumption_from = { $who } offers to resume.
adjourn-until = Continue at
adjourn-at = It would continue at { $at }.
adjourn-is = Adjourned until { $at }. Clocks are stopped.
vacation-title = Vacation
vacation-what = Your clocks stop in correspondence games that allow vacations.
vacation-left = { $n } of { $of } days left this year.
vacation-until = You're on vacation until { $at }.
vacation-of = { $who } is on vacation until { $at }.
vacation-ends = Until
vacation-begin = Go on vacation
vacation-end = Return from vacation
vacation-begun = You're on vacation.
vacation-ended = Your clocks run again.
arrange-title = Arranged games
arrange-new = Arrange a game
arrange-with = Opponent
arrange-game = Game
arrange-at = Time
arrange-send = Propose
arrange-proposed = The game was proposed.
arrange-agree = Agree to { $at }
arrange-cancel = Cancel game
arrange-calendar = Save to calendar
arrange-open_match = Go to game
arrange-open = proposed
arrange-agreed = agreed
arrange-begun = begun
arrange-declined = declined
arrange-cancelled = cancelled
arrange-expired = expired
rest-title = rest
rest-choice = Hours without play
rest-weekend = Weekends
rest-from = From
rest-until = Until
rest-monday = Mon
rest-tuesday = Tue
rest-wednesday = Wed
rest-thursday = Thu
rest-friday = Fri
rest-saturday = Sat
rest-sunday = Sun
offer-accept = Accept
offer-decline = Decline
invite-title = Invitation
invite-waiting = Waiting for your friend…
invite-waiting_for = Waiting for { $n } players…
invite-how = Send this link or show the QR code. The first to open it can join.
invite-link_for = Link for { $seat }
invite-link_any = Link for any seat
invite-by_seat = A link for each seat
invite-cancel = Cancel
invite-from = { $who } invites you to play { $variant }
invite-join = Play
invite-join_as = Play as { $seat }
invite-private = This game is private. You need its link to join.
share-copy = Copy
share-copied = Copied
share-send = Share
share-code = QR code
share-code_label = The same link as a QR code

embed-open = Open the match
embed-no_featured = Waiting for a game to show
challenge-title = Challenges
challenge-make = Challenge
challenge-send = Send challenge
challenge-from = { $who } challenges you.
challenge-asks = challenges you:
challenge-you_play = you play { $seat }
challenge-why_not = Reason for declining
challenge-waiting = Waiting for { $who }…
challenge-cancel = Cancel
challenge-declined = { $who } declined.
challenge-expired = { $who } didn't answer in time.
challenge-seen = Close
decline-generic = No reason
decline-later = Not now. Ask me later.
decline-too_fast = That's too fast for me.
decline-too_slow = That's too slow for me.
decline-time_control = I'd rather play another time control.
decline-rated = I'd rather play rated.
decline-casual = I'd rather play casual.
decline-variant = I'd rather play another variant.

talk-title = Chat
talk-nothing = No messages yet.
talk_to-players = Message the players
talk_to-watchers = Message the spectators
talk_among-players = player
talk_among-watchers = spectator
talk_apart-players = Spectators can't see this until the game ends.
talk_apart-watchers = The players can't see this until the game ends.
talk-send = Send
talk-said = New message from { $who }
talk-unread =
    { $n ->
        [one] { $n } new message
       *[other] { $n } new messages
    }
talk-hidden = A moderator hid this message.
talk-profile = Profile
talk-mute = Mute { $who }
talk-muted = { $who } muted.
talk-unmute = Undo
talk-phrases = Quick messages
phrase-luck = Good luck!
phrase-game = Good game!
phrase-played = Well played!
phrase-thanks = Thank you!
silence-title = Time out { $who }
silence-length = Duration
silence-why = Reason
silence-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
silence-hours =
    { $n ->
        [one] { $n } hour
       *[other] { $n } hours
    }
silence-other = other
silence-give = Time out
silence-given = { $who } timed out.
silence-ended = { $who } can chat again.
silence-hide = Hide message
moderation-title = Moderation log
moderation-nothing = Nothing yet.
moderation-timeout = Timed out
moderation-end_timeout = End timeout
moderation-hide = Hid a message from
moderation-until = until { $when }
talk-too_fast =
    { $n ->
        [one] Slow down: you can write again in { $n } second.
       *[other] Slow down: you can write again in { $n } seconds.
    }
talk-timeout = You can't chat until { $when }.
talk-timeout_for = You can't chat until { $when }. Reason: { $why }.
timeout-insult = insults
timeout-threat = threats
timeout-indecency = indecent language
timeout-spam = spam
timeout-help = helping a player during a game

result-win = { $who } won: { $why }
result-draw = Draw: { $why }
result-aborted = Game aborted.
end-castle = castle taken
end-bare = insufficient pieces
end-capture = all pieces captured
end-no_move = opponent can't move
end-repetition = threefold repetition
end-fifty_moves = 50 moves without progress
end-passes = no legal moves
end-agreement = by agreement
end-resignation = opponent resigned
end-time = on time
end-abort = aborted
end-forfeit = no first move in time
card-won = You won!
card-lost = You lost.
card-drawn = It's a draw.
card-castle_mine = Your { $piece } took the castle.
card-castle_partner = Your partner's { $piece } took the castle.
card-castle_enemy = The enemy { $piece } took the castle.
card-capture_won = You captured every enemy piece.
card-capture_lost = All your pieces were captured.
card-no_move_won = { $who } can't move.
card-no_move_lost = You can't move.
card-resignation_won = { $who } resigned.
card-resignation_lost = You resigned.
card-time_won = { $who } ran out of time.
card-time_lost = You ran out of time.
card-abandonment_won = { $who } left the game.
card-abandonment_lost = You left the game.
card-forfeit_won = { $who } didn't make the first move in time.
card-forfeit_lost = You didn't make your first move in time.

refused-by_rule = { $words } (rule { $section })
code-not_your_turn = It's not your turn.
code-stale_ply = The game has moved on.
code-match_over = The game is over.
code-seat_taken = That seat is taken.
code-rate_limited = Too fast. Try again in a moment.
code-unavailable = The server is busy. Try again shortly.
code-no_network = Can't reach the server right now.

settings-title = Settings
settings-theme = Theme
settings-board = Board
settings-pieces = Pieces
settings-language = Language
settings-coordinates = Coordinates
settings-animation = Animate moves
settings-sound = Sound
settings-volume = Volume
settings-vibration = Vibrate on moves
settings-autoStop = Stop at the first legal square
settings-talk = Show chat
settings-notifications = Notify me when it's my turn
settings-done = Done
theme-auto = System
theme-light = Light
theme-dark = Dark
board_theme-linen = Linen
board_theme-slate = Slate
board_theme-forest = Forest
board_theme-wood = Wood
pieces-heraldry = Heraldry
pieces-wood = Wood
pieces-figures = Figures
pieces-shields = Shields
pieces-letters = Letters

study-title = Study
study-how = Move either side. Alternative moves become variations.
study-edit = Set up position
study-import = Import
study-import_how = Paste a game or a position, or drop a file anywhere on the page.
study-import_read = Import game
study-read =
    { $n ->
        [one] Loaded: { $n } move
       *[other] Loaded: { $n } moves
    }
study-nothing = there's no game in it
study-unreadable = Couldn't read that: { $what }
study-fault = Move { $ply }, { $move }, isn't legal: { $why }. The game is shown up to there.
study-bad_address = Couldn't read the position in this link.
study-left_out = Left out of the variations because it isn't legal: { $move }.
study-note = Comment
study-signs = Symbols
sign-1 = Good move
sign-2 = Mistake
sign-3 = Brilliant move
sign-4 = Blunder
sign-5 = Interesting move
sign-6 = Dubious move
study-promote = Make main line
study-cut = Delete from here
study-draw = Draw.
study-won = { $who } won.
retry-start =
    { $n ->
        [one] { $who }: retry { $n } mistake
       *[other] { $who }: retry { $n } mistakes
    }
retry-task = { $who } played { $move }. Find a better move.
retry-judging = { $move }: let's see…
retry-right = { $move } is better. Well done!
retry-wrong = { $move } isn't better. Try again, or see the solution.
retry-shown = { $move } was better.
retry-next = Next mistake
retry-end = Stop
analysis-title = Analysis
analysis-busy = The engine is busy. It'll continue automatically.
analysis-game = Game review
analysis-engine = Engine
analysis-bar = Winning chances
analysis-chances = { $who }: { $percent } %.
analysis-unknown = Not evaluated yet
analysis-thinking = thinking…
analysis-depth = depth { $n }
analysis-place = number { $n } in the queue
analysis-deeper = Deeper
analysis-line = Best line:
analysis-lines = Engine's lines
analysis-line_count = Lines
analysis-even = Even.
analysis-ahead = { $who } ahead by { $men } Men.
analysis-wins_in =
    { $n ->
        [one] { $who } can win in { $n } move.
       *[other] { $who } can win in { $n } moves.
    }
exact-source = Exact results, from endgame tables:
exact-known = exact
exact-win =
    { $n ->
        [one] wins in { $n } move
       *[other] wins in { $n } moves
    }
exact-loss =
    { $n ->
        [one] loses in { $n } move
       *[other] loses in { $n } moves
    }
exact-draw = draw
analysis-judge = Review this game
analysis-judging = Moves reviewed
analysis-graph = { $who }: winning chances through the game
analysis-exactness = Accuracy
analysis-exact = { $who }: { $percent } % accuracy.
analysis-faults = Mistakes
analysis-no_faults = No serious mistakes.
analysis-fault = { $who }, { $move }: { $fault }.
analysis-better = Better: { $move }.
review-next = Next mistake
review-previous = Previous mistake
review-moments = Key moments
review-moment = { $move } −{ $percent } %
opening-name = Opening: { $name }
review-book =
    { $n ->
        [one] { $n } move of the opening book
       *[other] { $n } moves of the opening book
    }
review-new_move = First new move: { $move }
why-ask = Why is this bad?
why-step = Next move
why-again = From the start
why-close = Close
why-both = { $knights } and { $men }
why-castle =
    { $n ->
        [one] { $move } lets { $who } into the castle in { $n } move.
       *[other] { $move } lets { $who } into the castle in { $n } moves.
    }
why-win =
    { $n ->
        [one] { $move } lets { $who } win in { $n } move.
       *[other] { $move } lets { $who } win in { $n } moves.
    }
why-missed_win =
    { $n ->
        [one] { $move } misses a win for { $who } in { $n } move.
       *[other] { $move } misses a win for { $who } in { $n } moves.
    }
why-loses = { $move } loses { $what }.
why-exchange = { $move } loses { $what } for { $other }.
why-missed = { $move } misses a gain of { $what }.
why-chances = { $move } lowers the winning chances of { $who } from { $before } % to { $after } %.
threat-show = Threat
threat-is = Threat: { $move }. { $score }
fault-inaccuracy = inaccuracy
fault-mistake = mistake
fault-blunder = blunder
editor-how = Pick a piece, then tap squares to place or remove it.
editor-pieces = Pieces
editor-erase = Erase
editor-turn = To move
editor-clear = Empty board
editor-array = Starting position
editor-done = Use position
editor-cancel = Cancel
export-title = Share
export-address = Link to this study
export-position = Copy position
export-record = Download game
export-png = Download image
export-gif = Download GIF
export-play = Play a friend from here
export-done = Done

puzzle-any_game = Any variant
puzzle-length = Length
puzzle-any_length = Any length
puzzle-moves =
    { $n ->
        [one] { $n } move
       *[other] { $n } moves
    }
puzzle-task = { $who } to move: win in { $n }.
puzzle-right =
    { $n ->
        [one] Right! { $n } more move to find.
       *[other] Right! { $n } more moves to find.
    }
puzzle-solved = Solved!
puzzle-wrong = { $move } doesn't win fast enough. Try again.
puzzle-solution = The arrow shows the solution. Step forward to see the rest.
puzzle-uncounted = Only your first try counts.
puzzle-solved_by = Solved by { $solved } of { $tried }.
puzzle-untried = No one has tried it yet.
puzzle-from_match = See the game it came from
puzzle-from_practice = From a game the computer played against itself.
puzzle-show = Show the solution
puzzle-next = Next puzzle
puzzle-other = Another puzzle
puzzle-any = Any puzzle
puzzle-none = No puzzle of this kind is left for you. Choose another kind.
puzzle-missing = Puzzle not found.
puzzle-address = Link to this puzzle
puzzle-first_counts = Your first try counts for your puzzle rating. A hint or a wrong move uses it up.
puzzle-hint = Show the piece that moves
puzzle-hinted = The piece on { $square } moves.
puzzle-rating = Your puzzle rating:
puzzle-streak = { $n } solved in a row
puzzle-rated = Difficulty { $rating }.
puzzle-daily = Puzzle of the day
puzzle-share = Share
puzzle-difficulty = Difficulty
puzzle-any_difficulty = Any difficulty
puzzle-easy = Easy
puzzle-medium = Medium
puzzle-hard = Hard
puzzle-theme = Theme
puzzle-any_theme = Any theme
puzzle-themes = Themes of this puzzle
puzzle-charge = Knight's Charge
puzzle-double_jump = Double jump
puzzle-castle_entry = Castle entry
puzzle-forced_exit = Forced exit
puzzle-sacrifice = Sacrifice
player-puzzles = rating { $rating }, { $solved } of { $tried } solved at the first try, best streak { $best }

rules-title = Rules of { $variant }
gallery-title = Gallery
gallery-lead = Every game with its array. Try one against the computer.
gallery-link = Try any game against the computer
gallery-try = Try against the computer
gallery-rules = Rules
gallery-array = The array of { $game }
gallery-trial = on trial
gallery-on_trial = On trial
gallery-on_trial_how = Only moderators see this list. Whoever has the address of a game can try it.
rules-games = The variants
rules-games_lead = One idea, many boards: step, hop over your own pieces, jump over the enemy's, take the castle.
rules-group-first = Start here
rules-group-more = New boards and twists
rules-group-four = For four players
rules-group-early = Rules of earlier times
rules-all = All variants
rules-play = Play
rules-study = Study
rules-array = Starting position of { $variant }
rules-section = rule { $section }
rules-players = Sides
rules-against = against
rules-squares = Squares
rules-to_win = Goal
rules-in_castle =
    { $n ->
        [one] { $n } piece in the enemy castle
       *[other] { $n } pieces in the enemy castle
    }
rules-castle_moves = Castle moves
rules-end = How a game ends
rules-plain = Step
rules-plain_how = Move one square in any direction.
rules-canter = Canter
rules-canter_how = Hop over your own piece next to you into the empty square behind it. Keep hopping, in any direction, if you like. Nothing is captured, and it's optional.
rules-jump = Jump
rules-jump_how = Jump over an enemy piece next to you into the empty square behind it and capture it. If you can capture another from there, keep jumping.
rules-charge = Knight's charge
rules-charge_how = Only a Knight can canter and then jump in the same move. If it canters to where it could jump, it must capture during that move.
rules-compulsion = You must capture
rules-compulsion_how = If you can jump, you must. Any capture will do; it doesn't have to be the biggest.
rules-goal = Entering the castle
rules-goal_how = The castle on the far side is your goal. A piece that enters it stays there, and your move ends.
rules-exit = Leaving your own castle
rules-exit_how = You can only land in your own castle by jumping. If a piece starts your turn there, it must leave first.
rules-castle_move = Castle moves
rules-castle_move_how =
    { $n ->
        [one] Your piece in the enemy castle can step to the other castle square, once a game.
       *[other] Your piece in the enemy castle can step to the other castle square, up to { $n } times a game.
    }
rules-trees = Trees
rules-trees_how = Before your first move, plant three trees on squares of your side. No piece can enter those squares or jump over them.
rules-letter = Full rule
rules-full = The full rules
rules-full_lead = The sources are the rules of the World Camelot Federation (WCF) and Parker's rule sheets of 1887 and 1931. A ruling of ours fills each gap.
rules-legal_here =
    { $n ->
        [one] { $n } legal move here:
       *[other] { $n } legal moves here:
    }
lesson-try = Try it:
lesson-goal-1 = go into the castle at the top.
lesson-goal-2 = hop over your own piece into the castle.
lesson-plain-1 = step one square with your piece.
lesson-plain-2 = the Knight steps just like a Man. Step with it.
lesson-canter-1 = hop over your own piece.
lesson-canter-2 = hop twice in one move. Turn on the way.
lesson-jump-1 = jump over the enemy and capture it.
lesson-jump-2 = capture two enemies in one move. After the first jump, keep going.
lesson-compulsion-1 = one of your pieces can jump, so it must. Find the jump.
lesson-compulsion-2 = two pieces can jump. You may choose which.
lesson-charge-1 = hop over your own piece with the Knight, then capture.
lesson-charge-2 = hop once, then capture two enemies with the Knight.
lesson-charge-3 = hop to a square next to the enemy. Then you must capture it.
lesson-castle_move-1 = step to the other castle square.
lesson-castle_move-2 = your castle moves are used up. Move your other piece.
lesson-exit-1 = jump over the enemy into your own castle. It's the only way in.
lesson-exit-2 = your piece starts in your own castle, so it must leave first.
lesson-trees-1 = plant three trees on your side.
lesson-win-1 = capture the last enemies you need to win.
lesson-man_only = The Man on { $from } may only go to { $list }.
lesson-knight_only = The Knight on { $from } may only go to { $list }.
lesson-show = Show me
lesson-shown = Suggested move: { $move }.
lesson-almost_knight = Good move. Now try it with the Knight.
lesson-almost_two_hops = Good move. Now try to hop twice in one move.
lesson-almost_long_charge = Good capture. Now hop first, and you can capture two.
lesson-almost_hop_in = Good move. Now hop over your own piece into the castle.
lesson-done = Well done!
lesson-again = Try again
lesson-almost = Good move. Now try the move of this step.
lesson-almost_canter = Good move. Now try to hop over your own piece.
lesson-almost_charge = Good move. Now try to hop first and then capture, all in one move.
lesson-almost_charge_man = Good capture. Now try it with the Knight.
lesson-almost_goal = Good move. Now go into the castle.
lesson-almost_castle_move = Good move. Now step to the other castle square.
learn-title = Learn to play
learn-count = { $done } of { $all }
learn-steps = Steps
learn-step = Step { $n }: { $what }
learn-step_done = Step { $n }: { $what }, done
learn-back = Back
learn-next = Next
learn-try = Try it
learn-skip = Skip
learn-exercise = Exercise { $n }
learn-done = done
learn-win = Winning and drawing
learn-others = Play next
learn-goal = The goal of the game
learn-goal_castle =
    { $n ->
        [one] Bring a piece into the enemy castle and you win. You can also win by capturing the enemy's pieces.
       *[other] Bring { $n } of your pieces into the enemy castle and you win. You can also win by capturing the enemy's pieces.
    }
learn-goal_capture = Capture every enemy piece and you win.
learn-goal_reversed = Here everything is the other way round: lose all your pieces to win, and stay out of the enemy castle.
learn-goal_team = You and your partner win together.
learn-goal_each = Everyone plays alone.
learn-end = That's it: you know the rules!
learn-end_how = Now play your first game. The computer plays at its easiest level, there is no clock, and the board shows where each piece can go.
learn-first_game = Play a first game
learn-again = Start again
demo-title = Watch
demo-again = Show again
demo-after = Show the move
demo-before = Show the start
demo-step = It steps from { $from } to { $to }.
demo-canter = It canters: it hops over a friend, from { $from } to { $to }.
demo-jump = It jumps over the enemy on { $over } and captures it.
praise-win = Well done! That wins the game.
praise-charge =
    { $n ->
        [one] Well done! A charge with { $n } capture.
       *[other] Well done! A charge with { $n } captures.
    }
praise-capture = Well done! You captured a piece.
praise-captures = Well done! { $n } captures in one move.
praise-castle = Well done! Your piece is in the castle.
praise-hops = Well done! { $n } hops in one move.
differs-title = What is different
differs-try = Try it: { $what }
differs-army = The board has { $squares } squares. Each side has { $knights } and { $men }.
differs-knights_only = The board has { $squares } squares. Each side has { $n } Knights and no Men, so every piece can charge.
differs-castle =
    { $n ->
        [one] Get { $n } piece into the enemy castle to win.
       *[other] Get { $n } pieces into the enemy castle to win.
    }
differs-opposite =
    { $n ->
        [one] Your goal is the castle across the board: { $n } piece of your team in it wins.
       *[other] Your goal is the castle across the board: { $n } pieces of your team in it win.
    }
differs-no_castle_moves = The first piece in the castle ends the game, so there are no castle moves.
differs-no_castles = There are no castles. Capture every enemy piece to win.
differs-water = A river crosses the board. No piece can stand on water, so cross it on the bridges.
differs-trees = Before your first move you plant three trees. Trees block everyone.
differs-reduced = You also win when your opponent has one piece left and you have two or more.
differs-own_castle_jump = A jump into your own castle ends your move, even if you could jump again.
differs-reversed = Everything is the other way round: lose all your pieces, or have no move, and you win.
differs-avoid = Stay out of the enemy castle: a piece that enters it loses the game.
differs-each = Everyone plays alone. The turns go { $order }. Who has no pieces passes, and the last one with pieces wins.
differs-teams = { $a } play against { $b }. The turns go { $order }.
differs-beside = Your partner's pieces are beside yours. You may hop over them, and you win together.
differs-partner_opposite = Your partner's pieces are across the board. You may hop over them, and you win together.
ends-castle =
    { $n ->
        [one] Get { $n } piece into the enemy castle to win.
       *[other] Get { $n } pieces into the enemy castle to win.
    }
ends-capture = Capture every enemy piece and keep at least { $n } to win.
ends-reduced = Reduce your opponent to one piece and keep at least two to win.
ends-no_move = If you have no legal move, you lose, unless your opponent has too few pieces to win.
ends-enters = If you enter the enemy castle, even by force, you lose.
ends-no_move_wins = If you have no legal move or no pieces left, you win.
ends-pass = If you can't move, you pass.
ends-bare = If both sides have one piece or none left, it's a draw.
ends-repetition = The same position three times is a draw.
ends-fifty = 50 moves each without a capture or castle entry is a draw.
ends-own_castle_jump = A jump into your own castle ends the move.

say-rated = Your rating: { $rating } ({ $change }).
rating-title = Rating
rating-provisional = Provisional rating
rating-provisional_how = “?” means provisional. Play more games to settle it.
rating-change = Rating change in this game
rating-choice = Rated or casual
rating-all = Ratings
rating-bots = against bots
rating-games =
    { $n ->
        [one] { $n } game
       *[other] { $n } games
    }
rating-rank = rank { $n }
rating-curve = Rating over { $n } games: from { $from } to { $to }, { $best } at best
leaders-title = Leaderboards
leaders-find = Find a player
leaders-go = Go
leaders-unknown = No player named { $who }.
leaders-speed = Speed
leaders-last = Last game
empty-play = Play a game
leaders-nobody = No ranked players yet. Be the first: play rated games.
leaders-how = Established ratings of players active in the last 90 days. You need an account to play rated.
profile-against = You against { $who }
kind-guest = Guest
kind-account = Player
kind-bot = Bot
profile-account = your account
profile-mute = Mute
profile-unmute = Unmute
profile-mute_how = Muted players can't message or challenge you. They aren't notified.
profile-playing = Playing now
profile-by_game = Results
profile-head_to_head = Head to head
profile-opponent = Opponent
profile-won = Won
profile-drawn = Drawn
profile-lost = Lost
outcome-won = Won
outcome-drawn = Drawn
outcome-lost = Lost
outcome-off = Aborted
profile-games = Games
profile-no_games = No finished games yet.
profile-more = Show more
filter-title = Filter
filter-any = any
filter-seat = Side
filter-outcome = Result
filter-termination = End
filter-speed = Speed
filter-rated = Rated
filter-only_rated = rated
filter-only_casual = casual
filter-order = Order
filter-newest = newest first
filter-oldest = oldest first
filter-opponent = Opponent
filter-from = From
filter-to = To
filter-clear = Clear filters
filter-none = No game matches these filters.
explorer-title = Explorer
explorer-none = No finished game reached this position.
explorer-games =
    { $n ->
        [one] { $n } game
       *[other] { $n } games
    }
explorer-rating = average rating { $n }
explorer-mirrored = with the mirror image
explorer-move = Move
explorer-count = Games
explorer-newest = Newest games
explorer-newest_game = Newest game with this move
explorer-best = Highest-rated games
explorer-also_won = { $who } won { $n } %
explorer-results = { $one } won { $first } %, draws { $draws } %, { $two } won { $second } %
account-title = Your account
account-you_are = You're playing as
account-guest = Guest games live in this browser only. Sign up to keep them.
account-make = Sign up
account-enter = Sign in
account-leave = Sign out
account-name = Name
account-password = Password (at least 8 characters)
account-password_known = Password
account-show_password = Show password
account-kept = Your data
account-kept_what = Your name, games, chat messages and other activity here. An e-mail address only if you give one. Download it all as one file.
account-export = Download my data
account-erase = Delete account
account-erase_what = This can't be undone. Your name, password and chat messages are deleted. Your games and ratings stay, under an anonymous name. Finish your games and tournaments first.
account-your_password = Your password
account-erase_now = Delete permanently
account-erased = Your account was deleted.
recovery-title = Lost your password?
recovery-what = Enter one of your recovery codes and a new password. Without a code, ask the operator of this server for one. Every device and program is signed out.
recovery-code = Recovery code
recovery-now = Set new password
recovery-mail_what = Or get a link by e-mail, if your account has a confirmed address.
recovery-mail = Send me a link
recovery-mailed = If an account has that address, a link is on its way. It is valid for an hour.
codes-title = Recovery codes
codes-what = Each code sets a new password once. Store them now: they are not shown again, and nobody can send you a password.
codes-copy = Copy codes
codes-copied = The codes are copied.
codes-save = Save codes as file
codes-kept = I stored the codes
codes-made = You have new recovery codes.
codes-left =
    { $n ->
        [one] You have { $n } code left.
       *[other] You have { $n } codes left.
    }
codes-make = Make new codes
codes-make_what = New codes replace the earlier ones.
codes-make_now = Make codes
passkeys-title = Passkeys
passkeys-what = Sign in with the lock of your device instead of the password. The device keeps the passkey.
passkeys-enter = Sign in with a passkey
passkeys-add = Add a passkey
passkeys-add_now = Add passkey
passkeys-added = The passkey is added.
passkeys-known = This device has a passkey for your account already.
passkeys-since = added { $since }
passkeys-used = last used { $day }
passkeys-remove = Remove
passkeys-remove_named = Remove the passkey: { $client }, added { $since }
passkeys-removed = The passkey is removed.
provider-title = Sign-in provider
provider-what = Sign in with your account at another service instead of the password.
provider-enter = Sign in with { $provider }
provider-link = Link { $provider }
provider-since = linked { $since }
provider-unlink = Unlink
provider-unlink_named = Unlink { $host }
provider-unlinked = The account is unlinked.
provider-no_password = If your account has no password, leave the password fields empty: a sign-in within the last ten minutes confirms your changes.
provider-failed = The sign-in was not completed. Begin again.
provider-choose_name = Nobody here uses this account yet. Choose a name to play under.
notifications-title = Notifications
notifications-open = Notifications, { $n } unread
notifications-none = Nothing yet.
notifications-read = Mark all as read
notifications-settings = Settings
notifications-what = Choose what you want to be told, and how.
notifications-page = Page
notifications-push = Push
notifications-email = E-mail
notifications-device = Receive pushes on this device
notifications-denied = Your browser does not allow notifications of this site.
notifications-quiet = Quiet hours
notifications-from = From
notifications-until = Until
notifications-zone = Time zone
notifications-save = Save
notifications-saved = Saved.
notifications-kind-turn = Your turn in a correspondence game
notifications-kind-reminder = Your time runs out
notifications-kind-offer = An offer of your opponent
notifications-kind-ended = The end of a game
notifications-kind-message = A message
notifications-kind-challenge = A challenge
notifications-kind-invitation = An invitation to a team
notifications-kind-round = A round of a tournament
notifications-kind-announcement = A message of a tournament’s director
notifications-kind-arranged = An arranged game begins within an hour
mail-title = E-mail
mail-what = An address is optional. It lets you set a new password and get notifications. Nobody else sees it.
mail-address = E-mail address
mail-set = Add an address
mail-change = Change the address
mail-remove = Remove the address
mail-sent = A link is on its way to the address.
mail-removed = The address is removed.
mail-verified = confirmed
mail-unverified = not confirmed yet: open the link that was sent to it
mail-bounced = disabled, because e-mails came back: add it again
mail-subscribed = Send me notifications by e-mail
mail-verify_what = Confirm that this is your e-mail address.
mail-verify = Confirm the address
mail-is_verified = Your e-mail address is confirmed.
mail-unsubscribe_what = You will get no more notifications by e-mail.
mail-unsubscribe = Stop these e-mails
mail-is_unsubscribed = You get no more notifications by e-mail.
mail-recover_what = Set a new password for { $name }. Every device and program is signed out.
mail-no_link = This address has no link. Open the link in the e-mail again.
password-title = Password
password-new = New password (at least 8 characters)
password-end_sessions = Sign out everywhere else
password-change = Change password
password-changed = Your password is changed.
sign_ins-title = Signed-in devices
sign_ins-client = { $browser } on { $system }
sign_ins-program = Another program
sign_ins-seen = signed in { $since }, last used { $seen }
sign_ins-current = this browser
sign_ins-end = Sign out
sign_ins-end_named = Sign out: { $client }, last used { $seen }
sign_ins-ended = The device is signed out.
sign_ins-end_all = Sign out everywhere
sign_ins-ended_all = You are signed out everywhere.
security-title = Security log
security-what = Sign-ins and changes of the last 90 days. Change your password if you see anything that you did not do.
security-show =
    { $n ->
        [one] Show { $n } entry
       *[other] Show { $n } entries
    }
security-signed_in = Signed in
security-signed_in_by_passkey = Signed in with a passkey
security-sign_in_failed = Wrong password or passkey
security-password_changed = Password changed
security-recovered = Password set by a recovery code
security-recovery_failed = Wrong recovery code
security-codes_made = New recovery codes
security-operator_reset = The operator made a recovery code
security-sign_ins_ended = Devices signed out
security-passkey_added = Passkey added
security-passkey_removed = Passkey removed
security-token_made = Token made
security-token_revoked = Token revoked
security-program_allowed = Program allowed
security-program_ended = Program's access removed
security-signed_in_by_provider = Signed in through the provider
security-recovery_mailed = Link for a new password sent by e-mail
security-mail_changed = E-mail address set
security-mail_verified = E-mail address confirmed
security-mail_removed = E-mail address removed
security-mail_disabled = E-mail address disabled: e-mails came back
security-identity_linked = Provider account linked
security-identity_unlinked = Provider account unlinked
apps-title = Programs with access
apps-program = a program on your device ({ $host })
apps-device = a device or a program without a browser
apps-used = last sign-in { $day }
apps-end = Remove access
apps-end_named = Remove access: { $client }
apps-ended = { $client } has no access any more.
scope-none = see your name
scope-read = read your tokens' list, webhooks, mutes and notifications
scope-play = play and chat in games and tournaments as you
scope-challenge = make seeks, and make and answer challenges as you
scope-records = import games as you
scope-account = change your account
consent-title = Sign in to another program
consent-device = Connect a device
consent-sign_in = A program wants to use your account. Sign in here first.
consent-origin = You will be sent to
consent-player = You're signed in as
consent-may = It will be able to:
consent-warn = The program chose its own name. Allow it only if you know the address above. You can remove the access on your account page.
consent-warn_device = Allow it only if you started this yourself and the code is from your own device. You can remove the access on your account page.
consent-allow = Allow
consent-deny = Don't allow
consent-code = Code shown by the device
consent-next = Continue
consent-device_allowed = The device is connected. You can close this page.
consent-device_denied = The device has no access.
