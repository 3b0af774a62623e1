"""Writes stations and ingresses, and how the osculating points of the lunar orbit move, from the full kernels reduced by
ERFA: the functions are those of places.py, the searches are bisections of their own.

usage: events.py DE440.bsp SB441-N16.bsp HORIZONS.bsp EVENTS.csv LUNAR-POINTS.csv
"""

import math
import sys

import erfa
import numpy as np
from places import AU_KM, GM_EM, J2000, NINE_POINT, Kernels, apparent, with_speeds

# Body, first day since J2000.0, days, days between looks: Mercury in 2011, Venus and Mars through a loop, an outer
# planet through three, bodies of both other kernels, the Moon through its signs, the node through a month.
SEARCHES = [
    ("mercury", 4017.5, 365, 2), ("venus", 7304.5, 500, 5), ("mars", 8700.5, 500, 5), ("jupiter", -36524.5, 800, 10),
    ("pluto", 8400.5, 800, 10), ("ceres", 60000.5, 800, 10), ("chiron", -70000.5, 800, 10), ("sun", 100000.5, 366, 10),
    ("moon", 8766.5, 28, 0.5), ("trueNode", 8766.5, 60, 1),
]


def zero(function, low, high):
    """Where a function changes its sign, to a millisecond."""
    rising = function(high) > 0
    for _ in range(60):
        middle = (low + high) / 2
        if high - low < 1e-8:
            break
        if (function(middle) > 0) == rising:
            high = middle
        else:
            low = middle
    return middle


def events(kernels, body, first, days, step):
    split = lambda at: (float(round(at)), at - round(at))
    longitude = lambda at: apparent(kernels, body, *split(at))[0]
    speed = lambda at: with_speeds(kernels, body, *split(at))[1]
    sign = math.pi / 6
    at, end = first, first + days
    while at < end:
        after = at + step
        turn = None
        if speed(at) * speed(after) < 0:
            turn = zero(speed, at, after)
            yield turn, "station", math.degrees(longitude(turn)) % 360
        # A body that turns may cross a border twice: each side of the turn by itself.
        for low, high in [(at, turn), (turn, after)] if turn else [(at, after)]:
            middle = longitude((low + high) / 2)
            border = round(middle / sign) * sign
            miss = lambda t: math.remainder(longitude(t) - border, math.tau)
            if miss(low) * miss(high) < 0:
                yield zero(miss, low, high), "ingress", round(math.degrees(border)) % 360
        at = after


def osculating(kernels, days):
    """Longitudes of the true node and the true apogee at many days since J2000.0 at once, in radians."""
    moon = kernels.de440[3, 301].compute_and_differentiate(J2000, days)
    earth = kernels.de440[3, 399].compute_and_differentiate(J2000, days)
    r, v = (moon[0] - earth[0]).T / AU_KM, (moon[1] - earth[1]).T / AU_KM
    h = np.cross(r, v)
    e = np.cross(v, h) / GM_EM - r / np.linalg.norm(r, axis=1)[:, None]
    rnpb = erfa.pnm06a(J2000, days)
    obliquity = erfa.obl06(J2000, days) + erfa.nut06a(J2000, days)[1]
    turn = erfa.rx(obliquity, np.broadcast_to(np.eye(3), rnpb.shape)) @ rnpb
    h, e = (np.einsum("nij,nj->ni", turn, it) for it in (h, e))
    return np.arctan2(h[:, 0], -h[:, 1]), np.arctan2(-e[:, 1], -e[:, 0])


def lunar_points(kernels):
    """Every six hours of 19 years, a whole turn of the node: share of direct motion, slowest and fastest (deg a day)."""
    days, step = np.arange(4 * 6940) / 4, 1 / 8
    pairs = [(osculating(kernels, days + k * step), osculating(kernels, days - k * step)) for k in range(1, 5)]
    for index, body in enumerate(("trueNode", "trueApogee")):
        ways = [np.remainder(after[index] - before[index] + np.pi, 2 * np.pi) - np.pi for after, before in pairs]
        speeds = np.degrees(sum(weight * way for weight, way in zip(NINE_POINT, ways)) / step)
        yield body, (speeds > 0).mean(), speeds.min(), speeds.max()


def main():
    kernels = Kernels(*sys.argv[1:4])
    with open(sys.argv[4], "w") as file:
        file.write("body,kind,tdb_days_since_j2000,longitude_deg\n")
        for search in SEARCHES:
            for at, kind, longitude in events(kernels, *search):
                file.write(f"{search[0]},{kind},{at:.9f},{longitude:.9f}\n")
    with open(sys.argv[5], "w") as file:
        file.write("body,direct_share,slowest_deg,fastest_deg\n")
        for body, share, slowest, fastest in lunar_points(kernels):
            file.write(f"{body},{share:.6f},{slowest:.6f},{fastest:.6f}\n")


if __name__ == "__main__":
    main()
