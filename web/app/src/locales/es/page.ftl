### The pages, the lessons and the rules.

nav-brand = Chivalry, inicio
nav-label = Principal
nav-places = Menú
nav-home = Jugar
nav-tournaments = Torneos
nav-puzzles = Problemas
nav-study = Estudio
nav-players = Jugadores
nav-rules = Reglas
nav-skip = Saltar al contenido
nav-me = Juegas como { $name }
link-online = Conectado
link-trip = Conectado, { $ms } ms
link-offline = Conexión perdida. Reconectando…
link-connecting = Conectando…
wait-loading = Cargando…
offline-title = Sin conexión
offline-why = Para jugar, encontrar rivales, ver torneos y resolver problemas hace falta el servidor, y no responde. Revisa tu conexión e inténtalo otra vez.
offline-games = Las últimas partidas que viste
offline-seen_at = Sin conexión. La partida está como la viste: { $when }.
offline-notice = Estás sin conexión. Revísala.
offline-retry = Intentar otra vez
nowhere-title = Página no encontrada
nowhere-why = No encontramos esa página. Puede que el enlace esté incompleto.

home-page_title = Chivalry: juega a Camelot y Chivalry en línea
home-title = Asalta el castillo.
home-lead = Como las damas, pero con caballeros: galopa, captura y lleva dos piezas al castillo enemigo. Juega ya, sin cuenta.
home-play = Buscar rival
home-game = Variante
home-more_games = Más variantes…
home-a_move = por jugada
home-waiting_n = { $n } esperando
home-playing_n = { $n } jugando
home-players =
    { $n ->
        [one] { $n } jugador
       *[other] { $n } jugadores
    }
home-how_to_play = Cómo se juega
home-time = Tiempo
home-seat = Tu bando
home-any_seat = Al azar
home-friend = Jugar con un amigo
home-make_link = Crear enlace
home-computer = Jugar contra el ordenador
home-level = Nivel
home-computers_each = Juegas contra ordenadores de un nivel parecido, cada uno por su cuenta.
home-computers = Juegas con tres ordenadores de un nivel parecido; tu compañero es el del medio.
home-play_computer = Empezar partida
home-puzzle_how = Encuentra la jugada ganadora.
home-start = Jugar
home-start_computer = { $game } contra el ordenador, sin reloj
home-start_opponent = { $who } espera · { $time }
home-discover = Más cosas que hacer
home-learn = Aprende en tres minutos
home-learn_how = Prueba cada tipo de jugada en un tablero pequeño.
home-tournament = Torneos
home-tournament_how = Crea uno para tus amigos o tu club.
home-finished = Recién terminadas
show-computers = Dos ordenadores juegan a { $game }
show-watch = Ver { $names }
show-pause = Pausar
show-play = Continuar
seek-nobody_yet = Seguimos buscando. ¿Juegas contra el ordenador mientras esperas? Te llevaremos a tu partida.
seek-meanwhile = Jugar contra el ordenador
seek-background = Seguimos buscando rival para { $game }…
start-title = Posición personalizada
start-position = Posición
start-position_how = Pega el código de una posición de un estudio. Estas partidas no son por puntos.
start-handicap = Ventaja: quitar las piezas en
start-handicap_how = Casillas con piezas de un bando, como C6 D6. Ese bando juega sin ellas.
match-custom_start = posición personalizada
match-handicap = ventaja: sin { $squares }
more-title = Más opciones
more-open = Pública: cualquiera puede unirse
more-rated = Por puntos (solo con cuenta)
more-plays_on = Si un compañero se rinde o agota su tiempo, el otro sigue
more-delay = Retraso para espectadores
more-no_delay = ninguno
more-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
level-1 = principiante
level-2 = novato
level-3 = aficionado
level-4 = intermedio
level-5 = sólido
level-6 = fuerte
level-7 = muy fuerte
level-8 = el más fuerte
level-style_1 = Apenas ve más allá de la jugada siguiente y pasa por alto muchas jugadas.
level-style_2 = Captura lo que ve y a menudo pasa por alto jugadas largas.
level-style_3 = Ve cambios cortos y a veces pasa por alto una jugada larga.
level-style_4 = Calcula unas pocas jugadas y valora mal algunas posiciones.
level-style_5 = Rara vez pasa por alto una jugada, pero no calcula lejos.
level-style_6 = Calcula más lejos y valora bien la mayoría de las posiciones.
level-style_7 = No pasa nada por alto y calcula menos que el nivel más fuerte.
level-style_8 = Juega lo mejor que puede.
level-rating = unos { $rating }
home-mine = Tus partidas
home-waiting = Partidas abiertas
home-accept = Jugar
home-look = Ver
home-watch = Partidas en directo
seek-looking = Buscando rival…
seek-cancel = Cancelar

speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rápida
speed-classical = clásica
speed-correspondence = por correspondencia
speed-unlimited = sin reloj
time-days =
    { $n ->
        [one] { $n } día
       *[other] { $n } días
    }
time-days_hours = { $d } d { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } d
clock-to_move = Juega
clock-first_move = 1.ª jugada: { $s } s

seat-white = Blancas
seat-black = Negras
seat-red = Rojo
seat-green = Verde
seat-blue = Azul
seat-yellow = Amarillo
team-two = { $a } y { $b }
team-others = Los rivales de { $who }
piece-man = Peón
piece-knight = Caballero
piece-man_of = Peón ({ $seat })
piece-knight_of = Caballero ({ $seat })
square-empty = vacía
square-water = agua
square-tree = árbol
square-castle_of = castillo ({ $seat })
square-can_move = puede jugar
square-can_go = puede ir aquí

board-label = Tablero de { $variant }. Muévete con las flechas y elige con Intro.
board-to_move = Juega: { $seat }
board-flip = Girar el tablero
walk-stop = Jugar { $move }
walk-undo = Deshacer tramo
walk-cancel = Cancelar
hint-may_go_on = Puedes parar en { $square } (tócala otra vez) o seguir.
hint-several_ways = { $n } caminos distintos acaban en { $square }. Toca las casillas intermedias.
hint-no_tree = No puedes plantar un árbol en { $square }.
trees-plant = Plantar árboles
hint-walking = No puedes ir ahí. Sigue, deshaz o cancela.
duty-trees = Antes de tu primera jugada, elige tres casillas de tu lado para los árboles.
duty-capture = Tienes que capturar: por ejemplo { $from } sobre { $over }.
duty-leave_castle = Tu pieza en { $square } tiene que salir primero de tu castillo.
duty-jump_out = Tu pieza en { $square } tiene que salir de tu castillo con un salto.
why-castle_moves_spent = No te quedan jugadas de castillo, así que esta pieza se queda.
why-in_goal = Una pieza en el castillo enemigo se queda allí.
why-no_move = La pieza en { $square } no puede moverse.
why-must_charge = El Caballero podía capturar en { $over } desde { $square }, así que esta jugada tiene que capturar.
why-must_continue = Sigue saltando: aún puedes capturar en { $over }.
why-no_way = { $from } no llega a { $square } en una jugada.
why-no_capture = { $from } no puede capturar la pieza en { $square }.
why-capture_beyond = Para capturar en { $square }, elige la casilla vacía de detrás.
why-go_on = Tienes que seguir.

say-move = { $seat }: { $piece } de { $from } { $way }.
say-step = a { $to }
say-canter = galopa a { $to }
say-jump = salta a { $to }
say-then = { $to }
say-captures = Captura: { $list }.
say-knight_on = Caballero en { $square }
say-man_on = Peón en { $square }
say-castle = ¡Está en el castillo!
say-trees = { $seat }: árboles en { $list }.
say-pass = { $seat }: pasa.
say-your_turn = Te toca.
say-started = La partida ha empezado.
say-low_time = Quedan diez segundos.
say-declined = Tu oferta ha sido rechazada.
say-lapsed = Tu oferta ha caducado.
say-took_back = Jugada deshecha.
say-time_added = { $who } gana { $s } segundos más.

moves-title = Jugadas
moves-none = Aún no hay jugadas.
moves-first = Ir al principio
moves-back = Una jugada atrás
moves-forward = Una jugada adelante
moves-last = Ir al final
move-pass = pasa
input-label = Escribe una jugada
input-send = Jugar
input-unreadable = Eso no es una jugada. Escribe las casillas, como { $move }.

keys-title = Atajos de teclado
keys-board = Ir al tablero
keys-walk = Moverse por el tablero
keys-choose = Elegir una casilla
keys-cancel = Cancelar o cerrar
keys-step = Una jugada atrás o adelante
keys-ends = Primera o última jugada

player-gone = ausente
player-gone_for = ausente, { $s } s
claim-title = Reclamar la partida
claim-gone = Tu rival se ha ido.
claim-gone_all = Los otros jugadores se han ido.
claim-win = Reclamar la victoria
claim-draw = Reclamar tablas
say-gone = { $who } se ha ido.
say-back = { $who } ha vuelto.
end-abandonment = el rival se fue
player-out_time = sin tiempo
player-out_resigned = se rindió
say-out = { $who } queda fuera ({ $why }). Los demás siguen.
player-nobody = esperando…
player-you = tú
player-level = Nivel { $n } · { $words }
player-your_partner = tu compañero
player-partner_of = compañero de { $seat }
player-strength = { $knights }, { $men }
player-knights =
    { $n ->
        [one] { $n } Caballero
       *[other] { $n } Caballeros
    }
player-men =
    { $n ->
        [one] { $n } Peón
       *[other] { $n } Peones
    }
player-captured = Capturadas: { $n }

premove-ready = Jugada anticipada: { $move }.
premove-no_way = No se puede ir de { $from } a { $to }.
premove-dropped = Jugada anticipada anulada: ya no es posible.
plan-title = Planear
plan-open = Planear
plan-change = Editar el plan
plan-clear = Borrar
plan-how = Juega en el tablero la jugada de tu rival y luego tu respuesta. Si la juega, tu respuesta se juega al momento.
plan-if = Si { $who } juega… Elige su jugada.
plan-then = Entonces juegas… Elige tu jugada.
plan-word_if = si
plan-word_then = entonces
plan-another = Añadir otra jugada del rival
plan-save = Guardar
plan-saved =
    { $n ->
        [one] Plan guardado: { $n } respuesta.
       *[other] Plan guardado: { $n } respuestas.
    }
plan-ready =
    { $n ->
        [one] Tu plan tiene { $n } respuesta:
       *[other] Tu plan tiene { $n } respuestas:
    }
plan-too_many = Un plan puede tener hasta { $n } respuestas.
match-watchers = { $n } mirando
end-unknown = según consta
match-title = Partida
match-your_turn = Te toca
match-missing = Partida no encontrada
match-missing_why = Puede ser privada, o el enlace está incompleto.
match-private = privada
match-rated = por puntos
match-casual = amistosa
match-actions = Acciones
match-abort = Cancelar partida
match-resign = Rendirse
match-study = Analizar partida
match-to_rematch = Ir a la revancha
match-round_paused = La dirección ha detenido la ronda. Los relojes están parados.
match-director_says = De la dirección:
match-of_tournament = { $name }, ronda { $n }
match-to_tournament = Volver al torneo
match-add_time = +15 s para el rival
match-save_record = Descargar partida
match-save_proof = Descargar prueba firmada
match-proof_what = Una copia firmada por el servidor que cualquiera puede verificar
match-looking_back = Estás viendo una jugada anterior
match-to_now = Volver al directo
match-more = Más
match-close = Cerrar
match-review = Revisar
confirm-title = ¿Seguro?
confirm-resign = ¿Rendirte en esta partida?
confirm-abort = ¿Cancelar esta partida?
confirm-no = No
offer-draw = Ofrecer tablas
offer-draw_made = Has ofrecido tablas.
offer-draw_from = { $who } ofrece tablas.
offer-takeback = Pedir deshacer jugada
offer-takeback_made = Has pedido deshacer la jugada.
offer-takeback_from = { $who } pide deshacer la jugada.
offer-rematch = Jugar otra vez
offer-rematch_made = Has ofrecido la revancha.
offer-rematch_from = { $who } ofrece la revancha.
offer-adjournment = Aplazar
offer-adjournment_made = Has ofrecido aplazar.
offer-adjournment_from = { $who } ofrece aplazar.
offer-resumption = Reanudar ahora
offer-resumption_made = Has ofrecido reanudar.
offer-resumption_from = { $who } ofrece reanudar.
adjourn-until = Continuar el
adjourn-at = Continuaría el { $at }.
adjourn-is = Aplazada hasta el { $at }. Los relojes están parados.
vacation-title = Vacaciones
vacation-what = Tus relojes se paran en las partidas por correspondencia que permiten vacaciones.
vacation-left = Quedan { $n } de { $of } días este año.
vacation-until = Estás de vacaciones hasta el { $at }.
vacation-of = { $who } está de vacaciones hasta el { $at }.
vacation-ends = Hasta
vacation-begin = Irme de vacaciones
vacation-end = Volver de vacaciones
vacation-begun = Estás de vacaciones.
vacation-ended = Tus relojes vuelven a correr.
arrange-title = Partidas acordadas
arrange-new = Acordar una partida
arrange-with = Rival
arrange-game = Variante
arrange-at = Hora
arrange-send = Proponer
arrange-proposed = La partida está propuesta.
arrange-agree = Aceptar { $at }
arrange-cancel = Cancelar partida
arrange-calendar = Guardar en el calendario
arrange-open_match = Ir a la partida
arrange-open = propuesta
arrange-agreed = acordada
arrange-begun = empezada
arrange-declined = rechazada
arrange-cancelled = cancelada
arrange-expired = caducada
rest-title = descanso
rest-choice = Horas sin juego
rest-weekend = Fines de semana
rest-from = Desde
rest-until = Hasta
rest-monday = lun
rest-tuesday = mar
rest-wednesday = mié
rest-thursday = jue
rest-friday = vie
rest-saturday = sáb
rest-sunday = dom
offer-accept = Aceptar
offer-decline = Rechazar
invite-title = Invitación
invite-waiting = Esperando a tu amigo…
invite-waiting_for =
    { $n ->
        [one] Esperando a { $n } jugador…
       *[other] Esperando a { $n } jugadores…
    }
invite-how = Envía este enlace o muestra el código QR. Quien lo abra primero puede unirse.
invite-link_for = Enlace para { $seat }
invite-link_any = Enlace para cualquier puesto
invite-by_seat = Un enlace para cada puesto
invite-cancel = Cancelar
invite-from = { $who } te invita a jugar a { $variant }
invite-join = Jugar
invite-join_as = Jugar con { $seat }
invite-private = Esta partida es privada. Necesitas su enlace para unirte.
share-copy = Copiar
share-copied = Copiado
share-send = Compartir
share-code = Código QR
share-code_label = El mismo enlace como código QR

embed-open = Abrir la partida
embed-no_featured = Esperando una partida que mostrar
challenge-title = Desafíos
challenge-make = Desafiar
challenge-send = Enviar desafío
challenge-from = { $who } te desafía.
challenge-asks = te desafía:
challenge-you_play = juegas con { $seat }
challenge-why_not = Motivo para rechazar
challenge-waiting = Esperando a { $who }…
challenge-cancel = Cancelar
challenge-declined = { $who } ha rechazado.
challenge-expired = { $who } no respondió a tiempo.
challenge-seen = Cerrar
decline-generic = Sin motivo
decline-later = Ahora no. Pregúntame más tarde.
decline-too_fast = Es demasiado rápido para mí.
decline-too_slow = Es demasiado lento para mí.
decline-time_control = Prefiero otro ritmo de juego.
decline-rated = Prefiero por puntos.
decline-casual = Prefiero una amistosa.
decline-variant = Prefiero otra variante.

talk-title = Chat
talk-nothing = Aún no hay mensajes.
talk_to-players = Mensaje a los jugadores
talk_to-watchers = Mensaje a los espectadores
talk_among-players = jugador
talk_among-watchers = espectador
talk_apart-players = Los espectadores no ven esto hasta el final de la partida.
talk_apart-watchers = Los jugadores no ven esto hasta el final de la partida.
talk-send = Enviar
talk-said = Nuevo mensaje de { $who }
talk-unread =
    { $n ->
        [one] { $n } mensaje nuevo
       *[other] { $n } mensajes nuevos
    }
talk-hidden = Un moderador ha ocultado este mensaje.
talk-profile = Perfil
talk-mute = Silenciar a { $who }
talk-muted = { $who }: mensajes silenciados.
talk-unmute = Deshacer
talk-phrases = Mensajes rápidos
phrase-luck = ¡Buena suerte!
phrase-game = ¡Buena partida!
phrase-played = ¡Bien jugado!
phrase-thanks = ¡Gracias!
silence-title = Suspender a { $who } en el chat
silence-length = Duración
silence-why = Motivo
silence-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
silence-hours =
    { $n ->
        [one] { $n } hora
       *[other] { $n } horas
    }
silence-other = otro
silence-give = Suspender
silence-given = { $who } no puede escribir en el chat.
silence-ended = { $who } puede volver a escribir en el chat.
silence-hide = Ocultar mensaje
moderation-title = Registro de moderación
moderation-nothing = Aún no hay nada.
moderation-timeout = Suspensión a
moderation-end_timeout = Terminar la suspensión
moderation-hide = Mensaje ocultado de
moderation-until = hasta { $when }
talk-too_fast =
    { $n ->
        [one] Más despacio: podrás escribir en { $n } segundo.
       *[other] Más despacio: podrás escribir en { $n } segundos.
    }
talk-timeout = No puedes escribir en el chat hasta { $when }.
talk-timeout_for = No puedes escribir en el chat hasta { $when }. Motivo: { $why }.
timeout-insult = insultos
timeout-threat = amenazas
timeout-indecency = lenguaje indecente
timeout-spam = spam
timeout-help = ayudar a un jugador durante la partida

result-win = Gana { $who }: { $why }
result-draw = Tablas: { $why }
result-aborted = Partida cancelada.
end-castle = castillo conquistado
end-bare = piezas insuficientes
end-capture = todas las piezas capturadas
end-no_move = el rival no puede mover
end-repetition = triple repetición
end-fifty_moves = 50 jugadas sin progreso
end-passes = sin jugadas legales
end-agreement = de mutuo acuerdo
end-resignation = el rival se rindió
end-time = por tiempo
end-abort = cancelada
end-forfeit = sin primera jugada a tiempo
card-won = ¡Has ganado!
card-lost = Has perdido.
card-drawn = Tablas.
card-castle_mine = Tu { $piece } tomó el castillo.
card-castle_partner = El { $piece } de tu compañero tomó el castillo.
card-castle_enemy = El { $piece } enemigo tomó el castillo.
card-capture_won = Has capturado todas las piezas enemigas.
card-capture_lost = Todas tus piezas fueron capturadas.
card-no_move_won = { $who } no puede mover.
card-no_move_lost = No puedes mover.
card-resignation_won = { $who } se rindió.
card-resignation_lost = Te has rendido.
card-time_won = Se acabó el tiempo de { $who }.
card-time_lost = Se acabó tu tiempo.
card-abandonment_won = { $who } dejó la partida.
card-abandonment_lost = Dejaste la partida.
card-forfeit_won = { $who } no hizo la primera jugada a tiempo.
card-forfeit_lost = No hiciste tu primera jugada a tiempo.

refused-by_rule = { $words } (regla { $section })
code-not_your_turn = No te toca.
code-stale_ply = La partida ya ha avanzado.
code-match_over = La partida ha terminado.
code-seat_taken = Ese puesto está ocupado.
code-rate_limited = Demasiado rápido. Inténtalo dentro de un momento.
code-unavailable = El servidor está ocupado. Inténtalo dentro de poco.
code-no_network = El servidor no responde ahora mismo.

settings-title = Ajustes
settings-theme = Tema
settings-board = Tablero
settings-pieces = Piezas
settings-language = Idioma
settings-coordinates = Coordenadas
settings-animation = Animar las jugadas
settings-sound = Sonido
settings-volume = Volumen
settings-vibration = Vibrar en cada jugada
settings-autoStop = Parar en la primera casilla posible
settings-talk = Mostrar el chat
settings-notifications = Avisarme cuando me toque
settings-done = Listo
theme-auto = Sistema
theme-light = Claro
theme-dark = Oscuro
board_theme-linen = Lino
board_theme-slate = Pizarra
board_theme-forest = Bosque
board_theme-wood = Madera
pieces-heraldry = Heráldica
pieces-wood = Madera
pieces-figures = Figuras
pieces-shields = Escudos
pieces-letters = Letras

study-title = Estudio
study-how = Mueve cualquier bando. Las jugadas alternativas se vuelven variantes.
study-edit = Montar posición
study-import = Importar
study-import_how = Pega una partida o una posición, o suelta un archivo en la página.
study-import_read = Importar partida
study-read =
    { $n ->
        [one] Cargada: { $n } jugada
       *[other] Cargadas: { $n } jugadas
    }
study-nothing = no contiene ninguna partida
study-unreadable = No se pudo leer: { $what }
study-fault = La jugada { $ply }, { $move }, no es legal: { $why }. La partida se muestra hasta ahí.
study-bad_address = No se pudo leer la posición de este enlace.
study-left_out = Fuera de las variantes por no ser legal: { $move }.
study-note = Comentario
study-signs = Símbolos
sign-1 = Buena jugada
sign-2 = Error
sign-3 = Jugada brillante
sign-4 = Error grave
sign-5 = Jugada interesante
sign-6 = Jugada dudosa
study-promote = Hacer línea principal
study-cut = Borrar desde aquí
study-draw = Tablas.
study-won = Gana { $who }.
retry-start =
    { $n ->
        [one] { $who }: corregir { $n } error
       *[other] { $who }: corregir { $n } errores
    }
retry-task = { $who }: { $move }. Encuentra una jugada mejor.
retry-judging = { $move }: veamos…
retry-right = { $move } es mejor. ¡Muy bien!
retry-wrong = { $move } no es mejor. Inténtalo otra vez o mira la solución.
retry-shown = { $move } era mejor.
retry-next = Siguiente error
retry-end = Parar
analysis-title = Análisis
analysis-busy = El motor está ocupado. Seguirá automáticamente.
analysis-game = Revisión de la partida
analysis-engine = Motor
analysis-bar = Probabilidad de victoria
analysis-chances = { $who }: { $percent } %.
analysis-unknown = Aún sin evaluar
analysis-thinking = pensando…
analysis-depth = profundidad { $n }
analysis-place = número { $n } en la cola
analysis-deeper = Más profundo
analysis-line = Mejor línea:
analysis-lines = Líneas del motor
analysis-line_count = Líneas
analysis-even = Igualdad.
analysis-ahead = { $who } con { $men } Peones de ventaja.
analysis-wins_in =
    { $n ->
        [one] { $who } puede ganar en { $n } jugada.
       *[other] { $who } puede ganar en { $n } jugadas.
    }
exact-source = Resultados exactos, de tablas de finales:
exact-known = exacto
exact-win =
    { $n ->
        [one] gana en { $n } jugada
       *[other] gana en { $n } jugadas
    }
exact-loss =
    { $n ->
        [one] pierde en { $n } jugada
       *[other] pierde en { $n } jugadas
    }
exact-draw = tablas
analysis-judge = Revisar esta partida
analysis-judging = Jugadas revisadas
analysis-graph = { $who }: probabilidad de victoria durante la partida
analysis-exactness = Precisión
analysis-exact = { $who }: { $percent } % de precisión.
analysis-faults = Errores
analysis-no_faults = Sin errores graves.
analysis-fault = { $who }, { $move }: { $fault }.
analysis-better = Mejor: { $move }.
review-next = Siguiente error
review-previous = Error anterior
review-moments = Momentos clave
review-moment = { $move } −{ $percent } %
opening-name = Apertura: { $name }
review-book =
    { $n ->
        [one] { $n } jugada del libro de aperturas
       *[other] { $n } jugadas del libro de aperturas
    }
review-new_move = Primera jugada nueva: { $move }
why-ask = ¿Por qué es mala?
why-step = Siguiente jugada
why-again = Desde el principio
why-close = Cerrar
why-both = { $knights } y { $men }
why-castle =
    { $n ->
        [one] { $move } deja que { $who } entre en el castillo en { $n } jugada.
       *[other] { $move } deja que { $who } entre en el castillo en { $n } jugadas.
    }
why-win =
    { $n ->
        [one] { $move } deja que { $who } gane en { $n } jugada.
       *[other] { $move } deja que { $who } gane en { $n } jugadas.
    }
why-missed_win =
    { $n ->
        [one] { $move } pierde la ocasión de ganar ({ $who }) en { $n } jugada.
       *[other] { $move } pierde la ocasión de ganar ({ $who }) en { $n } jugadas.
    }
why-loses = { $move } pierde { $what }.
why-exchange = { $move } pierde { $what } por { $other }.
why-missed = { $move } deja escapar una ganancia: { $what }.
why-chances = { $move } baja la probabilidad de victoria de { $who } del { $before } % al { $after } %.
threat-show = Amenaza
threat-is = Amenaza: { $move }. { $score }
fault-inaccuracy = imprecisión
fault-mistake = error
fault-blunder = error grave
editor-how = Elige una pieza y toca las casillas para ponerla o quitarla.
editor-pieces = Piezas
editor-erase = Borrar
editor-turn = Juega
editor-clear = Tablero vacío
editor-array = Posición inicial
editor-done = Usar posición
editor-cancel = Cancelar
export-title = Compartir
export-address = Enlace a este estudio
export-position = Copiar posición
export-record = Descargar partida
export-png = Descargar imagen
export-gif = Descargar GIF
export-play = Jugar con un amigo desde aquí
export-done = Listo

puzzle-any_game = Todas las variantes
puzzle-length = Longitud
puzzle-any_length = Cualquier longitud
puzzle-moves =
    { $n ->
        [one] { $n } jugada
       *[other] { $n } jugadas
    }
puzzle-task = Juega: { $who }. Gana en { $n }.
puzzle-right =
    { $n ->
        [one] ¡Bien! Falta { $n } jugada.
       *[other] ¡Bien! Faltan { $n } jugadas.
    }
puzzle-solved = ¡Resuelto!
puzzle-wrong = { $move } no gana lo bastante rápido. Inténtalo otra vez.
puzzle-solution = La flecha muestra la solución. Avanza para ver el resto.
puzzle-uncounted = Solo cuenta tu primer intento.
puzzle-solved_by = Resuelto por { $solved } de { $tried }.
puzzle-untried = Nadie lo ha intentado aún.
puzzle-from_match = Ver la partida de la que viene
puzzle-from_practice = De una partida del ordenador contra sí mismo.
puzzle-show = Mostrar la solución
puzzle-next = Siguiente problema
puzzle-other = Otro problema
puzzle-any = Cualquier problema
puzzle-none = No te queda ningún problema de este tipo. Elige otro tipo.
puzzle-missing = Problema no encontrado.
puzzle-address = Enlace a este problema
puzzle-first_counts = Tu primer intento cuenta para tu puntuación de problemas. Una pista o una jugada errónea lo gasta.
puzzle-hint = Mostrar la pieza que mueve
puzzle-hinted = Mueve la pieza en { $square }.
puzzle-rating = Tu puntuación de problemas:
puzzle-streak =
    { $n ->
        [one] { $n } resuelto seguido
       *[other] { $n } resueltos seguidos
    }
puzzle-rated = Dificultad { $rating }.
puzzle-daily = Problema del día
puzzle-share = Compartir
puzzle-difficulty = Dificultad
puzzle-any_difficulty = Cualquier dificultad
puzzle-easy = Fácil
puzzle-medium = Media
puzzle-hard = Difícil
puzzle-theme = Tema
puzzle-any_theme = Cualquier tema
puzzle-themes = Temas de este problema
puzzle-charge = Carga del Caballero
puzzle-double_jump = Salto doble
puzzle-castle_entry = Entrada en el castillo
puzzle-forced_exit = Salida forzada
puzzle-sacrifice = Sacrificio
player-puzzles = puntuación { $rating }, { $solved } de { $tried } resueltos a la primera, mejor racha { $best }

rules-title = Reglas de { $variant }
gallery-title = Galería
gallery-lead = Cada juego con su posición inicial. Prueba uno contra el ordenador.
gallery-link = Probar cualquier juego contra el ordenador
gallery-try = Probar contra el ordenador
gallery-rules = Reglas
gallery-array = La posición inicial de { $game }
gallery-trial = a prueba
gallery-on_trial = A prueba
gallery-on_trial_how = Solo los moderadores ven esta lista. Quien tenga la dirección de un juego puede probarlo.
rules-games = Las variantes
rules-games_lead = Una idea, muchos tableros: da un paso, galopa sobre tus piezas, salta sobre las enemigas, toma el castillo.
rules-group-first = Empieza aquí
rules-group-more = Otros tableros y otras ideas
rules-group-four = Para cuatro jugadores
rules-group-early = Reglas de otros tiempos
rules-all = Todas las variantes
rules-play = Jugar
rules-study = Estudiar
rules-array = Posición inicial de { $variant }
rules-section = regla { $section }
rules-players = Bandos
rules-against = contra
rules-squares = Casillas
rules-to_win = Objetivo
rules-in_castle =
    { $n ->
        [one] { $n } pieza en el castillo enemigo
       *[other] { $n } piezas en el castillo enemigo
    }
rules-castle_moves = Jugadas de castillo
rules-end = Cómo acaba la partida
rules-plain = Paso
rules-plain_how = Mueve una casilla en cualquier dirección.
rules-canter = Galope
rules-canter_how = Pasa por encima de una pieza tuya que esté al lado, a la casilla vacía de detrás. Sigue, en cualquier dirección, si quieres. No capturas nada, y no es obligatorio.
rules-jump = Salto
rules-jump_how = Salta por encima de una pieza enemiga que esté al lado, a la casilla vacía de detrás, y captúrala. Si desde ahí puedes capturar otra, sigue saltando.
rules-charge = Carga del Caballero
rules-charge_how = Solo un Caballero puede galopar y luego saltar en la misma jugada. Si galopa a donde podría saltar, tiene que capturar en esa jugada.
rules-compulsion = Tienes que capturar
rules-compulsion_how = Si puedes saltar, tienes que saltar. Vale cualquier captura; no hace falta que sea la mayor.
rules-goal = Entrar en el castillo
rules-goal_how = El castillo del otro lado es tu objetivo. Una pieza que entra se queda allí, y tu jugada acaba.
rules-exit = Salir de tu castillo
rules-exit_how = Solo puedes entrar en tu castillo con un salto. Si una pieza tuya está en él al empezar tu turno, tiene que salir primero.
rules-castle_move = Jugadas de castillo
rules-castle_move_how =
    { $n ->
        [one] Tu pieza en el castillo enemigo puede pasar a la otra casilla del castillo, una vez por partida.
       *[other] Tu pieza en el castillo enemigo puede pasar a la otra casilla del castillo, hasta { $n } veces por partida.
    }
rules-trees = Árboles
rules-trees_how = Antes de tu primera jugada, planta tres árboles en casillas de tu lado. Ninguna pieza puede entrar en ellas ni saltarlas.
rules-letter = Regla completa
rules-full = Las reglas completas
rules-full_lead = Las fuentes son las reglas de la World Camelot Federation (WCF) y las hojas de reglas de Parker de 1887 y 1931. Una decisión nuestra llena cada laguna.
rules-legal_here =
    { $n ->
        [one] { $n } jugada legal aquí:
       *[other] { $n } jugadas legales aquí:
    }
lesson-try = Prueba:
lesson-goal-1 = entra en el castillo de arriba.
lesson-goal-2 = galopa sobre tu pieza hasta el castillo.
lesson-plain-1 = da un paso con tu pieza.
lesson-plain-2 = el Caballero da pasos como un Peón. Da un paso con él.
lesson-canter-1 = galopa sobre tu propia pieza.
lesson-canter-2 = galopa dos veces en una jugada. Gira por el camino.
lesson-jump-1 = salta sobre el enemigo y captúralo.
lesson-jump-2 = captura dos enemigos en una jugada. Tras el primer salto, sigue.
lesson-compulsion-1 = una de tus piezas puede saltar, así que tiene que saltar. Encuentra el salto.
lesson-compulsion-2 = dos piezas pueden saltar. Tú eliges cuál.
lesson-charge-1 = galopa con el Caballero sobre tu pieza y luego captura.
lesson-charge-2 = galopa una vez y luego captura dos enemigos con el Caballero.
lesson-charge-3 = galopa hasta el lado del enemigo. Luego tienes que capturarlo.
lesson-castle_move-1 = pasa a la otra casilla del castillo.
lesson-castle_move-2 = ya no te quedan jugadas de castillo. Mueve tu otra pieza.
lesson-exit-1 = salta sobre el enemigo a tu propio castillo. Es la única forma de entrar.
lesson-exit-2 = tu pieza empieza en tu propio castillo, así que tiene que salir primero.
lesson-trees-1 = planta tres árboles en tu lado.
lesson-win-1 = captura los últimos enemigos que te faltan para ganar.
lesson-man_only = El Peón en { $from } solo puede ir a { $list }.
lesson-knight_only = El Caballero en { $from } solo puede ir a { $list }.
lesson-show = Muéstramelo
lesson-shown = Jugada sugerida: { $move }.
lesson-almost_knight = Buena jugada. Ahora prueba con el Caballero.
lesson-almost_two_hops = Buena jugada. Ahora galopa dos veces en una jugada.
lesson-almost_long_charge = Buena captura. Ahora galopa primero y podrás capturar dos.
lesson-almost_hop_in = Buena jugada. Ahora galopa sobre tu pieza hasta el castillo.
lesson-done = ¡Muy bien!
lesson-again = Intentar otra vez
lesson-almost = Buena jugada. Ahora prueba la jugada de este paso.
lesson-almost_canter = Buena jugada. Ahora galopa sobre tu propia pieza.
lesson-almost_charge = Buena jugada. Ahora galopa primero y luego captura, todo en una jugada.
lesson-almost_charge_man = Buena captura. Ahora prueba con el Caballero.
lesson-almost_goal = Buena jugada. Ahora entra en el castillo.
lesson-almost_castle_move = Buena jugada. Ahora pasa a la otra casilla del castillo.
learn-title = Aprender a jugar
learn-count = { $done } de { $all }
learn-steps = Pasos
learn-step = Paso { $n }: { $what }
learn-step_done = Paso { $n }: { $what }, hecho
learn-back = Atrás
learn-next = Siguiente
learn-try = Prueba
learn-skip = Saltar
learn-exercise = Ejercicio { $n }
learn-done = hecho
learn-win = Ganar y empatar
learn-others = Juega después
learn-goal = El objetivo del juego
learn-goal_castle =
    { $n ->
        [one] Lleva una pieza al castillo enemigo y ganas. También puedes ganar capturando las piezas del enemigo.
       *[other] Lleva { $n } de tus piezas al castillo enemigo y ganas. También puedes ganar capturando las piezas del enemigo.
    }
learn-goal_capture = Captura todas las piezas enemigas y ganas.
learn-goal_reversed = Aquí todo es al revés: pierde todas tus piezas para ganar y no entres en el castillo enemigo.
learn-goal_team = Tú y tu compañero ganáis juntos.
learn-goal_each = Cada uno juega por su cuenta.
learn-end = ¡Eso es todo: ya sabes las reglas!
learn-end_how = Ahora juega tu primera partida. El ordenador juega en su nivel más fácil y no hay reloj. El tablero muestra adónde puede ir cada pieza.
learn-first_game = Jugar la primera partida
learn-again = Empezar de nuevo
demo-title = Mira
demo-again = Ver otra vez
demo-after = Mostrar la jugada
demo-before = Mostrar el inicio
demo-step = Da un paso de { $from } a { $to }.
demo-canter = Galopa: pasa por encima de un amigo, de { $from } a { $to }.
demo-jump = Salta sobre el enemigo en { $over } y lo captura.
praise-win = ¡Muy bien! Esa jugada gana la partida.
praise-charge =
    { $n ->
        [one] ¡Muy bien! Una carga con { $n } captura.
       *[other] ¡Muy bien! Una carga con { $n } capturas.
    }
praise-capture = ¡Muy bien! Has capturado una pieza.
praise-captures = ¡Muy bien! { $n } capturas en una jugada.
praise-castle = ¡Muy bien! Tu pieza está en el castillo.
praise-hops = ¡Muy bien! { $n } galopes en una jugada.
differs-title = Qué es diferente
differs-try = Prueba: { $what }
differs-army = El tablero tiene { $squares } casillas. Cada bando tiene { $knights } y { $men }.
differs-knights_only = El tablero tiene { $squares } casillas. Cada bando tiene { $n } Caballeros y ningún Peón: todas las piezas pueden hacer la carga.
differs-castle =
    { $n ->
        [one] Lleva { $n } pieza al castillo enemigo para ganar.
       *[other] Lleva { $n } piezas al castillo enemigo para ganar.
    }
differs-opposite =
    { $n ->
        [one] Tu objetivo es el castillo de enfrente: { $n } pieza de tu equipo dentro gana.
       *[other] Tu objetivo es el castillo de enfrente: { $n } piezas de tu equipo dentro ganan.
    }
differs-no_castle_moves = La primera pieza en el castillo acaba la partida, así que no hay jugadas de castillo.
differs-no_castles = No hay castillos. Captura todas las piezas enemigas para ganar.
differs-water = Un río cruza el tablero. Ninguna pieza puede estar en el agua: cruza por los puentes.
differs-trees = Antes de tu primera jugada plantas tres árboles. Los árboles cierran el paso a todos.
differs-reduced = También ganas cuando tu rival tiene una sola pieza y tú dos o más.
differs-own_castle_jump = Un salto a tu propio castillo acaba tu jugada, aunque pudieras saltar otra vez.
differs-reversed = Todo es al revés: si pierdes todas tus piezas o no tienes jugada, ganas.
differs-avoid = No entres en el castillo enemigo: la pieza que entra pierde la partida.
differs-each = Cada uno juega por su cuenta. El orden es { $order }. Quien no tiene piezas pasa, y gana el último con piezas.
differs-teams = { $a } juegan contra { $b }. El orden es { $order }.
differs-beside = Las piezas de tu compañero están junto a las tuyas. Puedes galopar sobre ellas, y ganáis juntos.
differs-partner_opposite = Las piezas de tu compañero están enfrente. Puedes galopar sobre ellas, y ganáis juntos.
ends-castle =
    { $n ->
        [one] Lleva { $n } pieza al castillo enemigo para ganar.
       *[other] Lleva { $n } piezas al castillo enemigo para ganar.
    }
ends-capture = Captura todas las piezas enemigas y conserva al menos { $n } para ganar.
ends-reduced = Deja a tu rival con una pieza y conserva al menos dos para ganar.
ends-no_move = Si no tienes jugadas legales, pierdes, salvo que a tu rival le falten piezas para ganar.
ends-enters = Si entras en el castillo enemigo, aunque sea a la fuerza, pierdes.
ends-no_move_wins = Si no tienes jugadas legales o no te quedan piezas, ganas.
ends-pass = Si no puedes mover, pasas.
ends-bare = Si a los dos bandos les queda una pieza o ninguna, son tablas.
ends-repetition = La misma posición tres veces son tablas.
ends-fifty = 50 jugadas de cada uno sin captura ni entrada en un castillo son tablas.
ends-own_castle_jump = Un salto a tu propio castillo acaba la jugada.

say-rated = Tu puntuación: { $rating } ({ $change }).
rating-title = Puntuación
rating-provisional = Puntuación provisional
rating-provisional_how = «?» significa provisional. Juega más partidas para fijarla.
rating-change = Cambio de puntuación en esta partida
rating-choice = Por puntos o amistosa
rating-all = Puntuaciones
rating-bots = contra bots
rating-games =
    { $n ->
        [one] { $n } partida
       *[other] { $n } partidas
    }
rating-rank = puesto { $n }
rating-curve = Puntuación en { $n } partidas: de { $from } a { $to }, máximo { $best }
leaders-title = Clasificaciones
leaders-find = Buscar a un jugador
leaders-go = Ir
leaders-unknown = No hay nadie llamado { $who }.
leaders-speed = Ritmo
leaders-last = Última partida
empty-play = Jugar una partida
leaders-nobody = Aún no hay jugadores clasificados. Estrena la lista: juega partidas por puntos.
leaders-how = Puntuaciones establecidas de jugadores activos en los últimos 90 días. Necesitas una cuenta para jugar por puntos.
profile-against = Tú contra { $who }
kind-guest = Invitado
kind-account = Jugador
kind-bot = Bot
profile-account = tu cuenta
profile-mute = Silenciar
profile-unmute = Dejar de silenciar
profile-mute_how = Los jugadores silenciados no pueden escribirte ni desafiarte. No reciben aviso.
profile-playing = Jugando ahora
profile-by_game = Resultados
profile-head_to_head = Cara a cara
profile-opponent = Rival
profile-won = Ganadas
profile-drawn = Tablas
profile-lost = Perdidas
outcome-won = Victoria
outcome-drawn = Tablas
outcome-lost = Derrota
outcome-off = Cancelada
profile-games = Partidas
profile-no_games = Aún no hay partidas terminadas.
profile-more = Mostrar más
filter-title = Filtrar
filter-any = cualquiera
filter-seat = Bando
filter-outcome = Resultado
filter-termination = Final
filter-speed = Ritmo
filter-rated = Puntos
filter-only_rated = por puntos
filter-only_casual = amistosas
filter-order = Orden
filter-newest = más recientes primero
filter-oldest = más antiguas primero
filter-opponent = Rival
filter-from = Desde
filter-to = Hasta
filter-clear = Borrar filtros
filter-none = Ninguna partida cumple estos filtros.
explorer-title = Explorador
explorer-none = Ninguna partida terminada llegó a esta posición.
explorer-games =
    { $n ->
        [one] { $n } partida
       *[other] { $n } partidas
    }
explorer-rating = puntuación media { $n }
explorer-mirrored = con la imagen reflejada
explorer-move = Jugada
explorer-count = Partidas
explorer-newest = Partidas más recientes
explorer-newest_game = Partida más reciente con esta jugada
explorer-best = Partidas con mayor puntuación
explorer-also_won = { $who } ganó { $n } %
explorer-results = { $one } ganó { $first } %, tablas { $draws } %, { $two } ganó { $second } %
account-title = Tu cuenta
account-you_are = Juegas como
account-guest = Las partidas de invitado solo existen en este navegador. Regístrate para conservarlas.
account-make = Registrarse
account-enter = Iniciar sesión
account-leave = Cerrar sesión
account-name = Nombre
account-password = Contraseña (al menos 8 caracteres)
account-password_known = Contraseña
account-show_password = Mostrar la contraseña
account-kept = Tus datos
account-kept_what = Tu nombre, tus partidas, tus mensajes y el resto de tu actividad aquí. Un correo electrónico solo si lo das. Descárgalo todo en un archivo.
account-export = Descargar mis datos
account-erase = Eliminar cuenta
account-erase_what = No se puede deshacer. Tu nombre, tu contraseña y tus mensajes se eliminan. Tus partidas y puntuaciones quedan con un nombre anónimo. Termina antes tus partidas y torneos.
account-your_password = Tu contraseña
account-erase_now = Eliminar para siempre
account-erased = Tu cuenta ha sido eliminada.
recovery-title = ¿Has perdido tu contraseña?
recovery-what = Escribe uno de tus códigos de recuperación y una contraseña nueva. Sin código, pide uno al operador de este servidor. Se cierra la sesión en todos los dispositivos y programas.
recovery-code = Código de recuperación
recovery-now = Poner contraseña nueva
recovery-mail_what = O recibe un enlace por correo, si tu cuenta tiene una dirección confirmada.
recovery-mail = Enviarme un enlace
recovery-mailed = Si una cuenta tiene esa dirección, un enlace va de camino. Vale una hora.
codes-title = Códigos de recuperación
codes-what = Cada código pone una contraseña nueva una vez. Guárdalos ahora: no se vuelven a mostrar, y nadie puede enviarte una contraseña.
codes-copy = Copiar códigos
codes-copied = Los códigos están copiados.
codes-save = Guardar códigos en un archivo
codes-kept = He guardado los códigos
codes-made = Tienes códigos de recuperación nuevos.
codes-left =
    { $n ->
        [one] Te queda { $n } código.
       *[other] Te quedan { $n } códigos.
    }
codes-make = Crear códigos nuevos
codes-make_what = Los códigos nuevos sustituyen a los anteriores.
codes-make_now = Crear códigos
passkeys-title = Llaves de acceso
passkeys-what = Inicia sesión con el bloqueo de tu dispositivo en vez de la contraseña. El dispositivo guarda la llave de acceso.
passkeys-enter = Iniciar sesión con llave de acceso
passkeys-add = Añadir una llave de acceso
passkeys-add_now = Añadir llave de acceso
passkeys-added = La llave de acceso está añadida.
passkeys-known = Este dispositivo ya tiene una llave de acceso para tu cuenta.
passkeys-since = añadida { $since }
passkeys-used = último uso { $day }
passkeys-remove = Quitar
passkeys-remove_named = Quitar la llave de acceso: { $client }, añadida { $since }
passkeys-removed = La llave de acceso está quitada.
provider-title = Proveedor de acceso
provider-what = Inicia sesión con tu cuenta de otro servicio en vez de la contraseña.
provider-enter = Iniciar sesión con { $provider }
provider-link = Vincular { $provider }
provider-since = vinculado { $since }
provider-unlink = Desvincular
provider-unlink_named = Desvincular { $host }
provider-unlinked = La cuenta está desvinculada.
provider-no_password = Si tu cuenta no tiene contraseña, deja vacíos los campos: un inicio de sesión de los últimos diez minutos confirma tus cambios.
provider-failed = El inicio de sesión no se completó. Empieza otra vez.
provider-choose_name = Nadie usa aquí esta cuenta todavía. Elige un nombre para jugar.
notifications-title = Notificaciones
notifications-open = Notificaciones, { $n } sin leer
notifications-none = Aún no hay nada.
notifications-read = Marcar todo como leído
notifications-settings = Ajustes
notifications-what = Elige de qué quieres enterarte, y cómo.
notifications-page = Página
notifications-push = Push
notifications-email = Correo
notifications-device = Recibir avisos push en este dispositivo
notifications-denied = Tu navegador no permite notificaciones de este sitio.
notifications-quiet = Horas de silencio
notifications-from = De
notifications-until = A
notifications-zone = Zona horaria
notifications-save = Guardar
notifications-saved = Guardado.
notifications-kind-turn = Te toca en una partida por correspondencia
notifications-kind-reminder = Se acaba tu tiempo
notifications-kind-offer = Una oferta de tu rival
notifications-kind-ended = El final de una partida
notifications-kind-message = Un mensaje
notifications-kind-challenge = Un desafío
notifications-kind-invitation = Una invitación a un equipo
notifications-kind-round = Una ronda de un torneo
notifications-kind-announcement = Un mensaje de la dirección de un torneo
notifications-kind-arranged = Una partida acordada empieza dentro de una hora
mail-title = Correo electrónico
mail-what = La dirección es opcional. Te permite poner una contraseña nueva y recibir notificaciones. Nadie más la ve.
mail-address = Dirección de correo
mail-set = Añadir una dirección
mail-change = Cambiar la dirección
mail-remove = Quitar la dirección
mail-sent = Un enlace va de camino a la dirección.
mail-removed = La dirección está quitada.
mail-verified = confirmada
mail-unverified = aún sin confirmar: abre el enlace que se le envió
mail-bounced = desactivada, porque los correos volvieron: añádela otra vez
mail-subscribed = Enviarme notificaciones por correo
mail-verify_what = Confirma que esta es tu dirección de correo.
mail-verify = Confirmar la dirección
mail-is_verified = Tu dirección de correo está confirmada.
mail-unsubscribe_what = No recibirás más notificaciones por correo.
mail-unsubscribe = Dejar de recibir estos correos
mail-is_unsubscribed = Ya no recibes notificaciones por correo.
mail-recover_what = Pon una contraseña nueva para { $name }. Se cierra la sesión en todos los dispositivos y programas.
mail-no_link = Esta dirección no tiene enlace. Abre otra vez el enlace del correo.
password-title = Contraseña
password-new = Contraseña nueva (al menos 8 caracteres)
password-end_sessions = Cerrar las demás sesiones
password-change = Cambiar contraseña
password-changed = Tu contraseña ha cambiado.
sign_ins-title = Dispositivos con sesión iniciada
sign_ins-client = { $browser } en { $system }
sign_ins-program = Otro programa
sign_ins-seen = sesión iniciada { $since }, último uso { $seen }
sign_ins-current = este navegador
sign_ins-end = Cerrar sesión
sign_ins-end_named = Cerrar sesión: { $client }, último uso { $seen }
sign_ins-ended = La sesión del dispositivo está cerrada.
sign_ins-end_all = Cerrar todas las sesiones
sign_ins-ended_all = Todas tus sesiones están cerradas.
security-title = Registro de seguridad
security-what = Inicios de sesión y cambios de los últimos 90 días. Cambia tu contraseña si ves algo que no hiciste tú.
security-show =
    { $n ->
        [one] Mostrar { $n } entrada
       *[other] Mostrar { $n } entradas
    }
security-signed_in = Sesión iniciada
security-signed_in_by_passkey = Sesión iniciada con llave de acceso
security-sign_in_failed = Contraseña o llave de acceso incorrecta
security-password_changed = Contraseña cambiada
security-recovered = Contraseña puesta con un código de recuperación
security-recovery_failed = Código de recuperación incorrecto
security-codes_made = Códigos de recuperación nuevos
security-operator_reset = El operador creó un código de recuperación
security-sign_ins_ended = Sesiones cerradas
security-passkey_added = Llave de acceso añadida
security-passkey_removed = Llave de acceso quitada
security-token_made = Token creado
security-token_revoked = Token revocado
security-program_allowed = Programa permitido
security-program_ended = Acceso de un programa retirado
security-signed_in_by_provider = Sesión iniciada con el proveedor
security-recovery_mailed = Enlace para una contraseña nueva enviado por correo
security-mail_changed = Dirección de correo puesta
security-mail_verified = Dirección de correo confirmada
security-mail_removed = Dirección de correo quitada
security-mail_disabled = Dirección de correo desactivada: los correos volvieron
security-identity_linked = Cuenta del proveedor vinculada
security-identity_unlinked = Cuenta del proveedor desvinculada
apps-title = Programas con acceso
apps-program = un programa en tu dispositivo ({ $host })
apps-device = un dispositivo o un programa sin navegador
apps-used = último inicio de sesión { $day }
apps-end = Retirar acceso
apps-end_named = Retirar acceso: { $client }
apps-ended = { $client } ya no tiene acceso.
scope-none = ver tu nombre
scope-read = leer la lista de tus tokens, webhooks, silenciados y notificaciones
scope-play = jugar y chatear en partidas y torneos en tu nombre
scope-challenge = buscar rivales, y enviar y responder desafíos en tu nombre
scope-records = importar partidas en tu nombre
scope-account = cambiar tu cuenta
consent-title = Iniciar sesión en otro programa
consent-device = Conectar un dispositivo
consent-sign_in = Un programa quiere usar tu cuenta. Inicia sesión aquí primero.
consent-origin = Te enviaremos a
consent-player = Has iniciado sesión como
consent-may = Podrá:
consent-warn = El programa eligió su propio nombre. Permítelo solo si conoces la dirección de arriba. Puedes retirar el acceso en la página de tu cuenta.
consent-warn_device = Permítelo solo si lo empezaste tú y el código es de tu propio dispositivo. Puedes retirar el acceso en la página de tu cuenta.
consent-allow = Permitir
consent-deny = No permitir
consent-code = Código que muestra el dispositivo
consent-next = Continuar
consent-device_allowed = El dispositivo está conectado. Puedes cerrar esta página.
consent-device_denied = El dispositivo no tiene acceso.
