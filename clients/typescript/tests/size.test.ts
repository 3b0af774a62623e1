import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const MAX_BYTES = 15_000;

async function size(source: string): Promise<number> {
  const stdin = { contents: source, resolveDir: import.meta.dirname };
  const built = await build({ stdin, bundle: true, minify: true, format: "esm", write: false, target: "es2022" });
  return gzipSync(built.outputFiles[0]!.contents, { level: 9 }).length;
}

test("the whole client has less than 15 kB, compressed", async (context) => {
  const all = await size('export * from "@almagest/client"');
  const alone = await size('export { Almagest } from "@almagest/client"');
  context.diagnostic(`everything ${all} bytes, the client alone ${alone} bytes`);
  assert(all < MAX_BYTES, String(all));
  assert(alone < all, "unused parts are left out");
});
