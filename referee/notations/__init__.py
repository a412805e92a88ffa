"""Notations of other programs: their records as logs, and boards of logs as records."""

from referee.plugins import CommandEntry, NotationEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "import",
            "referee.notations.commands:import_records",
            "Logs from records of other programs, PBN and others.",
            "Record",
            (
                ("convert", "import"),
                ("lin", "import"),
                ("load", "import"),
                ("pbn", "import"),
                ("ptn", "import"),
                ("read", "import"),
                ("sgf", "import"),
            ),
        ),
        CommandEntry(
            "export",
            "referee.notations.commands:export",
            "Write the boards of logs as PBN or LIN.",
            "Record",
        ),
    ),
    notations=(
        NotationEntry("sgf", "referee.notations.sgf:records", r"\A\s*\(\s*;\s*[A-Z]{1,2}\s*\["),
        NotationEntry(
            "lin",
            "referee.notations.lin:records",
            r"(?m)\A\s*(?:%[^\n]*\n\s*)*[a-z]{2}\|[^|]*\||^\s*https?://\S*[?&]lin=",
        ),
        NotationEntry(
            "ptn",
            "referee.notations.ptn:records",
            r"\A\s*+(?:[^\n]+\n)*?\[Game(?:OptionsJson|Code \"(?!\w*[Bb]ridge))",
        ),
        NotationEntry("pbn", "referee.notations.pbn:records", r"(?m)^[ \t]*\[\s*[A-Za-z_]\w*\s+[\"\w]"),
        NotationEntry(
            "sheet",
            "referee.notations.sheet:records",
            r"(?i)\A\s*+#?\s*game\s*[,;\t]",
            endings=("csv", "tsv"),
            any_game=True,
        ),
    ),
)
