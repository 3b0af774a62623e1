"""Requests, retries, pages and errors of both clients."""

from __future__ import annotations

import asyncio
import unittest
from collections.abc import Callable
from typing import Any

import httpx

import almagest
from almagest import ApiError, ConnectionFailed, File, QuotaExhausted, RateLimited, ResponseError, TimedOut

from stand_in import BIRTH, Answer, BothClients, StandIn, ok, outcome, refused


class Requests(BothClients):
    def test_the_input_of_a_calculation_is_its_body(self) -> None:
        reply, service = self.both(lambda: [ok({"data": {"points": {}}})], "calc_natal", BIRTH)
        self.assertEqual(reply, {"data": {"points": {}}})
        (sent,) = service.sent
        self.assertEqual((sent.method, str(sent.url)), ("POST", "https://astrology.example/api/calc/natal"))
        self.assertEqual(service.body(), BIRTH)
        self.assertEqual(sent.headers["x-api-key"], "ak_test_1")
        self.assertEqual(sent.headers["x-api-version"], "1")

    def test_the_input_of_a_get_request_is_its_query(self) -> None:
        request = {**BIRTH, "points": ["sun", "moon"], "includeText": False, "zodiac": None}
        _, service = self.both(lambda: [ok({"data": {}})], "calc_natal", request, method="GET")
        self.assertEqual(
            service.sent[0].url.params.multi_items(),
            [
                ("dateTime", "1990-06-15T14:30"),
                ("location.latitude", "52.37"),
                ("location.longitude", "4.89"),
                ("points", "sun"),
                ("points", "moon"),
                ("includeText", "false"),
            ],
        )
        page = {"q": "sun & moon", "page": {"size": 2}, "filter": {"language": "nl"}}
        _, service = self.both(lambda: [ok({"data": []})], "content_search", page)
        self.assertEqual(
            dict(service.sent[0].url.params),
            {"q": "sun & moon", "page[size]": "2", "filter[language]": "nl"},
        )

    def test_a_field_of_the_path_is_encoded_and_cannot_name_another_path(self) -> None:
        _, service = self.both(lambda: [ok({"data": {}})], "content_get", {"id": "a/../b?c"})
        self.assertEqual(service.sent[0].url.raw_path, b"/api/content/a%2F..%2Fb%3Fc")
        for text in ("", ".", ".."):
            error, service = self.both(list, "content_get", {"id": text})
            self.assertIsInstance(error, ValueError)
            self.assertEqual(service.sent, [])

    def test_a_session_has_the_cookie_the_origin_and_the_organization(self) -> None:
        cookie = {"Set-Cookie": "__Host-almagest=secret; Path=/; Secure; HttpOnly"}
        service = StandIn(ok({"data": {}}, cookie), ok({"data": {}}), ok({"data": {}}))
        client = service.client(key=None)
        client.session_create({"email": "ann@example.com", "password": "correct horse"})
        client.calc_natal(BIRTH, organization="org_1")
        headers = service.sent[1].headers
        self.assertEqual(headers["cookie"], "__Host-almagest=secret")
        self.assertEqual(headers["origin"], "https://astrology.example")
        self.assertEqual(headers["x-organization"], "org_1")
        self.assertEqual(len(headers.get_list("cookie")), 1)

    def test_a_redirect_is_not_followed_so_that_no_other_server_receives_the_key(self) -> None:
        def moved() -> list[Answer]:
            return [httpx.Response(307, headers={"Location": "https://evil.example/"})]

        error, service = self.both(moved, "calc_natal", BIRTH)
        self.assertIsInstance(error, ResponseError)
        self.assertIn("redirects", str(error))
        self.assertEqual(len(service.sent), 1)

    def test_an_image_is_a_file_and_a_signed_image_is_requested_without_the_key(self) -> None:
        def png() -> httpx.Response:
            return httpx.Response(200, content=b"\x89PNG", headers={"Content-Type": "image/png"})

        image, _ = self.both(lambda: [png()], "chart_natal", {**BIRTH, "format": "png"})
        self.assertEqual(image, File(b"\x89PNG", "image/png"))
        self.assertEqual(image.data_url(), "data:image/png;base64,iVBORw==")
        _, service = self.both(lambda: [png()], "signed_image", "https://astrology.example/x?signature=1")
        self.assertNotIn("x-api-key", service.sent[0].headers)

    def test_the_limits_are_those_of_the_headers(self) -> None:
        headers = {"X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "59", "X-RateLimit-Reset": "9"}
        seen: list[almagest.Limits] = []
        service = StandIn(ok({"data": {}}, headers))
        service.client(on_response=lambda it: seen.append(almagest.limits(it))).key_describe()
        self.assertEqual(seen, [almagest.Limits(almagest.Limit(60, 59, 9), None)])


class Retries(BothClients):
    def test_a_client_waits_as_long_as_the_service_asks(self) -> None:
        answers = lambda: [refused(429, "rate_limited", {"Retry-After": "7"}), ok({"data": {}})]
        _, service = self.both(answers, "calc_natal", BIRTH)
        self.assertEqual(service.delays, [7.0])

    def test_without_retry_after_delays_double_and_vary_by_half(self) -> None:
        for random, expected in ((0.0, [0.25, 0.5, 1.0]), (1.0, [0.5, 1.0, 2.0])):
            answers = lambda: [refused(503, "service_unavailable") for _ in range(4)]
            error, service = self.both(answers, "calc_natal", BIRTH, max_retries=3, random=random)
            self.assertIsInstance(error, almagest.ServiceFailed)
            self.assertEqual(service.delays, expected)

    def test_an_exhausted_quota_and_a_delay_that_is_too_long_fail_at_once(self) -> None:
        for code, seconds, kind in (("quota_exhausted", "1", QuotaExhausted), ("rate_limited", "31", RateLimited)):
            answers = lambda: [refused(429, code, {"Retry-After": seconds})]
            error, _ = self.both(answers, "calc_natal", BIRTH)
            self.assertIs(type(error), kind)
            self.assertEqual(error.retry_after, float(seconds))

    def test_what_the_service_refuses_is_not_sent_again(self) -> None:
        kinds = {
            400: almagest.InvalidRequest,
            401: almagest.AuthenticationFailed,
            403: almagest.PermissionDenied,
            404: almagest.NotFound,
            409: almagest.Conflict,
            412: almagest.Conflict,
            422: almagest.InvalidRequest,
        }
        for status, kind in kinds.items():
            error, service = self.both(lambda: [refused(status, "field_value")], "calc_natal", BIRTH)
            self.assertIs(type(error), kind)
            self.assertEqual(len(service.sent), 1)

    def test_a_lost_or_incomplete_response_of_a_calculation_is_requested_again(self) -> None:
        def answers() -> list[Answer]:
            headers = {"Content-Type": "application/json"}
            cut = httpx.Response(200, content=b'{"data": {"points"', headers=headers)
            return [httpx.ReadError("reset"), cut, ok({"data": 1})]

        reply, service = self.both(answers, "calc_natal", BIRTH)
        self.assertEqual(reply, {"data": 1})
        self.assertEqual(len(service.sent), 3)

    def test_a_change_is_repeated_only_if_it_was_certainly_not_made(self) -> None:
        change = {"org": "org_1", "name": "New"}
        lost: list[tuple[Callable[[], Answer], type[Exception]]] = [
            (lambda: httpx.ReadError("reset"), ConnectionFailed),
            (lambda: httpx.ReadTimeout("late"), TimedOut),
            (lambda: refused(503, "request_timeout"), ApiError),
            (lambda: refused(500, "internal_error"), ApiError),
            (lambda: refused(429, "too_many_unread_responses"), ApiError),
        ]
        for answer, kind in lost:
            error, service = self.both(lambda: [answer()], "org_update", change)
            self.assertIsInstance(error, kind)
            self.assertEqual(len(service.sent), 1)
        answers = lambda: [refused(429, "rate_limited"), ok({"data": {}})]
        _, service = self.both(answers, "org_update", change)
        self.assertEqual(len(service.sent), 2)

    def test_every_attempt_of_a_call_has_the_same_idempotency_key_and_every_call_another(self) -> None:
        created = ok({"data": {"attributes": {"token": "bt_1", "expiresAt": "2027-01-01T00:00:00Z"}}})
        service = StandIn(httpx.ReadError("lost"), created, created, created)
        client = service.client()
        request: almagest.types.BrowserTokenRequest = {
            "permissions": ["calc:read"],
            "origins": ["example.org"],
            "expiresIn": 60,
        }
        client.key_token_create(request)
        client.key_token_create(request)
        client.key_token_create(request, idempotency_key="mine")
        keys = [it.headers["idempotency-key"] for it in service.sent]
        self.assertEqual(keys[0], keys[1])
        self.assertNotEqual(keys[1], keys[2])
        self.assertEqual(keys[3], "mine")
        self.assertLessEqual(len(keys[0]), 64)

    def test_a_token_whose_secret_a_lost_response_contained_is_created_again(self) -> None:
        def created(token: str | None) -> httpx.Response:
            return ok({"data": {"attributes": {"token": token, "expiresAt": "2027-01-01T00:00:00Z"}}})

        request: almagest.types.BrowserTokenRequest = {
            "permissions": ["calc:read"],
            "origins": ["example.org"],
            "expiresIn": 60,
        }
        service = StandIn(httpx.ReadError("lost"), created(None), created("bt_2"))
        token = almagest.create_browser_token(service.client(), request)
        self.assertEqual(token["token"], "bt_2")
        keys = [it.headers["idempotency-key"] for it in service.sent]
        self.assertEqual(keys[0], keys[1])
        self.assertNotEqual(keys[1], keys[2])
        shown = StandIn(created(None), created(None))
        with self.assertRaises(almagest.AlmagestError):
            asyncio.run(
                almagest.create_browser_token_async(shown.async_client(), request, idempotency_key="mine")
            )


class Errors(BothClients):
    def test_an_error_has_its_code_its_place_and_the_id_of_the_request(self) -> None:
        answers = lambda: [
            refused(422, "birth_time_ambiguous", {"X-Request-Id": "req_1"}, source={"pointer": "/dateTime"})
        ]
        error, _ = self.both(answers, "calc_natal", BIRTH)
        self.assertEqual(error.status, 422)
        self.assertEqual(error.code, "birth_time_ambiguous")
        self.assertEqual(error.pointer, "/dateTime")
        self.assertEqual(error.request_id, "req_1")
        self.assertEqual(error.find("birth_time_ambiguous")["detail"], "why")
        self.assertEqual(str(error), "422 birth_time_ambiguous at /dateTime: why (req_1)")

    def test_an_answer_that_is_not_from_the_api_says_so(self) -> None:
        error, _ = self.both(lambda: [httpx.Response(404, text="<h1>Not here</h1>")], "calc_natal", BIRTH)
        self.assertIsInstance(error, ResponseError)
        self.assertEqual(error.status, 404)


class Lists(unittest.TestCase):
    @staticmethod
    def pages() -> StandIn:
        def page(data: list[str], following: str | None) -> httpx.Response:
            return ok({"data": data, "links": {"self": "", "next": following}})

        return StandIn(
            page(["a", "b"], "/api/content/search?page%5Bafter%5D=2"),
            page(["c"], "https://evil.example/?page[after]=3"),
            page([], None),
        )

    def check(self, found: list[Any], service: StandIn) -> None:
        self.assertEqual(found, ["a", "b", "c"])
        self.assertEqual({it.url.host for it in service.sent}, {"astrology.example"})
        after = [it.url.params.get("page[after]") for it in service.sent]
        self.assertEqual(after, [None, "2", "3"])
        self.assertEqual({it.url.params["page[size]"] for it in service.sent}, {"2"})

    def test_all_items_of_a_list_are_iterated_page_by_page(self) -> None:
        service = self.pages()
        found = list(service.client().content_search_items({"q": "sun", "page": {"size": 2}}))
        self.check(found, service)

    def test_the_asynchronous_client_iterates_the_same(self) -> None:
        service = self.pages()

        async def all_items() -> list[Any]:
            client = service.async_client()
            return [it async for it in client.content_search_items({"q": "sun", "page": {"size": 2}})]

        self.check(asyncio.run(all_items()), service)

    def test_a_list_whose_next_page_is_the_same_page_ends_with_an_error(self) -> None:
        page = ok({"data": ["a"], "links": {"next": "/x?page[after]=1"}})
        service = StandIn(page, page, page)
        error = outcome(lambda: list(service.client().content_search_items({"q": "sun"})))
        self.assertIsInstance(error, ResponseError)
        self.assertEqual(len(service.sent), 2)


if __name__ == "__main__":
    unittest.main()
