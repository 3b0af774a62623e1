"""Client for the Almagest astrology API, synchronous and for asyncio.

>>> from almagest import Almagest
>>> client = Almagest("http://127.0.0.1:8080", key="ak_…")
"""

from . import types
from ._batch import BatchResult, batch, batch_async
from ._call import CallOptions, File
from ._client import Almagest, AsyncAlmagest
from ._errors import (
    AlmagestError,
    ApiError,
    AuthenticationFailed,
    Conflict,
    ConnectionFailed,
    InvalidRequest,
    NotFound,
    PermissionDenied,
    QuotaExhausted,
    RateLimited,
    ResponseError,
    ServiceFailed,
    TimedOut,
)
from ._limits import Limit, Limits, limits
from ._operations import VERSION as __version__
from ._tokens import create_browser_token, create_browser_token_async

__all__ = [
    "Almagest",
    "AlmagestError",
    "ApiError",
    "AsyncAlmagest",
    "AuthenticationFailed",
    "BatchResult",
    "CallOptions",
    "Conflict",
    "ConnectionFailed",
    "File",
    "InvalidRequest",
    "Limit",
    "Limits",
    "NotFound",
    "PermissionDenied",
    "QuotaExhausted",
    "RateLimited",
    "ResponseError",
    "ServiceFailed",
    "TimedOut",
    "__version__",
    "batch",
    "batch_async",
    "create_browser_token",
    "create_browser_token_async",
    "limits",
    "types",
]
