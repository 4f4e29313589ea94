### The pages, the lessons and the rules.

nav-brand = Chivalry, accueil
nav-label = Principal
nav-places = Menu
nav-home = Jouer
nav-tournaments = Tournois
nav-puzzles = Problèmes
nav-study = Étude
nav-players = Joueurs
nav-rules = Règles
nav-skip = Aller au contenu
nav-me = Tu joues en tant que { $name }
link-online = Connecté
link-trip = Connecté, { $ms } ms
link-offline = Connexion perdue. Reconnexion…
link-connecting = Connexion…
wait-loading = Chargement…
offline-title = Pas de connexion
offline-why = Jouer, trouver des adversaires, les tournois et les problèmes ont besoin du serveur, et il est injoignable. Vérifie ta connexion et réessaie.
offline-games = Les dernières parties que tu as vues
offline-seen_at = Pas de connexion. Voici la partie telle que tu l’as vue : { $when }.
offline-notice = Tu es hors ligne. Vérifie ta connexion.
offline-retry = Réessayer
nowhere-title = Page introuvable
nowhere-why = Nous ne trouvons pas cette page. Le lien est peut-être incomplet.

home-page_title = Chivalry : joue à Camelot et Chivalry en ligne
home-title = À l’assaut du château.
home-lead = Comme les dames, mais avec des chevaliers : galope, capture et amène deux pièces dans le château adverse. Joue tout de suite, sans compte.
home-play = Trouver un adversaire
home-game = Variante
home-more_games = Plus de variantes…
home-a_move = par coup
home-waiting_n = { $n } en attente
home-playing_n = { $n } en jeu
home-players =
    { $n ->
        [one] { $n } joueur
       *[other] { $n } joueurs
    }
home-how_to_play = Comment jouer
home-time = Cadence
home-seat = Ton camp
home-any_seat = Au hasard
home-friend = Jouer avec un ami
home-make_link = Créer un lien
home-computer = Jouer contre l’ordinateur
home-level = Niveau
home-computers_each = Tu joues contre des ordinateurs autour de ce niveau, chacun pour soi.
home-computers = Tu joues avec trois ordinateurs autour de ce niveau ; ton partenaire est celui du milieu.
home-play_computer = Commencer la partie
home-puzzle_how = Trouve le coup gagnant.
home-start = Jouer
home-start_computer = { $game } contre l’ordinateur, sans pendule
home-start_opponent = { $who } attend · { $time }
home-discover = Plus à découvrir
home-learn = Apprends en trois minutes
home-learn_how = Essaie chaque sorte de coup sur un petit plateau.
home-tournament = Tournois
home-tournament_how = Crée un tournoi pour tes amis ou ton club.
home-finished = Terminées récemment
show-computers = Deux ordinateurs jouent à { $game }
show-watch = Regarder { $names }
show-pause = Pause
show-play = Continuer
seek-nobody_yet = On cherche encore. Veux-tu jouer contre l’ordinateur en attendant ? On t’amènera à ta partie.
seek-meanwhile = Jouer contre l’ordinateur
seek-background = Toujours à la recherche d’un adversaire pour { $game }…
start-title = Position personnalisée
start-position = Position
start-position_how = Colle le code d’une position d’une étude. Ces parties ne sont pas classées.
start-handicap = Handicap : retirer les pièces en
start-handicap_how = Cases des pièces d’un camp, comme C6 D6. Ce camp joue sans elles.
match-custom_start = position personnalisée
match-handicap = handicap : sans { $squares }
more-title = Plus d’options
more-open = Publique : tout le monde peut rejoindre
more-rated = Classée (comptes seulement)
more-plays_on = Si un partenaire abandonne ou tombe au temps, l’autre continue
more-delay = Délai pour les spectateurs
more-no_delay = aucun
more-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
level-1 = débutant
level-2 = novice
level-3 = amateur
level-4 = intermédiaire
level-5 = solide
level-6 = fort
level-7 = très fort
level-8 = le plus fort
level-style_1 = Ne voit guère plus loin que le coup suivant et manque beaucoup de coups.
level-style_2 = Prend ce qu’il voit et manque souvent les longs coups.
level-style_3 = Voit les échanges courts et manque parfois un long coup.
level-style_4 = Calcule quelques coups et juge mal certaines positions.
level-style_5 = Manque rarement un coup, mais ne calcule pas loin.
level-style_6 = Calcule plus loin et juge bien la plupart des positions.
level-style_7 = Ne manque rien et calcule moins loin que le niveau le plus fort.
level-style_8 = Joue aussi bien qu’il le peut.
level-rating = environ { $rating }
home-mine = Tes parties
home-waiting = Parties ouvertes
home-accept = Jouer
home-look = Voir
home-watch = Parties en direct
seek-looking = Recherche d’un adversaire…
seek-cancel = Annuler

speed-bullet = bullet
speed-blitz = blitz
speed-rapid = rapide
speed-classical = classique
speed-correspondence = par correspondance
speed-unlimited = sans pendule
time-days =
    { $n ->
        [one] { $n } jour
       *[other] { $n } jours
    }
time-days_hours = { $d } j { $h } h
time-unlimited = ∞
time-s = { $n } s
time-h = { $n } h
time-d = { $n } j
clock-to_move = Au trait
clock-first_move = premier coup : { $s } s

seat-white = Blancs
seat-black = Noirs
seat-red = Rouge
seat-green = Vert
seat-blue = Bleu
seat-yellow = Jaune
team-two = { $a } et { $b }
team-others = Les adversaires de { $who }
piece-man = Pion
piece-knight = Chevalier
piece-man_of = Pion ({ $seat })
piece-knight_of = Chevalier ({ $seat })
square-empty = vide
square-water = eau
square-tree = arbre
square-castle_of = château ({ $seat })
square-can_move = peut jouer
square-can_go = peut aller ici

board-label = Plateau de { $variant }. Déplace-toi avec les flèches et choisis avec Entrée.
board-to_move = Au trait : { $seat }
board-flip = Tourner le plateau
walk-stop = Jouer { $move }
walk-undo = Annuler l’étape
walk-cancel = Annuler
hint-may_go_on = Tu peux t’arrêter en { $square } (touche encore) ou continuer.
hint-several_ways = { $n } chemins différents finissent en { $square }. Touche les cases intermédiaires.
hint-no_tree = Tu ne peux pas planter d’arbre en { $square }.
trees-plant = Planter les arbres
hint-walking = Tu ne peux pas aller là. Continue, reviens en arrière ou annule.
duty-trees = Avant ton premier coup, choisis trois cases de ton côté pour les arbres.
duty-capture = Tu dois capturer : par exemple { $from } par-dessus { $over }.
duty-leave_castle = Ta pièce en { $square } doit d’abord quitter ton château.
duty-jump_out = Ta pièce en { $square } doit sortir de ton château en sautant.
why-castle_moves_spent = Tu n’as plus de coups de château, donc cette pièce reste là.
why-in_goal = Une pièce dans le château adverse y reste.
why-no_move = La pièce en { $square } ne peut pas bouger.
why-must_charge = Le Chevalier pouvait capturer en { $over } depuis { $square }, donc ce coup doit capturer.
why-must_continue = Continue à sauter : tu peux encore capturer en { $over }.
why-no_way = { $from } ne peut pas atteindre { $square } en un coup.
why-no_capture = { $from } ne peut pas capturer la pièce en { $square }.
why-capture_beyond = Pour capturer en { $square }, choisis la case vide derrière.
why-go_on = Tu dois continuer.

say-move = { $seat } : { $piece } de { $from } { $way }.
say-step = vers { $to }
say-canter = galope vers { $to }
say-jump = saute vers { $to }
say-then = { $to }
say-captures = Capture : { $list }.
say-knight_on = Chevalier en { $square }
say-man_on = Pion en { $square }
say-castle = Le château est atteint !
say-trees = { $seat } : arbres en { $list }.
say-pass = { $seat } : passe.
say-your_turn = À toi de jouer.
say-started = La partie a commencé.
say-low_time = Plus que dix secondes.
say-declined = Ton offre a été refusée.
say-lapsed = Ton offre a expiré.
say-took_back = Coup repris.
say-time_added = { $who } reçoit { $s } secondes de plus.

moves-title = Coups
moves-none = Pas encore de coups.
moves-first = Aller au début
moves-back = Un coup en arrière
moves-forward = Un coup en avant
moves-last = Aller à la fin
move-pass = passe
input-label = Saisir un coup
input-send = Jouer
input-unreadable = Ce n’est pas un coup. Écris les cases, comme { $move }.

keys-title = Raccourcis clavier
keys-board = Aller au plateau
keys-walk = Se déplacer sur le plateau
keys-choose = Choisir une case
keys-cancel = Annuler ou fermer
keys-step = Un coup en arrière ou en avant
keys-ends = Premier ou dernier coup

player-gone = absent
player-gone_for = absent, { $s } s
claim-title = Réclamer la partie
claim-gone = Ton adversaire est parti.
claim-gone_all = Les autres joueurs sont partis.
claim-win = Réclamer la victoire
claim-draw = Réclamer la nulle
say-gone = { $who } n’est plus là.
say-back = { $who } est de retour.
end-abandonment = adversaire parti
player-out_time = temps écoulé
player-out_resigned = a abandonné
say-out = { $who } : hors jeu ({ $why }). Les autres continuent.
player-nobody = en attente…
player-you = toi
player-level = Niveau { $n } · { $words }
player-your_partner = ton partenaire
player-partner_of = partenaire de { $seat }
player-strength = { $knights }, { $men }
player-knights =
    { $n ->
        [one] { $n } Chevalier
       *[other] { $n } Chevaliers
    }
player-men =
    { $n ->
        [one] { $n } Pion
       *[other] { $n } Pions
    }
player-captured = Capturées : { $n }

premove-ready = Coup anticipé : { $move }.
premove-no_way = On ne peut pas aller de { $from } à { $to }.
premove-dropped = Coup anticipé annulé : il n’est plus possible.
plan-title = Prévoir la suite
plan-open = Prévoir la suite
plan-change = Modifier le plan
plan-clear = Effacer
plan-how = Joue sur le plateau le coup de ton adversaire, puis ta réponse. S’il le joue, ta réponse est jouée aussitôt.
plan-if = Si { $who } joue… Choisis son coup.
plan-then = Alors tu joues… Choisis ton coup.
plan-word_if = si
plan-word_then = alors
plan-another = Ajouter un autre coup adverse
plan-save = Enregistrer
plan-saved =
    { $n ->
        [one] Plan enregistré : { $n } réponse.
       *[other] Plan enregistré : { $n } réponses.
    }
plan-ready =
    { $n ->
        [one] Ton plan a { $n } réponse :
       *[other] Ton plan a { $n } réponses :
    }
plan-too_many = Un plan peut avoir jusqu’à { $n } réponses.
match-watchers =
    { $n ->
        [one] { $n } spectateur
       *[other] { $n } spectateurs
    }
end-unknown = d’après la feuille
match-title = Partie
match-your_turn = À toi de jouer
match-missing = Partie introuvable
match-missing_why = Elle est peut-être privée, ou le lien est incomplet.
match-private = privée
match-rated = classée
match-casual = amicale
match-actions = Actions
match-abort = Annuler la partie
match-resign = Abandonner
match-study = Analyser la partie
match-to_rematch = Aller à la revanche
match-round_paused = La direction a suspendu la ronde. Les pendules sont arrêtées.
match-director_says = De la direction :
match-of_tournament = { $name }, ronde { $n }
match-to_tournament = Retour au tournoi
match-add_time = +15 s pour l’adversaire
match-save_record = Télécharger la partie
match-save_proof = Télécharger la preuve signée
match-proof_what = Une copie signée par le serveur que chacun peut vérifier
match-looking_back = Tu regardes un coup précédent
match-to_now = Retour au direct
match-more = Plus
match-close = Fermer
match-review = Revoir
confirm-title = Confirmer ?
confirm-resign = Abandonner cette partie ?
confirm-abort = Annuler cette partie ?
confirm-no = Non
offer-draw = Proposer nulle
offer-draw_made = Tu as proposé nulle.
offer-draw_from = { $who } propose nulle.
offer-takeback = Reprendre le coup
offer-takeback_made = Tu demandes à reprendre le coup.
offer-takeback_from = { $who } demande à reprendre le coup.
offer-rematch = Rejouer
offer-rematch_made = Tu as proposé une revanche.
offer-rematch_from = { $who } propose une revanche.
offer-adjournment = Ajourner
offer-adjournment_made = Tu as proposé d’ajourner.
offer-adjournment_from = { $who } propose d’ajourner.
offer-resumption = Reprendre maintenant
offer-resumption_made = Tu as proposé de reprendre.
offer-resumption_from = { $who } propose de reprendre.
adjourn-until = Reprise à
adjourn-at = Elle reprendrait le { $at }.
adjourn-is = Ajournée jusqu’au { $at }. Les pendules sont arrêtées.
vacation-title = Vacances
vacation-what = Tes pendules s’arrêtent dans les parties par correspondance qui permettent les vacances.
vacation-left =
    { $n ->
        [one] Encore { $n } jour sur { $of } cette année.
       *[other] Encore { $n } jours sur { $of } cette année.
    }
vacation-until = Tu es en vacances jusqu’au { $at }.
vacation-of = { $who } est en vacances jusqu’au { $at }.
vacation-ends = Jusqu’au
vacation-begin = Partir en vacances
vacation-end = Rentrer de vacances
vacation-begun = Tu es en vacances.
vacation-ended = Tes pendules tournent à nouveau.
arrange-title = Parties convenues
arrange-new = Convenir d’une partie
arrange-with = Adversaire
arrange-game = Variante
arrange-at = Heure
arrange-send = Proposer
arrange-proposed = La partie est proposée.
arrange-agree = Accepter { $at }
arrange-cancel = Annuler la partie
arrange-calendar = Ajouter au calendrier
arrange-open_match = Aller à la partie
arrange-open = proposée
arrange-agreed = convenue
arrange-begun = commencée
arrange-declined = refusée
arrange-cancelled = annulée
arrange-expired = expirée
rest-title = repos
rest-choice = Heures sans jeu
rest-weekend = Week-ends
rest-from = De
rest-until = À
rest-monday = lun
rest-tuesday = mar
rest-wednesday = mer
rest-thursday = jeu
rest-friday = ven
rest-saturday = sam
rest-sunday = dim
offer-accept = Accepter
offer-decline = Refuser
invite-title = Invitation
invite-waiting = En attente de ton ami…
invite-waiting_for =
    { $n ->
        [one] En attente de { $n } joueur…
       *[other] En attente de { $n } joueurs…
    }
invite-how = Envoie ce lien ou montre le code QR. La première personne qui l’ouvre peut rejoindre.
invite-link_for = Lien pour { $seat }
invite-link_any = Lien pour n’importe quelle place
invite-by_seat = Un lien pour chaque place
invite-cancel = Annuler
invite-from = { $who } t’invite à jouer à { $variant }
invite-join = Jouer
invite-join_as = Jouer avec { $seat }
invite-private = Cette partie est privée. Il te faut son lien pour la rejoindre.
share-copy = Copier
share-copied = Copié
share-send = Partager
share-code = Code QR
share-code_label = Le même lien en code QR

embed-open = Ouvrir la partie
embed-no_featured = En attente d’une partie à montrer
challenge-title = Défis
challenge-make = Défier
challenge-send = Envoyer le défi
challenge-from = { $who } te défie.
challenge-asks = te défie :
challenge-you_play = tu joues { $seat }
challenge-why_not = Raison du refus
challenge-waiting = En attente de { $who }…
challenge-cancel = Annuler
challenge-declined = { $who } a refusé.
challenge-expired = { $who } n’a pas répondu à temps.
challenge-seen = Fermer
decline-generic = Sans raison
decline-later = Pas maintenant. Redemande-moi plus tard.
decline-too_fast = C’est trop rapide pour moi.
decline-too_slow = C’est trop lent pour moi.
decline-time_control = Je préfère une autre cadence.
decline-rated = Je préfère une partie classée.
decline-casual = Je préfère une partie amicale.
decline-variant = Je préfère une autre variante.

talk-title = Chat
talk-nothing = Pas encore de messages.
talk_to-players = Message aux joueurs
talk_to-watchers = Message aux spectateurs
talk_among-players = joueur
talk_among-watchers = spectateur
talk_apart-players = Les spectateurs ne voient pas ceci avant la fin de la partie.
talk_apart-watchers = Les joueurs ne voient pas ceci avant la fin de la partie.
talk-send = Envoyer
talk-said = Nouveau message de { $who }
talk-unread =
    { $n ->
        [one] { $n } nouveau message
       *[other] { $n } nouveaux messages
    }
talk-hidden = Un modérateur a masqué ce message.
talk-profile = Profil
talk-mute = Ignorer { $who }
talk-muted = { $who } : messages ignorés.
talk-unmute = Annuler
talk-phrases = Messages rapides
phrase-luck = Bonne chance !
phrase-game = Bonne partie !
phrase-played = Bien joué !
phrase-thanks = Merci !
silence-title = Exclure { $who } du chat
silence-length = Durée
silence-why = Raison
silence-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
silence-hours =
    { $n ->
        [one] { $n } heure
       *[other] { $n } heures
    }
silence-other = autre
silence-give = Exclure
silence-given = { $who } ne peut plus écrire dans le chat.
silence-ended = { $who } peut de nouveau écrire dans le chat.
silence-hide = Masquer le message
moderation-title = Journal de modération
moderation-nothing = Rien pour l’instant.
moderation-timeout = Exclusion de
moderation-end_timeout = Fin de l’exclusion
moderation-hide = Message masqué de
moderation-until = jusqu’au { $when }
talk-too_fast =
    { $n ->
        [one] Moins vite : tu pourras écrire dans { $n } seconde.
       *[other] Moins vite : tu pourras écrire dans { $n } secondes.
    }
talk-timeout = Tu ne peux pas écrire dans le chat jusqu’au { $when }.
talk-timeout_for = Tu ne peux pas écrire dans le chat jusqu’au { $when }. Raison : { $why }.
timeout-insult = insultes
timeout-threat = menaces
timeout-indecency = propos indécents
timeout-spam = spam
timeout-help = aide à un joueur pendant une partie

result-win = Victoire de { $who } : { $why }
result-draw = Nulle : { $why }
result-aborted = Partie annulée.
end-castle = château pris
end-bare = pièces insuffisantes
end-capture = toutes les pièces capturées
end-no_move = adversaire bloqué
end-repetition = triple répétition
end-fifty_moves = 50 coups sans progrès
end-passes = aucun coup légal
end-agreement = d’un commun accord
end-resignation = abandon de l’adversaire
end-time = au temps
end-abort = annulée
end-forfeit = pas de premier coup à temps
card-won = Tu as gagné !
card-lost = Tu as perdu.
card-drawn = Partie nulle.
card-castle_mine = Ton { $piece } a pris le château.
card-castle_partner = Le { $piece } de ton partenaire a pris le château.
card-castle_enemy = Le { $piece } adverse a pris le château.
card-capture_won = Tu as capturé toutes les pièces adverses.
card-capture_lost = Toutes tes pièces ont été capturées.
card-no_move_won = { $who } ne peut plus jouer.
card-no_move_lost = Tu ne peux plus jouer.
card-resignation_won = { $who } a abandonné.
card-resignation_lost = Tu as abandonné.
card-time_won = Le temps de { $who } est écoulé.
card-time_lost = Ton temps est écoulé.
card-abandonment_won = { $who } a quitté la partie.
card-abandonment_lost = Tu as quitté la partie.
card-forfeit_won = { $who } n’a pas joué le premier coup à temps.
card-forfeit_lost = Tu n’as pas joué ton premier coup à temps.

refused-by_rule = { $words } (règle { $section })
code-not_your_turn = Ce n’est pas à toi de jouer.
code-stale_ply = La partie a avancé entre-temps.
code-match_over = La partie est terminée.
code-seat_taken = Cette place est prise.
code-rate_limited = Trop rapide. Réessaie dans un instant.
code-unavailable = Le serveur est occupé. Réessaie bientôt.
code-no_network = Le serveur est injoignable pour l’instant.

settings-title = Réglages
settings-theme = Thème
settings-board = Plateau
settings-pieces = Pièces
settings-language = Langue
settings-coordinates = Coordonnées
settings-animation = Animer les coups
settings-sound = Son
settings-volume = Volume
settings-vibration = Vibrer à chaque coup
settings-autoStop = S’arrêter à la première case possible
settings-talk = Afficher le chat
settings-notifications = Me prévenir quand c’est à moi
settings-done = Terminé
theme-auto = Système
theme-light = Clair
theme-dark = Sombre
board_theme-linen = Lin
board_theme-slate = Ardoise
board_theme-forest = Forêt
board_theme-wood = Bois
pieces-heraldry = Héraldique
pieces-wood = Bois
pieces-figures = Figurines
pieces-shields = Écus
pieces-letters = Lettres

study-title = Étude
study-how = Joue les deux camps. Les autres coups deviennent des variantes.
study-edit = Composer une position
study-import = Importer
study-import_how = Colle une partie ou une position, ou dépose un fichier sur la page.
study-import_read = Importer la partie
study-read =
    { $n ->
        [one] Chargé : { $n } coup
       *[other] Chargés : { $n } coups
    }
study-nothing = il n’y a aucune partie dedans
study-unreadable = Lecture impossible : { $what }
study-fault = Le coup { $ply }, { $move }, n’est pas légal : { $why }. La partie est montrée jusque-là.
study-bad_address = La position de ce lien est illisible.
study-left_out = Écarté des variantes car illégal : { $move }.
study-note = Commentaire
study-signs = Symboles
sign-1 = Bon coup
sign-2 = Erreur
sign-3 = Coup brillant
sign-4 = Gaffe
sign-5 = Coup intéressant
sign-6 = Coup douteux
study-promote = En faire la ligne principale
study-cut = Supprimer à partir d’ici
study-draw = Nulle.
study-won = Victoire de { $who }.
retry-start =
    { $n ->
        [one] { $who } : corriger { $n } erreur
       *[other] { $who } : corriger { $n } erreurs
    }
retry-task = { $who } : { $move }. Trouve un meilleur coup.
retry-judging = { $move } : voyons…
retry-right = { $move } est meilleur. Bravo !
retry-wrong = { $move } n’est pas meilleur. Réessaie, ou regarde la solution.
retry-shown = { $move } était meilleur.
retry-next = Erreur suivante
retry-end = Arrêter
analysis-title = Analyse
analysis-busy = Le moteur est occupé. Il continuera tout seul.
analysis-game = Revue de la partie
analysis-engine = Moteur
analysis-bar = Chances de gain
analysis-chances = { $who } : { $percent } %.
analysis-unknown = Pas encore évaluée
analysis-thinking = calcul…
analysis-depth = profondeur { $n }
analysis-place = numéro { $n } dans la file
analysis-deeper = Plus profond
analysis-line = Meilleure ligne :
analysis-lines = Lignes du moteur
analysis-line_count = Lignes
analysis-even = Égalité.
analysis-ahead = { $who } mène de { $men } Pions.
analysis-wins_in =
    { $n ->
        [one] { $who } peut gagner en { $n } coup.
       *[other] { $who } peut gagner en { $n } coups.
    }
exact-source = Résultats exacts, d’après les tables de finales :
exact-known = exact
exact-win =
    { $n ->
        [one] gagne en { $n } coup
       *[other] gagne en { $n } coups
    }
exact-loss =
    { $n ->
        [one] perd en { $n } coup
       *[other] perd en { $n } coups
    }
exact-draw = nulle
analysis-judge = Revoir cette partie
analysis-judging = Coups revus
analysis-graph = { $who } : chances de gain au fil de la partie
analysis-exactness = Précision
analysis-exact = { $who } : { $percent } % de précision.
analysis-faults = Erreurs
analysis-no_faults = Aucune erreur grave.
analysis-fault = { $who }, { $move } : { $fault }.
analysis-better = Meilleur : { $move }.
review-next = Erreur suivante
review-previous = Erreur précédente
review-moments = Moments clés
review-moment = { $move } −{ $percent } %
opening-name = Ouverture : { $name }
review-book =
    { $n ->
        [one] { $n } coup du livre d’ouvertures
       *[other] { $n } coups du livre d’ouvertures
    }
review-new_move = Premier coup nouveau : { $move }
why-ask = Pourquoi est-ce mauvais ?
why-step = Coup suivant
why-again = Depuis le début
why-close = Fermer
why-both = { $knights } et { $men }
why-castle =
    { $n ->
        [one] { $move } laisse { $who } entrer dans le château en { $n } coup.
       *[other] { $move } laisse { $who } entrer dans le château en { $n } coups.
    }
why-win =
    { $n ->
        [one] { $move } laisse { $who } gagner en { $n } coup.
       *[other] { $move } laisse { $who } gagner en { $n } coups.
    }
why-missed_win =
    { $n ->
        [one] { $move } manque un gain pour { $who } en { $n } coup.
       *[other] { $move } manque un gain pour { $who } en { $n } coups.
    }
why-loses = { $move } perd { $what }.
why-exchange = { $move } perd { $what } contre { $other }.
why-missed = { $move } manque un gain : { $what }.
why-chances = { $move } fait passer les chances de gain ({ $who }) de { $before } % à { $after } %.
threat-show = Menace
threat-is = Menace : { $move }. { $score }
fault-inaccuracy = imprécision
fault-mistake = erreur
fault-blunder = gaffe
editor-how = Choisis une pièce, puis touche les cases pour la poser ou l’enlever.
editor-pieces = Pièces
editor-erase = Effacer
editor-turn = Au trait
editor-clear = Plateau vide
editor-array = Position initiale
editor-done = Utiliser la position
editor-cancel = Annuler
export-title = Partager
export-address = Lien vers cette étude
export-position = Copier la position
export-record = Télécharger la partie
export-png = Télécharger l’image
export-gif = Télécharger le GIF
export-play = Jouer avec un ami à partir d’ici
export-done = Terminé

puzzle-any_game = Toutes les variantes
puzzle-length = Longueur
puzzle-any_length = Toutes les longueurs
puzzle-moves =
    { $n ->
        [one] { $n } coup
       *[other] { $n } coups
    }
puzzle-task = Au trait : { $who }. Gagne en { $n }.
puzzle-right =
    { $n ->
        [one] Exact ! Encore { $n } coup à trouver.
       *[other] Exact ! Encore { $n } coups à trouver.
    }
puzzle-solved = Résolu !
puzzle-wrong = { $move } ne gagne pas assez vite. Réessaie.
puzzle-solution = La flèche montre la solution. Avance pour voir la suite.
puzzle-uncounted = Seul ton premier essai compte.
puzzle-solved_by = Résolu par { $solved } sur { $tried }.
puzzle-untried = Personne ne l’a encore essayé.
puzzle-from_match = Voir la partie d’où il vient
puzzle-from_practice = Tiré d’une partie de l’ordinateur contre lui-même.
puzzle-show = Montrer la solution
puzzle-next = Problème suivant
puzzle-other = Un autre problème
puzzle-any = N’importe quel problème
puzzle-none = Il ne te reste aucun problème de ce genre. Choisis-en un autre.
puzzle-missing = Problème introuvable.
puzzle-address = Lien vers ce problème
puzzle-first_counts = Ton premier essai compte pour ton classement de problèmes. Un indice ou un mauvais coup le consomme.
puzzle-hint = Montrer la pièce qui joue
puzzle-hinted = La pièce en { $square } joue.
puzzle-rating = Ton classement de problèmes :
puzzle-streak =
    { $n ->
        [one] { $n } résolu d’affilée
       *[other] { $n } résolus d’affilée
    }
puzzle-rated = Difficulté { $rating }.
puzzle-daily = Problème du jour
puzzle-share = Partager
puzzle-difficulty = Difficulté
puzzle-any_difficulty = Toutes les difficultés
puzzle-easy = Facile
puzzle-medium = Moyen
puzzle-hard = Difficile
puzzle-theme = Thème
puzzle-any_theme = Tous les thèmes
puzzle-themes = Thèmes de ce problème
puzzle-charge = Charge du Chevalier
puzzle-double_jump = Double saut
puzzle-castle_entry = Entrée au château
puzzle-forced_exit = Sortie forcée
puzzle-sacrifice = Sacrifice
player-puzzles = classement { $rating }, { $solved } sur { $tried } résolus au premier essai, meilleure série { $best }

rules-title = Règles de { $variant }
gallery-title = Galerie
gallery-lead = Chaque jeu avec sa position de départ. Essaies-en un contre l’ordinateur.
gallery-link = Essayer n’importe quel jeu contre l’ordinateur
gallery-try = Essayer contre l’ordinateur
gallery-rules = Règles
gallery-array = La position de départ de { $game }
gallery-trial = à l’essai
gallery-on_trial = À l’essai
gallery-on_trial_how = Seuls les modérateurs voient cette liste. Quiconque a l’adresse d’un jeu peut l’essayer.
rules-games = Les variantes
rules-games_lead = Une idée, plusieurs plateaux : avance d’un pas, galope par-dessus tes pièces, saute celles de l’ennemi, prends le château.
rules-group-first = Commence ici
rules-group-more = D’autres plateaux, d’autres idées
rules-group-four = À quatre joueurs
rules-group-early = Règles d’autrefois
rules-all = Toutes les variantes
rules-play = Jouer
rules-study = Étudier
rules-array = Position initiale de { $variant }
rules-section = règle { $section }
rules-players = Camps
rules-against = contre
rules-squares = Cases
rules-to_win = But
rules-in_castle =
    { $n ->
        [one] { $n } pièce dans le château adverse
       *[other] { $n } pièces dans le château adverse
    }
rules-castle_moves = Coups de château
rules-end = Comment finit une partie
rules-plain = Pas
rules-plain_how = Avance d’une case dans n’importe quelle direction.
rules-canter = Galop
rules-canter_how = Passe par-dessus une de tes pièces voisines vers la case vide derrière elle. Continue, dans n’importe quelle direction, si tu veux. Rien n’est capturé, et ce n’est pas obligatoire.
rules-jump = Saut
rules-jump_how = Saute par-dessus une pièce ennemie voisine vers la case vide derrière elle et capture-la. Si tu peux en capturer une autre de là, continue à sauter.
rules-charge = Charge du Chevalier
rules-charge_how = Seul un Chevalier peut galoper puis sauter dans le même coup. S’il galope là où il pourrait sauter, il doit capturer pendant ce coup.
rules-compulsion = Tu dois capturer
rules-compulsion_how = Si tu peux sauter, tu dois sauter. N’importe quelle capture convient ; ce n’est pas forcément la plus grande.
rules-goal = Entrer dans le château
rules-goal_how = Le château d’en face est ton but. Une pièce qui y entre y reste, et ton coup s’arrête.
rules-exit = Quitter ton château
rules-exit_how = Tu ne peux entrer dans ton propre château qu’en sautant. Si une pièce s’y trouve au début de ton tour, elle doit d’abord en sortir.
rules-castle_move = Coups de château
rules-castle_move_how =
    { $n ->
        [one] Ta pièce dans le château adverse peut passer sur l’autre case du château, une fois par partie.
       *[other] Ta pièce dans le château adverse peut passer sur l’autre case du château, jusqu’à { $n } fois par partie.
    }
rules-trees = Arbres
rules-trees_how = Avant ton premier coup, plante trois arbres sur des cases de ton côté. Aucune pièce ne peut y entrer ni sauter par-dessus.
rules-letter = Règle complète
rules-full = Les règles complètes
rules-full_lead = Les sources sont les règles de la World Camelot Federation (WCF) et les feuilles de règles de Parker de 1887 et 1931. Une décision de notre part comble chaque lacune.
rules-legal_here =
    { $n ->
        [one] { $n } coup légal ici :
       *[other] { $n } coups légaux ici :
    }
lesson-try = Essaie :
lesson-goal-1 = entre dans le château en haut.
lesson-goal-2 = galope par-dessus ta pièce jusque dans le château.
lesson-plain-1 = avance ta pièce d’une case.
lesson-plain-2 = le Chevalier fait des pas comme un Pion. Fais un pas avec lui.
lesson-canter-1 = galope par-dessus ta propre pièce.
lesson-canter-2 = galope deux fois en un coup. Tourne en chemin.
lesson-jump-1 = saute par-dessus l’ennemi et capture-le.
lesson-jump-2 = capture deux ennemis en un coup. Après le premier saut, continue.
lesson-compulsion-1 = une de tes pièces peut sauter, donc elle doit. Trouve le saut.
lesson-compulsion-2 = deux pièces peuvent sauter. Tu choisis laquelle.
lesson-charge-1 = galope avec le Chevalier par-dessus ta pièce, puis capture.
lesson-charge-2 = galope une fois, puis capture deux ennemis avec le Chevalier.
lesson-charge-3 = galope jusqu’à côté de l’ennemi. Ensuite, tu dois le capturer.
lesson-castle_move-1 = passe sur l’autre case du château.
lesson-castle_move-2 = tu n’as plus de coups de château. Joue ton autre pièce.
lesson-exit-1 = saute par-dessus l’ennemi dans ton propre château. C’est le seul moyen d’y entrer.
lesson-exit-2 = ta pièce commence dans ton propre château, donc elle doit d’abord sortir.
lesson-trees-1 = plante trois arbres de ton côté.
lesson-win-1 = capture les derniers ennemis qu’il te faut pour gagner.
lesson-man_only = Le Pion en { $from } ne peut aller qu’en { $list }.
lesson-knight_only = Le Chevalier en { $from } ne peut aller qu’en { $list }.
lesson-show = Montre-moi
lesson-shown = Coup proposé : { $move }.
lesson-almost_knight = Bon coup. Essaie maintenant avec le Chevalier.
lesson-almost_two_hops = Bon coup. Essaie maintenant de galoper deux fois en un coup.
lesson-almost_long_charge = Belle capture. Galope d’abord, et tu pourras en capturer deux.
lesson-almost_hop_in = Bon coup. Galope maintenant par-dessus ta pièce jusque dans le château.
lesson-done = Bravo !
lesson-again = Réessayer
lesson-almost = Bon coup. Essaie maintenant le coup de cette étape.
lesson-almost_canter = Bon coup. Essaie maintenant de galoper par-dessus ta pièce.
lesson-almost_charge = Bon coup. Galope maintenant d’abord, puis capture, en un seul coup.
lesson-almost_charge_man = Belle capture. Essaie maintenant avec le Chevalier.
lesson-almost_goal = Bon coup. Entre maintenant dans le château.
lesson-almost_castle_move = Bon coup. Passe maintenant sur l’autre case du château.
learn-title = Apprendre à jouer
learn-count = { $done } sur { $all }
learn-steps = Étapes
learn-step = Étape { $n } : { $what }
learn-step_done = Étape { $n } : { $what }, terminée
learn-back = Retour
learn-next = Suivant
learn-try = Essaie
learn-skip = Passer
learn-exercise = Exercice { $n }
learn-done = fait
learn-win = Gain et nulle
learn-others = Joue ensuite
learn-goal = Le but du jeu
learn-goal_castle =
    { $n ->
        [one] Amène une pièce dans le château adverse et tu gagnes. Tu peux aussi gagner en capturant les pièces de l’ennemi.
       *[other] Amène { $n } de tes pièces dans le château adverse et tu gagnes. Tu peux aussi gagner en capturant les pièces de l’ennemi.
    }
learn-goal_capture = Capture toutes les pièces ennemies et tu gagnes.
learn-goal_reversed = Ici, tout est à l’envers : perds toutes tes pièces pour gagner, et n’entre pas dans le château adverse.
learn-goal_team = Ton partenaire et toi gagnez ensemble.
learn-goal_each = Chacun joue pour soi.
learn-end = C’est tout : tu connais les règles !
learn-end_how = Joue maintenant ta première partie. L’ordinateur joue à son niveau le plus facile, sans pendule. Le plateau montre où chaque pièce peut aller.
learn-first_game = Jouer une première partie
learn-again = Recommencer
demo-title = Regarde
demo-again = Revoir
demo-after = Montrer le coup
demo-before = Montrer le début
demo-step = Elle fait un pas de { $from } à { $to }.
demo-canter = Elle galope : elle passe par-dessus une amie, de { $from } à { $to }.
demo-jump = Elle saute par-dessus l’ennemi en { $over } et le capture.
praise-win = Bravo ! Ce coup gagne la partie.
praise-charge =
    { $n ->
        [one] Bravo ! Une charge avec { $n } capture.
       *[other] Bravo ! Une charge avec { $n } captures.
    }
praise-capture = Bravo ! Tu as capturé une pièce.
praise-captures = Bravo ! { $n } captures en un coup.
praise-castle = Bravo ! Ta pièce est dans le château.
praise-hops = Bravo ! { $n } galops en un coup.
differs-title = Ce qui change
differs-try = Essayer : { $what }
differs-army = Le plateau a { $squares } cases. Chaque camp a { $knights } et { $men }.
differs-knights_only = Le plateau a { $squares } cases. Chaque camp a { $n } Chevaliers et aucun Pion : chaque pièce peut charger.
differs-castle =
    { $n ->
        [one] Amène { $n } pièce dans le château adverse pour gagner.
       *[other] Amène { $n } pièces dans le château adverse pour gagner.
    }
differs-opposite =
    { $n ->
        [one] Ton but est le château d’en face : { $n } pièce de ton équipe dedans gagne.
       *[other] Ton but est le château d’en face : { $n } pièces de ton équipe dedans gagnent.
    }
differs-no_castle_moves = La première pièce dans le château termine la partie, donc il n’y a pas de coups de château.
differs-no_castles = Il n’y a pas de château. Capture toutes les pièces ennemies pour gagner.
differs-water = Une rivière traverse le plateau. Aucune pièce ne tient sur l’eau : passe par les ponts.
differs-trees = Avant ton premier coup, tu plantes trois arbres. Les arbres bloquent tout le monde.
differs-reduced = Tu gagnes aussi quand il reste une pièce à ton adversaire et au moins deux à toi.
differs-own_castle_jump = Un saut dans ton propre château termine ton coup, même si tu pouvais sauter encore.
differs-reversed = Tout est à l’envers : si tu perds toutes tes pièces, ou si tu n’as aucun coup, tu gagnes.
differs-avoid = N’entre pas dans le château adverse : la pièce qui y entre perd la partie.
differs-each = Chacun joue pour soi. L’ordre est { $order }. Qui n’a plus de pièces passe, et le dernier qui en a gagne.
differs-teams = { $a } jouent contre { $b }. L’ordre est { $order }.
differs-beside = Les pièces de ton partenaire sont à côté des tiennes. Tu peux galoper par-dessus, et vous gagnez ensemble.
differs-partner_opposite = Les pièces de ton partenaire sont en face. Tu peux galoper par-dessus, et vous gagnez ensemble.
ends-castle =
    { $n ->
        [one] Amène { $n } pièce dans le château adverse pour gagner.
       *[other] Amène { $n } pièces dans le château adverse pour gagner.
    }
ends-capture = Capture toutes les pièces ennemies et garde au moins { $n } des tiennes pour gagner.
ends-reduced = Réduis ton adversaire à une pièce et gardes-en au moins deux pour gagner.
ends-no_move = Si tu n’as aucun coup légal, tu perds, sauf si ton adversaire a trop peu de pièces pour gagner.
ends-enters = Si tu entres dans le château adverse, même de force, tu perds.
ends-no_move_wins = Si tu n’as aucun coup légal ou plus de pièces, tu gagnes.
ends-pass = Si tu ne peux pas jouer, tu passes.
ends-bare = S’il reste à chaque camp une pièce ou aucune, c’est nulle.
ends-repetition = Trois fois la même position, c’est nulle.
ends-fifty = 50 coups chacun sans capture ni entrée dans un château, c’est nulle.
ends-own_castle_jump = Un saut dans ton propre château termine le coup.

say-rated = Ton classement : { $rating } ({ $change }).
rating-title = Classement
rating-provisional = Classement provisoire
rating-provisional_how = « ? » veut dire provisoire. Joue plus de parties pour le fixer.
rating-change = Changement de classement dans cette partie
rating-choice = Classée ou amicale
rating-all = Classements
rating-bots = contre des bots
rating-games =
    { $n ->
        [one] { $n } partie
       *[other] { $n } parties
    }
rating-rank = rang { $n }
rating-curve = Classement sur { $n } parties : de { $from } à { $to }, { $best } au mieux
leaders-title = Meilleurs joueurs
leaders-find = Chercher un joueur
leaders-go = OK
leaders-unknown = Personne ne s’appelle { $who }.
leaders-speed = Cadence
leaders-last = Dernière partie
empty-play = Jouer une partie
leaders-nobody = Pas encore de joueurs classés. Ouvre la liste : joue des parties classées.
leaders-how = Classements établis des joueurs actifs ces 90 derniers jours. Il te faut un compte pour jouer des parties classées.
profile-against = Toi contre { $who }
kind-guest = Invité
kind-account = Joueur
kind-bot = Bot
profile-account = ton compte
profile-mute = Ignorer
profile-unmute = Ne plus ignorer
profile-mute_how = Les joueurs ignorés ne peuvent ni t’écrire ni te défier. Ils n’en sont pas avertis.
profile-playing = En jeu
profile-by_game = Résultats
profile-head_to_head = Face à face
profile-opponent = Adversaire
profile-won = Gagnées
profile-drawn = Nulles
profile-lost = Perdues
outcome-won = Victoire
outcome-drawn = Nulle
outcome-lost = Défaite
outcome-off = Annulée
profile-games = Parties
profile-no_games = Pas encore de parties terminées.
profile-more = Voir plus
filter-title = Filtrer
filter-any = peu importe
filter-seat = Camp
filter-outcome = Résultat
filter-termination = Fin
filter-speed = Cadence
filter-rated = Classée
filter-only_rated = classées
filter-only_casual = amicales
filter-order = Ordre
filter-newest = plus récentes d’abord
filter-oldest = plus anciennes d’abord
filter-opponent = Adversaire
filter-from = Du
filter-to = Au
filter-clear = Effacer les filtres
filter-none = Aucune partie ne correspond à ces filtres.
explorer-title = Explorateur
explorer-none = Aucune partie terminée n’a atteint cette position.
explorer-games =
    { $n ->
        [one] { $n } partie
       *[other] { $n } parties
    }
explorer-rating = classement moyen { $n }
explorer-mirrored = avec l’image miroir
explorer-move = Coup
explorer-count = Parties
explorer-newest = Parties les plus récentes
explorer-newest_game = Partie la plus récente avec ce coup
explorer-best = Parties les mieux classées
explorer-also_won = { $who } : { $n } % de gains
explorer-results = { $one } : { $first } % de gains, nulles { $draws } %, { $two } : { $second } % de gains
account-title = Ton compte
account-you_are = Tu joues en tant que
account-guest = Les parties d’invité n’existent que dans ce navigateur. Inscris-toi pour les garder.
account-make = S’inscrire
account-enter = Se connecter
account-leave = Se déconnecter
account-name = Nom
account-password = Mot de passe (au moins 8 caractères)
account-password_known = Mot de passe
account-show_password = Afficher le mot de passe
account-kept = Tes données
account-kept_what = Ton nom, tes parties, tes messages et le reste de ton activité ici. Une adresse e-mail seulement si tu en donnes une. Télécharge tout en un seul fichier.
account-export = Télécharger mes données
account-erase = Supprimer le compte
account-erase_what = C’est irréversible. Ton nom, ton mot de passe et tes messages sont supprimés. Tes parties et classements restent, sous un nom anonyme. Termine d’abord tes parties et tes tournois.
account-your_password = Ton mot de passe
account-erase_now = Supprimer définitivement
account-erased = Ton compte a été supprimé.
recovery-title = Mot de passe perdu ?
recovery-what = Saisis un de tes codes de récupération et un nouveau mot de passe. Sans code, demandes-en un à l’opérateur de ce serveur. Tous les appareils et programmes sont déconnectés.
recovery-code = Code de récupération
recovery-now = Définir le mot de passe
recovery-mail_what = Ou reçois un lien par e-mail, si ton compte a une adresse confirmée.
recovery-mail = M’envoyer un lien
recovery-mailed = Si un compte a cette adresse, un lien est en route. Il est valable une heure.
codes-title = Codes de récupération
codes-what = Chaque code définit une fois un nouveau mot de passe. Garde-les maintenant : ils ne sont plus montrés, et personne ne peut t’envoyer un mot de passe.
codes-copy = Copier les codes
codes-copied = Les codes sont copiés.
codes-save = Enregistrer les codes en fichier
codes-kept = J’ai gardé les codes
codes-made = Tu as de nouveaux codes de récupération.
codes-left =
    { $n ->
        [one] Il te reste { $n } code.
       *[other] Il te reste { $n } codes.
    }
codes-make = Créer de nouveaux codes
codes-make_what = Les nouveaux codes remplacent les anciens.
codes-make_now = Créer les codes
passkeys-title = Clés d’accès
passkeys-what = Connecte-toi avec le verrouillage de ton appareil au lieu du mot de passe. L’appareil garde la clé d’accès.
passkeys-enter = Se connecter avec une clé d’accès
passkeys-add = Ajouter une clé d’accès
passkeys-add_now = Ajouter la clé d’accès
passkeys-added = La clé d’accès est ajoutée.
passkeys-known = Cet appareil a déjà une clé d’accès pour ton compte.
passkeys-since = ajoutée le { $since }
passkeys-used = dernier usage le { $day }
passkeys-remove = Retirer
passkeys-remove_named = Retirer la clé d’accès : { $client }, ajoutée le { $since }
passkeys-removed = La clé d’accès est retirée.
provider-title = Fournisseur de connexion
provider-what = Connecte-toi avec ton compte d’un autre service au lieu du mot de passe.
provider-enter = Se connecter avec { $provider }
provider-link = Associer { $provider }
provider-since = associé le { $since }
provider-unlink = Dissocier
provider-unlink_named = Dissocier { $host }
provider-unlinked = Le compte est dissocié.
provider-no_password = Si ton compte n’a pas de mot de passe, laisse les champs vides : une connexion des dix dernières minutes confirme tes changements.
provider-failed = La connexion n’a pas abouti. Recommence.
provider-choose_name = Personne n’utilise encore ce compte ici. Choisis un nom pour jouer.
notifications-title = Notifications
notifications-open =
    { $n ->
        [one] Notifications, { $n } non lue
       *[other] Notifications, { $n } non lues
    }
notifications-none = Rien pour l’instant.
notifications-read = Tout marquer comme lu
notifications-settings = Réglages
notifications-what = Choisis ce que tu veux savoir, et comment.
notifications-page = Page
notifications-push = Push
notifications-email = E-mail
notifications-device = Recevoir les push sur cet appareil
notifications-denied = Ton navigateur n’autorise pas les notifications de ce site.
notifications-quiet = Heures de silence
notifications-from = De
notifications-until = À
notifications-zone = Fuseau horaire
notifications-save = Enregistrer
notifications-saved = Enregistré.
notifications-kind-turn = À toi de jouer dans une partie par correspondance
notifications-kind-reminder = Ton temps s’écoule
notifications-kind-offer = Une offre de ton adversaire
notifications-kind-ended = La fin d’une partie
notifications-kind-message = Un message
notifications-kind-challenge = Un défi
notifications-kind-invitation = Une invitation dans une équipe
notifications-kind-round = Une ronde d’un tournoi
notifications-kind-announcement = Un message de la direction d’un tournoi
notifications-kind-arranged = Une partie convenue commence dans l’heure
mail-title = E-mail
mail-what = L’adresse est facultative. Elle te permet de changer de mot de passe et de recevoir des notifications. Personne d’autre ne la voit.
mail-address = Adresse e-mail
mail-set = Ajouter une adresse
mail-change = Changer l’adresse
mail-remove = Retirer l’adresse
mail-sent = Un lien est en route vers l’adresse.
mail-removed = L’adresse est retirée.
mail-verified = confirmée
mail-unverified = pas encore confirmée : ouvre le lien qui y a été envoyé
mail-bounced = désactivée, car des e-mails sont revenus : ajoute-la de nouveau
mail-subscribed = M’envoyer les notifications par e-mail
mail-verify_what = Confirme que c’est ton adresse e-mail.
mail-verify = Confirmer l’adresse
mail-is_verified = Ton adresse e-mail est confirmée.
mail-unsubscribe_what = Tu ne recevras plus de notifications par e-mail.
mail-unsubscribe = Arrêter ces e-mails
mail-is_unsubscribed = Tu ne reçois plus de notifications par e-mail.
mail-recover_what = Définis un nouveau mot de passe pour { $name }. Tous les appareils et programmes sont déconnectés.
mail-no_link = Cette adresse n’a pas de lien. Ouvre encore le lien de l’e-mail.
password-title = Mot de passe
password-new = Nouveau mot de passe (au moins 8 caractères)
password-end_sessions = Se déconnecter partout ailleurs
password-change = Changer le mot de passe
password-changed = Ton mot de passe est changé.
sign_ins-title = Appareils connectés
sign_ins-client = { $browser } sur { $system }
sign_ins-program = Un autre programme
sign_ins-seen = connecté le { $since }, dernier usage le { $seen }
sign_ins-current = ce navigateur
sign_ins-end = Se déconnecter
sign_ins-end_named = Déconnecter : { $client }, dernier usage le { $seen }
sign_ins-ended = L’appareil est déconnecté.
sign_ins-end_all = Se déconnecter partout
sign_ins-ended_all = Toutes tes sessions sont fermées.
security-title = Journal de sécurité
security-what = Connexions et changements des 90 derniers jours. Change ton mot de passe si quelque chose ne vient pas de toi.
security-show =
    { $n ->
        [one] Afficher { $n } entrée
       *[other] Afficher { $n } entrées
    }
security-signed_in = Connexion
security-signed_in_by_passkey = Connexion avec une clé d’accès
security-sign_in_failed = Mot de passe ou clé d’accès incorrects
security-password_changed = Mot de passe changé
security-recovered = Mot de passe défini par un code de récupération
security-recovery_failed = Code de récupération incorrect
security-codes_made = Nouveaux codes de récupération
security-operator_reset = L’opérateur a créé un code de récupération
security-sign_ins_ended = Appareils déconnectés
security-passkey_added = Clé d’accès ajoutée
security-passkey_removed = Clé d’accès retirée
security-token_made = Jeton créé
security-token_revoked = Jeton révoqué
security-program_allowed = Programme autorisé
security-program_ended = Accès d’un programme retiré
security-signed_in_by_provider = Connexion par le fournisseur
security-recovery_mailed = Lien pour un nouveau mot de passe envoyé par e-mail
security-mail_changed = Adresse e-mail définie
security-mail_verified = Adresse e-mail confirmée
security-mail_removed = Adresse e-mail retirée
security-mail_disabled = Adresse e-mail désactivée : des e-mails sont revenus
security-identity_linked = Compte du fournisseur associé
security-identity_unlinked = Compte du fournisseur dissocié
apps-title = Programmes autorisés
apps-program = un programme sur ton appareil ({ $host })
apps-device = un appareil ou un programme sans navigateur
apps-used = dernière connexion le { $day }
apps-end = Retirer l’accès
apps-end_named = Retirer l’accès : { $client }
apps-ended = { $client } n’a plus accès.
scope-none = voir ton nom
scope-read = lire la liste de tes jetons, webhooks, joueurs ignorés et notifications
scope-play = jouer et discuter en ton nom dans les parties et tournois
scope-challenge = chercher des adversaires, envoyer des défis et y répondre en ton nom
scope-records = importer des parties en ton nom
scope-account = modifier ton compte
consent-title = Se connecter à un autre programme
consent-device = Connecter un appareil
consent-sign_in = Un programme veut utiliser ton compte. Connecte-toi d’abord ici.
consent-origin = Ensuite, on t’enverra vers
consent-player = Compte connecté :
consent-may = Il pourra :
consent-warn = Le programme a choisi son propre nom. Autorise-le seulement si tu connais l’adresse ci-dessus. Tu peux retirer l’accès sur la page de ton compte.
consent-warn_device = Autorise-le seulement si c’est toi qui l’as lancé et si le code vient de ton appareil. Tu peux retirer l’accès sur la page de ton compte.
consent-allow = Autoriser
consent-deny = Ne pas autoriser
consent-code = Code affiché par l’appareil
consent-next = Continuer
consent-device_allowed = L’appareil est connecté. Tu peux fermer cette page.
consent-device_denied = L’appareil n’a pas d’accès.
