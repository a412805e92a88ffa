"""The documentation site: the pages of docs/, and reference pages made from schemas, rulesets, commands and docstrings.

`python -m website` builds it. `sources` gathers every page in one folder, most of them made by a module of this package, and
Sphinx makes the site from that folder; any warning ends the build.
"""

import referee.cli.terminal

referee.cli.terminal.PATIENCE = 3600  # pages show what commands print, not how long a slow machine takes
