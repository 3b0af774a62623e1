"""Writes the places the accuracy tests expect, from the full kernels, reduced by ERFA.

Nothing here comes from the crate it judges: positions are read from the kernels by jplephem (type 2)
and by the Hermite interpolation below (type 13), the reduction is ERFA's.

usage: places.py DE440.bsp SB441-N16.bsp HORIZONS.bsp OUT.csv
"""

import bisect
import math
import sys

import erfa
import numpy as np
from jplephem.daf import DAF
from jplephem.spk import SPK

AU_KM = 149597870.7
C_AU_DAY = 299792.458 * 86400 / AU_KM
GM_EM = (398600.435507 + 4902.800118) * 86400**2 / AU_KM**3
J2000 = 2451545.0
DE440 = dict(sun=10, moon=301, mercury=1, venus=2, mars=4, jupiter=5, saturn=6, uranus=7, neptune=8, pluto=9)
N16 = dict(ceres=2000001, pallas=2000002, juno=2000003, vesta=2000004, hygiea=2000010)
HORIZONS = dict(eros=2000433, chiron=2002060, pholus=2005145, nessus=2007066, chariklo=2010199, varuna=2020000,
                ixion=2028978, quaoar=2050000, sedna=2090377, orcus=2090482, haumea=2136108, eris=2136199,
                makemake=2136472)


class Hermite:
    """An SPK segment of type 13."""

    def __init__(self, daf, begin, end):
        window, count = daf.map_array(end - 1, end)
        self.window, count = int(window) + 1, int(count)
        self.states = daf.map_array(begin, begin + 6 * count - 1).reshape(count, 6)
        self.epochs = daf.map_array(begin + 6 * count, begin + 7 * count - 1)

    def __call__(self, seconds):
        after = bisect.bisect_right(self.epochs, seconds)
        start = min(max(after - self.window // 2, 0), len(self.epochs) - self.window)
        days = (self.epochs[start:start + self.window] - seconds) / 86400
        z = np.repeat(days, 2)
        values = np.repeat(self.states[start:start + self.window, :3], 2, axis=0)
        slopes = self.states[start:start + self.window, 3:] * 86400
        count, column = len(z), values.copy()
        answer, product = column[0].copy(), 1.0
        for order in range(1, count):
            new = np.empty((count - order, 3))
            for i in range(count - order):
                gap = z[i + order] - z[i]
                new[i] = slopes[i // 2] if gap == 0 else (column[i + 1] - column[i]) / gap
            column = new
            product *= -z[order - 1]
            answer = answer + product * column[0]
        return answer


class Kernels:
    def __init__(self, de440, n16, horizons):
        self.de440 = {(s.center, s.target): s for s in SPK.open(de440).segments}
        self.n16 = {}
        for s in SPK.open(n16).segments:
            self.n16.setdefault(s.target, []).append(s)
        daf = DAF(open(horizons, "rb"))
        self.horizons = {v[2]: Hermite(daf, v[6], v[7]) for _, v in daf.summaries()}

    def barycentric(self, body, day, fraction):
        """au in the ICRS at JD 2451545 + day + fraction, TDB."""
        planet = lambda center, target: self.de440[center, target].compute(J2000 + day, fraction) / AU_KM
        if body == "earth":
            return planet(0, 3) + planet(3, 399)
        if body == "moon":
            return planet(0, 3) + planet(3, 301)
        if body in DE440:
            return planet(0, DE440[body])
        if body in N16:
            segment = next(s for s in self.n16[N16[body]] if s.start_jd <= J2000 + day + fraction <= s.end_jd)
            return segment.compute(J2000 + day, fraction) / AU_KM + planet(0, 10)
        return self.horizons[HORIZONS[body]]((day + fraction) * 86400) / AU_KM + planet(0, 10)

    def earth_velocity(self, day, fraction):
        def velocity(center, target):
            return self.de440[center, target].compute_and_differentiate(J2000 + day, fraction)[1] / AU_KM
        return velocity(0, 3) + velocity(3, 399)

    def geocentric_moon(self, day, fraction):
        earth = self.de440[3, 399].compute_and_differentiate(J2000 + day, fraction)
        moon = self.de440[3, 301].compute_and_differentiate(J2000 + day, fraction)
        return (moon[0] - earth[0]) / AU_KM, (moon[1] - earth[1]) / AU_KM


def ecliptic_of_date(day, fraction):
    """The true ecliptic and equinox of date. TDB for TT: 2 ms turn the axes by nothing."""
    rnpb = erfa.pnm06a(J2000 + day, fraction)
    epsilon = erfa.obl06(J2000 + day, fraction) + erfa.nut06a(J2000 + day, fraction)[1]
    return erfa.rx(epsilon, np.eye(3)) @ rnpb


def unit(vector):
    return vector / np.linalg.norm(vector)


def apparent(kernels, body, day, fraction):
    """Longitude and latitude in radians, distance in au."""
    if body == "trueNode" or body == "trueApogee":
        r, v = kernels.geocentric_moon(day, fraction)
        h = np.cross(r, v)
        e = np.cross(v, h) / GM_EM - unit(r)
        turn = ecliptic_of_date(day, fraction)
        h, e = turn @ h, turn @ e
        p = h @ h / GM_EM
        if body == "trueNode":
            n = unit(np.array([-h[1], h[0], 0.0]))
            return *erfa.c2s(n), p / (1 + e @ n)
        return *erfa.c2s(-e), p / (1 - np.linalg.norm(e))
    if body == "meanNode":
        omega = erfa.faom03((day + fraction) / 36525)
        return omega + erfa.nut06a(J2000 + day, fraction)[0], 0.0, None
    eye, eye_velocity = kernels.barycentric("earth", day, fraction), kernels.earth_velocity(day, fraction)
    sun = kernels.barycentric("sun", day, fraction)
    tau = 0.0
    for _ in range(6):
        then = kernels.barycentric(body, day, fraction - tau)
        tau = np.linalg.norm(then - eye) / C_AU_DAY
    u = unit(then - eye)
    e = eye - sun
    if body not in ("sun", "moon"):
        q = then - kernels.barycentric("sun", day, fraction - tau)
        u = erfa.ld(1.0, u, unit(q), unit(e), np.linalg.norm(e), 1e-6)
    beta = eye_velocity / C_AU_DAY
    u = erfa.ab(u, beta, np.linalg.norm(e), math.sqrt(1 - beta @ beta))
    return *erfa.c2s(ecliptic_of_date(day, fraction) @ u), tau * C_AU_DAY


# Central differences: half the weights of f(t + k h) - f(t - k h), for k from 1.
FIVE_POINT = [8 / 12, -1 / 12]
NINE_POINT = [4 / 5, -1 / 5, 4 / 105, -1 / 280]


def with_speeds(kernels, body, day, fraction):
    """Place, and the derivative of its angles: five points with a step of 1/16 day.

    Not so for the osculating apogee, which swings within days: there the remainder of that formula is 0.0012" a day, and
    where the kernel's records of four days meet, its velocities step by as much as a shorter step makes 0.001" of. Nine
    points with a step of 1/8 day leave 0.0003".
    """
    step, weights = (1 / 8, NINE_POINT) if body == "trueApogee" else (1 / 16, FIVE_POINT)
    place = lambda k: apparent(kernels, body, day, fraction + k * step)
    pairs = [(place(k), place(-k)) for k in range(1, len(weights) + 1)]

    def derivative(index):
        ways = [math.remainder(after[index] - before[index], math.tau) for after, before in pairs]
        return sum(weight * way for weight, way in zip(weights, ways)) / step
    return place(0), derivative(0), derivative(1)


def main():
    de440, n16, horizons, out = sys.argv[1:]
    kernels = Kernels(de440, n16, horizons)
    random = np.random.default_rng(440)
    bodies = [(b, 1600, 2600, 12) for b in DE440] + [(b, 1600, 2600, 12) for b in ("trueNode", "trueApogee", "meanNode")]
    bodies += [(b, 1600, 2600, 6) for b in N16] + [(b, 1600, 2500, 5) for b in HORIZONS]
    with open(out, "w") as file:
        file.write("body,day,fraction,longitude_deg,latitude_deg,distance_au,longitude_speed_deg,latitude_speed_deg,sun_deg\n")
        for body, first, last, count in bodies:
            for century in range(first, last, 100):
                # Inside the century, and inside the kernels at both ends.
                days = (century - 2000) * 365.25 + 40 + random.uniform(0, 36525 - 120, count)
                for day in np.sort(days):
                    whole = float(round(day))
                    # A multiple of 2^-20: exact in the text as well.
                    fraction = round((day - whole) * 2**20) / 2**20
                    (lon, lat, dist), lon_speed, lat_speed = with_speeds(kernels, body, whole, fraction)
                    sun = apparent(kernels, "sun", whole, fraction)
                    apart = math.degrees(erfa.seps(lon, lat, sun[0], sun[1]))
                    numbers = [math.degrees(lon) % 360, math.degrees(lat)]
                    speeds = [math.degrees(lon_speed), math.degrees(lat_speed)]
                    distance = "" if dist is None else f"{dist:.13g}"
                    file.write(f"{body},{whole:.0f},{fraction!r}," + ",".join(f"{n:.11f}" for n in numbers)
                               + f",{distance}," + ",".join(f"{s:.9f}" for s in speeds) + f",{apart:.3f}\n")


if __name__ == "__main__":
    main()
