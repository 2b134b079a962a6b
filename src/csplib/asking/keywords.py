"""The keywords of questions, listed in docstrings: a signature that ends in ``**options`` does not show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from csplib.asking.options import QuestionOptions, SearchOptions

__all__ = ["question_keywords", "search_keywords", "takes"]

_Asked = TypeVar("_Asked", bound=Callable[..., object])


def takes(*kinds: type) -> Callable[[_Asked], _Asked]:
    """List the keywords that the attributes of *kinds* describe in the docstring of a function.

    >>> @takes(QuestionOptions)
    ... def ask(**options):
    ...     "Ask."
    >>> print(ask.__doc__)
    Ask.
    <BLANKLINE>
    Keywords:
        executor: Search with all the workers of an executor of `concurrent.futures`.
        engine: Who searches: csplib itself, or CP-SAT of OR-Tools, which is an extra.
    """
    described = [(kind.__doc__ or "").partition("Attributes:")[2].strip().splitlines() for kind in kinds]
    keywords = [f"    {line.strip()}" for lines in described for line in lines]

    def documented(question: _Asked) -> _Asked:
        text = question.__doc__ or ""
        margin = text[len(text.rstrip(" ")) :]
        listed = "".join([f"\n{margin}{line}" for line in ("Keywords:", *keywords)])
        question.__doc__ = f"{text.rstrip()}\n{listed}"
        return question

    return documented


def question_keywords(question: _Asked) -> _Asked:
    """List the keywords that every question takes, `QuestionOptions`, in the docstring of *question*."""
    return takes(SearchOptions, QuestionOptions)(question)


def search_keywords(question: _Asked) -> _Asked:
    """List the keywords of a search by csplib itself, `SearchOptions`, in the docstring of *question*."""
    return takes(SearchOptions)(question)
