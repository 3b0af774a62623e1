"""Times Swiss Ephemeris, through its Python package, on the instants of the standard input.

Prints `mode NAME`, then `name nanoseconds` per line like the engine's own bench. What an empty call
from Python costs is measured and subtracted from every call. Times are those the thread had the
processor for.

usage: peer.py FOLDER-WITH-SE1-FILES < julian-dates
"""

import sys
import time

import swisseph as swe

BODIES = {
    "sun": swe.SUN, "moon": swe.MOON, "mercury": swe.MERCURY, "venus": swe.VENUS, "mars": swe.MARS,
    "jupiter": swe.JUPITER, "saturn": swe.SATURN, "uranus": swe.URANUS, "neptune": swe.NEPTUNE,
    "pluto": swe.PLUTO, "trueNode": swe.TRUE_NODE, "meanApogee": swe.MEAN_APOG, "chiron": swe.CHIRON,
}
ROUNDS = 3


def best(work, dates):
    nanoseconds = []
    for _ in range(ROUNDS):
        begin = time.thread_time_ns()
        work(dates)
        nanoseconds.append((time.thread_time_ns() - begin) / len(dates))
    return min(nanoseconds)


def main():
    swe.set_ephe_path(sys.argv[1])
    dates = [float(line) for line in sys.stdin]
    flags = swe.FLG_SWIEPH | swe.FLG_SPEED
    calc, empty = swe.calc, swe.degnorm
    answered = calc(dates[0], swe.MOON, flags)[1]
    print("mode", "its own files" if answered & swe.FLG_SWIEPH else "Moshier approximation")

    def empties(dates):
        for date in dates:
            empty(date)

    call = best(empties, dates)
    for name, body in BODIES.items():
        def one(dates):
            for date in dates:
                calc(date, body, flags)
        print(name, round(best(one, dates) - call, 1))

    bodies = list(BODIES.values())

    def full(dates):
        for date in dates:
            for body in bodies:
                calc(date, body, flags)
    print("set", round(best(full, dates) - call * len(bodies), 1))

    def with_houses(dates):
        for date in dates:
            for body in bodies:
                calc(date, body, flags)
            swe.houses(date, 52.37, 4.9, b"P")
    print("fullSet", round(best(with_houses, dates) - call * (len(bodies) + 1), 1))


main()
