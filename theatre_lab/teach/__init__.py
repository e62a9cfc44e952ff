"""What teaches: drills made by the engine, the reason behind every point and refusal, and the list of lessons."""

from theatre_lab.teach.drills import Drill, drill, drill_names
from theatre_lab.teach.lessons import lessons, taught_in
from theatre_lab.teach.showing import demonstration, finished_match
from theatre_lab.teach.why import Why, why

__all__ = ["Drill", "Why", "demonstration", "drill", "drill_names", "finished_match", "lessons", "taught_in", "why"]
