// The limits that the headers of a response report.

/** What a caller can still request. */
export interface Limits {
  /** The rate with the fewest remaining requests. */
  rate?: Limit;
  /** Units of this month. Responses to browser tokens do not have it. */
  quota?: Limit;
}

/** A limit and what remains of it. */
export interface Limit {
  limit: number;
  remaining: number;
  /** When it resets, in Unix seconds. */
  reset: number;
}

/** Reads the limits from the headers of a response, which `onResponse` receives. */
export function limits(headers: Headers): Limits {
  const read = (name: string): Limit | undefined => {
    const value = (part: string) => headers.get(`x-${name}-${part}`);
    const limit = value("limit");
    return limit === null
      ? undefined
      : { limit: +limit, remaining: +(value("remaining") ?? 0), reset: +(value("reset") ?? 0) };
  };
  const rate = read("ratelimit");
  const quota = read("quota");
  return { ...(rate && { rate }), ...(quota && { quota }) };
}
