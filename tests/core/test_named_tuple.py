"""A named tuple of ours is what `typing.NamedTuple` is."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from referee.core.named_tuple import NamedTuple


class Lead(NamedTuple):
    """A card and who leads it."""

    card: str
    by: int = 0

    def text(self) -> str:
        return f"{self.by} leads {self.card}"


class FirstLead(Lead):
    """One with more methods."""


def test_fields_are_a_tuple_by_name() -> None:
    lead = Lead("AS", by=2)
    assert lead == ("AS", 2) and (lead.card, lead.by) == ("AS", 2) and Lead("2C").by == 0
    assert lead.text() == "2 leads AS" and repr(lead) == "Lead(card='AS', by=2)" and not hasattr(lead, "__dict__")
    match lead:
        case Lead(card, by):
            assert (card, by) == lead


@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy])
def test_a_copy_is_of_the_same_class(again: Callable[[Any], Any]) -> None:
    first = FirstLead("AS", 2)
    assert again(first) == first and type(again(first)) is FirstLead
    assert type(first._replace(by=3)) is FirstLead and first._replace(by=3) == ("AS", 3)


def test_what_is_not_a_field_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Lead.__new__\(\) missing 1 required positional argument: 'card'"):
        Lead()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'trump'"):
        Lead("AS", trump="S")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="Lead has no field trump"):
        Lead("AS")._replace(trump="S")  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        Lead("AS").card = "2C"  # type: ignore[misc]
