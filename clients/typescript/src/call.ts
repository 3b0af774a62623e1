// Types of calls, which the generated interface of the operations uses.

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, also between retries. */
  signal?: AbortSignal;
  /** Time for one attempt, in milliseconds. */
  timeoutMs?: number;
  /** How often a failed attempt is repeated. */
  maxRetries?: number;
  /**
   * Key of an operation that creates something, at most 64 characters. The same request with the
   * same key creates nothing again. By default, every call has a new one.
   */
  idempotencyKey?: string;
  /** The `ETag` of the version to change. Operations that change a text need it. */
  ifMatch?: string;
  /** The organization of a call with a session. */
  organization?: string;
  /** `GET` sends the input of a calculation in the query instead of the body. */
  method?: "GET";
  /** Receives the status and headers of every response, also of those that are retried. */
  onResponse?: (response: ResponseInfo) => void;
}

/** A response without its body. */
export interface ResponseInfo {
  status: number;
  headers: Headers;
  /** Starts at 0. */
  attempt: number;
}

/** A list. Await it for one page, or iterate over the items of all pages. */
export interface Pages<Reply, Item> extends Promise<Reply>, AsyncIterable<Item> {}

/** Input and result of a calculation in a batch. */
export interface Batchable<Input, Reply extends { data: unknown }> {
  input: Input;
  data: Reply["data"];
}
