"""Uses the client of openapi-python-client."""

import os

from inputs import BATCH, NATAL, TRANSIT
from openapi_python_client_almagest import AuthenticatedClient
from openapi_python_client_almagest.api.calculations import calc_batch, calc_natal, calc_transit
from openapi_python_client_almagest.api.chart_images import chart_natal
from openapi_python_client_almagest.api.content import content_list
from openapi_python_client_almagest.models import (
    BatchInput,
    CalcBatchResponse,
    CalcNatalResponse,
    CalcTransitResponse,
    ContentListResponse,
    ImageFormat,
    NatalInput,
    TransitInput,
)

client = AuthenticatedClient(
    base_url=os.environ["ALMAGEST_URL"],
    token=os.environ["ALMAGEST_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
)

natal = calc_natal.sync(client=client, body=NatalInput.from_dict(NATAL))
assert isinstance(natal, CalcNatalResponse), natal
assert natal.data.points["sun"].sign == "gemini"

transit = calc_transit.sync(client=client, body=TransitInput.from_dict(TRANSIT))
assert isinstance(transit, CalcTransitResponse), transit
assert transit.data.aspects

batch = calc_batch.sync(client=client, body=BatchInput.from_dict(BATCH))
assert isinstance(batch, CalcBatchResponse), batch
assert batch.data.results[0].status == 200

texts = content_list.sync("natal", "aspect", client=client, pagesize=2)
assert isinstance(texts, ContentListResponse), texts
assert len(texts.data) == 2

image = chart_natal.sync_detailed(
    ImageFormat("svg"),
    client=client,
    date_time="1990-06-15T14:30",
    location_latitude=52.37,
    location_longitude=4.89,
)
assert image.content.startswith(b"<svg"), image
