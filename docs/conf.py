"""How the documentation is built: `make docs`, or `python -m sphinx docs build/docs`."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "extensions"), str(HERE.parent)]

import theatre_lab  # noqa: E402

project = "theatre_lab"
author = "theatre_lab contributors"
copyright = "theatre_lab contributors, MIT licence"
version = release = theatre_lab.__version__
language = "en"

extensions = ["sphinx.ext.autodoc", "myst_nb", "made_pages"]
exclude_patterns = ["**/.ipynb_checkpoints"]
# Pages of measurements are listed where there are some.
suppress_warnings = ["toc.empty_glob"]

# The notebooks carry their outputs; nothing is run to build the pages.
nb_execution_mode = "off"
nb_merge_streams = True
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3
# No page asks another host for anything.
myst_update_mathjax = False
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

nitpicky = True
# Only this project's own names are linked: the pages are built without a network, so without other inventories.
# A game's own state and cards, and what is private, have no page.
nitpick_ignore_regex = [
    (r"py:.*", r"(?!theatre_lab).*"),
    (r"py:.*", r"theatre_lab\.games\.\w+\..*"),
    (r"py:.*", r"theatre_lab\..*\._.*"),
    (r"py:.*", r"theatre_lab\.(core\.optional|teach\.lessons)\..*"),
    (r"py:.*", r"theatre_lab\.(lab\.simulate\.Client|teach\.drills\.Thing|teach\.example\.Line)"),
]
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
add_module_names = False

html_theme = "furo"
html_title = "theatre_lab"
html_static_path = ["static"]
html_css_files = ["house.css"]
html_favicon = "static/mark.svg"
html_copy_source = False
html_show_sourcelink = False
html_permalinks_icon = "#"
html_theme_options = {
    "light_logo": "mark.svg",
    "dark_logo": "mark.svg",
    "light_css_variables": {
        "color-brand-primary": "#7A5911",
        "color-brand-content": "#7A5911",
        "color-brand-visited": "#4A5474",
        "color-foreground-primary": "#14203F",
        "color-foreground-secondary": "#4A5474",
        "color-foreground-muted": "#4A5474",
        "color-foreground-border": "#B0872B",
        "color-background-primary": "#FCFAF4",
        "color-background-secondary": "#F5F1E7",
        "color-background-hover": "#EBE5D6",
        "color-background-border": "#D3C8AE",
        "color-inline-code-background": "#EBE5D6",
        "color-code-background": "#F5F1E7",
        "color-code-foreground": "#14203F",
        "color-admonition-background": "#F5F1E7",
        "color-highlight-on-target": "#F7EBC8",
    },
    "dark_css_variables": {
        "color-brand-primary": "#E5C578",
        "color-brand-content": "#E5C578",
        "color-brand-visited": "#B4BBD0",
        "color-foreground-primary": "#F3EAD5",
        "color-foreground-secondary": "#B4BBD0",
        "color-foreground-muted": "#B4BBD0",
        "color-foreground-border": "#CFA64A",
        "color-background-primary": "#111A33",
        "color-background-secondary": "#0C1429",
        "color-background-hover": "#182445",
        "color-background-border": "#3A4870",
        "color-inline-code-background": "#182445",
        "color-code-background": "#0C1429",
        "color-code-foreground": "#F3EAD5",
        "color-admonition-background": "#182445",
        "color-highlight-on-target": "#3A3320",
    },
}
pygments_style = "friendly"
pygments_dark_style = "nord"
