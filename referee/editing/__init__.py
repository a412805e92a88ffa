"""A file while it is being written: what is wrong with the text so far, what can be corrected, what may come next."""

from referee.plugins import CommandEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "fix",
            "referee.editing.commands:fix",
            "Correct misspelt names, words and keys in your files.",
            "Record",
            (
                ("autocorrect", "fix"),
                ("correct", "fix"),
                ("repair", "fix"),
                ("spell", "fix"),
            ),
        ),
        CommandEntry(
            "lsp",
            "referee.editing.commands:lsp",
            "Editor support: findings as you type, moves, fixes.",
            "Develop",
            (
                ("editor", "lsp"),
                ("vscode", "lsp"),
            ),
        ),
    ),
)
