// Images of charts.

import type { ClientOptions } from "./client.js";
import { ResponseError } from "./errors.js";

/** The image as a `data:` URL, for the `src` of an `<img>` element. */
export async function toDataUrl(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = "";
  // In parts, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return `data:${image.type};base64,${btoa(text)}`;
}

/**
 * Fetches a signed URL, such as `chart.url` of a natal chart. The URL itself is the permission, so
 * the request has no key.
 */
export async function fetchSignedImage(url: string, options: Pick<ClientOptions, "fetch"> = {}): Promise<Blob> {
  const response = await (options.fetch ?? fetch)(url, { redirect: "manual" });
  if (!response.ok) throw new ResponseError(response.status, `The image was refused with status ${response.status}.`);
  return response.blob();
}
