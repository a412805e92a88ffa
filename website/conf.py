"""How Sphinx builds the site. Everything that a page needs is in the site, so it opens from the disk and loads nothing."""

from typing import Any

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from referee.version import __version__

project = "referee"
author = "the authors of referee"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns: list[str] = []

myst_heading_anchors = 4
myst_links_external_new_tab = False
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 90
add_module_names = False

html_theme = "furo"
html_title = f"referee {__version__}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_show_search_summary = False  # it would read each page found, which a browser refuses for pages from the disk
html_sidebars: dict[str, Any] = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}


WAYS_OUT = {
    "Games and their rules": "rules/index",
    "Tutorials": "tutorials/index",
    "How-to guides": "how-to/index",
    "Reference": "reference/index",
    "Explanation": "explanation/index",
}


def shorten_navigation(app: Sphinx, name: str, template: str, context: dict[str, Any], page: Any) -> None:
    """Next to the hundreds of rules there are only a few links: with all pages there, the site would be twice as large."""
    folder, _, own = name.rpartition("/")
    if folder.startswith("rules/") and own != "index" and "pathto" in context:
        links = {folder.removeprefix("rules/"): f"{folder}/index", **WAYS_OUT}
        items = (
            f'<li class="toctree-l1"><a class="reference internal" href="{context["pathto"](target)}">{text}</a></li>'
            for text, target in links.items()
        )
        navigation = f"<ul>{''.join(items)}</ul>"
        context["toctree"] = lambda **_: navigation


def setup(app: Sphinx) -> None:
    """A language for blocks that no lexer knows, such as sessions of `referee record`, and less next to pages with many
    siblings."""
    app.add_lexer("record", TextLexer)
    app.connect("html-page-context", shorten_navigation, priority=400)
