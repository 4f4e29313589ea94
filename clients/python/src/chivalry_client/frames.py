"""Families of frames."""

from __future__ import annotations

from typing import TypeAlias

from . import models

#: A frame from the client: a command.
Command: TypeAlias = models.ClientMessage

#: An event of the log of a match.
MatchEvent: TypeAlias = models.EventMessage

#: A frame from the server.
Frame: TypeAlias = models.ServerMessage | models.EventMessage

#: A frame that a reader of a match receives.
MatchFrame: TypeAlias = (
    models.EventMessage
    | models.ServerSnapshot
    | models.ServerWatchers
    | models.ServerPresence
    | models.ServerPremove
    | models.ServerPremoveDropped
    | models.ServerChat
    | models.ServerChatHistory
    | models.ServerChatHidden
    | models.ServerRated
    | models.ServerRenamed
)

#: A frame that concerns the player and no subscription.
Notice: TypeAlias = (
    models.ServerPaired
    | models.ServerSeeking
    | models.ServerInvited
    | models.ServerSeekEnded
    | models.ServerChallenge
    | models.ServerCalled
    | models.ServerChatTimeout
)
