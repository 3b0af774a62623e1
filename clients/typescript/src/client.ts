// The client: its settings, and one attempt after the other.

import type { CallOptions, ResponseInfo } from "./call.js";
import { ApiError, ConnectionError, ResponseError, TimeoutError } from "./errors.js";
import type { Operations } from "./generated/operations.js";
import type { ErrorObject, SessionCreateRequest, SessionCreateResponse } from "./generated/types.js";
import { fillPath, operations, query } from "./request.js";
import type { Input, Operation } from "./request.js";
import { TokenCache } from "./token.js";
import type { TokenSource } from "./token.js";

/** Settings of a client. */
export interface ClientOptions {
  /** URL of the service, such as `https://astrology.example.org`. */
  url: string;
  /** An API key. Never put it into a web page. */
  key?: string;
  /** A browser token, or a function that gets one when it is needed. */
  token?: string | TokenSource;
  /** Token of a session, for the operations of people. `signIn` sets it. */
  session?: string;
  /** The organization of calls with a session. */
  organization?: string;
  /** How often a failed attempt is repeated. Default 2. */
  maxRetries?: number;
  /** Time for one attempt, in milliseconds. Default 60,000. */
  timeoutMs?: number;
  /**
   * The longest delay before a retry, in milliseconds. If the service asks for more, the call fails
   * at once. Default 30,000.
   */
  maxDelayMs?: number;
  /** Receives the status and headers of every response. */
  onResponse?: (response: ResponseInfo) => void;
  /** Sends a request. Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits before a retry. */
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A number from 0 to 1, for the delay before a retry. Default `Math.random`. */
  random?: () => number;
  /** The time in milliseconds, for the expiry of tokens. Default `Date.now`. */
  now?: () => number;
}

/** First delay, if the service does not name one. It doubles with every attempt. */
const FIRST_DELAY_MS = 500;
const RETRIED = [408, 429, 500, 502, 503, 504];

export interface Almagest extends Operations {}

/**
 * A client of one service. Its methods are the operations of the API: each takes an object with all
 * fields of the input, whether the API expects them in the path, the query or the body, and returns
 * the response as the API documents it.
 */
export class Almagest {
  private readonly settings: ClientOptions;
  private readonly tokens: TokenCache | undefined;

  constructor(options: ClientOptions) {
    this.settings = { ...options, url: options.url.replace(/\/+$/, "") };
    const { token, now } = options;
    if (typeof token === "function") this.tokens = new TokenCache(token, now ?? Date.now);
  }

  /** Signs in. Later calls of this client belong to the session. Not for web pages. */
  async signIn(input: SessionCreateRequest, options: CallOptions = {}): Promise<SessionCreateResponse> {
    let cookies = "";
    const reply = await this.sessionCreate(input, {
      ...options,
      onResponse: (response) => {
        cookies = response.headers.get("set-cookie") ?? "";
        options.onResponse?.(response);
      },
    });
    const session = new RegExp(this.cookie + "=([^;]+)").exec(cookies)?.[1];
    if (session) this.settings.session = session;
    return reply;
  }

  private get cookie(): string {
    return this.settings.url.startsWith("https:") ? "__Host-almagest" : "almagest_local";
  }

  /** The result of an operation. */
  private async call(operation: Operation, input: Input, options: CallOptions): Promise<unknown> {
    const { settings } = this;
    const { signal, maxRetries = settings.maxRetries ?? 2 } = options;
    const [path, fields] = fillPath(operation.path, input);
    const method = options.method ?? operation.method;
    const hasBody = method === "POST" || method === "PATCH";
    const url = settings.url + path + (hasBody ? "" : query(fields));
    const body = hasBody ? JSON.stringify(fields) : undefined;
    const headers: Record<string, string> = { "X-Api-Version": "1" };
    if (hasBody) headers["Content-Type"] = "application/json";
    if (options.ifMatch) headers["If-Match"] = options.ifMatch;
    const takesKey = operation.flags.includes("i");
    if (takesKey) headers["Idempotency-Key"] = options.idempotencyKey ?? randomText();
    const canRepeat = takesKey || operation.flags.includes("r");
    let isRefreshed = false;
    for (let attempt = 0; ; ) {
      signal?.throwIfAborted();
      await this.authorize(headers, method, options);
      try {
        return await this.attempt(url, { method, headers, body }, attempt, options);
      } catch (error) {
        if (error instanceof ApiError && error.code === "token_expired" && this.tokens && !isRefreshed) {
          isRefreshed = true;
          this.tokens.forget();
          continue;
        }
        const delayMs = attempt < maxRetries ? this.delayMs(error, attempt, canRepeat) : undefined;
        if (delayMs === undefined) throw error;
        await (settings.sleep ?? sleep)(delayMs, signal);
        attempt++;
      }
    }
  }

  private async authorize(headers: Record<string, string>, method: string, options: CallOptions) {
    const { key, token, session, url } = this.settings;
    if (key) headers["X-Api-Key"] = key;
    else if (token) headers.Authorization = `Bearer ${this.tokens ? await this.tokens.get() : token}`;
    else {
      // Browsers set these themselves, and ignore ours.
      if (session) headers.Cookie = `${this.cookie}=${session}`;
      if (method !== "GET") headers.Origin = new URL(url).origin;
      const organization = options.organization ?? this.settings.organization;
      if (organization) headers["X-Organization"] = organization;
    }
  }

  /** Sends the request once and reads the response to its end. */
  private async attempt(
    url: string,
    init: { method: string; headers: Record<string, string>; body: string | undefined },
    attempt: number,
    options: CallOptions,
  ): Promise<unknown> {
    const { settings } = this;
    const { signal, timeoutMs = settings.timeoutMs ?? 60_000 } = options;
    const abort = new AbortController();
    const cancel = () => abort.abort(signal?.reason);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      abort.abort();
    }, timeoutMs);
    signal?.addEventListener("abort", cancel);
    try {
      // A redirect to another host would receive the key.
      const request = { ...init, body: init.body ?? null, redirect: "manual" as const, signal: abort.signal };
      const response = await (settings.fetch ?? fetch)(url, request);
      const info = { status: response.status, headers: response.headers, attempt };
      settings.onResponse?.(info);
      options.onResponse?.(info);
      return await read(response);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (isLate) throw new TimeoutError(`No response within ${timeoutMs} ms.`, { cause: error });
      if (error instanceof ApiError || error instanceof ResponseError) throw error;
      throw new ConnectionError(`The connection to ${url.split("?")[0]} failed: ${error}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** The delay before the next attempt. Undefined if there must not be one. */
  private delayMs(error: unknown, attempt: number, canRepeat: boolean): number | undefined {
    const { random = Math.random, maxDelayMs = 30_000 } = this.settings;
    if (error instanceof ApiError || error instanceof ResponseError) {
      const { status } = error;
      if (!RETRIED.includes(status)) return undefined;
      const isUnread = error instanceof ApiError && error.code === "too_many_unread_responses";
      // These requests were not executed. Others may have been.
      const isUnused = (status === 429 && !isUnread) || status === 408;
      if (!canRepeat && !isUnused) return undefined;
    } else if (!(error instanceof ConnectionError && canRepeat)) return undefined;
    if (error instanceof ApiError) {
      if (error.code === "quota_exhausted") return undefined;
      const { retryAfterS } = error;
      if (retryAfterS !== undefined) return retryAfterS * 1000 <= maxDelayMs ? retryAfterS * 1000 : undefined;
    }
    // Between half and all of it, so that clients do not return at the same moment.
    return Math.min(FIRST_DELAY_MS * 2 ** attempt, maxDelayMs) * (1 + random()) / 2;
  }

  /** The first page, from which all items can be iterated. */
  private pages(operation: Operation, input: Input, options: CallOptions) {
    const call = (page: Input) => this.call(operation, { ...input, page }, options) as Promise<Page>;
    const page = (input.page ?? {}) as Input;
    const first = call(page);
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        for (let reply = await first, after: string | null = null; ; ) {
          yield* reply.data;
          const { next } = reply.links;
          if (!next) return;
          // Only the position is taken from the link, so that no link can send the key elsewhere.
          const following = new URL(next, "http://x").searchParams.get("page[after]");
          if (!following || following === after) throw new ResponseError(200, "The next page is unknown.");
          after = following;
          reply = await call({ ...page, after });
        }
      },
    });
  }

  static {
    const prototype = this.prototype as unknown as Record<string, unknown>;
    for (const operation of operations()) {
      const { name, flags } = operation;
      const start = flags.includes("p") ? this.prototype.pages : this.prototype.call;
      prototype[name] = flags.includes("n")
        ? function (this: Almagest, options: CallOptions = {}) {
            return start.call(this, operation, {}, options);
          }
        : function (this: Almagest, input: Input = {}, options: CallOptions = {}) {
            return start.call(this, operation, input, options);
          };
    }
  }
}

interface Page {
  data: unknown[];
  links: { next?: string | null };
}

/** The body of a successful response. */
async function read(response: Response): Promise<unknown> {
  const { status, headers } = response;
  if (!response.ok) throw await readError(response);
  const type = headers.get("content-type") ?? "";
  if (status === 204) return undefined;
  return type.includes("json") ? response.json() : response.blob();
}

async function readError(response: Response): Promise<ApiError | ResponseError> {
  const { status, headers } = response;
  const text = await response.text();
  let errors: ErrorObject[] | undefined;
  try {
    errors = JSON.parse(text).errors;
  } catch {
    // Not from the API.
  }
  if (Array.isArray(errors) && errors[0]) {
    const retryAfter = headers.get("retry-after");
    const id = headers.get("x-request-id") ?? undefined;
    return new ApiError(status, errors, id, retryAfter === null ? undefined : Number(retryAfter));
  }
  const isRedirect = status === 0 || (status >= 300 && status < 400);
  const what = isRedirect ? "redirects to another URL" : `answered with status ${status}, but not as the API does`;
  return new ResponseError(status, `The server ${what}. Check \`url\`.`);
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", cancel);
      resolve();
    }, ms);
    signal?.addEventListener("abort", cancel);
  });
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (it) => it.toString(16).padStart(2, "0")).join("");
}
