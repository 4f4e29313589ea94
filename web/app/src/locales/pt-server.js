// O que o servidor diz em inglês, em português; `{}` é o que varia, pela mesma ordem.

export const said = {
  // Lugares, lances e ofertas
  "the match is over": "O jogo acabou",
  "the move came after the seat's time had run out": "O lance chegou depois de o tempo acabar",
  "only a player of this match may do that": "Só quem joga esta partida o pode fazer",
  "the seat is out, and its partner plays on": "Esse lugar já não joga; o parceiro continua",
  "the match begins when every seat is taken":
    "A partida começa quando todos os lugares tiverem dono",
  "it is another seat's turn": "É a vez de outro",
  "the next ply is {}, not {}": "O próximo lance é o {}, não o {}",
  "a seat passes when it has no legal move, and the server does that by itself":
    "Só se passa quando não há lance legal, e o servidor fá-lo sozinho",
  "this game has no such seat": "Este jogo não tem esse lugar",
  "a seat of this match is taken with the key of its link":
    "Nesta partida entra-se com a chave da ligação",
  "the link has expired": "A ligação já não serve",
  "only the player who made the match may do that": "Só quem criou a partida o pode fazer",
  "nobody has to be there in a match by correspondence":
    "Numa partida por correspondência ninguém tem de estar presente",
  "until every seat has moved, a match is called off instead":
    "Enquanto nem todos jogaram, a partida anula-se",
  "a player of the other side is there": "Do outro lado ainda está alguém",
  "the other side may still come back": "O outro lado ainda pode voltar",
  "matches were left or called off too often: the next with whoever comes is later":
    "Abandonou ou anulou partidas demasiadas vezes: a próxima com quem vier fica para mais tarde",
  "time is added only to clocks of a match played at one sitting":
    "Só se dá tempo em partidas jogadas de uma vez",
  "the seat has no move to take back": "Não há lance para retirar",
  "a rematch is for when the match is over": "A desforra é para depois do jogo",
  "the rematch is made already": "A desforra já está feita",
  "there is no offer to answer": "Não há oferta a que responder",
  "the offer stands already": "A oferta já está feita",
  "it is the seat's own turn: send the move itself": "É a tua vez: joga o próprio lance",
  "players and watchers talk among themselves until the match is over":
    "Até ao fim do jogo, quem joga e quem assiste falam cada um para os seus",
  "a moderator has asked for silence: read `retry_after_ms`": "Um moderador pediu silêncio",
  "a match can be called off until every seat has moved; after that, resign":
    "Só se anula a partida enquanto nem todos jogaram; depois, desiste-se",
  "the game is over by then": "Nessa altura o jogo já acabou",
  "the seat's own move is missing: its turn comes then": "Falta o teu lance: é a tua vez aí",
  "another seat moves next: what it may play stands in `next`": "Antes de ti joga ainda outro",
  "nobody else moves before the seat's next turn": "Ninguém joga antes da tua próxima vez",
  "a branch is missing": "Falta um ramo",
  "a line has at most 64 branches": "Um plano tem no máximo 64 respostas",
  "at most 20 branches follow one another": "No máximo seguem-se 20 respostas",
  "an earlier branch has the same result": "Um ramo anterior tem o mesmo resultado",
  "there is no such match": "Essa partida não existe",
  "there is no such player": "Esse jogador não existe",
  "there is no such {}": "Isso não existe",
  "the server is going away": "O servidor vai reiniciar",
  "the database does not answer": "A base de dados não responde",
  "too many wait for the computer player": "Há demasiada gente à espera do computador",

  // Encontrar jogo
  "there is no such seek": "Esse pedido já não existe",
  "a player does not play against themselves": "Ninguém joga contra si próprio",
  "a player may be in {} seeks at once": "Podes estar em {} pedidos ao mesmo tempo",
  "a seek by a clock lives with a WebSocket connection: seek over one":
    "Um pedido com relógio vive com a ligação",
  "only a game for four has partners, and they are two players":
    "Só os jogos para quatro têm parceiros, e são dois jogadores",
  "the seek is for players of other ratings, or for people only":
    "O pedido é para jogadores de outra pontuação, ou só para pessoas",
  "the seat is wanted by somebody who came before": "Esse lugar foi pedido por quem chegou antes",
  "a challenge is between two: for a game for four, seek with a partner":
    "Um desafio é entre dois: para quatro, procura com um parceiro",
  "a player may have {} challenges waiting": "Podes ter {} desafios à espera",
  "{} challenges wait for that player already": "Esse jogador já tem {} desafios à espera",
  "that player does not take this challenge": "Esse jogador não aceita este desafio",
  "there is no such challenge, or it is over": "Esse desafio não existe ou já acabou",
  "that is for the other player of the challenge to say": "Isso cabe ao outro jogador",
  "a rated match is for players with an account": "Uma partida a contar é para quem tem conta",
  "a rated match is played by a clock": "Uma partida a contar joga-se com relógio",
  "in a rated match no move is taken back": "Numa partida a contar não se retiram lances",
  "in a game of a tournament, players may not do that":
    "Numa partida de um torneio, os jogadores não podem fazer isso",
  "a rated match starts from the usual array": "Uma partida a contar começa da posição habitual",
  "only games for four have partners": "Só os jogos para quatro têm parceiros",
  "watchers are at most 900,000 milliseconds behind": "Quem assiste vê no máximo 15 minutos depois",
  "there is no player of that name": "Não há jogador com esse nome",

  // Contas
  "a name has 2 to 20 letters (A to Z), digits, `_` and `-`, a letter first":
    "Um nome tem de 2 a 20 letras (A a Z, sem acentos), algarismos, `_` e `-`, e começa por uma letra",
  "names that begin with `guest` are for guests":
    "Os nomes que começam por `guest` são de convidados",
  "names that begin with `ghost-` are nobody's":
    "Os nomes que começam por `ghost-` não são de ninguém",
  "the account's password is needed": "É preciso a palavra-passe da conta",
  "the password is not the account's": "A palavra-passe não é a da conta",
  "something is under way: matches {}, tournaments {}":
    "Ainda há coisas a decorrer: partidas {}, torneios {}",
  "a password has 8 to 128 characters": "Uma palavra-passe tem de 8 a 128 caracteres",
  "the name is taken": "O nome já tem dono",
  "the name is not known, or the password is not its own":
    "O nome não é conhecido, ou a palavra-passe não é a dele",
  "the player has an account already": "Este jogador já tem conta",
  "a token is needed: Authorization: Bearer TOKEN": "É preciso entrar primeiro",

  // Conversa
  "a line has 1 to 300 characters": "Uma linha tem de 1 a 300 caracteres",
  "a line has no control characters, and does not turn its direction":
    "Uma linha não tem caracteres de controlo, nem muda de direcção",
  "a player does not mute themselves": "Ninguém se silencia a si próprio",
  "a timeout lasts 1 to 10,080 minutes": "Um silêncio dura de 1 a 10 080 minutos",
  "that is for moderators": "Isso é para moderadores",

  // Posições e registos
  "both sides are empty": "Os dois lados estão vazios",
  "{} is water, on which nothing may stand": "{} é água, onde nada pode estar",
  "{} is no place for a tree": "Em {} não pode haver árvore",
  "each seat in its turn places three trees before the first move, and they stay":
    "Antes do primeiro lance cada lugar planta, na sua vez, três árvores, que ficam",
  "{} is one piece too many in the goal: {} there end the game":
    "{} é uma peça a mais no castelo de chegada: {} lá acabam o jogo",
  "a seat has {} castle moves a game, not {}":
    "Cada lugar tem {} lances de castelo por jogo, não {}",
  "a piece or the turn is of a seat that this game does not have":
    "Uma peça ou a vez é de um lugar que este jogo não tem",
  "the position has {} squares, the board {}": "A posição tem {} casas, o tabuleiro {}",
  "the record has no tag `Variant`": "O registo não tem a etiqueta `Variant`",
  "there is no variant `{}`": "Não há o jogo `{}`",
  "there are no rules `{}` of {}": "Não há as regras `{}` de {}",
  "tag `Position`: {}": "Etiqueta `Position`: {}",
  "the record says {}, but {}": "O registo diz {}, mas {}",
  "the record says that the game ended by `{}`, but {}":
    "O registo diz que o jogo acabou por `{}`, mas {}",
  "ply {}, {}: {}": "Lance {}, {}: {}",
  "line {}: {}": "Linha {}: {}",
  'a tag is written `[Name "value"]`': 'Uma etiqueta escreve-se `[Nome "valor"]`',
  "`{}` is not a move: {}": "`{}` não é um lance: {}",
  "a mark is `$` and a number up to 255, or one of ! ? !! ?? !? ?!":
    "Um sinal é `$` com um número até 255, ou um de ! ? !! ?? !? ?!",
  "`{}` does not belong here": "`{}` não cabe aqui",
  "the comment that begins here does not end": "O comentário que começa aqui não acaba",
  "a variation does not end before the game does": "Uma variante não acaba antes do jogo",
  "variations are nested deeper than 32": "Há variantes dentro de variantes a mais",
  "a game has at most 4 MiB of text": "Um jogo tem no máximo 4 MiB de texto",
  "the text is not UTF-8": "O texto não é UTF-8",
  "there is no game": "Não há jogo",
  "there is no game in the body": "Não há jogo no texto",
  "one game at a time can be asked about": "Só se pergunta por um jogo de cada vez",
  "a second game begins where one was expected": "Começa um segundo jogo onde se esperava um só",
  "column {}: a square such as `C8` is expected": "Coluna {}: espera-se uma casa como `C8`",
  "column {}: `-` or `x` is expected, or `,` between trees":
    "Coluna {}: espera-se `-` ou `x`, ou `,` entre árvores",
  "a move has at least one leg, as in `C8-D9`": "Um lance tem pelo menos um passo, como `C8-D9`",
  "a move has at most 255 legs": "Um lance tem no máximo 255 passos",
  "{}, column {}: {}": "{}, coluna {}: {}",
  "the game is over": "O jogo acabou",
  "one thing at a time is thought about for a player":
    "Pensa-se numa coisa de cada vez por jogador",
  "the position stands in a match that the player plays now":
    "A posição está num jogo que o jogador está a jogar",
  "a seat passes when it has no legal move or is out, and only then":
    "Só passa quem não tem lance legal ou já não joga",

  // Torneios
  "only a director of the tournament may do that": "Só um diretor do torneio o pode fazer",
  "only the server does that": "Isso só o servidor faz",
  "only the entrant, or a director, may do that": "Só o próprio, ou um diretor, o pode fazer",
  "the tournament is over": "O torneio acabou",
  "the tournament has not begun": "O torneio ainda não começou",
  "not every condition of entry is met": "Nem todas as condições de entrada estão cumpridas",
  "the tournament is full": "O torneio está cheio",
  "a player enters once": "Cada jogador só entra uma vez",
  "in this game, {} enter together": "Neste jogo entram {} juntos",
  "it is too late to enter": "É tarde demais para entrar",
  "there is no such entrant": "Não há tal participante",
  "there is no such pairing": "Não há tal encontro",
  "there is no such game": "Não há tal jogo",
  "there is no such stage": "Não há tal fase",
  "there is no such round to come": "Não há tal ronda por vir",
  "there are no more byes to be had": "Já não há folgas para tirar",
  "there is nothing of the kind": "Não há nada disso",
  "a pair is two different entrants": "Um par são dois participantes diferentes",
  "an entrant of the pair does not play in the next round": "Um dos dois não joga na próxima ronda",
  "an order names every entrant once": "Uma ordem nomeia cada participante uma vez",
  "games are still to be played": "Ainda há jogos por jogar",
  "every group needs two entrants": "Cada grupo precisa de dois participantes",
  "a group of a round robin has up to {} entrants":
    "Um grupo de todos contra todos tem no máximo {} participantes",
  "who meets is fixed in this format": "Neste formato os encontros estão fixados",
  "there is nothing to pair": "Não há nada para emparceirar",
  "no pairing of this round keeps the rules: allow a pair again, or end the stage":
    "Nenhum emparceiramento desta ronda respeita as regras: volta a permitir um par, ou termina a fase",
  "there is no round that could begin": "Não há ronda que possa começar",
  "the pairing is decided": "O encontro está decidido",
  "the pairing does not wait": "O encontro não está à espera",
  "that is the result already": "Esse já é o resultado",
  "later pairings rest upon the result and have begun: say that they are taken back":
    "Há encontros posteriores já começados que assentam neste resultado: diz que são anulados",
  "a later stage rests upon the result and has begun":
    "Uma fase posterior assenta neste resultado e já começou",
  "there is no director's action of that number to undo":
    "Não há ação de um diretor com esse número para desfazer",
  "a game has begun since": "Entretanto começou um jogo",
  "something later rests upon it: {}": "Algo posterior assenta nisso: {}",
  "one or two enter as one": "Entram um ou dois juntos",
  "up to {} direct a tournament besides its maker": "No máximo {} dirigem além de quem o criou",
  "the tournament went on otherwise: try again": "O torneio avançou entretanto: tenta outra vez",
  "a rated game is played by a clock or by days":
    "Um jogo a contar joga-se com relógio ou por dias",
  "there is no stage before the first": "Não há fase antes da primeira",
  "in a knockout, somebody has to win": "Em eliminatórias alguém tem de ganhar",
  "a double elimination has one already": "Com duas derrotas já há um",
  "a pairing of an arena is one game": "Um encontro de arena é um só jogo",
  "a draw is worth no more than a win": "Um empate não vale mais do que uma vitória",
  "a loss is worth no more than a draw": "Uma derrota não vale mais do que um empate",
  "an arena counts streaks": "Uma arena conta séries",
  "where draws do not count, it is to be odd": "Quando os empates não contam, tem de ser ímpar",
  "draws that do not count could go on for ever": "Empates que não contam podiam nunca mais acabar",
  "more time is for games played at one sitting": "Mais tempo é só para jogos de uma sessão",
  "variant: {} is not known": "variante: {} não é conhecida",
  "position: {}": "posição: {}",
  "`{}` is not the square of a piece of the array":
    "Em `{}` não há nenhuma peça da posição inicial",
  "only one side plays without some of its pieces": "Só um lado joga sem algumas das suas peças",
  "a side has to keep a piece": "Um lado tem de ficar com uma peça",
  "{} is to be 1 to 80 characters": "{} tem de ter de 1 a 80 letras",

  // Porque se encontram
  "the number was odd": "O número era ímpar",
  "the round was left out on request": "A ronda foi deixada de fora a pedido",
  "the round was over on entering": "A ronda já tinha passado ao entrar",
  "the director fixed the pair": "O diretor fixou o par",
  "in round {} of the Berger table, number {} meets number {}":
    "Na ronda {} da tabela de Berger, o número {} encontra o número {}",
  "round {} of the Berger table leaves number {} out":
    "A ronda {} da tabela de Berger deixa de fora o número {}",
  "node {} of the bracket, round {} of the winners": "Nó {} do quadro, ronda {} dos vencedores",
  "node {} of the bracket, round {} of the losers": "Nó {} do quadro, ronda {} dos vencidos",
  "node {} of the bracket, the third place": "Nó {} do quadro, terceiro lugar",
  "node {} of the bracket, the final": "Nó {} do quadro, final",
  "node {} of the bracket, the final again": "Nó {} do quadro, final outra vez",
  "paired in the bracket of {} points: {} of that score, {} moved down":
    "Emparceirado no grupo de {} pontos: {} com essa pontuação, {} descidos",
  "left over in the bracket of {} points": "Sobrou no grupo de {} pontos",
  "so that everybody could be paired (C.4)": "Para que todos tivessem par (C.4)",
  "{} could not be kept, {} times": "{} não pôde ser cumprido, {} vezes",
  "not with entrant {}: {}": "Não com o participante {}: {}",
  "they had met (C.1)": "já se tinham encontrado (C.1)",
  "the director forbade it": "o diretor proibiu",
  "both had to have the same side (C.3)": "ambos tinham de ter o mesmo lado (C.3)",
  "both have the side that was due to them (E.1)": "Ambos têm o lado que lhes cabia (E.1)",
  "the side was more due to one of them (E.2)": "O lado cabia mais a um deles (E.2)",
  "other sides than when they last differed (E.3)":
    "Lados trocados desde a última vez em que diferiram (E.3)",
  "the higher ranked has the side due (E.4)": "O mais bem colocado tem o lado que lhe cabia (E.4)",
  "sides by the lot of the first round (E.5)": "Lados pelo sorteio da primeira ronda (E.5)",
  "place {} and place {}, after {} waves, at a cost of {}":
    "Lugar {} e lugar {}, ao fim de {} ondas, com um custo de {}",
  "paired by another version": "Emparceirado por outra versão",

  // Um campo e o que tem
  "{} is to be {} to {}": "{} tem de ser de {} a {}",
  "{}: {}": "{}: {}",
};
