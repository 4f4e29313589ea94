### The pages of tournaments.

tours-make = Crear torneo
tours-running = En directo
tours-open = Próximos
tours-ended = Terminados
tours-first = El campo está listo
tours-first_how = Empieza el primer torneo: elige una plantilla, y otros podrán unirse enseguida.
tours-entrants =
    { $n ->
        [one] { $n } participante
       *[other] { $n } participantes
    }
tours-begins = Empieza { $when }
tours-made = de { $who }, { $when }
tours-follow = Sigue todos los torneos sin cuenta:
tours-calendar = calendario (.ics)
tours-feed = noticias (Atom)

format-swiss = Suizo
format-round_robin = Liga
format-knockout = Eliminatoria
format-arena = Arena
format-swiss_of =
    { $n ->
        [one] Suizo, { $n } ronda
       *[other] Suizo, { $n } rondas
    }
format-arena_of =
    { $n ->
        [one] Arena, { $n } minuto
       *[other] Arena, { $n } minutos
    }
format-round_robin_double = Liga a doble vuelta
format-knockout_double = Doble eliminación
format-groups =
    { $n ->
        [one] { $n } grupo
       *[other] { $n } grupos
    }
format-with_third = con partida por el tercer puesto
stage-best_of =
    { $n ->
        [one] el primero de cada grupo anterior
       *[other] los { $n } primeros de cada grupo anterior
    }
stage-series = al mejor de { $n }
stage-armageddon = Armagedón ({ $time }) en caso de empate
stage-no_show =
    { $n ->
        [one] quien falta pierde tras { $n } minuto
       *[other] quien falta pierde tras { $n } minutos
    }
start-director = un director inicia cada ronda
start-agreement = cada pareja empieza cuando los dos están listos
start-clock_of =
    { $n ->
        [one] siguiente ronda tras { $n } minuto
       *[other] siguiente ronda tras { $n } minutos
    }
tie-direct_encounter = Resultado particular
tie-wins = Partidas ganadas
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Progresivo
tie-average_rating = Puntuación media de los rivales
tie-second_side_games = Partidas con el segundo bando
tie-castle_entries = Entradas en el castillo
tie-captures_difference = Capturas menos pérdidas
tie-cut =
    { $n ->
        [one] { $name }, sin el más bajo
       *[other] { $name }, sin los { $n } más bajos
    }
tie-median =
    { $n ->
        [one] { $name }, sin el más bajo ni el más alto
       *[other] { $name }, sin los { $n } más bajos ni los { $n } más altos
    }
tie_sign-direct_encounter = RP
tie_sign-wins = V
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = PR
tie_sign-average_rating = PM
tie_sign-second_side_games = 2.º
tie_sign-castle_entries = EC
tie_sign-captures_difference = DC
entry-kinds = solo { $kinds }
entry-rating_at_least = puntuación { $n } o más
entry-rating_at_most = puntuación { $n } o menos
entry-established = puntuación establecida
entry-games_at_least =
    { $n ->
        [one] al menos { $n } partida por puntos
       *[other] al menos { $n } partidas por puntos
    }
entry-days_at_least =
    { $n ->
        [one] en este servidor desde hace al menos { $n } día
       *[other] en este servidor desde hace al menos { $n } días
    }
entry-invited = solo jugadores invitados ({ $n })
kinds-account = cuentas
kinds-guest = invitados
kinds-bot = bots

new-title = Nuevo torneo
new-name = Nombre
new-rated = Por puntos (solo con cuenta)
new-format = Formato
new-stage = Fase { $n }
new-stage_name = Nombre de la fase
new-who_meets = Formato
new-rounds = Rondas
new-groups = Grupos
new-twice = Doble vuelta
new-two_losses = Doble eliminación
new-third = Partida por el tercer puesto
new-minutes = Minutos
new-best_of = Partidas por enfrentamiento (al mejor de)
new-armageddon = Desempate Armagedón (el segundo bando gana con tablas)
new-armageddon_or_replay = Desempate Armagedón (el segundo bando gana con tablas); si no, más partidas hasta que alguien gane
new-start = Las rondas empiezan
new_start-director = cuando un director las inicia
new_start-clock = según el reloj
new_start-agreement = pareja a pareja, cuando los dos están listos
new-pause = Minutos entre rondas
new-no_show = Tiempo para confirmar (minutos; vacío = ninguno)
new-through = Jugadores que pasan de la fase anterior
new-through_groups = Jugadores que pasan de cada grupo
new-tie_breaks = Desempates, en orden
new-no_tie_breaks = Ninguno: los empatados comparten puesto.
new-add_tie_break = Añadir desempate…
new-up = Subir: { $what }
new-drop = Quitar: { $what }
new-add_stage = Añadir fase
new-drop_stage = Quitar fase
new-when = Horario y directores
new-begins_at = Empieza
new-begins_how = Déjalo vacío para iniciarlo tú.
new-directors = Codirectores
new-names_how = Separa los nombres con comas.
new-edition = Reglamento de la FIDE
edition-fide--2026 = Edición de 2026
edition-fide--2017 = Edición de 2017
edition_how-fide--2026 = El descanso va a la puntuación más baja que permite un emparejamiento completo, y los desempates limitan el valor de las rondas sin partida.
edition_how-fide--2017 = Emparejamientos con las reglas hasta enero de 2026: descansa quien queda sin rival en el último grupo.
new-entry = Condiciones, descansos e inscripción tardía
new-who = Jugadores
new_kinds-all = Todos
new_kinds-account = Solo cuentas
new_kinds-account_bot = Cuentas y bots
new_kinds-account_guest = Cuentas e invitados, sin bots
new_kinds-bot = Solo bots
new-at_least = Puntuación mínima
new-at_most = Puntuación máxima
new-games = Mínimo de partidas por puntos
new-days = Mínimo de días en este servidor
new-invited = Solo estos jugadores
new-most = Máximo de participantes
new-late = Inscripción tardía hasta la ronda (½ punto por ronda perdida)
new-byes = Descansos de medio punto por jugador
new-make = Crear torneo
new-length = Escribe de { $least } a { $most } caracteres.
new-range = Escribe un número de { $least } a { $most }.
new-guest = Juegas como invitado: solo este navegador puede dirigir el torneo. Si se borran sus datos, nadie podrá.
new-guest_account = Regístrate para conservar el derecho

template-title = Plantillas
template-arena = Arena rápida
template-swiss = Suizo de la tarde
template-cup = Copa
template-league = Liga
template-start = Inicio
template-self = Cuando yo lo inicie
template-in_minutes =
    { $n ->
        [one] En { $n } minuto
       *[other] En { $n } minutos
    }
template-at = A otra hora…
template-start_self = Inícialo en su página cuando los jugadores se hayan unido.
template-start_few = Empieza solo. Con menos de dos jugadores se cancela.
template-all = Todas las opciones
template-back = Plantillas
template_how-arena = Juega partida tras partida hasta que acabe el tiempo. Las rachas valen doble.
template_how-arena_of_tables = Juega en una mesa de cuatro tras otra hasta que acabe el tiempo. Los puestos dan puntos y las rachas no cuentan.
template_how-swiss = Todos juegan cada ronda, contra jugadores con puntos parecidos.
template_how-cup = Si ganas, sigues; si pierdes, quedas fuera. Gana quien queda al final.
template_how-league = Todos contra todos; cada pareja juega cuando los dos están listos.
template_name-arena = Arena de { $game }
template_name-swiss = Suizo de { $game }
template_name-cup = Copa de { $game }
template_name-league = Liga de { $game }
template_asks-arena = Duración
template_asks-swiss = Rondas
template_asks-cup = Cada enfrentamiento
template_asks-league = Cada pareja juega
template_size-arena =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
template_size-swiss =
    { $n ->
        [one] { $n } ronda
       *[other] { $n } rondas
    }
template_size-cup =
    { $n ->
        [one] { $n } partida
       *[other] al mejor de { $n } partidas
    }
template_size-league =
    { $n ->
        [one] una vez
       *[other] dos veces
    }

call-title = Tus partidas de torneo
call-game = Tu partida en { $name } ha empezado.
call-round = Tu ronda en { $name } ha empezado: confirma que estás.
call-come = Es hora de jugar.
call-game_short = Tu partida ha empezado:
call-round_short = Tu ronda ha empezado:
call-until = Preséntate antes de { $when }.
call-go = Ir a la partida
call-ready = Estoy aquí

status-open = próximo
status-running = en directo
status-ended = terminado
status-cancelled = cancelado
tour-missing = Torneo no encontrado.
tour-all = Todos los torneos
tour-directors = Directores:
tour-asked = Inscripción: { $what }.
tour-met = cumplida
tour-unmet = no cumplida
tour-join = Unirse
tour-invites = { $who } quiere jugar contigo en pareja.
tour-invites_accept = Jugar con { $who }
tour-invited = Has invitado a { $who }. Entráis los dos cuando acepte.
tour-partner = Tu compañero
tour-withdraw = Retirarse
tour-withdraw_sure = ¿Retirarte? Perderás las partidas que te quedan.
tour-you_withdrew = Te has retirado.
tour-return = Volver a unirse
tour-you_are_in = Estás dentro. Te avisaremos cuando empiece tu partida.
tour-wait = Esperando tu próximo emparejamiento…
tour-wait_next =
    { $n ->
        [one] Juegas en el siguiente. Espera { $n } jugador.
       *[other] Juegas en el siguiente. Esperan { $n } jugadores.
    }
tour-wait_alone = Juegas en cuanto otro jugador quede libre.
tour-wait_rematch =
    { $n ->
        [one] Juegas en cuanto quede libre un rival nuevo. Para repetir rival hay que esperar { $n } segundo.
       *[other] Juegas en cuanto quede libre un rival nuevo. Para repetir rival hay que esperar { $n } segundos.
    }
tour-wait_end = Se acabó el tiempo: no hay más emparejamientos.
tour-clock = Tiempos y cifras
tour-starts_in = Empieza en
tour-any_moment = en cualquier momento
tour-round_label = Ronda
tour-of = { $n } de { $all }
tour-decided = Enfrentamientos decididos
tour-next_round_in = Próxima ronda en
tour-time_left = Tiempo restante
tour-last_games = últimas partidas
tour-next_pairing_in = Próximo emparejamiento en
tour-players_waiting = Esperando
tour-players_playing = Jugando
tour-check_in_left = Tiempo para confirmar:
tour-playing = Tu partida contra { $who } está en juego.
tour-you_meet = Ronda { $n }: juegas contra { $who }.
tour-you_are_ready = Has confirmado que estás.
tour-live = Partidas en directo
tour-standings = Clasificación
tour-points = Puntos
tour-streak = Últimas partidas
tour-in_a_row = { $n } seguidas
tour-games = Partidas
tour-performance = Rendimiento
tour-record_head = G–T–P
tour-record_how = Partidas ganadas, en tablas y perdidas
tour-reached = Llegó a
tour-goes_on =
    { $n ->
        [one] El primero pasa a «{ $stage }».
       *[other] Los { $n } primeros pasan a «{ $stage }».
    }
reached-won = Ganador
reached-bye = Descanso
reached-waiting = esperando rival
reached-open = contra { $who }
reached-beat = ganó a { $who }
reached-lost = perdió con { $who }
podium-title = Podio
podium-place = Puesto { $n }:
podium-more = y { $n } más
tour-next_counts_double = La próxima victoria vale doble.
tour-working = Cómo se calcula
tour-working_of = Cómo se calculan los desempates de { $who }
tour-tells_nothing = no se aplica
tour-no_opponent = sin rival
tour-cut = descartado
tour-cross_table = Tabla cruzada
tour-bracket = Cuadro
tour-bye = descanso
tour-side_first = 1
tour-side_second = 2
tour-pairings = Emparejamientos
tour-round = Ronda { $n }
tour-round_short = R{ $n }
tour-choose_round = Elegir una ronda
tour-not_begun = sin empezar
tour-byes = Descanso:
bye-pairing = número impar de jugadores
bye-asked = pedido
bye-late = entró tarde
worth-zero = 0 puntos
worth-half = ½ punto
worth-full = 1 punto
tour-is_ready = { $who } está aquí
tour-why = ¿Por qué?
tour-now = en directo
tour-off = no jugada
tour-forfeit = incomparecencia
tour-correct = Poner resultado…
tour-game = Partida
tour-seat = Bando
tour-place = Puesto
tour-place_n = Puesto { $n }
tour-result = Resultado
tour-first_side = el primer bando
tour-second_side = el segundo bando
result_of-first = ganó { $first }
result_of-drawn = tablas
result_of-second = ganó { $second }
result_of-first_absent = { $first } no se presentó
result_of-second_absent = { $second } no se presentó
result_of-both_absent = nadie se presentó
result_of-void = no cuenta: repetir
result_of-placed = puestos de todos
result_of-all_absent = no vino nadie
tour-take_back = Anular las partidas posteriores que dependen de ella
tour-put_right = Guardar resultado
tour-loses = { $who } pierde el resto por incomparecencia
tour-stages = Fases
tour-groups = Grupos
tour-group = Grupo { $n }
tour-to_come = próxima
tour-entrants =
    { $n ->
        [one] { $n } participante
       *[other] { $n } participantes
    }
tour-entrant = Participante
tour-nobody = Aún no hay participantes.
tour-withdrawn = retirado
tour-withdraw_who = Retirar a { $who }
tour-return_who = Readmitir a { $who }
tour-take_away = Descargas
tour-trf = Informe (TRF)
tour-json = Todos los datos (JSON)
tour-record = Todas las partidas
tour-directing = Dirección
tour-more_directing = Participantes, descansos y emparejamientos
tour-start = Iniciar torneo
tour-start_stage = Iniciar «{ $name }»
tour-pair = Emparejar la ronda { $n }
tour-begin_round = Iniciar la ronda { $n }
tour-end = Terminar torneo
tour-end_sure = ¿Terminar el torneo con la clasificación actual?
tour-cancel = Cancelar torneo
tour-cancel_sure = ¿Cancelar todo el torneo?
tour-enter_who = Añadir jugador (separa a los compañeros con una coma)
tour-enter = Añadir
tour-give_bye = Descanso para
tour-in_round = en la ronda
tour-worth = Puntos
tour-give = Dar
tour-has_bye = { $who } descansa en la ronda { $n }
tour-take_away_again = Deshacer
tour-pair_of = Pareja
tour-one = Primero de la pareja
tour-two = Segundo de la pareja
tour-fix = Forzar pareja
tour-forbid = Bloquear pareja
tour-is_fixed = { $one } y { $two } se enfrentan en la próxima ronda
tour-is_forbidden = { $one } y { $two } no se enfrentarán
bracket-round = Ronda { $n }
bracket-quarter_final = Cuartos
bracket-semi_final = Semifinal
bracket_round-quarter_final = Cuartos de final
bracket_round-semi_final = Semifinales
bracket_round-final = Final
bracket-winners_round = Ronda { $n }
bracket-losers_round = Ronda { $n } de perdedores
bracket-winners = Ronda { $n } · { $game }
bracket-losers = Ronda { $n } de perdedores · { $game }
bracket-third_place = Tercer puesto
bracket-final = Final
bracket-final_again = Segunda final
bracket-loser_of = perdedor de { $game }
bracket-winner_of = ganador de { $game }
bracket-seed = cabeza de serie
bracket-won = ganador
bracket-open = por decidir

tour-log = Registro
log-server = el servidor
log-undo = Deshacer
log-is_undone = deshecho
log-created = creado
log-entered = { $who } entra
log-partner_invited = { $who }: invitación a un compañero
log-withdrew = { $who } se retira
log-returned = { $who } vuelve
log-seeded = orden inicial cambiado
log-bye_given = descanso para { $who } en la ronda { $n }
log-bye_given_back = descanso de { $who } en la ronda { $n } quitado
log-forbidden = pareja bloqueada: { $who }
log-allowed = pareja permitida: { $who }
log-fixed = pareja forzada: { $who }
log-unfixed = pareja ya no forzada: { $who }
log-stage_began = «{ $stage }» empieza
log-stage_taken_back = «{ $stage }» anulada
log-round_paired = ronda { $n } emparejada
log-unpaired = emparejamientos de la ronda { $n } anulados
log-round_began = ronda { $n } empieza
log-ready = { $who } está aquí
log-game_began = { $pair }: empieza la partida { $n }
log-game_ended = { $pair }: la partida { $n } acabó { $result }
log-forfeited = { $pair }: { $who } pierde por incomparecencia
log-corrected = { $pair }: partida { $n } corregida a { $result }
log-paused = ronda detenida
log-resumed = ronda reanudada
log-penalized = penalización para { $who }
log-announced = mensaje a todos
log-undone = acción { $action } deshecha
log-ended = terminado
log-cancelled = cancelado

schedule-title = Torneos periódicos
schedule-repeat = Repetición
schedule-once = Una vez
schedule-weekly = Cada semana
schedule-daily = Cada día
schedule-repeat_how = El servidor crea cada torneo un día antes de su inicio.
schedule-daily_at = Cada día a las { $time } ({ $zone })
schedule-weekly_at = { $days } a las { $time } ({ $zone })
schedule-creates = Próximo inicio por anunciar: { $when }
schedule-ended = No hay más torneos previstos.
schedule-end = Terminar la serie
schedule-end_sure = ¿Terminar esta serie? Los torneos ya anunciados se jugarán.
schedule-standings = Clasificación general
schedule-place = Puesto
schedule-player = Jugador
schedule-points = Puntos
schedule-wins = Victorias
schedule-played = Torneos
schedule-scoring = Puntos por puesto: { $points }.
schedule-part_of = Forma parte de
schedule-best =
    { $n ->
        [one] Cuenta el mejor resultado.
        [many] Cuentan los { $n } mejores resultados.
       *[other] Cuentan los { $n } mejores resultados.
    }

tour-print = Imprimir
projector-open = Vista para proyector

desk-title = Mesa de la dirección
desk-pause = Detener la ronda
desk-resume = Reanudar la ronda
desk-undo = Deshacer la última acción
desk-paused = La ronda está detenida desde { $since }. Los relojes están parados.
desk-last = Última acción: { $what } ({ $who }, { $at })
desk-messages = Mensajes de la dirección
desk-message = Mensaje a todos
desk-send = Enviar
desk-penalties = Penalizaciones
desk-penalize = Penalizar
desk-penalty = Penalización
desk-print = Imprimir o guardar como PDF
desk_print-pairings = Emparejamientos
desk_print-standings = Clasificación
desk_print-crosstable = Tabla cruzada
desk-to_tournament = Al torneo
desk-games = Partidas en curso ({ $n })
desk-no_games = Todas las partidas de la ronda están decididas.
desk-open = Jugada { $ply }
desk-waits = Espera desde { $since }.
desk-forfeits = Incomparecencia en
desk_state-ready = listo
desk_state-absent = aún no está
desk_state-gone = desconectado
desk_state-here = conectado
desk-whom = Jugador
desk-seconds = Segundos
desk-reason = Motivo
desk-engine = Comparación con el motor
desk-engine_how = Compara las jugadas de un jugador en las partidas terminadas de este torneo con el motor. Es un indicio, no un veredicto.
desk-engine_found = { $games } partidas, { $choices } decisiones, coincidencia { $agreement }
desk-compare = Comparar
desk-striking = conviene mirarlo mejor
penalty-warning = Advertencia
penalty-time = Tiempo descontado
penalty-loss = Pérdida de la partida

report-title = Importar un informe
report-how = Crea un torneo a partir de un informe (TRF16 o TRF26) de otro programa.
report-game = Juego
report-file = Archivo del informe
report-import = Importar
