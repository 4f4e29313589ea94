### The pages of tournaments.

tours-make = Criar torneio
tours-running = Ao vivo
tours-open = Próximos
tours-ended = Terminados
tours-first = O campo está pronto
tours-first_how = Começa o primeiro torneio: escolhe um modelo, e os outros podem entrar logo.
tours-entrants =
    { $n ->
        [one] { $n } inscrito
       *[other] { $n } inscritos
    }
tours-begins = Começa { $when }
tours-made = por { $who }, { $when }
tours-follow = Segue todos os torneios sem conta:
tours-calendar = calendário (.ics)
tours-feed = notícias (Atom)

format-swiss = Suíço
format-round_robin = Todos contra todos
format-knockout = Eliminatórias
format-arena = Arena
format-swiss_of =
    { $n ->
        [one] Suíço, { $n } ronda
       *[other] Suíço, { $n } rondas
    }
format-arena_of =
    { $n ->
        [one] Arena, { $n } minuto
       *[other] Arena, { $n } minutos
    }
format-round_robin_double = Todos contra todos, a duas voltas
format-knockout_double = Dupla eliminação
format-groups =
    { $n ->
        [one] { $n } grupo
       *[other] { $n } grupos
    }
format-with_third = com jogo do terceiro lugar
stage-best_of =
    { $n ->
        [one] o melhor de cada grupo anterior
       *[other] os { $n } melhores de cada grupo anterior
    }
stage-series = à melhor de { $n }
stage-armageddon = Armagedão ({ $time }) em caso de empate
stage-no_show =
    { $n ->
        [one] quem faltar perde ao fim de { $n } minuto
       *[other] quem faltar perde ao fim de { $n } minutos
    }
start-director = um diretor inicia cada ronda
start-agreement = cada par começa quando ambos estiverem prontos
start-clock_of =
    { $n ->
        [one] ronda seguinte após { $n } minuto
       *[other] ronda seguinte após { $n } minutos
    }
tie-direct_encounter = Confronto direto
tie-wins = Partidas ganhas
tie-buchholz = Buchholz
tie-sonneborn_berger = Sonneborn-Berger
tie-progressive = Pontuação progressiva
tie-average_rating = Pontuação média dos adversários
tie-second_side_games = Partidas como segundo lado
tie-castle_entries = Entradas no castelo
tie-captures_difference = Capturas menos perdas
tie-cut =
    { $n ->
        [one] { $name } sem o mais baixo
       *[other] { $name } sem os { $n } mais baixos
    }
tie-median =
    { $n ->
        [one] { $name } sem o mais baixo nem o mais alto
       *[other] { $name } sem os { $n } mais baixos nem os { $n } mais altos
    }
tie_sign-direct_encounter = CD
tie_sign-wins = V
tie_sign-buchholz = BH
tie_sign-sonneborn_berger = SB
tie_sign-progressive = PP
tie_sign-average_rating = PM
tie_sign-second_side_games = 2.º
tie_sign-castle_entries = EC
tie_sign-captures_difference = DC
entry-kinds = só { $kinds }
entry-rating_at_least = pontuação de { $n } ou mais
entry-rating_at_most = pontuação de { $n } ou menos
entry-established = pontuação estabelecida
entry-games_at_least =
    { $n ->
        [one] pelo menos { $n } partida a valer pontos
       *[other] pelo menos { $n } partidas a valer pontos
    }
entry-days_at_least =
    { $n ->
        [one] neste servidor há pelo menos { $n } dia
       *[other] neste servidor há pelo menos { $n } dias
    }
entry-invited = só jogadores convidados ({ $n })
kinds-account = contas
kinds-guest = convidados
kinds-bot = bots

new-title = Novo torneio
new-name = Nome
new-rated = A valer pontos (só para contas)
new-format = Formato
new-stage = Fase { $n }
new-stage_name = Nome da fase
new-who_meets = Formato
new-rounds = Rondas
new-groups = Grupos
new-twice = Todos contra todos, a duas voltas
new-two_losses = Dupla eliminação
new-third = Jogo do terceiro lugar
new-minutes = Minutos
new-best_of = Partidas por encontro (à melhor de)
new-armageddon = Desempate em Armagedão (o segundo lado ganha com empate)
new-armageddon_or_replay = Desempate em Armagedão (o segundo lado ganha com empate); se desligado, mais partidas até alguém ganhar
new-start = As rondas começam
new_start-director = quando um diretor as iniciar
new_start-clock = com temporizador
new_start-agreement = par a par, quando ambos estiverem prontos
new-pause = Minutos entre rondas
new-no_show = Tempo para confirmar presença (minutos; vazio = sem limite)
new-through = Jogadores que passam da fase anterior
new-through_groups = Jogadores que passam de cada grupo
new-tie_breaks = Desempates, por ordem
new-no_tie_breaks = Nenhum: os empatados partilham o lugar.
new-add_tie_break = Adicionar desempate…
new-up = Mover para cima: { $what }
new-drop = Remover: { $what }
new-add_stage = Adicionar fase
new-drop_stage = Remover fase
new-when = Horário e diretores
new-begins_at = Começa em
new-begins_how = Deixa vazio para o iniciares tu.
new-directors = Codiretores
new-names_how = Separa os nomes com vírgulas.
new-edition = Regulamento da FIDE
edition-fide--2026 = Edição de 2026
edition-fide--2017 = Edição de 2017
edition_how-fide--2026 = No suíço, a folga cabe à pontuação mais baixa que permite emparceirar todos, e os desempates limitam o valor das rondas sem partida.
edition_how-fide--2017 = Emparceiramentos suíços pelas regras até janeiro de 2026: a folga cabe a quem sobra no último grupo de pontuação.
new-entry = Condições de entrada, folgas e entradas tardias
new-who = Jogadores
new_kinds-all = Todos
new_kinds-account = Só contas
new_kinds-account_bot = Contas e bots
new_kinds-account_guest = Contas e convidados, sem bots
new_kinds-bot = Só bots
new-at_least = Pontuação mínima
new-at_most = Pontuação máxima
new-games = Mínimo de partidas a valer pontos
new-days = Mínimo de dias neste servidor
new-invited = Só estes jogadores
new-most = Máximo de inscritos
new-late = Entrada tardia até à ronda (½ ponto por ronda perdida)
new-byes = Folgas de meio ponto por jogador
new-make = Criar torneio
new-length = Escreve de { $least } a { $most } caracteres.
new-range = Escreve um número de { $least } a { $most }.
new-guest = És convidado: só este navegador pode dirigir o torneio. Se os dados dele forem apagados, ninguém pode.
new-guest_account = Regista-te para manter esse direito

template-title = Modelos
template-arena = Arena rápida
template-swiss = Suíço da noite
template-cup = Taça
template-league = Liga
template-start = Início
template-self = Quando eu o iniciar
template-in_minutes =
    { $n ->
        [one] Daqui a { $n } minuto
       *[other] Daqui a { $n } minutos
    }
template-at = A outra hora…
template-start_self = Inicia-o na página dele quando os jogadores tiverem entrado.
template-start_few = Começa sozinho. Com menos de dois jogadores é cancelado.
template-all = Todas as opções
template-back = Modelos
template_how-arena = Joga partida após partida até acabar o tempo. Vitórias seguidas valem o dobro.
template_how-arena_of_tables = Joga numa mesa de quatro após outra até acabar o tempo. Os lugares dão pontos e as séries não contam.
template_how-swiss = Todos jogam todas as rondas, contra quem tem pontos parecidos.
template_how-cup = Quem ganha segue, quem perde sai. Vence quem ficar até ao fim.
template_how-league = Todos contra todos, cada par quando ambos estiverem prontos.
template_name-arena = Arena de { $game }
template_name-swiss = Suíço da noite de { $game }
template_name-cup = Taça de { $game }
template_name-league = Liga de { $game }
template_asks-arena = Duração
template_asks-swiss = Rondas
template_asks-cup = Cada encontro
template_asks-league = Cada par joga
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
       *[other] à melhor de { $n } partidas
    }
template_size-league =
    { $n ->
        [one] uma vez
       *[other] duas vezes
    }

call-title = As tuas partidas de torneio
call-game = A tua partida em { $name } começou.
call-round = A tua ronda em { $name } começou: confirma a presença.
call-come = Está na hora de jogar.
call-game_short = A tua partida começou:
call-round_short = A tua ronda começou:
call-until = Aparece até { $when }.
call-go = Ir para a partida
call-ready = Confirmar presença

status-open = próximo
status-running = ao vivo
status-ended = terminado
status-cancelled = cancelado
tour-missing = Torneio não encontrado.
tour-all = Todos os torneios
tour-directors = Diretores:
tour-asked = Entrada: { $what }.
tour-met = cumprido
tour-unmet = por cumprir
tour-join = Entrar
tour-invites = { $who } quer jogar contigo.
tour-invites_accept = Jogar com { $who }
tour-invited = Convidaste { $who }. Entram os dois quando o convite for aceite.
tour-partner = O teu parceiro
tour-withdraw = Abandonar
tour-withdraw_sure = Abandonar? Perdes as partidas que te faltam.
tour-you_withdrew = Abandonaste o torneio.
tour-return = Voltar a entrar
tour-you_are_in = Estás dentro. Avisamos-te quando a tua partida começar.
tour-wait = À espera do próximo emparceiramento…
tour-wait_next =
    { $n ->
        [one] És o próximo a jogar. Há { $n } jogador à espera.
       *[other] És dos próximos a jogar. Há { $n } jogadores à espera.
    }
tour-wait_alone = Jogas assim que outro jogador ficar livre.
tour-wait_rematch =
    { $n ->
        [one] Jogas assim que um novo adversário ficar livre. Para uma desforra esperas { $n } segundo.
       *[other] Jogas assim que um novo adversário ficar livre. Para uma desforra esperas { $n } segundos.
    }
tour-wait_end = O tempo acabou: não há mais encontros.
tour-clock = Tempos e números
tour-starts_in = Começa daqui a
tour-any_moment = a qualquer momento
tour-round_label = Ronda
tour-of = { $n } de { $all }
tour-decided = Encontros decididos
tour-next_round_in = Próxima ronda daqui a
tour-time_left = Tempo restante
tour-last_games = últimas partidas
tour-next_pairing_in = Próximos pares daqui a
tour-players_waiting = À espera
tour-players_playing = A jogar
tour-check_in_left = Tempo para confirmar:
tour-playing = A tua partida contra { $who } está a decorrer.
tour-you_meet = Ronda { $n }: jogas com { $who }.
tour-you_are_ready = Presença confirmada.
tour-live = Partidas ao vivo
tour-standings = Classificação
tour-points = Pontos
tour-streak = Últimas partidas
tour-in_a_row = { $n } seguidas
tour-games = Partidas
tour-performance = Desempenho
tour-record_head = V–E–D
tour-record_how = Partidas ganhas, empatadas e perdidas
tour-reached = Chegou a
tour-goes_on =
    { $n ->
        [one] O primeiro passa a «{ $stage }».
       *[other] Os { $n } primeiros passam a «{ $stage }».
    }
reached-won = Vencedor
reached-bye = Folga
reached-waiting = à espera de adversário
reached-open = contra { $who }
reached-beat = ganhou a { $who }
reached-lost = perdeu com { $who }
podium-title = Pódio
podium-place = { $n }.º lugar:
podium-more = e mais { $n }
tour-next_counts_double = A próxima vitória vale o dobro.
tour-working = Como se calcula
tour-working_of = Como se calculam os desempates de { $who }
tour-tells_nothing = não se aplica
tour-no_opponent = sem adversário
tour-cut = descartado
tour-cross_table = Quadro cruzado
tour-bracket = Quadro
tour-bye = folga
tour-side_first = p
tour-side_second = s
tour-pairings = Encontros
tour-round = Ronda { $n }
tour-round_short = R{ $n }
tour-choose_round = Escolher ronda
tour-not_begun = por começar
tour-byes = Folga:
bye-pairing = número ímpar de jogadores
bye-asked = a pedido
bye-late = entrada tardia
worth-zero = 0 pontos
worth-half = ½ ponto
worth-full = 1 ponto
tour-is_ready = { $who } confirmou presença
tour-why = Porquê?
tour-now = ao vivo
tour-off = não jogada
tour-forfeit = falta
tour-correct = Definir resultado…
tour-game = Partida
tour-seat = Lado
tour-place = Lugar
tour-place_n = { $n }.º lugar
tour-result = Resultado
tour-first_side = o primeiro lado
tour-second_side = o segundo lado
result_of-first = ganhou { $first }
result_of-drawn = empate
result_of-second = ganhou { $second }
result_of-first_absent = faltou { $first }
result_of-second_absent = faltou { $second }
result_of-both_absent = faltaram ambos
result_of-void = não conta: joga-se de novo
result_of-placed = lugares de todos os jogadores
result_of-all_absent = faltaram todos
tour-take_back = Anular as partidas posteriores que dependem dele
tour-put_right = Guardar resultado
tour-loses = { $who } perde o resto por falta
tour-stages = Fases
tour-groups = Grupos
tour-group = Grupo { $n }
tour-to_come = próxima
tour-entrants =
    { $n ->
        [one] { $n } inscrito
       *[other] { $n } inscritos
    }
tour-entrant = Inscrito
tour-nobody = Ainda não há inscritos.
tour-withdrawn = abandonou
tour-withdraw_who = Retirar { $who }
tour-return_who = Deixar { $who } voltar a entrar
tour-take_away = Transferências
tour-trf = Relatório (TRF)
tour-json = Todos os dados (JSON)
tour-record = Todas as partidas
tour-directing = Direção
tour-more_directing = Inscritos, folgas e emparceiramentos
tour-start = Iniciar torneio
tour-start_stage = Iniciar «{ $name }»
tour-pair = Emparceirar a ronda { $n }
tour-begin_round = Iniciar a ronda { $n }
tour-end = Terminar torneio
tour-end_sure = Terminar o torneio com a classificação atual?
tour-cancel = Cancelar torneio
tour-cancel_sure = Cancelar todo o torneio?
tour-enter_who = Adicionar um jogador (separa parceiros com vírgula)
tour-enter = Adicionar
tour-give_bye = Folga para
tour-in_round = na ronda
tour-worth = Pontos
tour-give = Dar
tour-has_bye = { $who } tem folga na ronda { $n }
tour-take_away_again = Desfazer
tour-pair_of = Par
tour-one = O primeiro do par
tour-two = O segundo do par
tour-fix = Forçar par
tour-forbid = Bloquear par
tour-is_fixed = { $one } e { $two } jogam entre si na próxima ronda
tour-is_forbidden = { $one } e { $two } não serão emparceirados
bracket-round = Ronda { $n }
bracket-quarter_final = Quartos de final
bracket-semi_final = Meia-final
bracket_round-quarter_final = Quartos de final
bracket_round-semi_final = Meias-finais
bracket_round-final = Final
bracket-winners_round = Ronda { $n }
bracket-losers_round = Vencidos, ronda { $n }
bracket-winners = Ronda { $n } · { $game }
bracket-losers = Vencidos, ronda { $n } · { $game }
bracket-third_place = Terceiro lugar
bracket-final = Final
bracket-final_again = Segunda final
bracket-loser_of = vencido de { $game }
bracket-winner_of = vencedor de { $game }
bracket-seed = cabeça de série
bracket-won = vencedor
bracket-open = em aberto

tour-log = Registo
log-server = o servidor
log-undo = Desfazer
log-is_undone = desfeito
log-created = criado
log-entered = { $who } entrou
log-partner_invited = { $who }: convite a um parceiro
log-withdrew = { $who } abandonou
log-returned = { $who } voltou a entrar
log-seeded = ordem inicial alterada
log-bye_given = folga para { $who } na ronda { $n }
log-bye_given_back = folga de { $who } na ronda { $n } removida
log-forbidden = par bloqueado: { $who }
log-allowed = par permitido: { $who }
log-fixed = par forçado: { $who }
log-unfixed = par já não forçado: { $who }
log-stage_began = «{ $stage }» começou
log-stage_taken_back = «{ $stage }» foi anulada
log-round_paired = ronda { $n } emparceirada
log-unpaired = emparceiramento da ronda { $n } anulado
log-round_began = ronda { $n } começou
log-ready = { $who } confirmou presença
log-game_began = { $pair }: partida { $n } começou
log-game_ended = { $pair }: partida { $n } acabou { $result }
log-forfeited = { $pair }: { $who } perdeu por falta
log-corrected = { $pair }: partida { $n } corrigida para { $result }
log-paused = ronda suspensa
log-resumed = ronda retomada
log-penalized = penalização para { $who }
log-announced = mensagem para todos
log-undone = ação { $action } desfeita
log-ended = terminado
log-cancelled = cancelado

schedule-title = Torneios regulares
schedule-repeat = Repetição
schedule-once = Uma vez
schedule-weekly = Todas as semanas
schedule-daily = Todos os dias
schedule-repeat_how = O servidor cria cada torneio um dia antes de começar.
schedule-daily_at = Todos os dias às { $time } ({ $zone })
schedule-weekly_at = { $days } às { $time } ({ $zone })
schedule-creates = Próximo início por anunciar: { $when }
schedule-ended = Não há mais torneios previstos.
schedule-end = Terminar a série
schedule-end_sure = Terminar esta série? Os torneios já anunciados realizam-se.
schedule-standings = Classificação geral
schedule-place = Lugar
schedule-player = Jogador
schedule-points = Pontos
schedule-wins = Vitórias
schedule-played = Torneios
schedule-scoring = Pontos por lugar: { $points }.
schedule-part_of = Faz parte de
schedule-best =
    { $n ->
        [one] Conta o melhor resultado.
        [many] Contam os { $n } melhores resultados.
       *[other] Contam os { $n } melhores resultados.
    }

tour-print = Imprimir
projector-open = Vista para projetor

desk-title = Mesa da direção
desk-pause = Suspender a ronda
desk-resume = Retomar a ronda
desk-undo = Anular a última ação
desk-paused = A ronda está suspensa desde { $since }. Os relógios estão parados.
desk-last = Última ação: { $what } ({ $who }, { $at })
desk-messages = Mensagens da direção
desk-message = Mensagem para todos
desk-send = Enviar
desk-penalties = Penalizações
desk-penalize = Penalizar
desk-penalty = Penalização
desk-print = Imprimir ou guardar como PDF
desk_print-pairings = Emparceiramentos
desk_print-standings = Classificação
desk_print-crosstable = Tabela cruzada
desk-to_tournament = Ao torneio
desk-games = Partidas em curso ({ $n })
desk-no_games = Todas as partidas da ronda estão decididas.
desk-open = Lance { $ply }
desk-waits = À espera desde { $since }.
desk-forfeits = Falta em
desk_state-ready = pronto
desk_state-absent = ainda não chegou
desk_state-gone = desligado
desk_state-here = ligado
desk-whom = Jogador
desk-seconds = Segundos
desk-reason = Motivo
desk-engine = Comparação com o motor
desk-engine_how = Compara os lances de um jogador nas partidas terminadas deste torneio com o motor. É um indício, não um veredito.
desk-engine_found = { $games } partidas, { $choices } escolhas, concordância { $agreement }
desk-compare = Comparar
desk-striking = a ver com mais atenção
penalty-warning = Advertência
penalty-time = Tempo retirado
penalty-loss = Perda da partida

report-title = Importar um relatório
report-how = Cria um torneio a partir de um relatório (TRF16 ou TRF26) de outro programa.
report-game = Jogo
report-file = Ficheiro do relatório
report-import = Importar
