### The pages of tournaments.

tours-make = Crea torneo
tours-running = In corso
tours-open = In arrivo
tours-ended = Finiti
tours-first = Il campo è pronto
tours-first_how = Avvia il primo torneo: scegli un modello, e altri potranno iscriversi subito.
tours-entrants =
    { $n ->
        [one] { $n } iscritto
       *[other] { $n } iscritti
    }
tours-begins = Inizio { $when }
tours-made = di { $who }, { $when }
tours-follow = Segui tutti i tornei senza account:
tours-calendar = calendario (.ics)
tours-feed = notizie (Atom)

format-swiss = Svizzero
format-round_robin = Girone all’italiana
format-knockout = Eliminazione diretta
format-arena = Arena
format-swiss_of =
    { $n ->
        [one] Svizzero, { $n } turno
       *[other] Svizzero, { $n } turni
    }
format-arena_of =
    { $n ->
        [one] Arena, { $n } minuto
       *[other] Arena, { $n } minuti
    }
format-round_robin_double = Girone doppio
format-knockout_double = Doppia eliminazione
format-groups =
    { $n ->
        [one] { $n } gruppo
       *[other] { $n } gruppi
    }
format-with_third = con finale per il terzo posto
stage-best_of =
    { $n ->
        [one] il primo di ogni gruppo precedente
       *[other] i primi { $n } di ogni gruppo precedente
    }
stage-series = al meglio delle { $n }
stage-armageddon = Armageddon ({ $time }) in caso di parità
stage-no_show =
    { $n ->
        [one] chi manca perde dopo { $n } minuto
       *[other] chi manca perde dopo { $n } minuti
    }
start-director = un direttore avvia ogni turno
start-agreement = ogni coppia inizia quando entrambi sono pronti
start-clock_of =
    { $n ->
        [one] turno successivo dopo { $n } minuto
       *[other] turno successivo dopo { $n } minuti
    }
tie-direct_encounter = Scontro diretto
tie-wins = Partite vinte
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Punteggio progressivo
tie-average_rating = Punteggio medio degli avversari
tie-second_side_games = Partite con la seconda parte
tie-castle_entries = Ingressi nel castello
tie-captures_difference = Catture meno perdite
tie-cut =
    { $n ->
        [one] { $name }, senza il più basso
       *[other] { $name }, senza i { $n } più bassi
    }
tie-median =
    { $n ->
        [one] { $name }, senza il più basso e il più alto
       *[other] { $name }, senza i { $n } più bassi e più alti
    }
tie_sign-direct_encounter = SD
tie_sign-wins = V
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = PP
tie_sign-average_rating = PM
tie_sign-second_side_games = 2ª
tie_sign-castle_entries = IC
tie_sign-captures_difference = DC
entry-kinds = solo { $kinds }
entry-rating_at_least = punteggio { $n } o più
entry-rating_at_most = punteggio { $n } o meno
entry-established = punteggio stabile
entry-games_at_least =
    { $n ->
        [one] almeno { $n } partita classificata
       *[other] almeno { $n } partite classificate
    }
entry-days_at_least =
    { $n ->
        [one] su questo server da almeno { $n } giorno
       *[other] su questo server da almeno { $n } giorni
    }
entry-invited = solo giocatori invitati ({ $n })
kinds-account = account
kinds-guest = ospiti
kinds-bot = bot

new-title = Nuovo torneo
new-name = Nome
new-rated = Classificato (solo con account)
new-format = Formula
new-stage = Fase { $n }
new-stage_name = Nome della fase
new-who_meets = Formula
new-rounds = Turni
new-groups = Gruppi
new-twice = Girone doppio
new-two_losses = Doppia eliminazione
new-third = Finale per il terzo posto
new-minutes = Minuti
new-best_of = Partite per incontro (al meglio di)
new-armageddon = Spareggio Armageddon (la seconda parte vince con la patta)
new-armageddon_or_replay = Spareggio Armageddon (la seconda parte vince con la patta); altrimenti altre partite finché uno vince
new-start = I turni iniziano
new_start-director = quando un direttore li avvia
new_start-clock = a tempo
new_start-agreement = coppia per coppia, quando entrambi sono pronti
new-pause = Minuti fra i turni
new-no_show = Tempo per confermare (minuti; vuoto = nessuno)
new-through = Giocatori che passano dalla fase precedente
new-through_groups = Giocatori che passano da ogni gruppo
new-tie_breaks = Spareggi tecnici, in ordine
new-no_tie_breaks = Nessuno: a pari punti si divide il posto.
new-add_tie_break = Aggiungi spareggio…
new-up = Sposta su: { $what }
new-drop = Rimuovi: { $what }
new-add_stage = Aggiungi fase
new-drop_stage = Rimuovi fase
new-when = Orario e direttori
new-begins_at = Inizio
new-begins_how = Lascia vuoto per avviarlo tu.
new-directors = Condirettori
new-names_how = Separa i nomi con virgole.
new-edition = Regolamento FIDE
edition-fide--2026 = Edizione del 2026
edition-fide--2017 = Edizione del 2017
edition_how-fide--2026 = Il riposo va al punteggio più basso che permette un abbinamento completo, e gli spareggi limitano il valore dei turni senza partita.
edition_how-fide--2017 = Abbinamenti con le regole fino a gennaio 2026: riposa chi resta nell’ultimo gruppo.
new-entry = Condizioni, riposi e iscrizione tardiva
new-who = Giocatori
new_kinds-all = Tutti
new_kinds-account = Solo account
new_kinds-account_bot = Account e bot
new_kinds-account_guest = Account e ospiti, niente bot
new_kinds-bot = Solo bot
new-at_least = Punteggio minimo
new-at_most = Punteggio massimo
new-games = Minimo di partite classificate
new-days = Minimo di giorni su questo server
new-invited = Solo questi giocatori
new-most = Massimo di iscritti
new-late = Iscrizione tardiva fino al turno (½ punto per turno perso)
new-byes = Riposi da mezzo punto per giocatore
new-make = Crea torneo
new-length = Scrivi da { $least } a { $most } caratteri.
new-range = Scrivi un numero da { $least } a { $most }.
new-guest = Sei un ospite: solo questo browser può dirigere il torneo. Se i suoi dati vengono cancellati, non può più nessuno.
new-guest_account = Registrati per conservare il diritto

template-title = Modelli
template-arena = Arena rapida
template-swiss = Svizzero serale
template-cup = Coppa
template-league = Lega
template-start = Inizio
template-self = Quando lo avvio io
template-in_minutes =
    { $n ->
        [one] Fra { $n } minuto
       *[other] Fra { $n } minuti
    }
template-at = A un’altra ora…
template-start_self = Avvialo sulla sua pagina quando i giocatori si sono iscritti.
template-start_few = Inizia da solo. Con meno di due giocatori viene annullato.
template-all = Tutte le opzioni
template-back = Modelli
template_how-arena = Gioca una partita dopo l’altra finché c’è tempo. Le serie di vittorie valgono doppio.
template_how-arena_of_tables = Gioca a un tavolo da quattro dopo l’altro finché c’è tempo. I posti danno punti e le serie non contano.
template_how-swiss = Tutti giocano ogni turno, contro giocatori con punti simili.
template_how-cup = Vinci e vai avanti, perdi e sei fuori. Vince chi resta alla fine.
template_how-league = Tutti contro tutti; ogni coppia gioca quando entrambi sono pronti.
template_name-arena = Arena di { $game }
template_name-swiss = Svizzero di { $game }
template_name-cup = Coppa di { $game }
template_name-league = Lega di { $game }
template_asks-arena = Durata
template_asks-swiss = Turni
template_asks-cup = Ogni incontro
template_asks-league = Ogni coppia gioca
template_size-arena =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minuti
    }
template_size-swiss =
    { $n ->
        [one] { $n } turno
       *[other] { $n } turni
    }
template_size-cup =
    { $n ->
        [one] { $n } partita
       *[other] al meglio delle { $n } partite
    }
template_size-league =
    { $n ->
        [one] una volta
       *[other] due volte
    }

call-title = Le tue partite di torneo
call-game = La tua partita in { $name } è iniziata.
call-round = Il tuo turno in { $name } è iniziato: conferma la presenza.
call-come = È ora di giocare.
call-game_short = La tua partita è iniziata:
call-round_short = Il tuo turno è iniziato:
call-until = Presentati entro { $when }.
call-go = Vai alla partita
call-ready = Sono qui

status-open = in arrivo
status-running = in corso
status-ended = finito
status-cancelled = annullato
tour-missing = Torneo non trovato.
tour-all = Tutti i tornei
tour-directors = Direttori:
tour-asked = Iscrizione: { $what }.
tour-met = soddisfatta
tour-unmet = non soddisfatta
tour-join = Iscriviti
tour-invites = { $who } vuole giocare in coppia con te.
tour-invites_accept = Gioca con { $who }
tour-invited = Hai invitato { $who }. Entrate insieme quando accetta.
tour-partner = Il tuo compagno
tour-withdraw = Ritirati
tour-withdraw_sure = Ritirarti? Perderai per forfait le partite che restano.
tour-you_withdrew = Hai lasciato il torneo.
tour-return = Rientra
tour-you_are_in = Partecipi. Ti chiameremo quando inizia la tua partita.
tour-wait = In attesa del tuo prossimo abbinamento…
tour-wait_next =
    { $n ->
        [one] Giochi subito dopo. { $n } giocatore aspetta.
       *[other] Giochi subito dopo. { $n } giocatori aspettano.
    }
tour-wait_alone = Giochi appena un altro giocatore è libero.
tour-wait_rematch =
    { $n ->
        [one] Giochi appena un nuovo avversario è libero. Per ripetere un avversario serve { $n } secondo di attesa.
       *[other] Giochi appena un nuovo avversario è libero. Per ripetere un avversario servono { $n } secondi di attesa.
    }
tour-wait_end = Il tempo è finito: niente più abbinamenti.
tour-clock = Tempi e numeri
tour-starts_in = Inizia fra
tour-any_moment = a momenti
tour-round_label = Turno
tour-of = { $n } su { $all }
tour-decided = Incontri decisi
tour-next_round_in = Prossimo turno fra
tour-time_left = Tempo rimasto
tour-last_games = ultime partite
tour-next_pairing_in = Prossimo abbinamento fra
tour-players_waiting = In attesa
tour-players_playing = In gioco
tour-check_in_left = Tempo per confermare:
tour-playing = La tua partita contro { $who } è in corso.
tour-you_meet = Turno { $n }: giochi contro { $who }.
tour-you_are_ready = Hai confermato la presenza.
tour-live = Partite in corso
tour-standings = Classifica
tour-points = Punti
tour-streak = Ultime partite
tour-in_a_row = { $n } di fila
tour-games = Partite
tour-performance = Prestazione
tour-record_head = V–P–S
tour-record_how = Partite vinte, patte e perse
tour-reached = Traguardo
tour-goes_on =
    { $n ->
        [one] Il primo passa a «{ $stage }».
       *[other] I primi { $n } passano a «{ $stage }».
    }
reached-won = Vincitore
reached-bye = Riposo
reached-waiting = in attesa di un avversario
reached-open = contro { $who }
reached-beat = ha battuto { $who }
reached-lost = ha perso con { $who }
podium-title = Podio
podium-place = Posto { $n }:
podium-more =
    { $n ->
        [one] e un altro
       *[other] e altri { $n }
    }
tour-next_counts_double = La prossima vittoria vale doppio.
tour-working = Come si calcola
tour-working_of = Come si calcolano gli spareggi di { $who }
tour-tells_nothing = non applicabile
tour-no_opponent = nessun avversario
tour-cut = scartato
tour-cross_table = Tabellone incrociato
tour-bracket = Tabellone
tour-bye = riposo
tour-side_first = 1
tour-side_second = 2
tour-pairings = Abbinamenti
tour-round = Turno { $n }
tour-round_short = T{ $n }
tour-choose_round = Scegli un turno
tour-not_begun = non iniziato
tour-byes = Riposo:
bye-pairing = numero dispari di giocatori
bye-asked = richiesto
bye-late = iscrizione tardiva
worth-zero = 0 punti
worth-half = ½ punto
worth-full = 1 punto
tour-is_ready = { $who } è qui
tour-why = Perché?
tour-now = in corso
tour-off = non giocata
tour-forfeit = forfait
tour-correct = Imposta risultato…
tour-game = Partita
tour-seat = Parte
tour-place = Posto
tour-place_n = Posto { $n }
tour-result = Risultato
tour-first_side = la prima parte
tour-second_side = la seconda parte
result_of-first = ha vinto { $first }
result_of-drawn = patta
result_of-second = ha vinto { $second }
result_of-first_absent = { $first } non si è presentato
result_of-second_absent = { $second } non si è presentato
result_of-both_absent = nessuno si è presentato
result_of-void = non conta: da rigiocare
result_of-placed = posti di tutti i giocatori
result_of-all_absent = non è venuto nessuno
tour-take_back = Annulla le partite successive che ne dipendono
tour-put_right = Salva risultato
tour-loses = { $who } perde il resto per forfait
tour-stages = Fasi
tour-groups = Gruppi
tour-group = Gruppo { $n }
tour-to_come = in arrivo
tour-entrants =
    { $n ->
        [one] { $n } iscritto
       *[other] { $n } iscritti
    }
tour-entrant = Iscritto
tour-nobody = Ancora nessun iscritto.
tour-withdrawn = ritirato
tour-withdraw_who = Ritira { $who }
tour-return_who = Riammetti { $who }
tour-take_away = Download
tour-trf = Rapporto (TRF)
tour-json = Tutti i dati (JSON)
tour-record = Tutte le partite
tour-directing = Direzione
tour-more_directing = Iscritti, riposi e abbinamenti
tour-start = Avvia torneo
tour-start_stage = Avvia «{ $name }»
tour-pair = Abbina il turno { $n }
tour-begin_round = Avvia il turno { $n }
tour-end = Termina torneo
tour-end_sure = Terminare il torneo con la classifica attuale?
tour-cancel = Annulla torneo
tour-cancel_sure = Annullare tutto il torneo?
tour-enter_who = Aggiungi un giocatore (separa i compagni con una virgola)
tour-enter = Aggiungi
tour-give_bye = Riposo per
tour-in_round = nel turno
tour-worth = Punti
tour-give = Assegna
tour-has_bye = { $who } riposa nel turno { $n }
tour-take_away_again = Annulla
tour-pair_of = Coppia
tour-one = Primo della coppia
tour-two = Secondo della coppia
tour-fix = Forza abbinamento
tour-forbid = Blocca abbinamento
tour-is_fixed = { $one } e { $two } si incontrano nel prossimo turno
tour-is_forbidden = { $one } e { $two } non verranno abbinati
bracket-round = Turno { $n }
bracket-quarter_final = Quarto di finale
bracket-semi_final = Semifinale
bracket_round-quarter_final = Quarti di finale
bracket_round-semi_final = Semifinali
bracket_round-final = Finale
bracket-winners_round = Turno { $n }
bracket-losers_round = Turno { $n } dei perdenti
bracket-winners = Turno { $n } · { $game }
bracket-losers = Turno { $n } dei perdenti · { $game }
bracket-third_place = Terzo posto
bracket-final = Finale
bracket-final_again = Seconda finale
bracket-loser_of = perdente di { $game }
bracket-winner_of = vincitore di { $game }
bracket-seed = testa di serie
bracket-won = vincitore
bracket-open = da decidere

tour-log = Registro
log-server = il server
log-undo = Annulla
log-is_undone = annullato
log-created = creato
log-entered = { $who } partecipa
log-partner_invited = { $who }: invito a un compagno
log-withdrew = { $who } si ritira
log-returned = { $who } rientra
log-seeded = ordine iniziale cambiato
log-bye_given = riposo per { $who } nel turno { $n }
log-bye_given_back = riposo di { $who } nel turno { $n } tolto
log-forbidden = abbinamento bloccato: { $who }
log-allowed = abbinamento permesso: { $who }
log-fixed = abbinamento forzato: { $who }
log-unfixed = abbinamento non più forzato: { $who }
log-stage_began = «{ $stage }» inizia
log-stage_taken_back = «{ $stage }» annullata
log-round_paired = turno { $n } abbinato
log-unpaired = abbinamenti del turno { $n } annullati
log-round_began = turno { $n } avviato
log-ready = { $who } è qui
log-game_began = { $pair }: inizia la partita { $n }
log-game_ended = { $pair }: la partita { $n } finisce { $result }
log-forfeited = { $pair }: { $who } perde per forfait
log-corrected = { $pair }: partita { $n } corretta in { $result }
log-paused = turno sospeso
log-resumed = turno ripreso
log-penalized = penalità per { $who }
log-announced = messaggio a tutti
log-undone = azione { $action } annullata
log-ended = finito
log-cancelled = annullato

schedule-title = Tornei regolari
schedule-repeat = Ripetizione
schedule-once = Una volta
schedule-weekly = Ogni settimana
schedule-daily = Ogni giorno
schedule-repeat_how = Il server crea ogni torneo un giorno prima dell’inizio.
schedule-daily_at = Ogni giorno alle { $time } ({ $zone })
schedule-weekly_at = { $days } alle { $time } ({ $zone })
schedule-creates = Prossimo inizio da annunciare: { $when }
schedule-ended = Non sono previsti altri tornei.
schedule-end = Termina la serie
schedule-end_sure = Terminare questa serie? I tornei già annunciati si svolgono.
schedule-standings = Classifica generale
schedule-place = Posto
schedule-player = Giocatore
schedule-points = Punti
schedule-wins = Vittorie
schedule-played = Tornei
schedule-scoring = Punti per posto: { $points }.
schedule-part_of = Fa parte di
schedule-best =
    { $n ->
        [one] Conta il risultato migliore.
        [many] Contano i { $n } risultati migliori.
       *[other] Contano i { $n } risultati migliori.
    }

tour-print = Stampa
projector-open = Vista per proiettore

desk-title = Tavolo della direzione
desk-pause = Sospendi il turno
desk-resume = Riprendi il turno
desk-undo = Annulla l’ultima azione
desk-paused = Il turno è sospeso da { $since }. Gli orologi sono fermi.
desk-last = Ultima azione: { $what } ({ $who }, { $at })
desk-messages = Messaggi della direzione
desk-message = Messaggio a tutti
desk-send = Invia
desk-penalties = Penalità
desk-penalize = Penalizza
desk-penalty = Penalità
desk-print = Stampa o salva come PDF
desk_print-pairings = Abbinamenti
desk_print-standings = Classifica
desk_print-crosstable = Tabellone incrociato
desk-to_tournament = Al torneo
desk-games = Partite in corso ({ $n })
desk-no_games = Tutte le partite del turno sono decise.
desk-open = Mossa { $ply }
desk-waits = Attende da { $since }.
desk-forfeits = Forfait tra
desk_state-ready = pronto
desk_state-absent = non ancora presente
desk_state-gone = non collegato
desk_state-here = collegato
desk-whom = Giocatore
desk-seconds = Secondi
desk-reason = Motivo
desk-engine = Confronto con il motore
desk-engine_how = Confronta le mosse di un giocatore nelle partite concluse di questo torneo con il motore. È un indizio, non un verdetto.
desk-engine_found = { $games } partite, { $choices } scelte, concordanza { $agreement }
desk-compare = Confronta
desk-striking = da guardare meglio
penalty-warning = Ammonizione
penalty-time = Tempo tolto
penalty-loss = Perdita della partita

report-title = Importa un rapporto
report-how = Crea un torneo da un rapporto (TRF16 o TRF26) di un altro programma.
report-game = Gioco
report-file = File del rapporto
report-import = Importa
