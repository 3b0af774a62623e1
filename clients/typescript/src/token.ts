// Browser tokens: creating them on a server, and using them in a page.

import type { Almagest } from "./client.js";
import type { CallOptions } from "./call.js";
import { AlmagestError } from "./errors.js";
import type { BrowserTokenRequest } from "./generated/types.js";

/** A token and when it ends. */
export interface Token {
  token: string;
  /** Instant in ISO 8601. */
  expiresAt: string;
}

/** Gets a new token, such as `() => fetch("/astrology-token").then((it) => it.json())`. */
export type TokenSource = () => Promise<Token>;

/** A token is replaced this long before it expires. */
const MARGIN_MS = 30_000;

/**
 * Creates a browser token. Call this on your server, where the API key is, and send the result to
 * your page.
 */
export async function createBrowserToken(
  client: Almagest,
  input: BrowserTokenRequest,
  options?: CallOptions,
): Promise<Token> {
  // A retry after a lost response finds the token created, and its secret already shown. Then
  // another token is needed.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { token, expiresAt } = (await client.keyTokenCreate(input, options)).data.attributes;
    if (token) return { token, expiresAt };
  }
  throw new AlmagestError("The token was already shown. Use another idempotency key.");
}

/** Keeps a token and gets the next one shortly before it expires. */
export class TokenCache {
  private current: Promise<Token> | undefined;
  private replaceAtMs = 0;

  constructor(
    private readonly source: TokenSource,
    private readonly now: () => number,
  ) {}

  async get(): Promise<string> {
    if (!this.current || this.now() >= this.replaceAtMs) {
      this.replaceAtMs = Infinity;
      const current = (this.current = this.source());
      current.then(
        ({ expiresAt }) => {
          const replaceAtMs = Date.parse(expiresAt) - MARGIN_MS;
          // By a clock that is wrong, a new token can look expired. Then the service decides.
          if (replaceAtMs > this.now()) this.replaceAtMs = replaceAtMs;
        },
        // The next call tries again.
        () => this.forget(current),
      );
    }
    return (await this.current).token;
  }

  /** Forgets the token, unless another one is already on its way. */
  forget(which?: Promise<Token>): void {
    if (!which || which === this.current) this.current = undefined;
  }
}
