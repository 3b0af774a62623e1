"""Sends the requests that standard input describes, one JSON object per line, and prints what came
back. The tests of the service use it to send every example of the reference.
"""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from typing import Any

import httpx

from almagest import Almagest, ApiError, AsyncAlmagest, File


def main(url: str, is_async: bool) -> None:
    """Answers every line."""
    for line in sys.stdin:
        given = json.loads(line)
        last: list[httpx.Response] = []
        settings: dict[str, Any] = {
            "key": given.pop("key", None),
            "session": given.pop("session", None),
            "max_retries": 0,
            "on_response": last.append,
        }
        name, arguments = given.pop("operation"), [given.pop("input")]
        if not arguments[0]:
            arguments.clear()
        names = {"ifMatch": "if_match"}
        options = {names.get(it, it): value for it, value in given.items()}
        answer: dict[str, Any] = {}
        try:
            if is_async:
                result = asyncio.run(call_async(url, settings, name, arguments, options))
            else:
                with Almagest(url, **settings) as client:
                    result = getattr(client, name)(*arguments, **options)
            if isinstance(result, File):
                answer["base64"] = base64.b64encode(result.content).decode()
            else:
                answer["json"] = result
        except ApiError as error:
            answer["json"] = {"errors": error.errors}
        except Exception as error:  # noqa: BLE001
            answer["json"] = {"failed": repr(error)}
        answer["status"] = last[-1].status_code if last else 0
        # A list, because a response can set several cookies.
        answer["headers"] = last[-1].headers.multi_items() if last else []
        print(json.dumps(answer), flush=True)


async def call_async(
    url: str, settings: dict[str, Any], name: str, arguments: list[Any], options: dict[str, Any]
) -> Any:
    """The same with the other client."""
    async with AsyncAlmagest(url, **settings) as client:
        return await getattr(client, name)(*arguments, **options)


if __name__ == "__main__":
    main(sys.argv[1], is_async=len(sys.argv) > 2)
