// What a call can fail with.

import type { ErrorCode, ErrorObject } from "./generated/types.js";

/** Everything that this client throws, except the reason of your own `AbortSignal`. */
export class AlmagestError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service rejected the request, or failed. */
export class ApiError extends AlmagestError {
  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Every problem of the request. There is at least one. */
    readonly errors: readonly ErrorObject[],
    /** ID of the request, for the operator of the service. */
    readonly requestId?: string | undefined,
    /** Seconds to wait, as the service says. */
    readonly retryAfterS?: number | undefined,
  ) {
    const all = errors.map(({ code, detail, source }) => {
      const place = source?.pointer ?? source?.parameter ?? source?.header;
      return code + (place ? ` at ${place}` : "") + `: ${detail}`;
    });
    super(`${status} ${all.join("; ")}` + (requestId ? ` (${requestId})` : ""));
  }

  /** Code of the first problem. The service can add codes. */
  get code(): ErrorCode | (string & {}) {
    return this.errors[0]?.code ?? "";
  }

  /** JSON pointer of the first problem, or the name of its parameter or header. */
  get pointer(): string | undefined {
    const source = this.errors[0]?.source;
    return source?.pointer ?? source?.parameter ?? source?.header;
  }

  /** The first problem with this code. */
  find(code: ErrorCode): ErrorObject | undefined {
    return this.errors.find((it) => it.code === code);
  }
}

/** No response, or an incomplete one. */
export class ConnectionError extends AlmagestError {}

/** No complete response in time. */
export class TimeoutError extends ConnectionError {}

/** A response that is not from the API, such as the error page of a proxy. */
export class ResponseError extends AlmagestError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
