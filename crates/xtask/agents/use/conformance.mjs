// Runs a scenario of the protocol's conformance suite. The suite sends no key, so a proxy on this machine adds it.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:http";
import { KEY, URL_OF_SERVICE } from "./expect.mjs";

// The suite imports a function that Node has since version 22, and calls it only for another command.
function runnable(program) {
  if ("globSync" in fs) {
    return program;
  }
  const copy = program.replace("index.js", "index-node-20.js");
  const text = fs.readFileSync(program, "utf8").replace(/globSync as \w+,/, "");
  fs.writeFileSync(copy, text);
  return copy;
}

const proxy = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name)),
  );
  const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
  const options = { method: request.method, headers: { ...headers, "x-api-key": KEY }, body };
  const answer = await fetch(`${URL_OF_SERVICE}${request.url}`, options);
  const kept = Object.fromEntries(
    [...answer.headers].filter(([name]) => !["content-encoding", "content-length", "transfer-encoding", "connection"].includes(name)),
  );
  response.writeHead(answer.status, kept);
  response.end(Buffer.from(await answer.arrayBuffer()));
});
proxy.listen(0, "127.0.0.1", () => {
  const url = `http://127.0.0.1:${proxy.address().port}/mcp`;
  const program = runnable("node_modules/@modelcontextprotocol/conformance/dist/index.js");
  const suite = spawn("node", [program, "server", "--url", url, "--scenario", process.argv[2]], { stdio: "inherit" });
  suite.on("exit", (code) => {
    proxy.close();
    process.exit(code ?? 1);
  });
});
