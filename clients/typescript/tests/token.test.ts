import assert from "node:assert/strict";
import { test } from "node:test";

import { AlmagestError, ApiError, createBrowserToken } from "@almagest/client";
import { BIRTH, ok, refused, standIn } from "./stand_in.js";

/** Tokens that are valid for a minute from the second they are created. */
function tokens(clock: { seconds: number }) {
  let count = 0;
  const source = async () => {
    count++;
    return { token: `bt_${count}`, expiresAt: new Date((clock.seconds + 60) * 1000).toISOString() };
  };
  return { source, now: () => clock.seconds * 1000, count: () => count };
}

const answer = () => ok({ data: {} });

test("a token is kept until shortly before it expires", async () => {
  const clock = { seconds: 1000 };
  const { source, now, count } = tokens(clock);
  const { client, sent } = standIn([answer(), answer(), answer()], { key: undefined as never, token: source, now });
  await client.calcNatal(BIRTH);
  clock.seconds += 29;
  await client.calcNatal(BIRTH);
  assert.equal(count(), 1);
  clock.seconds += 1;
  await client.calcNatal(BIRTH);
  assert.deepEqual(sent.map((it) => it.headers.get("authorization")), ["Bearer bt_1", "Bearer bt_1", "Bearer bt_2"]);
});

test("calls at the same time share a token", async () => {
  const { source, now, count } = tokens({ seconds: 1000 });
  const { client } = standIn([answer(), answer()], { key: undefined as never, token: source, now });
  await Promise.all([client.calcNatal(BIRTH), client.calcNatal(BIRTH)]);
  assert.equal(count(), 1);
});

test("by a clock that is wrong, a token is kept until the service says that it expired", async () => {
  const clock = { seconds: 1000 };
  const { source, count } = tokens(clock);
  const now = () => 9_000_000;
  const answers = [answer(), answer(), refused(401, "token_expired"), answer()];
  const { client, sent } = standIn(answers, { key: undefined as never, token: source, now });
  for (let call = 0; call < 3; call++) await client.calcNatal(BIRTH);
  assert.equal(count(), 2);
  assert.equal(sent.length, 4);
});

test("a token that always expires fails after one replacement", async () => {
  const { source, now } = tokens({ seconds: 1000 });
  const answers = [refused(401, "token_expired"), refused(401, "token_expired")];
  const { client, sent } = standIn(answers, { key: undefined as never, token: source, now });
  await assert.rejects(client.calcNatal(BIRTH), ApiError);
  assert.equal(sent.length, 2);
});

test("a source that failed is asked again by the next call", async () => {
  const { source, now } = tokens({ seconds: 1000 });
  let fails = true;
  const flaky = () => (fails ? Promise.reject(new Error("offline")) : source());
  const { client } = standIn([answer()], { key: undefined as never, token: flaky, now });
  await assert.rejects(client.calcNatal(BIRTH), /offline/);
  fails = false;
  await client.calcNatal(BIRTH);
});

test("a token whose secret a lost response contained is created again", async () => {
  const created = (token: string | null) => ok({ data: { attributes: { token, expiresAt: "2027-01-01T00:00:00Z" } } });
  const input = { permissions: ["calc:read" as const], origins: ["example.org"], expiresIn: 60 };
  const { client, sent } = standIn([new TypeError("lost"), created(null), created("bt_2")]);
  assert.deepEqual(await createBrowserToken(client, input), { token: "bt_2", expiresAt: "2027-01-01T00:00:00Z" });
  const keys = sent.map((it) => it.headers.get("idempotency-key"));
  assert.equal(keys[0], keys[1]);
  assert.notEqual(keys[1], keys[2]);
  const shown = standIn([created(null), created(null)]).client;
  await assert.rejects(createBrowserToken(shown, input, { idempotencyKey: "mine" }), AlmagestError);
});
