### The pages, the lessons and the rules.

nav-skip = Pular para o conteúdo
nav-me = Jogando como { $name }
link-online = Conectado
link-trip = Conectado, { $ms } ms
link-offline = Sem conexão. Reconectando…
link-connecting = Conectando…
wait-loading = Carregando…
offline-title = Sem conexão
offline-why = Para jogar, encontrar adversários, ver torneios e resolver problemas é preciso o servidor, e não foi possível conectar a ele. Verifique a conexão e tente de novo.
offline-games = As últimas partidas que você viu
offline-seen_at = Sem conexão. A partida está como você a viu: { $when }.
offline-notice = Você está sem internet. Verifique a conexão.
home-page_title = Chivalry: jogue Camelot e Chivalry online
home-title = Conquiste o castelo.
home-lead = Como damas com cavaleiros: galope, capture e leve duas peças ao castelo inimigo. Jogue agora, sem precisar de conta.
home-waiting_n = { $n } esperando
home-playing_n = { $n } jogando
home-seat = Seu lado
home-computers_each = Você joga contra computadores perto deste nível, cada um por si.
home-computers = Você joga com três computadores em torno deste nível; seu parceiro fica com o do meio.
start-position_how = Cole o código de uma posição de um estudo. Essas partidas não valem pontos.
more-rated = Valendo pontos (só para contas)
level-4 = intermediário
filter-only_rated = valendo pontos
explorer-mirrored = com a imagem espelhada
home-mine = Suas partidas
home-puzzle_how = Encontre o lance vencedor.
home-start_opponent = { $who } está esperando · { $time }
home-learn = Aprenda em três minutos
home-learn_how = Experimente cada tipo de lance em um tabuleiro pequeno.
home-tournament_how = Crie um para seus amigos ou seu clube.
home-finished = Terminadas recentemente
seek-nobody_yet = Ainda procurando. Quer jogar contra o computador enquanto espera? Levamos você à sua partida.
seek-background = Ainda procurando adversário para { $game }…
seek-looking = Procurando adversário…
clock-to_move = Vez de jogar
board-label = Tabuleiro de { $variant }. Use as setas para se mover e Enter para escolher.
board-to_move = Vez: { $seat }
board-flip = Girar o tabuleiro
hint-may_go_on = Você pode parar em { $square } (toque de novo) ou continuar.
hint-several_ways = { $n } caminhos diferentes terminam em { $square }. Toque nas casas do meio.
hint-no_tree = Você não pode plantar uma árvore em { $square }.
hint-walking = Você não pode ir para aí. Continue, desfaça ou cancele.
duty-trees = Antes do seu primeiro lance, escolha três casas do seu lado para árvores.
duty-capture = Você tem que capturar: por exemplo, { $from } sobre { $over }.
duty-leave_castle = Sua peça em { $square } tem que sair primeiro do seu castelo.
duty-jump_out = Sua peça em { $square } tem que sair do seu castelo com um salto.
why-castle_moves_spent = Você não tem mais lances de castelo, então esta peça fica onde está.
why-in_goal = Uma peça no castelo inimigo fica ali.
why-must_charge = O Cavaleiro poderia capturar em { $over } a partir de { $square }, então este lance tem que incluir uma captura.
why-must_continue = Continue saltando: você ainda pode capturar em { $over }.
why-no_way = { $from } não chega a { $square } em um só lance.
why-capture_beyond = Para capturar em { $square }, escolha a casa vazia atrás.
why-go_on = Você tem que continuar.
say-your_turn = É a sua vez.
say-declined = Sua proposta foi recusada.
say-lapsed = Sua proposta expirou.
moves-back = Um lance para trás
moves-forward = Um lance para a frente
input-label = Digite um lance
input-unreadable = Isso não é um lance. Digite as casas, como { $move }.
claim-title = Reivindicar a partida
claim-gone = Seu adversário saiu.
claim-win = Reivindicar vitória
claim-draw = Reivindicar empate
player-nobody = aguardando…
player-you = você
player-your_partner = seu parceiro
premove-dropped = Lance antecipado cancelado: não é mais possível.
plan-how = Jogue no tabuleiro o lance do adversário e depois a sua resposta. Se ele o jogar, sua resposta é jogada na hora.
plan-if = Se { $who } jogar… Escolha o lance.
plan-then = Então você joga… Escolha o seu lance.
plan-another = Adicionar outro lance do adversário
plan-save = Salvar
plan-saved =
    { $n ->
        [one] Plano salvo: { $n } resposta.
       *[other] Plano salvo: { $n } respostas.
    }
plan-ready =
    { $n ->
        [one] Seu plano tem { $n } resposta:
       *[other] Seu plano tem { $n } respostas:
    }
match-watchers = { $n } assistindo
end-unknown = como registrado
match-your_turn = É a sua vez
match-rated = valendo pontos
match-casual = amistosa
match-to_rematch = Ir para a revanche
match-of_tournament = { $name }, rodada { $n }
match-save_record = Baixar partida
match-save_proof = Baixar prova assinada
match-looking_back = Vendo um lance anterior
confirm-title = Tem certeza?
offer-draw_made = Você propôs empate.
offer-takeback = Pedir para voltar o lance
offer-takeback_made = Você pediu para voltar o lance.
offer-takeback_from = { $who } pede para voltar o lance.
offer-rematch = Jogar de novo
offer-rematch_made = Você propôs revanche.
offer-rematch_from = { $who } propõe revanche.
offer-adjournment_made = Você propôs adiar a partida.
offer-resumption_made = Você propôs retomar a partida.
vacation-what = Seus relógios param nas partidas por correspondência que permitem férias.
vacation-until = Você está de férias até { $at }.
vacation-begun = Você está de férias.
vacation-ended = Seus relógios voltaram a andar.
arrange-calendar = Salvar no calendário
keys-board = Ir ao tabuleiro
keys-step = Um lance para trás ou para a frente
card-won = Você ganhou!
card-lost = Você perdeu.
card-castle_mine = Seu { $piece } tomou o castelo.
card-castle_partner = O { $piece } do seu parceiro tomou o castelo.
card-capture_won = Você capturou todas as peças do adversário.
card-capture_lost = Todas as suas peças foram capturadas.
card-no_move_lost = Você não tem lances.
card-resignation_lost = Você desistiu.
card-time_lost = Seu tempo acabou.
card-abandonment_lost = Você saiu da partida.
card-forfeit_lost = Você não fez o primeiro lance a tempo.
invite-waiting = Aguardando seu amigo…
invite-waiting_for =
    { $n ->
        [one] Aguardando { $n } jogador…
       *[other] Aguardando { $n } jogadores…
    }
invite-how = Envie este link ou mostre o código QR. A primeira pessoa a abri-lo pode entrar.
invite-from = { $who } convida você para jogar { $variant }
invite-private = Esta partida é privada. Você precisa do link para entrar.
share-send = Compartilhar
challenge-from = { $who } desafia você.
challenge-asks = desafia você:
challenge-you_play = você joga com { $seat }
challenge-waiting = Aguardando { $who }…
decline-later = Agora não. Pergunte mais tarde.
decline-too_fast = É rápido demais para mim.
decline-too_slow = É lento demais para mim.
decline-time_control = Prefiro outro ritmo.
decline-rated = Prefiro valendo pontos.
decline-casual = Prefiro uma amistosa.
talk_apart-players = Os espectadores só veem isto quando a partida acabar.
talk_apart-watchers = Os jogadores só veem isto quando a partida acabar.
silence-ended = { $who } pode escrever no chat de novo.
moderation-title = Registro de moderação
moderation-end_timeout = Encerrar suspensão
talk-too_fast =
    { $n ->
        [one] Mais devagar: você pode escrever de novo em { $n } segundo.
       *[other] Mais devagar: você pode escrever de novo em { $n } segundos.
    }
talk-timeout = Você não pode escrever no chat até { $when }.
talk-timeout_for = Você não pode escrever no chat até { $when }. Motivo: { $why }.
code-not_your_turn = Não é a sua vez.
code-rate_limited = Rápido demais. Tente daqui a pouco.
code-unavailable = O servidor está ocupado. Tente daqui a pouco.
code-no_network = Não foi possível conectar ao servidor.
settings-title = Configurações
settings-notifications = Avisar quando for a minha vez
study-how = Mova qualquer lado. Lances alternativos viram variantes.
study-import_how = Cole uma partida ou uma posição, ou solte um arquivo em qualquer lugar da página.
study-promote = Tornar linha principal
study-cut = Excluir a partir daqui
retry-task = { $who }: { $move }. Encontre um lance melhor.
retry-wrong = { $move } não é melhor. Tente de novo ou veja a solução.
retry-next = Próximo erro
analysis-thinking = pensando…
editor-how = Escolha uma peça e toque nas casas para colocar ou tirar.
editor-turn = Vez de jogar
export-title = Compartilhar
export-record = Baixar partida
export-png = Baixar imagem
export-gif = Baixar GIF
puzzle-task = Vez: { $who }. Vença em { $n }.
puzzle-wrong = { $move } não ganha rápido o bastante. Tente outra vez.
puzzle-solution = A seta mostra a solução. Avance para ver o resto.
puzzle-uncounted = Só conta a sua primeira tentativa.
puzzle-untried = Ninguém tentou ainda.
puzzle-from_practice = De uma partida do computador contra si mesmo.
puzzle-none = Não resta nenhum problema deste tipo para você. Escolha outro tipo.
puzzle-first_counts = A sua primeira tentativa conta para a sua pontuação de problemas. Uma ajuda ou um lance errado a gasta.
puzzle-rating = Sua pontuação de problemas:
puzzle-share = Compartilhar
player-puzzles = pontuação { $rating }, { $solved } de { $tried } resolvidos na primeira, melhor série { $best }
gallery-lead = Cada jogo com sua posição inicial. Experimente um contra o computador.
gallery-trial = em teste
gallery-on_trial = Em teste
rules-games_lead = Uma ideia, muitos tabuleiros: dê um passo, galope sobre suas peças, salte sobre as inimigas, conquiste o castelo.
rules-group-first = Comece aqui
rules-end = Como a partida acaba
rules-plain_how = Mova uma casa em qualquer direção.
rules-canter_how = Passe por cima de uma peça sua ao lado para a casa vazia atrás dela. Continue, em qualquer direção, se quiser. Nada é capturado, e não é obrigatório.
rules-jump_how = Salte por cima de uma peça inimiga ao lado para a casa vazia atrás dela e capture-a. Se dali puder capturar outra, continue saltando.
rules-charge_how = Só um Cavaleiro pode galopar e depois saltar no mesmo lance. Se galopar para onde pode saltar, tem que capturar nesse lance.
rules-compulsion = Você tem que capturar
rules-compulsion_how = Se você pode saltar, tem que saltar. Qualquer captura serve; não precisa ser a maior.
rules-goal_how = O castelo do outro lado é o seu objetivo. Uma peça que entra nele fica ali, e seu lance acaba.
rules-exit = Sair do seu castelo
rules-exit_how = Você só pode entrar no seu castelo com um salto. Se uma peça sua estiver nele no início da sua vez, ela tem que sair primeiro.
rules-castle_move_how =
    { $n ->
        [one] Sua peça no castelo inimigo pode passar para a outra casa do castelo, uma vez por partida.
       *[other] Sua peça no castelo inimigo pode passar para a outra casa do castelo, até { $n } vezes por partida.
    }
rules-trees_how = Antes do seu primeiro lance, plante três árvores em casas do seu lado. Nenhuma peça pode entrar nessas casas nem saltar por cima delas.
lesson-try = Experimente:
lesson-goal-1 = entre no castelo lá em cima.
lesson-goal-2 = galope sobre a sua peça para dentro do castelo.
lesson-plain-1 = dê um passo com a sua peça.
lesson-plain-2 = o Cavaleiro dá passos como um Peão. Dê um passo com ele.
lesson-canter-1 = galope sobre a sua própria peça.
lesson-canter-2 = galope duas vezes em um só lance. Mude de direção pelo caminho.
lesson-jump-1 = salte por cima do inimigo e capture-o.
lesson-jump-2 = capture dois inimigos em um só lance. Depois do primeiro salto, continue.
lesson-compulsion-1 = uma das suas peças pode saltar, então tem que saltar. Encontre o salto.
lesson-compulsion-2 = duas peças podem saltar. Escolha qual delas.
lesson-charge-1 = galope com o Cavaleiro sobre a sua peça e depois capture.
lesson-charge-2 = galope uma vez e depois capture dois inimigos com o Cavaleiro.
lesson-charge-3 = galope para perto do inimigo. Depois você tem que capturá-lo.
lesson-castle_move-1 = passe para a outra casa do castelo.
lesson-castle_move-2 = você já gastou os lances de castelo. Mova a sua outra peça.
lesson-exit-1 = salte por cima do inimigo para o seu próprio castelo. Só assim você pode entrar nele.
lesson-exit-2 = a sua peça começa no seu próprio castelo, então tem que sair primeiro.
lesson-trees-1 = plante três árvores do seu lado.
lesson-win-1 = capture os últimos inimigos de que você precisa para vencer.
lesson-almost_knight = Bom lance. Agora tente com o Cavaleiro.
lesson-almost_two_hops = Bom lance. Agora tente dois galopes em um só lance.
lesson-almost_long_charge = Boa captura. Agora galope primeiro, e você pode capturar dois.
lesson-almost_hop_in = Bom lance. Agora galope sobre a sua peça para dentro do castelo.
lesson-almost = Bom lance. Agora tente o lance deste passo.
lesson-almost_canter = Bom lance. Agora tente galopar sobre a sua própria peça.
lesson-almost_charge = Bom lance. Agora tente galopar primeiro e capturar depois, tudo em um só lance.
lesson-almost_charge_man = Boa captura. Agora tente com o Cavaleiro.
lesson-almost_goal = Bom lance. Agora entre no castelo.
lesson-almost_castle_move = Bom lance. Agora passe para a outra casa do castelo.
learn-next = Próximo
learn-skip = Pular passo
learn-others = Jogue em seguida
learn-goal_castle =
    { $n ->
        [one] Leve uma peça ao castelo inimigo e você vence. Você também pode vencer capturando as peças do inimigo.
       *[other] Leve { $n } das suas peças ao castelo inimigo e você vence. Você também pode vencer capturando as peças do inimigo.
    }
learn-goal_capture = Capture todas as peças inimigas e você vence.
learn-goal_reversed = Aqui é tudo ao contrário: para vencer, perca todas as suas peças e fique fora do castelo inimigo.
learn-goal_team = Você e seu parceiro vencem juntos.
learn-end = É isso: você já sabe as regras!
learn-end_how = Agora jogue a sua primeira partida. O computador joga no nível mais fácil, não há relógio, e o tabuleiro mostra para onde cada peça pode ir.
praise-win = Muito bem! Este lance vence a partida.
praise-capture = Muito bem! Você capturou uma peça.
praise-captures = Muito bem! { $n } capturas em um só lance.
praise-castle = Muito bem! Sua peça está no castelo.
praise-hops = Muito bem! { $n } galopes em um só lance.
differs-castle =
    { $n ->
        [one] Leve { $n } peça ao castelo inimigo para vencer.
       *[other] Leve { $n } peças ao castelo inimigo para vencer.
    }
differs-opposite =
    { $n ->
        [one] Seu objetivo é o castelo do outro lado do tabuleiro: { $n } peça da sua equipe dentro dele vence.
       *[other] Seu objetivo é o castelo do outro lado do tabuleiro: { $n } peças da sua equipe dentro dele vencem.
    }
differs-no_castle_moves = A primeira peça no castelo encerra a partida, por isso não há lances de castelo.
differs-no_castles = Não há castelos. Capture todas as peças inimigas para vencer.
differs-water = Um rio atravessa o tabuleiro. Nenhuma peça pode ficar na água: passe pelas pontes.
differs-trees = Antes do primeiro lance você planta três árvores. As árvores bloqueiam todas as peças.
differs-reduced = Você também vence quando o adversário fica com uma peça e você tem duas ou mais.
differs-own_castle_jump = Um salto para o seu castelo encerra o lance, mesmo que você pudesse saltar de novo.
differs-reversed = É tudo ao contrário: se você perde todas as peças ou fica sem lances, vence.
differs-avoid = Fique fora do castelo inimigo: uma peça que entra nele perde a partida.
differs-beside = As peças do seu parceiro estão ao lado das suas. Você pode galopar sobre elas, e vocês vencem juntos.
differs-partner_opposite = As peças do seu parceiro estão do outro lado do tabuleiro. Você pode galopar sobre elas, e vocês vencem juntos.
ends-castle =
    { $n ->
        [one] Leve { $n } peça ao castelo inimigo para vencer.
       *[other] Leve { $n } peças ao castelo inimigo para vencer.
    }
ends-capture = Capture todas as peças inimigas e fique com pelo menos { $n } para vencer.
ends-reduced = Reduza o adversário a uma peça e fique com pelo menos duas para vencer.
ends-no_move = Se você não tem lances legais, perde, a não ser que o adversário não tenha peças suficientes para vencer.
ends-enters = Se você entra no castelo inimigo, mesmo por obrigação, perde.
ends-no_move_wins = Se você fica sem lances legais ou sem peças, vence.
ends-pass = Se você não pode jogar, passa.
ends-own_castle_jump = Um salto para o seu próprio castelo encerra o lance.
say-rated = Sua pontuação: { $rating } ({ $change }).
rating-provisional_how = “?” significa provisória. Jogue mais partidas para defini-la.
rating-choice = Valendo pontos ou amistosa
leaders-nobody = Ainda não há jogadores classificados. Estreie a lista: jogue valendo pontos.
leaders-how = Pontuações estabelecidas de jogadores ativos nos últimos 90 dias. Você precisa de uma conta para jogar valendo pontos.
profile-against = Você contra { $who }
profile-account = sua conta
profile-mute_how = Jogadores silenciados não podem escrever para você nem desafiar você. Eles não são avisados.
profile-playing = Jogando agora
profile-head_to_head = Confronto direto
profile-no_games = Ainda não há partidas encerradas.
account-title = Sua conta
account-you_are = Você está jogando como
account-guest = As partidas de convidado só existem neste navegador. Cadastre-se para guardá-las.
account-make = Cadastrar-se
account-password = Senha (pelo menos 8 caracteres)
account-password_known = Senha
account-show_password = Mostrar a senha
account-kept = Seus dados
account-kept_what = Seu nome, suas partidas, suas mensagens e o resto da sua atividade aqui. Um e-mail só se você o der. Baixe tudo num só arquivo.
account-export = Baixar meus dados
account-erase = Excluir conta
account-erase_what = Não dá para voltar atrás. Seu nome, sua senha e suas mensagens são excluídos. Suas partidas e pontuações ficam, com um nome anônimo. Termine antes suas partidas e torneios.
account-your_password = Sua senha
account-erase_now = Excluir permanentemente
account-erased = Sua conta foi excluída.
recovery-title = Perdeu a senha?
recovery-what = Digite um dos seus códigos de recuperação e uma senha nova. Sem código, peça um ao operador deste servidor. Todos os dispositivos e programas são desconectados.
recovery-now = Definir senha nova
recovery-mail_what = Ou receba um link por e-mail, se a sua conta tiver um endereço confirmado.
recovery-mail = Enviar um link
recovery-mailed = Se uma conta tiver esse endereço, o link está a caminho. Ele vale por uma hora.
codes-what = Cada código define uma senha nova uma vez. Guarde-os agora: eles não são mostrados de novo, e ninguém pode enviar uma senha para você.
codes-save = Salvar códigos em um arquivo
codes-kept = Guardei os códigos com segurança
codes-made = Você tem códigos de recuperação novos.
codes-left =
    { $n ->
        [one] Você tem mais { $n } código.
       *[other] Você tem mais { $n } códigos.
    }
passkeys-what = Entre com o bloqueio do seu dispositivo em vez da senha. O dispositivo guarda a chave de acesso.
passkeys-enter = Entrar com uma chave de acesso
passkeys-known = Este dispositivo já tem uma chave de acesso para a sua conta.
passkeys-since = adicionada em { $since }
passkeys-used = último uso em { $day }
passkeys-remove_named = Remover a chave de acesso: { $client }, adicionada em { $since }
provider-title = Provedor de login
provider-what = Entre com a sua conta em outro serviço, em vez da senha.
provider-enter = Entrar com { $provider }
provider-link = Vincular { $provider }
provider-since = vinculada em { $since }
provider-unlink = Desvincular
provider-unlink_named = Desvincular { $host }
provider-unlinked = A conta foi desvinculada.
provider-no_password = Se a sua conta não tem senha, deixe os campos da senha vazios: um login nos últimos dez minutos confirma as suas mudanças.
provider-failed = O login não foi concluído. Comece de novo.
provider-choose_name = Ninguém usa esta conta aqui ainda. Escolha um nome para jogar.
notifications-open = Notificações, { $n } não lidas
notifications-settings = Configurações
notifications-what = Escolha o que quer saber, e como.
notifications-denied = O seu navegador não permite notificações deste site.
notifications-save = Salvar
notifications-saved = Salvo.
notifications-kind-turn = A sua vez em uma partida por correspondência
notifications-kind-reminder = O seu tempo está acabando
notifications-kind-invitation = Um convite para uma equipe
notifications-kind-round = Uma rodada de um torneio
notifications-kind-arranged = Uma partida combinada começa em até uma hora
mail-what = O endereço é opcional. Ele permite definir uma senha nova e receber notificações. Mais ninguém o vê.
mail-sent = Um link está a caminho do endereço.
mail-unverified = ainda não confirmado: abra o link que foi enviado
mail-bounced = desativado, porque os e-mails voltaram: adicione de novo
mail-subscribed = Receber notificações por e-mail
mail-verify_what = Confirme que este é o seu endereço de e-mail.
mail-is_verified = Seu endereço de e-mail está confirmado.
mail-unsubscribe_what = Você não receberá mais notificações por e-mail.
mail-is_unsubscribed = Você não recebe mais notificações por e-mail.
mail-recover_what = Defina uma senha nova para { $name }. Todos os dispositivos e programas são desconectados.
mail-no_link = Este endereço não tem link. Abra de novo o link do e-mail.
password-title = Senha
password-new = Senha nova (pelo menos 8 caracteres)
password-end_sessions = Sair dos outros dispositivos
password-change = Mudar senha
password-changed = Sua senha foi mudada.
sign_ins-title = Dispositivos conectados
sign_ins-client = { $browser } no { $system }
sign_ins-seen = login em { $since }, último uso em { $seen }
sign_ins-end = Sair
sign_ins-end_named = Sair: { $client }, último uso em { $seen }
sign_ins-ended = O dispositivo foi desconectado.
sign_ins-end_all = Sair de todos os dispositivos
sign_ins-ended_all = Você saiu de todos os dispositivos.
security-what = Logins e mudanças dos últimos 90 dias. Mude a senha se vir algo que você não fez.
security-signed_in = Login
security-signed_in_by_passkey = Login com uma chave de acesso
security-sign_in_failed = Senha ou chave de acesso errada
security-password_changed = Senha mudada
security-recovered = Senha definida com um código de recuperação
security-sign_ins_ended = Dispositivos desconectados
security-program_ended = Acesso de um programa removido
security-signed_in_by_provider = Login através do provedor
security-recovery_mailed = Link para uma senha nova enviado por e-mail
security-mail_disabled = Endereço de e-mail desativado: os e-mails voltaram
security-identity_linked = Conta do provedor vinculada
security-identity_unlinked = Conta do provedor desvinculada
apps-program = um programa no seu dispositivo ({ $host })
apps-used = último login: { $day }
apps-end = Remover acesso
apps-end_named = Remover acesso: { $client }
apps-ended = { $client } não tem mais acesso.
scope-none = ver seu nome
scope-read = ler a lista dos seus tokens, webhooks, jogadores silenciados e notificações
scope-play = jogar e conversar em partidas e torneios em seu nome
scope-challenge = criar pedidos de jogo e fazer e responder a desafios em seu nome
scope-records = importar partidas em seu nome
scope-account = alterar sua conta
consent-title = Entrar em outro programa
consent-device = Conectar um dispositivo
consent-sign_in = Um programa quer usar sua conta. Entre aqui primeiro.
consent-origin = Em seguida, você vai para
consent-player = Você entrou como
consent-may = Ele poderá:
consent-warn = O programa escolheu o próprio nome. Permita só se você conhece o endereço acima. Você pode remover o acesso na página da sua conta.
consent-warn_device = Permita só se foi você que começou e se o código é do seu dispositivo. Você pode remover o acesso na página da sua conta.
consent-device_allowed = O dispositivo está conectado. Você pode fechar esta página.
embed-no_featured = Esperando uma partida para mostrar

match-round_paused = A direção suspendeu a rodada. Os relógios estão parados.
