"""Uses the client of openapi-generator."""

import os

from inputs import BATCH, NATAL, TRANSIT
from openapi_generator_almagest import ApiClient, Configuration
from openapi_generator_almagest.api import CalculationsApi, ChartImagesApi, ContentApi
from openapi_generator_almagest.models import BatchInput, ImageFormat, NatalInput, TransitInput

client = ApiClient(
    Configuration(
        host=os.environ["ALMAGEST_URL"],
        api_key={"key": os.environ["ALMAGEST_KEY"]},
    )
)

calculations = CalculationsApi(client)
natal = calculations.calc_natal(NatalInput.model_validate(NATAL))
assert natal.data.points["sun"].sign == "gemini"

transit = calculations.calc_transit(TransitInput.model_validate(TRANSIT))
assert transit.data.aspects

batch = calculations.calc_batch(BatchInput.model_validate(BATCH))
assert batch.data.results[0].status == 200

texts = ContentApi(client).content_list("natal", "aspect", page_size=2)
assert len(texts.data) == 2

image = ChartImagesApi(client).chart_natal(
    ImageFormat("svg"),
    date_time="1990-06-15T14:30",
    location_latitude=52.37,
    location_longitude=4.89,
)
assert bytes(image).startswith(b"<svg"), image
