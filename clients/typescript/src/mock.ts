// A service that exists only in your tests: it answers what you tell it, and sends nothing.

import type { CallOptions } from "./call.js";
import { AlmagestError } from "./errors.js";
import type { Operations } from "./generated/operations.js";
import type { ErrorCode, ErrorObject } from "./generated/types.js";
import { operations } from "./request.js";
import type { Input, Operation } from "./request.js";

type Reply<Name extends keyof Operations> = Awaited<ReturnType<Operations[Name]>>;
type InputOf<Name extends keyof Operations> = Parameters<Operations[Name]> extends [
  (infer First)?,
  CallOptions?,
  ...unknown[],
]
  ? First
  : never;

/** A reply for each operation that your code calls, or a function that makes it from the input. */
export type MockReplies = {
  [Name in keyof Operations]?:
    | Reply<Name>
    | MockError
    | ((input: InputOf<Name>) => Reply<Name> | MockError | Promise<Reply<Name> | MockError>);
};

/** A call that the mock received. */
export interface MockCall {
  operation: keyof Operations;
  /** Values from a path or query are texts. */
  input: Input;
  headers: Headers;
}

/** An error as a reply. */
export class MockError {
  readonly errors: ErrorObject[];
  constructor(
    readonly status: number,
    code: ErrorCode,
    error: Partial<ErrorObject> = {},
    readonly headers: Record<string, string> = {},
  ) {
    this.errors = [{ status: String(status), code, title: code, detail: code, ...error }];
  }
}

/**
 * A `fetch` for the options of a client, and the calls it received.
 *
 * ```ts
 * const mock = mockApi({ geocodingSearch: { data: [] } });
 * const client = new Almagest({ url: "http://mock", key: "any", fetch: mock.fetch });
 * ```
 */
export function mockApi(replies: MockReplies) {
  const routes = operations().map((operation) => ({ operation, pattern: pattern(operation) }));
  // The most specific path first: `/content/search` before `/content/{id}`.
  const holes = (it: { operation: Operation }) => it.operation.path.split("{").length;
  routes.sort((one, other) => holes(one) - holes(other));
  const calls: MockCall[] = [];
  const find = (method: string, path: string) => {
    for (const { operation, pattern } of routes) {
      const isMethod = operation.method === method || (method === "GET" && operation.flags.includes("g"));
      const values = isMethod ? pattern.exec(path) : null;
      if (values) return { operation, values };
    }
    throw new AlmagestError(`No operation has the path ${method} ${path}.`);
  };
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const { operation, values } = find(init.method ?? "GET", pathname);
    const name = operation.name as keyof Operations;
    const input: Input = init.body ? JSON.parse(String(init.body)) : unflatten(searchParams);
    for (const [field, value] of Object.entries(values.groups ?? {})) input[field] = decodeURIComponent(value);
    calls.push({ operation: name, input, headers: new Headers(init.headers) });
    const reply = replies[name] as unknown;
    if (reply === undefined && !(name in replies)) throw new AlmagestError(`The mock has no reply for ${name}.`);
    const made: unknown = typeof reply === "function" ? await reply(input) : reply;
    if (made instanceof MockError) {
      const { status, errors, headers } = made;
      return Response.json({ errors }, { status, headers });
    }
    if (made === undefined) return new Response(null, { status: 204 });
    if (made instanceof Blob) return new Response(made, { headers: { "Content-Type": made.type } });
    return Response.json(made);
  };
  return { fetch: answer, calls };
}

function pattern({ path }: Operation): RegExp {
  const literal = path.replace(/[.]/g, "\\.");
  return new RegExp("^" + literal.replace(/\{(\w+)\}/g, "(?<$1>[^/]+?)") + "$");
}

/** `location.latitude` and `page[size]` as fields of objects. Repeated names become lists. */
function unflatten(search: URLSearchParams): Input {
  const input: Input = {};
  for (const name of new Set(search.keys())) {
    const names = name.replaceAll("]", "").split(/[.[]/);
    let at = input;
    for (const part of names.slice(0, -1)) at = (at[part] ??= {}) as Input;
    const values = search.getAll(name);
    at[names.at(-1)!] = values.length > 1 ? values : values[0];
  }
  return input;
}
