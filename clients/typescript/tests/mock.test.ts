import assert from "node:assert/strict";
import { test } from "node:test";

import { Almagest, ApiError } from "@almagest/client";
import { MockError, mockApi } from "@almagest/client/mock";

const clientOf = (fetch: ReturnType<typeof mockApi>["fetch"]) =>
  new Almagest({ url: "http://mock", key: "any", fetch, sleep: async () => {} });

test("a mock answers with given replies and remembers the input", async () => {
  const mock = mockApi({
    geocodingSearch: ({ q }) => ({ data: [], meta: { q } }) as never,
    chartNatal: new Blob(["<svg/>"], { type: "image/svg+xml" }),
    orgClose: undefined,
  });
  const client = clientOf(mock.fetch);
  assert.deepEqual(await client.geocodingSearch({ q: "Ams", near: { latitude: 1, longitude: 2 } }), {
    data: [],
    meta: { q: "Ams" },
  });
  const image = await client.chartNatal({ format: "svg", dateTime: "2000-01-01", location: { latitude: 1, longitude: 2 } });
  assert.equal(await image.text(), "<svg/>");
  assert.equal(await client.orgClose({ org: "org_1" } as never), undefined);
  assert.deepEqual(mock.calls.map((it) => it.operation), ["geocodingSearch", "chartNatal", "orgClose"]);
  assert.deepEqual(mock.calls[0]?.input, { q: "Ams", near: { latitude: "1", longitude: "2" } });
  assert.equal(mock.calls[1]?.input.format, "svg");
});

test("a path with a fixed word goes before one with a value", async () => {
  const mock = mockApi({ contentSearch: { data: [], links: { self: "" }, meta: {} } as never, contentGet: {} as never });
  const client = clientOf(mock.fetch);
  await client.contentSearch({ q: "sun" });
  await client.contentGet({ id: "a/b" });
  assert.deepEqual(mock.calls.map((it) => [it.operation, it.input]), [
    ["contentSearch", { q: "sun" }],
    ["contentGet", { id: "a/b" }],
  ]);
});

test("a mock can refuse, and does not answer what it was not told", async () => {
  const mock = mockApi({ calcNatal: new MockError(422, "birth_time_ambiguous", { source: { pointer: "/dateTime" } }) });
  const client = clientOf(mock.fetch);
  const birth = { dateTime: "2023-10-29T02:30", location: { latitude: 52, longitude: 5 } };
  await assert.rejects(client.calcNatal(birth), (it) => it instanceof ApiError && it.pointer === "/dateTime");
  await assert.rejects(client.keyDescribe(), /no reply for keyDescribe/);
});
