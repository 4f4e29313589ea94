### The pages of tournaments.

format-swiss_of =
    { $n ->
        [one] Suíço, { $n } rodada
       *[other] Suíço, { $n } rodadas
    }
format-round_robin_double = Todos contra todos, em dois turnos
format-with_third = com disputa de terceiro lugar
stage-series = melhor de { $n }
stage-armageddon = Armagedom ({ $time }) em caso de empate
stage-no_show =
    { $n ->
        [one] quem faltar perde após { $n } minuto
       *[other] quem faltar perde após { $n } minutos
    }
start-director = um diretor inicia cada rodada
start-clock_of =
    { $n ->
        [one] próxima rodada após { $n } minuto
       *[other] próxima rodada após { $n } minutos
    }
entry-games_at_least =
    { $n ->
        [one] pelo menos { $n } partida valendo pontos
       *[other] pelo menos { $n } partidas valendo pontos
    }
new-rated = Valendo pontos (só para contas)
edition_how-fide--2026 = No suíço, a folga cabe à pontuação mais baixa que permite emparceirar todos, e os desempates limitam o valor das rodadas sem partida.
edition_how-fide--2017 = Emparceiramentos suíços pelas regras até janeiro de 2026: a folga fica com quem sobra no último grupo de pontuação.
new-rounds = Rodadas
new-twice = Todos contra todos, em dois turnos
new-third = Disputa de terceiro lugar
new-best_of = Partidas por confronto (melhor de)
new-armageddon = Desempate por Armagedom (o segundo lado vence com empate)
new-armageddon_or_replay = Desempate por Armagedom (o segundo lado vence com empate); se desligado, mais partidas até alguém vencer
new-start = As rodadas começam
new-pause = Minutos entre rodadas
new-no_show = Tempo para confirmar presença (minutos; em branco = sem limite)
new-begins_how = Deixe em branco para iniciar por conta própria.
new-names_how = Separe os nomes com vírgulas.
new-games = Mínimo de partidas valendo pontos
new-late = Entrada tardia até a rodada (½ ponto por rodada perdida)
new-length = Digite de { $least } a { $most } caracteres.
new-range = Digite um número de { $least } a { $most }.
call-title = Suas partidas de torneio
call-game = Sua partida em { $name } começou.
call-round = Sua rodada em { $name } começou: confirme a presença.
call-game_short = Sua partida começou:
call-round_short = Sua rodada começou:
call-until = Apareça até { $when }.
tour-invites = { $who } quer jogar com você.
tour-invited = Você convidou { $who }. Os dois entram quando o convite for aceito.
tour-partner = Seu parceiro
tour-withdraw_sure = Abandonar? Você perde as partidas que faltam.
tour-you_withdrew = Você abandonou o torneio.
tour-you_are_in = Você está dentro. Avisamos quando sua partida começar.
tour-wait = Aguardando o próximo emparceiramento…
tour-playing = Sua partida contra { $who } está em andamento.
tour-you_meet = Rodada { $n }: você joga com { $who }.
tour-cross_table = Tabela cruzada
tour-bracket = Chave
tour-pairings = Emparceiramentos
tour-round = Rodada { $n }
tour-choose_round = Escolher rodada
tour-not_begun = não iniciada
tour-why = Por quê?
tour-forfeit = W.O.
tour-put_right = Salvar resultado
tour-loses = { $who } perde o resto por W.O.
tour-take_away = Downloads
tour-start_stage = Iniciar “{ $name }”
tour-pair = Emparceirar a rodada { $n }
tour-begin_round = Iniciar a rodada { $n }
tour-end = Encerrar torneio
tour-end_sure = Encerrar o torneio com a classificação atual?
tour-cancel_sure = Cancelar o torneio inteiro?
tour-enter_who = Adicionar um jogador (separe parceiros com vírgula)
tour-in_round = na rodada
tour-has_bye = { $who } tem folga na rodada { $n }
tour-is_fixed = { $one } e { $two } jogam entre si na próxima rodada
bracket-round = Rodada { $n }
bracket-quarter_final = Quartas de final
bracket-semi_final = Semifinal
bracket-winners = Rodada { $n } · { $game }
bracket-losers = Perdedores, rodada { $n } · { $game }
bracket-loser_of = perdedor de { $game }
tour-log = Registro
log-bye_given = folga para { $who } na rodada { $n }
log-bye_given_back = folga de { $who } na rodada { $n } removida
log-unfixed = par não mais forçado: { $who }
log-stage_began = “{ $stage }” começou
log-stage_taken_back = “{ $stage }” foi anulada
log-round_paired = rodada { $n } emparceirada
log-unpaired = emparceiramento da rodada { $n } anulado
log-round_began = rodada { $n } começou
log-forfeited = { $pair }: { $who } perdeu por W.O.
tours-first_how = Comece o primeiro torneio: escolha um modelo, e os outros já podem entrar.
tours-follow = Acompanhe todos os torneios sem conta:
new-guest = Você é convidado: só este navegador pode dirigir o torneio. Se os dados dele forem apagados, ninguém pode.
new-guest_account = Crie uma conta para manter esse direito
template-swiss = Suíço noturno
template-cup = Copa
template-self = Quando eu iniciar
template-in_minutes =
    { $n ->
        [one] Em { $n } minuto
       *[other] Em { $n } minutos
    }
template-at = Em outro horário…
template-start_self = Inicie-o na página dele quando os jogadores tiverem entrado.
template_how-arena = Jogue partida após partida até o tempo acabar. Vitórias seguidas valem o dobro.
template_how-arena_of_tables = Jogue em uma mesa de quatro após outra até o tempo acabar. As colocações dão pontos e as séries não contam.
template_how-swiss = Todos jogam todas as rodadas, contra quem tem pontuação parecida.
template_how-cup = Quem ganha segue, quem perde sai. Vence quem ficar até o fim.
template_name-swiss = Suíço noturno de { $game }
template_name-cup = Copa de { $game }
template_asks-swiss = Rodadas
template_asks-cup = Cada confronto
template_asks-league = Cada par se enfrenta
template_size-swiss =
    { $n ->
        [one] { $n } rodada
       *[other] { $n } rodadas
    }
template_size-cup =
    { $n ->
        [one] { $n } partida
       *[other] melhor de { $n } partidas
    }
tour-wait_next =
    { $n ->
        [one] Você é o próximo a jogar. Há { $n } jogador esperando.
       *[other] Você está entre os próximos a jogar. Há { $n } jogadores esperando.
    }
tour-wait_alone = Você joga assim que outro jogador ficar livre.
tour-wait_rematch =
    { $n ->
        [one] Você joga assim que um novo adversário ficar livre. Para uma revanche, a espera é de { $n } segundo.
       *[other] Você joga assim que um novo adversário ficar livre. Para uma revanche, a espera é de { $n } segundos.
    }
tour-wait_end = O tempo acabou: não há mais confrontos.
tour-starts_in = Começa em
tour-round_label = Rodada
tour-decided = Confrontos decididos
tour-next_round_in = Próxima rodada em
tour-next_pairing_in = Próximos pares em
tour-players_waiting = Esperando
tour-players_playing = Jogando
tour-reached = Chegou até
tour-goes_on =
    { $n ->
        [one] O primeiro passa para “{ $stage }”.
       *[other] Os { $n } primeiros passam para “{ $stage }”.
    }
reached-waiting = esperando adversário
reached-beat = ganhou de { $who }
reached-lost = perdeu para { $who }
bracket_round-quarter_final = Quartas de final
bracket_round-semi_final = Semifinais
bracket-winners_round = Rodada { $n }
bracket-losers_round = Perdedores, rodada { $n }

log-paused = rodada suspensa
log-resumed = rodada retomada
desk-pause = Suspender a rodada
desk-resume = Retomar a rodada
desk-undo = Desfazer a última ação
desk-paused = A rodada está suspensa desde { $since }. Os relógios estão parados.
desk-print = Imprimir ou salvar como PDF
desk-no_games = Todas as partidas da rodada estão decididas.
desk_state-gone = desconectado
desk_state-here = conectado
report-file = Arquivo do relatório
