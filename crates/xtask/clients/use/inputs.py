"""The input of the calculations that every Python client makes."""

AMSTERDAM = {"latitude": 52.37, "longitude": 4.89}
NATAL = {"dateTime": "1990-06-15T14:30", "location": AMSTERDAM}
TRANSIT = {
    "birthDate": "1990-06-15T14:30",
    "birthLocation": AMSTERDAM,
    "transitDateStart": "2027-01-01",
    "transitDateEnd": "2027-01-31",
    "transitLocation": AMSTERDAM,
}
BATCH = {"requests": [{"operation": "natal", "body": NATAL}]}
