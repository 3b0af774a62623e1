// The official TypeScript SDK, second generation: the current version of the protocol, and the handshake.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { KEY, PROGRAM, URL_OF_SERVICE, use } from "./expect.mjs";

const headers = { "X-Api-Key": KEY };
const http = () =>
  new StreamableHTTPClientTransport(new URL(`${URL_OF_SERVICE}/mcp`), { requestInit: { headers } });
const pipe = () => new StdioClientTransport({ command: PROGRAM, args: ["mcp"] });

for (const mode of [{ pin: "2026-07-28" }, "auto", "legacy"]) {
  for (const [transport, hasKey] of [[http, true], [pipe, false]]) {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport());
    await use(client, hasKey);
  }
}
