"""The mock for users' tests."""

from __future__ import annotations

import asyncio
import unittest

from almagest import AlmagestError, Almagest, AsyncAlmagest, File, InvalidRequest
from almagest.mock import MockApi, MockError

from stand_in import BIRTH


class Mock(unittest.TestCase):
    def test_a_mock_answers_with_given_replies_and_remembers_the_input(self) -> None:
        api = MockApi(
            {
                "geocoding_search": lambda given: {"data": [], "meta": {"q": given["q"]}},
                "chart_natal": File(b"<svg/>", "image/svg+xml"),
                "org_close": None,
            }
        )
        client = Almagest("http://mock", key="any", transport=api)
        reply = client.geocoding_search({"q": "Ams", "near": {"latitude": 1, "longitude": 2}})
        self.assertEqual(reply, {"data": [], "meta": {"q": "Ams"}})
        image = client.chart_natal({"format": "svg", "dateTime": BIRTH["dateTime"], "location": BIRTH["location"]})
        self.assertEqual(image.content, b"<svg/>")
        client.org_close({"org": "org_1"})
        self.assertEqual([it.operation for it in api.calls], ["geocoding_search", "chart_natal", "org_close"])
        self.assertEqual(api.calls[0].input, {"q": "Ams", "near": {"latitude": "1", "longitude": "2"}})
        self.assertEqual(api.calls[1].input["format"], "svg")

    def test_a_path_with_a_fixed_word_goes_before_one_with_a_value(self) -> None:
        api = MockApi({"content_search": {"data": []}, "content_get": {"data": {}}})
        client = Almagest("http://mock", key="any", transport=api)
        client.content_search({"q": "sun"})
        client.content_get({"id": "a/b"})
        found = [(it.operation, it.input) for it in api.calls]
        self.assertEqual(found, [("content_search", {"q": "sun"}), ("content_get", {"id": "a/b"})])

    def test_a_mock_can_refuse_and_does_not_answer_what_it_was_not_told(self) -> None:
        api = MockApi({"calc_natal": MockError(422, "birth_time_ambiguous", pointer="/dateTime")})

        async def run() -> None:
            async with AsyncAlmagest("http://mock", key="any", transport=api) as client:
                with self.assertRaises(InvalidRequest) as caught:
                    await client.calc_natal(BIRTH)
                self.assertEqual(caught.exception.pointer, "/dateTime")
                with self.assertRaisesRegex(AlmagestError, "no reply for key_describe"):
                    await client.key_describe()

        asyncio.run(run())
        with self.assertRaisesRegex(AlmagestError, "calc_nata"):
            MockApi({"calc_nata": None})


if __name__ == "__main__":
    unittest.main()
