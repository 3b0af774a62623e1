"""How items are divided into requests."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import Callable
from typing import Any

import httpx

from almagest import Almagest, AsyncAlmagest, InvalidRequest, batch, batch_async
from almagest.types import BatchItem

from stand_in import BIRTH, ok


def natal(name: str) -> BatchItem:
    return {"operation": "natal", "body": {**BIRTH, "location": {**BIRTH["location"], "name": name}}}


def failure(code: str) -> dict[str, Any]:
    return {"status": 422, "errors": [{"status": "422", "code": code, "title": code, "detail": "why"}]}


class Service(httpx.MockTransport):
    """Answers a batch like the service: each item costs its work until the limit of the request."""

    def __init__(self, work: Callable[[str], int], limit: int) -> None:
        self.sizes: list[int] = []
        self._work = work
        self._limit = limit
        super().__init__(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        items = json.loads(request.read())["requests"]
        self.sizes.append(len(items))
        used, results = 0, []
        for item in items:
            name = item["body"]["location"]["name"]
            if used + self._work(name) > self._limit:
                results.append(failure("work_limit_exceeded"))
                continue
            used += self._work(name)
            results.append({"status": 200, "data": {"name": name}})
        return ok({"data": {"results": results}})

    def run(self, items: list[BatchItem]) -> list[Any]:
        return [
            it.error.code if it.error else it.data["name"]
            for it in batch(Almagest("http://service", key="any", transport=self), items)
        ]


class Batches(unittest.TestCase):
    def test_results_are_in_the_order_of_the_items_in_requests_of_a_thousand(self) -> None:
        service = Service(lambda _: 0, 1)
        names = [str(number) for number in range(2001)]
        self.assertEqual(service.run([natal(it) for it in names]), names)
        self.assertEqual(service.sizes, [1000, 1000, 1])

    def test_items_beyond_the_work_limit_of_a_request_are_sent_again_as_many_as_fit(self) -> None:
        service = Service(lambda _: 1, 4)
        names = [str(number) for number in range(10)]
        self.assertEqual(service.run([natal(it) for it in names]), names)
        self.assertEqual(service.sizes, [10, 4, 2])

    def test_an_item_beyond_the_work_limit_on_its_own_is_refused(self) -> None:
        service = Service(lambda name: 9 if name == "huge" else 1, 4)
        found = service.run([natal("a"), natal("huge"), natal("b"), natal("huge")])
        self.assertEqual(found, ["a", "work_limit_exceeded", "b", "work_limit_exceeded"])
        self.assertEqual(service.sizes, [4, 2])

    def test_requests_stay_within_the_limits_of_bytes_and_values(self) -> None:
        service = Service(lambda _: 0, 1)
        service.run([natal("x" * 2000) for _ in range(900)])
        self.assertEqual(len(service.sizes), 2)
        service.sizes.clear()
        item = natal("")
        many: BatchItem = {"operation": "natal", "body": {**(item.get("body") or {}), "points": ["sun"] * 60}}
        service.run([many] * 999)
        self.assertEqual(len(service.sizes), 2)

    def test_an_item_that_fails_has_its_error_in_its_place(self) -> None:
        answer = ok({"data": {"results": [failure("birth_time_ambiguous"), {"status": 200, "data": 1}]}})

        async def run() -> Any:
            client = AsyncAlmagest("http://service", key="any", transport=httpx.MockTransport(lambda _: answer))
            return await batch_async(client, [natal("a"), natal("b")])

        first, second = asyncio.run(run())
        self.assertIsInstance(first.error, InvalidRequest)
        with self.assertRaises(InvalidRequest):
            first.unwrap()
        self.assertEqual(second.unwrap(), 1)


if __name__ == "__main__":
    unittest.main()
