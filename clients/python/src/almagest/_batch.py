"""Any number of calculations, in as few requests as the limits of a batch allow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from . import types as t
from ._call import CallOptions
from ._errors import ApiError, api_error

if TYPE_CHECKING:
    from ._client import Almagest, AsyncAlmagest

# Limits of one request. docs/guides/errors-and-limits.md lists them.
MAX_ITEMS = 1000
MAX_BYTES = 1024 * 1024
MAX_VALUES = 60_000
ENVELOPE = 100
"""What surrounds the items, generously."""


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The result of a calculation, or why there is none."""

    data: Any = None
    error: ApiError | None = None

    def unwrap(self) -> Any:
        """The result. Raises the error if there is none."""
        if self.error is not None:
            raise self.error
        return self.data


@dataclass(frozen=True, slots=True)
class _Waiting:
    item: t.BatchItem
    index: int
    bytes: int
    values: int


class _Plan:
    """Which items to send next."""

    def __init__(self, items: Sequence[t.BatchItem]) -> None:
        self.results: list[BatchResult] = [BatchResult() for _ in items]
        self._waiting = [
            _Waiting(item, index, len(json.dumps(item).encode()) + 1, count(item))
            for index, item in enumerate(items)
        ]
        self._max_items = MAX_ITEMS

    def requests(self) -> Iterator[t.BatchInput]:
        """The requests. Each reply must be given to ``receive`` before the next one."""
        while self._waiting:
            total_bytes, values, end = ENVELOPE, ENVELOPE, 0
            for it in self._waiting[: self._max_items]:
                total_bytes += it.bytes
                values += it.values
                # One item that is too large alone is for the service to refuse.
                if end and (total_bytes > MAX_BYTES or values > MAX_VALUES):
                    break
                end += 1
            self._sent, self._waiting = self._waiting[:end], self._waiting[end:]
            yield {"requests": [it.item for it in self._sent]}

    def receive(self, reply: t.CalcBatchResponse) -> None:
        """Notes results, and which items have to be sent again."""
        again: list[_Waiting] = []
        done = 0
        for it, result in zip(self._sent, reply["data"]["results"], strict=True):
            errors = result.get("errors")
            # After others, it may only have exceeded what they left of the work limit.
            if done and errors and errors[0]["code"] == "work_limit_exceeded":
                again.append(it)
            elif errors:
                self.results[it.index] = BatchResult(error=api_error(result["status"], errors))
            else:
                self.results[it.index] = BatchResult(data=result.get("data"))
            done += not errors
        # Each refusal costs a unit, so the next request has no more than this one could do.
        if again:
            self._max_items = done
        self._waiting = again + self._waiting


def batch(
    client: Almagest, items: Sequence[t.BatchItem], /, **options: Unpack[CallOptions]
) -> list[BatchResult]:
    """Runs calculations and returns their results in the same order.

    An item that fails does not affect the others. Items that exceed the limits of one request are
    sent in another one.
    """
    plan = _Plan(items)
    for request in plan.requests():
        plan.receive(client.calc_batch(request, **options))
    return plan.results


async def batch_async(
    client: AsyncAlmagest, items: Sequence[t.BatchItem], /, **options: Unpack[CallOptions]
) -> list[BatchResult]:
    """The same as :func:`batch` for asyncio."""
    plan = _Plan(items)
    for request in plan.requests():
        plan.receive(await client.calc_batch(request, **options))
    return plan.results


def count(value: object) -> int:
    """The number of JSON values."""
    if isinstance(value, Mapping):
        return 1 + sum(count(it) for it in value.values())
    if isinstance(value, (list, tuple)):
        return 1 + sum(count(it) for it in value)
    return 1
