"""Curtain Call: play rising cards into your line and bow at the right moment, for two to four players."""

from __future__ import annotations

from curtain_call.game import CURTAIN_CALL, CurtainCall

__all__ = ["CURTAIN_CALL", "GAMES", "CurtainCall"]

GAMES = (CURTAIN_CALL,)
