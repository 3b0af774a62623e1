"""Times Swiss Ephemeris, through its Python package, on what it has an equal for: Placidus cusps, and the places and cusps
of a natal chart (no aspects, figures or dignities, which ours computes as well).

Prints `mode NAME`, then `name nanoseconds` per line. What an empty call from Python costs is measured and subtracted from
every call. Times are those the thread had the processor for.

usage: calc_peer.py FOLDER-WITH-SE1-FILES < julian-dates
"""

import sys
import time

import swisseph as swe

BODIES = [swe.SUN, swe.MOON, swe.MERCURY, swe.VENUS, swe.MARS, swe.JUPITER, swe.SATURN, swe.URANUS, swe.NEPTUNE, swe.PLUTO,
          swe.TRUE_NODE, swe.MEAN_APOG, swe.CHIRON]
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
    answered = swe.calc_ut(dates[0], swe.MOON, flags)[1]
    print("mode", "its own files" if answered & swe.FLG_SWIEPH else "Moshier approximation")

    def empties(dates):
        for date in dates:
            swe.degnorm(date)

    def cusps(dates):
        for date in dates:
            swe.houses_armc(date % 360, date % 119 - 59.5, 23.44, b"P")

    def natal(dates):
        for date in dates:
            for body in BODIES:
                swe.calc_ut(date, body, flags)
            swe.houses(date, 52.37, 4.9, b"P")

    call = best(empties, dates)
    print("placidus", round(best(cusps, dates) - call, 1))
    print("natal", round(best(natal, dates) - call * (len(BODIES) + 1), 1))


main()
