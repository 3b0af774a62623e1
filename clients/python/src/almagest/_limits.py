"""The limits that the headers of a response report."""

from __future__ import annotations

from dataclasses import dataclass

import httpx


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit and what remains of it."""

    limit: int
    remaining: int
    reset: int
    """When it resets, in Unix seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a caller can still request."""

    rate: Limit | None
    """The rate with the fewest remaining requests."""
    quota: Limit | None
    """Units of this month. Responses to browser tokens do not have it."""


def limits(response: httpx.Response) -> Limits:
    """Reads the limits of a response, which ``on_response`` receives."""

    def read(name: str) -> Limit | None:
        values = [response.headers.get(f"x-{name}-{part}") for part in ("limit", "remaining", "reset")]
        numbers = [int(it) for it in values if it is not None]
        return Limit(*numbers) if len(numbers) == 3 else None

    return Limits(read("ratelimit"), read("quota"))
