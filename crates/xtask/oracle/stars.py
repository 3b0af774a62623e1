"""Writes apparent places of stars by ERFA.

Reads data/stars.csv, moves each chosen star from J1991.25 to J2000.0, and asks ERFA for its apparent place:
right ascension and declination of date, ecliptic longitude and latitude of date (degrees). The Earth is that of ERFA's
own theory; the kernels, which every oracle is given, are not used.

usage: stars.py DE440.bsp SB441-N16.bsp HORIZONS.bsp OUT.csv
"""
import csv
import math
import pathlib
import sys

import erfa

STARS = [
    "sirius", "canopus", "arcturus", "rigil-kentaurus", "vega", "capella", "rigel", "procyon", "achernar",
    "betelgeuse", "altair", "aldebaran", "spica", "antares", "pollux", "fomalhaut", "deneb", "regulus", "algol",
    "alcyone", "polaris", "barnards-star", "alphecca", "deneb-algedi", "scheat", "vindemiatrix",
]
# TT, Julian Dates: 1700, 1850, 1900, 1962, 2000, 2024, 2026, 2100, 2300.
DATES = [2341973.0, 2396759.25, 2415020.5, 2437665.75, 2451545.0, 2460400.1, 2461041.5, 2488070.0, 2561118.5]

root = pathlib.Path(__file__).resolve().parents[3]
rows = {row["id"]: row for row in csv.DictReader(open(root / "data/stars.csv", encoding="utf-8"))}
mas = math.radians(1 / 3.6e6)
out = open(sys.argv[4], "w", encoding="utf-8")
print("id,julian_date_tt,right_ascension_deg,declination_deg,longitude_deg,latitude_deg", file=out)
for name in STARS:
    row = rows[name]
    number = lambda key: float(row[key] or 0)
    ra, dec = math.radians(number("right_ascension_deg")), math.radians(number("declination_deg"))
    star = erfa.pmsafe(
        ra, dec, number("motion_right_ascension_mas") * mas / math.cos(dec), number("motion_declination_mas") * mas,
        max(number("parallax_mas"), 1e-4) / 1000, number("radial_velocity_km_s"), 2448349.0625, 0.0, 2451545.0, 0.0)
    for date in DATES:
        ri, di, eo = erfa.atci13(star[0], star[1], star[2], star[3], star[4], star[5], date, 0.0)
        apparent = erfa.anp(ri - eo)
        psi, eps = erfa.nut06a(date, 0.0)
        obliquity = erfa.obl06(date, 0.0) + eps
        x, y, z = erfa.s2c(apparent, di)
        c, s = math.cos(obliquity), math.sin(obliquity)
        lon, lat = erfa.c2s([x, c * y + s * z, -s * y + c * z])
        angles = [math.degrees(a) for a in (apparent, di, erfa.anp(lon), lat)]
        print(f"{name},{date}," + ",".join(f"{a:.9f}" for a in angles), file=out)
