### The pages, the lessons and the rules.

nav-brand = Chivalry, pagina iniziale
nav-label = Principale
nav-places = Menu
nav-home = Gioca
nav-tournaments = Tornei
nav-puzzles = Problemi
nav-study = Studio
nav-players = Giocatori
nav-rules = Regole
nav-skip = Vai al contenuto
nav-me = Giochi come { $name }
link-online = Connesso
link-trip = Connesso, { $ms } ms
link-offline = Connessione persa. Riconnessione…
link-connecting = Connessione…
wait-loading = Caricamento…
offline-title = Nessuna connessione
offline-why = Per giocare, trovare avversari, seguire i tornei e risolvere problemi serve il server, che non è raggiungibile. Controlla la connessione e riprova.
offline-games = Le ultime partite che hai visto
offline-seen_at = Nessuna connessione. La partita è come l’hai vista: { $when }.
offline-notice = Sei offline. Controlla la connessione.
offline-retry = Riprova
nowhere-title = Pagina non trovata
nowhere-why = Non troviamo questa pagina. Forse il link è incompleto.

home-page_title = Chivalry: gioca a Camelot e Chivalry online
home-title = All’assalto del castello.
home-lead = Come la dama, ma con i cavalieri: galoppa, cattura e porta due pezzi nel castello nemico. Gioca subito, senza account.
home-play = Trova un avversario
home-game = Variante
home-more_games = Altre varianti…
home-a_move = per mossa
home-waiting_n = { $n } in attesa
home-playing_n = { $n } in gioco
home-players =
    { $n ->
        [one] { $n } giocatore
       *[other] { $n } giocatori
    }
home-how_to_play = Come si gioca
home-time = Tempo
home-seat = La tua parte
home-any_seat = A caso
home-friend = Gioca con un amico
home-make_link = Crea link
home-computer = Gioca contro il computer
home-level = Livello
home-computers_each = Giochi contro computer intorno a questo livello, ognuno per sé.
home-computers = Giochi con tre computer intorno a questo livello; il tuo compagno è quello di mezzo.
home-play_computer = Inizia partita
home-puzzle_how = Trova la mossa vincente.
home-start = Gioca
home-start_computer = { $game } contro il computer, senza orologio
home-start_opponent = { $who } aspetta · { $time }
home-discover = Altro da fare
home-learn = Impara in tre minuti
home-learn_how = Prova ogni tipo di mossa su una piccola scacchiera.
home-tournament = Tornei
home-tournament_how = Creane uno per i tuoi amici o il tuo circolo.
home-finished = Appena finite
show-computers = Due computer giocano a { $game }
show-watch = Guarda { $names }
show-pause = Pausa
show-play = Continua
seek-nobody_yet = Stiamo ancora cercando. Vuoi giocare contro il computer nell’attesa? Ti porteremo alla tua partita.
seek-meanwhile = Gioca contro il computer
seek-background = Cerchiamo ancora un avversario per { $game }…
start-title = Posizione personalizzata
start-position = Posizione
start-position_how = Incolla il codice di una posizione da uno studio. Queste partite non sono classificate.
start-handicap = Vantaggio: togli i pezzi in
start-handicap_how = Case dei pezzi di una parte, come C6 D6. Quella parte gioca senza.
match-custom_start = posizione personalizzata
match-handicap = vantaggio: senza { $squares }
more-title = Altre opzioni
more-open = Pubblica: chiunque può unirsi
more-rated = Classificata (solo con account)
more-plays_on = Se un compagno abbandona o finisce il tempo, l’altro continua
more-delay = Ritardo per gli spettatori
more-no_delay = nessuno
more-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minuti
    }
level-1 = principiante
level-2 = novizio
level-3 = amatore
level-4 = intermedio
level-5 = solido
level-6 = forte
level-7 = molto forte
level-8 = il più forte
level-style_1 = Vede poco oltre la mossa successiva e non si accorge di molte mosse.
level-style_2 = Cattura ciò che vede e spesso non si accorge delle mosse lunghe.
level-style_3 = Vede scambi brevi e a volte non si accorge di una mossa lunga.
level-style_4 = Calcola poche mosse e valuta male alcune posizioni.
level-style_5 = Di rado gli sfugge una mossa, ma non calcola lontano.
level-style_6 = Calcola più lontano e valuta bene la maggior parte delle posizioni.
level-style_7 = Non gli sfugge nulla e calcola meno lontano del livello più forte.
level-style_8 = Gioca meglio che può.
level-rating = circa { $rating }
home-mine = Le tue partite
home-waiting = Partite aperte
home-accept = Gioca
home-look = Guarda
home-watch = Partite in corso
seek-looking = Ricerca di un avversario…
seek-cancel = Annulla

speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rapida
speed-classical = classica
speed-correspondence = per corrispondenza
speed-unlimited = senza orologio
time-days =
    { $n ->
        [one] { $n } giorno
       *[other] { $n } giorni
    }
time-days_hours = { $d } g { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } g
clock-to_move = Muove
clock-first_move = prima mossa: { $s } s

seat-white = Bianco
seat-black = Nero
seat-red = Rosso
seat-green = Verde
seat-blue = Blu
seat-yellow = Giallo
team-two = { $a } e { $b }
team-others = Gli avversari di { $who }
piece-man = Pedone
piece-knight = Cavaliere
piece-man_of = Pedone ({ $seat })
piece-knight_of = Cavaliere ({ $seat })
square-empty = vuota
square-water = acqua
square-tree = albero
square-castle_of = castello ({ $seat })
square-can_move = può muovere
square-can_go = può andare qui

board-label = Scacchiera di { $variant }. Usa le frecce per spostarti e Invio per scegliere.
board-to_move = Muove: { $seat }
board-flip = Gira la scacchiera
walk-stop = Gioca { $move }
walk-undo = Annulla tratto
walk-cancel = Annulla
hint-may_go_on = Puoi fermarti in { $square } (toccala di nuovo) o continuare.
hint-several_ways = { $n } percorsi diversi finiscono in { $square }. Tocca le case in mezzo.
hint-no_tree = Non puoi piantare un albero in { $square }.
trees-plant = Pianta gli alberi
hint-walking = Non puoi andare lì. Continua, torna indietro o annulla.
duty-trees = Prima della tua prima mossa, scegli tre case dalla tua parte per gli alberi.
duty-capture = Devi catturare: per esempio { $from } sopra { $over }.
duty-leave_castle = Il tuo pezzo in { $square } deve prima uscire dal tuo castello.
duty-jump_out = Il tuo pezzo in { $square } deve uscire dal tuo castello con un salto.
why-castle_moves_spent = Hai finito le mosse di castello, quindi questo pezzo resta fermo.
why-in_goal = Un pezzo nel castello nemico resta lì.
why-no_move = Il pezzo in { $square } non può muovere.
why-must_charge = Il Cavaliere poteva catturare in { $over } da { $square }, quindi questa mossa deve catturare.
why-must_continue = Continua a saltare: puoi ancora catturare in { $over }.
why-no_way = { $from } non arriva in { $square } con una mossa.
why-no_capture = { $from } non può catturare il pezzo in { $square }.
why-capture_beyond = Per catturare in { $square }, scegli la casa vuota dietro.
why-go_on = Devi continuare.

say-move = { $seat }: { $piece } da { $from } { $way }.
say-step = a { $to }
say-canter = galoppa in { $to }
say-jump = salta in { $to }
say-then = { $to }
say-captures = Cattura: { $list }.
say-knight_on = Cavaliere in { $square }
say-man_on = Pedone in { $square }
say-castle = È nel castello!
say-trees = { $seat }: alberi in { $list }.
say-pass = { $seat }: passa.
say-your_turn = Tocca a te.
say-started = La partita è iniziata.
say-low_time = Restano dieci secondi.
say-declined = La tua offerta è stata rifiutata.
say-lapsed = La tua offerta è scaduta.
say-took_back = Mossa ritirata.
say-time_added = { $who } riceve altri { $s } secondi.

moves-title = Mosse
moves-none = Ancora nessuna mossa.
moves-first = Vai all’inizio
moves-back = Una mossa indietro
moves-forward = Una mossa avanti
moves-last = Vai alla fine
move-pass = passa
input-label = Scrivi una mossa
input-send = Muovi
input-unreadable = Non è una mossa. Scrivi le case, come { $move }.

keys-title = Scorciatoie da tastiera
keys-board = Vai alla scacchiera
keys-walk = Spostarsi sulla scacchiera
keys-choose = Scegliere una casa
keys-cancel = Annullare o chiudere
keys-step = Una mossa indietro o avanti
keys-ends = Prima o ultima mossa

player-gone = assente
player-gone_for = assente, { $s } s
claim-title = Reclama la partita
claim-gone = Il tuo avversario se n’è andato.
claim-gone_all = Gli altri giocatori se ne sono andati.
claim-win = Reclama la vittoria
claim-draw = Reclama la patta
say-gone = { $who } non c’è più.
say-back = { $who } è di nuovo qui.
end-abandonment = avversario andato via
player-out_time = tempo scaduto
player-out_resigned = ha abbandonato
say-out = { $who } è fuori ({ $why }). Gli altri continuano.
player-nobody = in attesa…
player-you = tu
player-level = Livello { $n } · { $words }
player-your_partner = il tuo compagno
player-partner_of = compagno di { $seat }
player-strength = { $knights }, { $men }
player-knights =
    { $n ->
        [one] { $n } Cavaliere
       *[other] { $n } Cavalieri
    }
player-men =
    { $n ->
        [one] { $n } Pedone
       *[other] { $n } Pedoni
    }
player-captured = Catturati: { $n }

premove-ready = Premossa: { $move }.
premove-no_way = Non si può andare da { $from } a { $to }.
premove-dropped = Premossa annullata: non è più possibile.
plan-title = Pianifica
plan-open = Pianifica
plan-change = Modifica il piano
plan-clear = Svuota
plan-how = Gioca sulla scacchiera la mossa dell’avversario, poi la tua risposta. Se la gioca, la tua risposta viene giocata subito.
plan-if = Se { $who } gioca… Scegli la sua mossa.
plan-then = Allora giochi… Scegli la tua mossa.
plan-word_if = se
plan-word_then = allora
plan-another = Aggiungi un’altra mossa avversaria
plan-save = Salva
plan-saved =
    { $n ->
        [one] Piano salvato: { $n } risposta.
       *[other] Piano salvato: { $n } risposte.
    }
plan-ready =
    { $n ->
        [one] Il tuo piano ha { $n } risposta:
       *[other] Il tuo piano ha { $n } risposte:
    }
plan-too_many = Un piano può avere fino a { $n } risposte.
match-watchers =
    { $n ->
        [one] { $n } spettatore
       *[other] { $n } spettatori
    }
end-unknown = come registrato
match-title = Partita
match-your_turn = Tocca a te
match-missing = Partita non trovata
match-missing_why = Forse è privata, o il link è incompleto.
match-private = privata
match-rated = classificata
match-casual = amichevole
match-actions = Azioni
match-abort = Annulla partita
match-resign = Abbandona
match-study = Analizza partita
match-to_rematch = Vai alla rivincita
match-round_paused = La direzione ha sospeso il turno. Gli orologi sono fermi.
match-director_says = Dalla direzione:
match-of_tournament = { $name }, turno { $n }
match-to_tournament = Torna al torneo
match-add_time = +15 s all’avversario
match-save_record = Scarica partita
match-save_proof = Scarica prova firmata
match-proof_what = Una copia firmata dal server che chiunque può verificare
match-looking_back = Stai guardando una mossa precedente
match-to_now = Torna alla partita
match-more = Altro
match-close = Chiudi
match-review = Rivedi
confirm-title = Confermi?
confirm-resign = Abbandonare questa partita?
confirm-abort = Annullare questa partita?
confirm-no = No
offer-draw = Offri patta
offer-draw_made = Hai offerto la patta.
offer-draw_from = { $who } offre la patta.
offer-takeback = Chiedi di ritirare la mossa
offer-takeback_made = Hai chiesto di ritirare la mossa.
offer-takeback_from = { $who } chiede di ritirare la mossa.
offer-rematch = Gioca ancora
offer-rematch_made = Hai offerto la rivincita.
offer-rematch_from = { $who } offre la rivincita.
offer-adjournment = Aggiorna partita
offer-adjournment_made = Hai offerto di aggiornare la partita.
offer-adjournment_from = { $who } offre di aggiornare la partita.
offer-resumption = Riprendi ora
offer-resumption_made = Hai offerto di riprendere.
offer-resumption_from = { $who } offre di riprendere.
adjourn-until = Riprendi il
adjourn-at = Riprenderebbe il { $at }.
adjourn-is = Aggiornata al { $at }. Gli orologi sono fermi.
vacation-title = Ferie
vacation-what = I tuoi orologi si fermano nelle partite per corrispondenza che permettono le ferie.
vacation-left =
    { $n ->
        [one] Resta { $n } giorno su { $of } quest’anno.
       *[other] Restano { $n } giorni su { $of } quest’anno.
    }
vacation-until = Sei in ferie fino al { $at }.
vacation-of = { $who } è in ferie fino al { $at }.
vacation-ends = Fino al
vacation-begin = Vai in ferie
vacation-end = Torna dalle ferie
vacation-begun = Sei in ferie.
vacation-ended = I tuoi orologi corrono di nuovo.
arrange-title = Partite concordate
arrange-new = Concorda una partita
arrange-with = Avversario
arrange-game = Variante
arrange-at = Ora
arrange-send = Proponi
arrange-proposed = La partita è proposta.
arrange-agree = Accetta { $at }
arrange-cancel = Annulla partita
arrange-calendar = Salva nel calendario
arrange-open_match = Vai alla partita
arrange-open = proposta
arrange-agreed = concordata
arrange-begun = iniziata
arrange-declined = rifiutata
arrange-cancelled = annullata
arrange-expired = scaduta
rest-title = riposo
rest-choice = Ore senza gioco
rest-weekend = Fine settimana
rest-from = Dalle
rest-until = Alle
rest-monday = lun
rest-tuesday = mar
rest-wednesday = mer
rest-thursday = gio
rest-friday = ven
rest-saturday = sab
rest-sunday = dom
offer-accept = Accetta
offer-decline = Rifiuta
invite-title = Invito
invite-waiting = In attesa del tuo amico…
invite-waiting_for =
    { $n ->
        [one] In attesa di { $n } giocatore…
       *[other] In attesa di { $n } giocatori…
    }
invite-how = Invia questo link o mostra il codice QR. Chi lo apre per primo può unirsi.
invite-link_for = Link per { $seat }
invite-link_any = Link per un posto qualsiasi
invite-by_seat = Un link per ogni posto
invite-cancel = Annulla
invite-from = { $who } ti invita a giocare a { $variant }
invite-join = Gioca
invite-join_as = Gioca con { $seat }
invite-private = Questa partita è privata. Ti serve il suo link per unirti.
share-copy = Copia
share-copied = Copiato
share-send = Condividi
share-code = Codice QR
share-code_label = Lo stesso link come codice QR

embed-open = Apri la partita
embed-no_featured = In attesa di una partita da mostrare
challenge-title = Sfide
challenge-make = Sfida
challenge-send = Invia sfida
challenge-from = { $who } ti sfida.
challenge-asks = ti sfida:
challenge-you_play = giochi con { $seat }
challenge-why_not = Motivo del rifiuto
challenge-waiting = In attesa di { $who }…
challenge-cancel = Annulla
challenge-declined = { $who } ha rifiutato.
challenge-expired = { $who } non ha risposto in tempo.
challenge-seen = Chiudi
decline-generic = Nessun motivo
decline-later = Non ora. Chiedimelo più tardi.
decline-too_fast = È troppo veloce per me.
decline-too_slow = È troppo lento per me.
decline-time_control = Preferisco un’altra cadenza.
decline-rated = Preferisco una classificata.
decline-casual = Preferisco un’amichevole.
decline-variant = Preferisco un’altra variante.

talk-title = Chat
talk-nothing = Ancora nessun messaggio.
talk_to-players = Messaggio ai giocatori
talk_to-watchers = Messaggio agli spettatori
talk_among-players = giocatore
talk_among-watchers = spettatore
talk_apart-players = Gli spettatori lo vedono solo a partita finita.
talk_apart-watchers = I giocatori lo vedono solo a partita finita.
talk-send = Invia
talk-said = Nuovo messaggio di { $who }
talk-unread =
    { $n ->
        [one] { $n } messaggio nuovo
       *[other] { $n } messaggi nuovi
    }
talk-hidden = Un moderatore ha nascosto questo messaggio.
talk-profile = Profilo
talk-mute = Silenzia { $who }
talk-muted = { $who }: messaggi silenziati.
talk-unmute = Annulla
talk-phrases = Messaggi rapidi
phrase-luck = Buona fortuna!
phrase-game = Buona partita!
phrase-played = Ben giocato!
phrase-thanks = Grazie!
silence-title = Sospendi { $who } dalla chat
silence-length = Durata
silence-why = Motivo
silence-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minuti
    }
silence-hours =
    { $n ->
        [one] { $n } ora
       *[other] { $n } ore
    }
silence-other = altro
silence-give = Sospendi
silence-given = { $who } non può scrivere in chat.
silence-ended = { $who } può di nuovo scrivere in chat.
silence-hide = Nascondi messaggio
moderation-title = Registro di moderazione
moderation-nothing = Ancora niente.
moderation-timeout = Sospensione di
moderation-end_timeout = Termina la sospensione
moderation-hide = Messaggio nascosto di
moderation-until = fino a { $when }
talk-too_fast =
    { $n ->
        [one] Più piano: potrai scrivere fra { $n } secondo.
       *[other] Più piano: potrai scrivere fra { $n } secondi.
    }
talk-timeout = Non puoi scrivere in chat fino a { $when }.
talk-timeout_for = Non puoi scrivere in chat fino a { $when }. Motivo: { $why }.
timeout-insult = insulti
timeout-threat = minacce
timeout-indecency = linguaggio indecente
timeout-spam = spam
timeout-help = aiuto a un giocatore durante la partita

result-win = Vince { $who }: { $why }
result-draw = Patta: { $why }
result-aborted = Partita annullata.
end-castle = castello conquistato
end-bare = pezzi insufficienti
end-capture = tutti i pezzi catturati
end-no_move = l’avversario non può muovere
end-repetition = triplice ripetizione
end-fifty_moves = 50 mosse senza progressi
end-passes = nessuna mossa legale
end-agreement = per accordo
end-resignation = abbandono dell’avversario
end-time = per il tempo
end-abort = annullata
end-forfeit = nessuna prima mossa in tempo
card-won = Hai vinto!
card-lost = Hai perso.
card-drawn = Patta.
card-castle_mine = Il tuo { $piece } ha preso il castello.
card-castle_partner = Il { $piece } del tuo compagno ha preso il castello.
card-castle_enemy = Il { $piece } nemico ha preso il castello.
card-capture_won = Hai catturato tutti i pezzi nemici.
card-capture_lost = Tutti i tuoi pezzi sono stati catturati.
card-no_move_won = { $who } non può muovere.
card-no_move_lost = Non puoi muovere.
card-resignation_won = { $who } ha abbandonato.
card-resignation_lost = Hai abbandonato.
card-time_won = { $who } ha finito il tempo.
card-time_lost = Hai finito il tempo.
card-abandonment_won = { $who } ha lasciato la partita.
card-abandonment_lost = Hai lasciato la partita.
card-forfeit_won = { $who } non ha fatto la prima mossa in tempo.
card-forfeit_lost = Non hai fatto la prima mossa in tempo.

refused-by_rule = { $words } (regola { $section })
code-not_your_turn = Non tocca a te.
code-stale_ply = La partita è andata avanti.
code-match_over = La partita è finita.
code-seat_taken = Quel posto è occupato.
code-rate_limited = Troppo veloce. Riprova fra un momento.
code-unavailable = Il server è occupato. Riprova fra poco.
code-no_network = Il server non è raggiungibile in questo momento.

settings-title = Impostazioni
settings-theme = Tema
settings-board = Scacchiera
settings-pieces = Pezzi
settings-language = Lingua
settings-coordinates = Coordinate
settings-animation = Anima le mosse
settings-sound = Suono
settings-volume = Volume
settings-vibration = Vibra a ogni mossa
settings-autoStop = Fermati alla prima casa possibile
settings-talk = Mostra la chat
settings-notifications = Avvisami quando tocca a me
settings-done = Fatto
theme-auto = Sistema
theme-light = Chiaro
theme-dark = Scuro
board_theme-linen = Lino
board_theme-slate = Ardesia
board_theme-forest = Foresta
board_theme-wood = Legno
pieces-heraldry = Araldica
pieces-wood = Legno
pieces-figures = Figure
pieces-shields = Scudi
pieces-letters = Lettere

study-title = Studio
study-how = Muovi entrambe le parti. Le mosse alternative diventano varianti.
study-edit = Componi posizione
study-import = Importa
study-import_how = Incolla una partita o una posizione, o trascina un file sulla pagina.
study-import_read = Importa partita
study-read =
    { $n ->
        [one] Caricata: { $n } mossa
       *[other] Caricate: { $n } mosse
    }
study-nothing = non contiene nessuna partita
study-unreadable = Non è stato possibile leggere: { $what }
study-fault = La mossa { $ply }, { $move }, non è legale: { $why }. La partita è mostrata fino a lì.
study-bad_address = Non è stato possibile leggere la posizione di questo link.
study-left_out = Esclusa dalle varianti perché non legale: { $move }.
study-note = Commento
study-signs = Simboli
sign-1 = Buona mossa
sign-2 = Errore
sign-3 = Mossa brillante
sign-4 = Errore grave
sign-5 = Mossa interessante
sign-6 = Mossa dubbia
study-promote = Rendi linea principale
study-cut = Elimina da qui
study-draw = Patta.
study-won = Vince { $who }.
retry-start =
    { $n ->
        [one] { $who }: correggi { $n } errore
       *[other] { $who }: correggi { $n } errori
    }
retry-task = { $who }: { $move }. Trova una mossa migliore.
retry-judging = { $move }: vediamo…
retry-right = { $move } è migliore. Ben fatto!
retry-wrong = { $move } non è migliore. Riprova o guarda la soluzione.
retry-shown = { $move } era migliore.
retry-next = Errore successivo
retry-end = Fine
analysis-title = Analisi
analysis-busy = Il motore è occupato. Continuerà da solo.
analysis-game = Revisione della partita
analysis-engine = Motore
analysis-bar = Probabilità di vittoria
analysis-chances = { $who }: { $percent } %.
analysis-unknown = Non ancora valutata
analysis-thinking = sta pensando…
analysis-depth = profondità { $n }
analysis-place = numero { $n } in coda
analysis-deeper = Più a fondo
analysis-line = Linea migliore:
analysis-lines = Linee del motore
analysis-line_count = Linee
analysis-even = Parità.
analysis-ahead = { $who } in vantaggio di { $men } Pedoni.
analysis-wins_in =
    { $n ->
        [one] { $who } può vincere in { $n } mossa.
       *[other] { $who } può vincere in { $n } mosse.
    }
exact-source = Risultati esatti, da tabelle di finali:
exact-known = esatto
exact-win =
    { $n ->
        [one] vince in { $n } mossa
       *[other] vince in { $n } mosse
    }
exact-loss =
    { $n ->
        [one] perde in { $n } mossa
       *[other] perde in { $n } mosse
    }
exact-draw = patta
analysis-judge = Rivedi questa partita
analysis-judging = Mosse riviste
analysis-graph = { $who }: probabilità di vittoria durante la partita
analysis-exactness = Precisione
analysis-exact = { $who }: { $percent } % di precisione.
analysis-faults = Errori
analysis-no_faults = Nessun errore grave.
analysis-fault = { $who }, { $move }: { $fault }.
analysis-better = Meglio: { $move }.
review-next = Errore successivo
review-previous = Errore precedente
review-moments = Momenti chiave
review-moment = { $move } −{ $percent } %
opening-name = Apertura: { $name }
review-book =
    { $n ->
        [one] { $n } mossa del libro delle aperture
       *[other] { $n } mosse del libro delle aperture
    }
review-new_move = Prima mossa nuova: { $move }
why-ask = Perché è un errore?
why-step = Mossa successiva
why-again = Dall’inizio
why-close = Chiudi
why-both = { $knights } e { $men }
why-castle =
    { $n ->
        [one] { $move } lascia entrare { $who } nel castello in { $n } mossa.
       *[other] { $move } lascia entrare { $who } nel castello in { $n } mosse.
    }
why-win =
    { $n ->
        [one] { $move } lascia vincere { $who } in { $n } mossa.
       *[other] { $move } lascia vincere { $who } in { $n } mosse.
    }
why-missed_win =
    { $n ->
        [one] { $move } manca una vittoria ({ $who }) in { $n } mossa.
       *[other] { $move } manca una vittoria ({ $who }) in { $n } mosse.
    }
why-loses = { $move } perde { $what }.
why-exchange = { $move } perde { $what } per { $other }.
why-missed = { $move } manca un guadagno: { $what }.
why-chances = { $move } abbassa la probabilità di vittoria di { $who } dal { $before } % al { $after } %.
threat-show = Minaccia
threat-is = Minaccia: { $move }. { $score }
fault-inaccuracy = imprecisione
fault-mistake = errore
fault-blunder = errore grave
editor-how = Scegli un pezzo, poi tocca le case per metterlo o toglierlo.
editor-pieces = Pezzi
editor-erase = Cancella
editor-turn = Muove
editor-clear = Scacchiera vuota
editor-array = Posizione iniziale
editor-done = Usa posizione
editor-cancel = Annulla
export-title = Condividi
export-address = Link a questo studio
export-position = Copia posizione
export-record = Scarica partita
export-png = Scarica immagine
export-gif = Scarica GIF
export-play = Gioca con un amico da qui
export-done = Fatto

puzzle-any_game = Tutte le varianti
puzzle-length = Lunghezza
puzzle-any_length = Qualsiasi lunghezza
puzzle-moves =
    { $n ->
        [one] { $n } mossa
       *[other] { $n } mosse
    }
puzzle-task = Muove: { $who }. Vinci in { $n }.
puzzle-right =
    { $n ->
        [one] Giusto! Ancora { $n } mossa da trovare.
       *[other] Giusto! Ancora { $n } mosse da trovare.
    }
puzzle-solved = Risolto!
puzzle-wrong = { $move } non vince abbastanza in fretta. Riprova.
puzzle-solution = La freccia mostra la soluzione. Vai avanti per vedere il resto.
puzzle-uncounted = Conta solo il tuo primo tentativo.
puzzle-solved_by = Risolto da { $solved } su { $tried }.
puzzle-untried = Nessuno ci ha ancora provato.
puzzle-from_match = Guarda la partita da cui viene
puzzle-from_practice = Da una partita del computer contro sé stesso.
puzzle-show = Mostra la soluzione
puzzle-next = Problema successivo
puzzle-other = Un altro problema
puzzle-any = Qualsiasi problema
puzzle-none = Non ti resta nessun problema di questo tipo. Scegli un altro tipo.
puzzle-missing = Problema non trovato.
puzzle-address = Link a questo problema
puzzle-first_counts = Il tuo primo tentativo conta per il tuo punteggio nei problemi. Un aiuto o una mossa sbagliata lo consuma.
puzzle-hint = Mostra il pezzo che muove
puzzle-hinted = Muove il pezzo in { $square }.
puzzle-rating = Il tuo punteggio nei problemi:
puzzle-streak =
    { $n ->
        [one] { $n } risolto di fila
       *[other] { $n } risolti di fila
    }
puzzle-rated = Difficoltà { $rating }.
puzzle-daily = Problema del giorno
puzzle-share = Condividi
puzzle-difficulty = Difficoltà
puzzle-any_difficulty = Qualsiasi difficoltà
puzzle-easy = Facile
puzzle-medium = Medio
puzzle-hard = Difficile
puzzle-theme = Tema
puzzle-any_theme = Qualsiasi tema
puzzle-themes = Temi di questo problema
puzzle-charge = Carica del Cavaliere
puzzle-double_jump = Doppio salto
puzzle-castle_entry = Ingresso nel castello
puzzle-forced_exit = Uscita forzata
puzzle-sacrifice = Sacrificio
player-puzzles = punteggio { $rating }, { $solved } su { $tried } risolti al primo tentativo, serie migliore { $best }

rules-title = Regole di { $variant }
gallery-title = Galleria
gallery-lead = Ogni gioco con la sua posizione iniziale. Provane uno contro il computer.
gallery-link = Provare qualsiasi gioco contro il computer
gallery-try = Prova contro il computer
gallery-rules = Regole
gallery-array = La posizione iniziale di { $game }
gallery-trial = in prova
gallery-on_trial = In prova
gallery-on_trial_how = Solo i moderatori vedono questo elenco. Chi ha l’indirizzo di un gioco può provarlo.
rules-games = Le varianti
rules-games_lead = Un’idea, molte scacchiere: fai un passo, galoppa sopra i tuoi pezzi, salta quelli nemici, prendi il castello.
rules-group-first = Inizia qui
rules-group-more = Altre scacchiere e altre idee
rules-group-four = Per quattro giocatori
rules-group-early = Regole di altri tempi
rules-all = Tutte le varianti
rules-play = Gioca
rules-study = Studia
rules-array = Posizione iniziale di { $variant }
rules-section = regola { $section }
rules-players = Parti
rules-against = contro
rules-squares = Case
rules-to_win = Obiettivo
rules-in_castle =
    { $n ->
        [one] { $n } pezzo nel castello nemico
       *[other] { $n } pezzi nel castello nemico
    }
rules-castle_moves = Mosse di castello
rules-end = Come finisce una partita
rules-plain = Passo
rules-plain_how = Muovi di una casa in qualsiasi direzione.
rules-canter = Galoppo
rules-canter_how = Passa sopra un tuo pezzo vicino, nella casa vuota dietro di esso. Continua, in qualsiasi direzione, se vuoi. Non catturi niente, e non è obbligatorio.
rules-jump = Salto
rules-jump_how = Salta sopra un pezzo nemico vicino, nella casa vuota dietro di esso, e catturalo. Se da lì puoi catturarne un altro, continua a saltare.
rules-charge = Carica del Cavaliere
rules-charge_how = Solo un Cavaliere può galoppare e poi saltare nella stessa mossa. Se galoppa dove potrebbe saltare, deve catturare in quella mossa.
rules-compulsion = Devi catturare
rules-compulsion_how = Se puoi saltare, devi saltare. Va bene qualsiasi cattura; non deve essere la più grande.
rules-goal = Entrare nel castello
rules-goal_how = Il castello dall’altra parte è il tuo obiettivo. Un pezzo che entra resta lì, e la tua mossa finisce.
rules-exit = Uscire dal tuo castello
rules-exit_how = Puoi entrare nel tuo castello solo con un salto. Se un tuo pezzo è lì all’inizio del tuo turno, deve uscire per primo.
rules-castle_move = Mosse di castello
rules-castle_move_how =
    { $n ->
        [one] Il tuo pezzo nel castello nemico può passare all’altra casa del castello, una volta per partita.
       *[other] Il tuo pezzo nel castello nemico può passare all’altra casa del castello, fino a { $n } volte per partita.
    }
rules-trees = Alberi
rules-trees_how = Prima della tua prima mossa, pianta tre alberi su case della tua parte. Nessun pezzo può entrarci o saltarci sopra.
rules-letter = Regola completa
rules-full = Le regole complete
rules-full_lead = Le fonti sono le regole della World Camelot Federation (WCF) e i fogli di regole di Parker del 1887 e del 1931. Una nostra decisione colma ogni lacuna.
rules-legal_here =
    { $n ->
        [one] { $n } mossa legale qui:
       *[other] { $n } mosse legali qui:
    }
lesson-try = Prova:
lesson-goal-1 = entra nel castello in alto.
lesson-goal-2 = galoppa sopra il tuo pezzo fin dentro il castello.
lesson-plain-1 = fai un passo con il tuo pezzo.
lesson-plain-2 = il Cavaliere fa passi come un Pedone. Fai un passo con lui.
lesson-canter-1 = galoppa sopra il tuo stesso pezzo.
lesson-canter-2 = galoppa due volte in una mossa. Gira lungo la strada.
lesson-jump-1 = salta sopra il nemico e catturalo.
lesson-jump-2 = cattura due nemici in una mossa. Dopo il primo salto, continua.
lesson-compulsion-1 = uno dei tuoi pezzi può saltare, quindi deve. Trova il salto.
lesson-compulsion-2 = due pezzi possono saltare. Scegli tu quale.
lesson-charge-1 = galoppa con il Cavaliere sopra il tuo pezzo, poi cattura.
lesson-charge-2 = galoppa una volta, poi cattura due nemici con il Cavaliere.
lesson-charge-3 = galoppa fino accanto al nemico. Poi devi catturarlo.
lesson-castle_move-1 = passa all’altra casa del castello.
lesson-castle_move-2 = hai finito le mosse di castello. Muovi l’altro tuo pezzo.
lesson-exit-1 = salta sopra il nemico nel tuo castello. Si entra solo così.
lesson-exit-2 = il tuo pezzo parte dal tuo castello, quindi deve prima uscire.
lesson-trees-1 = pianta tre alberi dalla tua parte.
lesson-win-1 = cattura gli ultimi nemici che ti servono per vincere.
lesson-man_only = Il Pedone in { $from } può andare solo in { $list }.
lesson-knight_only = Il Cavaliere in { $from } può andare solo in { $list }.
lesson-show = Mostrami
lesson-shown = Mossa suggerita: { $move }.
lesson-almost_knight = Buona mossa. Ora prova con il Cavaliere.
lesson-almost_two_hops = Buona mossa. Ora prova a galoppare due volte in una mossa.
lesson-almost_long_charge = Bella cattura. Ora prima galoppa, e potrai catturarne due.
lesson-almost_hop_in = Buona mossa. Ora galoppa sopra il tuo pezzo fin dentro il castello.
lesson-done = Ben fatto!
lesson-again = Riprova
lesson-almost = Buona mossa. Ora prova la mossa di questo passo.
lesson-almost_canter = Buona mossa. Ora prova a galoppare sopra il tuo pezzo.
lesson-almost_charge = Buona mossa. Ora prima galoppa e poi cattura, tutto in una mossa.
lesson-almost_charge_man = Bella cattura. Ora prova con il Cavaliere.
lesson-almost_goal = Buona mossa. Ora entra nel castello.
lesson-almost_castle_move = Buona mossa. Ora passa all’altra casa del castello.
learn-title = Impara a giocare
learn-count = { $done } su { $all }
learn-steps = Passi
learn-step = Passo { $n }: { $what }
learn-step_done = Passo { $n }: { $what }, fatto
learn-back = Indietro
learn-next = Avanti
learn-try = Prova
learn-skip = Salta
learn-exercise = Esercizio { $n }
learn-done = fatto
learn-win = Vittoria e patta
learn-others = Gioca poi
learn-goal = L’obiettivo del gioco
learn-goal_castle =
    { $n ->
        [one] Porta un pezzo nel castello nemico e vinci. Puoi vincere anche catturando i pezzi del nemico.
       *[other] Porta { $n } dei tuoi pezzi nel castello nemico e vinci. Puoi vincere anche catturando i pezzi del nemico.
    }
learn-goal_capture = Cattura tutti i pezzi nemici e vinci.
learn-goal_reversed = Qui è tutto al contrario: perdi tutti i tuoi pezzi per vincere e resta fuori dal castello nemico.
learn-goal_team = Tu e il tuo compagno vincete insieme.
learn-goal_each = Ognuno gioca per sé.
learn-end = È tutto: conosci le regole!
learn-end_how = Ora gioca la tua prima partita. Il computer gioca al livello più facile e non c’è orologio. La scacchiera mostra dove può andare ogni pezzo.
learn-first_game = Gioca la prima partita
learn-again = Ricomincia
demo-title = Guarda
demo-again = Mostra di nuovo
demo-after = Mostra la mossa
demo-before = Mostra l’inizio
demo-step = Fa un passo da { $from } a { $to }.
demo-canter = Galoppa: passa sopra un amico, da { $from } a { $to }.
demo-jump = Salta sopra il nemico in { $over } e lo cattura.
praise-win = Ben fatto! Questa mossa vince la partita.
praise-charge =
    { $n ->
        [one] Ben fatto! Una carica con { $n } cattura.
       *[other] Ben fatto! Una carica con { $n } catture.
    }
praise-capture = Ben fatto! Hai catturato un pezzo.
praise-captures = Ben fatto! { $n } catture in una mossa.
praise-castle = Ben fatto! Il tuo pezzo è nel castello.
praise-hops = Ben fatto! { $n } galoppi in una mossa.
differs-title = Che cosa cambia
differs-try = Prova: { $what }
differs-army = La scacchiera ha { $squares } case. Ogni parte ha { $knights } e { $men }.
differs-knights_only = La scacchiera ha { $squares } case. Ogni parte ha { $n } Cavalieri e nessun Pedone: ogni pezzo può fare la carica.
differs-castle =
    { $n ->
        [one] Porta { $n } pezzo nel castello nemico per vincere.
       *[other] Porta { $n } pezzi nel castello nemico per vincere.
    }
differs-opposite =
    { $n ->
        [one] Il tuo obiettivo è il castello di fronte: { $n } pezzo della tua squadra dentro vince.
       *[other] Il tuo obiettivo è il castello di fronte: { $n } pezzi della tua squadra dentro vincono.
    }
differs-no_castle_moves = Il primo pezzo nel castello finisce la partita, quindi non ci sono mosse di castello.
differs-no_castles = Non ci sono castelli. Cattura tutti i pezzi nemici per vincere.
differs-water = Un fiume attraversa la scacchiera. Nessun pezzo può stare sull’acqua: passa dai ponti.
differs-trees = Prima della tua prima mossa pianti tre alberi. Gli alberi bloccano tutti.
differs-reduced = Vinci anche quando all’avversario resta un pezzo e tu ne hai due o più.
differs-own_castle_jump = Un salto nel tuo castello finisce la mossa, anche se potevi saltare ancora.
differs-reversed = È tutto al contrario: se perdi tutti i pezzi, o non hai mosse, vinci.
differs-avoid = Resta fuori dal castello nemico: il pezzo che entra perde la partita.
differs-each = Ognuno gioca per sé. L’ordine è { $order }. Chi non ha pezzi passa, e vince l’ultimo che ne ha.
differs-teams = { $a } giocano contro { $b }. L’ordine è { $order }.
differs-beside = I pezzi del tuo compagno sono accanto ai tuoi. Puoi galoppare sopra di loro, e vincete insieme.
differs-partner_opposite = I pezzi del tuo compagno sono di fronte. Puoi galoppare sopra di loro, e vincete insieme.
ends-castle =
    { $n ->
        [one] Porta { $n } pezzo nel castello nemico per vincere.
       *[other] Porta { $n } pezzi nel castello nemico per vincere.
    }
ends-capture = Cattura tutti i pezzi nemici e conserva almeno { $n } dei tuoi per vincere.
ends-reduced = Lascia all’avversario un solo pezzo e conserva almeno due dei tuoi per vincere.
ends-no_move = Se non hai mosse legali, perdi, a meno che l’avversario abbia troppo pochi pezzi per vincere.
ends-enters = Se entri nel castello nemico, anche per obbligo, perdi.
ends-no_move_wins = Se non hai mosse legali o non ti restano pezzi, vinci.
ends-pass = Se non puoi muovere, passi.
ends-bare = Se a entrambe le parti resta un pezzo o nessuno, è patta.
ends-repetition = La stessa posizione tre volte è patta.
ends-fifty = 50 mosse a testa senza catture né ingressi in un castello sono patta.
ends-own_castle_jump = Un salto nel tuo castello finisce la mossa.

say-rated = Il tuo punteggio: { $rating } ({ $change }).
rating-title = Punteggio
rating-provisional = Punteggio provvisorio
rating-provisional_how = «?» vuol dire provvisorio. Gioca altre partite per stabilizzarlo.
rating-change = Variazione del punteggio in questa partita
rating-choice = Classificata o amichevole
rating-all = Punteggi
rating-bots = contro i bot
rating-games =
    { $n ->
        [one] { $n } partita
       *[other] { $n } partite
    }
rating-rank = posizione { $n }
rating-curve = Punteggio in { $n } partite: da { $from } a { $to }, massimo { $best }
leaders-title = Classifiche
leaders-find = Cerca un giocatore
leaders-go = Vai
leaders-unknown = Nessuno si chiama { $who }.
leaders-speed = Cadenza
leaders-last = Ultima partita
empty-play = Gioca una partita
leaders-nobody = Ancora nessun giocatore in classifica. Apri tu la lista: gioca partite classificate.
leaders-how = Punteggi stabili di giocatori attivi negli ultimi 90 giorni. Serve un account per giocare partite classificate.
profile-against = Tu contro { $who }
kind-guest = Ospite
kind-account = Giocatore
kind-bot = Bot
profile-account = il tuo account
profile-mute = Silenzia
profile-unmute = Non silenziare più
profile-mute_how = I giocatori silenziati non possono scriverti né sfidarti. Non vengono avvisati.
profile-playing = In gioco ora
profile-by_game = Risultati
profile-head_to_head = Testa a testa
profile-opponent = Avversario
profile-won = Vinte
profile-drawn = Patte
profile-lost = Perse
outcome-won = Vittoria
outcome-drawn = Patta
outcome-lost = Sconfitta
outcome-off = Annullata
profile-games = Partite
profile-no_games = Ancora nessuna partita finita.
profile-more = Mostra altro
filter-title = Filtra
filter-any = qualsiasi
filter-seat = Parte
filter-outcome = Risultato
filter-termination = Fine
filter-speed = Cadenza
filter-rated = Classificata
filter-only_rated = classificate
filter-only_casual = amichevoli
filter-order = Ordine
filter-newest = prima le più recenti
filter-oldest = prima le più vecchie
filter-opponent = Avversario
filter-from = Dal
filter-to = Al
filter-clear = Togli i filtri
filter-none = Nessuna partita corrisponde a questi filtri.
explorer-title = Esploratore
explorer-none = Nessuna partita finita ha raggiunto questa posizione.
explorer-games =
    { $n ->
        [one] { $n } partita
       *[other] { $n } partite
    }
explorer-rating = punteggio medio { $n }
explorer-mirrored = con l’immagine speculare
explorer-move = Mossa
explorer-count = Partite
explorer-newest = Partite più recenti
explorer-newest_game = Partita più recente con questa mossa
explorer-best = Partite con i punteggi più alti
explorer-also_won = Vittorie { $who } { $n } %
explorer-results = Vittorie { $one } { $first } %, patte { $draws } %, vittorie { $two } { $second } %
account-title = Il tuo account
account-you_are = Giochi come
account-guest = Le partite da ospite esistono solo in questo browser. Registrati per conservarle.
account-make = Registrati
account-enter = Accedi
account-leave = Esci
account-name = Nome
account-password = Password (almeno 8 caratteri)
account-password_known = Password
account-show_password = Mostra la password
account-kept = I tuoi dati
account-kept_what = Il tuo nome, le tue partite, i tuoi messaggi e il resto della tua attività qui. Un indirizzo e-mail solo se lo dai. Scarica tutto in un solo file.
account-export = Scarica i miei dati
account-erase = Elimina account
account-erase_what = Non si può annullare. Il tuo nome, la tua password e i tuoi messaggi vengono eliminati. Le tue partite e i tuoi punteggi restano con un nome anonimo. Finisci prima le tue partite e i tuoi tornei.
account-your_password = La tua password
account-erase_now = Elimina per sempre
account-erased = Il tuo account è stato eliminato.
recovery-title = Password dimenticata?
recovery-what = Inserisci uno dei tuoi codici di recupero e una nuova password. Senza codice, chiedine uno all’operatore di questo server. Tutti i dispositivi e i programmi vengono disconnessi.
recovery-code = Codice di recupero
recovery-now = Imposta la nuova password
recovery-mail_what = Oppure ricevi un link per e-mail, se il tuo account ha un indirizzo confermato.
recovery-mail = Inviami un link
recovery-mailed = Se un account ha quell’indirizzo, un link è in arrivo. Vale un’ora.
codes-title = Codici di recupero
codes-what = Ogni codice imposta una volta una nuova password. Conservali ora: non verranno più mostrati, e nessuno può inviarti una password.
codes-copy = Copia i codici
codes-copied = I codici sono copiati.
codes-save = Salva i codici in un file
codes-kept = Ho conservato i codici
codes-made = Hai nuovi codici di recupero.
codes-left =
    { $n ->
        [one] Ti resta { $n } codice.
       *[other] Ti restano { $n } codici.
    }
codes-make = Crea nuovi codici
codes-make_what = I nuovi codici sostituiscono i precedenti.
codes-make_now = Crea codici
passkeys-title = Passkey
passkeys-what = Accedi con il blocco del tuo dispositivo invece della password. Il dispositivo conserva la passkey.
passkeys-enter = Accedi con una passkey
passkeys-add = Aggiungi una passkey
passkeys-add_now = Aggiungi passkey
passkeys-added = La passkey è aggiunta.
passkeys-known = Questo dispositivo ha già una passkey per il tuo account.
passkeys-since = aggiunta { $since }
passkeys-used = ultimo uso { $day }
passkeys-remove = Rimuovi
passkeys-remove_named = Rimuovi la passkey: { $client }, aggiunta { $since }
passkeys-removed = La passkey è rimossa.
provider-title = Servizio di accesso
provider-what = Accedi con il tuo account di un altro servizio invece della password.
provider-enter = Accedi con { $provider }
provider-link = Collega { $provider }
provider-since = collegato { $since }
provider-unlink = Scollega
provider-unlink_named = Scollega { $host }
provider-unlinked = L’account è scollegato.
provider-no_password = Se il tuo account non ha una password, lascia vuoti i campi: un accesso degli ultimi dieci minuti conferma le tue modifiche.
provider-failed = L’accesso non è stato completato. Ricomincia.
provider-choose_name = Qui nessuno usa ancora questo account. Scegli un nome con cui giocare.
notifications-title = Notifiche
notifications-open =
    { $n ->
        [one] Notifiche, { $n } non letta
       *[other] Notifiche, { $n } non lette
    }
notifications-none = Ancora niente.
notifications-read = Segna tutto come letto
notifications-settings = Impostazioni
notifications-what = Scegli che cosa vuoi sapere, e come.
notifications-page = Pagina
notifications-push = Push
notifications-email = E-mail
notifications-device = Ricevi i push su questo dispositivo
notifications-denied = Il tuo browser non permette le notifiche di questo sito.
notifications-quiet = Ore di silenzio
notifications-from = Dalle
notifications-until = Alle
notifications-zone = Fuso orario
notifications-save = Salva
notifications-saved = Salvato.
notifications-kind-turn = Tocca a te in una partita per corrispondenza
notifications-kind-reminder = Il tuo tempo sta finendo
notifications-kind-offer = Un’offerta del tuo avversario
notifications-kind-ended = La fine di una partita
notifications-kind-message = Un messaggio
notifications-kind-challenge = Una sfida
notifications-kind-invitation = Un invito in una squadra
notifications-kind-round = Un turno di un torneo
notifications-kind-announcement = Un messaggio della direzione di un torneo
notifications-kind-arranged = Una partita concordata inizia entro un’ora
mail-title = E-mail
mail-what = L’indirizzo è facoltativo. Ti permette di impostare una nuova password e di ricevere notifiche. Nessun altro lo vede.
mail-address = Indirizzo e-mail
mail-set = Aggiungi un indirizzo
mail-change = Cambia indirizzo
mail-remove = Rimuovi indirizzo
mail-sent = Un link è in arrivo all’indirizzo.
mail-removed = L’indirizzo è rimosso.
mail-verified = confermato
mail-unverified = non ancora confermato: apri il link che hai ricevuto
mail-bounced = disattivato, perché le e-mail tornavano indietro: aggiungilo di nuovo
mail-subscribed = Inviami le notifiche per e-mail
mail-verify_what = Conferma che questo è il tuo indirizzo e-mail.
mail-verify = Conferma indirizzo
mail-is_verified = Il tuo indirizzo e-mail è confermato.
mail-unsubscribe_what = Non riceverai più notifiche per e-mail.
mail-unsubscribe = Ferma queste e-mail
mail-is_unsubscribed = Non ricevi più notifiche per e-mail.
mail-recover_what = Imposta una nuova password per { $name }. Tutti i dispositivi e i programmi vengono disconnessi.
mail-no_link = Questo indirizzo non ha un link. Apri di nuovo il link nell’e-mail.
password-title = Password
password-new = Nuova password (almeno 8 caratteri)
password-end_sessions = Esci da tutte le altre sessioni
password-change = Cambia password
password-changed = La tua password è cambiata.
sign_ins-title = Dispositivi connessi
sign_ins-client = { $browser } su { $system }
sign_ins-program = Un altro programma
sign_ins-seen = accesso { $since }, ultimo uso { $seen }
sign_ins-current = questo browser
sign_ins-end = Esci
sign_ins-end_named = Disconnetti: { $client }, ultimo uso { $seen }
sign_ins-ended = Il dispositivo è disconnesso.
sign_ins-end_all = Esci ovunque
sign_ins-ended_all = Hai chiuso tutte le sessioni.
security-title = Registro di sicurezza
security-what = Accessi e modifiche degli ultimi 90 giorni. Cambia la password se vedi qualcosa che non hai fatto tu.
security-show =
    { $n ->
        [one] Mostra { $n } voce
       *[other] Mostra { $n } voci
    }
security-signed_in = Accesso
security-signed_in_by_passkey = Accesso con passkey
security-sign_in_failed = Password o passkey errata
security-password_changed = Password cambiata
security-recovered = Password impostata con un codice di recupero
security-recovery_failed = Codice di recupero errato
security-codes_made = Nuovi codici di recupero
security-operator_reset = L’operatore ha creato un codice di recupero
security-sign_ins_ended = Dispositivi disconnessi
security-passkey_added = Passkey aggiunta
security-passkey_removed = Passkey rimossa
security-token_made = Token creato
security-token_revoked = Token revocato
security-program_allowed = Programma autorizzato
security-program_ended = Accesso di un programma rimosso
security-signed_in_by_provider = Accesso con il servizio esterno
security-recovery_mailed = Link per una nuova password inviato per e-mail
security-mail_changed = Indirizzo e-mail impostato
security-mail_verified = Indirizzo e-mail confermato
security-mail_removed = Indirizzo e-mail rimosso
security-mail_disabled = Indirizzo e-mail disattivato: le e-mail tornavano indietro
security-identity_linked = Account esterno collegato
security-identity_unlinked = Account esterno scollegato
apps-title = Programmi autorizzati
apps-program = un programma sul tuo dispositivo ({ $host })
apps-device = un dispositivo o un programma senza browser
apps-used = ultimo accesso { $day }
apps-end = Rimuovi accesso
apps-end_named = Rimuovi accesso: { $client }
apps-ended = { $client } non ha più accesso.
scope-none = vedere il tuo nome
scope-read = leggere l’elenco dei tuoi token, webhook, giocatori silenziati e notifiche
scope-play = giocare e chattare a tuo nome in partite e tornei
scope-challenge = cercare avversari, inviare sfide e rispondere a tuo nome
scope-records = importare partite a tuo nome
scope-account = modificare il tuo account
consent-title = Accedi a un altro programma
consent-device = Collega un dispositivo
consent-sign_in = Un programma vuole usare il tuo account. Accedi prima qui.
consent-origin = Andrai a
consent-player = Hai effettuato l’accesso come
consent-may = Potrà:
consent-warn = Il programma ha scelto da solo il suo nome. Autorizzalo solo se conosci l’indirizzo qui sopra. Puoi rimuovere l’accesso nella pagina del tuo account.
consent-warn_device = Autorizzalo solo se hai iniziato tu e il codice è del tuo dispositivo. Puoi rimuovere l’accesso nella pagina del tuo account.
consent-allow = Autorizza
consent-deny = Non autorizzare
consent-code = Codice mostrato dal dispositivo
consent-next = Continua
consent-device_allowed = Il dispositivo è collegato. Puoi chiudere questa pagina.
consent-device_denied = Il dispositivo non ha accesso.
