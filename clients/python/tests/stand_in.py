"""A service that answers what a test tells it, and remembers what it was sent."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import httpx

from almagest import Almagest, AsyncAlmagest
from almagest.types import NatalInput

Answer: TypeAlias = "httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]"

BIRTH: NatalInput = {"dateTime": "1990-06-15T14:30", "location": {"latitude": 52.37, "longitude": 4.89}}


def ok(body: object, headers: dict[str, str] | None = None) -> httpx.Response:
    """A success."""
    return httpx.Response(200, json=body, headers=headers)


def refused(
    status: int, code: str, headers: dict[str, str] | None = None, **more: object
) -> httpx.Response:
    """An error response."""
    error = {"status": str(status), "code": code, "title": code, "detail": "why", **more}
    return httpx.Response(status, json={"errors": [error]}, headers=headers)


class StandIn(httpx.MockTransport):
    """Gives the answers, one after the other."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.sent: list[httpx.Request] = []
        self.delays: list[float] = []
        self.random = 1.0
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else answer(request)

    def body(self, index: int = 0) -> Any:
        """The body of a request."""
        return json.loads(self.sent[index].content)

    def client(self, **options: Any) -> Almagest:
        """A client of this service."""
        given = {"key": "ak_test_1", "random": lambda: self.random, **options}
        return Almagest("https://astrology.example/", transport=self, sleep=self.delays.append, **given)

    def async_client(self, **options: Any) -> AsyncAlmagest:
        """The same for asyncio."""

        async def sleep(seconds: float) -> None:
            self.delays.append(seconds)

        given = {"key": "ak_test_1", "random": lambda: self.random, **options}
        return AsyncAlmagest("https://astrology.example/", transport=self, sleep=sleep, **given)


class BothClients(unittest.TestCase):
    """Calls operations with both clients, which must do the same."""

    def both(
        self, answers: Callable[[], Sequence[Answer]], name: str, *arguments: object, **options: Any
    ) -> tuple[Any, StandIn]:
        """The result or error of a call, and what was sent."""
        settings = {it: options.pop(it) for it in ("max_retries", "key", "session") if it in options}
        one = StandIn(*answers())
        two = StandIn(*answers())
        for stand_in in (one, two):
            stand_in.random = options.get("random", 1.0)
        options.pop("random", None)
        first = outcome(lambda: getattr(one.client(**settings), name)(*arguments, **options))

        async def call() -> Any:
            async with two.async_client(**settings) as client:
                return await getattr(client, name)(*arguments, **options)

        second = outcome(lambda: asyncio.run(call()))
        self.assertEqual(repr(first), repr(second))
        self.assertEqual(one.delays, two.delays)
        self.assertEqual([it.url for it in one.sent], [it.url for it in two.sent])
        self.assertEqual([it.content for it in one.sent], [it.content for it in two.sent])
        return first, one


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns or raises."""
    try:
        return call()
    except Exception as error:  # noqa: BLE001
        return error
