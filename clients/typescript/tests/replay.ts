// Sends the requests that standard input describes, one JSON object per line, and prints what came
// back. The tests of the service use it to send every example of the reference.

import { createInterface } from "node:readline";

import { Almagest, ApiError } from "@almagest/client";
import type { ResponseInfo } from "@almagest/client";

interface Line {
  operation: string;
  input: Record<string, unknown>;
  key?: string;
  session?: string;
  organization?: string;
  ifMatch?: string;
  method?: "GET";
}

type Method = (...values: unknown[]) => Promise<unknown>;

const url = process.argv[2] ?? "";
const camelCase = (id: string) => id.replace(/[_-](.)/g, (_, letter: string) => letter.toUpperCase());

for await (const text of createInterface({ input: process.stdin })) {
  const { operation, input, key, session, ...options } = JSON.parse(text) as Line;
  let last: ResponseInfo | undefined;
  const onResponse = (response: ResponseInfo) => void (last = response);
  const client = new Almagest({ url, onResponse, maxRetries: 0, ...(key && { key }), ...(session && { session }) });
  const method = (client as unknown as Record<string, Method | undefined>)[camelCase(operation)];
  const hasInput = Object.keys(input).length > 0;
  let body: unknown;
  try {
    if (!method) throw new Error(`there is no operation ${operation}`);
    const hasOptions = Object.keys(options).length > 0;
    body = await method.apply(client, hasInput || hasOptions ? [input, options] : []);
  } catch (error) {
    body = error instanceof ApiError ? { errors: error.errors } : { failed: String(error) };
  }
  const isFile = body instanceof Blob;
  const base64 = isFile ? Buffer.from(await (body as Blob).arrayBuffer()).toString("base64") : undefined;
  // A list, because a response can set several cookies.
  const headers = [...(last?.headers ?? [])];
  console.log(JSON.stringify({ status: last?.status ?? 0, headers, base64, json: isFile ? undefined : body }));
}
