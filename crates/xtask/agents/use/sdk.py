"""The official Python SDK: the current version of the protocol and the handshake, over HTTP and a pipe."""

import asyncio
import json
import os
import urllib.request

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

URL = os.environ["ALMAGEST_URL"]
HEADERS = {"X-Api-Key": os.environ["ALMAGEST_KEY"]}
BORN = {"dateTime": "1990-06-15T14:30", "location": {"latitude": 52.37, "longitude": 4.89}}


def over_http(body: dict) -> dict:
    headers = HEADERS | {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/api/calc/natal", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]


async def use(client: Client, has_key: bool) -> None:
    tools = (await client.list_tools()).tools
    assert 20 <= len(tools) <= 25, len(tools)
    assert any(it.name == "key_status" for it in tools) == has_key
    arguments = BORN | {"fields": ["points", "aspects"], "precision": 3}
    # The client checks the result against the output schema of the tool.
    natal = await client.call_tool("natal_chart", arguments)
    assert not natal.is_error, natal
    assert natal.structured_content["data"]["points"] == over_http(arguments)["points"]
    refused = await client.call_tool("natal_chart", {"dateTime": BORN["dateTime"], "place": "Springfield"})
    assert refused.is_error and refused.content[0].text.startswith("place_ambiguous"), refused
    drawn = await client.call_tool("draw_chart", BORN)
    assert drawn.content[0].mime_type == "image/png"
    prompts = (await client.list_prompts()).prompts
    birth = {"dateTime": BORN["dateTime"], "place": "Amsterdam, NL"}
    prompt = await client.get_prompt(prompts[0].name, birth)
    assert "Amsterdam, NL" in prompt.messages[0].content.text
    resources = (await client.list_resources()).resources
    read = await client.read_resource(resources[0].uri)
    assert len(read.contents[0].text) > 100


async def main() -> None:
    program = StdioServerParameters(command=os.environ["ALMAGEST_PROGRAM"], args=["mcp"])
    for mode in ["2026-07-28", "auto", "legacy"]:
        async with httpx2.AsyncClient(headers=HEADERS, timeout=30) as http:
            transport = streamable_http_client(f"{URL}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                await use(client, has_key=True)
        async with Client(program, mode=mode) as client:
            await use(client, has_key=False)


asyncio.run(main())
