"""Cusps and angles of a black-box peer (pyswisseph, run only) at random sidereal times, obliquities and latitudes.

Writes crates/astrology/tests/fixtures/houses.txt. One line per case:
system armc obliquity latitude sun_declination ascendant midheaven vertex coAscendantKoch coAscendantMunkasey cusps...
The obliquity is in 1e-4 degree, the other three inputs in 1e-3 (the Sun only for sunshine), the answers in 1e-6.
Cusps are those of the houses 1 to 12; 1 to 6 where the peer's opposite cusps are opposite; 18 sectors for gauquelin.
Usage: python houses.py > ../../astrology/tests/fixtures/houses.txt   (pyswisseph 2.10.3.2)
       python houses.py 2000 for that many cases of every system, as `cargo xtask accuracy --houses` compares them.
"""
import random
import sys

import swisseph as swe

SYSTEMS = {
    "placidus": b"P", "koch": b"K", "equal": b"E", "whole": b"W", "campanus": b"C", "regiomontanus": b"R",
    "porphyry": b"O", "alcabitius": b"B", "morinus": b"M", "topocentric": b"T", "equal-mc": b"D", "vehlow": b"V",
    "meridian": b"X", "krusinski": b"U", "sripati": b"S", "carter": b"F", "sunshine": b"I", "pullen-sd": b"L",
    "pullen-sr": b"Q", "horizontal": b"H", "apc": b"Y", "equal-aries": b"N", "gauquelin": b"G",
}
WHOLE_CIRCLE = {"sunshine", "apc"}
CASES = int(sys.argv[1]) if len(sys.argv) > 1 else 87  # per system; 23 x 87 = 2,001 are committed

rng = random.Random(20240229)
out = sys.stdout


def unit(value):
    return str(round(value * 1e6) % 360_000_000)


for name, code in SYSTEMS.items():
    for case in range(CASES):
        obliquity = round(rng.uniform(23.40, 23.50), 4)
        declination = round(rng.uniform(-23.4, 23.4), 3)
        armc = round(rng.uniform(0, 360), 3)
        # Four of five within the polar circles, where every system exists; the rest beyond, where it does.
        within = case % 5 or name in ("placidus", "koch", "gauquelin", "sunshine")
        latitude = round(rng.uniform(-66, 66) if within else rng.choice((-1, 1)) * rng.uniform(67, 89), 3)
        if name == "sunshine" and abs(latitude) >= 90 - abs(declination):
            latitude = round(latitude / 2, 3)
        cusps, ascmc = swe.houses_armc(armc, latitude, obliquity, code, declination)
        assert abs((ascmc[7] - ascmc[5] - 180 + 180) % 360 - 180) < 1e-9 or abs(latitude) > 60, ascmc
        count = 18 if name == "gauquelin" else 12 if name in WHOLE_CIRCLE else 6
        inputs = [round(armc * 1e3), round(obliquity * 1e4), round(latitude * 1e3)]
        inputs += [round(declination * 1e3) if name == "sunshine" else 0]
        angles = [unit(ascmc[i]) for i in (0, 1, 3, 5, 6)]
        print(name, *inputs, *angles, *[unit(c) for c in cusps[:count]], file=out)
