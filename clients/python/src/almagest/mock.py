"""A service that exists only in your tests: it answers what you tell it, and sends nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import unquote

import httpx

from ._call import File, Operation
from ._errors import AlmagestError
from ._operations import OPERATIONS
from .types import ErrorCode

__all__ = ["MockApi", "MockCall", "MockError"]


@dataclass(frozen=True, slots=True)
class MockError:
    """An error as a reply."""

    status: int
    code: ErrorCode
    detail: str = ""
    pointer: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MockCall:
    """A call that the mock received."""

    operation: str
    input: dict[str, Any]
    """Values from a path or query are texts."""
    headers: httpx.Headers


Reply: TypeAlias = "Mapping[str, Any] | File | MockError | None"


class MockApi(httpx.MockTransport):
    """A transport for :class:`almagest.Almagest` and :class:`almagest.AsyncAlmagest`.

    ``replies`` has a reply for each operation that your code calls, or a function that makes it
    from the input::

        api = MockApi({"geocoding_search": {"data": []}})
        client = Almagest("http://mock", key="any", transport=api)
    """

    def __init__(self, replies: Mapping[str, Reply | Callable[[dict[str, Any]], Reply]]) -> None:
        unknown = set(replies) - set(OPERATIONS)
        if unknown:
            raise AlmagestError(f"No operation is called {', '.join(sorted(unknown))}.")
        self.calls: list[MockCall] = []
        self._replies = replies
        # The most specific path first: `/content/search` before `/content/{id}`.
        ordered = sorted(OPERATIONS.values(), key=lambda it: it.path.count("{"))
        self._routes = [(it, _pattern(it)) for it in ordered]
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        # The encoded path, in which a value contains no slash.
        path = request.url.raw_path.decode().split("?")[0]
        operation, values = self._find(request.method, path)
        body = request.read()
        given: dict[str, Any] = json.loads(body) if body else _unflatten(request.url.params)
        given.update({name: unquote(value) for name, value in values.items()})
        self.calls.append(MockCall(operation.id, given, request.headers))
        if operation.id not in self._replies:
            raise AlmagestError(f"The mock has no reply for {operation.id}.")
        reply = self._replies[operation.id]
        made = reply(given) if callable(reply) else reply
        if made is None:
            return httpx.Response(204)
        if isinstance(made, File):
            return httpx.Response(200, content=made.content, headers={"Content-Type": made.media_type})
        if isinstance(made, MockError):
            error: dict[str, Any] = {
                "status": str(made.status),
                "code": made.code,
                "title": made.code,
                "detail": made.detail or made.code,
            }
            if made.pointer is not None:
                error["source"] = {"pointer": made.pointer}
            return httpx.Response(made.status, json={"errors": [error]}, headers=dict(made.headers))
        return httpx.Response(200, json=made)

    def _find(self, method: str, path: str) -> tuple[Operation, dict[str, str]]:
        for operation, pattern in self._routes:
            if operation.method == method or (method == "GET" and operation.has_query):
                match = pattern.fullmatch(path)
                if match:
                    return operation, match.groupdict()
        raise AlmagestError(f"No operation has the path {method} {path}.")


def _pattern(operation: Operation) -> re.Pattern[str]:
    literal = operation.path.replace(".", r"\.")
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+?)", literal))


def _unflatten(params: httpx.QueryParams) -> dict[str, Any]:
    """``location.latitude`` and ``page[size]`` as fields of objects, repeated names as lists."""
    found: dict[str, Any] = {}
    for name in params:
        *parents, last = re.split(r"[.\[]", name.replace("]", ""))
        at = found
        for parent in parents:
            at = at.setdefault(parent, {})
        values = params.get_list(name)
        at[last] = values if len(values) > 1 else values[0]
    return found
