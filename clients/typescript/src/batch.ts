// Any number of calculations, in as few requests as the limits of a batch allow.

import type { CallOptions } from "./call.js";
import type { Almagest } from "./client.js";
import { ApiError } from "./errors.js";
import type { BatchOperations } from "./generated/operations.js";

/** One calculation of a batch. */
export type BatchItem = {
  [Name in keyof BatchOperations]: { operation: Name; body: BatchOperations[Name]["input"] };
}[keyof BatchOperations];

/** The result of a calculation, or why there is none. */
export type BatchResult<Data> = { data: Data; error?: never } | { data?: never; error: ApiError };

/** The result of each item. */
export type BatchResults<Items extends readonly BatchItem[]> = {
  -readonly [Index in keyof Items]: BatchResult<BatchOperations[Items[Index]["operation"]]["data"]>;
};

// Limits of one request. docs/guides/errors-and-limits.md lists them.
const MAX_ITEMS = 1000;
const MAX_BYTES = 1024 * 1024;
const MAX_VALUES = 60_000;
/** What surrounds the items, generously. */
const ENVELOPE = 100;

/**
 * Runs calculations and returns their results in the same order. An item that fails does not affect
 * the others. Items that exceed the limits of one request are sent in another one.
 */
export async function batch<const Items extends readonly BatchItem[]>(
  client: Almagest,
  items: Items,
  options?: CallOptions,
): Promise<BatchResults<Items>> {
  const results: BatchResult<unknown>[] = [];
  let waiting = items.map((item, index) => ({ item, index, bytes: size(item), values: count(item) }));
  let maxItems = MAX_ITEMS;
  while (waiting.length) {
    let bytes = ENVELOPE;
    let values = ENVELOPE;
    let end = 0;
    for (const it of waiting.slice(0, maxItems)) {
      bytes += it.bytes;
      values += it.values;
      // One item that is too large alone is for the service to refuse.
      if (end && (bytes > MAX_BYTES || values > MAX_VALUES)) break;
      end++;
    }
    const sent = waiting.slice(0, end);
    const requests = sent.map(({ item }) => item as { operation: string; body: {} });
    const { data } = await client.calcBatch({ requests }, options);
    const again: typeof waiting = [];
    let done = 0;
    sent.forEach((it, position) => {
      const { status, data: value, errors } = data.results[position]!;
      // After others, it may only have exceeded what they left of the work limit.
      if (done && errors?.[0]?.code === "work_limit_exceeded") again.push(it);
      else results[it.index] = errors ? { error: new ApiError(status, errors) } : { data: value };
      if (!errors) done++;
    });
    // Each refusal costs a unit, so the next request has no more than this one could do.
    if (again.length) maxItems = done;
    waiting = [...again, ...waiting.slice(end)];
  }
  return results as BatchResults<Items>;
}

const size = (item: unknown) => new TextEncoder().encode(JSON.stringify(item)).length + 1;

/** The number of JSON values. */
function count(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, it) => sum + count(it), 1);
}
