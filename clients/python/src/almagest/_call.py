"""From the input of an operation to a request, and from a response to a result."""

from __future__ import annotations

import base64
import os
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypedDict
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import httpx

from ._errors import ApiError, ConnectionFailed, ResponseError, api_error

Input: TypeAlias = Mapping[str, object]

FIRST_DELAY_S = 0.5
"""First delay, if the service does not name one. It doubles with every attempt."""

RETRIED = (408, 429, 500, 502, 503, 504)


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    timeout: float
    """Seconds to wait for a connection, and for each part of the response."""

    max_retries: int
    """How often a failed attempt is repeated."""

    idempotency_key: str
    """Key of an operation that creates something, at most 64 characters. The same request with the
    same key creates nothing again. By default, every call has a new one."""

    if_match: str
    """The ``ETag`` of the version to change. Operations that change a text need it."""

    organization: str
    """The organization of a call with a session."""

    method: Literal["GET"]
    """``GET`` sends the input of a calculation in the query instead of the body."""

    on_response: Callable[[httpx.Response], None]
    """Receives every response, also those that are retried."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the table of operations."""

    id: str
    method: str
    path: str
    is_read_only: bool = False
    has_query: bool = False
    takes_idempotency_key: bool = False
    is_paged: bool = False

    @property
    def can_repeat(self) -> bool:
        """Whether a request can be repeated although an earlier attempt may have succeeded."""
        return self.is_read_only or self.takes_idempotency_key


@dataclass(frozen=True, slots=True)
class File:
    """An image or a document."""

    content: bytes = field(repr=False)
    media_type: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the content to a file."""
        Path(path).write_bytes(self.content)

    def data_url(self) -> str:
        """The content as a ``data:`` URL, for the ``src`` of an ``<img>`` element."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.content).decode()}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a client is configured with."""

    url: str
    organization: str | None
    max_retries: int
    max_delay: float
    random: Callable[[], float]
    on_response: Callable[[httpx.Response], None] | None


@dataclass(slots=True)
class Call:
    """A call, as the parts of its requests, and how its attempts end."""

    operation: Operation
    method: str
    url: str
    body: dict[str, object] | None
    headers: dict[str, str]
    max_retries: int
    timeout: float | None
    on_response: Callable[[httpx.Response], None] | None
    attempt: int = 0

    @classmethod
    def of(
        cls, operation: Operation, request: Input | None, options: CallOptions, settings: Settings
    ) -> Call:
        path, fields = fill_path(operation.path, request or {})
        method = options.get("method", operation.method)
        has_body = method in ("POST", "PATCH")
        headers = {"X-Api-Version": "1"}
        if "if_match" in options:
            headers["If-Match"] = options["if_match"]
        if operation.takes_idempotency_key:
            headers["Idempotency-Key"] = options.get("idempotency_key") or secrets.token_hex(16)
        organization = options.get("organization", settings.organization)
        if organization is not None:
            headers["X-Organization"] = organization
        query = "" if has_body else urlencode(pairs(fields))
        return cls(
            operation=operation,
            method=method,
            url=settings.url + path + (f"?{query}" if query else ""),
            body=fields if has_body else None,
            headers=headers,
            max_retries=options.get("max_retries", settings.max_retries),
            timeout=options.get("timeout"),
            on_response=options.get("on_response"),
        )

    def request(self, client: httpx.Client | httpx.AsyncClient, headers: Mapping[str, str]) -> httpx.Request:
        """The request of an attempt. ``headers`` are the credentials."""
        return client.build_request(
            self.method,
            self.url,
            json=self.body,
            headers={**self.headers, **headers},
            timeout=httpx.USE_CLIENT_DEFAULT if self.timeout is None else self.timeout,
        )

    def delay(self, error: Exception, settings: Settings) -> float | None:
        """Seconds until the next attempt. ``None`` if there must not be one."""
        if self.attempt >= self.max_retries:
            return None
        can_repeat = self.operation.can_repeat
        if isinstance(error, (ApiError, ResponseError)):
            if error.status not in RETRIED:
                return None
            is_unread = isinstance(error, ApiError) and error.code == "too_many_unread_responses"
            # These requests were not executed. Others may have been.
            is_unused = error.status in (408, 429) and not is_unread
            if not can_repeat and not is_unused:
                return None
        elif not (isinstance(error, ConnectionFailed) and can_repeat):
            return None
        if isinstance(error, ApiError):
            if error.code == "quota_exhausted":
                return None
            if error.retry_after is not None:
                return error.retry_after if error.retry_after <= settings.max_delay else None
        # Between half and all of it, so that clients do not return at the same moment.
        longest = min(FIRST_DELAY_S * 2.0**self.attempt, settings.max_delay)
        return longest * (1 + settings.random()) / 2


def fill_path(path: str, request: Input) -> tuple[str, dict[str, object]]:
    """The path with its parameters, and the fields that are not part of it."""
    rest = dict(request)

    def fill(match: re.Match[str]) -> str:
        name = match[1]
        value = text(rest.pop(name, ""))
        # A URL with such a segment would name another path.
        if value in ("", ".", ".."):
            raise ValueError(f'`{name}` must not be "{value}".')
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, path), rest


def pairs(fields: Mapping[str, object], prefix: str = "") -> list[tuple[str, str]]:
    """The fields as a query: ``location.latitude``, ``page[size]``, and lists as repeated names."""
    found: list[tuple[str, str]] = []
    for name, value in fields.items():
        if prefix in ("page", "filter"):
            name = f"{prefix}[{name}]"
        elif prefix:
            name = f"{prefix}.{name}"
        if isinstance(value, Mapping):
            found += pairs(value, name)
        elif isinstance(value, (list, tuple)):
            found += [(name, text(item)) for item in value]
        elif value is not None:
            found.append((name, text(value)))
    return found


def text(value: object) -> str:
    """A value in a path or query."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(response: httpx.Response) -> Any:
    """The body of a successful response. Any other response is an error."""
    if not response.is_success:
        raise read_error(response)
    if response.status_code == 204:
        return None
    media_type = response.headers.get("content-type", "")
    if "json" not in media_type:
        return File(response.content, media_type)
    try:
        return response.json()
    except ValueError as error:
        raise ConnectionFailed(f"The response of {response.url} is incomplete.") from error


def read_error(response: httpx.Response) -> ApiError | ResponseError:
    """The error of a response."""
    status = response.status_code
    try:
        body = response.json()
    except ValueError:
        body = None
    errors = body.get("errors") if isinstance(body, dict) else None
    if isinstance(errors, list) and errors:
        retry_after = response.headers.get("retry-after")
        return api_error(
            status,
            errors,
            request_id=response.headers.get("x-request-id"),
            retry_after=float(retry_after) if retry_after and retry_after.isdigit() else None,
        )
    what = (
        "redirects to another URL"
        if response.is_redirect
        else f"answered with status {status}, but not as the API does"
    )
    return ResponseError(status, f"The server {what}. Check `url`.")


def next_page(reply: Any, request: Input) -> Input | None:
    """The input for the page after a reply. ``None`` after the last page.

    Only the position is taken from the link, so that no link can send the key elsewhere.
    """
    link = reply["links"].get("next")
    if not link:
        return None
    page = request.get("page")
    page = dict(page) if isinstance(page, Mapping) else {}
    after = parse_qs(urlsplit(link).query).get("page[after]", [""])[0]
    if not after or after == page.get("after"):
        raise ResponseError(200, "The next page is unknown.")
    return {**request, "page": {**page, "after": after}}
