import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError, batch } from "@almagest/client";
import type { BatchItem } from "@almagest/client";
import { BIRTH, ok, standIn } from "./stand_in.js";

const natal = (name: string): BatchItem => ({
  operation: "natal",
  body: { ...BIRTH, location: { ...BIRTH.location, name } },
});
const failure = (code: string) => ({ status: 422, errors: [{ status: "422", code, title: code, detail: "why" }] });

/** Answers a batch like the service: each item costs its work until the limit of the request. */
function service(work: (name: string) => number, limit: number) {
  const sizes: number[] = [];
  const answer = (body: { requests: { body: { location: { name: string } } }[] }) => {
    sizes.push(body.requests.length);
    let used = 0;
    const results = body.requests.map(({ body: { location } }) => {
      if (used + work(location.name) > limit) return failure("work_limit_exceeded");
      used += work(location.name);
      return { status: 200, data: { name: location.name } };
    });
    return ok({ data: { results } });
  };
  const { client } = standIn([], {
    fetch: async (_, init) => answer(JSON.parse(String(init.body))),
  });
  return { client, sizes };
}

test("results are in the order of the items, in requests of a thousand", async () => {
  const { client, sizes } = service(() => 0, 1);
  const items = Array.from({ length: 2001 }, (_, number) => natal(String(number)));
  const results = await batch(client, items);
  assert.deepEqual(sizes, [1000, 1000, 1]);
  assert.deepEqual(results.map((it) => it.data), items.map((it) => ({ name: (it.body as { location: { name: string } }).location.name })));
});

test("items beyond the work limit of a request are sent again, as many as fit", async () => {
  const { client, sizes } = service(() => 1, 4);
  const results = await batch(client, Array.from({ length: 10 }, (_, number) => natal(String(number))));
  assert.deepEqual(sizes, [10, 4, 2]);
  assert(results.every((it) => it.data));
});

test("an item beyond the work limit on its own is refused", async () => {
  const { client, sizes } = service((name) => (name === "huge" ? 9 : 1), 4);
  const results = await batch(client, [natal("a"), natal("huge"), natal("b"), natal("huge")]);
  assert.deepEqual(results.map((it) => (it.error ? it.error.code : it.data)), [
    { name: "a" },
    "work_limit_exceeded",
    { name: "b" },
    "work_limit_exceeded",
  ]);
  assert.deepEqual(sizes, [4, 2]);
});

test("requests stay within the limits of bytes and values", async () => {
  const { client, sizes } = service(() => 0, 1);
  // 2,000 items of about 1,100 bytes.
  await batch(client, Array.from({ length: 900 }, () => natal("x".repeat(2000))));
  assert.equal(sizes.length, 2);
  sizes.length = 0;
  const points = Array.from({ length: 60 }, () => "sun" as const);
  await batch(client, Array.from({ length: 999 }, () => ({ operation: "natal", body: { ...BIRTH, location: { ...BIRTH.location, name: "" }, points } }) as const));
  assert.equal(sizes.length, 2);
});

test("an item that fails has its error in its place", async () => {
  const { client } = standIn([ok({ data: { results: [failure("birth_time_ambiguous"), { status: 200, data: 1 }] } })]);
  const [first, second] = await batch(client, [natal("a"), natal("b")]);
  assert(first?.error instanceof ApiError && first.error.status === 422);
  assert.equal(second?.data, 1);
});
