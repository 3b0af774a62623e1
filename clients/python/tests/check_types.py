"""What mypy must accept and refuse. `warn_unused_ignores` reports an expected error that is absent."""

from __future__ import annotations

from almagest import Almagest, AsyncAlmagest, File
from almagest.types import Natal

from stand_in import BIRTH


def uses(client: Almagest) -> None:
    """What the compiler sees of a client."""
    natal: Natal = client.calc_natal({**BIRTH, "houseSystem": "koch"})["data"]
    longitude: float | None = natal["points"]["sun"].get("longitude")
    client.calc_natal({**BIRTH, "houseSystem": "cock"})  # type: ignore[typeddict-item]
    client.calc_natal({"dateTime": "1990-06-15T14:30"})  # type: ignore[typeddict-item]
    client.calc_natal({**BIRTH, "houses": "koch"})  # type: ignore[typeddict-unknown-key]
    image: File = client.chart_natal({"format": "svg", "dateTime": BIRTH["dateTime"], "location": BIRTH["location"]})
    for text in client.content_search_items({"q": "sun"}):
        title: str = text["attributes"]["title"]
    del longitude, image, title


async def uses_async(client: AsyncAlmagest) -> None:
    """The same for asyncio."""
    natal: Natal = (await client.calc_natal(BIRTH))["data"]
    client.calc_natal(BIRTH)["data"]  # type: ignore[index]
    async for text in client.content_search_items({"q": "sun"}):
        title: str = text["attributes"]["title"]
    del natal, title
