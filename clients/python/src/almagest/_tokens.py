"""Creating browser tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from . import types as t
from ._call import CallOptions
from ._errors import AlmagestError

if TYPE_CHECKING:
    from ._client import Almagest, AsyncAlmagest

_SHOWN = "The token was already shown. Use another idempotency key."


def create_browser_token(
    client: Almagest, request: t.BrowserTokenRequest, /, **options: Unpack[CallOptions]
) -> t.BrowserToken:
    """Creates a browser token. Call this on your server, and send the token to your page."""
    # A retry after a lost response finds the token created, and its secret already shown. Then
    # another token is needed.
    for _ in range(2):
        created = client.key_token_create(request, **options)["data"]["attributes"]
        if created["token"]:
            return created
    raise AlmagestError(_SHOWN)


async def create_browser_token_async(
    client: AsyncAlmagest, request: t.BrowserTokenRequest, /, **options: Unpack[CallOptions]
) -> t.BrowserToken:
    """The same as :func:`create_browser_token` for asyncio."""
    for _ in range(2):
        reply = await client.key_token_create(request, **options)
        created = reply["data"]["attributes"]
        if created["token"]:
            return created
    raise AlmagestError(_SHOWN)
