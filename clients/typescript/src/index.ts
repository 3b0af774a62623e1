// The public parts of the client.

export { batch } from "./batch.js";
export type { BatchItem, BatchResult, BatchResults } from "./batch.js";
export type { CallOptions, Pages, ResponseInfo } from "./call.js";
export { Almagest } from "./client.js";
export type { ClientOptions } from "./client.js";
export { AlmagestError, ApiError, ConnectionError, ResponseError, TimeoutError } from "./errors.js";
export { VERSION } from "./generated/operations.js";
export type { BatchOperations, Operations } from "./generated/operations.js";
export type * from "./generated/types.js";
export { fetchSignedImage, toDataUrl } from "./image.js";
export { limits } from "./limits.js";
export type { Limit, Limits } from "./limits.js";
export { createBrowserToken } from "./token.js";
export type { Token, TokenSource } from "./token.js";
