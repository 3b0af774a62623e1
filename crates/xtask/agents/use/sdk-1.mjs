// The official TypeScript SDK, first generation: versions of the protocol with a handshake.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { KEY, PROGRAM, URL_OF_SERVICE, expect, use } from "./expect.mjs";

const create = () => new Client({ name: "test", version: "1" });
const http = (key) =>
  new StreamableHTTPClientTransport(new URL(`${URL_OF_SERVICE}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });

const overHttp = create();
await overHttp.connect(http(KEY));
await use(overHttp, true);

const overPipe = create();
await overPipe.connect(new StdioClientTransport({ command: PROGRAM, args: ["mcp"] }));
await use(overPipe, false);

let refusal = "";
await create().connect(http("ak_live_wrong")).catch((error) => (refusal = String(error)));
expect(/key_invalid|unauthorized|401/i.test(refusal), `a wrong key: ${refusal}`);
