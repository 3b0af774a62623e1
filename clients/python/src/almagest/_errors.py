"""What a call can fail with."""

from __future__ import annotations

from collections.abc import Sequence

from .types import ErrorCode, ErrorObject


class AlmagestError(Exception):
    """Everything that this client raises."""


class ApiError(AlmagestError):
    """The service rejected the request, or failed."""

    status: int
    """HTTP status."""

    errors: Sequence[ErrorObject]
    """Every problem of the request. There is at least one."""

    request_id: str | None
    """ID of the request, for the operator of the service."""

    retry_after: float | None
    """Seconds to wait, as the service says."""

    def __init__(
        self,
        status: int,
        errors: Sequence[ErrorObject],
        *,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.status = status
        self.errors = errors
        self.request_id = request_id
        self.retry_after = retry_after
        problems = []
        for error in errors:
            place = pointer(error)
            problems.append(f"{error['code']}{f' at {place}' if place else ''}: {error['detail']}")
        suffix = f" ({request_id})" if request_id else ""
        super().__init__(f"{status} {'; '.join(problems)}{suffix}")

    @property
    def code(self) -> str:
        """Code of the first problem, one of ``almagest.types.ErrorCode`` or a newer one."""
        return self.errors[0]["code"]

    @property
    def pointer(self) -> str | None:
        """JSON pointer of the first problem, or the name of its parameter or header."""
        return pointer(self.errors[0])

    def find(self, code: ErrorCode) -> ErrorObject | None:
        """The first problem with this code."""
        return next((it for it in self.errors if it["code"] == code), None)


class InvalidRequest(ApiError):
    """400, 413, 415, 422, 428 and others: the request itself is wrong."""


class AuthenticationFailed(ApiError):
    """401: the key, token or session is missing or not valid."""


class PermissionDenied(ApiError):
    """403: the caller must not do this."""


class NotFound(ApiError):
    """404: the resource does not exist, or you do not have access to it."""


class Conflict(ApiError):
    """409 and 412: the request contradicts the current state."""


class RateLimited(ApiError):
    """429: too many requests, attempts or unread responses."""


class QuotaExhausted(RateLimited):
    """429 ``quota_exhausted``: the units of the month are used."""


class ServiceFailed(ApiError):
    """500 and above: the service failed. The request cost nothing."""


class ConnectionFailed(AlmagestError):
    """No response, or an incomplete one."""


class TimedOut(ConnectionFailed):
    """No complete response in time."""


class ResponseError(AlmagestError):
    """A response that is not from the API, such as the error page of a proxy."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


_TYPES: dict[int, type[ApiError]] = {
    401: AuthenticationFailed,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: RateLimited,
}


def pointer(error: ErrorObject) -> str | None:
    """Where a problem is."""
    source = error.get("source") or {}
    return source.get("pointer") or source.get("parameter") or source.get("header")


def api_error(
    status: int,
    errors: Sequence[ErrorObject],
    *,
    request_id: str | None = None,
    retry_after: float | None = None,
) -> ApiError:
    """The error of the type that belongs to the status."""
    kind = ServiceFailed if status >= 500 else _TYPES.get(status, InvalidRequest)
    if errors[0]["code"] == "quota_exhausted":
        kind = QuotaExhausted
    return kind(status, errors, request_id=request_id, retry_after=retry_after)
