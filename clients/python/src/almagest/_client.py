"""The clients: their settings, and one attempt after the other."""

from __future__ import annotations

import asyncio
import random as randomness
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from ._call import Call, CallOptions, File, Input, Settings, next_page, read
from ._errors import AlmagestError, ApiError, ConnectionFailed, ResponseError, TimedOut
from ._operations import OPERATIONS, VERSION, AsyncOperations, Operations


class _Base:
    """What both clients have in common."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None,
        token: str | None,
        session: str | None,
        settings: Settings,
    ) -> None:
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        self._key = key
        self._token = token
        self._session = session
        self._settings = settings

    @property
    def _cookie(self) -> str:
        return "__Host-almagest" if self._origin.startswith("https:") else "almagest_local"

    def _credentials(self, method: str) -> dict[str, str]:
        headers = {"User-Agent": f"almagest-python/{VERSION}"}
        if self._key is not None:
            headers["X-Api-Key"] = self._key
        elif self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        else:
            if self._session is not None:
                headers["Cookie"] = f"{self._cookie}={self._session}"
            if method != "GET":
                headers["Origin"] = self._origin
        return headers

    def _observe(self, call: Call, response: httpx.Response) -> None:
        if self._settings.on_response is not None:
            self._settings.on_response(response)
        if call.on_response is not None:
            call.on_response(response)
        if call.operation.id == "session_create" and response.is_success:
            self._session = response.cookies.get(self._cookie) or self._session

    def _delay(self, call: Call, error: Exception) -> float:
        """Seconds until the next attempt. Raises the error if there must not be one."""
        if isinstance(error, httpx.TimeoutException):
            error = _caused(TimedOut(f"No response of {call.url.split('?')[0]} in time."), error)
        elif isinstance(error, httpx.RequestError):
            place = call.url.split("?")[0]
            error = _caused(ConnectionFailed(f"The connection to {place} failed: {error}"), error)
        delay = call.delay(error, self._settings)
        if delay is None:
            raise error
        call.attempt += 1
        return delay


def _caused(error: AlmagestError, cause: Exception) -> AlmagestError:
    error.__cause__ = cause
    return error


# What can be retried, or has to be said in our words.
_FAILURES = (ApiError, ResponseError, ConnectionFailed, httpx.RequestError)


class Almagest(_Base, Operations):
    """A client of one service.

    Its methods are the operations of the API. Each takes a dictionary with all fields of the input,
    whether the API expects them in the path, the query or the body, and returns the response as the
    API documents it. Use a client as a context manager, or close it.

    :param url: URL of the service, such as ``https://astrology.example.org``.
    :param key: an API key.
    :param token: a browser token.
    :param session: token of a session, for the operations of people. ``session_create`` sets it.
    :param organization: the organization of calls with a session.
    :param max_retries: how often a failed attempt is repeated.
    :param timeout: seconds to wait for a connection, and for each part of a response.
    :param max_delay: the longest delay before a retry, in seconds. If the service asks for more,
        the call fails at once.
    :param transport: sends the requests, such as :class:`almagest.mock.MockApi` in tests.
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        token: str | None = None,
        session: str | None = None,
        organization: str | None = None,
        max_retries: int = 2,
        timeout: float = 60.0,
        max_delay: float = 30.0,
        on_response: Callable[[httpx.Response], None] | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        random: Callable[[], float] = randomness.random,
    ) -> None:
        settings = Settings(url.rstrip("/"), organization, max_retries, max_delay, random, on_response)
        super().__init__(url, key=key, token=token, session=session, settings=settings)
        self._sleep = sleep
        self._http = httpx.Client(timeout=timeout, transport=transport)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def signed_image(self, url: str) -> File:
        """Fetches a signed URL, such as ``chart.url`` of a natal chart.

        The URL itself is the permission, so the request has no key.
        """
        image = read(self._http.get(url))
        if not isinstance(image, File):
            raise ResponseError(200, "The URL is not an image.")
        return image

    def _call(self, name: str, request: Input | None, options: CallOptions) -> Any:
        call = Call.of(OPERATIONS[name], request, options, self._settings)
        while True:
            try:
                prepared = call.request(self._http, self._credentials(call.method))
                response = self._http.send(prepared)
                # The session is ours to send.
                self._http.cookies.clear()
                self._observe(call, response)
                return read(response)
            except _FAILURES as error:
                delay = self._delay(call, error)
            self._sleep(delay)

    def _items(self, name: str, request: Input | None, options: CallOptions) -> Iterator[Any]:
        page: Input | None = request or {}
        while page is not None:
            reply = self._call(name, page, options)
            yield from reply["data"]
            page = next_page(reply, page)


class AsyncAlmagest(_Base, AsyncOperations):
    """The same as :class:`Almagest` for asyncio."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        token: str | None = None,
        session: str | None = None,
        organization: str | None = None,
        max_retries: int = 2,
        timeout: float = 60.0,
        max_delay: float = 30.0,
        on_response: Callable[[httpx.Response], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random: Callable[[], float] = randomness.random,
    ) -> None:
        settings = Settings(url.rstrip("/"), organization, max_retries, max_delay, random, on_response)
        super().__init__(url, key=key, token=token, session=session, settings=settings)
        self._sleep = sleep
        self._http = httpx.AsyncClient(timeout=timeout, transport=transport)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def signed_image(self, url: str) -> File:
        """Fetches a signed URL, such as ``chart.url`` of a natal chart.

        The URL itself is the permission, so the request has no key.
        """
        image = read(await self._http.get(url))
        if not isinstance(image, File):
            raise ResponseError(200, "The URL is not an image.")
        return image

    async def _call(self, name: str, request: Input | None, options: CallOptions) -> Any:
        call = Call.of(OPERATIONS[name], request, options, self._settings)
        while True:
            try:
                prepared = call.request(self._http, self._credentials(call.method))
                response = await self._http.send(prepared)
                # The session is ours to send.
                self._http.cookies.clear()
                self._observe(call, response)
                return read(response)
            except _FAILURES as error:
                delay = self._delay(call, error)
            await self._sleep(delay)

    async def _items(self, name: str, request: Input | None, options: CallOptions) -> AsyncIterator[Any]:
        page: Input | None = request or {}
        while page is not None:
            reply = await self._call(name, page, options)
            for item in reply["data"]:
                yield item
            page = next_page(reply, page)
