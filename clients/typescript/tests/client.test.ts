import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import { Almagest, ApiError, ConnectionError, ResponseError, TimeoutError, fetchSignedImage, limits, toDataUrl } from "@almagest/client";
import { BIRTH, ok, refused, standIn } from "./stand_in.js";

const rejection = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("not rejected");
};

test("the input of a calculation is its body", async () => {
  const { client, sent } = standIn([ok({ data: { points: {} } })]);
  assert.deepEqual(await client.calcNatal(BIRTH), { data: { points: {} } });
  const [{ url, method, headers, body }] = sent as [(typeof sent)[0]];
  assert.equal(url, "https://astrology.example/api/calc/natal");
  assert.equal(method, "POST");
  assert.deepEqual(body, BIRTH);
  assert.equal(headers.get("x-api-key"), "ak_test_1");
  assert.equal(headers.get("x-api-version"), "1");
});

test("the input of a GET request is its query, with dots, brackets and repeated names", async () => {
  const { client, sent } = standIn([ok({ data: {} }), ok({ data: [], links: {} })]);
  await client.calcNatal({ ...BIRTH, points: ["sun", "moon"], includeText: false }, { method: "GET" });
  const fields = "location.latitude=52.37&location.longitude=4.89&points=sun&points=moon&includeText=false";
  assert.equal(sent[0]?.url, `https://astrology.example/api/calc/natal?dateTime=1990-06-15T14%3A30&${fields}`);
  await client.contentSearch({ q: "sun & moon", page: { size: 2 }, filter: { language: "nl" } });
  const query = new URL(sent[1]?.url ?? "").searchParams;
  assert.deepEqual([...query].sort(), [["filter[language]", "nl"], ["page[size]", "2"], ["q", "sun & moon"]]);
});

test("a field of the path is encoded and cannot name another path", async () => {
  const { client, sent } = standIn([ok({ data: {} })]);
  await client.contentGet({ id: "a/../b?c" });
  assert.equal(sent[0]?.url, "https://astrology.example/api/content/a%2F..%2Fb%3Fc");
  for (const id of ["", ".", ".."]) await assert.rejects(client.contentGet({ id }), TypeError);
  assert.equal(sent.length, 1);
});

test("an operation without input takes its options first", async () => {
  const statuses: number[] = [];
  const { client } = standIn([ok({ data: {} })]);
  await client.keyDescribe({ onResponse: ({ status }) => statuses.push(status) });
  assert.deepEqual(statuses, [200]);
});

test("an error has its code, its place and the ID of the request", async () => {
  const { client } = standIn([
    refused(422, "birth_time_ambiguous", { "X-Request-Id": "req_1" }, { source: { pointer: "/dateTime" } }),
  ]);
  const error = await rejection(client.calcNatal(BIRTH));
  assert(error instanceof ApiError);
  assert.equal(error.status, 422);
  assert.equal(error.code, "birth_time_ambiguous");
  assert.equal(error.pointer, "/dateTime");
  assert.equal(error.requestId, "req_1");
  assert.equal(error.find("birth_time_ambiguous")?.detail, "why");
  assert.equal(error.message, "422 birth_time_ambiguous at /dateTime: why (req_1)");
});

test("a client waits as long as the service asks", async () => {
  const { client, sent, delays } = standIn([refused(429, "rate_limited", { "Retry-After": "7" }), ok({ data: {} })]);
  await client.calcNatal(BIRTH);
  assert.deepEqual(delays, [7000]);
  assert.equal(sent.length, 2);
});

test("without Retry-After, delays double and vary by half", async () => {
  for (const [random, expected] of [[0, [250, 500, 1000]], [1, [500, 1000, 2000]]] as const) {
    const answers = [1, 2, 3, 4].map(() => refused(503, "service_unavailable"));
    const { client, delays } = standIn(answers, { random: () => random, maxRetries: 3 });
    await assert.rejects(client.calcNatal(BIRTH), ApiError);
    assert.deepEqual(delays, expected);
  }
});

test("an exhausted quota and a delay that is too long fail at once", async () => {
  for (const answer of [refused(429, "quota_exhausted", { "Retry-After": "1" }), refused(429, "rate_limited", { "Retry-After": "31" })]) {
    const { client, sent } = standIn([answer]);
    const error = await rejection(client.calcNatal(BIRTH));
    assert(error instanceof ApiError && error.retryAfterS !== undefined);
    assert.equal(sent.length, 1);
  }
});

test("what the service refuses is not sent again", async () => {
  for (const status of [400, 401, 403, 404, 409, 412, 415, 422]) {
    const { client, sent } = standIn([refused(status, "field_value")]);
    await assert.rejects(client.calcNatal(BIRTH), ApiError);
    assert.equal(sent.length, 1, String(status));
  }
});

test("a lost or incomplete response of a calculation is requested again", async () => {
  const cut = new Response('{"data": {"points"', { headers: { "Content-Type": "application/json" } });
  const { client, sent } = standIn([new TypeError("fetch failed"), cut, ok({ data: { whole: true } })]);
  assert.deepEqual(await client.calcNatal(BIRTH), { data: { whole: true } });
  assert.equal(sent.length, 3);
});

test("a change is repeated only if it was certainly not made", async () => {
  const change = { org: "org_1", name: "New" };
  for (const lost of [new TypeError("fetch failed"), refused(503, "request_timeout"), refused(500, "internal_error"), refused(429, "too_many_unread_responses")]) {
    const { client, sent } = standIn([lost]);
    await assert.rejects(client.orgUpdate(change));
    assert.equal(sent.length, 1);
  }
  const { client, sent } = standIn([refused(429, "rate_limited"), ok({ data: {} })]);
  await client.orgUpdate(change);
  assert.equal(sent.length, 2);
});

test("every attempt of a call has the same idempotency key, and every call another", async () => {
  const token = () => ok({ data: { attributes: { token: "bt_1", expiresAt: "2027-01-01T00:00:00Z" } } });
  const input = { permissions: ["calc:read" as const], origins: ["example.org"], expiresIn: 60 };
  const { client, sent } = standIn([new TypeError("lost"), token(), token(), token()]);
  await client.keyTokenCreate(input);
  await client.keyTokenCreate(input);
  await client.keyTokenCreate(input, { idempotencyKey: "mine" });
  const keys = sent.map((it) => it.headers.get("idempotency-key"));
  assert.equal(keys[0], keys[1]);
  assert.notEqual(keys[1], keys[2]);
  assert.equal(keys[3], "mine");
  assert.match(keys[0] ?? "", /^[0-9a-f]{32}$/);
});

test("all items of a list are iterated, page by page", async () => {
  const page = (data: string[], next: string | null) => ok({ data, links: { self: "", next } });
  const answers = () => [page(["a", "b"], "/api/content/search?page%5Bafter%5D=2"), page(["c"], "https://evil.example/?page[after]=3"), page([], null)];
  const { client, sent } = standIn(answers());
  const found: unknown[] = [];
  for await (const item of client.contentSearch({ q: "sun", page: { size: 2 } })) found.push(item);
  assert.deepEqual(found, ["a", "b", "c"]);
  const hosts = new Set(sent.map((it) => new URL(it.url).host));
  assert.deepEqual([...hosts], ["astrology.example"]);
  const after = sent.map((it) => new URL(it.url).searchParams.get("page[after]"));
  assert.deepEqual(after, [null, "2", "3"]);
  assert(sent.every((it) => new URL(it.url).searchParams.get("page[size]") === "2"));
  const first = await standIn(answers()).client.contentSearch({ q: "sun" });
  assert.equal(first.data.length, 2);
});

test("a list whose next page is the same page ends with an error", async () => {
  const page = () => ok({ data: ["a"], links: { next: "/x?page[after]=1" } });
  const { client, sent } = standIn([page(), page(), page()]);
  const all = async () => {
    for await (const item of client.contentSearch({ q: "sun" })) void item;
  };
  await assert.rejects(all(), ResponseError);
  assert.equal(sent.length, 2);
});

test("an answer that is not from the API says so", async () => {
  const { client } = standIn([new Response("<h1>Not here</h1>", { status: 404 })]);
  const error = await rejection(client.calcNatal(BIRTH));
  assert(error instanceof ResponseError && error.status === 404);
});

test("a missing response ends with a timeout", async () => {
  const silent = (signal: AbortSignal) =>
    new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  const { client } = standIn([silent], { maxRetries: 0, timeoutMs: 1 });
  const error = await rejection(client.calcNatal(BIRTH));
  assert(error instanceof TimeoutError && error instanceof ConnectionError);
});

test("a cancelled call ends with the reason of its signal, and is not repeated", async () => {
  const abort = new AbortController();
  const reason = new Error("enough");
  const { client, sent } = standIn([
    async () => {
      abort.abort(reason);
      throw new Error("aborted");
    },
  ]);
  assert.equal(await rejection(client.calcNatal(BIRTH, { signal: abort.signal })), reason);
  assert.equal(sent.length, 1);
});

test("a redirect is not followed, so that no other server receives the key", async () => {
  const received: string[] = [];
  const thief = createServer((request, response) => {
    received.push(request.url ?? "");
    response.end("{}");
  });
  const moved = createServer((_, response) => {
    const { port } = thief.address() as AddressInfo;
    response.writeHead(307, { Location: `http://127.0.0.1:${port}/` }).end();
  });
  const listen = (server: typeof thief) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await Promise.all([listen(thief), listen(moved)]);
  const { port } = moved.address() as AddressInfo;
  const client = new Almagest({ url: `http://127.0.0.1:${port}`, key: "ak_test_1" });
  const error = await rejection(client.calcNatal(BIRTH));
  thief.close();
  moved.close();
  assert(error instanceof ResponseError && /redirects/.test(error.message));
  assert.deepEqual(received, []);
});

test("a call with a session has the cookie, the origin and the organization", async () => {
  const cookie = "__Host-almagest=secret; Path=/; Secure; HttpOnly";
  const { client, sent } = standIn([ok({ data: {} }, { "Set-Cookie": cookie }), ok({ data: {} })], {
    key: undefined as never,
    organization: "org_1",
  });
  await client.signIn({ email: "ann@example.com", password: "correct horse" });
  await client.calcNatal(BIRTH);
  const headers = sent[1]?.headers;
  assert.equal(headers?.get("cookie"), "__Host-almagest=secret");
  assert.equal(headers?.get("origin"), "https://astrology.example");
  assert.equal(headers?.get("x-organization"), "org_1");
});

test("an image is a blob, and a signed image is requested without the key", async () => {
  const png = () => new Response(new Uint8Array([137, 80, 78, 71]), { headers: { "Content-Type": "image/png" } });
  const { client } = standIn([png()]);
  const image = await client.chartNatal({ ...BIRTH, format: "png" });
  assert.equal(image.type, "image/png");
  assert.equal(await toDataUrl(image), "data:image/png;base64,iVBORw==");
  let init: RequestInit = {};
  const fetch = async (_: string, given: RequestInit) => ((init = given), png());
  assert.equal((await fetchSignedImage("https://astrology.example/x?signature=1", { fetch })).size, 4);
  assert.equal(init.headers, undefined);
});

test("the limits are those of the headers", () => {
  const headers = new Headers({ "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "59", "X-RateLimit-Reset": "9" });
  assert.deepEqual(limits(headers), { rate: { limit: 60, remaining: 59, reset: 9 } });
  assert.deepEqual(limits(new Headers()), {});
});
