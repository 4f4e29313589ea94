### The pages, the lessons and the rules.

nav-brand = Chivalry, Startseite
nav-label = Hauptmenü
nav-places = Menü
nav-home = Spielen
nav-tournaments = Turniere
nav-puzzles = Aufgaben
nav-study = Studie
nav-players = Spieler
nav-rules = Regeln
nav-skip = Zum Inhalt springen
nav-me = Du spielst als { $name }
link-online = Verbunden
link-trip = Verbunden, { $ms } ms
link-offline = Verbindung verloren. Neuer Versuch…
link-connecting = Verbinden…
wait-loading = Lädt…
offline-title = Keine Verbindung
offline-why = Spielen, Gegner finden, Turniere und Aufgaben brauchen den Server, und er ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.
offline-games = Zuletzt gesehene Partien
offline-seen_at = Keine Verbindung. So hast du die Partie zuletzt gesehen: { $when }.
offline-notice = Du bist offline. Prüfe deine Verbindung.
offline-retry = Noch einmal versuchen
nowhere-title = Seite nicht gefunden
nowhere-why = Wir finden diese Seite nicht. Vielleicht ist der Link unvollständig.

home-page_title = Chivalry: Camelot und Chivalry online spielen
home-title = Stürme die Burg.
home-lead = Wie Dame mit Rittern: hüpfe, schlage und bringe zwei Figuren in die gegnerische Burg. Spiel sofort, ganz ohne Konto.
home-play = Gegner finden
home-game = Variante
home-more_games = Mehr Varianten…
home-a_move = pro Zug
home-waiting_n =
    { $n ->
        [one] { $n } wartet
       *[other] { $n } warten
    }
home-playing_n =
    { $n ->
        [one] { $n } spielt
       *[other] { $n } spielen
    }
home-players = { $n } Spieler
home-how_to_play = Spielregeln
home-time = Bedenkzeit
home-seat = Deine Seite
home-any_seat = Zufällig
home-friend = Mit Freunden spielen
home-make_link = Link erstellen
home-computer = Gegen den Computer
home-level = Stufe
home-computers_each = Du spielst gegen Computer um diese Stufe, jeder für sich.
home-computers = Du spielst mit drei Computern um diese Stufe; dein Partner bekommt den mittleren.
home-play_computer = Partie starten
home-puzzle_how = Finde den Gewinnzug.
home-start = Spielen
home-start_computer = { $game } gegen den Computer, ohne Uhr
home-start_opponent = { $who } wartet · { $time }
home-discover = Mehr entdecken
home-learn = Lerne es in drei Minuten
home-learn_how = Probiere jede Zugart auf einem kleinen Brett aus.
home-tournament = Turniere
home-tournament_how = Erstelle eines für deine Freunde oder deinen Verein.
home-finished = Gerade beendet
show-computers = Zwei Computer spielen { $game }
show-watch = { $names } ansehen
show-pause = Pause
show-play = Weiter
seek-nobody_yet = Wir suchen noch. Magst du solange gegen den Computer spielen? Wir bringen dich zu deiner Partie.
seek-meanwhile = Gegen den Computer spielen
seek-background = Suche weiter nach einem Gegner für { $game }…
start-title = Eigene Stellung
start-position = Stellung
start-position_how = Füge den Code einer Stellung aus einer Studie ein. Solche Partien sind ungewertet.
start-handicap = Vorgabe: Figuren entfernen auf
start-handicap_how = Felder mit Figuren einer Seite, etwa C6 D6. Diese Seite spielt ohne sie.
match-custom_start = eigene Stellung
match-handicap = Vorgabe: ohne { $squares }
more-title = Weitere Optionen
more-open = Öffentlich: alle können beitreten
more-rated = Gewertet (nur mit Konto)
more-plays_on = Gibt ein Partner auf oder läuft seine Zeit ab, spielt der andere weiter
more-delay = Verzögerung für Zuschauer
more-no_delay = keine
more-minutes =
    { $n ->
        [one] { $n } Minute
       *[other] { $n } Minuten
    }
level-1 = Anfänger
level-2 = Neuling
level-3 = Gelegenheitsspieler
level-4 = Mittelstufe
level-5 = solide
level-6 = stark
level-7 = sehr stark
level-8 = am stärksten
level-style_1 = Sieht kaum über den nächsten Zug hinaus und übersieht viele Züge.
level-style_2 = Schlägt, was es sieht, und übersieht oft lange Züge.
level-style_3 = Sieht kurze Abtausche und übersieht manchmal einen langen Zug.
level-style_4 = Rechnet einige Züge voraus und schätzt manche Stellungen falsch ein.
level-style_5 = Übersieht selten einen Zug, rechnet aber nicht weit voraus.
level-style_6 = Rechnet weiter voraus und schätzt die meisten Stellungen gut ein.
level-style_7 = Übersieht nichts und rechnet weniger weit als die stärkste Stufe.
level-style_8 = Spielt so gut, wie es kann.
level-rating = etwa { $rating }
home-mine = Deine Partien
home-waiting = Offene Partien
home-accept = Spielen
home-look = Ansehen
home-watch = Laufende Partien
seek-looking = Gegner wird gesucht…
seek-cancel = Abbrechen

speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = schnell
speed-classical = klassisch
speed-correspondence = Fernpartie
speed-unlimited = ohne Uhr
time-days =
    { $n ->
        [one] { $n } Tag
       *[other] { $n } Tage
    }
time-days_hours = { $d } T { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } T
clock-to_move = Am Zug
clock-first_move = erster Zug: { $s } s

seat-white = Weiß
seat-black = Schwarz
seat-red = Rot
seat-green = Grün
seat-blue = Blau
seat-yellow = Gelb
team-two = { $a } und { $b }
team-others = Die Gegner von { $who }
piece-man = Bauer
piece-knight = Ritter
piece-man_of = Bauer ({ $seat })
piece-knight_of = Ritter ({ $seat })
square-empty = leer
square-water = Wasser
square-tree = Baum
square-castle_of = Burg ({ $seat })
square-can_move = kann ziehen
square-can_go = kann hierher

board-label = Brett von { $variant }. Mit den Pfeiltasten bewegst du dich, mit Enter wählst du aus.
board-to_move = { $seat } am Zug
board-flip = Brett drehen
walk-stop = { $move } spielen
walk-undo = Teilzug zurück
walk-cancel = Abbrechen
hint-may_go_on = Du kannst auf { $square } anhalten (noch einmal tippen) oder weiterziehen.
hint-several_ways = { $n } Wege enden auf { $square }. Tippe die Felder dazwischen an.
hint-no_tree = Auf { $square } darf kein Baum stehen.
trees-plant = Bäume pflanzen
hint-walking = Dorthin geht es nicht. Ziehe weiter, nimm zurück oder brich ab.
duty-trees = Wähle vor deinem ersten Zug drei Felder auf deiner Seite für Bäume.
duty-capture = Du musst schlagen: zum Beispiel { $from } über { $over }.
duty-leave_castle = Deine Figur auf { $square } muss zuerst deine Burg verlassen.
duty-jump_out = Deine Figur auf { $square } muss mit einem Sprung aus deiner Burg heraus.
why-castle_moves_spent = Du hast keine Burgzüge mehr, also bleibt diese Figur stehen.
why-in_goal = Eine Figur in der gegnerischen Burg bleibt dort.
why-no_move = Die Figur auf { $square } kann nicht ziehen.
why-must_charge = Der Ritter könnte von { $square } aus auf { $over } schlagen, also muss dieser Zug schlagen.
why-must_continue = Springe weiter: Du kannst noch auf { $over } schlagen.
why-no_way = { $from } kommt nicht in einem Zug nach { $square }.
why-no_capture = { $from } kann die Figur auf { $square } nicht schlagen.
why-capture_beyond = Um auf { $square } zu schlagen, wähle das leere Feld dahinter.
why-go_on = Du musst weiterziehen.

say-move = { $seat }: { $piece } von { $from } { $way }.
say-step = nach { $to }
say-canter = galoppiert nach { $to }
say-jump = springt nach { $to }
say-then = { $to }
say-captures = Geschlagen: { $list }.
say-knight_on = Ritter auf { $square }
say-man_on = Bauer auf { $square }
say-castle = Die Burg ist erreicht!
say-trees = { $seat } pflanzt Bäume auf { $list }.
say-pass = { $seat } passt.
say-your_turn = Du bist am Zug.
say-started = Die Partie hat begonnen.
say-low_time = Noch zehn Sekunden.
say-declined = Dein Angebot wurde abgelehnt.
say-lapsed = Dein Angebot ist abgelaufen.
say-took_back = Zug zurückgenommen.
say-time_added = { $who } bekommt { $s } Sekunden mehr.

moves-title = Züge
moves-none = Noch keine Züge.
moves-first = Zum Anfang
moves-back = Ein Zug zurück
moves-forward = Ein Zug vor
moves-last = Zum Ende
move-pass = passt
input-label = Zug eingeben
input-send = Ziehen
input-unreadable = Das ist kein Zug. Gib die Felder ein, etwa { $move }.

keys-title = Tastenkürzel
keys-board = Zum Brett
keys-walk = Über das Brett bewegen
keys-choose = Feld auswählen
keys-cancel = Abbrechen oder schließen
keys-step = Ein Zug zurück oder vor
keys-ends = Erster oder letzter Zug

player-gone = getrennt
player-gone_for = getrennt, { $s } s
claim-title = Partie beanspruchen
claim-gone = Dein Gegner ist gegangen.
claim-gone_all = Die anderen Spieler sind gegangen.
claim-win = Sieg beanspruchen
claim-draw = Remis beanspruchen
say-gone = { $who } ist gegangen.
say-back = { $who } ist zurück.
end-abandonment = Gegner gegangen
player-out_time = Zeit abgelaufen
player-out_resigned = aufgegeben
say-out = { $who } ist ausgeschieden ({ $why }). Die anderen spielen weiter.
player-nobody = wartet…
player-you = du
player-level = Stufe { $n } · { $words }
player-your_partner = dein Partner
player-partner_of = Partner von { $seat }
player-strength = { $knights }, { $men }
player-knights = { $n } Ritter
player-men =
    { $n ->
        [one] { $n } Bauer
       *[other] { $n } Bauern
    }
player-captured = Geschlagen: { $n }

premove-ready = Vorauszug: { $move }.
premove-no_way = Von { $from } kommst du nicht nach { $to }.
premove-dropped = Vorauszug gelöscht: Er ist nicht mehr möglich.
plan-title = Vorausplanen
plan-open = Vorausplanen
plan-change = Plan ändern
plan-clear = Leeren
plan-how = Spiele auf dem Brett den Zug deines Gegners und dann deine Antwort. Zieht er so, wird deine Antwort sofort gespielt.
plan-if = Wenn { $who } zieht… Wähle den Zug.
plan-then = Dann ziehst du… Wähle deinen Zug.
plan-word_if = wenn
plan-word_then = dann
plan-another = Weiteren Gegnerzug hinzufügen
plan-save = Speichern
plan-saved =
    { $n ->
        [one] Plan gespeichert: { $n } Antwort.
       *[other] Plan gespeichert: { $n } Antworten.
    }
plan-ready =
    { $n ->
        [one] Dein Plan hat { $n } Antwort:
       *[other] Dein Plan hat { $n } Antworten:
    }
plan-too_many = Ein Plan hat höchstens { $n } Antworten.
match-watchers = { $n } Zuschauer
end-unknown = wie überliefert
match-title = Partie
match-your_turn = Du bist am Zug
match-missing = Partie nicht gefunden
match-missing_why = Vielleicht ist sie privat, oder der Link ist unvollständig.
match-private = privat
match-rated = gewertet
match-casual = ungewertet
match-actions = Aktionen
match-abort = Abbrechen
match-resign = Aufgeben
match-study = Partie analysieren
match-to_rematch = Zur Revanche
match-round_paused = Die Turnierleitung hat die Runde angehalten. Die Uhren stehen.
match-director_says = Von der Turnierleitung:
match-of_tournament = { $name }, Runde { $n }
match-to_tournament = Zurück zum Turnier
match-add_time = +15 s für den Gegner
match-save_record = Partie herunterladen
match-save_proof = Signierten Nachweis herunterladen
match-proof_what = Eine vom Server signierte Kopie, die alle prüfen können
match-looking_back = Du siehst einen früheren Zug
match-to_now = Zurück zur Partie
match-more = Mehr
match-close = Schließen
match-review = Prüfen
confirm-title = Bist du sicher?
confirm-resign = Diese Partie aufgeben?
confirm-abort = Diese Partie abbrechen?
confirm-no = Nein
offer-draw = Remis anbieten
offer-draw_made = Du hast Remis angeboten.
offer-draw_from = { $who } bietet Remis an.
offer-takeback = Zug zurücknehmen
offer-takeback_made = Du bittest um Zugrücknahme.
offer-takeback_from = { $who } bittet um Zugrücknahme.
offer-rematch = Noch einmal spielen
offer-rematch_made = Du hast eine Revanche angeboten.
offer-rematch_from = { $who } bietet eine Revanche an.
offer-adjournment = Vertagen
offer-adjournment_made = Du hast angeboten zu vertagen.
offer-adjournment_from = { $who } bietet an zu vertagen.
offer-resumption = Jetzt fortsetzen
offer-resumption_made = Du hast angeboten fortzusetzen.
offer-resumption_from = { $who } bietet an fortzusetzen.
adjourn-until = Fortsetzen um
adjourn-at = Weiter ginge es um { $at }.
adjourn-is = Vertagt bis { $at }. Die Uhren stehen.
vacation-title = Urlaub
vacation-what = Deine Uhren stehen in Fernpartien, die Urlaub erlauben.
vacation-left = Noch { $n } von { $of } Tagen in diesem Jahr.
vacation-until = Du bist bis { $at } im Urlaub.
vacation-of = { $who } ist bis { $at } im Urlaub.
vacation-ends = Bis
vacation-begin = In Urlaub gehen
vacation-end = Aus dem Urlaub zurückkommen
vacation-begun = Du bist im Urlaub.
vacation-ended = Deine Uhren laufen wieder.
arrange-title = Verabredete Partien
arrange-new = Partie verabreden
arrange-with = Gegner
arrange-game = Variante
arrange-at = Zeit
arrange-send = Vorschlagen
arrange-proposed = Die Partie ist vorgeschlagen.
arrange-agree = { $at } zusagen
arrange-cancel = Partie absagen
arrange-calendar = In den Kalender
arrange-open_match = Zur Partie
arrange-open = vorgeschlagen
arrange-agreed = verabredet
arrange-begun = begonnen
arrange-declined = abgelehnt
arrange-cancelled = abgesagt
arrange-expired = abgelaufen
rest-title = Ruhe
rest-choice = Stunden ohne Spiel
rest-weekend = Wochenenden
rest-from = Von
rest-until = Bis
rest-monday = Mo
rest-tuesday = Di
rest-wednesday = Mi
rest-thursday = Do
rest-friday = Fr
rest-saturday = Sa
rest-sunday = So
offer-accept = Annehmen
offer-decline = Ablehnen
invite-title = Einladung
invite-waiting = Warten auf deinen Freund…
invite-waiting_for = Warten auf { $n } Spieler…
invite-how = Verschicke diesen Link oder zeige den QR-Code. Wer ihn zuerst öffnet, kann mitspielen.
invite-link_for = Link für { $seat }
invite-link_any = Link für einen beliebigen Platz
invite-by_seat = Ein Link für jeden Platz
invite-cancel = Abbrechen
invite-from = { $who } lädt dich zu { $variant } ein
invite-join = Spielen
invite-join_as = Als { $seat } spielen
invite-private = Diese Partie ist privat. Du brauchst ihren Link, um mitzuspielen.
share-copy = Kopieren
share-copied = Kopiert
share-send = Teilen
share-code = QR-Code
share-code_label = Derselbe Link als QR-Code

embed-open = Partie öffnen
embed-no_featured = Warten auf eine Partie
challenge-title = Herausforderungen
challenge-make = Herausfordern
challenge-send = Herausforderung senden
challenge-from = { $who } fordert dich heraus.
challenge-asks = fordert dich heraus:
challenge-you_play = du spielst { $seat }
challenge-why_not = Grund der Ablehnung
challenge-waiting = Warten auf { $who }…
challenge-cancel = Abbrechen
challenge-declined = { $who } hat abgelehnt.
challenge-expired = { $who } hat nicht rechtzeitig geantwortet.
challenge-seen = Schließen
decline-generic = Kein Grund
decline-later = Jetzt nicht. Frag mich später.
decline-too_fast = Das ist mir zu schnell.
decline-too_slow = Das ist mir zu langsam.
decline-time_control = Ich möchte eine andere Bedenkzeit.
decline-rated = Ich möchte gewertet spielen.
decline-casual = Ich möchte ungewertet spielen.
decline-variant = Ich möchte eine andere Variante.

talk-title = Chat
talk-nothing = Noch keine Nachrichten.
talk_to-players = Nachricht an die Spieler
talk_to-watchers = Nachricht an die Zuschauer
talk_among-players = Spieler
talk_among-watchers = Zuschauer
talk_apart-players = Zuschauer sehen das erst nach der Partie.
talk_apart-watchers = Die Spieler sehen das erst nach der Partie.
talk-send = Senden
talk-said = Neue Nachricht von { $who }
talk-unread =
    { $n ->
        [one] { $n } neue Nachricht
       *[other] { $n } neue Nachrichten
    }
talk-hidden = Ein Moderator hat diese Nachricht verborgen.
talk-profile = Profil
talk-mute = { $who } stummschalten
talk-muted = { $who } stummgeschaltet.
talk-unmute = Rückgängig
talk-phrases = Schnelle Nachrichten
phrase-luck = Viel Glück!
phrase-game = Gute Partie!
phrase-played = Gut gespielt!
phrase-thanks = Danke!
silence-title = { $who } im Chat sperren
silence-length = Dauer
silence-why = Grund
silence-minutes =
    { $n ->
        [one] { $n } Minute
       *[other] { $n } Minuten
    }
silence-hours =
    { $n ->
        [one] { $n } Stunde
       *[other] { $n } Stunden
    }
silence-other = anderer
silence-give = Sperren
silence-given = { $who } ist im Chat gesperrt.
silence-ended = { $who } kann wieder schreiben.
silence-hide = Nachricht verbergen
moderation-title = Moderationsprotokoll
moderation-nothing = Noch nichts.
moderation-timeout = Gesperrt
moderation-end_timeout = Sperre beenden
moderation-hide = Nachricht verborgen von
moderation-until = bis { $when }
talk-too_fast =
    { $n ->
        [one] Langsamer: Du kannst in { $n } Sekunde wieder schreiben.
       *[other] Langsamer: Du kannst in { $n } Sekunden wieder schreiben.
    }
talk-timeout = Du kannst bis { $when } nicht schreiben.
talk-timeout_for = Du kannst bis { $when } nicht schreiben. Grund: { $why }.
timeout-insult = Beleidigungen
timeout-threat = Drohungen
timeout-indecency = anstößige Sprache
timeout-spam = Spam
timeout-help = Hilfe während einer Partie

result-win = { $who } gewinnt: { $why }
result-draw = Remis: { $why }
result-aborted = Partie abgebrochen.
end-castle = Burg erobert
end-bare = zu wenige Figuren
end-capture = alle Figuren geschlagen
end-no_move = Gegner kann nicht ziehen
end-repetition = dreifache Stellungswiederholung
end-fifty_moves = 50 Züge ohne Fortschritt
end-passes = keine legalen Züge
end-agreement = durch Einigung
end-resignation = Gegner gab auf
end-time = auf Zeit
end-abort = abgebrochen
end-forfeit = kein erster Zug zur rechten Zeit
card-won = Du hast gewonnen!
card-lost = Du hast verloren.
card-drawn = Remis.
card-castle_mine = Dein { $piece } hat die Burg erobert.
card-castle_partner = Der { $piece } deines Partners hat die Burg erobert.
card-castle_enemy = Der gegnerische { $piece } hat die Burg erobert.
card-capture_won = Du hast alle gegnerischen Figuren geschlagen.
card-capture_lost = Alle deine Figuren wurden geschlagen.
card-no_move_won = { $who } kann nicht ziehen.
card-no_move_lost = Du kannst nicht ziehen.
card-resignation_won = { $who } hat aufgegeben.
card-resignation_lost = Du hast aufgegeben.
card-time_won = Die Zeit von { $who } ist abgelaufen.
card-time_lost = Deine Zeit ist abgelaufen.
card-abandonment_won = { $who } hat die Partie verlassen.
card-abandonment_lost = Du hast die Partie verlassen.
card-forfeit_won = { $who } hat nicht rechtzeitig den ersten Zug gemacht.
card-forfeit_lost = Du hast nicht rechtzeitig deinen ersten Zug gemacht.

refused-by_rule = { $words } (Regel { $section })
code-not_your_turn = Du bist nicht am Zug.
code-stale_ply = Die Partie ist schon weiter.
code-match_over = Die Partie ist vorbei.
code-seat_taken = Dieser Platz ist besetzt.
code-rate_limited = Zu schnell. Versuche es gleich noch einmal.
code-unavailable = Der Server ist ausgelastet. Versuche es bald noch einmal.
code-no_network = Der Server ist gerade nicht erreichbar.

settings-title = Einstellungen
settings-theme = Design
settings-board = Brett
settings-pieces = Figuren
settings-language = Sprache
settings-coordinates = Koordinaten
settings-animation = Züge animieren
settings-sound = Ton
settings-volume = Lautstärke
settings-vibration = Bei Zügen vibrieren
settings-autoStop = Auf dem ersten möglichen Feld anhalten
settings-talk = Chat anzeigen
settings-notifications = Benachrichtigen, wenn ich am Zug bin
settings-done = Fertig
theme-auto = System
theme-light = Hell
theme-dark = Dunkel
board_theme-linen = Leinen
board_theme-slate = Schiefer
board_theme-forest = Wald
board_theme-wood = Holz
pieces-heraldry = Wappen
pieces-wood = Holz
pieces-figures = Figuren
pieces-shields = Schilde
pieces-letters = Buchstaben

study-title = Studie
study-how = Ziehe mit beiden Seiten. Andere Züge werden zu Varianten.
study-edit = Stellung aufbauen
study-import = Importieren
study-import_how = Füge eine Partie oder Stellung ein, oder ziehe eine Datei auf die Seite.
study-import_read = Partie importieren
study-read =
    { $n ->
        [one] Geladen: { $n } Zug
       *[other] Geladen: { $n } Züge
    }
study-nothing = es ist keine Partie darin
study-unreadable = Das war nicht lesbar: { $what }
study-fault = Zug { $ply }, { $move }, ist nicht legal: { $why }. Die Partie wird bis dorthin gezeigt.
study-bad_address = Die Stellung in diesem Link war nicht lesbar.
study-left_out = Nicht in den Varianten, weil nicht legal: { $move }.
study-note = Kommentar
study-signs = Symbole
sign-1 = Guter Zug
sign-2 = Fehler
sign-3 = Brillanter Zug
sign-4 = Grober Fehler
sign-5 = Interessanter Zug
sign-6 = Zweifelhafter Zug
study-promote = Zur Hauptvariante machen
study-cut = Ab hier löschen
study-draw = Remis.
study-won = { $who } gewinnt.
retry-start = { $who }: { $n } Fehler verbessern
retry-task = { $who } zog { $move }. Finde einen besseren Zug.
retry-judging = { $move }: mal sehen…
retry-right = { $move } ist besser. Gut gemacht!
retry-wrong = { $move } ist nicht besser. Versuche es noch einmal, oder sieh dir die Lösung an.
retry-shown = { $move } war besser.
retry-next = Nächster Fehler
retry-end = Beenden
analysis-title = Analyse
analysis-busy = Die Engine ist beschäftigt. Es geht von selbst weiter.
analysis-game = Partieprüfung
analysis-engine = Engine
analysis-bar = Gewinnchancen
analysis-chances = { $who }: { $percent } %.
analysis-unknown = Noch nicht bewertet
analysis-thinking = rechnet…
analysis-depth = Tiefe { $n }
analysis-place = Platz { $n } in der Warteschlange
analysis-deeper = Tiefer
analysis-line = Beste Variante:
analysis-lines = Varianten der Engine
analysis-line_count = Varianten
analysis-even = Ausgeglichen.
analysis-ahead = { $who } mit { $men } Bauern im Vorteil.
analysis-wins_in =
    { $n ->
        [one] { $who } kann in { $n } Zug gewinnen.
       *[other] { $who } kann in { $n } Zügen gewinnen.
    }
exact-source = Genaue Ergebnisse, aus Endspieltabellen:
exact-known = genau
exact-win =
    { $n ->
        [one] gewinnt in { $n } Zug
       *[other] gewinnt in { $n } Zügen
    }
exact-loss =
    { $n ->
        [one] verliert in { $n } Zug
       *[other] verliert in { $n } Zügen
    }
exact-draw = remis
analysis-judge = Diese Partie prüfen
analysis-judging = Züge geprüft
analysis-graph = { $who }: Gewinnchancen im Lauf der Partie
analysis-exactness = Genauigkeit
analysis-exact = { $who }: { $percent } % Genauigkeit.
analysis-faults = Fehler
analysis-no_faults = Keine ernsten Fehler.
analysis-fault = { $who }, { $move }: { $fault }.
analysis-better = Besser: { $move }.
review-next = Nächster Fehler
review-previous = Voriger Fehler
review-moments = Schlüsselmomente
review-moment = { $move } −{ $percent } %
opening-name = Eröffnung: { $name }
review-book =
    { $n ->
        [one] { $n } Zug aus dem Eröffnungsbuch
       *[other] { $n } Züge aus dem Eröffnungsbuch
    }
review-new_move = Erster neuer Zug: { $move }
why-ask = Warum ist das schlecht?
why-step = Nächster Zug
why-again = Von vorn
why-close = Schließen
why-both = { $knights } und { $men }
why-castle =
    { $n ->
        [one] { $move } lässt { $who } in { $n } Zug in die Burg.
       *[other] { $move } lässt { $who } in { $n } Zügen in die Burg.
    }
why-win =
    { $n ->
        [one] { $move } lässt { $who } in { $n } Zug gewinnen.
       *[other] { $move } lässt { $who } in { $n } Zügen gewinnen.
    }
why-missed_win =
    { $n ->
        [one] { $move } verpasst einen Gewinn für { $who } in { $n } Zug.
       *[other] { $move } verpasst einen Gewinn für { $who } in { $n } Zügen.
    }
why-loses = { $move } verliert { $what }.
why-exchange = { $move } verliert { $what } gegen { $other }.
why-missed = { $move } verpasst den Gewinn: { $what }.
why-chances = { $move } senkt die Gewinnchancen von { $who } von { $before } % auf { $after } %.
threat-show = Drohung
threat-is = Drohung: { $move }. { $score }
fault-inaccuracy = Ungenauigkeit
fault-mistake = Fehler
fault-blunder = grober Fehler
editor-how = Wähle eine Figur und tippe Felder an, um sie zu setzen oder wegzunehmen.
editor-pieces = Figuren
editor-erase = Löschen
editor-turn = Am Zug
editor-clear = Leeres Brett
editor-array = Grundstellung
editor-done = Stellung verwenden
editor-cancel = Abbrechen
export-title = Teilen
export-address = Link zu dieser Studie
export-position = Stellung kopieren
export-record = Partie herunterladen
export-png = Bild herunterladen
export-gif = GIF herunterladen
export-play = Ab hier mit Freunden spielen
export-done = Fertig

puzzle-any_game = Alle Varianten
puzzle-length = Länge
puzzle-any_length = Jede Länge
puzzle-moves =
    { $n ->
        [one] { $n } Zug
       *[other] { $n } Züge
    }
puzzle-task = { $who } am Zug: Gewinne in { $n }.
puzzle-right =
    { $n ->
        [one] Richtig! Finde noch { $n } Zug.
       *[other] Richtig! Finde noch { $n } Züge.
    }
puzzle-solved = Gelöst!
puzzle-wrong = { $move } gewinnt nicht schnell genug. Versuche es noch einmal.
puzzle-solution = Der Pfeil zeigt die Lösung. Gehe weiter, um den Rest zu sehen.
puzzle-uncounted = Nur dein erster Versuch zählt.
puzzle-solved_by = Gelöst von { $solved } von { $tried }.
puzzle-untried = Noch niemand hat sie versucht.
puzzle-from_match = Partie ansehen, aus der sie stammt
puzzle-from_practice = Aus einer Partie des Computers gegen sich selbst.
puzzle-show = Lösung zeigen
puzzle-next = Nächste Aufgabe
puzzle-other = Andere Aufgabe
puzzle-any = Beliebige Aufgabe
puzzle-none = Von dieser Art gibt es keine Aufgabe mehr für dich. Wähle eine andere Art.
puzzle-missing = Aufgabe nicht gefunden.
puzzle-address = Link zu dieser Aufgabe
puzzle-first_counts = Dein erster Versuch zählt für deine Aufgabenwertung. Ein Tipp oder ein falscher Zug verbraucht ihn.
puzzle-hint = Zeige die Figur, die zieht
puzzle-hinted = Die Figur auf { $square } zieht.
puzzle-rating = Deine Aufgabenwertung:
puzzle-streak = { $n } in Folge gelöst
puzzle-rated = Schwierigkeit { $rating }.
puzzle-daily = Aufgabe des Tages
puzzle-share = Teilen
puzzle-difficulty = Schwierigkeit
puzzle-any_difficulty = Jede Schwierigkeit
puzzle-easy = Leicht
puzzle-medium = Mittel
puzzle-hard = Schwer
puzzle-theme = Thema
puzzle-any_theme = Jedes Thema
puzzle-themes = Themen dieser Aufgabe
puzzle-charge = Ritterattacke
puzzle-double_jump = Doppelsprung
puzzle-castle_entry = Einzug in die Burg
puzzle-forced_exit = Erzwungener Auszug
puzzle-sacrifice = Opfer
player-puzzles = Wertung { $rating }, { $solved } von { $tried } beim ersten Versuch gelöst, beste Serie { $best }

rules-title = Regeln von { $variant }
gallery-title = Galerie
gallery-lead = Jedes Spiel mit seiner Aufstellung. Probiere eines gegen den Computer aus.
gallery-link = Jedes Spiel gegen den Computer ausprobieren
gallery-try = Gegen den Computer ausprobieren
gallery-rules = Regeln
gallery-array = Die Aufstellung von { $game }
gallery-trial = in Erprobung
gallery-on_trial = In Erprobung
gallery-on_trial_how = Nur Moderatoren sehen diese Liste. Wer die Adresse eines Spiels hat, kann es ausprobieren.
rules-games = Die Varianten
rules-games_lead = Eine Idee, viele Bretter: mach einen Schritt, hüpfe über eigene Figuren, springe über gegnerische, erobere die Burg.
rules-group-first = Fang hier an
rules-group-more = Neue Bretter und Ideen
rules-group-four = Für vier Spieler
rules-group-early = Regeln früherer Zeiten
rules-all = Alle Varianten
rules-play = Spielen
rules-study = Studieren
rules-array = Grundstellung von { $variant }
rules-section = Regel { $section }
rules-players = Seiten
rules-against = gegen
rules-squares = Felder
rules-to_win = Ziel
rules-in_castle =
    { $n ->
        [one] { $n } Figur in der gegnerischen Burg
       *[other] { $n } Figuren in der gegnerischen Burg
    }
rules-castle_moves = Burgzüge
rules-end = Wie eine Partie endet
rules-plain = Schritt
rules-plain_how = Ziehe ein Feld in eine beliebige Richtung.
rules-canter = Galopp
rules-canter_how = Hüpfe über eine eigene Figur neben dir auf das leere Feld dahinter. Hüpfe weiter, in jede Richtung, wenn du magst. Nichts wird geschlagen, und du musst nicht hüpfen.
rules-jump = Sprung
rules-jump_how = Springe über eine gegnerische Figur neben dir auf das leere Feld dahinter und schlage sie. Kannst du von dort noch eine schlagen, springe weiter.
rules-charge = Ritterattacke
rules-charge_how = Nur ein Ritter darf im selben Zug galoppieren und dann springen. Galoppiert er dorthin, wo er springen könnte, muss er in diesem Zug schlagen.
rules-compulsion = Du musst schlagen
rules-compulsion_how = Wenn du springen kannst, musst du springen. Jedes Schlagen ist recht; es muss nicht das größte sein.
rules-goal = In die Burg ziehen
rules-goal_how = Die Burg auf der anderen Seite ist dein Ziel. Eine Figur, die hineinzieht, bleibt dort, und dein Zug endet.
rules-exit = Deine Burg verlassen
rules-exit_how = In deine eigene Burg kommst du nur mit einem Sprung. Steht zu Beginn deines Zuges eine Figur darin, muss sie zuerst heraus.
rules-castle_move = Burgzüge
rules-castle_move_how =
    { $n ->
        [one] Deine Figur in der gegnerischen Burg darf auf das andere Burgfeld ziehen, einmal pro Partie.
       *[other] Deine Figur in der gegnerischen Burg darf auf das andere Burgfeld ziehen, bis zu { $n } Mal pro Partie.
    }
rules-trees = Bäume
rules-trees_how = Pflanze vor deinem ersten Zug drei Bäume auf Felder deiner Seite. Keine Figur darf dorthin ziehen oder darüber springen.
rules-letter = Vollständige Regel
rules-full = Die vollständigen Regeln
rules-full_lead = Die Quellen sind die Regeln der World Camelot Federation (WCF) und die Regelblätter von Parker aus den Jahren 1887 und 1931. Jede Lücke füllt eine Festlegung von uns.
rules-legal_here =
    { $n ->
        [one] { $n } legaler Zug hier:
       *[other] { $n } legale Züge hier:
    }
lesson-try = Probiere es:
lesson-goal-1 = zieh in die Burg ganz oben.
lesson-goal-2 = hüpfe über deine eigene Figur in die Burg.
lesson-plain-1 = zieh mit deiner Figur ein Feld weiter.
lesson-plain-2 = der Ritter zieht genau wie ein Bauer. Mach mit ihm einen Schritt.
lesson-canter-1 = hüpfe über deine eigene Figur.
lesson-canter-2 = hüpfe zweimal in einem Zug. Ändere unterwegs die Richtung.
lesson-jump-1 = springe über den Gegner und schlage ihn.
lesson-jump-2 = schlage zwei Gegner in einem Zug. Spring nach dem ersten Sprung weiter.
lesson-compulsion-1 = eine deiner Figuren kann springen, also muss sie. Finde den Sprung.
lesson-compulsion-2 = zwei Figuren können springen. Du darfst wählen, welche.
lesson-charge-1 = hüpfe mit dem Ritter über deine eigene Figur und schlage dann.
lesson-charge-2 = hüpfe einmal und schlage dann mit dem Ritter zwei Gegner.
lesson-charge-3 = hüpfe neben den Gegner. Dann musst du ihn schlagen.
lesson-castle_move-1 = zieh auf das andere Feld der Burg.
lesson-castle_move-2 = deine Burgzüge sind verbraucht. Zieh mit deiner anderen Figur.
lesson-exit-1 = springe über den Gegner in deine eigene Burg. Nur so kommst du hinein.
lesson-exit-2 = deine Figur steht in deiner eigenen Burg, also muss sie zuerst heraus.
lesson-trees-1 = pflanze drei Bäume auf deiner Seite.
lesson-win-1 = schlage die letzten Gegner, die dir zum Sieg fehlen.
lesson-man_only = Der Bauer auf { $from } darf nur nach { $list }.
lesson-knight_only = Der Ritter auf { $from } darf nur nach { $list }.
lesson-show = Zeig es mir
lesson-shown = Vorschlag: { $move }.
lesson-almost_knight = Guter Zug. Jetzt versuche es mit dem Ritter.
lesson-almost_two_hops = Guter Zug. Jetzt hüpfe zweimal in einem Zug.
lesson-almost_long_charge = Gut geschlagen. Hüpfe jetzt zuerst, dann kannst du zwei schlagen.
lesson-almost_hop_in = Guter Zug. Jetzt hüpfe über deine eigene Figur in die Burg.
lesson-done = Gut gemacht!
lesson-again = Noch einmal
lesson-almost = Guter Zug. Jetzt versuche den Zug dieses Schritts.
lesson-almost_canter = Guter Zug. Jetzt hüpfe über deine eigene Figur.
lesson-almost_charge = Guter Zug. Jetzt hüpfe zuerst und schlage dann, alles in einem Zug.
lesson-almost_charge_man = Gut geschlagen. Jetzt versuche es mit dem Ritter.
lesson-almost_goal = Guter Zug. Jetzt zieh in die Burg.
lesson-almost_castle_move = Guter Zug. Jetzt zieh auf das andere Feld der Burg.
learn-title = Spielen lernen
learn-count = { $done } von { $all }
learn-steps = Schritte
learn-step = Schritt { $n }: { $what }
learn-step_done = Schritt { $n }: { $what }, fertig
learn-back = Zurück
learn-next = Weiter
learn-try = Probiere es
learn-skip = Überspringen
learn-exercise = Übung { $n }
learn-done = fertig
learn-win = Gewinnen und Remis
learn-others = Spiel als Nächstes
learn-goal = Das Ziel des Spiels
learn-goal_castle =
    { $n ->
        [one] Bring eine Figur in die gegnerische Burg und du gewinnst. Du kannst auch gewinnen, indem du die Figuren des Gegners schlägst.
       *[other] Bring { $n } deiner Figuren in die gegnerische Burg und du gewinnst. Du kannst auch gewinnen, indem du die Figuren des Gegners schlägst.
    }
learn-goal_capture = Schlage alle gegnerischen Figuren und du gewinnst.
learn-goal_reversed = Hier ist alles umgekehrt: Verliere alle Figuren, um zu gewinnen, und bleib aus der gegnerischen Burg heraus.
learn-goal_team = Du und dein Partner gewinnt zusammen.
learn-goal_each = Jeder spielt für sich.
learn-end = Das war’s: Du kennst die Regeln!
learn-end_how = Spiel jetzt deine erste Partie. Der Computer spielt auf der leichtesten Stufe. Es gibt keine Uhr. Das Brett zeigt, wohin jede Figur ziehen kann.
learn-first_game = Erste Partie spielen
learn-again = Von vorn anfangen
demo-title = Schau zu
demo-again = Noch einmal zeigen
demo-after = Zug zeigen
demo-before = Anfang zeigen
demo-step = Sie macht einen Schritt von { $from } nach { $to }.
demo-canter = Sie galoppiert: Sie hüpft über einen Freund, von { $from } nach { $to }.
demo-jump = Sie springt über den Gegner auf { $over } und schlägt ihn.
praise-win = Gut gemacht! Das gewinnt die Partie.
praise-charge =
    { $n ->
        [one] Gut gemacht! Eine Attacke, die { $n } Figur schlägt.
       *[other] Gut gemacht! Eine Attacke, die { $n } Figuren schlägt.
    }
praise-capture = Gut gemacht! Du hast eine Figur geschlagen.
praise-captures = Gut gemacht! { $n } Figuren in einem Zug geschlagen.
praise-castle = Gut gemacht! Deine Figur ist in der Burg.
praise-hops = Gut gemacht! { $n } Hüpfer in einem Zug.
differs-title = Was anders ist
differs-try = Ausprobieren: { $what }
differs-army = Das Brett hat { $squares } Felder. Jede Seite hat { $knights } und { $men }.
differs-knights_only = Das Brett hat { $squares } Felder. Jede Seite hat { $n } Ritter und keine Bauern: Jede Figur kann die Attacke spielen.
differs-castle =
    { $n ->
        [one] Bring { $n } Figur in die gegnerische Burg, um zu gewinnen.
       *[other] Bring { $n } Figuren in die gegnerische Burg, um zu gewinnen.
    }
differs-opposite =
    { $n ->
        [one] Dein Ziel ist die Burg gegenüber: { $n } Figur deines Teams darin gewinnt.
       *[other] Dein Ziel ist die Burg gegenüber: { $n } Figuren deines Teams darin gewinnen.
    }
differs-no_castle_moves = Die erste Figur in der Burg beendet die Partie, also gibt es keine Burgzüge.
differs-no_castles = Es gibt keine Burgen. Schlage alle gegnerischen Figuren, um zu gewinnen.
differs-water = Ein Fluss teilt das Brett. Keine Figur darf auf dem Wasser stehen: Geh über die Brücken.
differs-trees = Vor deinem ersten Zug pflanzt du drei Bäume. Bäume versperren allen den Weg.
differs-reduced = Du gewinnst auch, wenn dein Gegner nur noch eine Figur hat und du mindestens zwei.
differs-own_castle_jump = Ein Sprung in deine eigene Burg beendet deinen Zug, auch wenn du weiterspringen könntest.
differs-reversed = Alles ist umgekehrt: Verlierst du alle Figuren oder hast du keinen Zug, gewinnst du.
differs-avoid = Bleib aus der gegnerischen Burg heraus: Wer hineinzieht, verliert die Partie.
differs-each = Jeder spielt für sich. Die Reihenfolge ist { $order }. Wer keine Figuren hat, passt, und der Letzte mit Figuren gewinnt.
differs-teams = { $a } spielen gegen { $b }. Die Reihenfolge ist { $order }.
differs-beside = Die Figuren deines Partners stehen neben deinen. Du darfst über sie hüpfen, und ihr gewinnt zusammen.
differs-partner_opposite = Die Figuren deines Partners stehen gegenüber. Du darfst über sie hüpfen, und ihr gewinnt zusammen.
ends-castle =
    { $n ->
        [one] Bring { $n } Figur in die gegnerische Burg, um zu gewinnen.
       *[other] Bring { $n } Figuren in die gegnerische Burg, um zu gewinnen.
    }
ends-capture = Schlage alle gegnerischen Figuren und behalte mindestens { $n }, um zu gewinnen.
ends-reduced = Lass deinem Gegner nur eine Figur und behalte mindestens zwei, um zu gewinnen.
ends-no_move = Hast du keinen legalen Zug, verlierst du, außer dein Gegner hat zu wenige Figuren zum Gewinnen.
ends-enters = Ziehst du in die gegnerische Burg, auch gezwungen, verlierst du.
ends-no_move_wins = Hast du keinen legalen Zug oder keine Figur mehr, gewinnst du.
ends-pass = Kannst du nicht ziehen, passt du.
ends-bare = Haben beide Seiten nur noch eine Figur oder keine, ist es Remis.
ends-repetition = Dreimal dieselbe Stellung ist Remis.
ends-fifty = Je 50 Züge ohne Schlagen und ohne Einzug in eine Burg sind Remis.
ends-own_castle_jump = Ein Sprung in deine eigene Burg beendet den Zug.

say-rated = Deine Wertung: { $rating } ({ $change }).
rating-title = Wertung
rating-provisional = Vorläufige Wertung
rating-provisional_how = „?“ heißt vorläufig. Spiele mehr Partien, um sie zu festigen.
rating-change = Wertungsänderung in dieser Partie
rating-choice = Gewertet oder ungewertet
rating-all = Wertungen
rating-bots = gegen Bots
rating-games =
    { $n ->
        [one] { $n } Partie
       *[other] { $n } Partien
    }
rating-rank = Rang { $n }
rating-curve = Wertung über { $n } Partien: von { $from } bis { $to }, Höchststand { $best }
leaders-title = Bestenlisten
leaders-find = Spieler suchen
leaders-go = Los
leaders-unknown = Niemand heißt { $who }.
leaders-speed = Tempo
leaders-last = Letzte Partie
empty-play = Partie spielen
leaders-nobody = Noch keine Spieler in der Liste. Mach den Anfang: Spiele gewertete Partien.
leaders-how = Gefestigte Wertungen von Spielern, die in den letzten 90 Tagen aktiv waren. Gewertet spielst du nur mit Konto.
profile-against = Du gegen { $who }
kind-guest = Gast
kind-account = Spieler
kind-bot = Bot
profile-account = dein Konto
profile-mute = Stummschalten
profile-unmute = Stummschaltung aufheben
profile-mute_how = Stummgeschaltete Spieler können dir nicht schreiben und dich nicht herausfordern. Sie erfahren es nicht.
profile-playing = Spielt gerade
profile-by_game = Ergebnisse
profile-head_to_head = Direkter Vergleich
profile-opponent = Gegner
profile-won = Gewonnen
profile-drawn = Remis
profile-lost = Verloren
outcome-won = Gewonnen
outcome-drawn = Remis
outcome-lost = Verloren
outcome-off = Abgebrochen
profile-games = Partien
profile-no_games = Noch keine beendeten Partien.
profile-more = Mehr anzeigen
filter-title = Filter
filter-any = beliebig
filter-seat = Seite
filter-outcome = Ergebnis
filter-termination = Ende
filter-speed = Tempo
filter-rated = Wertung
filter-only_rated = gewertet
filter-only_casual = ungewertet
filter-order = Reihenfolge
filter-newest = neueste zuerst
filter-oldest = älteste zuerst
filter-opponent = Gegner
filter-from = Von
filter-to = Bis
filter-clear = Filter löschen
filter-none = Keine Partie passt zu diesen Filtern.
explorer-title = Explorer
explorer-none = Keine beendete Partie erreichte diese Stellung.
explorer-games =
    { $n ->
        [one] { $n } Partie
       *[other] { $n } Partien
    }
explorer-rating = mittlere Wertung { $n }
explorer-mirrored = mit dem Spiegelbild
explorer-move = Zug
explorer-count = Partien
explorer-newest = Neueste Partien
explorer-newest_game = Neueste Partie mit diesem Zug
explorer-best = Höchstgewertete Partien
explorer-also_won = { $who } gewann { $n } %
explorer-results = { $one } gewann { $first } %, Remis { $draws } %, { $two } gewann { $second } %
account-title = Dein Konto
account-you_are = Du spielst als
account-guest = Gastpartien gibt es nur in diesem Browser. Registriere dich, um sie zu behalten.
account-make = Registrieren
account-enter = Anmelden
account-leave = Abmelden
account-name = Name
account-password = Passwort (mindestens 8 Zeichen)
account-password_known = Passwort
account-show_password = Passwort anzeigen
account-kept = Deine Daten
account-kept_what = Dein Name, deine Partien, Chatnachrichten und was du hier sonst getan hast. Eine E-Mail-Adresse nur, wenn du sie angibst. Lade alles als eine Datei herunter.
account-export = Meine Daten herunterladen
account-erase = Konto löschen
account-erase_what = Das lässt sich nicht rückgängig machen. Dein Name, dein Passwort und deine Chatnachrichten werden gelöscht. Deine Partien und Wertungen bleiben unter einem anonymen Namen. Beende zuerst deine Partien und Turniere.
account-your_password = Dein Passwort
account-erase_now = Endgültig löschen
account-erased = Dein Konto wurde gelöscht.
recovery-title = Passwort vergessen?
recovery-what = Gib einen deiner Wiederherstellungscodes und ein neues Passwort ein. Ohne Code bitte den Betreiber dieses Servers um einen. Alle Geräte und Programme werden abgemeldet.
recovery-code = Wiederherstellungscode
recovery-now = Neues Passwort setzen
recovery-mail_what = Oder lass dir einen Link per E-Mail schicken, wenn dein Konto eine bestätigte Adresse hat.
recovery-mail = Link schicken
recovery-mailed = Hat ein Konto diese Adresse, ist ein Link unterwegs. Er gilt eine Stunde.
codes-title = Wiederherstellungscodes
codes-what = Jeder Code setzt einmal ein neues Passwort. Bewahre sie jetzt auf: Sie werden nicht noch einmal gezeigt, und niemand kann dir ein Passwort schicken.
codes-copy = Codes kopieren
codes-copied = Die Codes sind kopiert.
codes-save = Codes als Datei sichern
codes-kept = Ich habe die Codes gesichert
codes-made = Du hast neue Wiederherstellungscodes.
codes-left =
    { $n ->
        [one] Du hast noch { $n } Code.
       *[other] Du hast noch { $n } Codes.
    }
codes-make = Neue Codes erstellen
codes-make_what = Neue Codes ersetzen die früheren.
codes-make_now = Codes erstellen
passkeys-title = Passkeys
passkeys-what = Melde dich mit der Sperre deines Geräts statt mit dem Passwort an. Das Gerät bewahrt den Passkey auf.
passkeys-enter = Mit Passkey anmelden
passkeys-add = Passkey hinzufügen
passkeys-add_now = Passkey hinzufügen
passkeys-added = Der Passkey ist hinzugefügt.
passkeys-known = Dieses Gerät hat schon einen Passkey für dein Konto.
passkeys-since = hinzugefügt am { $since }
passkeys-used = zuletzt benutzt am { $day }
passkeys-remove = Entfernen
passkeys-remove_named = Passkey entfernen: { $client }, hinzugefügt am { $since }
passkeys-removed = Der Passkey ist entfernt.
provider-title = Anmeldedienst
provider-what = Melde dich mit deinem Konto bei einem anderen Dienst statt mit dem Passwort an.
provider-enter = Mit { $provider } anmelden
provider-link = { $provider } verknüpfen
provider-since = verknüpft am { $since }
provider-unlink = Trennen
provider-unlink_named = { $host } trennen
provider-unlinked = Das Konto ist getrennt.
provider-no_password = Hat dein Konto kein Passwort, lass die Passwortfelder leer: Eine Anmeldung in den letzten zehn Minuten bestätigt deine Änderungen.
provider-failed = Die Anmeldung wurde nicht abgeschlossen. Fang noch einmal an.
provider-choose_name = Dieses Konto benutzt hier noch niemand. Wähle einen Namen zum Spielen.
notifications-title = Benachrichtigungen
notifications-open = Benachrichtigungen, { $n } ungelesen
notifications-none = Noch nichts.
notifications-read = Alle als gelesen markieren
notifications-settings = Einstellungen
notifications-what = Wähle, was du erfahren möchtest, und wie.
notifications-page = Seite
notifications-push = Push
notifications-email = E-Mail
notifications-device = Push auf diesem Gerät empfangen
notifications-denied = Dein Browser erlaubt keine Benachrichtigungen dieser Website.
notifications-quiet = Ruhezeit
notifications-from = Von
notifications-until = Bis
notifications-zone = Zeitzone
notifications-save = Speichern
notifications-saved = Gespeichert.
notifications-kind-turn = Du bist in einer Fernpartie am Zug
notifications-kind-reminder = Deine Zeit läuft ab
notifications-kind-offer = Ein Angebot deines Gegners
notifications-kind-ended = Das Ende einer Partie
notifications-kind-message = Eine Nachricht
notifications-kind-challenge = Eine Herausforderung
notifications-kind-invitation = Eine Einladung in ein Team
notifications-kind-round = Eine Runde eines Turniers
notifications-kind-announcement = Eine Nachricht der Turnierleitung
notifications-kind-arranged = Eine verabredete Partie beginnt in einer Stunde
mail-title = E-Mail
mail-what = Eine Adresse ist freiwillig. Mit ihr setzt du ein neues Passwort und bekommst Benachrichtigungen. Sonst sieht sie niemand.
mail-address = E-Mail-Adresse
mail-set = Adresse hinzufügen
mail-change = Adresse ändern
mail-remove = Adresse entfernen
mail-sent = Ein Link ist an die Adresse unterwegs.
mail-removed = Die Adresse ist entfernt.
mail-verified = bestätigt
mail-unverified = noch nicht bestätigt: Öffne den Link, der an sie ging
mail-bounced = abgeschaltet, weil E-Mails zurückkamen: Füge sie neu hinzu
mail-subscribed = Benachrichtigungen per E-Mail schicken
mail-verify_what = Bestätige, dass das deine E-Mail-Adresse ist.
mail-verify = Adresse bestätigen
mail-is_verified = Deine E-Mail-Adresse ist bestätigt.
mail-unsubscribe_what = Du bekommst dann keine Benachrichtigungen per E-Mail mehr.
mail-unsubscribe = Diese E-Mails abbestellen
mail-is_unsubscribed = Du bekommst keine Benachrichtigungen per E-Mail mehr.
mail-recover_what = Setze ein neues Passwort für { $name }. Alle Geräte und Programme werden abgemeldet.
mail-no_link = Diese Adresse hat keinen Link. Öffne den Link in der E-Mail noch einmal.
password-title = Passwort
password-new = Neues Passwort (mindestens 8 Zeichen)
password-end_sessions = Überall sonst abmelden
password-change = Passwort ändern
password-changed = Dein Passwort ist geändert.
sign_ins-title = Angemeldete Geräte
sign_ins-client = { $browser } auf { $system }
sign_ins-program = Ein anderes Programm
sign_ins-seen = angemeldet { $since }, zuletzt benutzt { $seen }
sign_ins-current = dieser Browser
sign_ins-end = Abmelden
sign_ins-end_named = Abmelden: { $client }, zuletzt benutzt { $seen }
sign_ins-ended = Das Gerät ist abgemeldet.
sign_ins-end_all = Überall abmelden
sign_ins-ended_all = Du bist überall abgemeldet.
security-title = Sicherheitsprotokoll
security-what = Anmeldungen und Änderungen der letzten 90 Tage. Ändere dein Passwort, wenn etwas davon nicht von dir ist.
security-show =
    { $n ->
        [one] { $n } Eintrag zeigen
       *[other] { $n } Einträge zeigen
    }
security-signed_in = Angemeldet
security-signed_in_by_passkey = Mit Passkey angemeldet
security-sign_in_failed = Falsches Passwort oder falscher Passkey
security-password_changed = Passwort geändert
security-recovered = Passwort mit Wiederherstellungscode gesetzt
security-recovery_failed = Falscher Wiederherstellungscode
security-codes_made = Neue Wiederherstellungscodes
security-operator_reset = Der Betreiber hat einen Wiederherstellungscode erstellt
security-sign_ins_ended = Geräte abgemeldet
security-passkey_added = Passkey hinzugefügt
security-passkey_removed = Passkey entfernt
security-token_made = Token erstellt
security-token_revoked = Token widerrufen
security-program_allowed = Programm zugelassen
security-program_ended = Zugriff eines Programms entfernt
security-signed_in_by_provider = Über den Anmeldedienst angemeldet
security-recovery_mailed = Link für ein neues Passwort per E-Mail geschickt
security-mail_changed = E-Mail-Adresse gesetzt
security-mail_verified = E-Mail-Adresse bestätigt
security-mail_removed = E-Mail-Adresse entfernt
security-mail_disabled = E-Mail-Adresse abgeschaltet: E-Mails kamen zurück
security-identity_linked = Konto des Anmeldedienstes verknüpft
security-identity_unlinked = Konto des Anmeldedienstes getrennt
apps-title = Programme mit Zugriff
apps-program = ein Programm auf deinem Gerät ({ $host })
apps-device = ein Gerät oder ein Programm ohne Browser
apps-used = letzte Anmeldung { $day }
apps-end = Zugriff entfernen
apps-end_named = Zugriff entfernen: { $client }
apps-ended = { $client } hat keinen Zugriff mehr.
scope-none = deinen Namen sehen
scope-read = die Liste deiner Tokens, Webhooks, Stummschaltungen und Benachrichtigungen lesen
scope-play = in Partien und Turnieren als du spielen und chatten
scope-challenge = als du Gegner suchen und Herausforderungen senden und beantworten
scope-records = als du Partien importieren
scope-account = dein Konto ändern
consent-title = Bei einem anderen Programm anmelden
consent-device = Gerät verbinden
consent-sign_in = Ein Programm möchte dein Konto benutzen. Melde dich zuerst hier an.
consent-origin = Du wirst weitergeleitet zu
consent-player = Du bist angemeldet als
consent-may = Es darf dann:
consent-warn = Das Programm hat seinen Namen selbst gewählt. Erlaube es nur, wenn du die Adresse oben kennst. Den Zugriff kannst du auf deiner Kontoseite entfernen.
consent-warn_device = Erlaube es nur, wenn du selbst damit angefangen hast und der Code von deinem eigenen Gerät ist. Den Zugriff kannst du auf deiner Kontoseite entfernen.
consent-allow = Erlauben
consent-deny = Nicht erlauben
consent-code = Code, den das Gerät zeigt
consent-next = Weiter
consent-device_allowed = Das Gerät ist verbunden. Du kannst diese Seite schließen.
consent-device_denied = Das Gerät hat keinen Zugriff.
