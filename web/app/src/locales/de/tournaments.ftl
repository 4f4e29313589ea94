### The pages of tournaments.

tours-make = Turnier erstellen
tours-running = Laufend
tours-open = Demnächst
tours-ended = Beendet
tours-first = Das Feld ist bereit
tours-first_how = Starte das erste Turnier: Wähle eine Vorlage, und andere können sofort beitreten.
tours-entrants = { $n } Teilnehmer
tours-begins = Beginn { $when }
tours-made = von { $who }, { $when }
tours-follow = Folge allen Turnieren ohne Konto:
tours-calendar = Kalender (.ics)
tours-feed = Neuigkeiten (Atom)

format-swiss = Schweizer System
format-round_robin = Rundenturnier
format-knockout = K.-o.-System
format-arena = Arena
format-swiss_of =
    { $n ->
        [one] Schweizer System, { $n } Runde
       *[other] Schweizer System, { $n } Runden
    }
format-arena_of =
    { $n ->
        [one] Arena, { $n } Minute
       *[other] Arena, { $n } Minuten
    }
format-round_robin_double = Doppelrundiges Rundenturnier
format-knockout_double = Doppel-K.-o.
format-groups =
    { $n ->
        [one] { $n } Gruppe
       *[other] { $n } Gruppen
    }
format-with_third = mit Spiel um Platz drei
stage-best_of =
    { $n ->
        [one] der Beste jeder vorigen Gruppe
       *[other] die besten { $n } jeder vorigen Gruppe
    }
stage-series = Best of { $n }
stage-armageddon = Armageddon ({ $time }) bei Gleichstand
stage-no_show =
    { $n ->
        [one] wer fehlt, verliert nach { $n } Minute
       *[other] wer fehlt, verliert nach { $n } Minuten
    }
start-director = die Turnierleitung startet jede Runde
start-agreement = jedes Paar beginnt, wenn beide bereit sind
start-clock_of =
    { $n ->
        [one] nächste Runde nach { $n } Minute
       *[other] nächste Runde nach { $n } Minuten
    }
tie-direct_encounter = Direkter Vergleich
tie-wins = Gewonnene Partien
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Fortschrittswertung
tie-average_rating = Mittlere Wertung der Gegner
tie-second_side_games = Partien als zweite Seite
tie-castle_entries = Einzüge in die Burg
tie-captures_difference = Geschlagene minus verlorene Figuren
tie-cut =
    { $n ->
        [one] { $name }, niedrigster Wert gestrichen
       *[other] { $name }, die { $n } niedrigsten Werte gestrichen
    }
tie-median =
    { $n ->
        [one] { $name }, niedrigster und höchster Wert gestrichen
       *[other] { $name }, die { $n } niedrigsten und höchsten Werte gestrichen
    }
tie_sign-direct_encounter = DV
tie_sign-wins = S
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = FW
tie_sign-average_rating = MW
tie_sign-second_side_games = 2.
tie_sign-castle_entries = EB
tie_sign-captures_difference = DF
entry-kinds = nur { $kinds }
entry-rating_at_least = Wertung ab { $n }
entry-rating_at_most = Wertung bis { $n }
entry-established = gefestigte Wertung
entry-games_at_least =
    { $n ->
        [one] mindestens { $n } gewertete Partie
       *[other] mindestens { $n } gewertete Partien
    }
entry-days_at_least =
    { $n ->
        [one] seit mindestens { $n } Tag auf diesem Server
       *[other] seit mindestens { $n } Tagen auf diesem Server
    }
entry-invited = nur eingeladene Spieler ({ $n })
kinds-account = Konten
kinds-guest = Gäste
kinds-bot = Bots

new-title = Neues Turnier
new-name = Name
new-rated = Gewertet (nur mit Konto)
new-format = Format
new-stage = Phase { $n }
new-stage_name = Name der Phase
new-who_meets = Format
new-rounds = Runden
new-groups = Gruppen
new-twice = Doppelrundig
new-two_losses = Doppel-K.-o.
new-third = Spiel um Platz drei
new-minutes = Minuten
new-best_of = Partien pro Begegnung (Best of)
new-armageddon = Armageddon-Stichkampf (zweite Seite gewinnt bei Remis)
new-armageddon_or_replay = Armageddon-Stichkampf (zweite Seite gewinnt bei Remis); ohne ihn weitere Partien, bis jemand gewinnt
new-start = Runden beginnen
new_start-director = wenn die Turnierleitung sie startet
new_start-clock = nach der Uhr
new_start-agreement = Paar für Paar, wenn beide bereit sind
new-pause = Minuten zwischen den Runden
new-no_show = Zeit zum Bestätigen (Minuten; leer = ohne)
new-through = Spieler, die aus der vorigen Phase weiterkommen
new-through_groups = Spieler, die aus jeder Gruppe weiterkommen
new-tie_breaks = Feinwertungen, der Reihe nach
new-no_tie_breaks = Keine: Punktgleiche teilen sich die Plätze.
new-add_tie_break = Feinwertung hinzufügen…
new-up = Nach oben: { $what }
new-drop = Entfernen: { $what }
new-add_stage = Phase hinzufügen
new-drop_stage = Phase entfernen
new-when = Termin und Turnierleitung
new-begins_at = Beginn
new-begins_how = Lass es leer, um selbst zu starten.
new-directors = Weitere Turnierleiter
new-names_how = Trenne Namen mit Kommas.
new-edition = FIDE-Regeln
edition-fide--2026 = Fassung von 2026
edition-fide--2017 = Fassung von 2017
edition_how-fide--2026 = Das Freilos geht an den niedrigsten Punktestand, der eine vollständige Auslosung erlaubt, und Feinwertungen begrenzen den Wert von Runden ohne Partie.
edition_how-fide--2017 = Auslosung nach den Regeln bis Januar 2026: Das Freilos bekommt, wer in der letzten Punktgruppe übrig bleibt.
new-entry = Teilnahmebedingungen, Freilose und späterer Einstieg
new-who = Spieler
new_kinds-all = Alle
new_kinds-account = Nur Konten
new_kinds-account_bot = Konten und Bots
new_kinds-account_guest = Konten und Gäste, keine Bots
new_kinds-bot = Nur Bots
new-at_least = Mindestwertung
new-at_most = Höchstwertung
new-games = Mindestzahl gewerteter Partien
new-days = Mindestzahl Tage auf diesem Server
new-invited = Nur diese Spieler
new-most = Höchstzahl der Teilnehmer
new-late = Späterer Einstieg bis Runde (½ Punkt pro verpasster Runde)
new-byes = Freilose mit halbem Punkt pro Spieler
new-make = Turnier erstellen
new-length = Gib { $least } bis { $most } Zeichen ein.
new-range = Gib eine Zahl von { $least } bis { $most } ein.
new-guest = Du bist Gast: Nur dieser Browser kann das Turnier leiten. Werden seine Daten gelöscht, kann es niemand mehr.
new-guest_account = Registriere dich, um das Recht zu behalten

template-title = Vorlagen
template-arena = Schnelle Arena
template-swiss = Schweizer Abend
template-cup = Pokal
template-league = Liga
template-start = Beginn
template-self = Wenn ich es starte
template-in_minutes =
    { $n ->
        [one] In { $n } Minute
       *[other] In { $n } Minuten
    }
template-at = Zu einer anderen Zeit…
template-start_self = Starte es auf seiner Seite, wenn die Spieler da sind.
template-start_few = Es startet von selbst. Mit weniger als zwei Spielern fällt es aus.
template-all = Alle Optionen
template-back = Vorlagen
template_how-arena = Spiele Partie um Partie, bis die Zeit um ist. Siegesserien zählen doppelt.
template_how-arena_of_tables = Spiele an einem Tisch zu viert nach dem anderen, bis die Zeit um ist. Plätze bringen Punkte, Siegesserien zählen nicht.
template_how-swiss = Alle spielen jede Runde gegen Spieler mit ähnlichem Punktestand.
template_how-cup = Gewinnst du, kommst du weiter; verlierst du, bist du draußen. Wer übrig bleibt, gewinnt.
template_how-league = Jeder gegen jeden; jedes Paar spielt, wenn beide bereit sind.
template_name-arena = { $game }-Arena
template_name-swiss = { $game }: Schweizer Abend
template_name-cup = { $game }-Pokal
template_name-league = { $game }-Liga
template_asks-arena = Dauer
template_asks-swiss = Runden
template_asks-cup = Jede Begegnung
template_asks-league = Jedes Paar spielt
template_size-arena =
    { $n ->
        [one] { $n } Minute
       *[other] { $n } Minuten
    }
template_size-swiss =
    { $n ->
        [one] { $n } Runde
       *[other] { $n } Runden
    }
template_size-cup =
    { $n ->
        [one] { $n } Partie
       *[other] Best of { $n }
    }
template_size-league =
    { $n ->
        [one] einmal
       *[other] zweimal
    }

call-title = Deine Turnierpartien
call-game = Deine Partie in { $name } hat begonnen.
call-round = Deine Runde in { $name } hat begonnen: Bestätige deine Anwesenheit.
call-come = Es ist Zeit zu spielen.
call-game_short = Deine Partie hat begonnen:
call-round_short = Deine Runde hat begonnen:
call-until = Sei bis { $when } da.
call-go = Zur Partie
call-ready = Ich bin da

status-open = demnächst
status-running = laufend
status-ended = beendet
status-cancelled = abgesagt
tour-missing = Turnier nicht gefunden.
tour-all = Alle Turniere
tour-directors = Turnierleitung:
tour-asked = Teilnahme: { $what }.
tour-met = erfüllt
tour-unmet = nicht erfüllt
tour-join = Teilnehmen
tour-invites = { $who } möchte dein Partner sein.
tour-invites_accept = Mit { $who } spielen
tour-invited = Du hast { $who } eingeladen. Nimmt { $who } an, seid ihr beide dabei.
tour-partner = Dein Partner
tour-withdraw = Zurückziehen
tour-withdraw_sure = Zurückziehen? Deine restlichen Partien sind dann kampflos verloren.
tour-you_withdrew = Du hast dich zurückgezogen.
tour-return = Wieder teilnehmen
tour-you_are_in = Du bist dabei. Wir rufen dich, wenn deine Partie beginnt.
tour-wait = Warten auf deine nächste Paarung…
tour-wait_next =
    { $n ->
        [one] Du spielst als Nächstes. { $n } Spieler wartet.
       *[other] Du spielst als Nächstes. { $n } Spieler warten.
    }
tour-wait_alone = Du spielst, sobald ein anderer Spieler frei ist.
tour-wait_rematch =
    { $n ->
        [one] Du spielst, sobald ein neuer Gegner frei ist. Eine Wiederholung braucht { $n } Sekunde Wartezeit.
       *[other] Du spielst, sobald ein neuer Gegner frei ist. Eine Wiederholung braucht { $n } Sekunden Wartezeit.
    }
tour-wait_end = Die Zeit ist um: Es gibt keine neuen Paarungen.
tour-clock = Zeiten und Zahlen
tour-starts_in = Beginnt in
tour-any_moment = jeden Moment
tour-round_label = Runde
tour-of = { $n } von { $all }
tour-decided = Entschiedene Begegnungen
tour-next_round_in = Nächste Runde in
tour-time_left = Restzeit
tour-last_games = letzte Partien
tour-next_pairing_in = Nächste Paarung in
tour-players_waiting = Es warten
tour-players_playing = Es spielen
tour-check_in_left = Zeit zum Bestätigen:
tour-playing = Deine Partie gegen { $who } läuft.
tour-you_meet = Runde { $n }: Du spielst gegen { $who }.
tour-you_are_ready = Du hast deine Anwesenheit bestätigt.
tour-live = Laufende Partien
tour-standings = Tabelle
tour-points = Punkte
tour-streak = Letzte Partien
tour-in_a_row = { $n } in Folge
tour-games = Partien
tour-performance = Leistung
tour-record_head = S–R–N
tour-record_how = Gewonnene, remis gespielte und verlorene Partien
tour-reached = Erreicht
tour-goes_on =
    { $n ->
        [one] Der Erste kommt weiter zu „{ $stage }“.
       *[other] Die besten { $n } kommen weiter zu „{ $stage }“.
    }
reached-won = Sieger
reached-bye = Freilos
reached-waiting = wartet auf einen Gegner
reached-open = gegen { $who }
reached-beat = gewann gegen { $who }
reached-lost = verlor gegen { $who }
podium-title = Siegerpodest
podium-place = Platz { $n }:
podium-more =
    { $n ->
        [one] und { $n } weiterer
       *[other] und { $n } weitere
    }
tour-next_counts_double = Der nächste Sieg zählt doppelt.
tour-working = So wird gerechnet
tour-working_of = So werden die Feinwertungen von { $who } berechnet
tour-tells_nothing = nicht anwendbar
tour-no_opponent = kein Gegner
tour-cut = gestrichen
tour-cross_table = Kreuztabelle
tour-bracket = Turnierbaum
tour-bye = Freilos
tour-side_first = e
tour-side_second = z
tour-pairings = Paarungen
tour-round = Runde { $n }
tour-round_short = R{ $n }
tour-choose_round = Runde wählen
tour-not_begun = nicht begonnen
tour-byes = Freilos:
bye-pairing = ungerade Zahl von Spielern
bye-asked = auf Wunsch
bye-late = später eingestiegen
worth-zero = 0 Punkte
worth-half = ½ Punkt
worth-full = 1 Punkt
tour-is_ready = { $who } ist da
tour-why = Warum?
tour-now = läuft
tour-off = nicht gespielt
tour-forfeit = kampflos
tour-correct = Ergebnis setzen…
tour-game = Partie
tour-seat = Sitz
tour-place = Platz
tour-place_n = Platz { $n }
tour-result = Ergebnis
tour-first_side = die erste Seite
tour-second_side = die zweite Seite
result_of-first = { $first } gewann
result_of-drawn = remis
result_of-second = { $second } gewann
result_of-first_absent = { $first } fehlte
result_of-second_absent = { $second } fehlte
result_of-both_absent = beide fehlten
result_of-void = zählt nicht: noch einmal spielen
result_of-placed = Plätze aller Spieler
result_of-all_absent = alle fehlten
tour-take_back = Spätere Partien, die davon abhängen, zurücknehmen
tour-put_right = Ergebnis speichern
tour-loses = { $who } verliert den Rest kampflos
tour-stages = Phasen
tour-groups = Gruppen
tour-group = Gruppe { $n }
tour-to_come = demnächst
tour-entrants = { $n } Teilnehmer
tour-entrant = Teilnehmer
tour-nobody = Noch keine Teilnehmer.
tour-withdrawn = zurückgezogen
tour-withdraw_who = { $who } zurückziehen
tour-return_who = { $who } wieder zulassen
tour-take_away = Downloads
tour-trf = Bericht (TRF)
tour-json = Alle Daten (JSON)
tour-record = Alle Partien
tour-directing = Turnierleitung
tour-more_directing = Teilnehmer, Freilose und Paarungen
tour-start = Turnier starten
tour-start_stage = „{ $name }“ starten
tour-pair = Runde { $n } auslosen
tour-begin_round = Runde { $n } starten
tour-end = Turnier beenden
tour-end_sure = Das Turnier mit der jetzigen Tabelle beenden?
tour-cancel = Turnier absagen
tour-cancel_sure = Das ganze Turnier absagen?
tour-enter_who = Spieler hinzufügen (Partner mit Komma trennen)
tour-enter = Hinzufügen
tour-give_bye = Freilos für
tour-in_round = in Runde
tour-worth = Punkte
tour-give = Vergeben
tour-has_bye = { $who } hat in Runde { $n } ein Freilos
tour-take_away_again = Rückgängig
tour-pair_of = Paar
tour-one = Der Erste des Paars
tour-two = Der Zweite des Paars
tour-fix = Paarung erzwingen
tour-forbid = Paarung sperren
tour-is_fixed = { $one } und { $two } spielen in der nächsten Runde gegeneinander
tour-is_forbidden = { $one } und { $two } werden nicht gepaart
bracket-round = Runde { $n }
bracket-quarter_final = Viertelfinale
bracket-semi_final = Halbfinale
bracket_round-quarter_final = Viertelfinale
bracket_round-semi_final = Halbfinale
bracket_round-final = Finale
bracket-winners_round = Runde { $n }
bracket-losers_round = Runde { $n } der Verlierer
bracket-winners = Runde { $n } · { $game }
bracket-losers = Runde { $n } der Verlierer · { $game }
bracket-third_place = Platz drei
bracket-final = Finale
bracket-final_again = Zweites Finale
bracket-loser_of = Verlierer von { $game }
bracket-winner_of = Sieger von { $game }
bracket-seed = Setzplatz
bracket-won = Sieger
bracket-open = offen

tour-log = Protokoll
log-server = der Server
log-undo = Rückgängig
log-is_undone = rückgängig gemacht
log-created = erstellt
log-entered = { $who } nimmt teil
log-partner_invited = { $who }: Einladung an einen Partner
log-withdrew = { $who } hat sich zurückgezogen
log-returned = { $who } nimmt wieder teil
log-seeded = Setzliste geändert
log-bye_given = Freilos für { $who } in Runde { $n }
log-bye_given_back = Freilos für { $who } in Runde { $n } entfernt
log-forbidden = Paarung gesperrt: { $who }
log-allowed = Paarung erlaubt: { $who }
log-fixed = Paarung erzwungen: { $who }
log-unfixed = Paarung nicht mehr erzwungen: { $who }
log-stage_began = „{ $stage }“ begonnen
log-stage_taken_back = „{ $stage }“ zurückgenommen
log-round_paired = Runde { $n } ausgelost
log-unpaired = Auslosung der Runde { $n } zurückgenommen
log-round_began = Runde { $n } begonnen
log-ready = { $who } ist da
log-game_began = { $pair }: Partie { $n } begonnen
log-game_ended = { $pair }: Partie { $n } endete { $result }
log-forfeited = { $pair }: { $who } verliert kampflos
log-corrected = { $pair }: Partie { $n } auf { $result } berichtigt
log-paused = Runde angehalten
log-resumed = Runde fortgesetzt
log-penalized = Strafe für { $who }
log-announced = Mitteilung an alle
log-undone = Aktion { $action } rückgängig gemacht
log-ended = beendet
log-cancelled = abgesagt

schedule-title = Regelmäßige Turniere
schedule-repeat = Wiederholung
schedule-once = Einmalig
schedule-weekly = Jede Woche
schedule-daily = Jeden Tag
schedule-repeat_how = Der Server legt jedes Turnier einen Tag vor Beginn an.
schedule-daily_at = Jeden Tag um { $time } ({ $zone })
schedule-weekly_at = { $days } um { $time } ({ $zone })
schedule-creates = Nächster noch nicht angekündigter Beginn: { $when }
schedule-ended = Es sind keine weiteren Turniere geplant.
schedule-end = Reihe beenden
schedule-end_sure = Diese Reihe beenden? Bereits angekündigte Turniere finden statt.
schedule-standings = Gesamtstand
schedule-place = Platz
schedule-player = Spieler
schedule-points = Punkte
schedule-wins = Siege
schedule-played = Turniere
schedule-scoring = Punkte nach Platz: { $points }.
schedule-part_of = Gehört zu
schedule-best =
    { $n ->
        [one] Das beste Ergebnis zählt.
       *[other] Die { $n } besten Ergebnisse zählen.
    }

tour-print = Drucken
projector-open = Ansicht für Beamer

desk-title = Tisch der Turnierleitung
desk-pause = Runde anhalten
desk-resume = Runde fortsetzen
desk-undo = Letzte Aktion rückgängig machen
desk-paused = Die Runde ist seit { $since } angehalten. Die Uhren stehen.
desk-last = Letzte Aktion: { $what } ({ $who }, { $at })
desk-messages = Mitteilungen der Turnierleitung
desk-message = Mitteilung an alle
desk-send = Senden
desk-penalties = Strafen
desk-penalize = Bestrafen
desk-penalty = Strafe
desk-print = Drucken oder als PDF sichern
desk_print-pairings = Paarungen
desk_print-standings = Tabelle
desk_print-crosstable = Kreuztabelle
desk-to_tournament = Zum Turnier
desk-games = Laufende Partien ({ $n })
desk-no_games = Alle Partien der Runde sind entschieden.
desk-open = Zug { $ply }
desk-waits = Wartet seit { $since }.
desk-forfeits = Kampflos in
desk_state-ready = bereit
desk_state-absent = noch nicht da
desk_state-gone = nicht verbunden
desk_state-here = verbunden
desk-whom = Spieler
desk-seconds = Sekunden
desk-reason = Grund
desk-engine = Vergleich mit der Engine
desk-engine_how = Vergleicht die Züge eines Spielers in den beendeten Partien dieses Turniers mit der Engine. Das ist ein Hinweis, kein Urteil.
desk-engine_found = { $games } Partien, { $choices } Entscheidungen, Übereinstimmung { $agreement }
desk-compare = Vergleichen
desk-striking = genauer ansehen
penalty-warning = Verwarnung
penalty-time = Zeitabzug
penalty-loss = Partieverlust

report-title = Bericht importieren
report-how = Macht aus einer Turnierberichtsdatei (TRF16 oder TRF26) eines anderen Programms ein Turnier.
report-game = Spiel
report-file = Berichtsdatei
report-import = Importieren
