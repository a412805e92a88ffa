"""The names that `import referee` offers."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType

import pytest

import referee


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout.strip()


def test_every_public_name_is_there() -> None:
    for name in referee.__all__:
        assert getattr(referee, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'referee' has no attribute 'jugde'"):
        _ = referee.jugde


def test_judge_is_the_function_however_often_it_is_called() -> None:
    assert python("import referee; print([referee.judge('/missing.yaml').status for _ in range(2)])") == (
        "['unjudged', 'unjudged']"
    )


@pytest.mark.parametrize("first", ["import referee.judging.judge", "from referee.judging.judge import judge"])
def test_judge_is_the_function_whatever_is_imported_first(first: str) -> None:
    assert python(f"{first}; import referee; print(type(referee.judge).__name__)") == FunctionType.__name__


def test_dir_and_tab_list_the_public_names() -> None:
    assert python("import referee; print(dir(referee) == sorted(referee.__all__))") == "True"


def test_importing_referee_imports_little() -> None:
    heavy = "{'yaml', 'click', 'jsonschema', 'tabulate', 'json', 'referee.judging.judge', 'referee.rules.rulesets'}"
    assert python(f"import referee, sys; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_the_package_travels_by_name() -> None:
    assert python("import pickle, referee; print(pickle.loads(pickle.dumps(referee)) is referee)") == "True"
