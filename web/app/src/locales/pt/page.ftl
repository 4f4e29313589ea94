### The pages, the lessons and the rules.

nav-brand = Chivalry, início
nav-label = Principal
nav-places = Menu
nav-home = Jogar
nav-tournaments = Torneios
nav-puzzles = Problemas
nav-study = Estudo
nav-players = Jogadores
nav-rules = Regras
nav-skip = Saltar para o conteúdo
nav-me = A jogar como { $name }
link-online = Ligado
link-trip = Ligado, { $ms } ms
link-offline = Sem ligação. A religar…
link-connecting = A ligar…
wait-loading = A carregar…
offline-title = Sem ligação
offline-why = Para jogar, encontrar adversários, ver torneios e resolver problemas é preciso o servidor, e não foi possível contactá-lo. Verifica a ligação e tenta de novo.
offline-games = As últimas partidas que viste
offline-seen_at = Sem ligação. A partida está como a viste: { $when }.
offline-notice = Sem ligação à Internet. Verifica a ligação.
offline-retry = Tentar de novo
nowhere-title = Página não encontrada
nowhere-why = Não encontramos esta página. O link pode estar incompleto.

home-page_title = Chivalry: joga Camelot e Chivalry online
home-title = Conquista o castelo.
home-lead = Como damas com cavaleiros: galopa, captura e leva duas peças ao castelo inimigo. Joga já, sem precisar de conta.
home-play = Encontrar adversário
home-game = Variante
home-more_games = Mais variantes…
home-a_move = por lance
home-waiting_n = { $n } à espera
home-playing_n = { $n } a jogar
home-players =
    { $n ->
        [one] { $n } jogador
       *[other] { $n } jogadores
    }
home-how_to_play = Como jogar
home-time = Tempo
home-seat = O teu lado
home-any_seat = Aleatório
home-friend = Jogar com um amigo
home-make_link = Criar link
home-computer = Jogar contra o computador
home-level = Nível
home-computers_each = Jogas contra computadores à volta deste nível, cada um por si.
home-computers = Jogas com três computadores à volta deste nível; o teu parceiro fica com o do meio.
home-play_computer = Começar partida
home-puzzle_how = Encontra o lance vencedor.
home-start = Jogar
home-start_computer = { $game } contra o computador, sem relógio
home-start_opponent = { $who } está à espera · { $time }
home-discover = Mais para fazer
home-learn = Aprende em três minutos
home-learn_how = Experimenta cada tipo de lance num tabuleiro pequeno.
home-tournament = Torneios
home-tournament_how = Cria um para os teus amigos ou clube.
home-finished = Terminadas há pouco
show-computers = Dois computadores jogam { $game }
show-watch = Ver { $names }
show-pause = Pausar
show-play = Continuar
seek-nobody_yet = Ainda à procura. Queres jogar contra o computador enquanto esperas? Levamos-te à tua partida.
seek-meanwhile = Jogar contra o computador
seek-background = Ainda à procura de adversário para { $game }…
start-title = Posição personalizada
start-position = Posição
start-position_how = Cola o código de uma posição de um estudo. Estas partidas não valem pontos.
start-handicap = Vantagem: retirar as peças em
start-handicap_how = Casas das peças de um lado, como C6 D6. Esse lado joga sem elas.
match-custom_start = posição personalizada
match-handicap = vantagem: sem { $squares }
more-title = Mais opções
more-open = Pública: qualquer pessoa pode entrar
more-rated = A valer pontos (só para contas)
more-plays_on = Se um parceiro desistir ou ficar sem tempo, o outro continua
more-delay = Atraso para espectadores
more-no_delay = nenhum
more-minutes =
    { $n ->
        [one] { $n } minuto
       *[other] { $n } minutos
    }
level-1 = principiante
level-2 = novato
level-3 = casual
level-4 = intermédio
level-5 = sólido
level-6 = forte
level-7 = muito forte
level-8 = o mais forte
level-style_1 = Vê pouco além do lance seguinte e não repara em muitos lances.
level-style_2 = Captura o que vê e muitas vezes não repara em lances longos.
level-style_3 = Vê trocas curtas e às vezes não repara num lance longo.
level-style_4 = Calcula alguns lances e avalia mal algumas posições.
level-style_5 = Raramente deixa passar um lance, mas não calcula longe.
level-style_6 = Calcula mais longe e avalia bem a maioria das posições.
level-style_7 = Não deixa passar nada e calcula menos longe do que o nível mais forte.
level-style_8 = Joga tão bem quanto pode.
level-rating = cerca de { $rating }
home-mine = As tuas partidas
home-waiting = Partidas abertas
home-accept = Jogar
home-look = Ver
home-watch = Partidas ao vivo
seek-looking = À procura de adversário…
seek-cancel = Cancelar

speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rápida
speed-classical = clássica
speed-correspondence = correspondência
speed-unlimited = sem relógio
time-days =
    { $n ->
        [one] { $n } dia
       *[other] { $n } dias
    }
time-days_hours = { $d } d { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } d
clock-to_move = A jogar
clock-first_move = 1.º lance: { $s } s

seat-white = Brancas
seat-black = Pretas
seat-red = Vermelho
seat-green = Verde
seat-blue = Azul
seat-yellow = Amarelo
team-two = { $a } e { $b }
team-others = Os adversários de { $who }
piece-man = Peão
piece-knight = Cavaleiro
piece-man_of = Peão ({ $seat })
piece-knight_of = Cavaleiro ({ $seat })
square-empty = vazia
square-water = água
square-tree = árvore
square-castle_of = castelo ({ $seat })
square-can_move = pode jogar
square-can_go = pode ir para aqui

board-label = Tabuleiro de { $variant }. Usa as setas para te moveres e Enter para escolher.
board-to_move = A jogar: { $seat }
board-flip = Virar o tabuleiro
walk-stop = Jogar { $move }
walk-undo = Desfazer movimento
walk-cancel = Cancelar
hint-may_go_on = Podes parar em { $square } (toca outra vez) ou continuar.
hint-several_ways = { $n } caminhos diferentes acabam em { $square }. Toca nas casas pelo meio.
hint-no_tree = Não podes plantar uma árvore em { $square }.
trees-plant = Plantar árvores
hint-walking = Não podes ir para aí. Continua, desfaz ou cancela.
duty-trees = Antes do teu primeiro lance, escolhe três casas do teu lado para árvores.
duty-capture = Tens de capturar: por exemplo { $from } sobre { $over }.
duty-leave_castle = A tua peça em { $square } tem de sair primeiro do teu castelo.
duty-jump_out = A tua peça em { $square } tem de sair do teu castelo com um salto.
why-castle_moves_spent = Já não tens lances de castelo, por isso esta peça fica onde está.
why-in_goal = Uma peça no castelo inimigo fica lá.
why-no_move = A peça em { $square } não pode jogar.
why-must_charge = O Cavaleiro podia capturar em { $over } a partir de { $square }, por isso este lance tem de incluir uma captura.
why-must_continue = Continua a saltar: ainda podes capturar em { $over }.
why-no_way = { $from } não chega a { $square } num só lance.
why-no_capture = { $from } não pode capturar a peça em { $square }.
why-capture_beyond = Para capturar em { $square }, escolhe a casa vazia atrás.
why-go_on = Tens de continuar.

say-move = { $seat }: { $piece } de { $from } { $way }.
say-step = para { $to }
say-canter = galopa para { $to }
say-jump = salta para { $to }
say-then = { $to }
say-captures = Captura: { $list }.
say-knight_on = Cavaleiro em { $square }
say-man_on = Peão em { $square }
say-castle = Está no castelo!
say-trees = { $seat } planta árvores em { $list }.
say-pass = { $seat } passa.
say-your_turn = É a tua vez.
say-started = A partida começou.
say-low_time = Faltam dez segundos.
say-declined = A tua proposta foi recusada.
say-lapsed = A tua proposta expirou.
say-took_back = Lance anulado.
say-time_added = { $who } ganha mais { $s } segundos.

moves-title = Lances
moves-none = Ainda não há lances.
moves-first = Ir para o início
moves-back = Um lance atrás
moves-forward = Um lance à frente
moves-last = Ir para o fim
move-pass = passa
input-label = Escreve um lance
input-send = Jogar
input-unreadable = Isso não é um lance. Escreve as casas, como { $move }.

keys-title = Atalhos de teclado
keys-board = Ir para o tabuleiro
keys-walk = Percorrer o tabuleiro
keys-choose = Escolher uma casa
keys-cancel = Cancelar ou fechar
keys-step = Um lance atrás ou à frente
keys-ends = Primeiro ou último lance

player-gone = ausente
player-gone_for = ausente, { $s } s
claim-title = Reclamar a partida
claim-gone = O teu adversário saiu.
claim-gone_all = Os outros jogadores saíram.
claim-win = Reclamar vitória
claim-draw = Reclamar empate
say-gone = { $who } saiu.
say-back = { $who } voltou.
end-abandonment = o adversário saiu
player-out_time = sem tempo
player-out_resigned = desistiu
say-out = { $who } está fora ({ $why }). Os outros continuam.
player-nobody = à espera…
player-you = tu
player-level = Nível { $n } · { $words }
player-your_partner = o teu parceiro
player-partner_of = parceiro de { $seat }
player-strength = { $knights }, { $men }
player-knights =
    { $n ->
        [one] { $n } Cavaleiro
       *[other] { $n } Cavaleiros
    }
player-men =
    { $n ->
        [one] { $n } Peão
       *[other] { $n } Peões
    }
player-captured = Capturadas: { $n }

premove-ready = Lance antecipado: { $move }.
premove-no_way = Não dá para ir de { $from } para { $to }.
premove-dropped = Lance antecipado cancelado: já não é possível.
plan-title = Planear
plan-open = Planear
plan-change = Editar o plano
plan-clear = Limpar
plan-how = Joga no tabuleiro o lance do adversário e depois a tua resposta. Se ele o jogar, a tua resposta é jogada logo.
plan-if = Se { $who } jogar… Escolhe o lance.
plan-then = Então jogas… Escolhe o teu lance.
plan-word_if = se
plan-word_then = então
plan-another = Acrescentar outro lance do adversário
plan-save = Guardar
plan-saved =
    { $n ->
        [one] Plano guardado: { $n } resposta.
       *[other] Plano guardado: { $n } respostas.
    }
plan-ready =
    { $n ->
        [one] O teu plano tem { $n } resposta:
       *[other] O teu plano tem { $n } respostas:
    }
plan-too_many = Um plano pode ter até { $n } respostas.
match-watchers = { $n } a assistir
end-unknown = como registado
match-title = Partida
match-your_turn = É a tua vez
match-missing = Partida não encontrada
match-missing_why = Pode ser privada, ou o link está incompleto.
match-private = privada
match-rated = a valer pontos
match-casual = amigável
match-actions = Ações
match-abort = Cancelar partida
match-resign = Desistir
match-study = Analisar partida
match-to_rematch = Ir para a desforra
match-round_paused = A direção suspendeu a ronda. Os relógios estão parados.
match-director_says = Da direção:
match-of_tournament = { $name }, ronda { $n }
match-to_tournament = Voltar ao torneio
match-add_time = +15 s para o adversário
match-save_record = Descarregar partida
match-save_proof = Descarregar prova assinada
match-proof_what = Uma cópia assinada pelo servidor que qualquer pessoa pode verificar
match-looking_back = A ver um lance anterior
match-to_now = Voltar ao vivo
match-more = Mais
match-close = Fechar
match-review = Rever
confirm-title = Tens a certeza?
confirm-resign = Desistir desta partida?
confirm-abort = Cancelar esta partida?
confirm-no = Não
offer-draw = Propor empate
offer-draw_made = Propuseste empate.
offer-draw_from = { $who } propõe empate.
offer-takeback = Pedir para voltar atrás
offer-takeback_made = Pediste para voltar atrás.
offer-takeback_from = { $who } pede para voltar atrás.
offer-rematch = Jogar outra vez
offer-rematch_made = Propuseste a desforra.
offer-rematch_from = { $who } propõe a desforra.
offer-adjournment = Adiar
offer-adjournment_made = Propuseste adiar a partida.
offer-adjournment_from = { $who } propõe adiar a partida.
offer-resumption = Retomar já
offer-resumption_made = Propuseste retomar a partida.
offer-resumption_from = { $who } propõe retomar a partida.
adjourn-until = Continuar a
adjourn-at = Continuaria a { $at }.
adjourn-is = Adiada até { $at }. Os relógios estão parados.
vacation-title = Férias
vacation-what = Os teus relógios param nas partidas por correspondência que permitem férias.
vacation-left = Restam { $n } de { $of } dias este ano.
vacation-until = Estás de férias até { $at }.
vacation-of = { $who } está de férias até { $at }.
vacation-ends = Até
vacation-begin = Ir de férias
vacation-end = Voltar das férias
vacation-begun = Estás de férias.
vacation-ended = Os teus relógios voltaram a andar.
arrange-title = Partidas combinadas
arrange-new = Combinar uma partida
arrange-with = Adversário
arrange-game = Variante
arrange-at = Hora
arrange-send = Propor
arrange-proposed = A partida foi proposta.
arrange-agree = Aceitar { $at }
arrange-cancel = Cancelar a partida
arrange-calendar = Guardar no calendário
arrange-open_match = Ir para a partida
arrange-open = proposta
arrange-agreed = combinada
arrange-begun = começou
arrange-declined = recusada
arrange-cancelled = cancelada
arrange-expired = expirou
rest-title = descanso
rest-choice = Horas sem jogo
rest-weekend = Fins de semana
rest-from = Das
rest-until = Até
rest-monday = seg
rest-tuesday = ter
rest-wednesday = qua
rest-thursday = qui
rest-friday = sex
rest-saturday = sáb
rest-sunday = dom
offer-accept = Aceitar
offer-decline = Recusar
invite-title = Convite
invite-waiting = À espera do teu amigo…
invite-waiting_for =
    { $n ->
        [one] À espera de { $n } jogador…
       *[other] À espera de { $n } jogadores…
    }
invite-how = Envia este link ou mostra o código QR. A primeira pessoa a abri-lo pode entrar.
invite-link_for = Link para { $seat }
invite-link_any = Link para qualquer lugar
invite-by_seat = Um link para cada lugar
invite-cancel = Cancelar
invite-from = { $who } convida-te para jogar { $variant }
invite-join = Jogar
invite-join_as = Jogar com { $seat }
invite-private = Esta partida é privada. Precisas do link para entrar.
share-copy = Copiar
share-copied = Copiado
share-send = Partilhar
share-code = Código QR
share-code_label = O mesmo link em código QR

embed-open = Abrir a partida
embed-no_featured = À espera de uma partida para mostrar
challenge-title = Desafios
challenge-make = Desafiar
challenge-send = Enviar desafio
challenge-from = { $who } desafia-te.
challenge-asks = desafia-te:
challenge-you_play = jogas com { $seat }
challenge-why_not = Motivo para recusar
challenge-waiting = À espera de { $who }…
challenge-cancel = Cancelar
challenge-declined = { $who } recusou.
challenge-expired = { $who } não respondeu a tempo.
challenge-seen = Fechar
decline-generic = Sem motivo
decline-later = Agora não. Pergunta-me mais tarde.
decline-too_fast = É demasiado rápido para mim.
decline-too_slow = É demasiado lento para mim.
decline-time_control = Prefiro outro ritmo de jogo.
decline-rated = Prefiro a valer pontos.
decline-casual = Prefiro uma amigável.
decline-variant = Prefiro outra variante.

talk-title = Chat
talk-nothing = Ainda não há mensagens.
talk_to-players = Mensagem para os jogadores
talk_to-watchers = Mensagem para os espectadores
talk_among-players = jogador
talk_among-watchers = espectador
talk_apart-players = Os espectadores só veem isto depois de a partida acabar.
talk_apart-watchers = Os jogadores só veem isto depois de a partida acabar.
talk-send = Enviar
talk-said = Nova mensagem de { $who }
talk-unread =
    { $n ->
        [one] { $n } mensagem nova
       *[other] { $n } mensagens novas
    }
talk-hidden = Um moderador ocultou esta mensagem.
talk-profile = Perfil
talk-mute = Silenciar { $who }
talk-muted = { $who }: mensagens silenciadas.
talk-unmute = Desfazer
talk-phrases = Mensagens rápidas
phrase-luck = Boa sorte!
phrase-game = Boa partida!
phrase-played = Bem jogado!
phrase-thanks = Obrigado!
silence-title = Suspender { $who } do chat
silence-length = Duração
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
silence-other = outro
silence-give = Suspender
silence-given = { $who } não pode escrever no chat.
silence-ended = { $who } pode voltar a escrever no chat.
silence-hide = Ocultar mensagem
moderation-title = Registo de moderação
moderation-nothing = Ainda não há nada.
moderation-timeout = Suspendeu
moderation-end_timeout = Terminar suspensão
moderation-hide = Ocultou uma mensagem de
moderation-until = até { $when }
talk-too_fast =
    { $n ->
        [one] Mais devagar: podes voltar a escrever daqui a { $n } segundo.
       *[other] Mais devagar: podes voltar a escrever daqui a { $n } segundos.
    }
talk-timeout = Não podes escrever no chat até { $when }.
talk-timeout_for = Não podes escrever no chat até { $when }. Motivo: { $why }.
timeout-insult = insultos
timeout-threat = ameaças
timeout-indecency = linguagem indecente
timeout-spam = spam
timeout-help = ajudar um jogador durante a partida

result-win = Vitória de { $who }: { $why }
result-draw = Empate: { $why }
result-aborted = Partida cancelada.
end-castle = castelo conquistado
end-bare = peças insuficientes
end-capture = todas as peças capturadas
end-no_move = o adversário não pode jogar
end-repetition = repetição tripla
end-fifty_moves = 50 lances sem progresso
end-passes = sem lances legais
end-agreement = por acordo
end-resignation = o adversário desistiu
end-time = por tempo
end-abort = cancelada
end-forfeit = sem primeiro lance a tempo
card-won = Ganhaste!
card-lost = Perdeste.
card-drawn = Empate.
card-castle_mine = O teu { $piece } tomou o castelo.
card-castle_partner = O { $piece } do teu parceiro tomou o castelo.
card-castle_enemy = O { $piece } adversário tomou o castelo.
card-capture_won = Capturaste todas as peças do adversário.
card-capture_lost = Todas as tuas peças foram capturadas.
card-no_move_won = { $who } não tem lances.
card-no_move_lost = Não tens lances.
card-resignation_won = { $who } desistiu.
card-resignation_lost = Desististe.
card-time_won = Acabou o tempo de { $who }.
card-time_lost = Acabou o teu tempo.
card-abandonment_won = { $who } saiu da partida.
card-abandonment_lost = Saíste da partida.
card-forfeit_won = { $who } não fez o primeiro lance a tempo.
card-forfeit_lost = Não fizeste o primeiro lance a tempo.

refused-by_rule = { $words } (regra { $section })
code-not_your_turn = Não é a tua vez.
code-stale_ply = A partida já avançou.
code-match_over = A partida acabou.
code-seat_taken = Esse lugar está ocupado.
code-rate_limited = Demasiado rápido. Tenta daqui a um momento.
code-unavailable = O servidor está ocupado. Tenta daqui a pouco.
code-no_network = Não foi possível contactar o servidor.

settings-title = Definições
settings-theme = Tema
settings-board = Tabuleiro
settings-pieces = Peças
settings-language = Idioma
settings-coordinates = Coordenadas
settings-animation = Animar os lances
settings-sound = Som
settings-volume = Volume
settings-vibration = Vibrar a cada lance
settings-autoStop = Parar na primeira casa possível
settings-talk = Mostrar o chat
settings-notifications = Avisar-me quando for a minha vez
settings-done = Pronto
theme-auto = Sistema
theme-light = Claro
theme-dark = Escuro
board_theme-linen = Linho
board_theme-slate = Ardósia
board_theme-forest = Floresta
board_theme-wood = Madeira
pieces-heraldry = Heráldica
pieces-wood = Madeira
pieces-figures = Figuras
pieces-shields = Escudos
pieces-letters = Letras

study-title = Estudo
study-how = Move qualquer lado. Lances alternativos tornam-se variantes.
study-edit = Montar posição
study-import = Importar
study-import_how = Cola uma partida ou uma posição, ou larga um ficheiro em qualquer ponto da página.
study-import_read = Importar partida
study-read =
    { $n ->
        [one] Importado: { $n } lance
       *[other] Importados: { $n } lances
    }
study-nothing = não contém nenhuma partida
study-unreadable = Não foi possível ler: { $what }
study-fault = O lance { $ply }, { $move }, não é legal: { $why }. A partida é mostrada até aí.
study-bad_address = Não foi possível ler a posição deste link.
study-left_out = Excluído das variantes por não ser legal: { $move }.
study-note = Comentário
study-signs = Símbolos
sign-1 = Bom lance
sign-2 = Erro
sign-3 = Lance brilhante
sign-4 = Erro grave
sign-5 = Lance interessante
sign-6 = Lance duvidoso
study-promote = Tornar variante principal
study-cut = Eliminar a partir daqui
study-draw = Empate.
study-won = Vitória de { $who }.
retry-start =
    { $n ->
        [one] { $who }: corrigir { $n } erro
       *[other] { $who }: corrigir { $n } erros
    }
retry-task = { $who }: { $move }. Encontra um lance melhor.
retry-judging = { $move }: vejamos…
retry-right = { $move } é melhor. Muito bem!
retry-wrong = { $move } não é melhor. Tenta de novo ou vê a solução.
retry-shown = { $move } era melhor.
retry-next = Erro seguinte
retry-end = Parar
analysis-title = Análise
analysis-busy = O motor está ocupado. Continua automaticamente.
analysis-game = Revisão da partida
analysis-engine = Motor
analysis-bar = Probabilidade de vitória
analysis-chances = { $who }: { $percent } %.
analysis-unknown = Ainda não avaliada
analysis-thinking = a pensar…
analysis-depth = profundidade { $n }
analysis-place = número { $n } na fila
analysis-deeper = Aprofundar
analysis-line = Melhor linha:
analysis-lines = Linhas do motor
analysis-line_count = Linhas
analysis-even = Posição igual.
analysis-ahead = { $who } com { $men } Peões de vantagem.
analysis-wins_in =
    { $n ->
        [one] { $who } pode ganhar em { $n } lance.
       *[other] { $who } pode ganhar em { $n } lances.
    }
exact-source = Resultados exatos, das tabelas de finais:
exact-known = exato
exact-win =
    { $n ->
        [one] ganha em { $n } lance
       *[other] ganha em { $n } lances
    }
exact-loss =
    { $n ->
        [one] perde em { $n } lance
       *[other] perde em { $n } lances
    }
exact-draw = empate
analysis-judge = Rever esta partida
analysis-judging = Lances revistos
analysis-graph = { $who }: probabilidade de vitória ao longo da partida
analysis-exactness = Precisão
analysis-exact = { $who }: { $percent } % de precisão.
analysis-faults = Erros
analysis-no_faults = Sem erros graves.
analysis-fault = { $who }, { $move }: { $fault }.
analysis-better = Melhor: { $move }.
review-next = Erro seguinte
review-previous = Erro anterior
review-moments = Momentos-chave
review-moment = { $move } −{ $percent } %
opening-name = Abertura: { $name }
review-book =
    { $n ->
        [one] { $n } lance do livro de aberturas
       *[other] { $n } lances do livro de aberturas
    }
review-new_move = Primeiro lance novo: { $move }
why-ask = Porque é mau?
why-step = Lance seguinte
why-again = Do início
why-close = Fechar
why-both = { $knights } e { $men }
why-castle =
    { $n ->
        [one] { $move } deixa { $who } entrar no castelo em { $n } lance.
       *[other] { $move } deixa { $who } entrar no castelo em { $n } lances.
    }
why-win =
    { $n ->
        [one] { $move } deixa { $who } ganhar em { $n } lance.
       *[other] { $move } deixa { $who } ganhar em { $n } lances.
    }
why-missed_win =
    { $n ->
        [one] { $move } perde a oportunidade de ganhar ({ $who }) em { $n } lance.
       *[other] { $move } perde a oportunidade de ganhar ({ $who }) em { $n } lances.
    }
why-loses = { $move } perde { $what }.
why-exchange = { $move } perde { $what } por { $other }.
why-missed = { $move } deixa escapar um ganho: { $what }.
why-chances = { $move } baixa a probabilidade de vitória de { $who } de { $before } % para { $after } %.
threat-show = Ameaça
threat-is = Ameaça: { $move }. { $score }
fault-inaccuracy = imprecisão
fault-mistake = erro
fault-blunder = erro grave
editor-how = Escolhe uma peça e toca nas casas para a pôr ou tirar.
editor-pieces = Peças
editor-erase = Apagar
editor-turn = A jogar
editor-clear = Tabuleiro vazio
editor-array = Posição inicial
editor-done = Usar posição
editor-cancel = Cancelar
export-title = Partilhar
export-address = Link para este estudo
export-position = Copiar posição
export-record = Descarregar partida
export-png = Descarregar imagem
export-gif = Descarregar GIF
export-play = Jogar com um amigo a partir daqui
export-done = Pronto

puzzle-any_game = Todas as variantes
puzzle-length = Tamanho
puzzle-any_length = Qualquer tamanho
puzzle-moves =
    { $n ->
        [one] { $n } lance
       *[other] { $n } lances
    }
puzzle-task = A jogar: { $who }. Ganha em { $n }.
puzzle-right =
    { $n ->
        [one] Certo! Falta encontrar { $n } lance.
       *[other] Certo! Falta encontrar { $n } lances.
    }
puzzle-solved = Resolvido!
puzzle-wrong = { $move } não ganha suficientemente depressa. Tenta outra vez.
puzzle-solution = A seta mostra a solução. Avança para ver o resto.
puzzle-uncounted = Só conta a tua primeira tentativa.
puzzle-solved_by = Resolvido por { $solved } de { $tried }.
puzzle-untried = Ainda ninguém tentou.
puzzle-from_match = Ver a partida de onde veio
puzzle-from_practice = De uma partida do computador contra si próprio.
puzzle-show = Mostrar a solução
puzzle-next = Próximo problema
puzzle-other = Outro problema
puzzle-any = Qualquer problema
puzzle-none = Não te resta nenhum problema deste tipo. Escolhe outro tipo.
puzzle-missing = Problema não encontrado.
puzzle-address = Link para este problema
puzzle-first_counts = A tua primeira tentativa conta para a tua pontuação de problemas. Uma ajuda ou um lance errado gasta-a.
puzzle-hint = Mostrar a peça que joga
puzzle-hinted = Joga a peça em { $square }.
puzzle-rating = A tua pontuação de problemas:
puzzle-streak =
    { $n ->
        [one] { $n } resolvido seguido
       *[other] { $n } resolvidos seguidos
    }
puzzle-rated = Dificuldade { $rating }.
puzzle-daily = Problema do dia
puzzle-share = Partilhar
puzzle-difficulty = Dificuldade
puzzle-any_difficulty = Qualquer dificuldade
puzzle-easy = Fácil
puzzle-medium = Médio
puzzle-hard = Difícil
puzzle-theme = Tema
puzzle-any_theme = Qualquer tema
puzzle-themes = Temas deste problema
puzzle-charge = Carga do Cavaleiro
puzzle-double_jump = Salto duplo
puzzle-castle_entry = Entrada no castelo
puzzle-forced_exit = Saída obrigatória
puzzle-sacrifice = Sacrifício
player-puzzles = pontuação { $rating }, { $solved } de { $tried } resolvidos à primeira, melhor série { $best }

rules-title = Regras de { $variant }
gallery-title = Galeria
gallery-lead = Cada jogo com a sua posição inicial. Experimenta um contra o computador.
gallery-link = Experimentar qualquer jogo contra o computador
gallery-try = Experimentar contra o computador
gallery-rules = Regras
gallery-array = A posição inicial de { $game }
gallery-trial = em experiência
gallery-on_trial = Em experiência
gallery-on_trial_how = Só os moderadores veem esta lista. Quem tiver o endereço de um jogo pode experimentá-lo.
rules-games = As variantes
rules-games_lead = Uma ideia, muitos tabuleiros: dá um passo, galopa sobre as tuas peças, salta sobre as inimigas, conquista o castelo.
rules-group-first = Começa aqui
rules-group-more = Outros tabuleiros e outras ideias
rules-group-four = Para quatro jogadores
rules-group-early = Regras de outros tempos
rules-all = Todas as variantes
rules-play = Jogar
rules-study = Estudar
rules-array = Posição inicial de { $variant }
rules-section = regra { $section }
rules-players = Lados
rules-against = contra
rules-squares = Casas
rules-to_win = Objetivo
rules-in_castle =
    { $n ->
        [one] { $n } peça no castelo inimigo
       *[other] { $n } peças no castelo inimigo
    }
rules-castle_moves = Lances de castelo
rules-end = Como acaba a partida
rules-plain = Passo
rules-plain_how = Move uma casa em qualquer direção.
rules-canter = Galope
rules-canter_how = Passa por cima de uma peça tua ao lado para a casa vazia atrás dela. Continua, em qualquer direção, se quiseres. Não capturas nada, e não é obrigatório.
rules-jump = Salto
rules-jump_how = Salta por cima de uma peça inimiga ao lado para a casa vazia atrás dela e captura-a. Se daí puderes capturar outra, continua a saltar.
rules-charge = Carga do Cavaleiro
rules-charge_how = Só um Cavaleiro pode galopar e depois saltar no mesmo lance. Se galopar para onde pode saltar, tem de capturar nesse lance.
rules-compulsion = Tens de capturar
rules-compulsion_how = Se podes saltar, tens de saltar. Qualquer captura serve; não tem de ser a maior.
rules-goal = Entrar no castelo
rules-goal_how = O castelo do outro lado é o teu objetivo. Uma peça que lá entra fica lá, e o teu lance acaba.
rules-exit = Sair do teu castelo
rules-exit_how = Só podes entrar no teu castelo com um salto. Se uma peça tua lá estiver no início da tua vez, tem de sair primeiro.
rules-castle_move = Lances de castelo
rules-castle_move_how =
    { $n ->
        [one] A tua peça no castelo inimigo pode passar para a outra casa do castelo, uma vez por partida.
       *[other] A tua peça no castelo inimigo pode passar para a outra casa do castelo, até { $n } vezes por partida.
    }
rules-trees = Árvores
rules-trees_how = Antes do teu primeiro lance, planta três árvores em casas do teu lado. Nenhuma peça pode entrar nessas casas nem saltar por cima delas.
rules-letter = Regra completa
rules-full = As regras completas
rules-full_lead = As fontes são as regras da World Camelot Federation (WCF) e as folhas de regras de Parker de 1887 e 1931. Uma decisão nossa preenche cada lacuna.
rules-legal_here =
    { $n ->
        [one] { $n } lance legal aqui:
       *[other] { $n } lances legais aqui:
    }
lesson-try = Experimenta:
lesson-goal-1 = entra no castelo lá em cima.
lesson-goal-2 = galopa sobre a tua peça para dentro do castelo.
lesson-plain-1 = dá um passo com a tua peça.
lesson-plain-2 = o Cavaleiro dá passos como um Peão. Dá um passo com ele.
lesson-canter-1 = galopa sobre a tua própria peça.
lesson-canter-2 = galopa duas vezes num só lance. Muda de direção pelo caminho.
lesson-jump-1 = salta por cima do inimigo e captura-o.
lesson-jump-2 = captura dois inimigos num só lance. Depois do primeiro salto, continua.
lesson-compulsion-1 = uma das tuas peças pode saltar, por isso tem de saltar. Encontra o salto.
lesson-compulsion-2 = duas peças podem saltar. Escolhe qual delas.
lesson-charge-1 = galopa com o Cavaleiro sobre a tua peça e depois captura.
lesson-charge-2 = galopa uma vez e depois captura dois inimigos com o Cavaleiro.
lesson-charge-3 = galopa para junto do inimigo. Depois tens de o capturar.
lesson-castle_move-1 = passa para a outra casa do castelo.
lesson-castle_move-2 = já gastaste os lances de castelo. Move a tua outra peça.
lesson-exit-1 = salta por cima do inimigo para o teu próprio castelo. Só assim podes lá entrar.
lesson-exit-2 = a tua peça começa no teu próprio castelo, por isso tem de sair primeiro.
lesson-trees-1 = planta três árvores do teu lado.
lesson-win-1 = captura os últimos inimigos de que precisas para ganhar.
lesson-man_only = O Peão em { $from } só pode ir para { $list }.
lesson-knight_only = O Cavaleiro em { $from } só pode ir para { $list }.
lesson-show = Mostrar
lesson-shown = Lance sugerido: { $move }.
lesson-almost_knight = Bom lance. Agora tenta com o Cavaleiro.
lesson-almost_two_hops = Bom lance. Agora tenta dois galopes num só lance.
lesson-almost_long_charge = Boa captura. Agora galopa primeiro, e podes capturar dois.
lesson-almost_hop_in = Bom lance. Agora galopa sobre a tua peça para dentro do castelo.
lesson-done = Muito bem!
lesson-again = Tentar de novo
lesson-almost = Bom lance. Agora tenta o lance deste passo.
lesson-almost_canter = Bom lance. Agora tenta galopar sobre a tua própria peça.
lesson-almost_charge = Bom lance. Agora tenta galopar primeiro e capturar depois, tudo num só lance.
lesson-almost_charge_man = Boa captura. Agora tenta com o Cavaleiro.
lesson-almost_goal = Bom lance. Agora entra no castelo.
lesson-almost_castle_move = Bom lance. Agora passa para a outra casa do castelo.
learn-title = Aprender a jogar
learn-count = { $done } de { $all }
learn-steps = Passos
learn-step = Passo { $n }: { $what }
learn-step_done = Passo { $n }: { $what }, feito
learn-back = Anterior
learn-next = Seguinte
learn-try = Experimentar
learn-skip = Saltar passo
learn-exercise = Exercício { $n }
learn-done = feito
learn-win = Vitória e empate
learn-others = Joga a seguir
learn-goal = O objetivo do jogo
learn-goal_castle =
    { $n ->
        [one] Leva uma peça ao castelo inimigo e ganhas. Também podes ganhar capturando as peças do inimigo.
       *[other] Leva { $n } das tuas peças ao castelo inimigo e ganhas. Também podes ganhar capturando as peças do inimigo.
    }
learn-goal_capture = Captura todas as peças inimigas e ganhas.
learn-goal_reversed = Aqui é tudo ao contrário: para ganhar, perde todas as tuas peças e fica fora do castelo inimigo.
learn-goal_team = Tu e o teu parceiro ganham juntos.
learn-goal_each = Cada um joga por si.
learn-end = É tudo: já sabes as regras!
learn-end_how = Agora joga a tua primeira partida. O computador joga no nível mais fácil, não há relógio, e o tabuleiro mostra para onde cada peça pode ir.
learn-first_game = Jogar a primeira partida
learn-again = Começar de novo
demo-title = Ver
demo-again = Ver de novo
demo-after = Mostrar o lance
demo-before = Mostrar o início
demo-step = Dá um passo de { $from } para { $to }.
demo-canter = Galopa: passa por cima de um amigo, de { $from } para { $to }.
demo-jump = Salta por cima do inimigo em { $over } e captura-o.
praise-win = Muito bem! Este lance ganha a partida.
praise-charge =
    { $n ->
        [one] Muito bem! Uma carga com { $n } captura.
       *[other] Muito bem! Uma carga com { $n } capturas.
    }
praise-capture = Muito bem! Capturaste uma peça.
praise-captures = Muito bem! { $n } capturas num só lance.
praise-castle = Muito bem! A tua peça está no castelo.
praise-hops = Muito bem! { $n } galopes num só lance.
differs-title = O que é diferente
differs-try = Experimentar: { $what }
differs-army = O tabuleiro tem { $squares } casas. Cada lado tem { $knights } e { $men }.
differs-knights_only = O tabuleiro tem { $squares } casas. Cada lado tem { $n } Cavaleiros e nenhum Peão: todas as peças podem fazer a carga.
differs-castle =
    { $n ->
        [one] Leva { $n } peça ao castelo inimigo para ganhar.
       *[other] Leva { $n } peças ao castelo inimigo para ganhar.
    }
differs-opposite =
    { $n ->
        [one] O teu objetivo é o castelo do outro lado do tabuleiro: { $n } peça da tua equipa dentro dele ganha.
       *[other] O teu objetivo é o castelo do outro lado do tabuleiro: { $n } peças da tua equipa dentro dele ganham.
    }
differs-no_castle_moves = A primeira peça no castelo acaba a partida, por isso não há lances de castelo.
differs-no_castles = Não há castelos. Captura todas as peças inimigas para ganhar.
differs-water = Um rio atravessa o tabuleiro. Nenhuma peça pode ficar na água: passa pelas pontes.
differs-trees = Antes do primeiro lance plantas três árvores. As árvores bloqueiam todas as peças.
differs-reduced = Também ganhas quando o adversário fica com uma peça e tu tens duas ou mais.
differs-own_castle_jump = Um salto para o teu castelo acaba o lance, mesmo que pudesses saltar outra vez.
differs-reversed = É tudo ao contrário: se perdes todas as peças ou ficas sem lances, ganhas.
differs-avoid = Fica fora do castelo inimigo: uma peça que lá entra perde a partida.
differs-each = Cada um joga por si. A ordem é { $order }. Quem não tem peças passa, e ganha o último que ainda tem peças.
differs-teams = { $a } jogam contra { $b }. A ordem é { $order }.
differs-beside = As peças do teu parceiro estão ao lado das tuas. Podes galopar sobre elas, e ganham juntos.
differs-partner_opposite = As peças do teu parceiro estão do outro lado do tabuleiro. Podes galopar sobre elas, e ganham juntos.
ends-castle =
    { $n ->
        [one] Leva { $n } peça ao castelo inimigo para ganhar.
       *[other] Leva { $n } peças ao castelo inimigo para ganhar.
    }
ends-capture = Captura todas as peças inimigas e fica com pelo menos { $n } para ganhar.
ends-reduced = Reduz o adversário a uma peça e fica com pelo menos duas para ganhar.
ends-no_move = Se não tens lances legais, perdes, a não ser que o adversário não tenha peças suficientes para ganhar.
ends-enters = Se entras no castelo inimigo, mesmo por obrigação, perdes.
ends-no_move_wins = Se ficas sem lances legais ou sem peças, ganhas.
ends-pass = Se não podes jogar, passas.
ends-bare = Se ambos os lados ficam com uma peça ou nenhuma, é empate.
ends-repetition = A mesma posição três vezes é empate.
ends-fifty = 50 lances de cada lado sem captura nem entrada num castelo são empate.
ends-own_castle_jump = Um salto para o teu próprio castelo acaba o lance.

say-rated = A tua pontuação: { $rating } ({ $change }).
rating-title = Pontuação
rating-provisional = Pontuação provisória
rating-provisional_how = «?» significa provisória. Joga mais partidas para a definir.
rating-change = Variação da pontuação nesta partida
rating-choice = A valer pontos ou amigável
rating-all = Pontuações
rating-bots = contra bots
rating-games =
    { $n ->
        [one] { $n } partida
       *[other] { $n } partidas
    }
rating-rank = posição { $n }
rating-curve = Pontuação em { $n } partidas: de { $from } a { $to }, máximo { $best }
leaders-title = Classificações
leaders-find = Procurar um jogador
leaders-go = Ir
leaders-unknown = Não há nenhum jogador chamado { $who }.
leaders-speed = Ritmo
leaders-last = Última partida
empty-play = Jogar uma partida
leaders-nobody = Ainda não há jogadores classificados. Estreia a lista: joga a valer pontos.
leaders-how = Pontuações estabelecidas de jogadores ativos nos últimos 90 dias. Precisas de uma conta para jogar a valer pontos.
profile-against = Tu contra { $who }
kind-guest = Convidado
kind-account = Jogador
kind-bot = Bot
profile-account = a tua conta
profile-mute = Silenciar
profile-unmute = Deixar de silenciar
profile-mute_how = Os jogadores silenciados não te podem escrever nem desafiar. Não são avisados.
profile-playing = A jogar agora
profile-by_game = Resultados
profile-head_to_head = Frente a frente
profile-opponent = Adversário
profile-won = Vitórias
profile-drawn = Empates
profile-lost = Derrotas
outcome-won = Vitória
outcome-drawn = Empate
outcome-lost = Derrota
outcome-off = Cancelada
profile-games = Partidas
profile-no_games = Ainda não há partidas terminadas.
profile-more = Mostrar mais
filter-title = Filtrar
filter-any = qualquer
filter-seat = Lado
filter-outcome = Resultado
filter-termination = Fim
filter-speed = Ritmo
filter-rated = Pontos
filter-only_rated = a valer pontos
filter-only_casual = amigáveis
filter-order = Ordem
filter-newest = mais recentes primeiro
filter-oldest = mais antigas primeiro
filter-opponent = Adversário
filter-from = De
filter-to = Até
filter-clear = Limpar filtros
filter-none = Nenhuma partida corresponde a estes filtros.
explorer-title = Explorador
explorer-none = Nenhuma partida terminada chegou a esta posição.
explorer-games =
    { $n ->
        [one] { $n } partida
       *[other] { $n } partidas
    }
explorer-rating = pontuação média { $n }
explorer-mirrored = com a imagem ao espelho
explorer-move = Lance
explorer-count = Partidas
explorer-newest = Partidas mais recentes
explorer-newest_game = Partida mais recente com este lance
explorer-best = Partidas com maior pontuação
explorer-also_won = Vitórias de { $who }: { $n } %
explorer-results = Vitórias de { $one } { $first } %, empates { $draws } %, vitórias de { $two } { $second } %
account-title = A tua conta
account-you_are = Estás a jogar como
account-guest = As partidas de convidado só existem neste navegador. Regista-te para as guardares.
account-make = Registar-se
account-enter = Entrar
account-leave = Sair
account-name = Nome
account-password = Palavra-passe (pelo menos 8 caracteres)
account-password_known = Palavra-passe
account-show_password = Mostrar a palavra-passe
account-kept = Os teus dados
account-kept_what = O teu nome, as tuas partidas, as tuas mensagens e o resto da tua atividade aqui. Um e-mail só se o deres. Descarrega tudo num só ficheiro.
account-export = Descarregar os meus dados
account-erase = Eliminar conta
account-erase_what = Não é possível voltar atrás. O teu nome, a tua palavra-passe e as tuas mensagens são eliminados. As tuas partidas e pontuações ficam, com um nome anónimo. Acaba primeiro as tuas partidas e torneios.
account-your_password = A tua palavra-passe
account-erase_now = Eliminar permanentemente
account-erased = A tua conta foi eliminada.
recovery-title = Perdeste a palavra-passe?
recovery-what = Escreve um dos teus códigos de recuperação e uma palavra-passe nova. Sem código, pede um ao operador deste servidor. A sessão termina em todos os dispositivos e programas.
recovery-code = Código de recuperação
recovery-now = Definir palavra-passe nova
recovery-mail_what = Ou recebe um link por e-mail, se a tua conta tiver um endereço confirmado.
recovery-mail = Enviar-me um link
recovery-mailed = Se uma conta tiver esse endereço, o link vai a caminho. É válido durante uma hora.
codes-title = Códigos de recuperação
codes-what = Cada código define uma palavra-passe nova uma vez. Guarda-os agora: não voltam a ser mostrados, e ninguém te pode enviar uma palavra-passe.
codes-copy = Copiar códigos
codes-copied = Os códigos foram copiados.
codes-save = Guardar códigos num ficheiro
codes-kept = Guardei os códigos
codes-made = Tens códigos de recuperação novos.
codes-left =
    { $n ->
        [one] Tens mais { $n } código.
       *[other] Tens mais { $n } códigos.
    }
codes-make = Criar códigos novos
codes-make_what = Os códigos novos substituem os anteriores.
codes-make_now = Criar códigos
passkeys-title = Chaves de acesso
passkeys-what = Inicia sessão com o bloqueio do teu dispositivo em vez da palavra-passe. O dispositivo guarda a chave de acesso.
passkeys-enter = Iniciar sessão com uma chave de acesso
passkeys-add = Adicionar uma chave de acesso
passkeys-add_now = Adicionar chave de acesso
passkeys-added = A chave de acesso foi adicionada.
passkeys-known = Este dispositivo já tem uma chave de acesso para a tua conta.
passkeys-since = adicionada a { $since }
passkeys-used = usada pela última vez a { $day }
passkeys-remove = Remover
passkeys-remove_named = Remover a chave de acesso: { $client }, adicionada a { $since }
passkeys-removed = A chave de acesso foi removida.
provider-title = Fornecedor de início de sessão
provider-what = Inicia sessão com a tua conta noutro serviço, em vez da palavra-passe.
provider-enter = Iniciar sessão com { $provider }
provider-link = Ligar { $provider }
provider-since = ligada a { $since }
provider-unlink = Desligar
provider-unlink_named = Desligar { $host }
provider-unlinked = A conta foi desligada.
provider-no_password = Se a tua conta não tem palavra-passe, deixa os campos da palavra-passe vazios: uma sessão iniciada nos últimos dez minutos confirma as tuas mudanças.
provider-failed = O início de sessão não foi concluído. Começa de novo.
provider-choose_name = Ainda ninguém usa esta conta aqui. Escolhe um nome para jogar.
notifications-title = Notificações
notifications-open = Notificações, { $n } por ler
notifications-none = Ainda nada.
notifications-read = Marcar tudo como lido
notifications-settings = Definições
notifications-what = Escolhe o que queres saber, e como.
notifications-page = Página
notifications-push = Push
notifications-email = E-mail
notifications-device = Receber notificações neste dispositivo
notifications-denied = O teu navegador não permite notificações deste site.
notifications-quiet = Horas de silêncio
notifications-from = Das
notifications-until = Às
notifications-zone = Fuso horário
notifications-save = Guardar
notifications-saved = Guardado.
notifications-kind-turn = A tua vez numa partida por correspondência
notifications-kind-reminder = O teu tempo está a acabar
notifications-kind-offer = Uma proposta do adversário
notifications-kind-ended = O fim de uma partida
notifications-kind-message = Uma mensagem
notifications-kind-challenge = Um desafio
notifications-kind-invitation = Um convite para uma equipa
notifications-kind-round = Uma ronda de um torneio
notifications-kind-announcement = Uma mensagem da direção de um torneio
notifications-kind-arranged = Uma partida combinada começa dentro de uma hora
mail-title = E-mail
mail-what = O endereço é opcional. Permite-te definir uma palavra-passe nova e receber notificações. Mais ninguém o vê.
mail-address = Endereço de e-mail
mail-set = Adicionar um endereço
mail-change = Mudar o endereço
mail-remove = Remover o endereço
mail-sent = Um link vai a caminho do endereço.
mail-removed = O endereço foi removido.
mail-verified = confirmado
mail-unverified = ainda por confirmar: abre o link que lhe foi enviado
mail-bounced = desativado, porque os e-mails foram devolvidos: adiciona-o outra vez
mail-subscribed = Enviar-me notificações por e-mail
mail-verify_what = Confirma que este é o teu endereço de e-mail.
mail-verify = Confirmar o endereço
mail-is_verified = O teu endereço de e-mail está confirmado.
mail-unsubscribe_what = Deixas de receber notificações por e-mail.
mail-unsubscribe = Parar estes e-mails
mail-is_unsubscribed = Já não recebes notificações por e-mail.
mail-recover_what = Define uma palavra-passe nova para { $name }. A sessão termina em todos os dispositivos e programas.
mail-no_link = Este endereço não tem link. Abre outra vez o link do e-mail.
password-title = Palavra-passe
password-new = Palavra-passe nova (pelo menos 8 caracteres)
password-end_sessions = Terminar as outras sessões
password-change = Mudar palavra-passe
password-changed = A tua palavra-passe foi mudada.
sign_ins-title = Dispositivos com sessão iniciada
sign_ins-client = { $browser } em { $system }
sign_ins-program = Outro programa
sign_ins-seen = sessão iniciada a { $since }, usada pela última vez a { $seen }
sign_ins-current = este navegador
sign_ins-end = Terminar sessão
sign_ins-end_named = Terminar sessão: { $client }, usada pela última vez a { $seen }
sign_ins-ended = A sessão do dispositivo terminou.
sign_ins-end_all = Terminar todas as sessões
sign_ins-ended_all = Todas as tuas sessões terminaram.
security-title = Registo de segurança
security-what = Inícios de sessão e alterações dos últimos 90 dias. Muda a palavra-passe se vires algo que não fizeste.
security-show =
    { $n ->
        [one] Mostrar { $n } entrada
       *[other] Mostrar { $n } entradas
    }
security-signed_in = Sessão iniciada
security-signed_in_by_passkey = Sessão iniciada com uma chave de acesso
security-sign_in_failed = Palavra-passe ou chave de acesso errada
security-password_changed = Palavra-passe mudada
security-recovered = Palavra-passe definida com um código de recuperação
security-recovery_failed = Código de recuperação errado
security-codes_made = Códigos de recuperação novos
security-operator_reset = O operador criou um código de recuperação
security-sign_ins_ended = Sessões terminadas
security-passkey_added = Chave de acesso adicionada
security-passkey_removed = Chave de acesso removida
security-token_made = Token criado
security-token_revoked = Token revogado
security-program_allowed = Programa permitido
security-program_ended = Acesso de um programa retirado
security-signed_in_by_provider = Sessão iniciada através do fornecedor
security-recovery_mailed = Link para uma palavra-passe nova enviado por e-mail
security-mail_changed = Endereço de e-mail definido
security-mail_verified = Endereço de e-mail confirmado
security-mail_removed = Endereço de e-mail removido
security-mail_disabled = Endereço de e-mail desativado: os e-mails foram devolvidos
security-identity_linked = Conta do fornecedor ligada
security-identity_unlinked = Conta do fornecedor desligada
apps-title = Programas com acesso
apps-program = um programa no teu dispositivo ({ $host })
apps-device = um dispositivo ou um programa sem navegador
apps-used = último início de sessão: { $day }
apps-end = Retirar acesso
apps-end_named = Retirar acesso: { $client }
apps-ended = { $client } já não tem acesso.
scope-none = ver o teu nome
scope-read = ler a lista dos teus tokens, webhooks, jogadores silenciados e notificações
scope-play = jogar e conversar em partidas e torneios em teu nome
scope-challenge = criar pedidos de jogo e fazer e responder a desafios em teu nome
scope-records = importar partidas em teu nome
scope-account = alterar a tua conta
consent-title = Iniciar sessão noutro programa
consent-device = Ligar um dispositivo
consent-sign_in = Um programa quer usar a tua conta. Inicia sessão aqui primeiro.
consent-origin = A seguir, vais para
consent-player = Iniciaste sessão como
consent-may = Vai poder:
consent-warn = O programa escolheu o seu próprio nome. Permite-o só se conheces o endereço acima. Podes retirar o acesso na página da tua conta.
consent-warn_device = Permite-o só se foste tu a começar e se o código é do teu dispositivo. Podes retirar o acesso na página da tua conta.
consent-allow = Permitir
consent-deny = Não permitir
consent-code = Código mostrado pelo dispositivo
consent-next = Continuar
consent-device_allowed = O dispositivo está ligado. Podes fechar esta página.
consent-device_denied = O dispositivo não tem acesso.
