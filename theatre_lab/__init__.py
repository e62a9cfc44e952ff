"""Four theatre card games to learn, play and study in notebooks."""

__version__ = "0.1.0"
